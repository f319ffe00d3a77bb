// Determines what the Cloud API's errors mean for a message.

import type { SendOutcome } from '../../modules/crm/index.js';
import { WHATSAPP } from '../limits.js';
import type { CloudReply } from './cloud-api.js';
import { codeIn, textIn } from './json-walk.js';

const WINDOW_CLOSED = '131047';

/** The error for a person who has stopped our marketing in WhatsApp. */
export const MARKETING_REFUSED = '131050';

/**
 * Error codes with which no message can currently be sent: a problem with the token, the account or
 * the rate.
 */
const NOTHING_NOW = new Set([
  '0',
  '3',
  '4',
  '10',
  '190',
  '368',
  '80007',
  '130429',
  '131031',
  '131048',
]);
/**
 * Error codes with which this message can be retried: provider errors, and too many messages to one
 * person.
 */
const LATER = new Set(['1', '2', '131000', '131016', '131056', '131057', '133004', '133005']);

/** Returns the outcome of a request that got an error response. */
export function outcomeOfError({ status, body }: CloudReply): SendOutcome {
  const code = codeIn(body, 'error', 'code');
  const reason = reasonIn(body) ?? `HTTP ${status}`;
  if (code === WINDOW_CLOSED) return { kind: 'WINDOW_CLOSED', reason };
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
