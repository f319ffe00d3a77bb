// Converts registrars' lists to API records, and writes the file of differing rows.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type FileReply, type Page, versioned } from '../../../platform/http/route.js';
import { minorToDecimal } from '../../../platform/money/money.js';
import { errorFile } from '../../../platform/row-file/import-rows.js';
import { CUSTODY } from '../limits.js';
import { REGISTRAR_COLUMNS } from './column.js';
import {
  countFiles,
  type FILE_STATES,
  type JudgedRow,
  type RegistrarFileRow,
  selectDiffering,
  selectFile,
  selectFiles,
  VERDICTS,
} from './queries.js';

/** Converts a list to its API form, without its rows. */
function fileSummary(row: RegistrarFileRow) {
  return {
    id: row.id,
    active: row.state === 'JUDGED',
    name: row.id < 0n ? undefined : row.name,
    label: `${row.file_name} ${row.event_label}`,
    eventId: row.corporate_action_id,
    eventName: row.event_name,
    securityName: row.security_name,
    fileName: row.file_name,
    state: row.state,
    rows: row.row_count,
    verdicts: VERDICTS.map((verdict) => ({ verdict, count: Number(row.counts[verdict] ?? 0) })),
    claims: Number(row.claims),
    ...shownStamp(row),
  };
}

/** Converts a list to its API form, with the first rows that are not MATCHED. */
export async function fileRecord(on: Call['db'] | Work['tx'], row: RegistrarFileRow) {
  const page = { after: 0, most: CUSTODY.registrarRowsShownMax };
  const rows = await selectDiffering(on, row.id, page);
  return {
    ...fileSummary(row),
    columns: row.columns,
    differing: rows.map((one) => judgedRecord(one, row.currency)),
  };
}

function judgedRecord(row: JudgedRow, currency: string) {
  const money = (minor: bigint | null) =>
    minor === null ? undefined : minorToDecimal(minor, currency);
  const units = (count: bigint | null) => (count === null ? undefined : String(count));
  return {
    row: row.row_no,
    verdict: row.verdict,
    detail: row.detail ?? undefined,
    account: row.account_no ?? undefined,
    chn: row.chn_number ?? undefined,
    holder: row.holder ?? undefined,
    portfolioName: row.portfolio_name ?? undefined,
    portfolios: row.portfolios,
    entitlementId: row.entitlement_id ?? undefined,
    reference: row.reference ?? undefined,
    units: units(row.units),
    gross: money(row.gross_minor),
    tax: money(row.tax_minor),
    net: money(row.net_minor),
    expectedUnits: units(row.expected_units),
    expectedGross: money(row.expected_gross_minor),
    expectedTax: money(row.expected_tax_minor),
    expectedNet: money(row.expected_net_minor),
  };
}

async function known(call: Call, id: bigint): Promise<RegistrarFileRow> {
  const row = await selectFile(call.db, id);
  if (row !== undefined) return row;
  throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such list' });
}

/** Returns one list, or refuses with DOCUMENT_NOT_FOUND. */
export async function readFile(call: Call, id: bigint): Promise<object> {
  const row = await known(call, id);
  return versioned(await fileRecord(call.db, row), row.version);
}

/** Lists registrars' lists, newest first. */
export async function listFiles(
  call: Call,
  filter: {
    readonly eventId: bigint | undefined;
    readonly state: (typeof FILE_STATES)[number] | undefined;
  },
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectFiles(call.db, filter, page), page);
  return { count: await countFiles(call.db, filter), result: rows.map(fileSummary), nextAfter };
}

/** Writes the rows that are not MATCHED to a CSV file, as received, with the entitled amounts. */
export async function errorsOfFile(call: Call, id: bigint): Promise<FileReply> {
  const { name, currency } = await known(call, id);
  const rows: JudgedRow[] = [];
  for (;;) {
    const after = rows.at(-1)?.row_no ?? 0;
    const page = await selectDiffering(call.db, id, { after, most: CUSTODY.exportedAtOnce });
    rows.push(...page);
    if (page.length < CUSTODY.exportedAtOnce) break;
  }
  return errorFile({
    name: `registrar-file-${name}-errors`,
    titles: REGISTRAR_COLUMNS,
    errorTitles: [
      'verdict',
      'detail',
      'portfolio',
      'expectedUnits',
      'expectedGross',
      'expectedNet',
    ],
    rows: rows.map((row) => ({
      row: row.row_no,
      cells: cellsOf(row),
      errors: [
        ...[row.verdict, row.detail, row.portfolio_name],
        row.expected_units === null ? null : String(row.expected_units),
        ...[row.expected_gross_minor, row.expected_net_minor].map((minor) =>
          minor === null ? null : minorToDecimal(minor, currency).toFixed(),
        ),
      ],
    })),
  });
}

function cellsOf(row: JudgedRow): (string | undefined)[] {
  const { cells } = row;
  if (cells !== null) return REGISTRAR_COLUMNS.map((column) => cells[column]);
  const missing = { account: row.account_no ?? undefined, chn: row.chn_number ?? undefined };
  return REGISTRAR_COLUMNS.map((column) =>
    column === 'account' || column === 'chn' ? missing[column] : undefined,
  );
}
