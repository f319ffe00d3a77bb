// The record of a portfolio: its members, its current holdings, and the customer's cash.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { presentHoldings } from './dated-holding.js';
import { toPresentRecord } from './holding-record.js';
import { gainPercent, totalsIn } from './holding-total.js';
import { countedMinor, type ValuedHolding } from './holding-value.js';
import type { PortfolioRow } from './queries.js';
import { type CashRow, cashByCurrency } from './valuation-queries.js';

/**
 * Returns the records of a customer's portfolios. Reads the holdings for all of them in one
 * statement.
 */
export async function portfolioRecords(
  tx: Tx,
  rows: readonly PortfolioRow[],
): Promise<readonly object[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const cash = await cashByCurrency(tx, first.customer_id);
  const held = new Map<bigint, ValuedHolding[]>(rows.map(({ id }) => [id, []]));
  for (const holding of await presentHoldings(tx, [...held.keys()])) {
    held.get(holding.row.portfolio_id)?.push(holding);
  }
  return rows.map((row) => toRecord(row, held.get(row.id) ?? [], cash.get(row.currency)));
}

/** Returns the record of one portfolio. */
export async function portfolioRecord(tx: Tx, row: PortfolioRow): Promise<object> {
  const [record] = await portfolioRecords(tx, [row]);
  return present(record, 'each portfolio has a record');
}

function toRecord(
  row: PortfolioRow,
  holdings: readonly ValuedHolding[],
  cash: CashRow | undefined,
): object {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    active: row.active,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioTypeName: row.portfolio_type_name,
    portfolioType: row.portfolio_type_label,
    portfolioClass: row.portfolio_class,
    securityExchange: row.exchange_name ?? undefined,
    businessOfficeName: row.office_name,
    currency: row.currency,
    accountNo: row.account_no ?? undefined,
    chnNumber: row.chn_number ?? undefined,
    clearingHouseNo: row.chn_number ?? undefined,
    incomeRoute: row.income_route,
    settlementInstructions: row.settlement_instructions ?? undefined,
    dateOpened: row.created_at,
    cashAccountId: cash?.account_id,
    ...cashMembers(row.currency, cash),
    ...holdingMembers(row.currency, holdings),
    ...shownStamp(row),
  };
}

function cashMembers(currency: string, cash: CashRow | undefined): object {
  const money = (minor: bigint) => ({ currency, amount: minorToDecimal(minor, currency) });
  const none = money(0n);
  return {
    availableCash: money(cash?.available_minor ?? 0n),
    availableCredit: money(cash?.overdraft_minor ?? 0n),
    // The firm does not lend on margin.
    marginTradingPower: none,
    marginCallValue: none,
    marginEquityValue: none,
    marginMinMaintainValue: none,
    marginPortfolioValue: none,
  };
}

function holdingMembers(currency: string, holdings: readonly ValuedHolding[]): object {
  const totals = totalsIn(currency, holdings);
  const money = (minor: bigint) => ({ currency, amount: minorToDecimal(minor, currency) });
  const { unpriced, inOtherCurrency } = totals;
  return {
    currentValuation: money(totals.valueMinor),
    costBasis: money(totals.costMinor),
    percGain: gainPercent(totals),
    ...(unpriced === 0 ? {} : { holdingsWithoutPrice: new Decimal(unpriced) }),
    ...(inOtherCurrency === 0 ? {} : { holdingsInOtherCurrency: new Decimal(inOtherCurrency) }),
    portfolioHoldings: holdings.map(toListedHolding),
  };
}

// Clients of the original API add up `marketValue`, so it is always present here.
function toListedHolding(holding: ValuedHolding): object {
  const { cleanMinor, row } = holding;
  const record = toPresentRecord(holding);
  if (cleanMinor !== undefined) return record;
  return { ...record, marketValue: minorToDecimal(countedMinor(holding), row.currency) };
}
