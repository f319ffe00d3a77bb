// Reading JSON: exact numbers, duplicate members, and long strings that do not delay other
// requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import {
  JsonRefused,
  parseJson,
  parseJsonInTurns,
  toJson,
  toJsonInTurns,
} from '../../../src/platform/json/json.js';
import { JsonScan } from '../../../src/platform/json/scan.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const long = (letter: string): string => letter.repeat(5_000);

test('a string of 15 MB is read in a fraction of a second of processor time', () => {
  const text = 'QUJD'.repeat(3_750_000);
  const before = process.cpuUsage();
  assert.deepEqual(parseJson(JSON.stringify({ file: text, other: 'x' })), {
    file: text,
    other: 'x',
  });
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});

test('all JSON values are read back unchanged, however long their strings are', () => {
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

test('a long member repeated with its value is accepted, with another it is refused', () => {
  assert.deepEqual(parseJson(`{"a":"${long('x')}","a":"${long('x')}"}`), { a: long('x') });
  assert.throws(() => parseJson(`{"a":"${long('x')}","a":"${long('y')}"}`), JsonRefused);
});

test('broken JSON around a long string is refused', () => {
  for (const broken of [`{"a":"${long('x')}`, `{"a":"${long('x')}",}`, `"${long('x')}" 1`]) {
    assert.throws(() => parseJson(broken), JsonRefused);
  }
});

test('long member names are read as names, and escapes in long strings are decoded', () => {
  assert.deepEqual(parseJson(`{"${long('n')}" : "${long('x')}"}`), { [long('n')]: long('x') });
  assert.deepEqual(parseJson(`["${long('x')}\\u0041\\"${long('y')}"]`), [
    `${long('x')}A"${long('y')}`,
  ]);
});

test('the parser reads and refuses like the lossless parser that it replaced', () => {
  const piece = fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', ' ', '\n', '"', '\\', '"a"', '"b":', '"a":1', '1', '-'],
    ...['0', '01', '1.50', '1e3', '.5', 'true', 'false', 'null', 'nul', '\\u00e9', '\u0001', 'é'],
  );
  const arbitrary = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.json(),
    fc.json().chain((json) => fc.nat(json.length).map((end) => json.slice(0, end))),
  );
  fc.assert(
    fc.property(arbitrary, (json) =>
      assert.deepEqual(readBy(parseJson, json), readBy(model, json)),
    ),
    {
      numRuns: 3_000,
    },
  );
});

test('a repeated member is refused unread when comparing its values would take long', () => {
  const list = JSON.stringify(Array(900).fill(1));
  assert.equal(Object(parseJson(`{"a":${list},"a":${list}}`)).a.length, 900);
  const longer = JSON.stringify(Array(1_100).fill(1));
  assert.throws(() => parseJson(`{"a":${longer},"a":${longer}}`), /Duplicate key 'a'/);
});

test('a long string with escapes is read in pieces, none of which ends within an escape', () => {
  const escapes = ['\\u0041', '\\\\', '\\"', 'xyz', '\\n', '\\ud83d\\ude00', 'é'];
  for (const shift of [0, 1, 2, 3, 4, 5, 6]) {
    const json = `"${'x'.repeat(shift)}${escapes.join('').repeat(30_000)}"`;
    assert.equal(parseJson(json), JSON.parse(json));
  }
  assert.throws(() => parseJson(`"${escapes.join('').repeat(30_000)}\\x"`), JsonRefused);
});

test('the output of both writers equals that of the lossless library', async () => {
  const number = fc.oneof(
    fc.bigInt(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt().map((digits) => new Decimal(`${digits}e-3`)),
    fc.bigInt().map((digits) => new LosslessNumber(String(digits))),
  );
  const scalar = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.date({ noInvalidDate: true }),
    number,
  );
  const name = fc.string({ unit: 'binary' });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      scalar,
      fc.array(tie('value')),
      fc.dictionary(name, tie('value')),
    ),
  }));
  const decimals = {
    test: (each: unknown) => Decimal.isDecimal(each),
    stringify: (each: unknown) => String(each),
  };
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      const expected = stringify(each, undefined, undefined, [decimals]) ?? 'null';
      assert.equal(toJson(each), expected);
      assert.equal(await toJsonInTurns(each), expected);
    }),
    { numRuns: 200 },
  );
});

test('a number that JSON cannot represent is not written', () => {
  assert.throws(() => toJson({ amount: new Decimal('NaN') }));
});

test('large values are read and written in turns with other work, and are the same', async () => {
  const row = { text: 'x', list: [1.5, null], escaped: '\n', nested: { a: true } };
  const rows = Array<object>(30_000).fill(row);
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const text = await toJsonInTurns(rows);
  const written = rounds;
  assert.equal(text, JSON.stringify(rows));
  assert.deepEqual(await parseJsonInTurns(text), parseJson(text));
  isOver = true;
  assert.ok(written >= 3, `${written} rounds while it was written`);
  assert.ok(rounds - written >= 3, `${rounds - written} rounds while it was read`);
  await assert.rejects(parseJsonInTurns(`${text.slice(0, -1)},]`), JsonRefused);
});

test('a member named __proto__ is an ordinary member', () => {
  assert.deepEqual(Object.keys(Object(parseJson('{"__proto__":{"a":1}}'))), ['__proto__']);
});

const model = (json: string): unknown =>
  parse(json, undefined, { parseNumber: (digits) => new LosslessNumber(digits) });

function readBy(read: (json: string) => unknown, json: string): unknown {
  try {
    return { value: read(json) };
  } catch {
    return 'refused';
  }
}

const LIMITS = { depthMax: 3, membersMax: 4, itemsMax: 5, valuesMax: 12, bareBytesMax: 100 };
const excessOf = (bytes: Buffer) => new JsonScan(LIMITS).add(bytes);
const excess = (json: string) => excessOf(Buffer.from(json));

test('a JSON text is measured before it is parsed', () => {
  assert.equal(excess('{"a":[{"b":1}]}'), undefined);
  assert.equal(excess('{"a":[{"b":[1]}]}'), 'TOO_DEEP');
  assert.equal(excess('{"a":1,"b":1,"c":1,"d":1}'), undefined);
  assert.equal(excess('{"a":1,"b":1,"c":1,"d":1,"e":1}'), 'TOO_MANY_MEMBERS');
  assert.equal(excess('[1,2,3,4,5]'), undefined);
  assert.equal(excess('[1,2,3,4,5,6]'), 'TOO_MANY_ITEMS');
  assert.equal(excess('[[1,2,3,4],[1,2,3,4],[1,2,3,4]]'), 'TOO_MANY_VALUES');
  assert.equal(excess(`{"a":${'1'.repeat(200)}}`), 'TOO_MANY_VALUES');
  assert.equal(excess('}}}}[[['), undefined);
});

test('a JSON text in pieces is measured as the whole text is', () => {
  const piece = fc.constantFrom(
    ...['{', '}', '[', ']', ',', '"', '\\', '\\\\', '\\"', 'é', '1', 'x'.repeat(300), '[1,2]'],
  );
  const bytes = fc.array(piece, { maxLength: 40 }).map((pieces) => Buffer.from(pieces.join('')));
  const cuts = fc.array(fc.nat(2_000), { maxLength: 8 });
  fc.assert(
    fc.property(bytes, cuts, (whole, at) => {
      const scan = new JsonScan(LIMITS);
      let found: ReturnType<typeof excessOf>;
      let start = 0;
      for (const end of [...at.filter((cut) => cut < whole.length), whole.length].sort(byNumber)) {
        found ??= scan.add(whole.subarray(start, end));
        start = end;
      }
      assert.equal(found, excessOf(whole));
    }),
    { numRuns: 2_000 },
  );
});

const byNumber = (left: number, right: number) => left - right;

test('the content of a string is not counted', () => {
  const piece = fc.constantFrom('[', ',', '\\"', '\\\\', 'x', 'x'.repeat(300), '{', '\\\\\\"', 'é');
  const text = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (inside) => {
      assert.equal(excess(`["${inside}",[[1]]]`), undefined);
      assert.equal(excess(`["${inside}",[[[1]]]]`), 'TOO_DEEP');
    }),
  );
});
