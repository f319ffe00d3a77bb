// Match keys, which identify leads that belong to the same person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldEmail, matchKeysOf, normalPhone } from '../../../src/modules/crm/person/match.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

test('spellings of one phone number are one number', () => {
  for (const spelling of ['0803 555 0142', '+234 803-555-0142', '(0803)5550142', '2348035550142']) {
    assert.equal(normalPhone(spelling), '+2348035550142', spelling);
  }
  assert.equal(normalPhone('+44 20 7946 0018'), '+442079460018');
  assert.equal(normalPhone('020 7946 0018', 'GB'), '+442079460018');
});

test('a text that is not a possible phone number has no normal form', () => {
  for (const wrong of ['string', '0', '12', 'call me', '', '+999', '\u0661']) {
    assert.equal(normalPhone(wrong), undefined, wrong);
  }
});

test('the tag of an e-mail address is folded away, the mailbox is not', () => {
  assert.equal(foldEmail('ada+ngx@example.com'), 'ada@example.com');
  assert.equal(foldEmail('ada+a+b@example.com'), 'ada@example.com');
  assert.equal(foldEmail('+tag@example.com'), '+tag@example.com');
  assert.equal(foldEmail('ada@example.com'), 'ada@example.com');
});

test('a name matches only with a birth date, regardless of case and blanks', () => {
  const birthDate = businessDate('1988-04-17');
  const none = { phones: [], emails: [] };
  const one = matchKeysOf({ ...none, firstName: ' Ngozi ', lastName: 'OKAFOR', birthDate });
  const other = matchKeysOf({ ...none, firstName: 'ngozi', lastName: 'Okafor', birthDate });
  assert.deepEqual(one, other);
  assert.equal(one.length, 1);
  assert.deepEqual(matchKeysOf({ ...none, firstName: 'Ngozi', lastName: 'Okafor' }), []);
  assert.deepEqual(matchKeysOf({ ...none, lastName: 'Okafor', birthDate }), []);
});

test('the same number in two members is one key', () => {
  const keys = matchKeysOf({ phones: ['08035550142', '+2348035550142'], emails: [] });
  assert.deepEqual(keys, [{ kind: 'PHONE', key: '+2348035550142' }]);
});
