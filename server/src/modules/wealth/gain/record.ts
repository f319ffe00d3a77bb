// Converts gains to API records. Absent members are undefined and left out of the JSON.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { roundTo } from '../../../platform/money/rounding.js';
import type { NamedPortfolio } from '../valuation/queries.js';
import type { DisposalByMethod, DisposedLot } from './disposal.js';
import { disposalBy } from './disposal.js';
import { shownUnits } from './held-asset.js';
import type { Lot } from './lot.js';
import type { ClosedPosition, OpenPosition } from './position.js';
import { mainMethod, type ShownMethod } from './request.js';
import type { GainTotal, GainTotals } from './total.js';

/** Options for the records of a report. */
export interface Shown {
  readonly method: ShownMethod;
  /** The date of the open positions, and the portfolios by name. */
  readonly date: BusinessDate;
  readonly portfolios: readonly NamedPortfolio[];
}

/** Returns the record of a disposal, with its lots under FIFO. */
export function disposalRecord(given: DisposalByMethod, shown: Shown): object {
  const disposal = disposalBy(given, mainMethod(shown.method));
  const { currency, costMinor, gainMinor, tradeDate } = disposal;
  const amount = amountIn(currency);
  const { FIFO } = given.outcome;
  return {
    tradeDate,
    settlementDate: disposal.settlementDate,
    kind: disposal.kind,
    portfolioName: portfolioName(shown, disposal.portfolioId),
    securityName: disposal.name,
    label: disposal.label,
    class: disposal.class,
    quantity: disposal.quantity.toFixed(),
    proceeds: amount(disposal.proceedsMinor),
    charges: amount(disposal.chargesMinor),
    netProceeds: amount(disposal.netProceedsMinor),
    costKnown: costMinor !== undefined,
    cost: amount(costMinor),
    gain: amount(gainMinor),
    percent: percentOf(gainMinor, costMinor),
    ...(shown.method === 'BOTH'
      ? { fifoCost: amount(FIFO.costMinor), fifoGain: amount(FIFO.gainMinor) }
      : {}),
    currency,
    orderId: disposal.orderId,
    contractNoteName: disposal.contractNoteName,
    ...(shown.method === 'AVERAGE'
      ? {}
      : { lots: FIFO.lots.map((lot) => disposedLotRecord(lot, { currency, tradeDate })) }),
  };
}

function disposedLotRecord(
  { acquiredOn, quantity, costMinor, netProceedsMinor }: DisposedLot,
  of: { readonly currency: string; readonly tradeDate: BusinessDate },
): object {
  const amount = amountIn(of.currency);
  return {
    acquiredOn,
    quantity: quantity.toFixed(),
    netProceeds: amount(netProceedsMinor),
    cost: amount(costMinor),
    gain: costMinor === undefined ? undefined : amount(netProceedsMinor - costMinor),
    heldDays: daysBetween(acquiredOn, of.tradeDate),
  };
}

/** Returns the API record of disposal totals. */
export function totalsRecord(totals: GainTotals, method: ShownMethod): object {
  const record = (total: GainTotal) => totalRecord(total, method);
  return {
    currencies: totals.currencies.map(record),
    securities: totals.securities.map((total) => ({ securityName: total.key, ...record(total) })),
    classes: totals.classes.map((total) => ({ class: total.key, ...record(total) })),
    months: totals.months.map((total) => ({ month: total.key, ...record(total) })),
  };
}

function totalRecord(total: GainTotal, method: ShownMethod): object {
  const amount = amountIn(total.currency);
  return {
    currency: total.currency,
    disposals: total.disposals,
    unknownDisposals: total.unknownDisposals,
    proceeds: amount(total.netProceedsMinor + total.chargesMinor),
    charges: amount(total.chargesMinor),
    netProceeds: amount(total.netProceedsMinor),
    cost: amount(total.costMinor),
    gain: amount(total.gainMinor),
    ...(method === 'BOTH' ? { fifoGain: amount(total.fifoGainMinor) } : {}),
  };
}

/** Returns the record of an open position with its unrealised gain. */
export function openRecord(position: OpenPosition, shown: Shown): object {
  const { asset, line, cost, valueMinor, saleChargesMinor } = position;
  const { currency } = asset;
  const amount = amountIn(currency);
  const costMinor = cost[mainMethod(shown.method)];
  const gainMinor = unrealised(position, costMinor);
  const units = line.quantity ?? new Decimal(0);
  return {
    ...assetMembers(position),
    quantity: units.toFixed(),
    costKnown: costMinor !== undefined,
    cost: amount(costMinor),
    averageCost:
      costMinor === undefined || units.isZero()
        ? undefined
        : roundTo(minorToDecimal(costMinor, currency).dividedBy(units), 4, 'HALF_UP'),
    price: line.price,
    priceDate: line.age?.date,
    value: amount(valueMinor),
    saleCharges: amount(saleChargesMinor),
    unrealisedGain: amount(gainMinor),
    percent: percentOf(gainMinor, costMinor),
    ...(shown.method === 'BOTH'
      ? { fifoCost: amount(cost.FIFO), fifoUnrealisedGain: amount(unrealised(position, cost.FIFO)) }
      : {}),
    currency,
    ...(shown.method === 'AVERAGE'
      ? {}
      : { lots: asset.book.FIFO.map((lot) => openLotRecord(lot, position, shown.date)) }),
  };
}

function unrealised(position: OpenPosition, costMinor: bigint | undefined): bigint | undefined {
  const { valueMinor, saleChargesMinor = 0n } = position;
  if (valueMinor === undefined || costMinor === undefined) return undefined;
  return valueMinor - saleChargesMinor - costMinor;
}

function openLotRecord(lot: Lot, { asset }: OpenPosition, date: BusinessDate): object {
  return {
    acquiredOn: lot.acquiredOn,
    quantity: shownUnits(asset, lot.quantity).toFixed(),
    cost: amountIn(asset.currency)(lot.costMinor),
    heldDays: daysBetween(lot.acquiredOn, date),
  };
}

/** Returns the record of a closed position with its whole history. */
export function closedRecord(position: ClosedPosition): object {
  const { asset, boughtMinor, soldMinor } = position;
  const amount = amountIn(asset.currency);
  return {
    ...assetMembers(position),
    openedOn: position.openedOn,
    closedOn: position.closedOn,
    costKnown: boughtMinor !== undefined,
    bought: amount(boughtMinor),
    sold: amount(soldMinor),
    gain: boughtMinor === undefined ? undefined : amount(soldMinor - boughtMinor),
    income: amount(asset.incomeMinor),
    currency: asset.currency,
  };
}

function assetMembers({ asset }: Pick<OpenPosition, 'asset'>): object {
  const { portfolioName: name, label, class: assetClass } = asset;
  return { portfolioName: name, securityName: asset.name, label, class: assetClass };
}

/** Returns the name of a portfolio; undefined for positions outside portfolios. */
export function portfolioName(
  { portfolios }: Pick<Shown, 'portfolios'>,
  portfolioId: bigint | undefined,
): string | undefined {
  return portfolios.find(({ id }) => id === portfolioId)?.name;
}

/** Returns a function that formats minor units of a currency; undefined remains undefined. */
function amountIn(currency: string): (minor: bigint | undefined) => Decimal | undefined {
  return (minor) => (minor === undefined ? undefined : minorToDecimal(minor, currency));
}

function percentOf(
  gainMinor: bigint | undefined,
  costMinor: bigint | undefined,
): Decimal | undefined {
  if (gainMinor === undefined || costMinor === undefined || costMinor <= 0n) return undefined;
  const percent = new Decimal(String(gainMinor)).times(100).dividedBy(String(costMinor));
  return roundTo(percent, 2, 'HALF_UP');
}
