// Detecting personal data where none is allowed. No id may look like personal data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personalDataIn } from '../../support/personal-data.js';

test('a BVN, a phone number and an address are found, also next to words', () => {
  for (const text of ['"bvn":"22912345678"', 'bvn=22212345678', '+2348031234567', 'a@b.example']) {
    assert.ok(personalDataIn(text), text);
  }
});

test('the digits of an id are not found', () => {
  for (const id of ['939b0e4a-d0a1-47c2-91a7-22967009216d', '0a22967009216', '229670092161']) {
    assert.equal(personalDataIn(`request ${id} ended`), undefined, id);
  }
});
