// Checks that flows and line gains explain how customers' wealth changed on a closed date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Tx } from '../../../platform/database/database.js';
import { dailyWorths } from '../return/daily-worth.js';
import { dayTotals } from '../return/day-total.js';
import { type History, historyFrom, ownerOf } from '../return/history.js';
import { cashKey } from '../return/line.js';
import { lineGains, netOf, sumOf } from '../return/line-gain.js';
import { selectCustomer, selectPortfolios } from '../valuation/queries.js';

/** A closed date, and the close before it. */
interface Closed {
  readonly date: BusinessDate;
  readonly after: BusinessDate;
}

/** Counts the customers with an unexplained change in wealth. */
export async function countUnexplained(
  tx: Tx,
  customerIds: readonly bigint[],
  closed: Closed,
): Promise<number> {
  const today = await currentBusinessDate(tx);
  let unexplained = 0;
  for (const id of customerIds) {
    if (!(await isExplained(tx, id, { ...closed, today }))) unexplained += 1;
  }
  return unexplained;
}

/**
 * Returns whether the change in a customer's wealth equals the sum of flows and line gains, and
 * whether every cash movement, in every currency, belongs to a line or comes from outside.
 */
async function isExplained(
  tx: Tx,
  customerId: bigint,
  { date, after, today }: Closed & { readonly today: BusinessDate },
): Promise<boolean> {
  const customer = await selectCustomer(tx, customerId);
  if (customer === undefined) return true;
  const through = customer.office_currency;
  const portfolios = await selectPortfolios(tx, customerId);
  const owner = await ownerOf(tx, { customerId, portfolios, today });
  const dates = [after, date] as const;
  const worths = await dailyWorths(tx, owner, dates);
  const held = new Set([through, ...[...worths.values()].flat().map(({ currency }) => currency)]);
  for (const currency of held) {
    const currencies = { currency, through };
    const history = await historyFrom(tx, owner, { dates, currencies, worths });
    if (!isSumExplained(history) || !isCashExplained(history, currency)) return false;
  }
  return true;
}

// A date with an unknown value cannot be checked.
function isSumExplained(history: History): boolean {
  const [opening, end] = dayTotals(history, 'CUSTOMER');
  if (typeof opening?.value !== 'bigint' || typeof end?.value !== 'bigint') return true;
  const change = end.value - opening.value - end.inMinor + end.outMinor;
  return netOf(sumOf(end.gains ?? [])) === change;
}

// Cash in its own currency has no exchange rate gain. Any remainder is money that belongs to no
// line and did not come from outside.
function isCashExplained(history: History, currency: string): boolean {
  const gains = lineGains(history, [0, 1], ({ key }) => key === cashKey(currency));
  return gains.every(({ currencyMinor }) => currencyMinor === 0n);
}
