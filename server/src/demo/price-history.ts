// Demonstration price history: daily bars for sixty business days, ending at the previous close.
// They are identical on every machine.

import { createHash } from 'node:crypto';
import { calendarOf, isBond, NGX_PRICE_TICK, tickOf } from '../modules/market/index.js';
import { previousBusinessDay } from '../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../platform/calendar/business-date.js';
import type { Work } from '../platform/context.js';
import { Decimal } from '../platform/money/decimal.js';
import { roundToUnit } from '../platform/money/rounding.js';
import { type DemoBar, insertBars, type PricedSecurity, selectWithoutBars } from './queries.js';
import type { DemoStep } from './step.js';

const DAYS = 60;
/** The maximum change from one close to the next, in basis points. */
const SHARE_SWING = 280;
const BOND_SWING = 25;
/** On a quiet day, one unit in this many issued units is traded. */
const UNITS_PER_TRADED = 20_000n;
const BOND_UNITS = 4_000n;

/** Creates daily bars for all securities that have a price but no bars. */
export const priceHistoryStep: DemoStep = { name: 'price-history', run: fillHistory };

async function fillHistory(work: Work): Promise<void> {
  const bars: DemoBar[] = [];
  for (const security of await selectWithoutBars(work.tx)) {
    bars.push(...walkOf(security, await daysBefore(work, security)));
  }
  await insertBars(work.tx, bars);
}

/** Returns the business days before the day of the price, latest first. */
async function daysBefore(work: Work, security: PricedSecurity): Promise<BusinessDate[]> {
  const calendar = await calendarOf(work.tx, security.exchange_id);
  const days: BusinessDate[] = [];
  let date = security.price_date;
  for (let day = 0; day < DAYS; day += 1) {
    date = previousBusinessDay(date, calendar);
    days.push(date);
  }
  return days;
}

// Walks randomly backwards in time. Each day opens at the previous day's close.
function walkOf(security: PricedSecurity, days: readonly BusinessDate[]): DemoBar[] {
  const next = chance(security.name);
  const swing = isBond(security.security_type) ? BOND_SWING : SHARE_SWING;
  let close = security.previous_close;
  return days.map((date) => {
    const before = onTick(close.times(1 + (next() - 0.5) * 2e-4 * swing));
    const high = onTick(Decimal.max(before, close).times(1 + next() * 5e-5 * swing));
    const low = onTick(Decimal.min(before, close).times(1 - next() * 5e-5 * swing));
    const bar = {
      securityId: security.id,
      date,
      open: String(before),
      high: String(Decimal.max(high, before, close)),
      low: String(Decimal.min(low, before, close)),
      close: String(close),
      volume: unitsTraded(security, next()),
    };
    close = before;
    return bar;
  });
}

function onTick(price: Decimal): Decimal {
  const tick = tickOf(NGX_PRICE_TICK, price);
  return Decimal.max(tick, roundToUnit(price, tick, 'HALF_UP'));
}

function unitsTraded(security: PricedSecurity, share: number): bigint {
  const usual =
    security.shares_outstanding === null
      ? BOND_UNITS
      : security.shares_outstanding / UNITS_PER_TRADED;
  return (usual * BigInt(Math.round(30 + share * 170))) / 100n + 1n;
}

/** Creates a pseudo-random sequence of numbers between 0 and 1, seeded by a name. */
function chance(name: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${name} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
}
