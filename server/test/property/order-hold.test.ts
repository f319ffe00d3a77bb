// Order holds against random reports in random sequence, with amendments, cancels and ends of day.
// The hold always equals the amount that the order's state requires, units and money add up, and no
// report is ever refused.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { assertBooks } from '../support/order.js';
import { type Desk, openDesk } from '../support/order-desk.js';

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const;

type Step =
  | { readonly kind: 'status'; readonly status: string }
  | {
      readonly kind: 'fill';
      readonly execId: number;
      readonly quantity: number;
      readonly price: string;
    }
  | { readonly kind: 'bust'; readonly execId: number; readonly ref: number }
  | {
      readonly kind: 'correct';
      readonly execId: number;
      readonly ref: number;
      readonly quantity: number;
      readonly price: string;
    }
  | { readonly kind: 'amend'; readonly quantity: number; readonly limit: string }
  | { readonly kind: 'cancel' | 'answer' | 'refuse' | 'close' };

const execId = fc.nat({ max: 5 });
const quantity = fc.integer({ min: 1, max: 60 });
const price = fc.constantFrom('24.00', '25.00', '25.50');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom('0', 'A', '1', '3', '4', '8', 'C', '6', 'E', '2'),
  }),
  fc.record({ kind: fc.constant('fill' as const), execId, quantity, price }),
  fc.record({ kind: fc.constant('fill' as const), execId, quantity, price }),
  fc.record({ kind: fc.constant('bust' as const), execId, ref: execId }),
  fc.record({ kind: fc.constant('correct' as const), execId, ref: execId, quantity, price }),
  fc.record({ kind: fc.constant('amend' as const), quantity, limit: price }),
  fc.record({ kind: fc.constantFrom('cancel', 'answer', 'refuse', 'close') }),
);

describe('random reports', () => {
  let desk: Desk;
  let seller: string;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
    const [row] = await desk.db.query<{ name: string; id: bigint }>(sql`
      select p.name, p.id from holding h join portfolio p on p.id = h.portfolio_id
      join security s on s.id = h.security_id where s.name = 'ACCESS' order by p.id desc limit 1`);
    assert.ok(row);
    seller = row.name;
  });
  after(() => desk.stop());

  async function play(row: OrderRow, one: Step): Promise<void> {
    const { cl_ord_id, pending_cl_ord_id } = await desk.order(row.id);
    const answer = { clOrdId: pending_cl_ord_id ?? cl_ord_id, origClOrdId: cl_ord_id };
    switch (one.kind) {
      case 'status':
        await desk.say(row, one.status);
        return;
      case 'fill': {
        const fill = [one.quantity, one.price] as const;
        await desk.say(row, '1', { execId: `${row.name}F${one.execId}`, fill });
        return;
      }
      case 'bust':
        await desk.say(row, '1', {
          type: 'H',
          execId: `${row.name}H${one.execId}`,
          ref: `${row.name}F${one.ref}`,
        });
        return;
      case 'correct':
        await desk.say(row, '1', {
          type: 'G',
          execId: `${row.name}G${one.execId}`,
          ref: `${row.name}F${one.ref}`,
          fill: [one.quantity, one.price],
        });
        return;
      case 'amend':
        await tolerate(desk.amend(row.id, { ...termsOf(row), ...one }));
        await desk.take();
        return;
      case 'cancel':
        await tolerate(desk.cancel(row.id));
        await desk.take();
        return;
      case 'answer':
        await desk.say(row, '1', { ...answer, type: '5' });
        return;
      case 'refuse':
        await desk.say(row, '1', { ...answer, type: '9' });
        return;
      case 'close':
        await closeDay();
    }
  }

  // Checks that the commission on an order's notes adds up to that of a single note for all fills,
  // at the order's rate. Also checks that the order's total is the sum of the notes and the
  // possible further charges.
  async function assertTotals(row: OrderRow): Promise<void> {
    const rate = row.instrument_type === 'EQUITY' ? '1.35' : '1';
    const [noted] = await desk.db.query<{ wrong: bigint; net: bigint }>(sql`
      select coalesce(sum(c.minor) - round(sum(n.consideration_minor) * ${rate}::numeric / 100),
        0)::bigint as wrong, coalesce(sum(n.net_minor), 0)::bigint as net
      from contract_note n
      left join lateral (
        select sum(amount_minor) as minor from contract_note_charge
        where contract_note_id = n.id and code = 'COMMISSION'
      ) c on true
      where n.order_id = ${row.id} and n.reversed_at is null`);
    assert.equal(noted?.wrong, 0n, 'commission');
    const order = await desk.order(row.id);
    assert.equal(order.noted_total_minor, noted?.net, 'net of the notes');
    if (row.order_type === 'BUY') assert.equal(order.open_total_minor, order.held_minor, 'hold');
    if (order.quantity_filled === 0n && order.order_status === 'CANCELLED') {
      assert.deepEqual([order.order_value_minor, order.noted_total_minor], [0n, 0n]);
    }
  }

  let day = 0;
  async function closeDay(): Promise<void> {
    const closing = DAYS[day % 3] ?? DAYS[0];
    const next = DAYS[(day % 3) + 1] ?? DAYS[0];
    day += 1;
    await desk.endOfDay(closing, next);
  }

  function termsOf(row: OrderRow) {
    return {
      side: row.order_type,
      portfolio: row.portfolio_name,
      term: row.order_term_name,
      security: row.security_name,
    };
  }

  // Tolerates refusals. A caller's request may be refused; an exchange's report never is.
  async function tolerate(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }

  it("leave holds, units, notes and ledger consistent with the order's state", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ['BUY', 'ACCESS'] as const,
          ['BUY', 'FG142029S1'] as const,
          ['SELL', 'ACCESS'] as const,
        ),
        fc.constantFrom('DAY', 'GTC'),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        async ([side, security], term, steps) => {
          day = 0;
          await desk.setDate(DAYS[0]);
          const portfolio = side === 'BUY' ? '0000000001' : seller;
          const row = await desk.send({ side, term, portfolio, security });
          for (const one of steps) {
            await play(row, one);
            await assertBooks(desk);
            assert.equal(await desk.held(row.id), await desk.needed(row.id), one.kind);
            await assertTotals(row);
          }
          await desk.say(row, '4');
          await desk.endOfDay(DAYS[2], DAYS[3]);
          await assertBooks(desk);
          assert.equal(await desk.held(row.id), 0n);
          await assertTotals(row);
        },
      ),
      { numRuns: 25, seed: 20261121 },
    );
  });

  it('leave no trace when every fill is busted, whatever the sequence', async () => {
    const fills = fc.array(fc.record({ quantity, price }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('BUY' as const, 'SELL' as const),
        fills.chain((made) =>
          fc.record({
            made: fc.constant(made),
            bustFirst: fc.array(fc.boolean(), { minLength: 5 }),
          }),
        ),
        async (side, { made, bustFirst }) => {
          await desk.setDate(DAYS[0]);
          const portfolio = side === 'BUY' ? '0000000001' : seller;
          const row = await desk.submit({ side, portfolio, quantity: 300 });
          await desk.take();
          const money = (await desk.available(row)) + (await desk.held(row.id));
          const units = (await desk.holding(row)).quantity;
          const fill = (at: number) => {
            const { quantity: dealt, price: at2 } = made[at] ?? { quantity: 1, price: '25.00' };
            return desk.say(row, '1', { execId: `${row.name}F${at}`, fill: [dealt, at2] });
          };
          const bust = (at: number) =>
            desk.say(row, '1', {
              type: 'H',
              execId: `${row.name}H${at}`,
              ref: `${row.name}F${at}`,
            });
          for (const at of made.keys()) await (bustFirst[at] ? bust(at) : fill(at));
          await desk.say(row, '4');
          for (const at of made.keys()) await (bustFirst[at] ? fill(at) : bust(at));
          await assertBooks(desk);
          assert.equal((await desk.order(row.id)).quantity_filled, 0n);
          assert.equal(await desk.available(row), money);
          assert.equal((await desk.holding(row)).quantity, units);
        },
      ),
      { numRuns: 12, seed: 7 },
    );
  });
});
