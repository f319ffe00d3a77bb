// Research on a customer or a portfolio: value by sector.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireCustomer, visiblePortfolio } from '../portfolio/portfolio.js';
import { officeCurrency, portfolioCurrencies } from '../portfolio/valuation-queries.js';
import { type SectorValue, sectorValues } from '../portfolio/valuation-range.js';

/** The requested allocation: for a customer (C) or a portfolio (P), with or without cash. */
interface AllocationRequest {
  readonly id: bigint;
  readonly type: 'C' | 'P';
  readonly cash?: boolean | undefined;
}

const CASH = 'Cash';

/**
 * Returns the current value per sector, largest first, including accrued interest on bonds.
 * Percentages are of the total, each rounded half-up to two places; absent unless the total is
 * above zero.
 */
export async function sectorAllocation(call: Call, requested: AllocationRequest): Promise<object> {
  const valued =
    requested.type === 'P' ? await ofPortfolio(call, requested) : await ofCustomer(call, requested);
  const { currency } = valued;
  const { date, sectors, cashMinor, unvalued } = await onSnapshot(call.db, (tx) =>
    sectorValues(tx, valued),
  );
  const parts: SectorValue[] = [...sectors];
  if (requested.cash === true) parts.push({ sector: CASH, minor: cashMinor, holdings: 0 });
  const whole = parts.reduce((sum, { minor }) => sum + minor, 0n);
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  return {
    id: requested.id,
    type: requested.type,
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

async function ofPortfolio(call: Call, { id }: AllocationRequest) {
  const { customer_id: customerId, currency } = await visiblePortfolio(call, id);
  return { portfolioIds: [id], customerId, currency };
}

async function ofCustomer(call: Call, { id: customerId }: AllocationRequest) {
  await requireCustomer(call.db, call, customerId);
  const portfolios = await portfolioCurrencies(call.db, customerId);
  const currency = await officeCurrency(call.db, customerId);
  return { portfolioIds: portfolios.map(({ id }) => id), customerId, currency };
}
