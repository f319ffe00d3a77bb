// Determines which part of a long text message a delivery contains, from its header or its
// parameters.

import type { MessagePart } from '../../modules/crm/index.js';
import { type SmsDelivery, TAG } from './pdu.js';

/** Returns undefined for a message in one part. */
export function smsPartOf(delivery: SmsDelivery): MessagePart | undefined {
  const part = partInHeader(delivery) ?? partInParameters(delivery);
  if (part === undefined) return undefined;
  const { number, total } = part;
  return total > 1 && number >= 1 && number <= total ? part : undefined;
}

// Information elements in GSM 03.40, 9.2.3.24.1 and 9.2.3.24.8: a one-octet or a two-octet
// reference.
const NARROW = 0x00;
const WIDE = 0x08;

function partInHeader({ header }: SmsDelivery): MessagePart | undefined {
  for (const [kind, octets] of header) {
    const [high = 0, low = 0, total = 0, number = 0] = kind === WIDE ? octets : [0, ...octets];
    if (kind !== NARROW && kind !== WIDE) continue;
    return { reference: `udh ${kind} ${high * 256 + low}`, total, number };
  }
  return undefined;
}

// Reads the part from the parameters in SMPP 3.4, 5.3.2.22 to 24.
function partInParameters({ parameters }: SmsDelivery): MessagePart | undefined {
  const [reference, total, number] = [TAG.sarReference, TAG.sarTotal, TAG.sarNumber].map((tag) =>
    numberIn(parameters.get(tag)),
  );
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return { reference: `sar ${reference}`, total, number };
}

function numberIn(octets: Buffer | undefined): number | undefined {
  if (octets === undefined || octets.length < 1 || octets.length > 4) return undefined;
  return octets.readUIntBE(0, octets.length);
}
