// The value of a customer or portfolio by sector, in the format that clients of the original
// program expect.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { sectorOf } from '../valuation/sector.js';
import { shareOf, type ValuedLine } from '../valuation/total.js';
import { convertedLines, customerOn, portfolioOn } from '../valuation/valuation.js';

/** The requested allocation: for a customer (C) or a portfolio (P), with or without cash. */
interface SectorRequest {
  readonly id: bigint;
  readonly type: 'C' | 'P';
  readonly cash?: boolean | undefined;
}

/** The value of one sector, in minor units. */
interface SectorValue {
  readonly sector: string;
  readonly minor: bigint;
  readonly holdings: number;
}

/**
 * Returns the current value per sector, largest first. Shares are divided by sector; every other
 * class is one sector. Percentages are based on the sectors above zero, each rounded half-up to two
 * decimals. Loans are left out.
 */
export function sectorAllocation(call: Call, request: SectorRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const { id, type, cash: hasCash = false } = request;
    const at = { call, tx };
    const owned = await (type === 'P' ? portfolioOn(at, id, {}) : customerOn(at, id, {}));
    const { currency, subject } = owned;
    const lines = await convertedLines(tx, { ...subject, hasCash }, owned);
    const counted = lines.filter((line) => isCounted(line, request));
    const sectors = sectorsOf(counted);
    const whole = sum(sectors.map(({ minor }) => minor));
    const assets = sum(sectors.map(({ minor }) => minor).filter((minor) => minor > 0n));
    const unvalued = counted.filter(({ valueInMinor }) => valueInMinor === undefined).length;
    return {
      id,
      type,
      currency,
      date: subject.date,
      amount: minorToDecimal(whole, currency),
      ...(unvalued === 0 ? {} : { holdingsWithoutPrice: new Decimal(unvalued) }),
      result: sectors.map(({ sector, minor, holdings }) => ({
        sector,
        amount: minorToDecimal(minor, currency),
        percent: shareOf(minor, assets),
        holdings: new Decimal(holdings),
      })),
    };
  });
}

// Payables are paid from cash, so cash includes them.
function isCounted(line: ValuedLine, { cash = false }: SectorRequest): boolean {
  if (line.class === 'CASH' || line.class === 'PAYABLE') return cash;
  return line.class !== 'LOAN';
}

/** Returns the value of each sector, largest first. Lines without a value are left out. */
export function sectorsOf(lines: readonly ValuedLine[]): SectorValue[] {
  const sectors = new Map<string, SectorValue>();
  for (const line of lines) {
    if (line.valueInMinor === undefined) continue;
    const sector = sectorOf(line);
    const { minor, holdings } = sectors.get(sector) ?? { minor: 0n, holdings: 0 };
    const isMoney = line.priceSource === 'LEDGER' || line.priceSource === 'ESTIMATE';
    const more = isMoney ? 0 : 1;
    sectors.set(sector, { sector, minor: minor + line.valueInMinor, holdings: holdings + more });
  }
  return [...sectors.values()].sort((one, other) => (one.minor < other.minor ? 1 : -1));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, minor) => total + minor, 0n);
}
