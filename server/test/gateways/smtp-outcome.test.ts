// How a mail server's response determines the outcome of an e-mail.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { outcomeOf } from '../../src/gateways/smtp/outcome.js';

type Expected = 'UNAVAILABLE' | 'TEMPORARY' | 'PERMANENT' | 'BAD_ADDRESS';

const RCPT = 'RCPT TO';
const CASES: readonly (readonly [command: string, response: string, expected: Expected])[] = [
  // Errors in the address.
  [RCPT, '550 5.1.1 no such user', 'BAD_ADDRESS'],
  [RCPT, '550-5.1.1 no such user\n550 5.1.1 see our pages', 'BAD_ADDRESS'],
  [RCPT, '550 5.1.2 no such domain', 'BAD_ADDRESS'],
  [RCPT, '553 5.1.3 bad syntax', 'BAD_ADDRESS'],
  [RCPT, '551 5.1.6 the mailbox has moved', 'BAD_ADDRESS'],
  [RCPT, '556 5.1.10 the domain has a null MX', 'BAD_ADDRESS'],
  [RCPT, '556 the domain accepts no mail', 'BAD_ADDRESS'],
  [RCPT, '521 5.3.2 the host accepts no mail', 'UNAVAILABLE'],
  [RCPT, '521 the host accepts no mail', 'BAD_ADDRESS'],
  [RCPT, '550 5.2.1 the mailbox is closed', 'BAD_ADDRESS'],
  [RCPT, '550 5.7.17 the mailbox has a new owner', 'BAD_ADDRESS'],
  [RCPT, '550 5.7.18 the domain has a new owner', 'BAD_ADDRESS'],
  ['DATA', '550 5.1.1 no such user', 'BAD_ADDRESS'],
  // Errors in the message.
  [RCPT, '550 no such user', 'PERMANENT'],
  [RCPT, '552 5.2.2 the mailbox is full', 'PERMANENT'],
  [RCPT, '550 5.7.1 looks like spam', 'PERMANENT'],
  ['DATA', '552 5.3.4 too large', 'PERMANENT'],
  ['DATA', '554 5.6.0 wrong content', 'PERMANENT'],
  ['DATA', '550 5.7.26 DMARC failed', 'PERMANENT'],
  ['MAIL FROM', '552 5.3.4 too large', 'PERMANENT'],
  // Errors that may be temporary.
  [RCPT, '450 4.2.1 the mailbox is busy', 'TEMPORARY'],
  [RCPT, '452 4.2.2 the mailbox is full', 'TEMPORARY'],
  [RCPT, '450 4.1.1 no such user yet', 'TEMPORARY'],
  [RCPT, '451 4.7.1 greylisted', 'TEMPORARY'],
  [RCPT, '451 4.4.4 no route', 'TEMPORARY'],
  ['DATA', '451 4.3.0 not kept', 'TEMPORARY'],
  ['DATA', '503 5.5.1 wrong order', 'TEMPORARY'],
  // Errors that concern the account or the whole server.
  [RCPT, '421 4.3.0 closing', 'UNAVAILABLE'],
  [RCPT, '454 Throttling failure: Maximum sending rate exceeded', 'UNAVAILABLE'],
  [RCPT, '454 4.7.0 temporary login failure', 'UNAVAILABLE'],
  [RCPT, '530 5.7.0 log in first', 'UNAVAILABLE'],
  ['AUTH PLAIN', '535 5.7.8 wrong password', 'UNAVAILABLE'],
  [RCPT, '534 5.7.9 the mechanism is too weak', 'UNAVAILABLE'],
  [RCPT, '538 5.7.11 encryption required', 'UNAVAILABLE'],
  [RCPT, '550 5.7.13 the user account is disabled', 'UNAVAILABLE'],
  [RCPT, '452 4.3.1 no storage', 'UNAVAILABLE'],
  [RCPT, '432 4.3.2 too many threads', 'UNAVAILABLE'],
  [RCPT, '451 4.4.5 congestion', 'UNAVAILABLE'],
  [RCPT, '450 4.7.28 unusual rate', 'UNAVAILABLE'],
  [RCPT, '554 5.7.1 Relay access denied', 'UNAVAILABLE'],
  [RCPT, '550 5.1.8 the sender does not exist', 'UNAVAILABLE'],
  ['MAIL FROM', '553 5.7.1 the sender is not yours', 'UNAVAILABLE'],
  ['MAIL FROM', '550 5.1.1 no such user', 'UNAVAILABLE'],
  ['MAIL FROM', '451 4.3.0 later', 'UNAVAILABLE'],
  ['DATA', '550 5.4.5 Daily user sending quota exceeded', 'UNAVAILABLE'],
  ['DATA', '550 5.7.60 no right to send as this sender', 'UNAVAILABLE'],
  ['DATA', '550 5.1.90 the daily limit of recipients is reached', 'UNAVAILABLE'],
  ['DATA', '550 5.7.705 the tenant has exceeded its threshold', 'UNAVAILABLE'],
  ['DATA', '451 Maximum credits exceeded', 'UNAVAILABLE'],
  ['EHLO', '550 go away', 'UNAVAILABLE'],
];

describe('a response of a mail server', () => {
  for (const [command, response, expected] of CASES) {
    test(`${JSON.stringify(response)} to ${command} is ${expected}`, () => {
      const responseCode = Number(response.slice(0, 3));
      const failure = { code: 'EENVELOPE', command, response, responseCode };
      const outcome = outcomeOf(Object.assign(new Error('refused'), failure));
      const isBad = outcome.kind === 'PERMANENT' && outcome.badAddress === true;
      assert.equal(isBad ? 'BAD_ADDRESS' : outcome.kind, expected);
    });
  }

  test('leaves the outcome unknown if it never came, unless the library refused the mail', () => {
    const kindOf = (code: string, command: string) =>
      outcomeOf(Object.assign(new Error('no response'), { code, command })).kind;
    assert.equal(kindOf('ETIMEDOUT', 'DATA'), 'UNKNOWN');
    assert.equal(kindOf('ECONNECTION', 'CONN'), 'UNAVAILABLE');
    assert.equal(kindOf('EENVELOPE', 'API'), 'PERMANENT');
    assert.equal(kindOf('EMESSAGE', 'MAIL FROM'), 'PERMANENT');
  });
});
