// Validation of input against an operation's schemas: long lists are validated in parts, and errors
// are reported together.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { HTTP } from '../../../src/limits.js';
import { atOnce } from '../../../src/platform/concurrency/turn.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import { write } from '../../../src/platform/http/route.js';
import { compileInput } from '../../../src/platform/http/shape/schema.js';
import {
  closedObject,
  wireDate,
  wireId,
  wireInstant,
  wireInteger,
  wireOrderDate,
  wireReference,
  wireText,
} from '../../../src/platform/http/shape/wire.js';
import { parseJson, toJson } from '../../../src/platform/json/json.js';

const BODY = closedObject({
  label: wireText(),
  rows: Type.Array(closedObject({ name: wireText(), count: Type.Optional(wireInteger()) }), {
    maxItems: 1_000,
  }),
  ids: Type.Optional(Type.Array(wireId())),
});

const ZEROS = closedObject({
  from: wireDate(),
  until: Type.Optional(wireDate()),
  at: Type.Optional(wireInstant()),
  ordered: Type.Optional(wireOrderDate()),
  exchange: Type.Optional(wireReference()),
  label: Type.Optional(wireText()),
  days: Type.Optional(Type.Array(wireDate())),
});

function readerOf(body: TSchema) {
  const route = write({
    ...{ method: 'POST', path: 'test', operation: 'test', summary: 'A test', permission: 'a.b.c' },
    body,
    run: async () => ({ msgCode: 'TESTED' }),
  });
  const read = compileInput(route);
  return (given: unknown): unknown => atOnce(read({ params: {}, query: {}, body: given })).body;
}

const read = readerOf(BODY);

/** Returns the pointers of the errors in a refused body. */
function pointersOf(body: unknown, reader = read): readonly string[] {
  try {
    reader(body);
  } catch (error) {
    if (error instanceof Problem) return (error.details.errors ?? []).map(({ pointer }) => pointer);
    throw error;
  }
  return [];
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `row ${at}` }));

describe('a member that is 0', () => {
  const readZeros = readerOf(ZEROS);

  it('is treated as not given if it is an optional timestamp or code', () => {
    for (const zero of [0, '0', ' 0 ']) {
      const body = { from: '2026-11-27', until: zero, at: zero, ordered: zero, exchange: zero };
      assert.deepEqual(readZeros(parseJson(toJson(body))), { from: '2026-11-27' });
    }
    const label = { from: '2026-11-27', label: '0' };
    assert.deepEqual(readZeros(label), label);
  });

  it('is refused if it is a required timestamp or in a list', () => {
    const body = parseJson('{"from":0,"days":["2026-11-27",0]}');
    assert.deepEqual(pointersOf(body, readZeros), ['/from', '/days/1']);
  });
});

describe('a body with a long list', () => {
  it('is read like a short one: members, and items that are not objects', () => {
    const ids = Array.from({ length: 450 }, (_, at) => String(at + 1));
    const rows = rowsOf(450).map((row, at) => ({ ...row, count: String(at) }));
    assert.deepEqual(read({ label: 'a', rows, ids }), {
      label: 'a',
      rows: rows.map((row, at) => ({ ...row, count: at })),
      ids: ids.map((id) => BigInt(id)),
    });
  });

  it('is refused with the place of each wrong item, and of each error outside the list', () => {
    const rows: object[] = rowsOf(700);
    rows[0] = {};
    rows[333] = { name: 'a', count: 'many' };
    rows[699] = { name: 'a', 'x/y': '1' };
    const ids = Array<unknown>(300).fill('1').with(250, 'a');
    assert.deepEqual(pointersOf({ rows, ids }).toSorted(), [
      ...['/ids/250', '/label', '/rows/0/name', '/rows/333/count', '/rows/699/x~1y'],
    ]);
    assert.deepEqual(pointersOf({ label: 'a', rows: rowsOf(1_001) }), ['/rows']);
    assert.deepEqual(pointersOf({ label: 'a', rows: { 0: {} } }), ['/rows']);
  });

  it('reports a limited number of violations', () => {
    const wrong = Array<object>(900).fill({ a: 1, b: 2, c: 3 });
    assert.equal(pointersOf({ label: 'a', rows: wrong }).length, HTTP.violationsMax);
  });

  it('is read into a copy: the given value is not changed', () => {
    const given = { label: 'a', rows: [{ name: 'b', count: '1' }], ids: ['7'] };
    read(given);
    assert.deepEqual(given, { label: 'a', rows: [{ name: 'b', count: '1' }], ids: ['7'] });
  });
});
