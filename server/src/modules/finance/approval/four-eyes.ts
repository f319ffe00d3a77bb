// The four-eyes threshold of a business office: amounts below it need no second person. It is in
// the office's own currency, and so is what it is compared with.

import { addDays } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Money } from '../../../platform/money/money.js';
import { EXCHANGE_RATE } from '../limits.js';
import { convertMoney } from '../rate/exchange-rate.js';
import { selectLatestRate } from '../rate/queries.js';

/** What an office says of small amounts. */
export interface FourEyesThreshold {
  readonly office_currency: string;
  /** Minor units of the office's currency; null: no amount is small. */
  readonly four_eyes_threshold_minor: bigint | null;
}

/**
 * True for an amount below the threshold, at the rate that counts on the business date. What cannot
 * be compared, because there is no rate of the last days, is not small.
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
