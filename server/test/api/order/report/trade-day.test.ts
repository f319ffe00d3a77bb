// The stored totals per trade date: booking a report costs the same however many were booked
// before, and the totals equal those computed from the executions in any order.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkIntegrity } from '../../../../src/modules/finance/integrity/integrity.js';
import {
  applyExchangeReport,
  applyExchangeReports,
  type ExchangeReport,
} from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import type { Tx } from '../../../../src/platform/database/database.js';
import { type Sql, sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, reportOf, type Said } from '../../../support/order-desk.js';

const FILLS = 1_500;
const BATCH = 100;
const UNITS = 7;

interface Cost {
  readonly statements: number;
  /**
   * The number of rows read, which does not depend on the query plan. `changes` is the number of
   * row changes written.
   */
  readonly rows: number;
  readonly changes: number;
}

let desk: Desk;
before(async () => {
  desk = await openDesk();
  // Starts before the dates that the tests use, because a fill costs more if its holding already
  // has later fills.
  await desk.setDate('2026-11-23');
  await desk.receive(100_000_000_000n);
});
after(() => desk.stop());

/**
 * Returns the cost of booking these reports, as a batch if there are several. Every row is found
 * through an index. Otherwise the count would depend on other tests and on timing, because
 * PostgreSQL scans small tables completely and reads no row in pages that autovacuum has processed.
 */
async function costOf(reports: readonly ExchangeReport[]): Promise<Cost> {
  await desk.db.query(sql`analyze`);
  return systemWork(desk.context, 'exchange-report', async (work) => {
    await work.tx.query(sql`set local enable_seqscan = off`);
    await work.tx.query(sql`set local enable_indexonlyscan = off`);
    // The test server uses generic plans, but the product's server uses custom ones.
    await work.tx.query(sql`set local plan_cache_mode = auto`);
    await work.tx.query(sql`discard plans`);
    let statements = 0;
    const before = await countedIn(work.tx);
    const tx: Tx = {
      ...work.tx,
      query: (statement) => {
        statements += 1;
        return work.tx.query(statement);
      },
    };
    const [only] = reports;
    const counted = { ...work, tx };
    if (reports.length === 1 && only !== undefined) await applyExchangeReport(counted, only);
    else await applyExchangeReports(counted, reports);
    const after = await countedIn(work.tx);
    return {
      statements,
      rows: Number(after.rows - before.rows),
      changes: Number(after.changes - before.changes),
    };
  });
}

// Counts the reads and writes of the transaction, and of some earlier ones on its connection.
async function countedIn(tx: Tx) {
  const [read] = await tx.query<{ rows: bigint; changes: bigint }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows,
      coalesce(sum(n_tup_ins) filter (where relname = 'row_change'), 0)::bigint as changes
    from pg_stat_xact_user_tables`);
  assert.ok(read);
  return read;
}

/** Creates reports for an order and keeps track of CumQty. */
function teller(row: OrderRow) {
  let cum = 0;
  let count = 0;
  const tell = (status: string, said: Said = {}) => {
    cum += said.type === 'H' ? -UNITS : said.type === undefined ? (said.fill?.[0] ?? 0) : 0;
    return reportOf(desk.exchangeId, { row, status, said: { ...said, cum } });
  };
  const fill = () => {
    count += 1;
    return tell('1', { execId: `F${count}`, fill: [UNITS, '24.50'] });
  };
  return { tell, fill, fills: (fills: number) => Array.from({ length: fills }, fill) };
}

async function fillUp(fills: readonly ExchangeReport[]): Promise<void> {
  for (let from = 0; from < fills.length; from += BATCH) {
    await systemWork(desk.context, 'exchange-report', (work) =>
      applyExchangeReports(work, fills.slice(from, from + BATCH)),
    );
  }
}

function assertNoMore(late: Cost, early: Cost, what: string): void {
  assert.equal(late.statements, early.statements, `statements of ${what}`);
  assert.equal(late.changes, early.changes, `row changes of ${what}`);
  const rowsMax = early.rows + FILLS / 10;
  assert.ok(late.rows <= rowsMax, `${what} reads ${late.rows} rows, not ${early.rows}`);
}

describe('an order of many fills', () => {
  for (const term of ['DAY', 'GTC'] as const) {
    it(`costs the same for each report at its end as at its start: ${term}`, async () => {
      const row = await desk.send({ quantity: UNITS * (FILLS + 500), term });
      const { tell, fill, fills } = teller(row);
      const costs = async () => {
        const [one, many] = [await costOf([fill()]), await costOf(fills(BATCH))];
        const fix = { type: 'G', ref: 'F2', fill: [UNITS, '24.00'] } as const;
        const correction = await costOf([tell('1', fix)]);
        const bust = await costOf([tell('1', { type: 'H', ref: 'F1' })]);
        return { one, many, correction, bust };
      };
      await fillUp([tell('0'), ...fills(10)]);
      const early = await costs();
      await fillUp(fills(FILLS));
      // The referenced fills have no earlier corrections or busts.
      const fix = { type: 'G', ref: 'F90', fill: [UNITS, '24.00'] } as const;
      const bust = { type: 'H', ref: 'F91' } as const;
      assertNoMore(await costOf([fill()]), early.one, 'a fill');
      assertNoMore(await costOf(fills(BATCH)), early.many, 'a batch');
      assertNoMore(await costOf([tell('1', fix)]), early.correction, 'a correction');
      assertNoMore(await costOf([tell('1', bust)]), early.bust, 'a bust');
      await assertBooks(desk);
    });
  }

  it('is booked in batches on its later days, too, if it is a lasting order', async () => {
    await desk.setDate('2026-11-24');
    const row = await desk.send({ quantity: UNITS * FILLS, term: 'GTC', ends: '2026-12-18' });
    const { tell, fills } = teller(row);
    await fillUp([tell('0'), ...fills(20)]);
    await desk.endOfDay('2026-11-24', '2026-11-25');
    await desk.setDate('2026-11-25');
    const { statements } = await costOf(fills(BATCH));
    assert.ok(statements < BATCH / 4, `${statements} statements`);
    assert.deepEqual(
      await desk.db.query(sql`
        select d.trade_date, d.fills, n.quantity from order_trade_day d
        left join contract_note n on n.id = d.contract_note_id
        where d.order_id = ${row.id} order by d.trade_date`),
      [
        { trade_date: '2026-11-24', fills: 20, quantity: BigInt(UNITS * 20) },
        { trade_date: '2026-11-25', fills: BATCH, quantity: null },
      ],
    );
    assert.equal(await desk.held(row.id), await desk.needed(row.id));
    await desk.endOfDay('2026-11-25', '2026-11-26');
    assert.equal((await desk.notes(row.id)).length, 2);
    await assertBooks(desk);
  });

  it('costs the same for a fill that arrives after its note', async () => {
    const lateFill = async (count: number) => {
      const row = await desk.send({ quantity: UNITS * (FILLS + 500) });
      const { tell, fill, fills } = teller(row);
      await fillUp([tell('0'), ...fills(count), tell('4')]);
      assert.equal((await desk.notes(row.id)).length, 1);
      const cost = await costOf([fill()]);
      assert.equal((await desk.notes(row.id)).length, 2);
      return cost;
    };
    const early = await lateFill(3);
    assertNoMore(await lateFill(FILLS), early, 'a late fill');
    await assertBooks(desk);
  });

  it('is searched by the figures of a fill that its CumQty does not include', async () => {
    const row = await desk.send({ quantity: UNITS * (FILLS + 500) });
    const { tell, fills } = teller(row);
    await fillUp([tell('0'), ...fills(FILLS)]);
    const again = (price: string, execId: string) =>
      reportOf(desk.exchangeId, {
        row,
        status: '1',
        said: { execId, fill: [UNITS, price], cum: UNITS * FILLS },
      });
    const second = await costOf([again('24.50', 'AGAIN')]);
    assert.ok(second.rows < FILLS / 10, `${second.rows} rows`);
    // The number of open work items has no effect either.
    await fillUp(Array.from({ length: 200 }, (_, count) => again('24.50', `FLOOD${count}`)));
    const last = await costOf([again('24.50', 'LAST')]);
    assertNoMore(last, second, 'a parked fill among many');
    await costOf([again('24.10', 'OTHER')]);
    const items = await desk.db.query(sql`
      select exec_id, reason from unmatched_report
      where order_id = ${row.id} and exec_id not like 'FLOOD%' order by id`);
    assert.deepEqual(items, [
      { exec_id: 'AGAIN', reason: 'DUPLICATE_EXECUTION_SUSPECTED' },
      { exec_id: 'LAST', reason: 'DUPLICATE_EXECUTION_SUSPECTED' },
      { exec_id: 'OTHER', reason: 'FILLS_DIFFER' },
    ]);
    await assertBooks(desk);
  });
});

describe('a correction that arrives before its fill', () => {
  it("gets a note for its own date, and for the fill's date once that is known", async () => {
    const [first, second, third] = ['2026-11-24', '2026-11-25', '2026-11-26'];
    await desk.setDate(first);
    const row = await desk.send({ quantity: 100, term: 'GTC', ends: '2026-12-18' });
    await desk.setDate(second);
    await desk.say(row, '1', { type: 'G', execId: 'G1', ref: 'F1', fill: [30, '24.00'] });
    await desk.endOfDay(second, third);
    await desk.setDate(third);
    await desk.say(row, '1', { execId: 'F1', fill: [40, '25.00'], tradeDate: first });
    await desk.endOfDay(third, '2026-11-27');
    const notes = await desk.db.query(sql`
      select trade_date, quantity, reversed_at is null as stands from contract_note
      where order_id = ${row.id} order by id`);
    assert.deepEqual(notes, [
      { trade_date: second, quantity: 30n, stands: false },
      { trade_date: first, quantity: 30n, stands: true },
    ]);
    await assertBooks(desk);
  });
});

describe('corrections that refer to each other', () => {
  const TOLD: readonly (readonly [execId: string, type: string, ref?: string])[] = [
    ['R1', 'G', 'R2'],
    ['R2', 'G', 'R1'],
    ['R3', 'G', 'R1'],
    ['R4', 'H', 'R9'],
    ['R9', 'G', 'R8'],
    ['R8', 'G', 'R7'],
    ['R7', 'F'],
    ['R6', 'F'],
  ];

  it('are one fill, with the same sums here and in the invariants', async () => {
    const row = await desk.send({ quantity: 90 });
    for (const [at, [execId, type, ref]] of TOLD.entries()) {
      const more = ref === undefined ? {} : { ref };
      await desk.say(row, '1', { execId, type, ...more, fill: [at + 1, '24.50'] });
    }
    const days = await desk.db.query(sql`
      select quantity, value::text as value, fills from order_trade_day
      where order_id = ${row.id}`);
    assert.deepEqual(days, [{ quantity: 11n, value: '269.5', fills: 2 }]);
    await assertBooks(desk);
  });
});

describe('a replacement that makes an order a lasting one', () => {
  it('is filled by the report that accepts it, and includes its earlier fills', async () => {
    const row = await desk.send({ quantity: 50 });
    await desk.say(row, '1', { fill: [20, '25.00'] });
    await desk.amend(row.id, { quantity: 80, term: 'GTC', ends: '2026-12-18' });
    const [taken] = await desk.take();
    const clOrdId = taken?.clOrdId ?? '';
    const said = { type: 'F', clOrdId, origClOrdId: row.cl_ord_id, quantity: 80 };
    await desk.say(row, '5', { ...said, fill: [5, '24.50'], cum: 25 });
    const filled = () =>
      desk.db.query(sql`
        select entry_no, quantity_filled from exchange_order where order_id = ${row.id}`);
    assert.deepEqual(await filled(), [{ entry_no: 1, quantity_filled: 25n }]);
    await desk.say(row, '1', { clOrdId, fill: [7, '24.50'], cum: 32 });
    assert.deepEqual(await filled(), [{ entry_no: 1, quantity_filled: 32n }]);
    await assertBooks(desk);
  });
});

describe('sums that are not those of the executions', () => {
  let row: OrderRow;
  before(async () => {
    row = await desk.send({ quantity: 60, term: 'GTC' });
    await desk.say(row, '2', { fill: [60, '25.00'] });
  });

  const CASES: readonly (readonly [what: string, numbers: number[], edit: (id: bigint) => Sql])[] =
    [
      ['units', [27], (id) => sql`update order_trade_day set quantity = 61 where order_id = ${id}`],
      ['value', [27], (id) => sql`update order_trade_day set value = 1 where order_id = ${id}`],
      ['fills', [27], (id) => sql`update order_trade_day set fills = 2 where order_id = ${id}`],
      [
        'no note',
        [28],
        (id) => sql`
        update order_trade_day set contract_note_id = null where order_id = ${id}`,
      ],
      ['no date', [27, 28], (id) => sql`delete from order_trade_day where order_id = ${id}`],
    ];
  for (const [what, numbers, edit] of CASES) {
    it(`are detected: ${what}`, async () => {
      const [kept] = await desk.db.query<{ day: string }>(sql`
        select to_jsonb(d)::text as day from order_trade_day d where order_id = ${row.id}`);
      await desk.db.query(edit(row.id));
      assert.deepEqual(await brokenNumbers(), numbers);
      await desk.db.query(sql`delete from order_trade_day where order_id = ${row.id}`);
      await desk.db.query(sql`
        insert into order_trade_day overriding system value
        select * from jsonb_populate_record(null::order_trade_day, ${kept?.day ?? ''}::jsonb)`);
      assert.deepEqual(await brokenNumbers(), []);
    });
  }
});

describe('a total that is not that of the notes', () => {
  it('is found', async () => {
    const row = await desk.send({ quantity: 40 });
    await desk.say(row, '2', { fill: [40, '25.00'] });
    const add = (minor: number) =>
      desk.db.query(sql`
        update trade_order set noted_total_minor = noted_total_minor + ${minor}::integer
        where id = ${row.id}`);
    await add(1);
    assert.deepEqual(await brokenNumbers(), [29]);
    await add(-1);
    assert.deepEqual(await brokenNumbers(), []);
  });
});

async function brokenNumbers(): Promise<number[]> {
  const { invariants } = await checkIntegrity(desk);
  return invariants.filter(({ holds }) => !holds).map(({ number }) => number);
}
