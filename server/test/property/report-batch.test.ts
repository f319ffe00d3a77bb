// Reports booked together, in batches of any size, leave what they leave booked one by one: two
// brokers hear the same of the same orders, and every table compares equal.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../src/exchanges/simulator/random.js';
import { applyExchangeReports, type ExchangeReport } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record.js';
import { type Sql, sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { assertBooks } from '../support/order.js';
import { type Desk, openDesk, reportOf, type Said } from '../support/order-desk.js';

/** Every other one is calm: orders are accepted, filled in parts, and end once. */
const ROUNDS = 4;
const ORDERS = 12;
const REPORTS = 60;

type Random = ReturnType<typeof randomOf>;
type Told = readonly [status: string, said: Said];

describe('reports booked together', () => {
  let single: Desk;
  let batched: Desk;
  before(async () => {
    [single, batched] = await Promise.all([openDesk(), openDesk()]);
    for (const { db } of [single, batched]) await db.query(UNITS_TO_SELL);
  });
  after(async () => {
    await Promise.all([single.stop(), batched.stop()]);
  });

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`leave what they leave one by one, round ${round}`, async () => {
      const random = randomOf('report-batch', 'round', BigInt(round));
      const isCalm = round % 2 === 0;
      const rows = await placeOrders(random, isCalm);
      const told = isCalm ? calmStory(random, rows) : wildStory(random, rows);
      const reports = told(single.exchangeId);
      for (const report of reports) await single.apply(report);
      for (const batch of cut(random, reports)) {
        await systemWork(batched.context, 'exchange-report', (work) =>
          applyExchangeReports(work, batch),
        );
      }
      for (const [name, statement] of Object.entries(LEFT)) {
        const [one, other] = await Promise.all([
          single.db.query(statement),
          batched.db.query(statement),
        ]);
        assert.deepEqual(other, one, name);
      }
      await assertBooks(single);
      await assertBooks(batched);
    });
  }

  async function placeOrders(random: Random, isCalm: boolean): Promise<OrderRow[]> {
    const rows: OrderRow[] = [];
    for (let count = 0; count < ORDERS; count += 1) {
      const terms = {
        side: random.percent(30) ? ('SELL' as const) : ('BUY' as const),
        quantity: random.between(1, 90),
        portfolio: String(random.between(1, 3)).padStart(10, '0'),
        term: !isCalm && random.percent(15) ? 'GTC' : 'DAY',
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
  insert into holding (portfolio_id, security_id, quantity, cost_minor)
  select p.id, s.id, 100000, 200000001 from portfolio p, security s
  where p.name in ('0000000001', '0000000002', '0000000003') and s.name = 'ACCESS'
  on conflict (portfolio_id, security_id) do update
    set quantity = excluded.quantity, cost_minor = excluded.cost_minor`;

/** What is compared: all that reports change, but for times and for numbers that are only names. */
const LEFT: Readonly<Record<string, Sql>> = {
  orders: sql`
    select id, quantity, quantity_filled, quantity_pending, average_price, sold_cost_minor,
      order_status, fix_order_status, resting_fix_status, cl_ord_id, pending_cl_ord_id,
      exchange_order_id, fix_message, filled_elsewhere, version
    from trade_order order by id`,
  holdings: sql`select * from holding order by portfolio_id, security_id`,
  holds: sql`select source_id, amount_minor from cash_hold order by source_type, source_id`,
  balances: sql`
    select account_id, balance_minor, held_minor from account_balance order by account_id`,
  executions: sql`
    select order_id, exec_id, exec_type, ord_status, cl_ord_id, kind, exec_ref_id, quantity, price,
      trade_date, exchange_order_id, message_text, contract_note_id > 0 as noted,
      row_number() over (partition by order_id order by id) as place
    from execution_report order by order_id, id`,
  notes: sql`
    select order_id, trade_date, settlement_date, quantity, average_price, consideration_minor,
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

// Each order's reports in their sequence, those of different orders mixed.
function calmStory(random: Random, rows: readonly OrderRow[]): Story {
  const waiting = rows.map((row) => {
    const part = random.between(1, Number(row.quantity));
    const rest = Number(row.quantity) - part;
    const price = () => `2${random.between(0, 4)}.${random.between(10, 99)}`;
    const last: Told = random.percent(70) ? ['2', { fill: [rest, price()] }] : ['4', {}];
    const told: Told[] = [['0', {}], ['1', { fill: [part, price()] }], last];
    return { row, told: rest === 0 ? told.slice(0, 2) : told };
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

// What an exchange may say of orders in any sequence, much of it nonsense.
function wildStory(random: Random, rows: readonly OrderRow[]): Story {
  return (exchangeId) => {
    const reports: ExchangeReport[] = [];
    for (let count = 0; count < REPORTS; count += 1) {
      const row = rows[random.below(rows.length)];
      const known = reports[random.below(Math.max(reports.length, 1))];
      if (known !== undefined && random.percent(8)) reports.push(known);
      else if (row !== undefined) {
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

function cut(random: Random, reports: readonly ExchangeReport[]): ExchangeReport[][] {
  const batches: ExchangeReport[][] = [];
  for (let from = 0; from < reports.length; ) {
    const to = from + random.between(1, 40);
    batches.push(reports.slice(from, to));
    from = to;
  }
  return batches;
}
