// The subject of a return: a customer, or a portfolio without cash, with the days of its range.

import { daysBetween } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { WEALTH } from '../limits.js';
import { homeCalendar } from '../valuation/home-calendar.js';
import { selectCustomer, selectPortfolio, selectPortfolios } from '../valuation/queries.js';
import { within } from '../valuation/subject.js';
import { type At, currencyOf, type ValuationRequest, visible } from '../valuation/valuation.js';
import { amountTotals } from './amount-total.js';
import { type DayTotal, dayTotals } from './day-total.js';
import { historyOf, ownerOf } from './history.js';
import { coverageOf, worthsOver } from './long-worth.js';
import { selectFirstCapital, selectFirstHeld } from './queries.js';
import { type RequestedSpan, type Span, spanOf } from './span.js';

/**
 * The dates of a return, its currency, the time after which records are left out, and whether loans
 * are included.
 */
export interface SubjectRequest extends RequestedSpan, Pick<ValuationRequest, 'cu' | 'asOf'> {
  readonly loans?: boolean | undefined;
}

/** The totals of a range, and the members that identify its subject. */
export interface ReturnSubject {
  readonly header: object;
  readonly span: Span;
  readonly currency: string;
  /** The pivot currency for pairs without a rate. */
  readonly through: string;
  /** Records stored after this time are left out. */
  readonly knownAt: string | undefined;
  /** The totals of the days, starting with the opening. */
  readonly days: readonly DayTotal[];
}

/** Returns a customer and the days of a range. The default currency is the office's. */
export async function customerSubject(
  { call, tx, knownAt }: At,
  id: bigint,
  request: SubjectRequest,
): Promise<ReturnSubject> {
  const customer = visible(call, await selectCustomer(tx, id));
  const portfolios = within(await selectPortfolios(tx, id));
  const today = await currentBusinessDate(tx);
  const owner = { customerId: id, portfolios, today, knownAt };
  const firstCapital = await selectFirstCapital(tx, owner);
  // Snapshots do not distinguish loans.
  const coverage = request.loans === false ? undefined : await coverageOf(tx, knownAt);
  const calendar = await homeCalendar(tx);
  const span = spanOf(request, { today, calendar, firstCapital, coverage });
  const through = customer.office_currency;
  const currency = currencyOf(request) ?? through;
  const { dates } = span;
  const currencies = { currency, through };
  const { customer_name: customerName, customer_label: customerLabel } = customer;
  const header = { customerId: id, customerName, customerLabel };
  const common = { span, currency, through, knownAt };
  if (daysBetween(dates[0], dates.at(-1) ?? dates[0]) <= WEALTH.returnDaysMax) {
    const history = await historyOf(tx, owner, { dates, currencies });
    const days = dayTotals(history, request.loans === false ? 'ASSETS' : 'CUSTOMER');
    return { header, ...common, days };
  }
  const holder = await ownerOf(tx, owner);
  const { worths, isRestating } = await worthsOver(tx, holder, { dates, coverage });
  const days = await amountTotals(tx, holder, { dates, currencies, worths });
  return { header: { ...header, restating: isRestating || undefined }, ...common, days };
}

/**
 * Returns a portfolio, without its customer's cash, and the days of a range. The default currency
 * is the portfolio's.
 */
export async function portfolioSubject(
  { call, tx, knownAt }: At,
  id: bigint,
  request: SubjectRequest,
): Promise<ReturnSubject> {
  const row = visible(call, await selectPortfolio(tx, id));
  const today = await currentBusinessDate(tx);
  const portfolio = { id, name: row.name };
  const owner = { customerId: row.customer_id, portfolios: [portfolio], today, knownAt };
  const firstCapital = await selectFirstHeld(tx, owner, portfolio);
  const calendar = await homeCalendar(tx);
  const span = spanOf(request, { today, calendar, firstCapital, coverage: undefined });
  const through = row.office_currency;
  const currency = currencyOf(request) ?? row.currency;
  const history = await historyOf(tx, owner, {
    dates: span.dates,
    currencies: { currency, through },
  });
  const header = {
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioId: id,
    portfolioName: row.name,
    portfolioLabel: row.label,
    cash: 'EXCLUDED',
  };
  const days = dayTotals(history, { portfolioName: row.name });
  return { header, span, currency, through, knownAt, days };
}
