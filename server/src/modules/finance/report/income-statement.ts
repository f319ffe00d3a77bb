// Income statement: the firm's income and expense between two dates, by office and currency.

import { type BusinessDate, dateOf, yearOf } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import type { Cell } from '../../../platform/files/sheet.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import type { BookRow } from './book-queries.js';
import { type Books, byBooks, dateOrToday, sumOf } from './book-row.js';
import {
  accountColumns,
  booksFor,
  officeMembers,
  type PlaceQuery,
  type Report,
  type ReportTable,
  refuseBackwards,
} from './report.js';

interface IncomeStatementQuery extends PlaceQuery {
  readonly sd?: BusinessDate;
  readonly ed?: BusinessDate;
}

interface Result extends Books {
  readonly income: readonly BookRow[];
  readonly expenses: readonly BookRow[];
  readonly incomeMinor: bigint;
  readonly expensesMinor: bigint;
}

/**
 * Returns income and expense between two dates, by default for the year to date. Journals that
 * close a year are excluded, so that the statement of a closed year still shows its result.
 */
export function incomeStatement(call: Call, query: IncomeStatementQuery): Promise<Report> {
  return onSnapshot(call.db, async (tx) => {
    const to = await dateOrToday(tx, query.ed);
    const from = query.sd ?? dateOf(yearOf(to), 1, 1);
    refuseBackwards(from, to);
    const rows = await booksFor({ tx, call }, query, { from, to, withoutYearEnd: true });
    const results = byBooks(rows.filter(isResult)).map(resultOf);
    const record = {
      startDate: from,
      endDate: to,
      asOf: query.asOf,
      result: results.map(toRecord),
    };
    return { record, table: tableOf(`${from}-${to}`, results) };
  });
}

function isResult(row: BookRow): boolean {
  return row.moved_minor !== 0n && (row.class === 'INCOME' || row.class === 'EXPENSE');
}

function resultOf(books: Books): Result {
  const income = books.rows.filter((row) => row.class === 'INCOME');
  const expenses = books.rows.filter((row) => row.class === 'EXPENSE');
  return {
    ...{ ...books, income, expenses },
    incomeMinor: sumOf(income, earned),
    expensesMinor: -sumOf(expenses, earned),
  };
}

/** Returns a row's contribution to the result: income is credited, expense debited. */
function earned(row: BookRow): bigint {
  return -row.moved_minor;
}

function toRecord(result: Result) {
  const { officeId, officeName, currency, incomeMinor, expensesMinor } = result;
  const amount = (minor: bigint) => minorToDecimal(minor, currency);
  const line = (sign: bigint) => (row: BookRow) => ({
    ...{ acctType: row.acct_type, acctLabel: row.label, amount: amount(sign * earned(row)) },
  });
  return {
    ...officeMembers(officeId, officeName),
    currency,
    income: result.income.map(line(1n)),
    expenses: result.expenses.map(line(-1n)),
    totalIncome: amount(incomeMinor),
    totalExpenses: amount(expensesMinor),
    netResult: amount(incomeMinor - expensesMinor),
  };
}

function tableOf(range: string, results: readonly Result[]): ReportTable {
  return {
    name: `income-statement-${range}`,
    columns: [...accountColumns({ title: 'Class', width: 11 }), { title: 'Amount', width: 20 }],
    rows: results.flatMap(rowsOf),
  };
}

function rowsOf({ officeName, currency, ...result }: Result): Cell[][] {
  const place = [officeName, currency] as const;
  const line =
    (sign: bigint) =>
    (row: BookRow): Cell[] => [
      ...['LINE', ...place, row.class, row.acct_type, row.label],
      { minor: sign * earned(row), currency },
    ];
  const total = (accountClass: string, label: string, minor: bigint): Cell[] => [
    ...['TOTAL', ...place, accountClass, '', label],
    { minor, currency },
  ];
  return [
    ...result.income.map(line(1n)),
    total('INCOME', 'Total income', result.incomeMinor),
    ...result.expenses.map(line(-1n)),
    total('EXPENSE', 'Total expenses', result.expensesMinor),
    total('', 'Net result', result.incomeMinor - result.expensesMinor),
  ];
}
