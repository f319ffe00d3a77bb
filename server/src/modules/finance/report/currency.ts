// Converts reports to one currency, each amount at the rate for the report's last date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { minorUnits } from '../../../platform/money/currency.js';
import { convertMoney, requireRate } from '../rate/exchange-rate.js';
import type { BookRow } from './book-queries.js';
import { beforeOf, netOf, sumOf } from './book-row.js';

const ROUNDING_CODE = 'REPORT:ROUNDING';

/** The row for rounding differences. No account has this code. */
export const ROUNDING = { code: ROUNDING_CODE, label: 'Difference from rounding' } as const;

/** Converts an amount in minor units to another currency. */
type Convert = (minor: bigint, from: string) => bigint;

/**
 * The report's currency, the date of its rates, and the time after which approved rates are
 * ignored.
 */
interface ReportCurrency {
  readonly currency: string;
  readonly date: BusinessDate;
  readonly knownAt?: Instant | undefined;
}

/**
 * Converts the rows to one currency at the latest rates on or before the date, and merges rows with
 * the same code. Each sum is rounded separately. An office's rounding difference is a separate row,
 * so that the books balance as in their own currencies. Refuses with EXCHANGE_RATE_MISSING.
 */
export async function inReportCurrency(
  tx: Tx,
  rows: readonly BookRow[],
  wanted: ReportCurrency,
): Promise<BookRow[]> {
  const currency = wanted.currency.toUpperCase();
  if (minorUnits(currency) === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'cu', 'is not a currency');
  }
  const convert = await converter(tx, rows, { ...wanted, currency });
  const byOffice = groupBy(rows, (row) => row.office_id);
  return [...byOffice.values()].flatMap((own) => {
    const merged = mergedRows(own, currency, convert);
    return [...merged, ...roundingRow(own, merged, convert)];
  });
}

async function converter(
  tx: Tx,
  rows: readonly BookRow[],
  { currency: to, date, knownAt }: ReportCurrency,
): Promise<Convert> {
  const rates = new Map<string, Awaited<ReturnType<typeof requireRate>>>();
  for (const from of new Set(rows.map((row) => row.currency))) {
    if (from !== to) rates.set(from, await requireRate(tx, { from, to, date, knownAt }));
  }
  return (minor, from) => {
    const rate = rates.get(from);
    return rate === undefined ? minor : convertMoney({ minor, currency: from }, to, rate).minor;
  };
}

function mergedRows(rows: readonly BookRow[], currency: string, convert: Convert): BookRow[] {
  const byCode = groupBy(rows, (row) => `${row.class} ${row.acct_type}`);
  return [...byCode]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const sum = (amount: (row: BookRow) => bigint) =>
        sumOf(own, (row) => convert(amount(row), row.currency));
      return [
        {
          ...first,
          currency,
          account_count: sumOf(own, (row) => row.account_count),
          debit_minor: sum((row) => row.debit_minor),
          credit_minor: sum((row) => row.credit_minor),
          moved_minor: sum((row) => row.moved_minor),
          before_minor: sum(beforeOf),
        },
      ];
    });
}

// An imbalance in one currency's books is converted too, so that it is not hidden.
function roundingRow(
  rows: readonly BookRow[],
  merged: readonly BookRow[],
  convert: Convert,
): BookRow[] {
  const [first] = merged;
  const lacking = [...groupBy(rows, (row) => row.currency)].map(([currency, own]) =>
    convert(sumOf(own, netOf), currency),
  );
  const minor = sumOf(lacking, (one) => one) - sumOf(merged, netOf);
  if (first === undefined || minor === 0n) return [];
  return [
    {
      ...first,
      acct_type: ROUNDING.code,
      label: ROUNDING.label,
      class: 'EQUITY',
      ...{ client_money: false, of_customers: false, account_count: 0n },
      ...{ moved_minor: 0n, before_minor: minor },
      debit_minor: minor > 0n ? minor : 0n,
      credit_minor: minor < 0n ? -minor : 0n,
    },
  ];
}

function groupBy<Key>(rows: readonly BookRow[], keyOf: (row: BookRow) => Key): Map<Key, BookRow[]> {
  const groups = new Map<Key, BookRow[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
