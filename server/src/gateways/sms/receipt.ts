// Reads delivery receipts, which SMS centres write in many formats.

import type { Pdu, SmppText } from 'smpp';
import type { Receipt } from '../../modules/crm/index.js';

/** A receipt: the ids that its message may have, and the outcome. */
interface SmsReceipt {
  readonly ids: readonly string[];
  /** Undefined while the message is still being delivered. */
  readonly status: Receipt['status'] | undefined;
  /** The centre's original text. */
  readonly detail: string;
}

const RECEIPT_BITS = 0x3c;
const IS_RECEIPT = 0x04;

/** Returns whether a delivery is a receipt. Otherwise it is a message from a phone. */
export function isReceipt(pdu: Pdu): boolean {
  return ((pdu.esm_class ?? 0) & RECEIPT_BITS) === IS_RECEIPT;
}

// Message states (SMPP 3.4, 5.2.28).
const STATE_NUMBERS: Readonly<Record<number, string>> = {
  1: 'ENROUTE',
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  6: 'ACCEPTD',
  7: 'UNKNOWN',
  8: 'REJECTD',
};

const STATUS: Readonly<Record<string, Receipt['status']>> = {
  DELIVRD: 'DELIVERED',
  EXPIRED: 'FAILED',
  DELETED: 'FAILED',
  UNDELIV: 'FAILED',
  REJECTD: 'FAILED',
};

/**
 * Reads a receipt from its optional parameters, or else from its text (`id:… sub:… dlvrd:… … stat:…
 * err:… text:…`). Returns undefined if neither contains an id.
 */
export function readSmsReceipt(pdu: Pdu): SmsReceipt | undefined {
  const text = textOf(pdu);
  const id = pdu.receipted_message_id ?? /\bid:\s*(\S+)/i.exec(text)?.[1];
  if (id === undefined || id === '') return undefined;
  const state =
    STATE_NUMBERS[pdu.message_state ?? 0] ?? /\bstat:\s*([A-Z]+)/i.exec(text)?.[1]?.toUpperCase();
  return { ids: spellingsOf(id), status: STATUS[(state ?? '').slice(0, 7)], detail: text };
}

// Returns the ways in which an id may be written. Some centres write it in hexadecimal in the
// response and in decimal in the receipt, or vice versa.
function spellingsOf(id: string): readonly string[] {
  const spellings = [id];
  if (/^\d{1,18}$/.test(id)) spellings.push(BigInt(id).toString(16));
  if (/^[0-9a-f]{1,16}$/i.test(id)) spellings.push(BigInt(`0x${id}`).toString());
  const cased = spellings.flatMap((each) => [each, each.toUpperCase()]);
  return [...new Set(cased)];
}

/** Returns the text of a delivery, from whichever of the two members contains it. */
export function textOf(pdu: Pdu): string {
  const found = [pdu.message_payload, pdu.short_message].map(wordsOf);
  return found.find((words) => words !== '') ?? '';
}

function wordsOf(text: SmppText | string | undefined): string {
  if (text === undefined) return '';
  const message = typeof text === 'string' ? text : text.message;
  return typeof message === 'string' ? message : message.toString('latin1');
}
