// The prices of all securities and funds at the end of a date, with their age.

import { calendarOf as calendarWith } from '../../../platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { calendarOf, knownPrices } from '../../market/index.js';
import { businessDaysAfter } from '../valuation/age.js';
import { selectFundPrices, selectHeldSecurities } from './price-queries.js';

/** The price of a unit. A bond's price is clean, per 100 of face value. */
export interface DayPrice {
  readonly price: Decimal;
  readonly date: BusinessDate;
  /** The age of the price, in business days of the exchange or fund. */
  readonly daysOld: number;
  /** A fund's own age limit. For a security, the customer's policy sets the limit. */
  readonly staleDays?: number | undefined;
  readonly currency: string;
}

/**
 * Prices by the id of the security or the fund. Securities and funds without a price are left out.
 */
export interface DayPrices {
  readonly securities: ReadonlyMap<bigint, DayPrice>;
  readonly funds: ReadonlyMap<bigint, DayPrice>;
}

/** A date, and optionally a time after which recorded prices are ignored. */
interface PriceMoment {
  readonly date: BusinessDate;
  readonly knownAt?: string | undefined;
}

/** Returns the prices on a date, as known at a given time or, by default, now. */
export async function dayPrices(tx: Tx, moment: PriceMoment): Promise<DayPrices> {
  return {
    securities: await securityPrices(tx, moment),
    funds: await fundPrices(tx, moment),
  };
}

async function securityPrices(tx: Tx, moment: PriceMoment): Promise<Map<bigint, DayPrice>> {
  const held = new Map((await selectHeldSecurities(tx)).map((row) => [row.id, row]));
  const prices = new Map<bigint, DayPrice>();
  for (const { securityId, price, pricedOn } of await knownPrices(tx, [...held.keys()], moment)) {
    const security = held.get(securityId);
    if (security === undefined) continue;
    const { currency, exchange_id } = security;
    const calendar = await calendarOf(tx, exchange_id);
    const daysOld = businessDaysAfter(pricedOn, { date: moment.date, calendar });
    prices.set(securityId, { price, date: pricedOn, daysOld, currency });
  }
  return prices;
}

async function fundPrices(tx: Tx, moment: PriceMoment): Promise<Map<bigint, DayPrice>> {
  const prices = new Map<bigint, DayPrice>();
  for (const row of await selectFundPrices(tx, moment)) {
    const { id, price, price_date: date, exchange_id, stale_days: staleDays, currency } = row;
    const calendar = exchange_id === null ? calendarWith([]) : await calendarOf(tx, exchange_id);
    const daysOld = businessDaysAfter(date, { date: moment.date, calendar });
    prices.set(id, { price, date, daysOld, staleDays, currency });
  }
  return prices;
}
