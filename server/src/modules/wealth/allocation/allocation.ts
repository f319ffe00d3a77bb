// The asset allocation of a customer or a portfolio on a date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { WEALTH_CLASSES } from '../valuation/line.js';
import { shareOf, totalsOf, type ValuedLine } from '../valuation/total.js';
import { convertedLines, customerOn, type Owned, portfolioOn } from '../valuation/valuation.js';
import { type Allocation, MATURITIES, type PartKey, partKeyOf } from './key.js';

/** The criterion, the date and the currency of an allocation. */
interface AllocationRequest {
  readonly d?: BusinessDate | undefined;
  readonly by?: Allocation | undefined;
  readonly cu?: string | undefined;
}

/** A part of an allocation: the sum of its lines, in minor units. */
interface Part extends PartKey {
  readonly minor: bigint;
  readonly lines: number;
  readonly unvaluedLines: number;
}

/**
 * Returns a customer's asset allocation. Loans are negative parts, as percentages of the same base.
 */
export function allocateCustomer(
  call: Call,
  id: bigint,
  request: AllocationRequest,
): Promise<object> {
  return onSnapshot(call.db, async (tx) =>
    allocationOf(tx, await customerOn({ call, tx }, id, request), request),
  );
}

/** Returns a portfolio's asset allocation. */
export function allocatePortfolio(
  call: Call,
  id: bigint,
  request: AllocationRequest,
): Promise<object> {
  return onSnapshot(call.db, async (tx) =>
    allocationOf(tx, await portfolioOn({ call, tx }, id, request), request),
  );
}

async function allocationOf(
  tx: Tx,
  owned: Owned,
  { by = 'CLASS' }: AllocationRequest,
): Promise<object> {
  const { subject, names, currency, officeLabel: firm } = owned;
  const lines = await convertedLines(tx, subject, owned);
  const { assetsMinor, liabilitiesMinor, unvaluedLines } = totalsOf(lines);
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const parts = partsOf(lines, (line) => partKeyOf(line, by, { date: subject.date, firm }));
  return {
    ...names,
    date: subject.date,
    currency,
    by,
    value: amount(assetsMinor + liabilitiesMinor),
    assets: amount(assetsMinor),
    liabilities: amount(liabilitiesMinor),
    complete: unvaluedLines === 0,
    unvaluedLines,
    parts: ordered(parts, by).map((part) => ({
      key: part.key,
      label: part.label,
      value: amount(part.minor),
      percent: shareOf(part.minor, assetsMinor),
      lines: part.lines,
      unvaluedLines: part.unvaluedLines,
    })),
  };
}

function partsOf(lines: readonly ValuedLine[], keyOf: (line: ValuedLine) => PartKey): Part[] {
  const parts = new Map<string, Part>();
  for (const line of lines) {
    const { key, label } = keyOf(line);
    const { minor, lines: count, unvaluedLines } = parts.get(key) ?? EMPTY;
    parts.set(key, {
      ...{ key, label },
      minor: minor + (line.valueInMinor ?? 0n),
      lines: count + 1,
      unvaluedLines: unvaluedLines + (line.unvalued === undefined ? 0 : 1),
    });
  }
  return [...parts.values()];
}

const EMPTY = { minor: 0n, lines: 0, unvaluedLines: 0 };

// Classes and times to maturity have a fixed order. Other parts are sorted by value, largest first.
function ordered(parts: readonly Part[], by: Allocation): Part[] {
  const order: readonly string[] | undefined =
    by === 'CLASS' ? WEALTH_CLASSES : by === 'MATURITY' ? MATURITIES : undefined;
  return parts.toSorted((one, other) => {
    if (order !== undefined) return order.indexOf(one.key) - order.indexOf(other.key);
    if (one.minor !== other.minor) return one.minor < other.minor ? 1 : -1;
    return one.key < other.key ? -1 : 1;
  });
}
