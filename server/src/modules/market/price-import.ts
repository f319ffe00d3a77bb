// The import of price history: a verdict for each row, each bar once per security and date.

import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import type { Work } from '../../platform/context.js';
import { columnsRead } from '../../platform/files/csv-mapping.js';
import { columnsNotRead, fileGiven, type GivenRows } from '../../platform/files/import-rows.js';
import type { Outcome } from '../../platform/http/route.js';
import { calendarOf } from './calendar.js';
import { PRICE_TABLE } from './price-import-csv.js';
import {
  type BarKey,
  followBars,
  insertBars,
  lockPrices,
  selectDifferingBars,
  selectNamedSecurities,
  updateBars,
} from './price-import-queries.js';
import { changedPriceImport } from './price-import-record.js';
import {
  type ImportSecurity,
  judgeRow,
  type PriceCells,
  type RefusedRow,
  type SecurityBar,
  securityNameOf,
} from './price-import-row.js';
import { type BarFigures, type ImportedPrice, insertPriceImport } from './price-import-store.js';

/** A file as CSV, or its rows; and whether bars that stand with other figures are replaced. */
export interface PriceImport extends GivenRows<PriceCells> {
  readonly replace?: boolean | undefined;
  readonly label?: string | undefined;
}

interface Judged {
  readonly cells: PriceCells;
  readonly judgement: SecurityBar | RefusedRow;
}

/**
 * Takes over the bars that are sound; every row gets a verdict, and those refused leave the others
 * alone. The same rows a second time change nothing; columns that were not read are a warning. As a
 * dry run it is the preview.
 */
export async function importPrices(work: Work, request: PriceImport): Promise<Outcome> {
  const { headers, rows } = fileGiven(request, PRICE_TABLE);
  const judged = await judgeRows(work, rows);
  const bars = judged.flatMap(({ judgement }) => ('code' in judgement ? [] : [judgement]));
  const stored = await storeBars(work, bars, request.replace === true);
  const kept = judged.map((row, index) => storedRow(row, stored, index + 1));
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
    ...(warnings.length === 0 ? {} : { extra: { warnings } }),
  };
}

async function judgeRows(work: Work, rows: readonly PriceCells[]): Promise<Judged[]> {
  const names = [...new Set(rows.map(securityNameOf))];
  const setting = {
    today: await currentBusinessDate(work.tx),
    securities: await securitiesOf(work, names),
  };
  const seen = new Map<string, SecurityBar>();
  return rows.map((cells) => {
    const judgement = judgeRow(cells, setting);
    if ('code' in judgement) return { cells, judgement };
    const first = seen.get(keyOf(judgement));
    seen.set(keyOf(judgement), first ?? judgement);
    if (first === undefined || isSame(first, judgement)) return { cells, judgement };
    const detail = 'an earlier row has other figures for this security and date';
    return { cells, judgement: { code: 'REPEATED', detail } };
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
  readonly inserted: Set<string>;
  /** Bars that were replaced, and those that stay with other figures, as they were. */
  readonly replaced: Map<string, SecurityBar>;
  readonly standing: ReadonlyMap<string, SecurityBar>;
}

async function storeBars(
  work: Work,
  rows: readonly SecurityBar[],
  replace: boolean,
): Promise<Stored> {
  const bars = [...new Map(rows.map((bar) => [keyOf(bar), bar])).values()];
  await lockPrices(work.tx, [...new Set(bars.map(({ securityId }) => securityId))]);
  const made = await insertBars(work.tx, bars);
  const before = await selectDifferingBars(work.tx, bars);
  const differing = new Map(before.map((bar) => [keyOf(bar), bar]));
  const changed = replace ? bars.filter((bar) => differing.has(keyOf(bar))) : [];
  if (changed.length > 0) await updateBars(work.tx, changed);
  const touched: BarKey[] = [...made, ...changed];
  if (touched.length > 0) await followBars(work.tx, touched, work.now);
  return {
    inserted: new Set(made.map(keyOf)),
    replaced: replace ? differing : new Map(),
    standing: replace ? new Map() : differing,
  };
}

function storedRow({ cells, judgement }: Judged, stored: Stored, row: number): ImportedPrice {
  if ('code' in judgement) return { ...refusedRow(judgement), row_no: row, cells };
  const key = keyOf(judgement);
  const { securityId, date, ...bar } = judgement;
  const of = { row_no: row, cells, security_id: securityId, price_date: date, bar };
  if (stored.standing.has(key)) {
    const detail = 'another bar stands for this security and date; replace=true replaces it';
    return { ...of, ...refusedRow({ code: 'BAR_EXISTS', detail }) };
  }
  const sound = { ...of, code: null, detail: null, bar_before: null };
  // The first row of a key made the bar, or changed it; the same row again found it there.
  if (stored.inserted.delete(key)) return { ...sound, verdict: 'IMPORTED' };
  const before = stored.replaced.get(key);
  if (before === undefined || !stored.replaced.delete(key)) {
    return { ...sound, verdict: 'UNCHANGED' };
  }
  return { ...sound, verdict: 'REPLACED', bar_before: figuresOf(before) };
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
