// A holding ends as if the final terms of a corporate action had been known from the start,
// whatever the order of fills, busts, announcement, corrections and cancellation. Three securities
// end with the same fills: the first gets them in random order, with a late and corrected event;
// the second in order, with the final terms; the third without an event.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { sql } from '../../src/platform/database/sql.js';
import {
  assertIntegrity,
  entitlementsOf,
  entitleNow,
  holdingIn,
  recordEvent,
} from '../support/corporate-action.js';
import { bringInstead } from '../support/holding.js';
import { type Desk, openDesk } from '../support/order-desk.js';
import { randomFrom } from '../support/random.js';

const ROUNDS = 5;
const FILLS_A_DAY = 2;
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
const EX_DATE = '2026-11-18';
const LAST = '2026-11-23';
const PORTFOLIO = '0000000001';
const [MIXED, ORDERLY, PLAIN] = ['ACCESS', 'ZENITHBANK', 'GTCO'] as const;

interface Waiting {
  readonly order: OrderRow;
  readonly quantity: number;
  readonly price: string;
  readonly tradeDate: string;
}

type Terms = (securityName: string, status: string) => object;

/** The final terms of an event, and terms that were announced before them. */
interface Story {
  readonly first: Terms;
  readonly final: Terms;
}

function unitsEvent(kind: string, [newUnits, oldUnits]: readonly [number, number], price?: number) {
  const cash = price === undefined ? {} : { fractions: 'CINL', fractionPrice: price };
  const option = { number: 1, type: 'SECU', isDefault: true, newUnits, oldUnits, ...cash };
  return (securityName: string, status: string) => ({
    ...{ kind, securityName, status, exDate: EX_DATE, paymentDate: LAST, options: [option] },
  });
}

function cashEvent(kind: string, cashPerUnit: number): Terms {
  const option = { number: 1, type: 'CASH', isDefault: true, cashPerUnit, currency: 'NGN' };
  return (securityName, status) => ({
    ...{ kind, securityName, status, exDate: EX_DATE, paymentDate: LAST, options: [option] },
  });
}

const STORIES: readonly Story[] = [
  { first: unitsEvent('BONU', [1, 10]), final: unitsEvent('BONU', [2, 7], 21.35) },
  { first: unitsEvent('SPLR', [1, 4]), final: unitsEvent('SPLR', [2, 9], 52.4) },
  { first: unitsEvent('SPLF', [2, 1]), final: unitsEvent('SPLF', [3, 2], 10.2) },
  { first: cashEvent('CAPD', 1.5), final: cashEvent('CAPD', 30.25) },
  { first: cashEvent('DVCA', 0.5), final: cashEvent('DVCA', 0.57) },
];

describe('entitlements in any order of what happens', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await openDesk();
    await desk.receive(10n ** 11n);
    await bringInstead(
      desk.db,
      sql`select p.id as portfolio_id, s.id as security_id, 10007::bigint as quantity,
        23456789::bigint as cost_minor
        from portfolio p, security s
        where p.name = ${PORTFOLIO} and s.name in (${MIXED}, ${ORDERLY}, ${PLAIN})`,
    );
    await desk.db.query(sql`update security set tax_class = 'DIVIDEND'`);
  });
  afterEach(() => desk.stop());

  for (let round = 0; round < ROUNDS; round += 1) {
    it(`end as if the final terms had been known, round ${round}`, async () => {
      const story = STORIES[round % STORIES.length];
      assert.ok(story);
      const random = randomFrom(23 + round);
      const late: Waiting[] = [];
      const busts: (() => Promise<unknown>)[] = [];
      let mixed: bigint | undefined;
      const orderly = await recordEvent(desk, 'ORDERLY', story.final(ORDERLY, 'CONFIRMED'));
      for (const date of DAYS) {
        await desk.setDate(date);
        await entitleNow(desk, orderly);
        for (let count = 0; count < FILLS_A_DAY; count += 1) {
          const side = random() < 0.6 ? 'BUY' : 'SELL';
          const quantity = 1 + Math.floor(random() * 300);
          const price = (24 + Math.floor(random() * 40) * 0.05).toFixed(2);
          const send = (security: string) => desk.send({ side, quantity, limit: price, security });
          const fill = { quantity, price, tradeDate: date };
          for (const security of [ORDERLY, PLAIN])
            await report({ order: await send(security), ...fill });
          late.push({ order: await send(MIXED), ...fill });
          if (random() < 0.5) busts.push(await wrongFill(fill));
        }
        if (random() < 0.4 && late.length > 0) await report(late.shift());
        if (random() < 0.4) await busts.shift()?.();
        if (mixed === undefined && random() < 0.5) {
          mixed = await recordEvent(desk, 'MIXED', story.first(MIXED, 'ANNOUNCED'));
        }
        if (mixed !== undefined) await entitleNow(desk, mixed);
      }
      await desk.setDate(LAST);
      mixed = await recordEvent(desk, 'MIXED', story.final(MIXED, 'CONFIRMED'));
      while (late.length > 0) {
        // Fills on the same date are booked in the exchange's order.
        const date = late[Math.floor(random() * late.length)]?.tradeDate;
        const next = late.findIndex(({ tradeDate }) => tradeDate === date);
        await report(late.splice(next, 1)[0]);
        if (random() < 0.3) await entitleNow(desk, mixed);
      }
      for (const bust of busts) await bust();
      for (const id of [mixed, orderly, mixed]) await entitleNow(desk, id);
      await compare(mixed, orderly);
      await recordEvent(desk, 'MIXED', story.final(MIXED, 'CANCELLED'));
      await entitleNow(desk, mixed);
      assert.deepEqual(await holdingOf(MIXED), await holdingOf(PLAIN));
      await assertIntegrity(desk);
    });
  }

  it('a split and its inverse restore the holding', async () => {
    await desk.setDate(LAST);
    const before = await holdingOf(MIXED);
    const split = await recordEvent(desk, 'S1', unitsEvent('SPLF', [3, 1])(MIXED, 'CONFIRMED'));
    const inverse = { ...unitsEvent('SPLR', [1, 3])(MIXED, 'CONFIRMED'), exDate: '2026-11-19' };
    const back = await recordEvent(desk, 'S2', inverse);
    await entitleNow(desk, split);
    await entitleNow(desk, back);
    assert.deepEqual(await holdingOf(MIXED), before);
    await assertIntegrity(desk);
  });

  const holdingOf = (security: string) => holdingIn(desk, PORTFOLIO, security);

  async function report(fill: Waiting | undefined): Promise<void> {
    if (fill === undefined) return;
    const { order, quantity, price, tradeDate } = fill;
    await desk.say(order, '2', { fill: [quantity, price], tradeDate });
  }

  // A wrong fill, and its bust, which arrives later.
  async function wrongFill({ quantity, price, tradeDate }: Omit<Waiting, 'order'>) {
    const order = await desk.send({ quantity, limit: price, security: MIXED });
    const execId = `W${order.id}`;
    await desk.say(order, '2', { fill: [quantity, price], tradeDate, execId });
    return () => desk.say(order, '4', { type: 'H', ref: execId });
  }

  async function compare(mixed: bigint, orderly: bigint): Promise<void> {
    assert.deepEqual(await holdingOf(MIXED), await holdingOf(ORDERLY));
    const inForce = async (id: bigint) =>
      (await entitlementsOf(desk, id))
        .filter(({ state, portfolio_name: name }) => state === 'DUE' && name === PORTFOLIO)
        .map((row) => [
          ...[row.eligible_quantity, row.gross_minor, row.net_minor, row.new_units],
          ...[row.cash_in_lieu_minor, row.gain_minor, row.pending_units],
        ]);
    const rows = await inForce(mixed);
    assert.equal(rows.length, 1);
    assert.deepEqual(rows, await inForce(orderly));
    await assertIntegrity(desk);
  }
});
