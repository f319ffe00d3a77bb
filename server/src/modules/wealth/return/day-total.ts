// The value of a customer at the end of each date in one currency, and the flows since the date
// before.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { directPayments } from '../../custody/index.js';
import { cashFlows } from '../../finance/index.js';
import { unitsBrought } from '../../order/index.js';
import type { UnvaluedReason } from '../valuation/line.js';
import { type Conversion, conversionsOn, convert } from '../valuation/rate.js';
import { type Dates, dailyWorths, type Owner, securityPricer, type Worth } from './daily-worth.js';
import { externalFlowOf } from './flow.js';

/** The end of a date. Amounts are in minor units of the currency of the return. */
export interface DayTotal {
  readonly date: BusinessDate;
  /** A reason if a part of it is not known. */
  readonly value: bigint | UnvaluedReason;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly feeMinor: bigint;
  readonly flows: readonly DayFlow[];
}

/** Money or units from outside, by the kind of record that moved them. */
export interface DayFlow {
  readonly source: string;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly feeMinor: bigint;
}

/** The currency of the totals, and the one through which others are converted. */
export interface Currencies {
  readonly currency: string;
  readonly through: string;
}

/** The kind of record of units that a customer brought along. */
export const UNITS_BROUGHT = 'OPENING_UNITS';

/** The kind of record of what a registrar pays past the firm. */
export const DIRECT_PAYMENT = 'DIRECT_PAYMENT';

/** A flow in its own currency, on its date. */
interface OwnFlow extends DayFlow {
  readonly date: BusinessDate;
  readonly currency: string;
  /** Why its amount is not known. */
  readonly unvalued?: UnvaluedReason | undefined;
}

/**
 * Returns the totals of dates. The first date is the opening, which has a value and no flows. A
 * flow of a date between two others counts on the later one, converted at the rate of that date.
 */
export async function dayTotals(
  tx: Tx,
  owner: Owner,
  { dates, currencies }: { readonly dates: Dates; readonly currencies: Currencies },
): Promise<DayTotal[]> {
  const worths = await dailyWorths(tx, owner, dates);
  const flows = await flowsOf(tx, owner, dates);
  const rates = await ratesOf(tx, [...[...worths.values()].flat(), ...flows], {
    dates,
    currencies,
  });
  return dates.map((date, index) => {
    const before = dates[index - 1];
    const own = flows.filter(
      (each) => before !== undefined && each.date > before && each.date <= date,
    );
    const rateOf = (currency: string) => rates.get(currency)?.get(date);
    const converted = own.map((each) => convertedFlow(each, rateOf(each.currency)));
    return {
      date,
      value: unknownFlow(own, rateOf) ?? totalOf(worths.get(date) ?? [], rateOf),
      ...sumOf(converted),
      flows: converted,
    };
  });
}

async function flowsOf(tx: Tx, owner: Owner, dates: Dates): Promise<OwnFlow[]> {
  const range = { after: dates[0], to: dates.at(-1) ?? dates[0] };
  const cash = await cashFlows(tx, owner.customerId, range);
  const direct = await directPayments(tx, owner.customerId, range);
  const brought = await unitsBrought(tx, owner.portfolioIds, range);
  const held = brought.map(({ units }) => units);
  const worthOf = await securityPricer(tx, owner, { dates, held });
  return [
    ...cash.map((flow) => ({
      date: flow.date,
      currency: flow.currency,
      source: flow.sourceType,
      ...externalFlowOf(flow),
    })),
    ...direct.map(({ date, currency, minor }) => ({
      ...{ date, currency, source: DIRECT_PAYMENT, inMinor: 0n, outMinor: minor, feeMinor: 0n },
    })),
    ...brought.map(({ date, units }) => {
      const { currency, minor } = worthOf(units, date);
      const frame = { date, currency, source: UNITS_BROUGHT, outMinor: 0n, feeMinor: 0n };
      return typeof minor === 'bigint'
        ? { ...frame, inMinor: minor }
        : { ...frame, inMinor: 0n, unvalued: minor };
    }),
  ].filter(isAny);
}

function isAny({ inMinor, outMinor, feeMinor, unvalued }: OwnFlow): boolean {
  return inMinor !== 0n || outMinor !== 0n || feeMinor !== 0n || unvalued !== undefined;
}

type Rates = ReadonlyMap<string, ReadonlyMap<BusinessDate, Conversion>>;

async function ratesOf(
  tx: Tx,
  amounts: readonly { readonly currency: string }[],
  { dates, currencies }: { readonly dates: Dates; readonly currencies: Currencies },
): Promise<Rates> {
  const rates = new Map<string, ReadonlyMap<BusinessDate, Conversion>>();
  for (const from of new Set(amounts.map(({ currency }) => currency))) {
    const { currency: to, through } = currencies;
    rates.set(from, await conversionsOn(tx, { from, to, through }, dates));
  }
  return rates;
}

// With a flow of unknown amount, the return of the day is not known, whatever its value.
function unknownFlow(
  flows: readonly OwnFlow[],
  rateOf: (currency: string) => Conversion | undefined,
): UnvaluedReason | undefined {
  const unvalued = flows.find((flow) => flow.unvalued !== undefined)?.unvalued;
  if (unvalued !== undefined) return unvalued;
  return flows.some(({ currency }) => rateOf(currency) === undefined) ? 'RATE_MISSING' : undefined;
}

function totalOf(
  worths: readonly Worth[],
  rateOf: (currency: string) => Conversion | undefined,
): bigint | UnvaluedReason {
  let total = 0n;
  for (const { currency, minor } of worths) {
    if (typeof minor === 'string') return minor;
    const rate = rateOf(currency);
    if (rate === undefined && minor !== 0n) return 'RATE_MISSING';
    total += rate === undefined ? 0n : convert(minor, currency, rate);
  }
  return total;
}

function convertedFlow(flow: OwnFlow, rate: Conversion | undefined): DayFlow {
  const { source, currency, inMinor, outMinor, feeMinor } = flow;
  const own = (minor: bigint) => (rate === undefined ? 0n : convert(minor, currency, rate));
  return { source, inMinor: own(inMinor), outMinor: own(outMinor), feeMinor: own(feeMinor) };
}

function sumOf(flows: readonly DayFlow[]): Omit<DayFlow, 'source'> {
  return {
    inMinor: flows.reduce((sum, { inMinor }) => sum + inMinor, 0n),
    outMinor: flows.reduce((sum, { outMinor }) => sum + outMinor, 0n),
    feeMinor: flows.reduce((sum, { feeMinor }) => sum + feeMinor, 0n),
  };
}
