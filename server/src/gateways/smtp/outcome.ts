// Maps an SMTP server's response, or a failed connection, to the outcome of an e-mail.

import type { NodemailerError } from 'nodemailer';
import type { SendOutcome } from '../../modules/crm/index.js';
import { Problem } from '../../platform/http/reply/problem.js';

/** The members of the mail library's error that determine the outcome. */
type SmtpFailure = Pick<NodemailerError, 'code' | 'command' | 'responseCode' | 'response'>;

/** Returns the outcome of an attempt that failed with this error. */
export function outcomeOf(error: unknown): SendOutcome {
  // The encoding queue is full, so all e-mails wait. This is not a failed attempt.
  if (error instanceof Problem)
    return { kind: 'UNAVAILABLE', reason: `the mail was not encoded: ${error.message}` };
  const reason = reasonOf(error);
  return isMailError(error) ? outcomeOfFailure(error, reason) : { kind: 'TEMPORARY', reason };
}

// Library errors about the connection or the login.
const CONNECTION_ERRORS = new Set([
  'ECONFIG',
  'EDNS',
  'ETLS',
  'EREQUIRETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'EPROXY',
]);

// Errors that the library finds in an e-mail before sending its text.
const REFUSED_BY_LIBRARY = new Set(['EENVELOPE', 'EMESSAGE', 'EMAXRECIPIENTS']);

function outcomeOfFailure(failure: SmtpFailure, reason: string): SendOutcome {
  const { code = '', command, responseCode } = failure;
  if (command === 'CONN' || CONNECTION_ERRORS.has(code)) return { kind: 'UNAVAILABLE', reason };
  if (responseCode === undefined) {
    if (REFUSED_BY_LIBRARY.has(code)) return { kind: 'PERMANENT', reason, badAddress: false };
    // If the connection breaks after the text was sent, the e-mail may have been delivered.
    return { kind: 'UNKNOWN', reason };
  }
  if (isAboutAccount(failure)) return { kind: 'UNAVAILABLE', reason };
  // 503 means that commands were sent in the wrong order, not that there is a problem with the
  // e-mail.
  if (responseCode < 500 || responseCode === 503) return { kind: 'TEMPORARY', reason };
  return { kind: 'PERMANENT', reason, badAddress: isBadAddress(failure) };
}

// Reply codes about our login or the server as a whole (RFC 4954, RFC 5321, RFC 3207).
const ACCOUNT_CODES = new Set([421, 432, 454, 530, 534, 535, 538]);

// Subjects and details of enhanced codes (RFC 3463 and its registry) about our account: the
// sender's address, the server's capacity, our login, and our reputation.
const ACCOUNT_DETAILS = new Set([
  ...['1.7', '1.8', '3.1', '3.2', '3.5', '4.3', '4.5'],
  ...['7.3', '7.8', '7.9', '7.10', '7.11', '7.12', '7.13', '7.14', '7.27', '7.28'],
  // Codes of large providers: our daily limit is reached, or our account is blocked.
  ...['1.90', '7.60', '7.501', '7.502', '7.503'],
]);

// Providers report a used-up quota, a refused sender and a refused host with various codes, so the
// text decides. Many servers report them only after the recipient has been named.
const ACCOUNT_WORDS = [
  /relay(?:ing)?(?: access)? (?:denied|not permitted|not allowed)|required before relaying/i,
  /authentication required|not authenticated|authentication credentials invalid/i,
  /sender address rejected|sender verify failed|address is not verified/i,
  /(?:client host|helo command) rejected|client host \S+ blocked|network is on our block ?list/i,
  /sending (?:is )?(?:paused|suspended)|not authori[sz]ed to perform/i,
  /throttl|credits exceeded|exceeded the max(?:imum)? emails per/i,
  /(?:daily|hourly|sending|rate) (?:\w+ ){0,3}(?:quota|limit|rate) (?:\w+ )?(?:exceeded|reached)/i,
  /(?:exceeded|reached) (?:\w+ ){0,3}(?:daily|hourly|sending) (?:\w+ ){0,3}(?:quota|limit)/i,
];

// Details of enhanced codes about this e-mail or its recipient, regardless of the text: several
// failed checks of the sender's domain, and a list that accepts e-mail only from its members.
const MESSAGE_DETAILS = new Set(['7.26', '7.133', '7.134', '7.135', '7.136']);

// Microsoft Exchange sends the code for a busy server when it limits the deliveries to one mailbox.
const ONE_MAILBOX = /recipient thread limit/i;

// Errors before the recipient is named affect every e-mail, because all have the same sender.
function isAboutAccount(failure: SmtpFailure): boolean {
  const { responseCode = 0, command = '', response = '' } = failure;
  const detail = detailIn(response);
  if (ONE_MAILBOX.test(response)) return false;
  if (ACCOUNT_CODES.has(responseCode) || ACCOUNT_DETAILS.has(detail)) return true;
  if (/^7\.7\d\d$/.test(detail)) return true;
  const text = textOf(response);
  if (!MESSAGE_DETAILS.has(detail) && ACCOUNT_WORDS.some((words) => words.test(text))) return true;
  return /^(?:EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM)/.test(command) && !isTooLarge(responseCode);
}

// A server may refuse the size of an e-mail when the sender is named (RFC 1870).
function isTooLarge(responseCode: number): boolean {
  return responseCode === 552;
}

// Details of enhanced codes meaning that no e-mail will ever reach the address: no such mailbox or
// domain, a wrong address, a mailbox that moved, no mail for the domain (RFC 7505), a closed
// mailbox, and a mailbox or domain with a new owner (RFC 7293).
const BAD_ADDRESS = new Set(['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '7.17', '7.18']);

// The domain accepts no mail (RFC 7504).
const NO_MAIL_CODES = new Set([521, 556]);

// Replies that refuse an address permanently, regardless of their codes: from the edge of Exchange
// Online, from Yahoo, and from a sending service with a suppression list.
const BAD_ADDRESS_WORDS = [
  /recipient address rejected: access denied/i,
  /this user doesn'?t have an? \S+ account/i,
  /address is on the suppression list/i,
];

// A bare 550 is not enough, because servers also send it for spam.
function isBadAddress({ responseCode = 0, command, response = '' }: SmtpFailure): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  if (NO_MAIL_CODES.has(responseCode) || BAD_ADDRESS.has(detailIn(response))) return true;
  return BAD_ADDRESS_WORDS.some((words) => words.test(textOf(response)));
}

// Returns the text of all lines, without the codes at the start of each line.
function textOf(response: string): string {
  return response.replaceAll(/(?:^|\r?\n)\d{3}[ -](?:[245]\.\d{1,3}\.\d{1,3} )?/g, ' ').trim();
}

// Returns the subject and detail of the enhanced code: `1.1` in `550 5.1.1 no such user`.
function detailIn(response: string): string {
  return /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';
}

function isMailError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}

// Returns the reason to store with the attempt. The server's response may contain the address, so
// it is not logged.
function reasonOf(error: unknown): string {
  if (!isMailError(error)) return error instanceof Error ? error.message : 'unknown';
  return error.response ?? `${error.code ?? error.name}: ${error.message}`;
}
