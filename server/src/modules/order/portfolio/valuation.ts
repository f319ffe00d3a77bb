// What portfolios hold and are worth: holdings, purchasing power, valuation.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { sql } from '../../../platform/database/sql.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { ORDER } from '../limits.js';
import { orderProblems } from '../problems.js';
import { requireCustomer, visiblePortfolio } from './portfolio.js';
import { type AskedDates, holdingsOn, valuationOver } from './valuation-range.js';

/** The holdings of one portfolio at the end of a date, valued at the price of that date. */
export async function portfolioHoldings(
  call: Call,
  portfolioId: bigint,
  date?: BusinessDate,
): Promise<Page<object>> {
  await visiblePortfolio(call, portfolioId);
  const result = await onSnapshot(call.db, (tx) => holdingsOn(tx, [portfolioId], date));
  return { count: result.length, result };
}

interface CashRow {
  readonly currency: string;
  readonly available_minor: bigint;
  readonly uncleared_minor: bigint;
}

async function cashOf(call: Call, customerId: bigint, currency: string): Promise<CashRow> {
  const [row] = await call.db.query<CashRow>(sql`
    select a.currency, b.balance_minor - b.held_minor as available_minor,
      coalesce(u.balance_minor, 0) + value_dated_minor(a.id) as uncleared_minor
    from account a
    join account_balance b on b.account_id = a.id
    left join account_balance u on u.account_id = a.unsettled_account_id
    where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH' and a.currency =
      ${currency}
    order by a.id limit 1`);
  return row ?? { currency, available_minor: 0n, uncleared_minor: 0n };
}

/** What a portfolio can spend now: cleared cash less holds. */
export async function portfolioTradeBalance(call: Call, portfolioId: bigint): Promise<object> {
  const portfolio = await visiblePortfolio(call, portfolioId);
  const cash = await cashOf(call, portfolio.customer_id, portfolio.currency);
  return {
    amount: minorToDecimal(cash.available_minor, cash.currency),
    currency: cash.currency,
    portfolioId,
    customerId: portfolio.customer_id,
  };
}

/** The same with what is not cleared: unsettled proceeds, and money before its value date. */
export async function portfolioNetTradeBalance(call: Call, portfolioId: bigint): Promise<object> {
  const portfolio = await visiblePortfolio(call, portfolioId);
  return netBalance(await cashOf(call, portfolio.customer_id, portfolio.currency), {
    portfolioId,
    customerId: portfolio.customer_id,
  });
}

/** The customer's purchasing power with unsettled proceeds, in the currency of the office. */
export async function customerNetTradeBalance(call: Call, customerId: bigint): Promise<object> {
  await requireCustomer(call.db, call, customerId);
  return netBalance(await cashOf(call, customerId, await officeCurrency(call, customerId)), {
    customerId,
  });
}

function netBalance(cash: CashRow, owner: object): object {
  const amount = (minor: bigint) => minorToDecimal(minor, cash.currency);
  return {
    amount: amount(cash.available_minor + cash.uncleared_minor),
    currency: cash.currency,
    clearedAmount: amount(cash.available_minor),
    unClearedAmount: amount(cash.uncleared_minor),
    ...owner,
  };
}

/** The currency of the customer's business office, in which the customer is valued. */
export async function officeCurrency(call: Call, customerId: bigint): Promise<string> {
  const [row] = await call.db.query<{ currency: string }>(sql`
    select o.currency from customer c join business_office o on o.id = c.office_id
    where c.id = ${customerId}`);
  return row?.currency ?? 'NGN';
}

/** What a valuation is asked for: its dates and its currency. */
interface ValuationAsked extends AskedDates {
  readonly cu?: string | undefined;
}

/** Value of a portfolio over a range of dates, with its holdings and the customer's cash. */
export async function portfolioValuation(
  call: Call,
  portfolioId: bigint,
  asked: ValuationAsked = {},
): Promise<object> {
  const { customer_id, currency, version } = await visiblePortfolio(call, portfolioId);
  refuseOtherCurrency(asked, [currency]);
  const valued = { portfolioIds: [portfolioId], customerId: customer_id, currency };
  const { record, holdings } = await onSnapshot(call.db, (tx) => valuationOver(tx, valued, asked));
  return versioned({ portfolioId, ...record, holdings }, version);
}

/** The same over all portfolios of a customer, in one of their currencies. */
export async function customerValuation(
  call: Call,
  customerId: bigint,
  asked: ValuationAsked = {},
): Promise<object> {
  await requireCustomer(call.db, call, customerId);
  const portfolios = await call.db.query<{ id: bigint; currency: string }>(sql`
    select id, currency from portfolio where customer_id = ${customerId}
    order by id limit ${ORDER.portfoliosPerCustomerMax}`);
  const home = await officeCurrency(call, customerId);
  const offered = [home, ...portfolios.map(({ currency }) => currency)];
  const currency = refuseOtherCurrency(asked, offered) ?? home;
  const valued = { portfolioIds: portfolios.map(({ id }) => id), customerId, currency };
  const { record, holdings } = await onSnapshot(call.db, (tx) => valuationOver(tx, valued, asked));
  return { customerId, ...record, holdings };
}

function refuseOtherCurrency(
  { cu }: ValuationAsked,
  offered: readonly string[],
): string | undefined {
  const asked = cu?.toUpperCase();
  if (asked === undefined || offered.includes(asked)) return asked;
  const detail = `is not ${[...new Set(offered)].join(' or ')}`;
  throw refuseMember(orderProblems.VALUATION_CURRENCY_WRONG, 'cu', detail);
}
