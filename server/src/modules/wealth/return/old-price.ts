// Finds prices that are too old to be used on the dates of a range, under the policies in force.

import {
  type BusinessCalendar,
  calendarOf as calendarWith,
} from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { groupedBy } from '../../../platform/collection/grouped.js';
import type { Tx } from '../../../platform/database/database.js';
import type { FundPosition } from '../../asset/index.js';
import { calendarOf, knownPrices } from '../../market/index.js';
import type { SecurityPosition } from '../../order/index.js';
import type { ValuationPolicy } from '../policy/policy.js';
import { businessDaysAfter, isUnusable } from '../valuation/age.js';
import type { SecurityRow } from '../valuation/queries.js';
import { selectDealtCloses } from './old-price-queries.js';

/** Dates in order; the last one is not after the business date. */
type Dates = readonly [BusinessDate, ...BusinessDate[]];

/** The business date, the time after which prices are left out, and the policy of each date. */
interface Setting {
  readonly today: BusinessDate;
  readonly knownAt?: string | undefined;
  readonly policyOn: (date: BusinessDate) => ValuationPolicy;
}

type SecurityTest = (position: SecurityPosition, date: BusinessDate) => boolean;

const NEVER = () => false;

/** Returns whether the price of a security is too old on a date. */
export async function oldPrices(
  tx: Tx,
  { today, knownAt, policyOn }: Setting,
  {
    dates,
    securities,
  }: { readonly dates: Dates; readonly securities: ReadonlyMap<bigint, SecurityRow> },
): Promise<SecurityTest> {
  const daysMaxOf = (isBond: boolean, date: BusinessDate) =>
    policyOn(date).unusableAfterDays?.[isBond ? 'BOND' : 'EQUITY'];
  const isLimited = (date: BusinessDate) =>
    [true, false].some((isBond) => daysMaxOf(isBond, date) !== undefined);
  if (!dates.some(isLimited)) return NEVER;
  const pricedOn = await pricedDates(tx, [...securities.keys()], { dates, today, knownAt });
  const calendars = await calendarsOf(
    tx,
    [...securities.values()].map(({ exchange_id }) => exchange_id),
  );
  return ({ securityId, isBond }, date) => {
    const daysMax = daysMaxOf(isBond, date);
    const priced = pricedOn(securityId, date);
    const exchangeId = securities.get(securityId)?.exchange_id;
    const calendar = exchangeId === undefined ? undefined : calendars.get(exchangeId);
    if (daysMax === undefined || priced === undefined || calendar === undefined) return false;
    return isUnusable({ daysOld: businessDaysAfter(priced, { date, calendar }) }, daysMax);
  };
}

// Returns a function that finds the last day, on or before a date, on which a security was traded
// or its price changed. For the first date, this day is read in the same way as for the valuation
// of a single date. For later dates, it is tracked from there.
async function pricedDates(
  tx: Tx,
  ids: readonly bigint[],
  { dates, today, knownAt }: Omit<Setting, 'policyOn'> & { readonly dates: Dates },
) {
  const [from, to] = [dates[0], dates.at(-1) ?? dates[0]];
  const isClosed = (date: BusinessDate) => date < today || knownAt !== undefined;
  const first = await knownPrices(tx, ids, { date: from, knownAt });
  const closes = groupedBy(
    await selectDealtCloses(tx, ids, { after: from, to, knownAt }),
    ({ security_id }) => security_id,
  );
  const last = isClosed(to) ? [] : await knownPrices(tx, ids, { date: today });
  const present = new Map(last.map(({ securityId, pricedOn }) => [securityId, pricedOn]));
  const opening = new Map(first.map((price) => [price.securityId, price]));
  const days = new Map(
    ids.map((id) => {
      const known = opening.get(id);
      const followed = known === undefined ? [] : [known.pricedOn];
      let close = known?.price;
      for (const bar of closes.get(id) ?? []) {
        if (bar.is_dealt || close?.equals(bar.close) !== true) followed.push(bar.date);
        close = bar.close;
      }
      return [id, followed] as const;
    }),
  );
  return (id: bigint, date: BusinessDate): BusinessDate | undefined =>
    isClosed(date) ? days.get(id)?.findLast((day) => day <= date) : present.get(id);
}

/** Returns whether the value per unit of a fund is too old on the date of a position. */
export async function oldFundPrices(
  tx: Tx,
  { policyOn }: Setting,
  positions: readonly FundPosition[],
): Promise<(position: FundPosition) => boolean> {
  const daysMaxOf = ({ date }: FundPosition) => policyOn(date).unusableAfterDays?.FUND;
  const limited = positions.filter((position) => daysMaxOf(position) !== undefined);
  if (limited.length === 0) return NEVER;
  const calendars = await calendarsOf(
    tx,
    limited.flatMap(({ exchangeId }) => exchangeId ?? []),
  );
  return (position) => {
    const { priceDate, exchangeId, date } = position;
    if (priceDate === null) return false;
    const own = exchangeId === null ? undefined : calendars.get(exchangeId);
    const calendar = own ?? calendarWith([]);
    const daysOld = businessDaysAfter(priceDate, { date, calendar });
    return isUnusable({ daysOld }, daysMaxOf(position));
  };
}

async function calendarsOf(
  tx: Tx,
  exchangeIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, BusinessCalendar>> {
  const calendars = new Map<bigint, BusinessCalendar>();
  for (const id of new Set(exchangeIds)) calendars.set(id, await calendarOf(tx, id));
  return calendars;
}
