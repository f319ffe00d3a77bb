// Finds the table within a file: its header row after any preamble, and its rows without repeated
// headers, totals and other summaries.

import { ROW_FILE } from '../../limits.js';
import { mapEach, type Sliced } from '../concurrency/turn.js';
import { type FileRow, shownCell, textOfCell } from './cell.js';
import type { SkippedRow } from './reading.js';

/** Ranks a row by the columns that its cells name. Zero if it is not a header. */
export type HeaderRank = (cells: readonly string[]) => number;

interface HeaderRule {
  readonly rank: HeaderRank;
  /** The rank of a header that names every needed column. */
  readonly completeRank: number;
  readonly headerRow?: number | undefined;
}

export const textsOf = ({ cells }: FileRow): readonly string[] => cells.map(textOfCell);

/**
 * Returns the index of the header row: in order of preference, the stated row, the first row that
 * names every needed column, the row that names the most columns, or the first row. Returns
 * undefined if there is none.
 */
export function headerIndex(
  rows: readonly FileRow[],
  { rank, completeRank, headerRow }: HeaderRule,
): number | undefined {
  if (headerRow !== undefined) {
    const stated = rows.findIndex(({ row }) => row === headerRow);
    return stated < 0 ? undefined : stated;
  }
  const ranks = rows.slice(0, ROW_FILE.preambleRowsMax + 1).map((row) => rank(textsOf(row)));
  if (ranks.length === 0) return undefined;
  const complete = ranks.findIndex((one) => one >= completeRank);
  return complete < 0 ? ranks.indexOf(Math.max(...ranks)) : complete;
}

/** A data row. */
export interface DataRow extends FileRow {
  /** The number of the data row, counted from 1. */
  readonly number: number;
  /**
   * The index of a cell that makes the row look like a total or a balance, although the row is
   * complete.
   */
  readonly summaryPlace: number | undefined;
}

interface DataRule {
  readonly lastRow?: number | undefined;
  /** True if the row has a cell in every needed column. */
  readonly isComplete: (row: FileRow) => boolean;
  /**
   * Which of the complete rows at the two ends may be summaries: rows where any text looks like
   * one, rows where the first text does, or none.
   */
  readonly suspected: 'ANY_TEXT' | 'FIRST_TEXT' | 'NONE';
}

/**
 * Returns the data rows below the header, without repeated headers and decoration lines. Summaries
 * at the two ends that lack a needed cell are omitted, too. Skipped rows are listed.
 */
export function* dataRows(
  header: FileRow,
  below: readonly FileRow[],
  rule: DataRule,
): Sliced<{ readonly rows: readonly DataRow[]; readonly skipped: readonly SkippedRow[] }> {
  const { lastRow } = rule;
  const skipped: SkippedRow[] = [];
  const titles = textsOf(header);
  const kept: FileRow[] = [];
  yield* mapEach(below, (row) => {
    const isBeyond = lastRow !== undefined && row.row > lastRow;
    if (isBeyond) skipped.push(skippedRow(row, 'BELOW_LAST_ROW'));
    else if (isSame(row, titles)) skipped.push(skippedRow(row, 'HEADER_REPEATED'));
    else kept.push(row);
  });
  const isSkipped = (row: FileRow | undefined): row is FileRow =>
    row !== undefined &&
    (isDecoration(row) || (summaryPlace(row) !== undefined && !rule.isComplete(row)));
  let [start, end] = [0, kept.length];
  while (start < end && isSkipped(kept[start])) start += 1;
  while (end > start && lastRow === undefined && isSkipped(kept[end - 1])) end -= 1;
  for (const row of [...kept.slice(0, start), ...kept.slice(end)]) {
    skipped.push(skippedRow(row, 'SUMMARY'));
  }
  const last = lastRow === undefined ? end - start : undefined;
  const rows = yield* mapEach(kept.slice(start, end), (row, index) => ({
    ...row,
    number: index + 1,
    summaryPlace: index === 0 || index + 1 === last ? suspectPlace(row, rule) : undefined,
  }));
  return { rows, skipped: skipped.sort((one, other) => one.row - other.row) };
}

const isSame = ({ cells }: FileRow, titles: readonly string[]): boolean =>
  cells.length === titles.length &&
  cells.every((cell, place) => textOfCell(cell) === titles[place]);

function suspectPlace(row: FileRow, { suspected }: DataRule): number | undefined {
  const place = summaryPlace(row);
  const isFirst = place === textsOf(row).findIndex((text) => text !== '');
  if (suspected === 'ANY_TEXT' || (suspected === 'FIRST_TEXT' && isFirst)) return place;
  return undefined;
}

export function skippedRow(row: FileRow, reason: SkippedRow['reason']): SkippedRow {
  const text = textsOf(row)
    .filter((cell) => cell !== '')
    .join(' ');
  return { row: row.row, reason, text: shownCell(text) };
}

const SUMMARY = new RegExp(
  [
    '^(grand |sub|sub |sub-|page |report |net )?totals?$',
    String.raw`^totals? (amount|debits?|credits?|rows?|records?|count|number)\b.*$`,
    String.raw`^(opening|closing|ledger|available|book|final|ending|beginning) balance\b.{0,40}$`,
    String.raw`^balance (brought|carried) (forward|down)\b.{0,20}$`,
    String.raw`^(balance )?[bc]\/[fd]$`,
    '^(brought|carried) forward$',
    '^end( of (file|report|statement|list|data|document|transactions|page))?$',
    '^(sum|summe|gesamt|gesamtsumme|total général|totaal|somme|eof)$',
    '^(anfangssaldo|endsaldo|schlusssaldo|saldo (inicial|final)|solde (initial|final))$',
    String.raw`^page \d+( (of|\/) \d+)?$`,
  ].join('|'),
  'i',
);

const FRAMED = /^[\s*\-=#_.~]*(.*?)[\s*\-=#_.~:]*$/s;

// Returns the index of the first cell that contains a word for a total or a balance.
function summaryPlace(row: FileRow): number | undefined {
  const place = textsOf(row).findIndex((text) => SUMMARY.test(FRAMED.exec(text)?.[1] ?? ''));
  return place < 0 ? undefined : place;
}

// A line such as `-----` or `*** END ***`.
function isDecoration(row: FileRow): boolean {
  const texts = textsOf(row).filter((text) => text !== '');
  return (
    texts.every((text) => /^[\s*\-=#_.~]{3,}$/.test(text)) ||
    (texts.length === 1 && /^[*\-=#_~]{2,}\s*end\b.*[*\-=#_~]{2,}$/i.test(texts[0] ?? ''))
  );
}
