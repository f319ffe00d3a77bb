// Holdings, purchasing power and valuation of portfolios.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { type Page, versioned } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { orderProblems } from '../problems.js';
import { requireCustomer, visiblePortfolio } from './portfolio.js';
import { type PortfolioRow, selectCustomer } from './queries.js';
import { type CashRow, cashOf, officeCurrency, portfolioCurrencies } from './valuation-queries.js';
import {
  type HoldingsMoment,
  holdingsOn,
  type RequestedDates,
  valuationOver,
} from './valuation-range.js';

/**
 * Returns the holdings of one portfolio at the end of a date, valued at that date's prices, and as
 * known at a moment.
 */
export async function portfolioHoldings(
  call: Call,
  portfolioId: bigint,
  moment: HoldingsMoment = {},
): Promise<Page<object>> {
  await visiblePortfolio(call, portfolioId);
  const result = await onSnapshot(call.db, (tx) => holdingsOn(tx, [portfolioId], moment));
  return { count: result.length, result };
}

/** Returns the money that a portfolio can spend now: cleared cash less holds. */
export async function portfolioTradeBalance(call: Call, portfolioId: bigint): Promise<object> {
  const portfolio = await visiblePortfolio(call, portfolioId);
  const cash = await cashOf(call.db, portfolio.customer_id, portfolio.currency);
  return {
    ...balanceMembers(minorToDecimal(cash.available_minor, cash.currency)),
    currency: cash.currency,
    portfolioId,
    customerId: portfolio.customer_id,
  };
}

/**
 * Returns purchasing power including uncleared money: unsettled proceeds, and money before its
 * value date.
 */
export async function portfolioNetTradeBalance(call: Call, portfolioId: bigint): Promise<object> {
  const portfolio = await visiblePortfolio(call, portfolioId);
  return netBalance(await cashOf(call.db, portfolio.customer_id, portfolio.currency), {
    portfolioId,
    customerId: portfolio.customer_id,
  });
}

/**
 * Returns the customer's purchasing power including unsettled proceeds, in the office's currency.
 */
export async function customerNetTradeBalance(call: Call, customerId: bigint): Promise<object> {
  await requireCustomer(call.db, call, customerId);
  return netBalance(await cashOf(call.db, customerId, await officeCurrency(call.db, customerId)), {
    customerId,
  });
}

function netBalance(cash: CashRow, owner: object): object {
  const amount = (minor: bigint) => minorToDecimal(minor, cash.currency);
  return {
    ...balanceMembers(amount(cash.available_minor + cash.uncleared_minor)),
    currency: cash.currency,
    clearedAmount: amount(cash.available_minor),
    unClearedAmount: amount(cash.uncleared_minor),
    ...owner,
  };
}

// Clients of the original read the amount by one of these names.
function balanceMembers(amount: Decimal): object {
  return { amount, purchasingPower: amount, balance: amount };
}

/** The requested dates and currency of a valuation. */
interface ValuationRequest extends RequestedDates {
  readonly cu?: string | undefined;
}

/**
 * Returns the value of a portfolio over a range of dates, with its holdings and the customer's
 * cash.
 */
export async function portfolioValuation(
  call: Call,
  portfolioId: bigint,
  requested: ValuationRequest = {},
): Promise<object> {
  const portfolio = await visiblePortfolio(call, portfolioId);
  const { customer_id, currency, version } = portfolio;
  refuseOtherCurrency(requested, [currency]);
  const valued = { portfolioIds: [portfolioId], customerId: customer_id, currency };
  const { record, holdings } = await onSnapshot(call.db, (tx) =>
    valuationOver(tx, valued, requested),
  );
  return versioned({ portfolioId, ...namesOf(portfolio), ...record, holdings }, version);
}

/** Returns the valuation of all of a customer's portfolios, in one of their currencies. */
export async function customerValuation(
  call: Call,
  customerId: bigint,
  requested: ValuationRequest = {},
): Promise<object> {
  await requireCustomer(call.db, call, customerId);
  const customer = await selectCustomer(call.db, { id: customerId, name: undefined });
  const portfolios = await portfolioCurrencies(call.db, customerId);
  const home = await officeCurrency(call.db, customerId);
  const offered = [home, ...portfolios.map(({ currency }) => currency)];
  const currency = refuseOtherCurrency(requested, offered) ?? home;
  const valued = { portfolioIds: portfolios.map(({ id }) => id), customerId, currency };
  const { record, holdings } = await onSnapshot(call.db, (tx) =>
    valuationOver(tx, valued, requested),
  );
  return { customerId, ...(customer && namesOf(customer)), ...record, holdings };
}

// Clients of the original read the names of a customer in the members of a portfolio.
function namesOf({ active, name, label }: Pick<PortfolioRow, 'active' | 'name' | 'label'>): object {
  return { active, portfolioName: name, portfolioLabel: label };
}

function refuseOtherCurrency(
  { cu }: ValuationRequest,
  offered: readonly string[],
): string | undefined {
  const requested = cu?.toUpperCase();
  if (requested === undefined || offered.includes(requested)) return requested;
  const detail = `must be ${[...new Set(offered)].join(' or ')}`;
  throw refuseMember(orderProblems.VALUATION_CURRENCY_WRONG, 'cu', detail);
}
