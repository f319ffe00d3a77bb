// What portfolios hold and are worth: holdings, purchasing power, valuation.

import type { Call } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { type Page, versioned } from '../../platform/http/route.js';
import { Decimal } from '../../platform/money/decimal.js';
import { decimalToMinor, minorToDecimal } from '../../platform/money/money.js';
import { requireCustomer, visiblePortfolio } from './portfolio.js';
import { tradeValue } from './price-rule.js';

interface HoldingRow {
  readonly portfolio_id: bigint;
  readonly security_name: string;
  readonly security_label: string;
  readonly currency: string;
  readonly quantity: bigint;
  readonly held_quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
  readonly last: Decimal | null;
  readonly security_type: string;
  readonly face_value: Decimal | null;
}

/** The holdings of one portfolio, valued at the last price. */
export async function portfolioHoldings(call: Call, portfolioId: bigint): Promise<Page<object>> {
  await visiblePortfolio(call, portfolioId);
  const rows = await holdingsOf(call, [portfolioId]);
  return { count: rows.length, result: rows.map(toHoldingRecord) };
}

async function holdingsOf(call: Call, portfolioIds: readonly bigint[]): Promise<HoldingRow[]> {
  return call.db.query<HoldingRow>(sql`
    select h.*, s.name as security_name, s.label as security_label, s.currency, s.security_type,
      s.face_value, sp.last
    from holding h
    join security s on s.id = h.security_id
    left join security_price sp on sp.security_id = s.id
    where h.portfolio_id = any(${[...portfolioIds]}::bigint[]) and h.quantity <> 0
    order by h.portfolio_id, s.name limit 5000`);
}

function marketValueMinor(row: HoldingRow): bigint | undefined {
  if (row.last === null) return undefined;
  return decimalToMinor(
    tradeValue(row.last, row.quantity, {
      securityType: row.security_type,
      faceValue: row.face_value,
    }),
    row.currency,
    'HALF_UP',
  );
}

function toHoldingRecord(row: HoldingRow): object {
  const value = marketValueMinor(row);
  const amount = (minor: bigint) => minorToDecimal(minor, row.currency);
  return {
    portfolioId: row.portfolio_id,
    securityName: row.security_name,
    securityLabel: row.security_label,
    currency: row.currency,
    quantity: String(row.quantity),
    heldQuantity: String(row.held_quantity),
    availableQuantity: String(row.quantity - row.held_quantity),
    cost: amount(row.cost_minor),
    averageCost: amount(row.cost_minor).dividedBy(String(row.quantity)).toDecimalPlaces(4),
    realisedGain: amount(row.realised_gain_minor),
    ...(row.last === null ? {} : { lastPrice: row.last }),
    ...(value === undefined
      ? {}
      : { marketValue: amount(value), unrealisedGain: amount(value - row.cost_minor) }),
  };
}

interface CashRow {
  readonly currency: string;
  readonly available_minor: bigint;
  readonly balance_minor: bigint;
  readonly unsettled_minor: bigint;
}

async function cashOf(call: Call, customerId: bigint, currency: string): Promise<CashRow> {
  const [row] = await call.db.query<CashRow>(sql`
    select a.currency, b.balance_minor - b.held_minor as available_minor, b.balance_minor,
      coalesce(u.balance_minor, 0) as unsettled_minor
    from account a
    join account_balance b on b.account_id = a.id
    left join account_balance u on u.account_id = a.unsettled_account_id
    where a.customer_id = ${customerId} and a.acct_type = 'CUSTOMER_CASH' and a.currency =
      ${currency}
    order by a.id limit 1`);
  return row ?? { currency, available_minor: 0n, balance_minor: 0n, unsettled_minor: 0n };
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

/** The same with sale proceeds that are not settled yet. */
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
    amount: amount(cash.available_minor + cash.unsettled_minor),
    currency: cash.currency,
    clearedAmount: amount(cash.available_minor),
    unClearedAmount: amount(cash.unsettled_minor),
    ...owner,
  };
}

async function officeCurrency(call: Call, customerId: bigint): Promise<string> {
  const [row] = await call.db.query<{ currency: string }>(sql`
    select o.currency from customer c join business_office o on o.id = c.office_id
    where c.id = ${customerId}`);
  return row?.currency ?? 'NGN';
}

/** Value of a portfolio now, with its holdings and the customer's cash. */
export async function portfolioValuation(call: Call, portfolioId: bigint): Promise<object> {
  const portfolio = await visiblePortfolio(call, portfolioId);
  const rows = await holdingsOf(call, [portfolioId]);
  const cash = await cashOf(call, portfolio.customer_id, portfolio.currency);
  return versioned(valuationOf(rows, cash, { portfolioId }), portfolio.version);
}

/** The same over all portfolios of a customer. */
export async function customerValuation(call: Call, customerId: bigint): Promise<object> {
  await requireCustomer(call.db, call, customerId);
  const portfolios = await call.db.query<{ id: bigint }>(
    sql`select id from portfolio where customer_id = ${customerId} order by id limit 500`,
  );
  const rows = await holdingsOf(
    call,
    portfolios.map(({ id }) => id),
  );
  const cash = await cashOf(call, customerId, await officeCurrency(call, customerId));
  return valuationOf(rows, cash, { customerId });
}

function valuationOf(rows: readonly HoldingRow[], cash: CashRow, owner: object): object {
  const amount = (minor: bigint) => minorToDecimal(minor, cash.currency);
  const valued = rows.filter((row) => row.currency === cash.currency);
  const securities = valued.reduce((sum, row) => sum + (marketValueMinor(row) ?? 0n), 0n);
  const cost = valued.reduce((sum, row) => sum + row.cost_minor, 0n);
  const money = cash.balance_minor + cash.unsettled_minor;
  const unvalued = valued.filter((row) => row.last === null).length;
  return {
    ...owner,
    currency: cash.currency,
    amount: amount(securities + money),
    securitiesValue: amount(securities),
    cashValue: amount(money),
    cost: amount(cost),
    unrealisedGain: amount(securities - cost),
    ...(unvalued === 0 ? {} : { holdingsWithoutPrice: new Decimal(unvalued) }),
    holdings: rows.map(toHoldingRecord),
  };
}
