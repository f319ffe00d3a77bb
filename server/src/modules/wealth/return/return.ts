// The return of a customer over a range of dates, with the values and flows from which it comes.

import {
  type BusinessCalendar,
  calendarOf as calendarWith,
} from '../../../platform/calendar/business-calendar.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { calendarOf } from '../../market/index.js';
import { homeExchangeId } from '../../order/index.js';
import { selectCustomer, selectPortfolios } from '../valuation/queries.js';
import { within } from '../valuation/subject.js';
import { currencyOf, visible } from '../valuation/valuation.js';
import { dayTotals } from './day-total.js';
import { coverageOf, worthsOver } from './long-worth.js';
import type { ReturnPart } from './part.js';
import { selectFirstCapital } from './queries.js';
import type { FeeBasis, ReturnMethod } from './rate.js';
import { returnRecord } from './record.js';
import { type RequestedSpan, spanOf } from './span.js';

/** The dates of a return, and how it is computed. */
interface ReturnRequest extends RequestedSpan {
  readonly cu?: string | undefined;
  readonly fees?: FeeBasis | undefined;
  readonly method?: ReturnMethod | undefined;
  readonly by?: ReturnPart | undefined;
}

/** Returns how the wealth of a customer grew. The currency is by default that of the office. */
export function returnOfCustomer(call: Call, id: bigint, request: ReturnRequest): Promise<object> {
  return onSnapshot(call.db, async (tx) => {
    const customer = visible(call, await selectCustomer(tx, id));
    const portfolioIds = within(await selectPortfolios(tx, id)).map((portfolio) => portfolio.id);
    const today = await currentBusinessDate(tx);
    const owner = { customerId: id, portfolioIds, today };
    const firstCapital = await selectFirstCapital(tx, owner);
    const coverage = await coverageOf(tx);
    const calendar = await homeCalendar(tx);
    const span = spanOf(request, { today, calendar, firstCapital, coverage });
    const through = customer.office_currency;
    const currency = currencyOf(request) ?? through;
    const { dates } = span;
    const { worths, isRestating } = await worthsOver(tx, owner, { dates, coverage });
    const currencies = { currency, through };
    const days = await dayTotals(tx, owner, { dates, currencies, worths });
    const { fees = 'ALL', method = 'DAILY', by } = request;
    const { customer_name: customerName, customer_label: customerLabel } = customer;
    return {
      customerId: id,
      customerName,
      customerLabel,
      restating: isRestating || undefined,
      ...returnRecord({ span, days, terms: { fees, method, currency }, by }),
    };
  });
}

/** Returns the calendar of the home exchange, whose business days are those of the end of day. */
export async function homeCalendar(tx: Tx): Promise<BusinessCalendar> {
  const id = await homeExchangeId(tx);
  return id === undefined ? calendarWith([]) : calendarOf(tx, id);
}
