// The two forms of a report: a JSON record, and table rows.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Call } from '../../../platform/context.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import type { Cell, Sheet, SheetColumn } from '../../../platform/files/sheet.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { requireCurrency } from '../../../platform/http/request/currency.js';
import { requireSeenOffice } from '../../party/index.js';
import { type BookRange, type BookRow, sumBooks } from './book-queries.js';
import { consolidate } from './book-row.js';
import { inReportCurrency } from './currency.js';

/** A table that is small enough to keep in memory. */
export interface ReportTable extends Omit<Sheet, 'rows'> {
  readonly rows: readonly (readonly Cell[])[];
}

export interface Report {
  readonly record: object;
  readonly table: ReportTable;
}

interface Place {
  readonly businessOfficeName?: string;
  readonly currency?: string;
}

/** The part of the books that a report covers, and the report's as-of time. */
export interface PlaceQuery extends Place {
  readonly consolidated?: boolean;
  readonly asOf?: Instant;
  /** The single currency to report in. */
  readonly cu?: string;
}

/** Returns the rows of the books that match a query, in offices that the caller can see. */
export async function booksFor(
  on: { readonly tx: Tx; readonly call: Pick<Call, 'principal'> },
  query: PlaceQuery,
  range: Pick<BookRange, 'from' | 'to' | 'withoutYearEnd'>,
): Promise<BookRow[]> {
  const { businessOfficeName, currency, asOf, consolidated } = query;
  await refuseUnknownPlace(on, query);
  const offices = on.call.principal.offices;
  const rows = await sumBooks(on.tx, { ...range, offices, businessOfficeName, currency, asOf });
  return inRequestedCurrency(on.tx, consolidated === true ? consolidate(rows) : rows, {
    currency: query.cu,
    date: range.to,
    knownAt: asOf,
  });
}

/**
 * Refuses an unknown office or currency with UNKNOWN_REFERENCE, because its books would look as if
 * they balanced at zero.
 */
export async function refuseUnknownPlace(
  { tx, call }: { readonly tx: Tx; readonly call: Pick<Call, 'principal'> },
  { businessOfficeName, currency }: Place,
): Promise<void> {
  if (currency) requireCurrency(currency);
  if (!businessOfficeName) return;
  const naming = { code: businessOfficeName, member: 'businessOfficeName' };
  await requireSeenOffice(tx, call.principal, naming);
}

/** Converts the rows to the requested currency, if any. */
export async function inRequestedCurrency(
  tx: Tx,
  rows: readonly BookRow[],
  { currency, ...at }: AskedCurrency,
): Promise<BookRow[]> {
  return currency === undefined ? [...rows] : inReportCurrency(tx, rows, { ...at, currency });
}

interface AskedCurrency {
  readonly currency: string | undefined;
  readonly date: BusinessDate;
  readonly knownAt?: Instant | undefined;
}

/** Returns a record's members for its office; none if the offices are consolidated. */
export function officeMembers(id: bigint | null, name: string | null): object {
  return id === null ? {} : { businessOfficeId: String(id), businessOfficeName: name };
}

/** The first columns of every report. */
export const PLACE_COLUMNS: readonly SheetColumn[] = [
  { title: 'Row', width: 10 },
  { title: 'Business office', width: 16 },
  { title: 'Currency', width: 9 },
];

/** Returns the columns of a report by account, up to its amounts. */
export const accountColumns = (section: SheetColumn): readonly SheetColumn[] => [
  ...PLACE_COLUMNS,
  section,
  { title: 'Code', width: 24 },
  { title: 'Account', width: 36 },
];

/** Refuses a range whose end is before its start. */
export function refuseBackwards(
  from: BusinessDate | undefined,
  to: BusinessDate | undefined,
): void {
  if (from !== undefined && to !== undefined && to < from) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'ed', 'is before sd');
  }
}
