// Imports price history: a result for each row, and each bar once per security and date.

import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { describeFault } from '../../../platform/row-file/cell.js';
import {
  columnsNotRead,
  fileGiven,
  type GivenRows,
} from '../../../platform/row-file/import-rows.js';
import { columnsRead } from '../../../platform/row-file/mapping.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { calendarOf } from '../exchange/calendar.js';
import { PRICE_TABLE } from './csv.js';
import {
  type BarKey,
  followBars,
  insertBars,
  lockPrices,
  selectDifferingBars,
  selectNamedSecurities,
  updateBars,
} from './queries.js';
import { changedPriceImport } from './record.js';
import {
  type ImportSecurity,
  judgeRow,
  type PriceCells,
  type RefusedRow,
  type SecurityBar,
  securityNameOf,
} from './row.js';
import { type BarFigures, type ImportedPrice, insertPriceImport } from './store-queries.js';

/** A file or its rows, and whether they replace existing bars that differ. */
interface PriceImport extends GivenRows<PriceCells> {
  readonly replace?: boolean | undefined;
  readonly label?: string | undefined;
}

interface Judged {
  readonly cells: PriceCells;
  readonly judgement: SecurityBar | RefusedRow;
  /** Whether an earlier row has an identical bar. */
  readonly isRepeated: boolean;
}

/**
 * Imports valid bars. Every row gets a result, and a refused row does not stop the others. Sending
 * identical rows again changes nothing. Warns of columns that were not read. A dry run is the
 * preview.
 */
export async function importPrices(work: Work, request: PriceImport): Promise<Outcome> {
  const file = await fileGiven(request, PRICE_TABLE);
  const { headers, reading } = file;
  const judged = await judgeRows(work, file);
  const bars = judged.flatMap(({ judgement }) => ('code' in judgement ? [] : [judgement]));
  const replace = request.replace === true;
  const stored = await storeBars(work, bars, replace);
  const kept = await mapInTurns(judged, (row, index) => ({
    ...storedRow(row, stored, replace),
    row_no: index + 1,
  }));
  const id = await work.context.ids.next(work.tx, 'price_import_id');
  const by = work.principal.name;
  await insertPriceImport(
    work.tx,
    {
      id,
      state: 'IMPORTED',
      label: request.label ?? 'Import',
      columns: columnsRead(headers),
      version: 1n,
      created_by: by,
      created_at: work.now,
      modified_by: by,
      modified_at: work.now,
    },
    kept,
  );
  const changes = kept.filter(({ verdict }) => verdict === 'IMPORTED' || verdict === 'REPLACED');
  const step = { msgCode: 'PRICES_IMPORTED', type: 'price-import.created', bars: changes.length };
  const warnings = columnsNotRead(headers, request.mapping);
  return {
    ...(await changedPriceImport(work, id, step)),
    created: true,
    location: `order/security/price/import/id/${id}`,
    extra: { ...(warnings.length > 0 && { warnings }), ...(reading && { reading }) },
  };
}

async function judgeRows(
  work: Work,
  { rows, faults }: Pick<RowFile<keyof PriceCells>, 'rows' | 'faults'>,
): Promise<Judged[]> {
  const names = [...new Set(rows.map(securityNameOf))];
  const setting = {
    today: await currentBusinessDate(work.tx),
    securities: await securitiesOf(work, names),
  };
  const seen = new Map<string, SecurityBar>();
  return mapInTurns(rows, (cells, index) => {
    const fault = faults[index];
    if (fault !== undefined) {
      const judgement = { code: fault.code, detail: describeFault(fault) };
      return { cells, judgement, isRepeated: false };
    }
    const judgement = judgeRow(cells, setting);
    if ('code' in judgement) return { cells, judgement, isRepeated: false };
    const first = seen.get(keyOf(judgement));
    seen.set(keyOf(judgement), first ?? judgement);
    const isRepeated = first !== undefined;
    if (!isRepeated || isSame(first, judgement)) return { cells, judgement, isRepeated };
    const detail = 'an earlier row has different figures for this security and date';
    return { cells, judgement: { code: 'REPEATED', detail }, isRepeated };
  });
}

async function securitiesOf(work: Work, names: readonly string[]) {
  const securities = new Map<string, ImportSecurity>();
  const weekends = new Map<bigint, ReadonlySet<number>>();
  for (const { name, id, exchangeId } of await selectNamedSecurities(work.tx, names)) {
    const weekend = weekends.get(exchangeId) ?? (await calendarOf(work.tx, exchangeId)).weekend;
    weekends.set(exchangeId, weekend);
    securities.set(name, { id, weekend });
  }
  return securities;
}

interface Stored {
  readonly inserted: ReadonlySet<string>;
  /** Existing bars that differ from the imported ones. */
  readonly before: ReadonlyMap<string, SecurityBar>;
}

async function storeBars(
  work: Work,
  rows: readonly SecurityBar[],
  replace: boolean,
): Promise<Stored> {
  const bars = [...new Map(rows.map((bar) => [keyOf(bar), bar])).values()];
  await lockPrices(work.tx, [...new Set(bars.map(({ securityId }) => securityId))]);
  const made = await insertBars(work.tx, bars);
  const differing = await selectDifferingBars(work.tx, bars);
  const before = new Map(differing.map((bar) => [keyOf(bar), bar]));
  const changed = replace ? bars.filter((bar) => before.has(keyOf(bar))) : [];
  if (changed.length > 0) await updateBars(work.tx, changed);
  const touched: BarKey[] = [...made, ...changed];
  if (touched.length > 0) await followBars(work.tx, touched, work.now);
  return { inserted: new Set(made.map(keyOf)), before };
}

function storedRow(
  { cells, judgement, isRepeated }: Judged,
  { inserted, before }: Stored,
  replace: boolean,
): Omit<ImportedPrice, 'row_no'> {
  if ('code' in judgement) return { cells, ...refusedRow(judgement) };
  const key = keyOf(judgement);
  const stood = before.get(key);
  if (stood !== undefined && !replace) {
    const detail = 'a different bar is stored for this security and date; replace=true replaces it';
    return { cells, ...refusedRow({ code: 'BAR_EXISTS', detail }) };
  }
  const { securityId, date, ...bar } = judgement;
  const of = { cells, security_id: securityId, price_date: date, bar, bar_before: null };
  const sound = { ...of, code: null, detail: null };
  // An earlier row inserted or changed the bar; this identical row finds it unchanged.
  if (isRepeated) return { ...sound, verdict: 'UNCHANGED' };
  if (inserted.has(key)) return { ...sound, verdict: 'IMPORTED' };
  if (stood === undefined) return { ...sound, verdict: 'UNCHANGED' };
  return { ...sound, verdict: 'REPLACED', bar_before: figuresOf(stood) };
}

function refusedRow({ code, detail }: RefusedRow) {
  const none = { security_id: null, price_date: null, bar: null, bar_before: null };
  return { ...none, verdict: 'REFUSED', code, detail } as const;
}

function figuresOf({ open, high, low, close, volume }: SecurityBar): BarFigures {
  return { open, high, low, close, volume };
}

function keyOf({ securityId, date }: BarKey): string {
  return `${securityId} ${date}`;
}

function isSame(one: SecurityBar, other: SecurityBar): boolean {
  return (
    one.open.equals(other.open) &&
    one.high.equals(other.high) &&
    one.low.equals(other.low) &&
    one.close.equals(other.close) &&
    one.volume === other.volume
  );
}
