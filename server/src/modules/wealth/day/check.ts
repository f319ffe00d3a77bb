// Compares snapshots with individual valuations of customers, based on the records known when the
// snapshots were taken.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { selectPortfolios } from '../valuation/queries.js';
import { linesOf } from '../valuation/valuation.js';
import { selectDay } from './snapshot-queries.js';

/** A closed date, and the time after which records are left out of its snapshots. */
interface CheckedDay {
  readonly date: BusinessDate;
  readonly knownAt: string;
}

/** Counts the customers whose snapshot differs from their valuation. */
export async function countDiffering(
  tx: Tx,
  customerIds: readonly bigint[],
  day: CheckedDay,
): Promise<number> {
  let differing = 0;
  for (const id of customerIds) {
    const valued = await valuedSums(tx, id, day);
    const stored = await storedSums(tx, id, day);
    if (!isEqual(valued, stored)) differing += 1;
  }
  return differing;
}

/** Sums in minor units, keyed by portfolio, currency and class. Zeros are left out. */
type Sums = ReadonlyMap<string, bigint>;

async function valuedSums(tx: Tx, customerId: bigint, { date, knownAt }: CheckedDay) {
  const portfolios = await selectPortfolios(tx, customerId);
  const subject = { customerId, date, isToday: false, knownAt, portfolios, only: undefined };
  const ids = new Map(portfolios.map(({ id, name }) => [name, id]));
  const sums = new Map<string, bigint>();
  for (const line of await linesOf(tx, subject)) {
    const portfolioId = ids.get(line.portfolioName ?? '') ?? 0n;
    const key = `${portfolioId} ${line.currency} ${line.class}`;
    sums.set(key, (sums.get(key) ?? 0n) + (line.valueMinor ?? 0n));
  }
  return withoutZeros(sums);
}

async function storedSums(tx: Tx, customerId: bigint, { date, knownAt }: CheckedDay) {
  const rows = await selectDay(tx, customerId, { date, knownAt });
  return withoutZeros(
    rows.map(({ portfolio_id, currency, class: name, minor }): [string, bigint] => [
      `${portfolio_id} ${currency} ${name}`,
      minor,
    ]),
  );
}

function withoutZeros(sums: Iterable<readonly [string, bigint]>): Sums {
  return new Map([...sums].filter(([, minor]) => minor !== 0n));
}

function isEqual(one: Sums, other: Sums): boolean {
  return one.size === other.size && [...one].every(([key, minor]) => other.get(key) === minor);
}
