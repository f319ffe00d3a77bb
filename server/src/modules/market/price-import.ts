// The import of price history: a verdict for each row, each bar once per security and date.

import { currentBusinessDate } from '../../platform/calendar/business-day.js';
import type { Work } from '../../platform/context.js';
import { columnsNotRead, fileGiven } from '../../platform/files/import-rows.js';
import type { Outcome } from '../../platform/http/route.js';
import { calendarOf } from './calendar.js';
import { readPriceCsv } from './price-import-csv.js';
import {
  type BarKey,
  followBars,
  insertBars,
  lockPrices,
  selectDifferingBars,
  selectNamedSecurities,
  updateBars,
} from './price-import-queries.js';
import {
  type ImportSecurity,
  judgeRow,
  type PriceCells,
  type RefusedRow,
  type SecurityBar,
  securityNameOf,
} from './price-import-row.js';

/** A file as CSV, or its rows; and whether bars that stand with other figures are replaced. */
export interface PriceImport {
  readonly csv?: string | undefined;
  readonly rows?: readonly PriceCells[] | undefined;
  readonly replace?: boolean | undefined;
}

const VERDICTS = ['IMPORTED', 'UNCHANGED', 'REPLACED', 'REFUSED'] as const;
type Verdict = (typeof VERDICTS)[number];

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
  const { headers, rows } = fileGiven(request, readPriceCsv);
  const judged = await judgeRows(work, rows);
  const bars = judged.flatMap(({ judgement }) => ('code' in judgement ? [] : [judgement]));
  const stored = await storeBars(work, bars, request.replace === true);
  const verdicts = judged.map((row, index) => verdictOf(row, stored, index + 1));
  const counts = VERDICTS.map((verdict) => [
    verdict.toLowerCase(),
    BigInt(verdicts.filter((one) => one.verdict === verdict).length),
  ]);
  const warnings = columnsNotRead(headers);
  return {
    msgCode: 'PRICES_IMPORTED',
    result: { rows: BigInt(verdicts.length), ...Object.fromEntries(counts), verdicts },
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
  readonly replaced: ReadonlySet<string>;
  readonly standing: ReadonlySet<string>;
}

async function storeBars(
  work: Work,
  rows: readonly SecurityBar[],
  replace: boolean,
): Promise<Stored> {
  const bars = [...new Map(rows.map((bar) => [keyOf(bar), bar])).values()];
  await lockPrices(work.tx, [...new Set(bars.map(({ securityId }) => securityId))]);
  const made = await insertBars(work.tx, bars);
  const differing = keysOf(await selectDifferingBars(work.tx, bars));
  const changed = replace ? bars.filter((bar) => differing.has(keyOf(bar))) : [];
  if (changed.length > 0) await updateBars(work.tx, changed);
  const touched: BarKey[] = [...made, ...changed];
  if (touched.length > 0) await followBars(work.tx, touched, work.now);
  return {
    inserted: keysOf(made),
    replaced: keysOf(changed),
    standing: replace ? new Set() : differing,
  };
}

function verdictOf({ cells, judgement }: Judged, stored: Stored, row: number) {
  const about = { row: BigInt(row), security: cells.security, date: cells.date };
  const say = (verdict: Verdict, refused?: RefusedRow) => ({ ...about, verdict, ...refused });
  if ('code' in judgement) return say('REFUSED', judgement);
  const key = keyOf(judgement);
  // The first row of a key made the bar; the same row again found it there.
  if (stored.inserted.delete(key)) return say('IMPORTED');
  if (stored.replaced.has(key)) return say('REPLACED');
  if (!stored.standing.has(key)) return say('UNCHANGED');
  const detail = 'another bar stands for this security and date; replace=true replaces it';
  return say('REFUSED', { code: 'BAR_EXISTS', detail });
}

function keysOf(bars: readonly BarKey[]): Set<string> {
  return new Set(bars.map(keyOf));
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
