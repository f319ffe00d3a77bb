// Orders over many days at an exchange that keeps them for one, its reports delayed over the ends
// of days, repeated and crossed by amendments and cancels: whatever the sequence, what has been
// filled and what still works there is never more than the customer asked for.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { askForOverdue, type Instruction } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record.js';
import { addDays, businessDate } from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { Problem } from '../../src/platform/http/problem.js';
import { assertBooks } from '../support/order.js';
import { type Desk, openDesk, type Said } from '../support/order-desk.js';

const FIRST_DAY = businessDate('2026-11-16');

interface Entry {
  clOrdId: string;
  quantity: number;
  filled: number;
  isLive: boolean;
}

interface Spoken {
  readonly status: string;
  readonly said: Said;
}

/** An exchange of one order: it decides at once, and what it says arrives later, in its sequence. */
function openExchange() {
  const entries: Entry[] = [];
  const line: Spoken[] = [];
  const heard: Spoken[] = [];
  let lastExecId = 0;
  const speak = (status: string, entry: Entry, said: Said = {}) => {
    lastExecId += 1;
    const about = { clOrdId: entry.clOrdId, cum: entry.filled, execId: `E${lastExecId}` };
    line.push({ status, said: { ...about, ...said } });
  };
  const find = (clOrdId: string | null) => entries.find((entry) => entry.clOrdId === clOrdId);
  const statusOf = (entry: Entry) => {
    if (entry.isLive) return entry.filled > 0 ? '1' : '0';
    return entry.filled === entry.quantity ? '2' : 'C';
  };

  function change(told: Instruction): void {
    const entry = find(told.origClOrdId);
    assert.ok(entry, 'a change names an order of ours');
    const ids = { clOrdId: told.clOrdId, origClOrdId: entry.clOrdId };
    if (!entry.isLive) {
      line.push({ status: statusOf(entry), said: { ...ids, type: '9' } });
      return;
    }
    if (told.kind === 'CANCEL') {
      entry.isLive = false;
      speak('4', entry, ids);
      return;
    }
    entry.quantity = Math.max(Number(told.quantity), entry.filled);
    entry.isLive = entry.quantity > entry.filled;
    entry.clOrdId = told.clOrdId;
    speak(statusOf(entry), entry, { ...ids, type: '5', quantity: entry.quantity });
  }

  return {
    line,
    heard,
    take(told: Instruction): void {
      if (told.kind === 'STATUS') {
        const entry = find(told.origClOrdId);
        assert.ok(entry, 'a question names an order of ours');
        speak(statusOf(entry), entry, { type: 'I' });
      } else if (told.kind === 'NEW') {
        assert.ok(!entries.some(({ isLive }) => isLive), 'one exchange order works at a time');
        const quantity = Number(told.quantity);
        const entry = { clOrdId: told.clOrdId, quantity, filled: 0, isLive: true };
        entries.push(entry);
        speak('0', entry);
      } else change(told);
    },
    fill(most: number): void {
      const entry = entries.find(({ isLive }) => isLive);
      if (entry === undefined) return;
      const quantity = Math.min(most, entry.quantity - entry.filled);
      entry.filled += quantity;
      entry.isLive = entry.filled < entry.quantity;
      speak(entry.isLive ? '1' : '2', entry, { fill: [quantity, '25.00'] });
    },
    endDay(): void {
      for (const entry of entries.filter(({ isLive }) => isLive)) {
        entry.isLive = false;
        speak('C', entry);
      }
    },
    filled: () => entries.reduce((sum, { filled }) => sum + filled, 0),
    working: () =>
      entries.reduce(
        (sum, { isLive, quantity, filled }) => sum + (isLive ? quantity - filled : 0),
        0,
      ),
  };
}

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

describe('random days of a lasting order', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(1_000_000_000n);
    await desk.db.query(sql`update exchange set longest_order_days = 0`);
  });
  after(() => desk.stop());

  async function play(steps: readonly Step[]): Promise<void> {
    const exchange = openExchange();
    let today = FIRST_DAY;
    await desk.setDate(today);
    const row = await desk.submit({ term: 'GTC' });

    const take = async () => {
      for (const told of await desk.take()) exchange.take(told);
    };
    const deliver = async (count: number) => {
      for (const spoken of exchange.line.splice(0, count)) {
        await desk.say(row, spoken.status, spoken.said);
        exchange.heard.push(spoken);
      }
    };
    const close = async () => {
      exchange.endDay();
      const next = addDays(today, 1);
      await desk.endOfDay(today, next);
      today = next;
    };
    const run = async (one: Step): Promise<void> => {
      switch (one.kind) {
        case 'fill':
          exchange.fill(one.most);
          return;
        case 'amend':
          return tolerate(desk.amend(row.id, { term: 'GTC', quantity: one.quantity }));
        case 'cancel':
          return tolerate(desk.cancel(row.id));
        case 'deliver':
          return deliver(one.count);
        case 'repeat': {
          const again = exchange.heard.at(-1);
          if (again?.said.type !== 'I' && again) await desk.say(row, again.status, again.said);
          return;
        }
        case 'close':
          return close();
        case 'reenter':
          await desk.reenter(2);
          return;
        case 'take':
          return take();
        case 'ask': {
          const asked = { sessionName: row.session_name, now: desk.context.clock.now() };
          await desk.db.transaction((tx) => askForOverdue(tx, asked));
        }
      }
    };
    const check = async (after: string) => {
      const most = await askedOf(row);
      const committed = exchange.filled() + exchange.working();
      assert.ok(committed <= most, `${after}: ${committed} of ${most}`);
    };

    for (const one of steps) {
      await run(one);
      await check(one.kind);
    }
    // Everything arrives in the end; the customer cancels, and the books agree with the exchange.
    for (let round = 0; round < 4; round += 1) {
      await deliver(exchange.line.length);
      await tolerate(desk.cancel(row.id));
      await take();
    }
    await close();
    await deliver(exchange.line.length);
    const order = await desk.order(row.id);
    assert.equal(exchange.working(), 0);
    assert.equal(Number(order.quantity_filled), exchange.filled());
    assert.ok(['CANCELLED', 'EXECUTED'].includes(order.order_status), order.order_status);
    assert.equal(await desk.held(row.id), 0n);
    await assertBooks(desk);
  }

  /** The most that the customer has asked for and not been refused. */
  async function askedOf(row: OrderRow): Promise<number> {
    const order = await desk.order(row.id);
    const [pending] = await desk.db.query<{ quantity: bigint | null }>(sql`
      select max(quantity) as quantity from exchange_instruction
      where order_id = ${row.id} and cl_ord_id = ${order.pending_cl_ord_id}`);
    return Math.max(Number(order.quantity), Number(pending?.quantity ?? 0n));
  }

  // A caller may be refused; an exchange never is.
  async function tolerate(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }

  it('never order more than is asked, and book what was filled', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 45 }), play), {
      numRuns: Number(process.env.GOOD_TILL_RUNS ?? 20),
      seed: 20261121,
    });
  });
});
