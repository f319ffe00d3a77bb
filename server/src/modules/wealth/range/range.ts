// Valuations over a range of dates, for the paths of the original program.

import { daysBetween } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { versioned } from '../../../platform/http/route.js';
import { holdingRecord, valuedHoldingsOn } from '../../order/index.js';
import { WEALTH } from '../limits.js';
import { dailyWorths, type Owner, type Worth, type Worths } from '../return/daily-worth.js';
import { dayTotals } from '../return/day-total.js';
import { type Currencies, historyFrom, ownerOf, ratesOf } from '../return/history.js';
import { growthRecord } from '../return/record.js';
import { homeCalendar } from '../valuation/home-calendar.js';
import {
  type NamedPortfolio,
  selectCustomer,
  selectPortfolio,
  selectPortfolios,
} from '../valuation/queries.js';
import { lineRecord, totalsRecord } from '../valuation/record.js';
import { type Subject, within } from '../valuation/subject.js';
import { totalsOf } from '../valuation/total.js';
import {
  convertedLines,
  currencyOf,
  onKnownSnapshot,
  type ValuationRequest,
  visible,
} from '../valuation/valuation.js';
import { dayValueOf } from './day-value.js';
import { originalMembersOf } from './original.js';
import { rangeAmounts } from './record.js';
import { type RangeSpan, type RequestedRange, rangeOf } from './span.js';

/** The dates and the currency of a valuation, and the time after which records are left out. */
interface RangeRequest extends RequestedRange, Pick<ValuationRequest, 'cu' | 'asOf'> {}

/** The owner of the assets: a customer, or one portfolio with its customer's cash. */
interface Valued {
  readonly customerId: bigint;
  readonly portfolios: readonly NamedPortfolio[];
  readonly only: NamedPortfolio | undefined;
  readonly currencies: Currencies;
  /** Records stored after this time are left out. */
  readonly knownAt?: string | undefined;
}

/**
 * Returns the value of a portfolio over a range of dates. The value includes the customer's cash,
 * because clients of the original program expect this. `ownValue` does not include the cash.
 */
export function portfolioRange(call: Call, id: bigint, request: RangeRequest): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) => {
    const portfolio = visible(call, await selectPortfolio(tx, id));
    const { name, label, active, office_currency: through, version } = portfolio;
    const only = { id, name };
    const valued = {
      ...{ customerId: portfolio.customer_id, portfolios: [only], only, knownAt },
      currencies: { currency: currencyOf(request) ?? portfolio.currency, through },
    };
    const names = { active, portfolioName: name, portfolioLabel: label };
    const record = await valuationOver(tx, valued, request);
    const { asOf } = request;
    return versioned({ portfolioId: id, ...names, asOf, ...record }, version);
  });
}

/** Returns the value of a customer over a range of dates, with its growth. */
export function customerRange(call: Call, id: bigint, request: RangeRequest): Promise<object> {
  return onKnownSnapshot(call, request, async (tx, knownAt) => {
    const customer = visible(call, await selectCustomer(tx, id));
    const { active, customer_name, customer_label, office_currency: through } = customer;
    const valued = {
      ...{ customerId: id, portfolios: within(await selectPortfolios(tx, id)), only: undefined },
      knownAt,
      currencies: { currency: currencyOf(request) ?? through, through },
    };
    // Clients of the original program expect the customer's names in the members of a portfolio.
    const names = { active, portfolioName: customer_name, portfolioLabel: customer_label };
    const { asOf } = request;
    return { customerId: id, ...names, asOf, ...(await valuationOver(tx, valued, request)) };
  });
}

/**
 * Returns the valuation of a range: the opening value (the close of the previous business day), the
 * closing value, a value for each business day, and the positions at the end.
 */
export async function valuationOver(
  tx: Tx,
  valued: Valued,
  requested: RequestedRange,
): Promise<object> {
  const { customerId, portfolios, only, currencies, knownAt } = valued;
  const today = await currentBusinessDate(tx);
  const span = rangeOf(requested, { today, calendar: await homeCalendar(tx) });
  const { end, dates } = span;
  const ids = portfolios.map(({ id }) => id);
  const { holdings } = await valuedHoldingsOn(tx, ids, { date: end, asOf: knownAt });
  const owner = await ownerOf(tx, { customerId, portfolios, today, knownAt });
  const worths = await dailyWorths(tx, owner, dates);
  const own = only === undefined ? worths : ofPortfolio(worths, only);
  const rates = await ratesOf(tx, [...own.values()].flat(), { dates, currencies, knownAt });
  const days = new Map(dates.map((date) => [date, dayValueOf(date, own.get(date) ?? [], rates)]));
  const subject: Subject = {
    ...{ customerId, portfolios, only, date: end, isToday: end === today, knownAt },
    hasCash: true,
  };
  const lines = await convertedLines(tx, subject, currencies);
  const valuation = { currency: currencies.currency, totals: totalsOf(lines) };
  const growth =
    only === undefined ? await growthOf(tx, valued, { span, owner, worths }) : undefined;
  return {
    ...growth,
    ...totalsRecord(valuation),
    ...rangeAmounts({ span, days, lines, valuation, isPortfolio: only !== undefined }),
    ...originalMembersOf({ lines, holdings, portfolios, currency: currencies.currency }),
    holdings: holdings.map((holding) => holdingRecord(holding, { today, asOf: knownAt })),
    lines: lines.map((line) => lineRecord(line, valuation)),
  };
}

// Returns undefined if the range has more days than the operation for returns allows.
async function growthOf(
  tx: Tx,
  { currencies }: Valued,
  {
    span,
    owner,
    worths,
  }: { readonly span: RangeSpan; readonly owner: Owner; readonly worths: Worths },
): Promise<object | undefined> {
  const { opening, end, dates } = span;
  if (daysBetween(opening, end) > WEALTH.returnDaysMax) return undefined;
  const days = dayTotals(await historyFrom(tx, owner, { dates, currencies, worths }), 'CUSTOMER');
  const { currency } = currencies;
  return growthRecord(days, { fees: 'ALL', method: 'DAILY', currency });
}

const MONEY: ReadonlySet<string> = new Set(['CASH', 'RECEIVABLE', 'PAYABLE']);

// Returns the assets of a portfolio, together with its customer's cash.
function ofPortfolio(worths: Worths, { id, name }: NamedPortfolio): Worths {
  const isOwn = (worth: Worth) =>
    worth.portfolioId === id || worth.portfolioName === name || MONEY.has(worth.class);
  return new Map([...worths].map(([date, all]) => [date, all.filter(isOwn)]));
}
