// Match keys, which identify leads that belong to the same person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchKeysOf } from '../../../../src/modules/crm/person/match.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';

test('a name matches only with a birth date, regardless of case and spaces', () => {
  const birthDate = businessDate('1988-04-17');
  const none = { phones: [], emails: [] };
  const one = matchKeysOf({
    home: 'NG',
    ...none,
    firstName: ' Ngozi ',
    lastName: 'OKAFOR',
    birthDate,
  });
  const other = matchKeysOf({
    home: 'NG',
    ...none,
    firstName: 'ngozi',
    lastName: 'Okafor',
    birthDate,
  });
  assert.deepEqual(one, other);
  assert.equal(one.length, 1);
  assert.deepEqual(
    matchKeysOf({ home: 'NG', ...none, firstName: 'Ngozi', lastName: 'Okafor' }),
    [],
  );
  assert.deepEqual(matchKeysOf({ home: 'NG', ...none, lastName: 'Okafor', birthDate }), []);
});

test('the same number in two members is one key', () => {
  const keys = matchKeysOf({ home: 'NG', phones: ['08035550142', '+2348035550142'], emails: [] });
  assert.deepEqual(keys, [{ kind: 'PHONE', key: '+2348035550142' }]);
});

test('a number that receives no messages still identifies its person', () => {
  const phonesOf = (phone: string) =>
    matchKeysOf({ home: 'NG', phones: [phone], emails: [] }).map(({ key }) => key);
  assert.deepEqual(phonesOf('0803 555 0142 (home)'), ['+2348035550142']);
  assert.deepEqual(phonesOf('0803 555 0142 / 0805 111 2222'), ['+2348035550142', '+2348051112222']);
  assert.deepEqual(phonesOf('+234 803 555 0142 ext 7'), ['+2348035550142']);
  assert.deepEqual(phonesOf('2.34803E+12'), []);
});

test('two spellings of one e-mail address are one key', () => {
  const written = ['Ada@B\u00fccher.example', '"ada"@xn--bcher-kva.example'];
  const keys = matchKeysOf({ home: 'NG', phones: [], emails: written });
  assert.deepEqual(keys, [
    { kind: 'EMAIL', key: 'ada@xn--bcher-kva.example' },
    { kind: 'FOLDED_EMAIL', key: 'ada@xn--bcher-kva.example' },
  ]);
});
