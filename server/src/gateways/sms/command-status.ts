// Maps an SMS centre's command status to the outcome of a message (SMPP 3.4, 5.1.3, and the
// statuses that SMPP 5.0 added).

import type { SendOutcome } from '../../modules/crm/index.js';

const WRONG_DESTINATION = 0x0b;

// The centre refuses our bind, sender, address types or account, or currently accepts nothing.
// Every message would get the same status.
const NOTHING_NOW: ReadonlySet<number> = new Set([
  0x03, // the command is unknown
  0x04, // the bind state does not allow it
  0x05, // already bound
  0x0a, // the source address is wrong
  0x0d, // the bind failed
  0x0e, // the password is wrong
  0x0f, // the system id is wrong
  0x14, // the queue is full
  0x15, // the service type is wrong
  0x48, // the source's type of number is wrong
  0x49, // the source's numbering plan is wrong
  0x50, // the destination's type of number is wrong
  0x51, // the destination's numbering plan is wrong
  0x53, // the system type is wrong
  0x58, // throttled
  0x100, // not authorised for the service
  0x101, // the operation is prohibited
  0x102, // the service is unavailable
  0x103, // the service is denied
]);

// The centre may accept this message later.
const LATER: ReadonlySet<number> = new Set([
  0x08, // system error
  0x45, // the submit failed
  0x64, // temporary error at the receiver
  0xfe, // the delivery failed
  0xff, // unknown error
]);

// Vendor-specific statuses. Without the vendor's list, the safe choice is to retry.
const isVendors = (status: number) => status >= 0x400 && status <= 0x4ff;

/** Returns the outcome of a message that the centre refused with this status. */
export function outcomeOfStatus(status: number): SendOutcome {
  const reason = `submit_sm_resp 0x${status.toString(16).padStart(8, '0')}`;
  if (NOTHING_NOW.has(status)) return { kind: 'UNAVAILABLE', reason };
  if (LATER.has(status) || isVendors(status)) return { kind: 'TEMPORARY', reason };
  return { kind: 'PERMANENT', reason, badAddress: status === WRONG_DESTINATION };
}
