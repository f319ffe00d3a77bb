// The rule for e-mail addresses, compared with the parser of the mail library.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { emailKey, foldedEmailKey, readEmail } from '../../../src/platform/address/email.js';

describe('an e-mail address', () => {
  const KEYS: readonly (readonly [written: string, key: string])[] = [
    ['Ada@Example.com', 'ada@example.com'],
    [' ada@example.com\r\n', 'ada@example.com'],
    ['"ada"@example.com', 'ada@example.com'],
    ['"ada okoye"@example.com', '"ada okoye"@example.com'],
    ['"a\\d\\a"@example.com', 'ada@example.com'],
    ['"ada@one.example"@two.example', '"ada@one.example"@two.example'],
    ["o'neil+news=1@example.co.uk", "o'neil+news=1@example.co.uk"],
    ['m\u00fcller@b\u00fccher.example', 'm\u00fcller@xn--bcher-kva.example'],
    ['MU\u0308LLER@B\u00dcCHER.example', 'm\u00fcller@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['ada@fa\u00df.example', 'ada@xn--fa-hia.example'],
    ['ada@\u4f8b\u3048.\u30c6\u30b9\u30c8', 'ada@xn--r8jz45g.xn--zckzah'],
  ];
  for (const [written, key] of KEYS) {
    test(`${JSON.stringify(written)} has the key ${key}`, () => {
      assert.equal(emailKey(written), key);
    });
  }

  const REFUSED: readonly (readonly [what: string, text: string])[] = [
    ['a list', 'ada@example.com,other@example.org'],
    ['a list with a semicolon', 'ada@example.com;other@example.org'],
    ['a comment in front', '(other@example.org)ada@example.com'],
    ['a comment behind', 'ada@example.com(comment)'],
    ['a comment inside', 'ada(comment)@example.com'],
    ['an angle address', '<ada@example.com>'],
    ['a name and an angle address', 'Ada <ada@example.com>'],
    ['an address as the name of another', '"other@example.org" <ada@example.com>'],
    ['angle brackets in quotes', '"a<other@example.org>"@example.com'],
    ['a group', 'all:ada@example.com;'],
    ['a route', '<@other.example:ada@example.com>'],
    ['two at signs', 'ada@other.example@example.com'],
    ['a backslash', 'ada\\@other.example@example.com'],
    ['an open quote', '"ada@example.com'],
    ['nothing in quotes', '""@example.com'],
    ['a line break inside', 'ada@example.com\r\nother@example.org'],
    ['a null character', 'ada\u0000@example.com'],
    ['a blank inside', 'ada okoye@example.com'],
    ['a no-break blank inside', 'ada\u00a0okoye@example.com'],
    ['a mark of the byte order', '\ufeffada@example.com'],
    ['a zero-width blank', 'ada\u200b@example.com'],
    ['a zero-width joiner in the host', 'ada@exam\u200dple.com'],
    ['a soft hyphen in the host', 'ada@exam\u00adple.com'],
    ['a change of the writing direction', 'ada\u202e@example.com'],
    ['a dot at the end', 'ada@example.com.'],
    ['a dot before the at sign', 'ada.@example.com'],
    ['a dot at the start', '.ada@example.com'],
    ['two dots', 'ada..okoye@example.com'],
    ['two dots in the host', 'ada@example..com'],
    ['an ideographic dot', 'ada@example\u3002com'],
    ['a fullwidth at sign', 'ada\uff20example.com'],
    ['a ligature', '\ufb01nance@example.com'],
    ['a host without a dot', 'ada@localhost'],
    ['an IP address', 'ada@127.0.0.1'],
    ['an IP address in another base', 'ada@0x7f.1'],
    ['an IP address in brackets', 'ada@[127.0.0.1]'],
    ['an encoded letter in the host', 'ada@ex%41mple.com'],
    ['an underscore in the host', 'ada@exam_ple.com'],
    ['a hyphen at the start of the host', 'ada@-example.com'],
    ['an A-label that is not one', 'ada@xn--zzzz.com'],
    ['a local part of 65 octets', `${'a'.repeat(65)}@example.com`],
    ['a label of 64 octets', `ada@${'a'.repeat(64)}.com`],
    ['an address of 255 octets', `ada@${`${'a'.repeat(61)}.`.repeat(4)}com`],
    ['nothing', ''],
  ];
  for (const [what, text] of REFUSED) {
    test(`is not ${what}`, () => {
      assert.equal(readEmail(text), undefined);
    });
  }

  test('keeps its spelling for people', () => {
    assert.equal(readEmail(' Ada@B\u00fccher.example ')?.written, 'Ada@B\u00fccher.example');
  });

  test('is the same mailbox with any tag', () => {
    assert.equal(foldedEmailKey('ada+ngx@example.com'), 'ada@example.com');
    assert.equal(foldedEmailKey('ada+a+b@example.com'), 'ada@example.com');
    assert.equal(foldedEmailKey('+tag@example.com'), '+tag@example.com');
    assert.equal(foldedEmailKey('"a+b@c"@example.com'), '"a+b@c"@example.com');
  });
});

// Strings made of characters that mail libraries interpret, and of parts of addresses.
const PARTS = [
  ...['ada', 'a', 'other@example.org', 'example.com', 'x', 'b\u00fccher', '.', '..', '@', '@@'],
  ...['"', '\\', '\\"', '<', '>', '(', ')', ',', ';', ':', '[', ']', ' ', '\t', '\r\n', '\u0000'],
  ...[
    '\u200b',
    '\ufeff',
    '\u00a0',
    '\u202e',
    '\uff20',
    '\u3002',
    '+',
    '-',
    "'",
    '%41',
    '=?utf-8?q?a?=',
  ],
];
const anyText = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 9 })
  .map((parts) => parts.join(''));
const anyAddress = fc.oneof(
  anyText,
  fc.tuple(anyText, anyText).map(([local, host]) => `${local}@${host}`),
  anyText.map((local) => `"${local}"@example.com`),
  anyText.map((local) => `${local}@example.com`),
  fc.emailAddress(),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((local) => `${local}@example.com`),
);

test('every accepted address is read by the mail library as this address alone', async () => {
  const library = createTransport({ jsonTransport: true });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(anyAddress, async (text) => {
      const address = readEmail(text);
      if (address === undefined) return;
      accepted += 1;
      // Each address is sent as a string, which the library parses, and in the form that we pass to
      // it.
      for (const to of [address.written, address.key, { name: '', address: address.key }]) {
        const { envelope } = await library.sendMail({ from: 'a@example.com', to, text: '' });
        assert.deepEqual(envelope.to.map(emailKey), [address.key]);
      }
      assert.equal(emailKey(address.key), address.key);
    }),
    { numRuns: 6_000, seed: 20_261_126 },
  );
  assert.ok(accepted > 1_000, `only ${accepted} of the texts were accepted`);
});
