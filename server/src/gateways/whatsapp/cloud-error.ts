// Determines what the Cloud API's errors mean for a message.

import type { SendOutcome } from '../../modules/crm/index.js';
import { WHATSAPP } from '../limits.js';
import type { CloudReply } from './cloud-api.js';
import { codeIn, textIn } from './json-walk.js';

const WINDOW_CLOSED = '131047';

/** The error for a person who has stopped our marketing in WhatsApp. */
export const MARKETING_REFUSED = '131050';

/**
 * Error codes with which no message can currently be sent: a problem with the token, the account,
 * our number or the rate.
 */
const NOTHING_NOW: ReadonlySet<string> = new Set([
  // The token and its rights.
  ...['0', '3', '10', '101', '102', '104', '190', '463', '467', '131005'],
  // The rate of calls and messages.
  ...['4', '17', '32', '341', '613', '80007', '130429', '131048', '133016'],
  // The account: blocked, locked, not paid, without an approved name, or in maintenance.
  ...['368', '131031', '131037', '131042', '131057'],
  // Our number: deleted, not registered, or to be verified again.
  ...['33', '131045', '133000', '133005', '133006', '133008', '133009', '133010', '133015'],
]);

/**
 * Error codes about this message or its recipient that come with the status of a refused account:
 * a country to which we may not send, and a number outside the list of a test account.
 */
const THIS_MESSAGE: ReadonlySet<string> = new Set(['130497', '131030']);

/**
 * Error codes with which this message can be retried: provider errors, too many messages to one
 * person, and a template or flow that is not ready.
 */
const LATER: ReadonlySet<string> = new Set([
  ...['1', '2', '131000', '131016', '131056', '133004'],
  ...['132069', '134101'],
]);

/** Returns the outcome of a request that got an error response. */
export function outcomeOfError({ status, body }: CloudReply): SendOutcome {
  const code = codeIn(body, 'error', 'code');
  const reason = reasonIn(body) ?? `HTTP ${status}`;
  if (code === WINDOW_CLOSED) return { kind: 'WINDOW_CLOSED', reason };
  if (THIS_MESSAGE.has(code ?? '')) return { kind: 'PERMANENT', reason };
  const permission = code !== undefined && /^2\d\d$/.test(code);
  const isShut = [401, 403, 429].includes(status);
  if (permission || isShut || NOTHING_NOW.has(code ?? '')) {
    return { kind: 'UNAVAILABLE', reason };
  }
  const isTheirs = code === undefined || LATER.has(code) || status >= 500;
  if (isTheirs) return { kind: 'TEMPORARY', reason };
  const refuses = code === MARKETING_REFUSED ? { refusesMarketing: true } : {};
  return { kind: 'PERMANENT', reason, ...refuses };
}

function reasonIn(body: unknown): string | undefined {
  const code = codeIn(body, 'error', 'code');
  if (code === undefined) return undefined;
  const words =
    textIn(body, 'error', 'error_data', 'details') ?? textIn(body, 'error', 'message') ?? '';
  return `${code} ${words}`.trim().slice(0, WHATSAPP.reasonCharactersMax);
}
