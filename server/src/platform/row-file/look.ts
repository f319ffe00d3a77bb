// Inspects a file of rows whose table is not yet known: its form, its header and its first rows.

import { ROW_FILE } from '../../limits.js';
import { commonProblems, refuseMember } from '../http/reply/problem.js';
import { textOfCell } from './cell.js';
import { skippedRow, textsOf } from './frame.js';
import { openRowFile } from './given-file.js';
import { shownHeader } from './mapping.js';
import type { StatedReading, UsedReading } from './reading.js';

interface LookRequest {
  readonly csv?: string | undefined;
  readonly file?: string | undefined;
  readonly reading?: StatedReading | undefined;
}

interface Look {
  readonly reading: UsedReading;
  readonly headers: readonly string[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Reads the first rows of a file. Refuses with INVALID_REQUEST if it has none. */
export async function lookIntoFile({ csv, file, reading = {} }: LookRequest): Promise<Look> {
  const member = csv === undefined ? 'file' : 'csv';
  const refuse = (detail: string, of: string = member) =>
    refuseMember(commonProblems.INVALID_REQUEST, of, detail);
  const content = csv ?? file;
  if (content === undefined || (csv !== undefined && file !== undefined)) {
    throw refuse('must be sent in exactly one form: as csv or as file');
  }
  const rule = { rank: widthOf, rowsMax: ROW_FILE.shownRowsMax, refuse };
  const { source, rows } = await openRowFile({ member, content, reading }, rule);
  const { headerRow } = reading;
  const texts = rows.map(textsOf);
  const widest = Math.max(...texts.map(widthOf));
  const index =
    headerRow === undefined
      ? texts.findIndex((row) => widthOf(row) === widest)
      : rows.findIndex(({ row }) => row === headerRow);
  const header = rows[index];
  if (header === undefined) throw refuse('has no header');
  const below = rows.slice(index + 1, index + 1 + ROW_FILE.shownRowsMax);
  const above = rows.slice(0, index).map((row) => skippedRow(row, 'ABOVE_HEADER'));
  return {
    reading: {
      ...source,
      headerRow: header.row,
      lastRow: below.at(-1)?.row ?? header.row,
      skippedCount: above.length,
      skipped: above.slice(0, ROW_FILE.skippedShownMax),
      columns: [],
    },
    headers: textsOf(header).map(shownHeader),
    rows: below.map(({ row, cells }) => ({ row, cells: cells.map(textOfCell) })),
  };
}

// Counts the cells that are not numbers. The row with the most of them is the header.
function widthOf(cells: readonly string[]): number {
  return cells.filter((cell) => cell !== '' && !/^[\d\s.,:/+%-]+$/.test(cell)).length;
}
