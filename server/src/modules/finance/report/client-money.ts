// Reconciles client money: compares the amounts owed to customers with the money held for them, and
// explains the difference.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell } from '../../../platform/files/sheet.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { BalanceQuery } from './balance-sheet.js';
import type { BookRow } from './book-queries.js';
import { type Books, byBooks, dateOrToday, netOf, sumOf } from './book-row.js';
import { booksFor, officeMembers, PLACE_COLUMNS, type Report, type ReportTable } from './report.js';

/** Sums for one office and currency, in minor units. */
interface ClientMoney {
  /** Customers' cash and unsettled proceeds, only on accounts in credit. */
  readonly cashMinor: bigint;
  readonly unsettledMinor: bigint;
  /** Debts of customers on overdrawn accounts. They do not offset the claims of other customers. */
  readonly overdrawnMinor: bigint;
  /** Third-party fees and taxes that customers were charged and the firm has not paid on yet. */
  readonly leviesMinor: bigint;
  readonly bankMinor: bigint;
  /**
   * Balance with the settlement system and with funds; negative if customers still owe money there.
   */
  readonly settlementMinor: bigint;
}

/** The reason why the money held differs from the money owed. */
type DifferenceKind = 'NONE' | 'FIRM_MONEY' | 'LEVIES_WITH_FIRM' | 'SHORTFALL';

/** Sums client money by the traits of each chart code. */
export function clientMoneyOf(rows: readonly BookRow[]): ClientMoney {
  const owed = rows.filter((row) => row.of_customers);
  const lies = rows.filter((row) => row.client_money && !row.of_customers);
  const isUnsettled = (row: BookRow) => row.acct_type === 'CUSTOMER_UNSETTLED';
  const isBank = (row: BookRow) => row.class === 'ASSET';
  return {
    cashMinor: sumOf(
      owed.filter((row) => !isUnsettled(row)),
      (row) => row.credit_minor,
    ),
    unsettledMinor: sumOf(owed.filter(isUnsettled), (row) => row.credit_minor),
    overdrawnMinor: sumOf(owed, (row) => row.debit_minor),
    leviesMinor: -sumOf(rows.filter(isLevy), netOf),
    bankMinor: sumOf(lies.filter(isBank), netOf),
    settlementMinor: sumOf(
      lies.filter((row) => !isBank(row)),
      netOf,
    ),
  };
}

// The firm's debt to its agents is not a levy: it is an expense of the firm and was not charged to
// customers.
function isLevy(row: BookRow): boolean {
  const isAgents = row.acct_type === 'LIAB:AGENT-COMMISSION';
  return row.class === 'LIABILITY' && row.acct_type.startsWith('LIAB:') && !isAgents;
}

/**
 * Returns how much more money is held than customers are owed; negative if there is a shortfall.
 */
function surplusOf({ bankMinor, settlementMinor, cashMinor, unsettledMinor }: ClientMoney) {
  return bankMinor + settlementMinor - cashMinor - unsettledMinor;
}

function kindOf(money: ClientMoney): DifferenceKind {
  const surplus = surplusOf(money);
  if (surplus < 0n) return 'SHORTFALL';
  if (surplus === money.leviesMinor) return 'NONE';
  return surplus > money.leviesMinor ? 'FIRM_MONEY' : 'LEVIES_WITH_FIRM';
}

interface Reconciliation extends Books, ClientMoney {
  readonly differenceMinor: bigint;
  readonly kind: DifferenceKind;
  /** The accounts that make up the difference. */
  readonly differenceParts: readonly DifferencePart[];
}

/** The part of the difference on accounts with one chart code. */
interface DifferencePart {
  readonly acctType: string;
  readonly label: string;
  readonly minor: bigint;
}

/**
 * Reconciles, by office and currency, for any date: customers' cash + unsettled proceeds + pending
 * levies = clients' bank + settlement. Only accounts in credit are owed: an overdrawn account does
 * not offset another customer's money. Because the books balance, the difference equals the
 * balances of the firm's own accounts less the overdrawn amounts. The report lists it account by
 * account. Its kind is `FIRM_MONEY` (fees not moved to the firm's bank), `LEVIES_WITH_FIRM` (levies
 * moved there before they were paid on) or `SHORTFALL` (customers are owed more than is held for
 * them).
 */
export function clientMoney(call: Call, query: BalanceQuery): Promise<Report> {
  return onSnapshot(call.db, async (tx) => {
    const date = await dateOrToday(tx, query.d);
    const books = byBooks(await booksFor({ tx, call }, query, { to: date }));
    const all = books.map(reconcile);
    const record = { date, asOf: query.asOf, result: all.map(toRecord) };
    return { record, table: tableOf(date, all) };
  });
}

function reconcile(books: Books): Reconciliation {
  const money = clientMoneyOf(books.rows);
  return {
    ...{
      ...books,
      ...money,
      kind: kindOf(money),
      differenceParts: books.rows.flatMap(differencePartOf),
    },
    differenceMinor: surplusOf(money) - money.leviesMinor,
  };
}

function differencePartOf(row: BookRow): DifferencePart[] {
  const { acct_type: acctType, of_customers: ofCustomers } = row;
  const isFirm = !row.client_money && !isLevy(row);
  const minor = ofCustomers ? -row.debit_minor : isFirm ? -netOf(row) : 0n;
  if (minor === 0n) return [];
  return [{ acctType, label: ofCustomers ? 'Overdrawn by customers' : row.label, minor }];
}

function toRecord(one: Reconciliation) {
  const amount = (minor: bigint) => minorToDecimal(minor, one.currency);
  return {
    ...officeMembers(one.officeId, one.officeName),
    currency: one.currency,
    customersCash: amount(one.cashMinor),
    customersUnsettled: amount(one.unsettledMinor),
    owedToCustomers: amount(one.cashMinor + one.unsettledMinor),
    customersOverdrawn: amount(one.overdrawnMinor),
    pendingLevies: amount(one.leviesMinor),
    clientBank: amount(one.bankMinor),
    settlement: amount(one.settlementMinor),
    surplus: amount(surplusOf(one)),
    covered: surplusOf(one) >= 0n,
    difference: amount(one.differenceMinor),
    differenceKind: one.kind,
    differenceOn: one.differenceParts.map(({ acctType, label, minor }) => ({
      ...{ acctType, acctLabel: label, amount: amount(minor) },
    })),
  };
}

function tableOf(date: BusinessDate, all: readonly Reconciliation[]): ReportTable {
  return {
    name: `client-money-${date}`,
    columns: [
      ...PLACE_COLUMNS,
      { title: 'Code', width: 24 },
      { title: 'What', width: 44 },
      { title: 'Amount', width: 20 },
    ],
    rows: all.flatMap(rowsOf),
  };
}

function rowsOf(one: Reconciliation): Cell[][] {
  const { officeName, currency } = one;
  const row = (kind: string, [code, label]: readonly [string, string], minor: bigint): Cell[] => [
    ...[kind, officeName, currency, code, label],
    { minor, currency },
  ];
  return [
    row('LINE', ['', "Customers' cash"], one.cashMinor),
    row('LINE', ['', "Customers' unsettled proceeds"], one.unsettledMinor),
    row('LINE', ['', 'Levies not paid on yet'], one.leviesMinor),
    row('LINE', ['', "Clients' bank"], one.bankMinor),
    row('LINE', ['', 'Settlement and funds'], one.settlementMinor),
    row('TOTAL', [one.kind, 'Difference'], one.differenceMinor),
    ...one.differenceParts.map(({ acctType, label, minor }) =>
      row('DETAIL', [acctType, `Difference: ${label}`], minor),
    ),
  ];
}
