// Rows that somebody sends to be judged one by one, and the file of those that were refused.

import { commonProblems, refuseMember } from '../http/problem.js';
import type { FileReply } from '../http/route.js';
import type { Cell } from './sheet.js';
import { sheetFile } from './sheet-file.js';

/** Rows as a table of text or as JSON, one of the two. */
export interface GivenRows<Cells> {
  readonly csv?: string | undefined;
  readonly rows?: readonly Cells[] | undefined;
}

/** The rows, in whichever form they came. Refuses INVALID_REQUEST for both forms, and for none. */
export function rowsGiven<Cells>(
  { csv, rows }: GivenRows<Cells>,
  read: (csv: string) => readonly Cells[],
): readonly Cells[] {
  if (csv !== undefined && rows !== undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'rows', 'come as csv or as rows, not both');
  }
  const given = csv === undefined ? rows : read(csv);
  if (given === undefined || given.length === 0) {
    const member = csv === undefined ? 'rows' : 'csv';
    throw refuseMember(commonProblems.INVALID_REQUEST, member, 'has no rows');
  }
  return given;
}

/** A row that was refused: its number, its cells as they came, and why. */
export interface RefusedRow {
  readonly row: number;
  readonly cells: readonly (string | undefined)[];
  /** As many as `faultTitles`. */
  readonly faults: readonly (string | null)[];
}

/** What a file of refused rows consists of. */
export interface ErrorFile {
  readonly name: string;
  /** The columns of the rows, as their header calls them. */
  readonly titles: readonly string[];
  readonly faultTitles: readonly string[];
  readonly rows: readonly RefusedRow[];
}

const COLUMN_WIDTH = 16;

/** The refused rows as CSV, each with its number and its faults beside it. */
export function errorFile({ name, titles, faultTitles, rows }: ErrorFile): Promise<FileReply> {
  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for (const { row, cells: came, faults } of rows) {
      yield [BigInt(row), ...came.map((cell) => cell ?? ''), ...faults.map((one) => one ?? '')];
    }
  }
  const columns = ['row', ...titles, ...faultTitles].map((title) => ({
    title,
    width: COLUMN_WIDTH,
  }));
  return sheetFile({ name, columns, rows: cells() }, 'csv');
}
