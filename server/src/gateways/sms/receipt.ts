// Reads delivery receipts, which SMS centres write in many formats.

import type { Receipt } from '../../modules/crm/index.js';
import { receiptTextOf } from './alphabet.js';
import { type SmsDelivery, TAG } from './pdu.js';

/** A receipt: the id of its message, and the outcome. */
interface SmsReceipt {
  readonly id: string;
  /** The possible spellings of the id, without leading zeros and in lower case. */
  readonly otherIds: readonly string[];
  readonly state: string;
  /**
   * The final status; undefined while the message is being delivered or if the state is unknown.
   */
  readonly status: Receipt['status'] | undefined;
  readonly isKnownState: boolean;
  /** The centre's original text. */
  readonly detail: string;
}

// Message states by number (SMPP 3.4, 5.2.28, and SMPP 5.0, 4.7.15).
const STATE_NUMBERS: Readonly<Record<number, string>> = {
  0: 'SCHEDULED',
  1: 'ENROUTE',
  2: 'DELIVERED',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIVERABLE',
  6: 'ACCEPTED',
  7: 'UNKNOWN',
  8: 'REJECTED',
  9: 'SKIPPED',
};

// Some centres shorten the names of states to seven letters, and others write them out.
const STATES: readonly (readonly [RegExp, Receipt['status'] | undefined])[] = [
  [/^(?:DELIV(?:R|ER|RE|ERE)?D?|DLVRD|DELVRD)$/, 'DELIVERED'],
  [
    /^(?:UNDEL|UNDLV|NOTDELIV|EXPIR|DELET|REJ|FAIL|DELIVERYFAIL|SKIP|BLOCK|CANCEL|BLACKLIST)/,
    'FAILED',
  ],
  [/^(?:ENROUTE|ACCEP|UNKNOWN|SCHED|BUFFER|BUFFRED|QUEUE|PENDING|SENT|SUBMIT|RETRY)/, undefined],
];

const ID = /\b(?:message[ _]?id|msgid|id)\s*[:=]\s*([^\s,;]+)/i;
const STATE = /\b(?:stat|status|state|message_state)\s*[:=]\s*([A-Z_ ]*[A-Z]|\d+)/i;

/**
 * Reads a receipt from its optional parameters, or else from its text (`id:… sub:… dlvrd:… … stat:…
 * err:… text:…`). Returns undefined if neither contains an id.
 */
export function readSmsReceipt(delivery: SmsDelivery): SmsReceipt | undefined {
  const { parameters } = delivery;
  const text = receiptTextOf(delivery);
  const named = parameters.get(TAG.receiptedMessageId)?.toString('latin1').replace(/\0.*$/s, '');
  const id = (named || ID.exec(text)?.[1])?.trim();
  if (id === undefined || id === '') return undefined;
  const state = stateIn(parameters.get(TAG.messageState)) ?? stateOf(STATE.exec(text)?.[1]) ?? '';
  const known = STATES.find(([spelling]) => spelling.test(state));
  return {
    ...{ id, otherIds: spellingsOf(id), state, status: known?.[1] },
    ...{ isKnownState: known !== undefined, detail: text || state },
  };
}

// Some centres write the state as a digit character instead of a number.
function stateIn(octets: Buffer | undefined): string | undefined {
  const octet = octets?.[0];
  if (octet === undefined) return undefined;
  return STATE_NUMBERS[octet >= 0x30 && octet <= 0x39 ? octet - 0x30 : octet];
}

function stateOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return STATE_NUMBERS[Number(text)];
  // A two-word state ends before the next field.
  const [name = ''] = text.toUpperCase().split(/ +(?:ERR|ERROR|TEXT|SUB|SUBMIT|DONE|ID)\b/);
  return name.replaceAll(/[^A-Z]/g, '');
}

// Returns the possible spellings of an id. Some centres write it in hexadecimal in the response and
// in decimal in the receipt, or vice versa, with leading zeros or in another case.
function spellingsOf(id: string): readonly string[] {
  const bare = id.toLowerCase().replace(/^0x/, '').replace(/^0+/, '');
  const spellings = [bare];
  if (/^\d{1,18}$/.test(bare)) spellings.push(BigInt(bare).toString(16));
  if (/^[0-9a-f]{1,16}$/.test(bare)) spellings.push(BigInt(`0x${bare}`).toString());
  return [...new Set(spellings)];
}
