// Compares valuations, gains and allocation on any date with an independent record that is kept day
// by day for a random sequence of trades over several weeks.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { holdingsOn } from '../../src/modules/order/portfolio/dated-holding.js';
import { sectorsOf } from '../../src/modules/wealth/allocation/sector.js';
import { valuationOver } from '../../src/modules/wealth/range/range.js';
import { convertedLines } from '../../src/modules/wealth/valuation/valuation.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { onSnapshot } from '../../src/platform/database/snapshot.js';
import { sql } from '../../src/platform/database/sql.js';
import { parseJson, toJson } from '../../src/platform/json/json.js';
import type { Json } from '../support/app.js';
import { type Owner, ownerOf, withdrawUnits } from '../support/holding.js';
import { type Desk, openDesk } from '../support/order-desk.js';

const SEED = 20261121;
const SHARES = ['ACCESS', 'ZENITHBANK'] as const;
// A coupon of 7.275 per 100 from 26 October, over 182 days. A unit has a face value of 1,000 naira.
const BOND = 'FG142029S1';
const DAYS = [
  ...['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
  ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'],
];

const trade = fc.record({
  security: fc.constantFrom(...SHARES, BOND),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  quantity: fc.integer({ min: 1, max: 900 }),
  ticks: fc.integer({ min: 0, max: 40 }),
});
const close = fc.integer({ min: 1_500, max: 4_500 });
const day = fc.record({
  trades: fc.array(trade, { minLength: 2, maxLength: 5 }),
  closes: fc.tuple(close, close, close),
});

type Trade = typeof trade extends fc.Arbitrary<infer Value> ? Value : never;

/** A position as a ledger clerk would record it. Money is in kobo. */
interface Kept {
  quantity: bigint;
  cost: bigint;
  gain: bigint;
}

interface DayKept {
  readonly cash: bigint;
  readonly positions: ReadonlyMap<string, Kept>;
  readonly closes: ReadonlyMap<string, bigint>;
}

const half = (above: bigint, below: bigint): bigint => (2n * above + below) / (2n * below);
// A bond's price is a percentage of 1,000 naira, so a unit is worth ten times the price.
const worth = (security: string, quantity: bigint, priceKobo: bigint): bigint =>
  quantity * priceKobo * (security === BOND ? 10n : 1n);
const accrued = (security: string, quantity: bigint, date: string): bigint => {
  const days = BigInt((Date.parse(date) - Date.parse('2026-10-26')) / 86_400_000);
  return security === BOND ? half(quantity * 100_000n * 7_275n * days, 100_000n * 182n) : 0n;
};
const kobo = (amount: number): bigint => BigInt(Math.round(amount * 100));
const plain = (value: unknown): Json => JSON.parse(toJson(parseJson(toJson(value))));

describe('valuations of a random fortnight', () => {
  let desk: Desk;
  let owner: Owner;
  const kept = new Map<string, DayKept>();

  before(async () => {
    desk = await openDesk();
    await desk.receive(5_000_000_000n);
    owner = await ownerOf(desk.db, '0000000001');
    const { id } = owner.only;
    await withdrawUnits(
      desk.db,
      sql`select portfolio_id, security_id from holding where portfolio_id = ${id}`,
    );
    await desk.db.query(sql`delete from security_price_day`);
    await play();
  });
  after(() => desk.stop());

  async function play(): Promise<void> {
    const positions = new Map<string, Kept>();
    const given = await givenMoney();
    let traded = 0n;
    const plans = fc.sample(day, { seed: SEED, numRuns: DAYS.length });
    for (const [index, date] of DAYS.entries()) {
      const plan = plans[index];
      assert.ok(plan);
      await desk.setDate(date);
      for (const one of plan.trades) traded += await deal(one, positions);
      const closes = new Map(
        [...SHARES, BOND].map((name, at) => [name, BigInt(plan.closes[at] ?? 0)]),
      );
      await storeCloses(date, closes);
      const copies = [...positions].map(([name, position]) => [name, { ...position }] as const);
      const opening = given.filter((each) => each.date <= date);
      const cash = opening.reduce((sum, { minor }) => sum + minor, traded);
      kept.set(date, { cash, closes, positions: new Map(copies) });
      const next = DAYS[index + 1];
      if (next !== undefined) await desk.endOfDay(date, next);
    }
  }

  // Returns the customer's money before the first trade, by date. The dates come from the
  // demonstration data.
  function givenMoney(): Promise<readonly { date: string; minor: bigint }[]> {
    return desk.db.query<{ date: string; minor: bigint }>(sql`
      select j.transaction_date as date, -sum(l.amount_minor)::bigint as minor from account a
      join journal_line l on l.account_id = a.id join journal j on j.id = l.journal_id
      where a.customer_id = ${owner.customerId} and a.currency = 'NGN' group by 1`);
  }

  // Trades and returns the effect on cash. Charges are taken from the contract note; other tests
  // check charges against manual calculations.
  async function deal(
    { security, side, quantity, ticks }: Trade,
    positions: Map<string, Kept>,
  ): Promise<bigint> {
    const position = positions.get(security) ?? { quantity: 0n, cost: 0n, gain: 0n };
    const asked = BigInt(quantity);
    const units = side === 'SELL' && asked > position.quantity ? position.quantity : asked;
    if (units === 0n) return 0n;
    const price = 2_400n + 5n * BigInt(ticks);
    const limit = `${price / 100n}.${String(price % 100n).padStart(2, '0')}`;
    const row = await desk.send({ security, side, quantity: Number(units), limit });
    await desk.say(row, '2', { fill: [Number(units), limit] });
    const [note] = await desk.notes(row.id);
    assert.ok(note);
    const value = worth(security, units, price);
    positions.set(security, position);
    if (side === 'BUY') {
      position.quantity += units;
      position.cost += value + note.charges_minor;
      return -value - note.charges_minor - note.accrued_minor;
    }
    const sold = half(position.cost * units, position.quantity);
    position.gain += value - note.charges_minor - sold;
    position.cost -= sold;
    position.quantity -= units;
    return value - note.charges_minor + note.accrued_minor;
  }

  async function storeCloses(date: string, closes: ReadonlyMap<string, bigint>): Promise<void> {
    for (const [name, price] of closes) {
      await desk.db.query(sql`
        insert into security_price_day (security_id, price_date, open, high, low, close, volume)
        select id, ${date}, p, p, p, p, 0 from security, (values (${price}::numeric / 100)) as v(p)
        where name = ${name}`);
      await desk.db.query(sql`
        update security_price set last = ${price}::numeric / 100
        where security_id = (select id from security where name = ${name})`);
    }
  }

  const dayOf = (date: string): DayKept => {
    const found = kept.get(date);
    assert.ok(found);
    return found;
  };

  const valued = async (sd: string, ed: string): Promise<Json> =>
    onSnapshot(desk.db, async (tx) => {
      const asked = { sd: businessDate(sd), ed: businessDate(ed) };
      return plain(await valuationOver(tx, owner, asked));
    });

  function sums(date: string) {
    const { positions, closes } = dayOf(date);
    let [clean, coupon, cost] = [0n, 0n, 0n];
    for (const [name, { quantity, cost: own }] of positions) {
      clean += worth(name, quantity, closes.get(name) ?? 0n);
      coupon += accrued(name, quantity, date);
      cost += quantity === 0n ? 0n : own;
    }
    return { clean, coupon, cost };
  }

  it('had trades on both sides of every security', () => {
    const last = dayOf(DAYS.at(-1) ?? '');
    for (const name of [...SHARES, BOND]) assert.ok(last.positions.has(name), name);
    assert.ok([...last.positions.values()].some(({ gain }) => gain !== 0n));
  });

  it('add up holdings at their closes, accrued interest and cash on each day', async () => {
    const { values } = await valued(DAYS[0] ?? '', DAYS.at(-1) ?? '');
    assert.equal(values.length, DAYS.length);
    for (const value of values) {
      const { clean, coupon } = sums(value.date);
      const { cash } = dayOf(value.date);
      assert.deepEqual(
        [value.securitiesValue, value.accruedCoupon, value.cashValue, value.amount].map(kobo),
        [clean, coupon, cash, clean + coupon + cash],
        value.date,
      );
    }
  });

  it('open every range with the day before it and close with its last day', async () => {
    for (const [first, last] of [
      [1, 3],
      [4, 6],
      [5, 9],
    ] as const) {
      const body = await valued(DAYS[first] ?? '', DAYS[last] ?? '');
      const amountOf = (date: string | undefined): bigint => {
        const { clean, coupon } = sums(date ?? '');
        return clean + coupon + dayOf(date ?? '').cash;
      };
      const opening = amountOf(DAYS[first - 1]);
      const closing = amountOf(DAYS[last]);
      assert.deepEqual([body.openingValue, body.closingValue, body.change].map(kobo), [
        opening,
        closing,
        closing - opening,
      ]);
      const { clean, cost } = sums(DAYS[last] ?? '');
      assert.deepEqual([body.cost, body.unrealisedGain].map(kobo), [cost, clean - cost]);
    }
  });

  it('have correct units, cost and gains of each holding on each date', async () => {
    for (const date of DAYS) {
      const { positions, closes } = dayOf(date);
      const holdings: Json[] = plain(
        await onSnapshot(desk.db, (tx) =>
          holdingsOn(tx, [owner.only.id], { date: businessDate(date) }),
        ),
      );
      const expected = [...positions].filter(([, { quantity }]) => quantity > 0n);
      assert.equal(holdings.length, expected.length, date);
      for (const [name, { quantity, cost, gain }] of expected) {
        const holding = holdings.find(({ securityName }) => securityName === name);
        const value = worth(name, quantity, closes.get(name) ?? 0n);
        assert.equal(holding.quantity, String(quantity));
        assert.deepEqual(
          [holding.cost, holding.realisedGain, holding.unrealisedGain].map(kobo),
          [cost, gain, value - cost],
          `${name} ${date}`,
        );
      }
    }
  });

  it('equal the allocation of today by sector', async () => {
    const date = DAYS.at(-1) ?? '';
    const { positions, closes } = dayOf(date);
    const sectorRows = await desk.db.query<{ name: string; sector: string }>(
      sql`select name, sector from security`,
    );
    const sectorOf = new Map(sectorRows.map(({ name, sector }) => [name, sector]));
    const expected = new Map<string, bigint>();
    for (const [name, { quantity }] of positions) {
      if (quantity === 0n) continue;
      const sector = name === BOND ? 'Federal bonds' : (sectorOf.get(name) ?? '');
      const value = worth(name, quantity, closes.get(name) ?? 0n) + accrued(name, quantity, date);
      expected.set(sector, (expected.get(sector) ?? 0n) + value);
    }
    expected.set('Cash', dayOf(date).cash);
    const subject = { ...owner, date: businessDate(date), isToday: true, hasCash: true };
    const lines = await onSnapshot(desk.db, (tx) => convertedLines(tx, subject, owner.currencies));
    const sectors = new Map<string, bigint>();
    for (const { sector, minor } of sectorsOf(lines)) {
      // Unsettled proceeds are cash that will be received.
      const name = sector === 'Receivables' ? 'Cash' : sector;
      sectors.set(name, (sectors.get(name) ?? 0n) + minor);
    }
    assert.deepEqual(sectors, expected);
  });
});
