// The money that a portfolio or a customer can spend.

import type { Call } from '../../../platform/context.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { requireCustomer, visiblePortfolio } from './portfolio.js';
import { type CashRow, cashOf, officeCurrency } from './valuation-queries.js';

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
 * Returns the purchasing power including money that is not cleared: unsettled proceeds, and money
 * before its value date.
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

// Clients of the original API read the amount from one of these members.
function balanceMembers(amount: Decimal): object {
  return { amount, purchasingPower: amount, balance: amount };
}
