// Collects the gains in a statement, realised in its period and unrealised at its end, at average
// cost and under FIFO.

import type { Tx } from '../../../platform/database/database.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { type DisposalByMethod, disposalBy } from '../gain/disposal.js';
import type { HeldAsset } from '../gain/held-asset.js';
import { inRange, loadGains } from '../gain/load.js';
import { costOf } from '../gain/lot.js';
import { type ClosedPosition, closedPositions } from '../gain/position.js';
import type { DateRange } from '../gain/queries.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import type { ValuedLine } from '../valuation/total.js';
import type { ClosedGain, GainSum, Gains, RealisedGain, UnrealisedGain } from './content.js';

/** The customer, the dates, and the positions at the end. */
interface GainsRequest {
  readonly customerId: bigint;
  readonly portfolios: readonly NamedPortfolio[];
  readonly range: DateRange;
  readonly lines: readonly ValuedLine[];
}

/** Amounts in minor units of a currency, some of which may be unknown. */
interface Counted {
  readonly currency: string;
  readonly realised: boolean;
  readonly averageMinor: bigint | undefined;
  readonly fifoMinor: bigint | undefined;
}

/** Collects a customer's gains. Refuses if there are too many movements. */
export async function gainsOf(tx: Tx, request: GainsRequest): Promise<Gains> {
  const { customerId, portfolios, range, lines } = request;
  const owner = { customerId, portfolios, only: undefined };
  const loaded = await loadGains(tx, owner, range);
  const { disposals, holdings } = loaded;
  const ended = inRange(disposals, range);
  const names = new Map(portfolios.map(({ id, name }) => [id, name]));
  const open = openLines(lines, holdings);
  return {
    totals: sumsOf([...ended.map(countedDisposal), ...open.map(countedPosition)]),
    realised: ended.map((disposal) => realisedOf(disposal, names)),
    unrealised: open.map(unrealisedOf),
    closed: closedPositions(loaded, range).map(closedOf),
  };
}

/** A position with its cost. */
interface OpenLine {
  readonly line: ValuedLine;
  /** The value without accrued interest. */
  readonly valueMinor: bigint | undefined;
  readonly averageMinor: bigint | undefined;
  readonly fifoMinor: bigint | undefined;
}

// Commercial paper and bills earn income, so they have no unrealised gain.
function openLines(lines: readonly ValuedLine[], holdings: readonly HeldAsset[]): OpenLine[] {
  const assets = new Map(holdings.map((asset) => [keyOf(asset), asset]));
  return lines.flatMap((line) => {
    const book = assets.get(keyOf(line))?.book;
    if (book === undefined || !GAINING.has(line.class)) return [];
    const { valueMinor, accruedMinor = 0n } = line;
    return {
      line,
      valueMinor: valueMinor === undefined ? undefined : valueMinor - accruedMinor,
      averageMinor: costOf(book.AVERAGE),
      fifoMinor: costOf(book.FIFO),
    };
  });
}

const GAINING: ReadonlySet<string> = new Set(['EQUITY', 'BOND', 'FUND']);

function keyOf(of: Pick<ValuedLine, 'subjectType' | 'subjectId' | 'portfolioName'>): string {
  return `${of.subjectType}/${of.subjectId}/${of.portfolioName ?? ''}`;
}

function text(minor: bigint | undefined, currency: string): string | undefined {
  return minor === undefined ? undefined : minorToDecimal(minor, currency).toFixed();
}

function difference(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}

function realisedOf(
  disposal: DisposalByMethod,
  portfolios: ReadonlyMap<bigint, string>,
): RealisedGain {
  const { tradeDate: date, kind, name, label, currency, portfolioId, chargesMinor } = disposal;
  const average = disposalBy(disposal, 'AVERAGE');
  const { FIFO } = disposal.outcome;
  return {
    ...{ date, kind, name, label, currency, class: disposal.class },
    portfolio: portfolioId === undefined ? '' : (portfolios.get(portfolioId) ?? ''),
    quantity: decimalText(disposal.quantity),
    proceeds: minorToDecimal(average.proceedsMinor, currency).toFixed(),
    charges: minorToDecimal(chargesMinor, currency).toFixed(),
    netProceeds: minorToDecimal(average.netProceedsMinor, currency).toFixed(),
    cost: text(average.costMinor, currency),
    gain: text(average.gainMinor, currency),
    fifoCost: text(FIFO.costMinor, currency),
    fifoGain: text(FIFO.gainMinor, currency),
  };
}

function decimalText(value: Decimal | undefined): string {
  return value?.toFixed() ?? '';
}

function unrealisedOf({ line, valueMinor, averageMinor, fifoMinor }: OpenLine): UnrealisedGain {
  const { name, label, currency } = line;
  return {
    ...{ name, label, currency, class: line.class },
    portfolio: line.portfolioName ?? '',
    quantity: decimalText(line.quantity),
    value: text(valueMinor, currency),
    cost: text(averageMinor, currency),
    gain: text(difference(valueMinor, averageMinor), currency),
    fifoCost: text(fifoMinor, currency),
    fifoGain: text(difference(valueMinor, fifoMinor), currency),
  };
}

function closedOf({
  asset,
  openedOn,
  closedOn,
  boughtMinor,
  soldMinor,
}: ClosedPosition): ClosedGain {
  const { name, label, currency, portfolioName, incomeMinor } = asset;
  return {
    ...{ openedOn, closedOn, class: asset.class, name, label, currency },
    portfolio: portfolioName ?? '',
    cost: text(boughtMinor, currency),
    netProceeds: minorToDecimal(soldMinor, currency).toFixed(),
    gain: text(difference(soldMinor, boughtMinor), currency),
    income: minorToDecimal(incomeMinor, currency).toFixed(),
  };
}

function countedDisposal({ currency, outcome }: DisposalByMethod): Counted {
  const { AVERAGE, FIFO } = outcome;
  return {
    ...{ currency, realised: true },
    averageMinor: AVERAGE.gainMinor,
    fifoMinor: FIFO.gainMinor,
  };
}

function countedPosition({ line, valueMinor, averageMinor, fifoMinor }: OpenLine): Counted {
  return {
    ...{ currency: line.currency, realised: false },
    averageMinor: difference(valueMinor, averageMinor),
    fifoMinor: difference(valueMinor, fifoMinor),
  };
}

// Gains without a known cost or value are counted but not added.
function sumsOf(counted: readonly Counted[]): GainSum[] {
  const currencies = [...new Set(counted.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = counted.filter((each) => each.currency === currency);
    const sum = (realised: boolean, of: (each: Counted) => bigint | undefined) =>
      minorToDecimal(
        own.reduce((all, each) => all + (each.realised === realised ? (of(each) ?? 0n) : 0n), 0n),
        currency,
      ).toFixed();
    const average = ({ averageMinor }: Counted) => averageMinor;
    const fifo = ({ fifoMinor }: Counted) => fifoMinor;
    return {
      currency,
      realised: sum(true, average),
      fifoRealised: sum(true, fifo),
      unrealised: sum(false, average),
      fifoUnrealised: sum(false, fifo),
      unknown: own.filter((each) => average(each) === undefined || fifo(each) === undefined).length,
    };
  });
}
