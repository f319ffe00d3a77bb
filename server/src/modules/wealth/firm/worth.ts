// The assets of many customers on a date, in one currency.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Tx } from '../../../platform/database/database.js';
import { WEALTH } from '../limits.js';
import { selectPortfolios } from '../valuation/queries.js';
import { type Subject, within } from '../valuation/subject.js';
import { type Totals, totalsOf, type ValuedLine } from '../valuation/total.js';
import { convertedLines, currencyOf, dateOf } from '../valuation/valuation.js';
import { type ListedCustomer, selectFirmCurrency } from './queries.js';

/** The date and currency of the values. */
export interface FirmRequest {
  readonly d?: BusinessDate | undefined;
  readonly cu?: string | undefined;
}

/** A customer with positions and totals. */
export interface ValuedCustomer {
  readonly customer: ListedCustomer;
  readonly lines: readonly ValuedLine[];
  readonly totals: Totals;
}

/** The values of customers on a date. */
export interface FirmValues {
  readonly date: BusinessDate;
  readonly isToday: boolean;
  readonly currency: string;
  readonly customers: readonly ValuedCustomer[];
}

/** The date and currency of the values, as requested or by default. */
interface ValuedOn {
  readonly date: BusinessDate;
  readonly isToday: boolean;
  readonly currency: string;
}

/**
 * Returns the date and the currency of a valuation. The default currency is that of the first
 * office.
 */
export async function valuedOn(tx: Tx, request: FirmRequest): Promise<ValuedOn> {
  const dated = await dateOf(tx, request);
  const home = (await selectFirmCurrency(tx)) ?? WEALTH.currencyUsual;
  return { ...dated, currency: currencyOf(request) ?? home };
}

/** Returns whether there are too many customers to value one by one for a single reply. */
export function isTooMany(listed: readonly ListedCustomer[]): boolean {
  return listed.length > WEALTH.listedCustomersMax;
}

/** Values customers one by one. */
export async function valueListed(
  tx: Tx,
  listed: readonly ListedCustomer[],
  { currency, ...dated }: ValuedOn,
): Promise<FirmValues> {
  const customers: ValuedCustomer[] = [];
  for (const customer of listed) customers.push(await valueOne(tx, customer, { dated, currency }));
  return { ...dated, currency, customers };
}

/** Returns the sum of each customer's assets at the end of a date, keyed by customer id. */
export async function valuesOn(
  tx: Tx,
  customers: readonly ValuedCustomer[],
  { date, currency }: { readonly date: BusinessDate; readonly currency: string },
): Promise<ReadonlyMap<bigint, bigint>> {
  const dated = { date, isToday: date === (await currentBusinessDate(tx)) };
  const values = new Map<bigint, bigint>();
  for (const { customer } of customers) {
    const { totals } = await valueOne(tx, customer, { dated, currency });
    values.set(customer.id, netOf(totals));
  }
  return values;
}

/** Returns the net value of totals, in minor units. */
export function netOf({ assetsMinor, liabilitiesMinor }: Totals): bigint {
  return assetsMinor + liabilitiesMinor;
}

async function valueOne(
  tx: Tx,
  customer: ListedCustomer,
  on: { readonly dated: Pick<Subject, 'date' | 'isToday'>; readonly currency: string },
): Promise<ValuedCustomer> {
  const portfolios = within(await selectPortfolios(tx, customer.id));
  const subject = { customerId: customer.id, portfolios, only: undefined, ...on.dated };
  const through = customer.office_currency;
  const lines = await convertedLines(tx, subject, { currency: on.currency, through });
  return { customer, lines, totals: totalsOf(lines) };
}
