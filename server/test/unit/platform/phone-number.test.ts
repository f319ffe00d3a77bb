// The rule for phone numbers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  countryOf,
  messagePhone,
  phoneKey,
  phoneVariants,
  readPhone,
} from '../../../src/platform/address/phone.js';

const NUMBERS: readonly (readonly [number: string, spellings: readonly string[]])[] = [
  [
    '+2348031230210',
    [
      ...['0803 123 0210', '08031230210', '8031230210', '(0803) 123-0210', '0803.123.0210'],
      ...['+234 803 123 0210', '+234-803-123-0210', '+234 (0) 803 123 0210', '(+234) 8031230210'],
      ...['2348031230210', '234 0803 123 0210', '+2340803 123 0210', 'tel:+2348031230210'],
      ...['00234 803 123 0210', '+00234 803 123 0210', '(00234) 8031230210', '00 234 8031230210'],
      ...['009 234 803 123 0210', '011 234 803 123 0210', '0011 234 803 123 0210'],
      ...['8031230210.0', '2348031230210.00', "'+2348031230210", '0803 123 0210,'],
      ...['\u0660\u0668\u0660\u0663\u0661\u0662\u0663\u0660\u0662\u0661\u0660'],
      ...['\u06f0\u06f8\u06f0\u06f3\u06f1\u06f2\u06f3\u06f0\u06f2\u06f1\u06f0'],
      ...['\u0966\u096e\u0966\u0969\u0967\u0968\u0969\u0966\u0968\u0967\u0966'],
      ...[
        '\uff0b\uff12\uff13\uff148031230210',
        '\u202a+234 803 123 0210\u202c',
        '+234\u200b8031230210',
      ],
      ...['+234\u00a0803\u2011123\u20110210', '\ufeff08031230210'],
    ],
  ],
  ['+447911123456', ['+44 7911 123456', '0044 7911 123456', '+44 (0) 7911 123456']],
  ['+525512345678', ['+52 55 1234 5678', '+52 1 55 1234 5678', '0052 1 55 1234 5678']],
  ['+5511981234567', ['+55 11 98123-4567', '+55 11 8123-4567', '0055 11 8123 4567']],
  [
    '+5491123456789',
    ['+54 9 11 2345-6789', '+54 11 15 2345-6789', '+54 9 11 15 2345 6789', '0054 9 1123456789'],
  ],
];

describe('a phone number', () => {
  for (const [number, spellings] of NUMBERS) {
    for (const spelling of spellings) {
      test(`${JSON.stringify(spelling)} is ${number}`, () => {
        assert.deepEqual(readPhone(spelling, { home: 'NG' }), { number });
      });
    }
  }

  test('in national form has the country of its record, or else the home country', () => {
    assert.equal(messagePhone('07911 123456', { home: 'NG', country: 'GB' }), '+447911123456');
    assert.equal(messagePhone('11 15-2345-6789', { home: 'NG', country: 'AR' }), '+5491123456789');
    assert.equal(messagePhone('0803 123 0210', { home: 'NG', country: 'GB' }), '+2348031230210');
  });

  const REFUSED: readonly (readonly [text: string, refused: string])[] = [
    [
      '2.34803E+12',
      'is not a phone number: it was shortened by a spreadsheet; format its column as text',
    ],
    [
      '2,34803e12',
      'is not a phone number: it was shortened by a spreadsheet; format its column as text',
    ],
    ['0803CALLADA', 'is not a phone number: it has letters'],
    ['ring 08031230210', 'is not a phone number: it has letters'],
    ['#N/A', 'is not a phone number: it has letters'],
    ['0803 123 0210 / 0805 111 2222', 'is not a phone number'],
    ['447911123456', 'is not a phone number'],
    ['0803 123 021', 'is not a phone number'],
    ['0803 123 02100', 'is not a phone number'],
    ['+234 80312302100', 'is not a phone number'],
    ['+999 1234567', 'is not a phone number'],
    ['2442', 'is not a phone number'],
    ['112', 'is not a phone number'],
    ['0803\n1230210', 'is not a phone number'],
    ['', 'is not a phone number'],
  ];
  for (const [text, refused] of REFUSED) {
    test(`${JSON.stringify(text)} ${refused}`, () => {
      assert.deepEqual(readPhone(text, { home: 'NG' }), { refused });
    });
  }

  test('with an extension is read, but receives no messages', () => {
    const read = readPhone('+234 803 123 0210 ext. 12', { home: 'NG' });
    assert.deepEqual(read, { number: '+2348031230210', extension: '12' });
    assert.equal(messagePhone('+234 803 123 0210 ext. 12', { home: 'NG' }), undefined);
  });

  test('of an Argentine mobile is the same with and without its 9', () => {
    assert.equal(phoneKey('+5491123456789'), phoneKey('+541123456789'));
    assert.deepEqual(phoneVariants('+541123456789'), ['+541123456789', '+5491123456789']);
    assert.deepEqual(phoneVariants('+2348031230210'), ['+2348031230210']);
  });
});

test('a country is found by its code and by its English name', () => {
  assert.equal(countryOf('ng'), 'NG');
  assert.equal(countryOf(' United Kingdom '), 'GB');
  assert.equal(countryOf('Utopia'), undefined);
});
