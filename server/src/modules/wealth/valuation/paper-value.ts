// Values commercial paper and bills by the method in the policy: at book value, or at the price
// that results from a market discount rate.

import { calendarOf as calendarWith } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { type MarketYield, marketYieldsOn, type PaperPosition } from '../../asset/index.js';
import type { CustomerPolicy } from '../policy/policy.js';
import { ageless, ageOf } from './age.js';
import type { PriceAge } from './line.js';

/** The value of a position on a date, in minor units. */
interface PaperWorth {
  readonly source: 'AMORTISED' | 'MARKET_YIELD';
  readonly age: PriceAge;
  readonly valueMinor: bigint;
  /** The tax that is deducted from the value. */
  readonly taxMinor: bigint;
  /** The price less the book value, before tax. */
  readonly aboveBookMinor: bigint;
}

/** The positions on each date, the policies, and the time after which rates are left out. */
interface PaperRequest {
  readonly positions: ReadonlyMap<BusinessDate, readonly PaperPosition[]>;
  readonly policyOf: CustomerPolicy;
  readonly knownAt?: string | undefined;
}

/** Returns the class of a position. */
export function paperClassOf({ kind }: PaperPosition): 'BILL' | 'PAPER' {
  return kind === 'TREASURY_BILL' ? 'BILL' : 'PAPER';
}

/**
 * Returns a function that values positions on dates. With the method MARKET, computes the price
 * from the latest market discount rate of the issue on or before the date. Uses the book value if
 * there is no rate or if the price would not be above zero.
 */
export async function paperPricer(
  tx: Tx,
  { positions, policyOf, knownAt }: PaperRequest,
): Promise<(position: PaperPosition, date: BusinessDate) => PaperWorth> {
  const isMarket = (position: PaperPosition, date: BusinessDate) =>
    policyOf(position.customerId, date).method[paperClassOf(position)] === 'MARKET';
  const issueIds = new Set<bigint>();
  const dates: BusinessDate[] = [];
  for (const [date, held] of positions) {
    const rated = held.filter((position) => isMarket(position, date));
    for (const { issueId } of rated) issueIds.add(issueId);
    if (rated.length > 0) dates.push(date);
  }
  const rows =
    issueIds.size === 0
      ? []
      : await marketYieldsOn(tx, { issueIds: [...issueIds], dates, knownAt });
  const yields = new Map(rows.map((row) => [keyOf(row.issueId, row.date), row]));
  return (position, date) => {
    const found = isMarket(position, date) ? yields.get(keyOf(position.issueId, date)) : undefined;
    const worth = found && position.atMarket(found.rate);
    if (found === undefined || worth === undefined) return bookWorth(position, date);
    const { RATE: staleDays } = policyOf(position.customerId, date).staleAfterDays;
    return { source: 'MARKET_YIELD', age: yieldAge(found, date, staleDays), ...worth };
  };
}

function bookWorth({ valueMinor, taxMinor }: PaperPosition, date: BusinessDate): PaperWorth {
  return { source: 'AMORTISED', age: ageless(date), valueMinor, taxMinor, aboveBookMinor: 0n };
}

// The age of a market discount rate is counted in weekdays, like the age of an exchange rate.
function yieldAge({ yieldDate }: MarketYield, date: BusinessDate, staleDays: number): PriceAge {
  return ageOf(yieldDate, { date, calendar: calendarWith([]), staleDays });
}

function keyOf(issueId: bigint, date: BusinessDate): string {
  return `${issueId} ${date}`;
}
