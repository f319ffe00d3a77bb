// Demonstration prices of the past: sixty business days of daily bars that end at the present
// previous close, the same on every machine.

import { createHash } from 'node:crypto';
import { calendarOf, NGX_PRICE_TICK, tickOf } from '../modules/market/index.js';
import { previousBusinessDay } from '../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../platform/calendar/business-date.js';
import type { Work } from '../platform/context.js';
import { sql } from '../platform/database/sql.js';
import { toJson } from '../platform/json/json.js';
import { Decimal } from '../platform/money/decimal.js';
import { roundToUnit } from '../platform/money/rounding.js';
import type { DemoStep } from './step.js';

const DAYS = 60;
/** How far a close may be from the one before, in basis points of it. */
const SHARE_SWING = 280;
const BOND_SWING = 25;
/** A share of this many units in issue changes hands on a quiet day. */
const UNITS_PER_TRADED = 20_000n;
const BOND_UNITS = 4_000n;

/** Daily bars of all securities that have a price and no bar yet. */
export const priceHistoryStep: DemoStep = { name: 'price-history', run: fillHistory };

interface Priced {
  readonly id: bigint;
  readonly name: string;
  readonly exchange_id: bigint;
  readonly security_type: string;
  readonly shares_outstanding: bigint | null;
  readonly previous_close: Decimal;
  readonly price_date: BusinessDate;
}

interface DemoBar {
  readonly securityId: bigint;
  readonly date: BusinessDate;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: bigint;
}

// All bars in one statement; those that a database in use has already stay as they are.
async function fillHistory(work: Work): Promise<void> {
  const securities = await work.tx.query<Priced>(sql`
    select s.id, s.name, s.exchange_id, s.security_type, s.shares_outstanding, p.previous_close,
      p.price_date
    from security s join security_price p on p.security_id = s.id
    where not exists (select from security_price_day d where d.security_id = s.id)
    order by s.id`);
  const bars: DemoBar[] = [];
  for (const security of securities)
    bars.push(...walkOf(security, await daysBefore(work, security)));
  await work.tx.query(sql`
    insert into security_price_day (security_id, price_date, open, high, low, close, volume)
    select b."securityId", b.date, b.open, b.high, b.low, b.close, b.volume
    from jsonb_to_recordset(${toJson(bars)}::jsonb) as b("securityId" bigint, date date,
      open numeric, high numeric, low numeric, close numeric, volume bigint)
    on conflict do nothing`);
}

/** The business days before that of the price, the latest first. */
async function daysBefore(work: Work, security: Priced): Promise<BusinessDate[]> {
  const calendar = await calendarOf(work.tx, security.exchange_id);
  const days: BusinessDate[] = [];
  let date = security.price_date;
  for (let day = 0; day < DAYS; day += 1) {
    date = previousBusinessDay(date, calendar);
    days.push(date);
  }
  return days;
}

// A random walk backwards: each day's open is the close of the day before it.
function walkOf(security: Priced, days: readonly BusinessDate[]): DemoBar[] {
  const next = chance(security.name);
  const swing = security.security_type === 'EQUITY' ? SHARE_SWING : BOND_SWING;
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

function unitsTraded(security: Priced, share: number): bigint {
  const usual =
    security.shares_outstanding === null
      ? BOND_UNITS
      : security.shares_outstanding / UNITS_PER_TRADED;
  return (usual * BigInt(Math.round(30 + share * 170))) / 100n + 1n;
}

/** A sequence of numbers from 0 to 1 that follows from a name alone. */
function chance(name: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${name} ${count}`).digest().readUInt32BE() / 2 ** 32;
  };
}
