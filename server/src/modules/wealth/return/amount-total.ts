// The value of a customer at the end of each date in one currency, and the flows since the previous
// date. Both are computed from amounts that are not divided into lines, such as the amounts in
// snapshots.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { directPayments } from '../../custody/index.js';
import { cashFlows } from '../../finance/index.js';
import { unitsBrought } from '../../order/index.js';
import type { UnvaluedReason } from '../valuation/line.js';
import { type Conversion, convert } from '../valuation/rate.js';
import {
  type Amount,
  type Amounts,
  type Dates,
  holdersOf,
  type Owner,
  securityPricer,
} from './daily-worth.js';
import { type DayFlow, type DayTotal, flowOf, sumOfFlows } from './day-total.js';
import { type ExternalFlow, externalFlowOf } from './flow.js';
import { type Currencies, type Rates, ratesOf, UNITS_BROUGHT } from './history.js';
import { linkRuleOf } from './link-rule.js';
import { DIRECT_PAYMENT } from './move.js';

/** The dates, the currency, and the customer's assets on each date. */
interface TotalRequest {
  readonly dates: Dates;
  readonly currencies: Currencies;
  readonly worths: Amounts;
}

/** A flow in its own currency. */
interface OwnFlow {
  readonly date: BusinessDate;
  readonly currency: string;
  readonly source: string;
  /**
   * Returns the flow's amounts if they can be converted on the given date, which is the flow's own
   * date or later; otherwise returns the reason why not.
   */
  readonly on: (date: BusinessDate) => ExternalFlow | UnvaluedReason;
}

/**
 * Returns the totals for each date, based on the customer's assets on that date. The first date is
 * the opening, which has a value but no flows. A flow is assigned to the first given date on or
 * after its own, and converted at the rate of that date. If its amount or rate is not known then,
 * it moves to the first date on which both are known, and the dates until then have no complete
 * value.
 */
export async function amountTotals(
  tx: Tx,
  owner: Owner,
  { dates, currencies, worths }: TotalRequest,
): Promise<DayTotal[]> {
  const flows = await flowsOf(tx, owner, dates);
  const amounts = [...[...worths.values()].flat(), ...flows];
  const rates = await ratesOf(tx, amounts, { dates, currencies, knownAt: owner.knownAt });
  const totals = new Map<BusinessDate, OpenTotal>(
    dates.map((date) => [date, { value: totalOf(worths.get(date) ?? [], date, rates), flows: [] }]),
  );
  for (const flow of flows) place(flow, { dates, rates, totals });
  return dates.map((date) => {
    const { value, flows: counted } = totals.get(date) ?? { value: 0n, flows: [] };
    const rule = linkRuleOf(owner.policyOn(date));
    return { date, value, rule, ...sumOfFlows(counted), flows: counted };
  });
}

/** A total that is still being built. */
interface OpenTotal {
  value: bigint | UnvaluedReason;
  readonly flows: DayFlow[];
}

function place(
  flow: OwnFlow,
  to: {
    readonly dates: Dates;
    readonly rates: Rates;
    readonly totals: ReadonlyMap<BusinessDate, OpenTotal>;
  },
): void {
  for (const date of to.dates) {
    const total = to.totals.get(date);
    if (date < flow.date || total === undefined) continue;
    const counted = converted(flow, flow.on(date), to.rates.get(flow.currency)?.get(date));
    if (typeof counted !== 'string') {
      total.flows.push(counted);
      return;
    }
    total.value = counted;
  }
}

async function flowsOf(tx: Tx, owner: Owner, dates: Dates): Promise<OwnFlow[]> {
  const range = { after: dates[0], to: dates.at(-1) ?? dates[0], knownAt: owner.knownAt };
  const cash = await cashFlows(tx, holdersOf(owner), range);
  const direct = await directPayments(tx, holdersOf(owner), range);
  const brought = await unitsBrought(
    tx,
    owner.portfolios.map(({ id }) => id),
    range,
  );
  const held = brought.map(({ units }) => units);
  const worthOf = await securityPricer(tx, owner, { dates, held });
  return [
    ...cash.map((flow) => ({
      date: flow.date,
      currency: flow.currency,
      source: flow.sourceType,
      on: () => externalFlowOf(flow),
    })),
    ...direct.map(({ date, currency, minor }) => ({
      ...{ date, currency, source: DIRECT_PAYMENT },
      on: () => flowOf(DIRECT_PAYMENT, -minor),
    })),
    ...brought.map(({ date, units }) => ({
      ...{ date, currency: units.currency, source: UNITS_BROUGHT },
      on: (valued: BusinessDate) => {
        const { minor } = worthOf(units, valued);
        return typeof minor === 'string' ? minor : flowOf(UNITS_BROUGHT, minor);
      },
    })),
  ];
}

function totalOf(
  worths: readonly Amount[],
  date: BusinessDate,
  rates: Rates,
): bigint | UnvaluedReason {
  let total = 0n;
  for (const { currency, minor } of worths) {
    if (minor === 0n) continue;
    if (typeof minor === 'string') return minor;
    const rate = rates.get(currency)?.get(date);
    if (rate === undefined) return 'RATE_MISSING';
    total += convert(minor, currency, rate);
  }
  return total;
}

function converted(
  { source, currency }: OwnFlow,
  flow: ExternalFlow | UnvaluedReason,
  rate: Conversion | undefined,
): DayFlow | UnvaluedReason {
  if (typeof flow === 'string') return flow;
  const { inMinor, outMinor, feeMinor } = flow;
  if (inMinor === 0n && outMinor === 0n && feeMinor === 0n) {
    return { source, inMinor, outMinor, feeMinor };
  }
  if (rate === undefined) return 'RATE_MISSING';
  const own = (minor: bigint) => convert(minor, currency, rate);
  return { source, inMinor: own(inMinor), outMinor: own(outMinor), feeMinor: own(feeMinor) };
}
