// The template language, the length of text messages, and suggestions for misspelled names.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { smsSizeOf } from '../../../src/modules/crm/channel/sms-segment.js';
import { SUBJECT_KINDS, variablesOf } from '../../../src/modules/crm/template/subject.js';
import {
  errorOf,
  fillText,
  listsEach,
  variablesIn,
} from '../../../src/modules/crm/template/text.js';
import { nearestWord } from '../../../src/platform/nearest-word.js';

const KNOWN = new Set(['customer.firstName', 'customer.label', 'order.limitPrice']);

describe('errorOf', () => {
  const good = [
    'no variable at all',
    'Dear {{customer.firstName}}',
    '{{ customer.firstName }}{{! a note }}',
    '{{#order.limitPrice}}at {{order.limitPrice}}{{/order.limitPrice}}',
    '{{^order.limitPrice}}at best{{/order.limitPrice}}',
  ];
  for (const text of good) {
    test(`accepts ${text}`, () => assert.equal(errorOf(text, KNOWN, 'TEXT'), undefined));
  }

  const malformed = [
    'Dear {{customer.firstName',
    '{{#order.limitPrice}}never closed',
    'closed {{/order.limitPrice}} only',
    '{{{customer.label}}}',
    '{{&customer.label}}',
    '{{> partial}}',
    '{{=<% %>=}}',
  ];
  for (const text of malformed) {
    test(`refuses ${text}`, () => assert.equal(errorOf(text, KNOWN, 'TEXT')?.kind, 'MALFORMED'));
  }

  test('names an unknown variable with the nearest known one, also inside sections', () => {
    const error = errorOf(
      '{{#customer.label}}{{customer.fristName}}{{/customer.label}}',
      KNOWN,
      'TEXT',
    );
    assert.equal(error?.kind, 'UNKNOWN_VARIABLE');
    assert.match(error?.detail ?? '', /customer\.fristName; did you mean customer\.firstName\?/);
    for (const name of ['.', 'constructor', '__proto__', 'customer.__proto__', 'toString']) {
      assert.equal(errorOf(`{{${name}}}`, KNOWN, 'TEXT')?.kind, 'UNKNOWN_VARIABLE', name);
    }
  });
});

describe('filling in a template', () => {
  const values = { 'customer.label': `<b>"O'Neil" & Söhne</b>\r\nBcc: x@example.com` };

  test('HTML is escaped, text is not, and a subject stays on one line', () => {
    const text = 'To {{customer.label}}';
    assert.equal(fillText(text, [values], 'TEXT'), `To ${values['customer.label']}`);
    assert.equal(fillText(text, [values], 'LINE'), `To <b>"O'Neil" & Söhne</b> Bcc: x@example.com`);
    const html = fillText(text, [values], 'HTML');
    assert.ok(!html.includes('<b>') && html.includes('&lt;b&gt;'), html);
  });

  test('a value is not rendered as a template', () => {
    const tricky = { 'customer.label': '{{customer.firstName}}' };
    assert.equal(fillText('{{customer.label}}', [tricky], 'TEXT'), '{{customer.firstName}}');
  });

  test('a section is shown with a value, and its inverse without one', () => {
    const text =
      '{{#order.limitPrice}}at {{order.limitPrice}}{{/order.limitPrice}}' +
      '{{^order.limitPrice}}at best{{/order.limitPrice}}';
    assert.equal(fillText(text, [{ 'order.limitPrice': '25.10' }], 'TEXT'), 'at 25.10');
    assert.equal(fillText(text, [{}], 'TEXT'), 'at best');
    assert.deepEqual(variablesIn(text), ['order.limitPrice']);
  });
});

describe('sizes of text messages', () => {
  const cases: readonly (readonly [string, string, number, number])[] = [
    ['', 'GSM_7', 0, 1],
    ['a'.repeat(160), 'GSM_7', 160, 1],
    ['a'.repeat(161), 'GSM_7', 161, 2],
    ['a'.repeat(306), 'GSM_7', 306, 2],
    ['a'.repeat(307), 'GSM_7', 307, 3],
    // Each of these characters takes two septets because it needs an escape.
    ['€'.repeat(80), 'GSM_7', 160, 1],
    ['[]'.repeat(41), 'GSM_7', 164, 2],
    // A part never ends with an escape septet.
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM_7', 306, 3],
    ['₦', 'UCS_2', 1, 1],
    ['₦'.repeat(70), 'UCS_2', 70, 1],
    ['₦'.repeat(71), 'UCS_2', 71, 2],
    ['😀'.repeat(35), 'UCS_2', 70, 1],
    // A surrogate pair is never split, so 33 of them fill a part.
    ['😀'.repeat(67), 'UCS_2', 134, 3],
  ];
  for (const [text, encoding, units, segments] of cases) {
    test(`${text.slice(0, 4)}… (${text.length}) takes ${segments} in ${encoding}`, () => {
      const size = smsSizeOf(text);
      assert.deepEqual([size.encoding, size.units, size.segments], [encoding, units, segments]);
    });
  }

  test('the first letter outside the small alphabet is returned', () => {
    assert.equal(smsSizeOf('₦5,000').unusual, '₦');
    assert.equal(smsSizeOf('NGN 5,000').unusual, undefined);
  });
});

test('the nearest word must be similar', () => {
  assert.equal(nearestWord('Customer.Lable', KNOWN), 'customer.label');
  assert.equal(nearestWord('zzz', KNOWN), undefined);
  assert.equal(nearestWord('x', []), undefined);
});

test('every kind has variables, each with a sample in the small alphabet', () => {
  for (const kind of SUBJECT_KINDS) {
    for (const { name, sample } of variablesOf(kind)) {
      assert.match(name, /^[a-z]+\.[a-zA-Z]+$/);
      assert.equal(smsSizeOf(sample).encoding, 'GSM_7', `${name}: ${sample}`);
    }
  }
});

describe('the section for each record', () => {
  const text =
    '{{customer.label}}:{{#notices}} {{order.limitPrice}}{{^order.limitPrice}}best' +
    '{{/order.limitPrice}}{{/notices}}';
  const all = [
    { 'customer.label': 'A & B', 'order.limitPrice': '25.10' },
    { 'customer.label': 'A & B' },
    { 'customer.label': 'A & B', 'order.limitPrice': '<7>' },
  ];

  test('is rendered once per record, and once for one record', () => {
    assert.equal(errorOf(text, KNOWN, 'TEXT'), undefined);
    assert.ok(listsEach(text));
    assert.ok(!listsEach('{{customer.label}}'));
    assert.equal(fillText(text, all.slice(0, 1), 'TEXT'), 'A & B: 25.10');
    assert.equal(fillText(text, [{ 'order.limitPrice': '1' }], 'TEXT'), ': 1');
    assert.equal(fillText(text, [all[0] ?? {}, all[2] ?? {}], 'TEXT'), 'A & B: 25.10 <7>');
    assert.equal(fillText(text, all.slice(2), 'HTML'), 'A &amp; B: &lt;7&gt;');
    assert.deepEqual(variablesIn(text), ['customer.label', 'order.limitPrice']);
  });

  test('uses only the values of its record', () => {
    assert.equal(fillText(text, all, 'TEXT'), 'A & B: 25.10 best <7>');
  });

  test('can only be a section, and its content is checked', () => {
    for (const wrong of ['{{notices}}', '{{^notices}}none{{/notices}}', '{{&notices}}']) {
      assert.equal(errorOf(wrong, KNOWN, 'HTML')?.kind, 'MALFORMED', wrong);
    }
    const inside = '{{#notices}}{{order.limitPrise}}{{/notices}}';
    assert.equal(errorOf(inside, KNOWN, 'HTML')?.kind, 'UNKNOWN_VARIABLE');
  });

  test('is allowed once, and never in a subject, so that it cannot multiply', () => {
    const section = (words: string) => `{{#notices}}${words}{{/notices}}`;
    const inside = '{{#order.limitPrice}}{{#notices}}a{{/notices}}{{/order.limitPrice}}';
    for (const wrong of [section(section('a')), section('a') + section('b'), section(inside)]) {
      assert.match(errorOf(wrong, KNOWN, 'TEXT')?.detail ?? '', /notices more than once/, wrong);
    }
    assert.equal(errorOf(inside, KNOWN, 'TEXT'), undefined);
    assert.equal(errorOf(section('a'), KNOWN, 'LINE')?.kind, 'MALFORMED');
  });

  test('does not multiply even if a stored text contains it nested', () => {
    const deep = `${'{{#notices}}'.repeat(3)}a${'{{/notices}}'.repeat(3)}`;
    const twenty = Array.from({ length: 20 }, () => ({ 'customer.label': 'A' }));
    assert.equal(fillText(deep, twenty, 'TEXT'), '');
    assert.equal(fillText('{{#notices}}a{{/notices}}', twenty, 'TEXT'), 'a'.repeat(20));
  });
});
