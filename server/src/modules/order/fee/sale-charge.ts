// The charges that a customer would pay to sell units now, with one note for each position.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { tradeValue } from '../rule/price-rule.js';
import { type SellerRow, selectSellers } from './sale-charge-queries.js';
import type { Tariff } from './tariff.js';
import { readTariff } from './tariff-queries.js';
import { costOf, hasFractions, scheduleToEstimate, type Trade } from './trade-cost.js';

/** Units to sell at a price, which is clean for a bond. */
interface UnitsToSell {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly quantity: bigint;
  readonly price: Decimal;
}

/**
 * Returns the charges for selling units on a date, in minor units, one amount per position, in the
 * same order. Refuses with FEE_SCHEDULE_MISSING if a security has no schedule. A short position has
 * no charges.
 */
export async function saleCharges(
  tx: Tx,
  positions: readonly UnitsToSell[],
  date: BusinessDate,
): Promise<bigint[]> {
  const sold = positions.filter(({ quantity }) => quantity > 0n);
  if (sold.length === 0) return positions.map(() => 0n);
  const rows = await selectSellers(tx, sold, date);
  const sellers = new Map(rows.map((row) => [keyOf(row), row]));
  const tariff = await readTariff(tx);
  return positions.map((position) => {
    const seller = sellers.get(keyOf(position));
    return seller === undefined ? 0n : chargesMinorOf(position, seller, { tariff, date });
  });
}

function keyOf({ portfolioId, securityId }: Omit<UnitsToSell, 'quantity' | 'price'>): string {
  return `${portfolioId}/${securityId}`;
}

function chargesMinorOf(
  { quantity, price }: UnitsToSell,
  seller: SellerRow,
  { tariff, date }: { readonly tariff: Tariff; readonly date: BusinessDate },
): bigint {
  const { securityType, faceValue, currency, commissionGroup, exchangeId, officeId } = seller;
  const bond = { securityType, faceValue };
  const trade: Trade = {
    side: 'SELL',
    quantity,
    value: tradeValue(price, quantity, bond),
    ...{ currency, tradeDate: date, securityType, commissionGroup, origin: 'API' },
    executionCount: 1,
    hasFractions: hasFractions([price], { ...bond, currency }),
  };
  const schedule = scheduleToEstimate(tariff, trade, { exchangeId, officeId });
  return costOf(trade, schedule).chargesMinor;
}
