// Good-till orders over several days at an exchange that keeps orders only for the day. Reports are
// delayed past ends of day, repeated, and crossed with amendments and cancels. Whatever the
// sequence, the filled quantity plus the live quantity at the exchange never exceeds the requested
// quantity.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { askForOverdue } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { assertBooks } from '../support/order.js';
import { type Desk, openDesk } from '../support/order-desk.js';
import { DailyExchange, type Spoken } from './daily-exchange.js';

const FIRST_DAY = businessDate('2026-11-16');

type Step =
  | { readonly kind: 'fill'; readonly most: number }
  | { readonly kind: 'amend'; readonly quantity: number }
  | { readonly kind: 'deliver'; readonly count: number }
  | { readonly kind: 'repeat' | 'close' | 'reenter' | 'take' | 'cancel' | 'ask' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      most: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      quantity: fc.integer({ min: 10, max: 200 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'reenter' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('reenter' as const, 'take' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('repeat' as const, 'cancel' as const, 'ask' as const),
    }),
  },
);

interface Life {
  readonly row: OrderRow;
  readonly exchange: DailyExchange;
  readonly heard: Spoken[];
  today: BusinessDate;
  /** The order's hold after the last step. */
  held: bigint;
}

describe('random days of a lasting order', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
    await desk.keepsOrdersFor(0);
  });
  after(() => desk.stop());

  /** @param isAll true if the order's hold leaves the customer no other money to spend */
  async function play(steps: readonly Step[], isAll: boolean): Promise<void> {
    await desk.setDate(FIRST_DAY);
    const life = {
      row: await desk.submit({ term: 'GTC' }),
      exchange: new DailyExchange(),
      heard: [],
      today: FIRST_DAY,
      held: 0n,
    };
    life.held = await desk.held(life.row.id);
    if (isAll) await desk.leave(life.row, 0n);
    for (const one of steps) {
      await run(life, one);
      await assertCovered(life, one.kind);
      const committed = life.exchange.filled() + life.exchange.working();
      const most = await askedOf(life.row);
      assert.ok(committed <= most, `${one.kind}: ${committed} of ${most}`);
    }
    await end(life);
    await assertCovered(life, 'close');
    await desk.giveBack(life.row);
  }

  // Checks that the hold covers every note, whichever days the order is filled on, so that no fee
  // takes money that is not held.
  async function assertCovered(life: Life, kind: Step['kind']): Promise<void> {
    const { id } = life.row;
    assert.ok((await desk.available(life.row)) >= 0n, 'available');
    const [held, needed] = [await desk.held(id), await desk.needed(id)];
    // A day without a fill does not lower the hold immediately, but only when the hold is next set.
    if (held === life.held || kind === 'close') assert.ok(held >= needed, 'held');
    else assert.equal(held, needed, 'held');
    life.held = held;
  }

  // Delivers all reports and cancels the order. The books must then agree with the exchange.
  async function end(life: Life): Promise<void> {
    const { row, exchange } = life;
    for (let round = 0; round < 4; round += 1) {
      await deliver(life, exchange.line.length);
      await tolerate(desk.cancel(row.id));
      await take(life);
    }
    await close(life);
    await deliver(life, exchange.line.length);
    const order = await desk.order(row.id);
    assert.equal(exchange.working(), 0);
    assert.equal(Number(order.quantity_filled), exchange.filled());
    assert.ok(['CANCELLED', 'EXECUTED'].includes(order.order_status), order.order_status);
    assert.equal(await desk.held(row.id), 0n);
    await assertBooks(desk);
  }

  async function run(life: Life, one: Step): Promise<void> {
    const { row } = life;
    switch (one.kind) {
      case 'fill':
        life.exchange.fill(one.most);
        return;
      case 'amend':
        return tolerate(desk.amend(row.id, { term: 'GTC', quantity: one.quantity }));
      case 'cancel':
        return tolerate(desk.cancel(row.id));
      case 'deliver':
        return deliver(life, one.count);
      case 'repeat': {
        const again = life.heard.at(-1);
        if (again?.said.type !== 'I' && again) await desk.say(row, again.status, again.said);
        return;
      }
      case 'close':
        return close(life);
      case 'reenter':
        await desk.reenter(2);
        return;
      case 'take':
        return take(life);
      case 'ask': {
        const asked = { sessionName: row.session_name, now: desk.context.clock.now() };
        await desk.db.transaction((tx) => askForOverdue(tx, asked));
      }
    }
  }

  async function take({ exchange }: Life): Promise<void> {
    for (const told of await desk.take()) exchange.take(told);
  }

  async function deliver({ row, exchange, heard }: Life, count: number): Promise<void> {
    for (const spoken of exchange.line.splice(0, count)) {
      await desk.say(row, spoken.status, spoken.said);
      heard.push(spoken);
    }
  }

  async function close(life: Life): Promise<void> {
    life.exchange.endDay();
    const next = addDays(life.today, 1);
    await desk.endOfDay(life.today, next);
    life.today = next;
  }

  /**
   * Returns the largest quantity that the customer has requested and that has not been rejected.
   */
  async function askedOf(row: OrderRow): Promise<number> {
    const order = await desk.order(row.id);
    const [pending] = await desk.db.query<{ quantity: bigint | null }>(sql`
      select max(quantity) as quantity from exchange_instruction
      where order_id = ${row.id} and cl_ord_id = ${order.pending_cl_ord_id}`);
    return Math.max(Number(order.quantity), Number(pending?.quantity ?? 0n));
  }

  // Tolerates refusals. A caller's request may be refused; an exchange's report never is.
  async function tolerate(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }

  it('never order more than requested, and book all fills', async () => {
    const steps = fc.array(step, { minLength: 12, maxLength: 45 });
    await fc.assert(fc.asyncProperty(steps, fc.boolean(), play), {
      numRuns: Number(process.env.GOOD_TILL_RUNS ?? 20),
      seed: 20261121,
    });
  });
});
