// Determines which part of a long text message a delivery contains, from its header or its
// parameters.

import type { Pdu } from 'smpp';
import type { MessagePart } from '../../modules/crm/index.js';

/** Returns undefined for a message in one part. */
export function smsPartOf(pdu: Pdu): MessagePart | undefined {
  const part = partInHeader(pdu) ?? partInParameters(pdu);
  if (part === undefined) return undefined;
  const { number, total } = part;
  return total > 1 && number >= 1 && number <= total ? part : undefined;
}

// Information elements in GSM 03.40, 9.2.3.24.1 and 9.2.3.24.8: a reference of one octet, or of
// two.
const NARROW = 0x00;
const WIDE = 0x08;

function partInHeader({ short_message: text }: Pdu): MessagePart | undefined {
  if (text === undefined || typeof text === 'string') return undefined;
  for (const [kind, , ...octets] of text.udh ?? []) {
    const [high = 0, low = 0, total = 0, number = 0] = kind === WIDE ? octets : [0, ...octets];
    if (kind !== NARROW && kind !== WIDE) continue;
    return { reference: `udh ${kind} ${high * 256 + low}`, total, number };
  }
  return undefined;
}

// Reads the part from the parameters in SMPP 3.4, 5.3.2.22 to 24.
function partInParameters(pdu: Pdu): MessagePart | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: number } = pdu;
  if (reference === undefined || total === undefined || number === undefined) return undefined;
  return { reference: `sar ${reference}`, total, number };
}
