// An office's four-eyes threshold, in its own currency. An amount below it needs no second person.

import { addDays } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Money } from '../../../platform/money/money.js';
import { EXCHANGE_RATE } from '../limits.js';
import { convertMoney } from '../rate/exchange-rate.js';
import { selectLatestRate } from '../rate/queries.js';

/** The threshold of an office. */
export interface FourEyesThreshold {
  readonly office_currency: string;
  /**
   * The threshold in minor units of the office's currency; null if every amount needs a second
   * person.
   */
  readonly four_eyes_threshold_minor: bigint | null;
}

/**
 * Returns whether an amount is below the threshold, at the business date's rate. Returns false if
 * there is no recent rate for the comparison.
 */
export async function isBelowThreshold(
  tx: Tx,
  amount: Money,
  { office_currency: to, four_eyes_threshold_minor: threshold }: FourEyesThreshold,
): Promise<boolean> {
  if (threshold === null) return false;
  if (amount.currency === to) return amount.minor < threshold;
  const date = await currentBusinessDate(tx);
  const since = addDays(date, -EXCHANGE_RATE.ageDaysMax);
  const rate = await selectLatestRate(tx, { from: amount.currency, to, date, since });
  return rate !== undefined && convertMoney(amount, to, rate).minor < threshold;
}
