// The positions of a customer at the end of a tax pack's year, with their cost, tax base and
// closing value.

import type { HeldAsset } from '../gain/held-asset.js';
import { costOf } from '../gain/lot.js';
import { holdingKey, type TaxBase } from '../tax/reset.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import type { ValuedLine } from '../valuation/total.js';
import { amountText } from './gain-rows.js';
import { type PackRow, rowOf } from './table.js';

/** A position with its costs under both methods. Amounts are in minor units. */
export interface PackPosition {
  readonly line: ValuedLine;
  /** The costs; undefined if unknown. */
  readonly costAverage: bigint | undefined;
  readonly costFifo: bigint | undefined;
  /** The tax base; undefined if no rule taxes the position. */
  readonly base: TaxBase | undefined;
  /** The value without accrued interest; undefined if there is no price. */
  readonly valueMinor: bigint | undefined;
}

/** The data for the positions: their values, holdings and bases. */
interface Held {
  readonly portfolios: readonly NamedPortfolio[];
  readonly holdings: readonly HeldAsset[];
  readonly bases: ReadonlyMap<string, TaxBase>;
}

const MONEY: readonly string[] = ['CASH', 'RECEIVABLE', 'PAYABLE', 'LOAN'];

/** Returns the lines of a valuation that are not money. */
export function positionsOf(lines: readonly ValuedLine[], held: Held): PackPosition[] {
  const assets = new Map(held.holdings.map((asset) => [keyOf(asset), asset]));
  return lines
    .filter((line) => !MONEY.includes(line.class))
    .map((line) => {
      const asset = assets.get(keyOf(line));
      const portfolioId = held.portfolios.find(({ name }) => name === line.portfolioName)?.id;
      const key =
        line.subjectType === 'SECURITY' && portfolioId !== undefined
          ? holdingKey({ portfolioId, securityId: line.subjectId })
          : '';
      const { valueMinor, accruedMinor = 0n } = line;
      const isClean = line.class === 'BOND';
      return {
        line,
        costAverage: asset === undefined ? line.costMinor : costOf(asset.book.AVERAGE),
        costFifo: asset === undefined ? line.costMinor : costOf(asset.book.FIFO),
        base: held.bases.get(key),
        valueMinor: valueMinor === undefined || !isClean ? valueMinor : valueMinor - accruedMinor,
      };
    });
}

function keyOf(of: {
  readonly subjectType: string;
  readonly subjectId: bigint;
  readonly portfolioName?: string | undefined;
}): string {
  return `${of.subjectType}/${of.subjectId}/${of.portfolioName ?? ''}`;
}

/** Returns the rows of the positions table. */
export function positionRows(positions: readonly PackPosition[]): PackRow[] {
  return positions.map(({ line, costAverage, costFifo, base, valueMinor }) => {
    const amount = (minor: bigint | undefined) => amountText(minor, line.currency);
    return rowOf({
      class: line.class,
      security: line.name,
      label: line.label,
      portfolio: line.portfolioName,
      quantity: line.quantity?.toFixed(),
      currency: line.currency,
      costAverage: amount(costAverage),
      costFifo: amount(costFifo),
      taxBase: amount(base?.baseMinor),
      price: line.price?.toFixed(),
      priceDate: line.age?.date,
      value: amount(valueMinor),
    });
  });
}
