// Tests how counts are written with their nouns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, countedAre } from '../../../src/platform/http/reply/counted.js';

test('a count has a singular noun and verb only for one', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, 'line')),
    ['0 lines', '1 line', '2 lines'],
  );
  assert.deepEqual(
    [1n, 11n, '1', '1.5'].map((count) => countedAre(count, 'unit')),
    ['1 unit is', '11 units are', '1 unit is', '1.5 units are'],
  );
});
