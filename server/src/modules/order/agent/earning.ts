// An agent's earnings from a contract note: a share of the note's commission.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../../platform/money/money.js';
import { COMMISSION } from '../fee/charge-rule.js';
import type { TradeCost } from '../fee/trade-cost.js';
import type { OrderRow } from '../record/order.js';
import { selectShare } from './queries.js';

/** The agent of a note, its share in percent, and the amount. */
export interface AgentEarning {
  readonly name: string;
  readonly percent: Decimal;
  readonly minor: bigint;
}

/**
 * Returns the earnings of the order's agent from a note: the share in force on the trade date,
 * applied to the commission after its minimum and before tax, rounded half-up. Undefined if the
 * order has no agent.
 */
export async function agentEarning(
  tx: Tx,
  { agent_name: name, currency }: Pick<OrderRow, 'agent_name' | 'currency'>,
  { cost, tradeDate }: { readonly cost: TradeCost; readonly tradeDate: BusinessDate },
): Promise<AgentEarning | undefined> {
  if (name === null) return undefined;
  const percent = (await selectShare(tx, name, tradeDate)) ?? new Decimal(0);
  return { name, percent, minor: shareOf(cost, percent, currency) };
}

// The share is negative if the note refunds commission.
function shareOf(
  { charges }: Pick<TradeCost, 'charges'>,
  percent: Decimal,
  currency: string,
): bigint {
  const commission = charges
    .filter(({ code }) => code === COMMISSION)
    .reduce((sum, { amount }) => sum + amount.minor, 0n);
  const share = minorToDecimal(commission, currency).times(percent).dividedBy(100);
  return decimalToMinor(share, currency, 'HALF_UP');
}
