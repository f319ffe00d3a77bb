// The golden table of the amounts that a person may type, in English and French.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleModule } from '../../support/console-module.js';
import { readSources } from '../../support/source.js';

const NAIRA = { decimalsMax: 2, currency: 'NGN', symbol: '₦' };
const UNITS = { decimalsMax: 0 };

/** The typed text, and its reading in English and in French: digits, or an error code. */
const GOLDEN = [
  ...[
    ['1000', '1000', '1000'],
    ['1 000', '1000', '1000'],
    ['1\u00a0000', '1000', '1000'],
    ['1\u202f000', '1000', '1000'],
    ['  1000  ', '1000', '1000'],
    ['1,000', '1000', 'DECIMALS'],
    ['1,000.50', '1000.50', 'FORM'],
    ['1 000,50', 'FORM', '1000.50'],
    ['1 000.50', '1000.50', 'FORM'],
    ['12,345,678.90', '12345678.90', 'FORM'],
    ['1.5m', '1500000', 'FORM'],
    ['1,5m', 'FORM', '1500000'],
    ['2k', '2000', '2000'],
    ['2 K', '2000', '2000'],
    ['1.25M', '1250000', 'FORM'],
    ['12,5k', 'FORM', '12500'],
  ],
  ...[
    ['1,00,000', 'FORM', 'FORM'],
    ['1,0000', 'FORM', 'DECIMALS'],
    ['1e3', 'FORM', 'FORM'],
    ['0x10', 'FORM', 'FORM'],
    ['one', 'FORM', 'FORM'],
    ['94.5', '94.5', 'FORM'],
    ['94,5', 'FORM', '94.5'],
    ['₦1,234.50', '1234.50', 'FORM'],
    ['NGN 1,234.50', '1234.50', 'FORM'],
    ['1 234,50 NGN', 'FORM', '1234.50'],
    ['ngn5', '5', '5'],
    ['USD 5', 'CURRENCY', 'CURRENCY'],
    ['5 USD', 'CURRENCY', 'CURRENCY'],
    ['12.345', 'DECIMALS', 'FORM'],
    ['12,345', '12345', 'DECIMALS'],
    ['-5', 'POSITIVE', 'POSITIVE'],
    ['\u22125', 'POSITIVE', 'POSITIVE'],
    ['(5)', 'POSITIVE', 'POSITIVE'],
    ['0', 'POSITIVE', 'POSITIVE'],
    ['٣٤', '34', '34'],
    ['१२', '12', '12'],
    ['１２', '12', '12'],
    ['007', '7', '7'],
    ['', 'FORM', 'FORM'],
    ['.', 'FORM', 'FORM'],
  ],
] as const;

const IN_UNITS = [
  ['1.5', 'WHOLE', 'FORM'],
  ['1,5', 'FORM', 'WHOLE'],
  ['1,000', '1000', 'WHOLE'],
  ['1.5k', '1500', 'FORM'],
  ['2m', '2000000', '2000000'],
  ['1.2345k', 'WHOLE', 'FORM'],
] as const;

test('an amount is read as the golden table says, and never guessed', async () => {
  const { readAmount } = await consoleModule('lib/typed-amount.ts');
  assert.ok(typeof readAmount === 'function');
  const read = (text: string, rule: object): unknown => {
    const reading: unknown = readAmount(text, rule);
    return Object(reading).digits ?? Object(reading).fault;
  };
  for (const [rule, table] of [
    [NAIRA, GOLDEN],
    [UNITS, IN_UNITS],
  ] as const) {
    for (const [typed, english, french] of table) {
      assert.equal(read(typed, { ...rule, decimalMark: '.' }), english, `“${typed}” in English`);
      assert.equal(read(typed, { ...rule, decimalMark: ',' }), french, `“${typed}” in French`);
    }
  }
  assert.equal(read('0', { ...NAIRA, decimalMark: '.', allowsZero: true }), '0');
});

test('a shown amount is read as the same digits', async () => {
  const { readAmount, showAmount } = await consoleModule('lib/typed-amount.ts');
  assert.ok(typeof readAmount === 'function' && typeof showAmount === 'function');
  assert.equal(showAmount('1234567.50', '.'), '1,234,567.50');
  assert.equal(showAmount('1234567.50', ','), '1\u202f234\u202f567,50');
  for (const decimalMark of ['.', ',']) {
    for (const digits of ['1', '999', '1000', '100000', '98765432.10', '0.05', '1000.000001']) {
      const rule = { decimalMark, decimalsMax: 6 };
      assert.deepEqual(readAmount(showAmount(digits, decimalMark), rule), { digits });
    }
  }
});

test('no other field of the console takes an amount or a date', () => {
  const others = readSources()
    .filter(({ path }) => path.startsWith('console/src/') && path.endsWith('.tsx'))
    .filter(({ path }) => !/component\/(amount-field|date-field|field)\.tsx$/.test(path))
    .filter(({ lines }) => /(inputMode="decimal"|type="date")/.test(lines.join('\n')))
    .map(({ path }) => path);
  assert.deepEqual(others, []);
});
