// Lists the tax withheld from income, with its certificates.

import {
  type BusinessDate,
  dateOf,
  daysBetween,
  yearOf,
} from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { type Cell, memberCells, type SheetFormat } from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PageRequest, startOf } from '../../../platform/http/reply/paging.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { withholdingRules } from '../../asset/index.js';
import { orderProblems } from '../../order/index.js';
import { TAX } from '../limits.js';
import { refuseDates } from '../return/span.js';
import { type DeductionFilter, selectDeductions, sumDeductions } from './queries.js';
import { deductionRecord, deductionSumRecord } from './record.js';
import { DeductionRecord } from './schema.js';

/** The filters for deductions: the customer, and the range of payment dates. */
interface DeductionRequest {
  readonly c?: bigint | undefined;
  readonly sd?: BusinessDate | undefined;
  readonly ed?: BusinessDate | undefined;
}

/** Lists deductions by date, with their sums by currency. */
export function listDeductions(
  call: Call,
  request: DeductionRequest,
  page: PageRequest,
): Promise<Page<object>> {
  return onSnapshot(call.db, async (tx) => {
    const filter = await filterOf(tx, call, request);
    const rules = await withholdingRules(tx);
    const start = startOf(page);
    const rows = await selectDeductions(tx, filter, { start, limit: page.limit + 1 });
    const sums = await sumDeductions(tx, filter);
    const end = start + page.limit;
    return {
      count: sums.reduce((count, sum) => count + sum.count, 0n),
      result: rows.slice(0, page.limit).map((row) => deductionRecord(row, rules)),
      nextAfter: rows.length > page.limit ? BigInt(end) : undefined,
      sums: sums.map(deductionSumRecord),
    };
  });
}

const COLUMNS = [
  ...['date', 'customerName', 'customerLabel', 'taxClass', 'source', 'payer', 'currency', 'gross'],
  ...['rate', 'tax', 'treatment', 'remitBy', 'journalId', 'certificateNumber', 'name'],
];

/** Writes all requested deductions to a file, read from one snapshot. */
export function deductionFile(
  call: Call,
  request: DeductionRequest,
  format: SheetFormat,
): Promise<FileReply> {
  return onSnapshot(call.db, async (tx) => {
    const filter = await filterOf(tx, call, request);
    const columns = COLUMNS.map((title) => ({ title, width: 18 }));
    const name = `withholding-${filter.from}-${filter.until}`;
    return sheetFile({ name, columns, rows: cellsOf(tx, filter) }, format);
  });
}

async function* cellsOf(tx: Tx, filter: DeductionFilter): AsyncGenerator<readonly Cell[]> {
  const rules = await withholdingRules(tx);
  for (let start = 0; ; start += TAX.exportedAtOnce) {
    const rows = await selectDeductions(tx, filter, { start, limit: TAX.exportedAtOnce });
    yield* rows.map((row) => memberCells(deductionRecord(row, rules), COLUMNS, DeductionRecord));
    if (rows.length < TAX.exportedAtOnce) return;
  }
}

async function filterOf(tx: Tx, call: Call, request: DeductionRequest): Promise<DeductionFilter> {
  const { c: customerId, sd, ed } = request;
  const today = await currentBusinessDate(tx);
  refuseDates({ sd, ed }, { today });
  const until = ed ?? today;
  const from = sd ?? dateOf(yearOf(until), 1, 1);
  if (daysBetween(from, until) > TAX.rangeDaysMax) {
    const detail = `must be at most ${TAX.rangeDaysMax} days before the end`;
    throw refuseMember(orderProblems.DATE_RANGE_TOO_LONG, 'sd', detail);
  }
  return { customerId, offices: call.principal.offices, from, until };
}
