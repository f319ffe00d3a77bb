// Maps the Cloud API's errors to the outcome of a message.

import type { SendOutcome } from '../../modules/crm/index.js';
import { WHATSAPP } from '../limits.js';
import type { CloudReply } from './cloud-api.js';
import { codeIn, textIn } from './json-walk.js';

/** The meaning of a Cloud API error, whether in a response or in a status. */
export type ErrorMeaning =
  /** The window for free text is closed. */
  | 'WINDOW_CLOSED'
  /** The recipient has opted out of our marketing on WhatsApp. */
  | 'MARKETING_REFUSED'
  /** No message can be sent now. */
  | 'CHANNEL'
  /** This message can be sent later. */
  | 'LATER'
  /** This message can never be sent. */
  | 'MESSAGE';

const CODES: Readonly<Record<ErrorMeaning, readonly string[]>> = {
  WINDOW_CLOSED: ['131047'],
  MARKETING_REFUSED: ['131050'],
  CHANNEL: [
    // The token and its rights.
    ...['0', '3', '10', '101', '102', '104', '190', '463', '467', '131005'],
    // The rate of calls and messages.
    ...['4', '17', '32', '341', '613', '80007', '130429', '131048', '133016'],
    // The account: blocked, locked, unpaid, without an approved name, or in maintenance.
    ...['368', '131031', '131037', '131042', '131057'],
    // Our number: deleted, not registered, or not verified.
    ...['33', '131045', '133000', '133005', '133006', '133008', '133009', '133010', '133015'],
  ],
  // Provider errors, too many messages to one person, and a template or flow that is not ready.
  LATER: ['131000', '131016', '131056', '133004', '132069', '134101'],
  // Errors with the HTTP status of an account error that concern one message only: a country that
  // we may not send to, and a number that is not on a test account's list.
  MESSAGE: ['130497', '131030'],
};

const MEANING: ReadonlyMap<string, ErrorMeaning> = new Map([
  ...of('WINDOW_CLOSED'),
  ...of('MARKETING_REFUSED'),
  ...of('CHANNEL'),
  ...of('LATER'),
  ...of('MESSAGE'),
]);

function of(meaning: ErrorMeaning): readonly (readonly [string, ErrorMeaning])[] {
  return CODES[meaning].map((code) => [code, meaning] as const);
}

/** Returns the meaning of an error code; undefined for a code that is not in the table. */
export function meaningOf(code: string | undefined): ErrorMeaning | undefined {
  if (code === undefined) return undefined;
  // The codes from 200 to 299 concern the permissions of our token.
  return MEANING.get(code) ?? (/^2\d\d$/.test(code) ? 'CHANNEL' : undefined);
}

/** Codes for errors without a known cause. For these, the HTTP status is more informative. */
const UNSPECIFIC: ReadonlySet<string> = new Set(['1', '2']);

function meaningOfStatus(status: number, code: string | undefined): ErrorMeaning {
  if ([401, 403, 429].includes(status)) return 'CHANNEL';
  return code === undefined || UNSPECIFIC.has(code) || status >= 500 ? 'LATER' : 'MESSAGE';
}

/** Returns the outcome of a request that got an error response. */
export function outcomeOfError({ status, body }: CloudReply): SendOutcome {
  const code = codeIn(body, 'error', 'code');
  const reason = reasonIn(body) ?? `HTTP ${status}`;
  const meaning = meaningOf(code) ?? meaningOfStatus(status, code);
  switch (meaning) {
    case 'WINDOW_CLOSED':
      return { kind: 'WINDOW_CLOSED', reason };
    case 'MARKETING_REFUSED':
      return { kind: 'PERMANENT', reason, refusesMarketing: true };
    case 'CHANNEL':
      return { kind: 'UNAVAILABLE', reason };
    case 'LATER':
      return { kind: 'TEMPORARY', reason };
    case 'MESSAGE':
      return { kind: 'PERMANENT', reason };
    default:
      return meaning satisfies never;
  }
}

function reasonIn(body: unknown): string | undefined {
  const code = codeIn(body, 'error', 'code');
  if (code === undefined) return undefined;
  const words =
    textIn(body, 'error', 'error_data', 'details') ?? textIn(body, 'error', 'message') ?? '';
  return `${code} ${words}`.trim().slice(0, WHATSAPP.reasonCharactersMax);
}
