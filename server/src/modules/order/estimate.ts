// What an order will cost or bring, estimated before it is sent, with the tariff that its note will
// use.

import type { BusinessDate } from '../../platform/calendar/business-date.js';
import { refusal } from '../../platform/http/problem.js';
import type { Decimal } from '../../platform/money/decimal.js';
import { decimalToMinor } from '../../platform/money/money.js';
import {
  type ChargeableTrade,
  type ChargeLine,
  chargesOf,
  type FeeSchedule,
  netAmount,
  scheduleOn,
  type TradeSide,
} from './fee.js';
import { orderProblems } from './problems.js';
import { NIGERIAN_TARIFFS } from './tariff.js';

/** What the estimate and the note are reckoned from. */
export interface Trade {
  readonly side: TradeSide;
  readonly quantity: bigint;
  /** Quantity times price, unrounded; of several fills the sum. */
  readonly value: Decimal;
  readonly currency: string;
  readonly tradeDate: BusinessDate;
  readonly securityType: string;
  readonly commissionGroup: string;
  readonly origin: string;
  readonly executionCount: number;
  readonly firstNoteOfOrder: boolean;
}

/** Consideration, charges and what the customer pays (BUY) or receives (SELL), in minor units. */
export interface TradeCost {
  readonly considerationMinor: bigint;
  readonly charges: readonly ChargeLine[];
  readonly chargesMinor: bigint;
  readonly netMinor: bigint;
  readonly tariff: FeeSchedule;
}

/** The cost of a trade; its consideration is rounded half-up to the minor unit. */
export function costOf(trade: Trade): TradeCost {
  const assetClass = trade.securityType === 'EQUITY' ? 'EQUITY' : 'BOND';
  const tariff = scheduleOn(NIGERIAN_TARIFFS, assetClass, trade.tradeDate);
  if (tariff === undefined) {
    throw refusal(orderProblems.SECURITY_NOT_TRADABLE, { detail: `no tariff for ${assetClass}` });
  }
  const consideration = {
    minor: decimalToMinor(trade.value, trade.currency, 'HALF_UP'),
    currency: trade.currency,
  };
  const chargeable: ChargeableTrade = {
    side: trade.side,
    consideration,
    quantity: trade.quantity,
    tradeDate: trade.tradeDate,
    assetClass,
    channel: trade.origin,
    customerGroup: trade.commissionGroup,
    executionCount: trade.executionCount,
    firstNoteOfOrder: trade.firstNoteOfOrder,
  };
  const charges = chargesOf(tariff, chargeable);
  const netMinor = netAmount(chargeable, charges).minor;
  return {
    considerationMinor: consideration.minor,
    charges,
    chargesMinor: charges.reduce((sum, line) => sum + line.amount.minor, 0n),
    netMinor,
    tariff,
  };
}
