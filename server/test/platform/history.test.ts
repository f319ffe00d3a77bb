// Histories that combine several tables: in one order, in pages without gaps or duplicates, and at
// a constant cost.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  countHistory,
  type HistoryPlace,
  type HistorySource,
  historyColumns,
  historyStatement,
  partsOfPlace,
  placeOfParts,
  readHistory,
} from '../../src/platform/database/history.js';
import { sql } from '../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;

const SEVERAL = [
  { kind: 'CAT', table: sql`history_cat` },
  { kind: 'DOG', table: sql`history_dog` },
  { kind: 'DOG', table: sql`history_late_dog` },
];
const sources: readonly HistorySource[] = SEVERAL.map(({ kind, table }) => ({
  kind,
  rows: sql`select ${historyColumns({ at: sql`p.at`, id: sql`p.id`, subject: sql`p.name` })}
    from ${table} p where p.owner = 1`,
}));

before(async () => {
  database = await createTestDatabase();
  for (const { table } of SEVERAL) {
    await database.db.query(sql`
      create table ${table} (id bigint, owner bigint, at timestamptz, name text)`);
  }
  // Many rows share a timestamp, and timestamps differ by one microsecond, which JavaScript cannot
  // represent.
  const moments = sql`timestamptz '2026-01-01' + (i / 7) * interval '1 microsecond'`;
  await database.db.query(sql`
    insert into history_cat select i, i % 2, ${moments}, 'cat ' || i
    from generate_series(1, 800) i`);
  await database.db.query(sql`
    insert into history_dog select i, i % 2, ${moments}, 'dog ' || i
    from generate_series(1, 400) i`);
  await database.db.query(sql`
    insert into history_late_dog select 10000 + i, i % 2, ${moments}, null
    from generate_series(300, 600) i`);
  for (const { table } of SEVERAL) {
    await database.db.query(sql`create index on ${table} (owner, at, id)`);
    await database.db.query(sql`analyze ${table}`);
  }
});
after(() => database.drop());

async function walk(limit: number): Promise<string[]> {
  const seen: string[] = [];
  let after: HistoryPlace | null = null;
  for (;;) {
    const found = await readHistory(database.db, sources, { limit, offset: 0, after });
    const page = found.slice(0, limit);
    seen.push(...page.map(({ kind, id }) => `${kind} ${id}`));
    const last = page.at(-1);
    if (found.length <= limit || last === undefined) return seen;
    after = placeOfParts(partsOfPlace(last)) ?? null;
  }
}

test('pages of every size give each entry once, in one order', async () => {
  const all = await walk(10_000);
  assert.equal(all.length, 750);
  assert.equal(new Set(all).size, 750);
  assert.equal(await countHistory(database.db, sources), 750n);
  for (const limit of [1, 2, 7, 50]) assert.deepEqual(await walk(limit), all, `pages of ${limit}`);
  const byNumber = await readHistory(database.db, sources, { limit: 10, offset: 20, after: null });
  const expected = all.slice(20, 30);
  assert.deepEqual(
    byNumber.slice(0, 10).map(({ kind, id }) => `${kind} ${id}`),
    expected,
  );
});

test('a late page reads no more rows than it contains', async () => {
  const micros = BigInt(Date.UTC(2026, 0, 1)) * 1_000n + 5n;
  const page = { limit: 10, offset: 0, after: { micros, kind: 'CAT', id: 41n } };
  const plan = await database.db.query<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, timing off, costs off, summary off) ${historyStatement(sources, page)}`,
  );
  const lines = plan.map((row) => row['QUERY PLAN']);
  const scans = lines.filter((line) => /Scan/.test(line) && !/Subquery|Append/.test(line));
  assert.equal(scans.length, 3, lines.join('\n'));
  for (const scan of scans) {
    assert.match(scan, /Index/, lines.join('\n'));
    assert.ok(Number(/rows=(\d+)/.exec(scan)?.[1]) <= 11, lines.join('\n'));
  }
});

test('a cursor that was never issued is refused', () => {
  for (const parts of [[], ['x', 'CAT', '1'], ['1', 'CAT'], ['9'.repeat(18), 'CAT', '1']]) {
    assert.equal(placeOfParts(parts), undefined);
  }
});
