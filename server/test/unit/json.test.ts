// JSON in: exact numbers, repeated members, and long texts that do not hold others up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonRefused, parseJson } from '../../src/platform/json.js';

const long = (letter: string): string => letter.repeat(5_000);

test('a text of 15 MB is read in a fraction of a second of processor time', () => {
  const text = 'QUJD'.repeat(3_750_000);
  const before = process.cpuUsage();
  assert.deepEqual(parseJson(JSON.stringify({ file: text, other: 'x' })), {
    file: text,
    other: 'x',
  });
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});

test('what JSON holds comes back, however long its texts and whatever they hold', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\\"', '\\\\', '\n', '\u0000', 'long-text:0', ':', long('a')),
  );
  const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
  const value = fc.oneof(text, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.dictionary(text, value, { noNullPrototype: true }), (record) => {
      const { __proto__: _, ...plain } = record;
      const json = JSON.stringify(plain);
      assert.equal(JSON.stringify(parseJson(json)), json);
    }),
    { numRuns: 300 },
  );
});

test('a long member repeated with its value passes, with another it is refused', () => {
  assert.deepEqual(parseJson(`{"a":"${long('x')}","a":"${long('x')}"}`), { a: long('x') });
  assert.throws(() => parseJson(`{"a":"${long('x')}","a":"${long('y')}"}`), JsonRefused);
});

test('broken JSON around a long text is refused', () => {
  for (const broken of [`{"a":"${long('x')}`, `{"a":"${long('x')}",}`, `"${long('x')}" 1`]) {
    assert.throws(() => parseJson(broken), JsonRefused);
  }
});

test('long names of members stay names, and escapes in long texts are read', () => {
  assert.deepEqual(parseJson(`{"${long('n')}" : "${long('x')}"}`), { [long('n')]: long('x') });
  assert.deepEqual(parseJson(`["${long('x')}\\u0041\\"${long('y')}"]`), [
    `${long('x')}A"${long('y')}`,
  ]);
});
