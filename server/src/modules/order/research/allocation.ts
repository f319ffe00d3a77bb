// Research on a customer or a portfolio: how its value is spread over sectors.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireCustomer, visiblePortfolio } from '../portfolio/portfolio.js';
import { officeCurrency, portfolioCurrencies } from '../portfolio/valuation-queries.js';
import { type SectorValue, sectorValues } from '../portfolio/valuation-range.js';

/** Whose allocation: a customer's (C) or a portfolio's (P), with the cash or without. */
interface AllocationAsked {
  readonly id: bigint;
  readonly type: 'C' | 'P';
  readonly cash?: boolean | undefined;
}

const CASH = 'Cash';

/**
 * The value per sector now, the largest first, bonds with their accrued coupon. Percentages are of
 * the whole, rounded half-up to two places each; absent where the whole is not above zero.
 */
export async function sectorAllocation(call: Call, asked: AllocationAsked): Promise<object> {
  const valued =
    asked.type === 'P' ? await ofPortfolio(call, asked) : await ofCustomer(call, asked);
  const { currency } = valued;
  const { date, sectors, cashMinor, unvalued } = await onSnapshot(call.db, (tx) =>
    sectorValues(tx, valued),
  );
  const parts: SectorValue[] = [...sectors];
  if (asked.cash === true) parts.push({ sector: CASH, minor: cashMinor, holdings: 0 });
  const whole = parts.reduce((sum, { minor }) => sum + minor, 0n);
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    id: asked.id,
    type: asked.type,
    currency,
    date,
    amount: amount(whole),
    ...(unvalued === 0 ? {} : { holdingsWithoutPrice: new Decimal(unvalued) }),
    result: parts
      .sort((one, other) => (one.minor < other.minor ? 1 : -1))
      .map(({ sector, minor, holdings }) => ({
        sector,
        amount: amount(minor),
        percent: whole > 0n ? percentOf(minor, whole) : undefined,
        holdings: new Decimal(holdings),
      })),
  };
}

function percentOf(part: bigint, whole: bigint): Decimal {
  const share = new Decimal(String(part)).times(100).dividedBy(String(whole));
  return share.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

async function ofPortfolio(call: Call, { id }: AllocationAsked) {
  const { customer_id: customerId, currency } = await visiblePortfolio(call, id);
  return { portfolioIds: [id], customerId, currency };
}

async function ofCustomer(call: Call, { id: customerId }: AllocationAsked) {
  await requireCustomer(call.db, call, customerId);
  const portfolios = await portfolioCurrencies(call.db, customerId);
  const currency = await officeCurrency(call.db, customerId);
  return { portfolioIds: portfolios.map(({ id }) => id), customerId, currency };
}
