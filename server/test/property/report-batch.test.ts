// Booking reports in batches of any size has the same result as booking them one by one. Two
// brokers receive the same reports about the same orders, and all their tables must match.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../src/exchanges/simulator/random.js';
import {
  applyExchangeReports,
  type ExchangeReport,
  type ReportFate,
} from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { FIX_STATUS_NAMES } from '../../src/modules/order/rule/order-state.js';
import { addDays } from '../../src/platform/calendar/business-date.js';
import { type Sql, sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { bringInstead } from '../support/holding.js';
import { assertBooks } from '../support/order.js';
import { type Desk, openDesk, reportOf, type Said } from '../support/order-desk.js';

/** Every second round is calm: orders are accepted, filled in parts, and end at most once. */
const ROUNDS = 4;
const ORDERS = 12;
const REPORTS = 60;

type Random = ReturnType<typeof randomOf>;
type Told = readonly [status: string, said: Said];

describe('reports booked in a batch', () => {
  let single: Desk;
  let batched: Desk;
  before(async () => {
    [single, batched] = await Promise.all([openDesk(), openDesk()]);
    for (const { db } of [single, batched]) await bringInstead(db, UNITS_TO_SELL);
  });
  after(async () => {
    await Promise.all([single.stop(), batched.stop()]);
  });

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`have the same effect as one by one, round ${round}`, async () => {
      const random = randomOf('report-batch', 'round', BigInt(round));
      const isCalm = round % 2 === 0;
      const rows = await placeOrders(random, isCalm);
      const told = isCalm ? calmStory(random, rows) : wildStory(random, rows);
      const reports = told(single.exchangeId).map((report) => withSettlement(random, rows, report));
      await compare(cut(random, reports));
    });
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`leave equal tables if the exchange answers for all orders, round ${round}`, async () => {
      const random = randomOf('report-batch', 'answers', BigInt(round));
      const rows = await placeOrders(random, round % 2 === 0);
      const told = calmStory(random, rows)(single.exchangeId);
      await compare(cut(random, told));
      const answers = await answersAbout(random, rows);
      await compare(cut(random, answers));
      await compare([answers.slice(0, 3), answers]);
    });
  }

  it('cost as many statements for many repeated answers as for a few', async () => {
    const random = randomOf('report-batch', 'answers', 99n);
    const rows = await placeOrders(random, true);
    await compare([calmStory(random, rows)(single.exchangeId)]);
    const answers = await answersAbout(random, rows, 0);
    // The first answers state how much of each order the exchange has filled. No earlier report has
    // stated that.
    await compare([answers]);
    const statementsFor = (reports: readonly ExchangeReport[]) =>
      systemWork(batched.context, 'exchange-report', async (work) => {
        let statements = 0;
        const query: typeof work.tx.query = (statement) => {
          statements += 1;
          return work.tx.query(statement);
        };
        const fates = await applyExchangeReports({ ...work, tx: { ...work.tx, query } }, reports);
        assert.ok(fates.every((fate) => fate === 'APPLIED'));
        return statements;
      });
    assert.equal(await statementsFor(answers), await statementsFor(answers.slice(0, 2)));
  });

  /** Returns the exchange's answers about orders, some of which differ from the bookings. */
  async function answersAbout(random: Random, rows: readonly OrderRow[], others = 20) {
    const booked = await single.db.query<{ id: bigint; status: string; filled: string }>(sql`
      select id, fix_order_status as status, quantity_filled::text as filled from trade_order`);
    return rows.map((row) => {
      const { status, filled } = booked.find(({ id }) => id === row.id) ?? assert.fail();
      const known = Object.entries(FIX_STATUS_NAMES).find(([, name]) => name === status);
      const isOther = random.percent(others);
      const cum = Number(filled) + (isOther && random.percent(50) ? 1 : 0);
      const other = isOther && random.percent(50) ? { symbol: 'ZENITHBANK' } : {};
      const answered = isOther && random.percent(40) ? '4' : (known?.[0] ?? '0');
      return reportOf(single.exchangeId, {
        ...{ row, status: answered },
        said: { type: 'I', cum, execId: '0', ...other },
      });
    });
  }

  for (const first of [1, 2, 3]) {
    it(`leave equal tables if a fill has a used ExecID, cut after ${first}`, async () => {
      const row = await single.submit();
      await batched.submit();
      await Promise.all([single.take(), batched.take()]);
      const fill = [6, '21.90'] as const;
      const told: readonly Told[] = [
        ['0', {}],
        ['1', { execId: `SHARED-${first}`, type: '0', fill, cum: 6 }],
        ['1', { execId: `SHARED-${first}`, fill, cum: 6 }],
        ['4', { cum: 6 }],
      ];
      const reports = told.map(([status, said]) =>
        reportOf(single.exchangeId, { row, status, said }),
      );
      await compare([reports.slice(0, first), reports.slice(first)]);
    });
  }

  /**
   * Books batches at one broker and the same reports one by one at the other, then compares them.
   */
  async function compare(batches: readonly (readonly ExchangeReport[])[]): Promise<void> {
    const alone: ReportFate[] = [];
    for (const report of batches.flat()) alone.push(await single.apply(report));
    const together: ReportFate[] = [];
    for (const batch of batches) {
      const fates = await systemWork(batched.context, 'exchange-report', (work) =>
        applyExchangeReports(work, batch),
      );
      together.push(...fates);
    }
    assert.deepEqual(together, alone, 'fates');
    for (const [name, statement] of Object.entries(LEFT)) {
      const [one, other] = await Promise.all([
        single.db.query(statement),
        batched.db.query(statement),
      ]);
      assert.deepEqual(other, one, name);
    }
    await assertBooks(single);
    await assertBooks(batched);
  }

  async function placeOrders(random: Random, isCalm: boolean): Promise<OrderRow[]> {
    const rows: OrderRow[] = [];
    for (let count = 0; count < ORDERS; count += 1) {
      const terms = {
        side: random.percent(30) ? ('SELL' as const) : ('BUY' as const),
        quantity: random.between(1, 90),
        portfolio: String(random.between(1, 3)).padStart(10, '0'),
        term: random.percent(isCalm ? 40 : 15) ? 'GTC' : 'DAY',
      };
      rows.push(await single.submit(terms));
      await batched.submit(terms);
    }
    await Promise.all([single.take(), batched.take()]);
    for (const row of rows.filter(() => !isCalm && random.percent(15))) {
      await Promise.all([single.cancel(row.id), batched.cancel(row.id)]);
      await Promise.all([single.take(), batched.take()]);
    }
    return rows;
  }
});

const UNITS_TO_SELL = sql`
  select p.id as portfolio_id, s.id as security_id, 100000 as quantity, 200000001 as cost_minor
  from portfolio p, security s
  where p.name in ('0000000001', '0000000002', '0000000003') and s.name = 'ACCESS'`;

/**
 * The compared data: everything that reports change, except times and numbers that only serve as
 * names.
 */
const LEFT: Readonly<Record<string, Sql>> = {
  orders: sql`
    select id, quantity, quantity_filled, quantity_pending, average_price,
      order_status, fix_order_status, resting_fix_status, cl_ord_id, pending_cl_ord_id,
      exchange_order_id, fix_message, filled_elsewhere, order_value_minor, noted_total_minor,
      open_total_minor, version
    from trade_order order by id`,
  holdings: sql`select * from holding order by portfolio_id, security_id`,
  movements: sql`
    select portfolio_id, security_id, kind, effective_date, quantity, cost_minor, proceeds_minor,
      order_id, source_type, source_line, reversal_of_id is null as adds
    from holding_movement order by portfolio_id, security_id, id`,
  holds: sql`select source_id, amount_minor from cash_hold order by source_type, source_id`,
  balances: sql`
    select account_id, balance_minor, held_minor from account_balance order by account_id`,
  executions: sql`
    select order_id, exec_id, exec_type, ord_status, cl_ord_id, kind, exec_ref_id, quantity, price,
      trade_date, settlement_date, exchange_order_id, message_text,
      row_number() over (partition by order_id order by id) as place
    from execution_report order by order_id, id`,
  'exchange orders': sql`
    select order_id, entry_no, quantity, quantity_filled, cum_quantity, fix_order_status,
      ended_at is null as works, awaits_reentry
    from exchange_order order by order_id, entry_no`,
  'trade days': sql`
    select order_id, trade_date, quantity, value, fills, stated_settlement, has_news,
      contract_note_id is not null as noted
    from order_trade_day order by order_id, trade_date`,
  notes: sql`
    select order_id, trade_date, settlement_date, stated_settlement_date, quantity, average_price,
      consideration_minor,
      charges_minor, net_minor, label, reversed_at is null as stands, replaces_id is null as first,
      (select jsonb_agg(to_jsonb(c) - 'contract_note_id' order by c.line_no)
        from contract_note_charge c where c.contract_note_id = n.id) as charges
    from contract_note n order by order_id, id`,
  lines: sql`
    select a.id, sum(l.amount_minor) as minor, count(*) as lines from journal_line l
    join account a on a.id = l.account_id group by a.id order by a.id`,
  'work items': sql`
    select order_id, cl_ord_id, exec_id, reason from unmatched_report
    order by cl_ord_id, exec_id, reason`,
  events: sql`
    select type, count(*) as count, sum(case when type like 'trade-order%' then subject_id end)
    from outbox_event group by type order by type`,
};

type Story = (exchangeId: bigint) => ExchangeReport[];

// Returns reports in which each order's own sequence is kept while different orders are
// interleaved.
function calmStory(random: Random, rows: readonly OrderRow[]): Story {
  const waiting = rows.map((row) => {
    const all = Number(row.quantity);
    const told: Told[] = [['0', {}]];
    let cum = 0;
    const fill = (status: string, units: number) => {
      cum += units;
      const price = `2${random.between(0, 4)}.${random.between(10, 99)}`;
      // Some exchanges send no cumulative quantity, and some send a wrong one.
      const count = cum + (random.percent(5) ? 1 : 0);
      told.push([status, { fill: [units, price], ...(random.percent(60) ? { cum: count } : {}) }]);
    };
    while (cum < all && random.percent(80)) fill('1', random.between(1, all - cum));
    const end = cum < all ? random.below(10) : undefined;
    if (end !== undefined && end < 7) fill('2', all - cum);
    else if (end !== undefined && end < 9) told.push(['4', {}]);
    return { row, told };
  });
  const story: (readonly [OrderRow, Told])[] = [];
  for (let left = waiting; left.length > 0; left = left.filter(({ told }) => told.length > 0)) {
    const one = left[random.below(left.length)];
    const told = one?.told.shift();
    if (one !== undefined && told !== undefined) story.push([one.row, told]);
  }
  return (exchangeId) =>
    story.map(([row, [status, said]]) => reportOf(exchangeId, { row, status, said }));
}

// Returns arbitrary reports about orders in any sequence, many of them nonsense.
function wildStory(random: Random, rows: readonly OrderRow[]): Story {
  return (exchangeId) => {
    const reports: ExchangeReport[] = [];
    for (let count = 0; count < REPORTS; count += 1) {
      const row = rows[random.below(rows.length)];
      const known = reports[random.below(Math.max(reports.length, 1))];
      const same = rows.find(({ cl_ord_id: clOrdId }) => clOrdId === known?.clOrdId);
      if (known !== undefined && random.percent(8)) reports.push(known);
      else if (same !== undefined && random.percent(6)) {
        const [status, said] = toldOf(random, same, known);
        const execId = known?.execId ?? '';
        reports.push(reportOf(exchangeId, { row: same, status, said: { ...said, execId } }));
      } else if (row !== undefined) {
        const [status, said] = toldOf(random, row, known);
        reports.push(reportOf(exchangeId, { row, status, said }));
      }
    }
    return reports;
  };
}

function toldOf(random: Random, row: OrderRow, known: ExchangeReport | undefined): Told {
  const price = `${random.between(20, 25)}.${random.between(10, 99)}`;
  const all = Number(row.quantity);
  const some = random.between(1, Math.max(1, Math.floor(all / 3)));
  const draw = random.below(100);
  if (draw < 30) return ['0', {}];
  if (draw < 55) return ['1', { fill: [some, price] }];
  if (draw < 75) return ['2', { fill: [all, price] }];
  if (draw < 80) return ['4', {}];
  if (draw < 84) return ['8', {}];
  if (draw < 87) return ['C', {}];
  if (draw < 90) return ['1', { type: 'H', ref: known?.execId ?? 'NONE' }];
  if (draw < 93) return ['1', { type: 'G', ref: known?.execId ?? 'NONE', fill: [some, price] }];
  if (draw < 95) return ['0', { clOrdId: 'UNKNOWN' }];
  if (draw < 97) return ['0', { type: 'I', cum: 0 }];
  return ['0', { execId: '' }];
}

/** Adds a settlement date, at most four days ahead, to some fills. */
function withSettlement(
  random: Random,
  [row]: readonly OrderRow[],
  report: ExchangeReport,
): ExchangeReport {
  if (row === undefined || report.lastQuantity === undefined || random.percent(60)) return report;
  return { ...report, settlementDate: addDays(row.today, random.between(0, 4)) };
}

function cut(random: Random, reports: readonly ExchangeReport[]): ExchangeReport[][] {
  const batches: ExchangeReport[][] = [];
  for (let from = 0; from < reports.length; ) {
    const to = from + random.between(1, 40);
    batches.push(reports.slice(from, to));
    from = to;
  }
  return batches;
}
