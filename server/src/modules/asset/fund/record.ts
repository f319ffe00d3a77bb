// Builds the records of funds, their values, holdings and transactions for replies.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { ShownHoldingRow } from './holding-queries.js';
import { bidPrice, offerPrice, worthOf } from './price.js';
import type { FundColumns, FundNavRow, FundRow } from './queries.js';
import type { FundTransactionRow } from './transaction-queries.js';

/**
 * Returns the record of a fund with its latest approved value and the prices derived from it.
 * @param controlId the fund's control account for subscriptions owed to it, if there is exactly one
 */
export function fundRecord(fund: FundRow, controlId: bigint | undefined): object {
  return {
    id: fund.id,
    ...fundBody(fund),
    ...priceOf(fund),
    unitsInIssue: fund.register_units,
    ...fundAsOriginal(fund),
    cashAccountControlId: controlId,
    version: fund.version,
    ...shownStamp(fund),
  };
}

/** Returns the members that clients of the original API expect. */
function fundAsOriginal(fund: FundRow): object {
  const isOpen = fund.active && fund.open_for_subscription;
  return {
    baseCurrency: fund.currency,
    currentValue: fund.nav_per_unit ?? undefined,
    currentValueDate: fund.nav_date ?? undefined,
    currOutstandQuant: fund.register_units,
    instrumentType: 'FUND',
    assetCategory: fund.fund_type,
    securityExchange: fund.exchange_name ?? undefined,
    fundState: isOpen ? 'OPEN' : 'CLOSED',
    index: false,
    marginable: false,
  };
}

function priceOf(fund: FundRow): object {
  if (fund.nav_per_unit === null) return {};
  return {
    navPerUnit: fund.nav_per_unit,
    navDate: fund.nav_date,
    offerPrice: offerPrice(fund.nav_per_unit, fund),
    bidPrice: bidPrice(fund.nav_per_unit, fund),
  };
}

/** Returns the fund in the form of a proposed change. */
export function fundBody(fund: FundColumns & { readonly exchange_name: string | null }) {
  return {
    name: fund.name,
    aliases: fund.aliases,
    label: fund.label,
    active: fund.active,
    fundType: fund.fund_type,
    currency: fund.currency,
    priceDecimals: fund.price_decimals,
    unitsDecimals: fund.units_decimals,
    bidSpread: fund.bid_spread,
    offerSpread: fund.offer_spread,
    entryFee: fund.entry_fee,
    exitFees: fund.exit_fees.map(({ percent, ...fee }) => ({
      ...fee,
      percent: new Decimal(percent),
    })),
    feeVat: fund.fee_vat_percent,
    minimumHoldingDays: fund.minimum_holding_days,
    earlyRedemptionPenalty: fund.early_redemption_percent,
    cutOffTime: fund.cut_off,
    timeZone: fund.time_zone,
    dealingWeekdays: fund.dealing_weekdays,
    exchange: fund.exchange_name ?? undefined,
    minimumFirstSubscription: minorToDecimal(fund.minimum_first_minor, fund.currency),
    minimumNextSubscription: minorToDecimal(fund.minimum_next_minor, fund.currency),
    minimumHoldingUnits: fund.minimum_holding_units,
    subscriptionAllowed: fund.open_for_subscription,
    redemptionAllowed: fund.open_for_redemption,
    incomePolicy: fund.income_policy,
    incomeOption: fund.income_option,
    taxClass: fund.tax_class ?? undefined,
    navStaleDays: fund.nav_stale_days,
    priceMargin: fund.price_margin,
    dealsOnApproval: fund.deals_on_approval,
  };
}

/** Returns the record of one value. */
export function fundNavRecord(nav: FundNavRow): object {
  return {
    id: nav.id,
    active: nav.status !== 'REJECTED',
    name: nav.id < 0n ? undefined : `${nav.fund_name}-${nav.valuation_date}`,
    label: `${nav.fund_name} ${nav.valuation_date} ${nav.currency} ${nav.nav_per_unit.toFixed()}`,
    fundId: nav.fund_id,
    fundName: nav.fund_name,
    currency: nav.currency,
    valuationDate: nav.valuation_date,
    navPerUnit: nav.nav_per_unit,
    status: nav.status,
    decidedBy: nav.decided_by ?? undefined,
    decidedDttm: nav.decided_at ?? undefined,
    decisionReason: nav.decision_reason ?? undefined,
    ...shownStamp(nav),
  };
}

/** Returns the record of one holding at the latest approved value. */
export function fundHoldingRecord(row: ShownHoldingRow): object {
  const value =
    row.nav_per_unit === null ? undefined : worthOf(row.units, row.nav_per_unit, row.currency);
  return {
    id: row.id,
    active: row.units.greaterThan(0),
    name: `${row.fund_name}-${row.customer_name}${row.portfolio_name && `-${row.portfolio_name}`}`,
    label: `${row.customer_label} ${row.fund_label}`,
    fundId: row.fund_id,
    fundName: row.fund_name,
    fundLabel: row.fund_label,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioName: row.portfolio_name || undefined,
    businessOfficeName: row.office_name,
    currency: row.currency,
    units: row.units,
    ...(row.held_units === null
      ? {}
      : { heldUnits: row.held_units, availableUnits: row.units.minus(row.held_units) }),
    incomeOption: row.income_option,
    navPerUnit: row.nav_per_unit ?? undefined,
    navDate: row.nav_date ?? undefined,
    value: value === undefined ? undefined : minorToDecimal(value, row.currency),
  };
}

/**
 * Returns the record of a transaction. The executed amounts are present once it is EXECUTED.
 * @param labels the labels of portfolios, by code
 */
export function fundTransactionRecord(
  row: FundTransactionRow,
  labels: ReadonlyMap<string, string>,
): object {
  const amount = (minor: bigint | null) =>
    minor === null ? undefined : minorToDecimal(minor, row.currency);
  return {
    ...identityOf(row),
    portfolioLabel: labels.get(row.portfolio_name),
    ...shownAsOriginal(row),
    transType: row.trans_type,
    currency: row.currency,
    amount: amount(row.amount_minor),
    units: row.units ?? undefined,
    allUnits: row.basis === 'ALL' ? true : undefined,
    cashAccountId: row.cash_account_id,
    cashAccountName: row.cash_account_name,
    incomeOption: row.income_option ?? undefined,
    status: row.status,
    orderDate: row.order_date,
    dealingDate: row.dealing_date,
    estimatedAmount: amount(row.estimate_minor),
    heldAmount: row.held_minor === 0n ? undefined : amount(row.held_minor),
    heldUnits: unlessZero(row.held_units),
    fundVersion: row.fund_version ?? undefined,
    approvedBy: row.approved_by ?? undefined,
    approvedDttm: row.approved_at ?? undefined,
    navPerUnit: row.nav_per_unit ?? undefined,
    price: row.price ?? undefined,
    executedUnits: row.executed_units ?? undefined,
    grossAmount: amount(row.gross_minor),
    feeAmount: amount(row.fee_minor),
    vatAmount: amount(row.vat_minor),
    penaltyAmount: amount(row.penalty_minor),
    netAmount: amount(row.net_minor),
    executionDate: row.execution_date ?? undefined,
    journalId: row.journal_id ?? undefined,
    reason: row.reason ?? undefined,
    ...shownStamp(row),
  };
}

/** Returns the members that clients of the original API expect. */
function shownAsOriginal(row: FundTransactionRow): object {
  const amount = (minor: bigint | null) =>
    minor === null ? undefined : minorToDecimal(minor, row.currency);
  return {
    portfolioId: /^\d{10,18}$/.test(row.portfolio_name) ? BigInt(row.portfolio_name) : undefined,
    orderBase: row.basis === 'AMOUNT' ? 'VALUE' : 'QUANTITY',
    transAmount: amount(row.amount_minor ?? row.gross_minor),
    transUnits: row.units ?? row.executed_units ?? undefined,
    unitPrice: row.nav_per_unit ?? undefined,
    transPrice: row.price ?? undefined,
    transValue: amount(row.gross_minor),
    transConsideration: amount(row.net_minor),
    transPenalty: amount(row.penalty_minor),
    transactionDate: row.transaction_at ?? undefined,
    description: row.description ?? undefined,
  };
}

function identityOf(row: FundTransactionRow): object {
  return {
    id: row.id,
    name: row.name || undefined,
    label: row.label,
    active: row.active && row.status !== 'DELETED',
    businessOfficeName: row.office_name,
    fundId: row.fund_id,
    fundName: row.fund_name,
    fundLabel: row.fund_label,
    customerId: row.customer_id,
    customerName: row.customer_name,
    customerLabel: row.customer_label,
    portfolioName: row.portfolio_name || undefined,
  };
}

function unlessZero(units: Decimal): Decimal | undefined {
  return units.isZero() ? undefined : units;
}
