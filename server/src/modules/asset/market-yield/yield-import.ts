// Imports market discount rates: a result for each row, and each rate once per issue and date.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { describeFault } from '../../../platform/row-file/cell.js';
import {
  columnsNotRead,
  fileGiven,
  type GivenRows,
} from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { YIELD_TABLE } from './csv.js';
import {
  insertYields,
  lockYields,
  selectIssuesNamed,
  selectYieldsAt,
  type YieldKey,
} from './queries.js';
import { changedYieldImport } from './record.js';
import { type IssueYield, issueCodeOf, judgeRow, type RefusedRow, type YieldCells } from './row.js';
import { type ImportedYield, insertYieldImport } from './store-queries.js';

/** A file or its rows, and whether they replace existing rates that differ. */
interface YieldImport extends GivenRows<YieldCells> {
  readonly replace?: boolean | undefined;
  readonly label?: string | undefined;
}

interface Judged {
  readonly cells: YieldCells;
  readonly judgement: IssueYield | RefusedRow;
  /** Whether an earlier row has an identical rate. */
  readonly isRepeated: boolean;
}

/**
 * Imports valid rates. Every row gets a result, and a refused row does not stop the others.
 * Sending identical rows again changes nothing. Warns of columns that were not read. A dry run is
 * the preview.
 */
export async function importYields(work: Work, request: YieldImport): Promise<Outcome> {
  const file = await fileGiven(request, YIELD_TABLE);
  const { headers, reading } = file;
  const judged = await judgeRows(work, file);
  const rates = judged.flatMap(({ judgement }) => ('code' in judgement ? [] : [judgement]));
  const replace = request.replace === true;
  const stored = await storeRates(work, rates, replace);
  const kept = await mapInTurns(judged, (row, index) => ({
    ...storedRow(row, stored, replace),
    row_no: index + 1,
  }));
  const id = await work.context.ids.next(work.tx, 'market_yield_import_id');
  const by = work.principal.name;
  const stamp = { created_by: by, created_at: work.now, modified_by: by, modified_at: work.now };
  const label = request.label ?? 'Import';
  const columns = columnsRead(headers);
  const row = { id, state: 'IMPORTED', label, columns, version: 1n, ...stamp } as const;
  await insertYieldImport(work.tx, row, kept);
  const changes = kept.filter(({ verdict }) => verdict === 'IMPORTED' || verdict === 'REPLACED');
  const type = 'market-yield-import.created';
  const step = { msgCode: 'MARKET_YIELDS_IMPORTED', type, rates: changes.length };
  const warnings = columnsNotRead(headers, request.mapping);
  return {
    ...(await changedYieldImport(work, id, step)),
    created: true,
    location: `order/marketyield/import/id/${id}`,
    extra: { ...(warnings.length > 0 && { warnings }), ...(reading && { reading }) },
  };
}

async function judgeRows(
  work: Work,
  { rows, faults }: Pick<RowFile<keyof YieldCells>, 'rows' | 'faults'>,
): Promise<Judged[]> {
  await lockYields(work.tx);
  const named = await selectIssuesNamed(work.tx, [...new Set(rows.map(issueCodeOf))]);
  const setting = {
    today: await currentBusinessDate(work.tx),
    issues: new Map(named.map((each) => [each.code, each])),
  };
  const seen = new Map<string, Decimal>();
  return mapInTurns(rows, (cells, index) => {
    const fault = faults[index];
    if (fault !== undefined) {
      const judgement = { code: fault.code, detail: describeFault(fault) };
      return { cells, judgement, isRepeated: false };
    }
    const judgement = judgeRow(cells, setting);
    if ('code' in judgement) return { cells, judgement, isRepeated: false };
    const first = seen.get(keyOf(judgement));
    seen.set(keyOf(judgement), first ?? judgement.rate);
    const isRepeated = first !== undefined;
    if (!isRepeated || first.equals(judgement.rate)) return { cells, judgement, isRepeated };
    const detail = 'an earlier row has another rate for this issue and date';
    return { cells, judgement: { code: 'REPEATED', detail }, isRepeated };
  });
}

interface Stored {
  readonly inserted: ReadonlySet<string>;
  /** Existing rates that differ from the imported ones. */
  readonly before: ReadonlyMap<string, Decimal>;
}

async function storeRates(
  work: Work,
  rows: readonly IssueYield[],
  replace: boolean,
): Promise<Stored> {
  const rates = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
  const present = new Map(
    (await selectYieldsAt(work.tx, rates)).map((row) => [keyOf(row), row.rate]),
  );
  const made = rates.filter((row) => !present.has(keyOf(row)));
  const differing = rates.filter((row) => present.get(keyOf(row))?.equals(row.rate) === false);
  const changed = replace ? differing : [];
  if (made.length + changed.length > 0) await insertYields(work.tx, [...made, ...changed]);
  const before = differing.flatMap((row) => {
    const stood = present.get(keyOf(row));
    return stood === undefined ? [] : [[keyOf(row), stood] as const];
  });
  return { inserted: new Set(made.map(keyOf)), before: new Map(before) };
}

function storedRow(
  { cells, judgement, isRepeated }: Judged,
  { inserted, before }: Stored,
  replace: boolean,
): Omit<ImportedYield, 'row_no'> {
  if ('code' in judgement) return { cells, ...refusedRow(judgement) };
  const key = keyOf(judgement);
  const stood = before.get(key);
  if (stood !== undefined && !replace) {
    const detail = 'another rate is stored for this date; replace=true replaces it';
    return { cells, ...refusedRow({ code: 'RATE_EXISTS', detail }) };
  }
  const { issueId, date, rate } = judgement;
  const of = { cells, type_id: issueId, yield_date: date, rate, rate_before: null };
  const sound = { ...of, code: null, detail: null };
  // An earlier row inserted or changed the rate; this identical row finds it unchanged.
  if (isRepeated) return { ...sound, verdict: 'UNCHANGED' };
  if (inserted.has(key)) return { ...sound, verdict: 'IMPORTED' };
  if (stood === undefined) return { ...sound, verdict: 'UNCHANGED' };
  return { ...sound, verdict: 'REPLACED', rate_before: stood };
}

function refusedRow({ code, detail }: RefusedRow) {
  const none = { type_id: null, yield_date: null, rate: null, rate_before: null };
  return { ...none, verdict: 'REFUSED', code, detail } as const;
}

function keyOf({ issueId, date }: YieldKey): string {
  return `${issueId} ${date}`;
}
