// Price history as CSV: the header names the columns, in any order and by their usual names.

import { CsvError, parse } from 'csv-parse/sync';
import { commonProblems, type Problem, refuseMember } from '../../platform/http/problem.js';
import { MARKET } from './limits.js';
import type { PriceCells } from './price-import-row.js';

type Column = keyof PriceCells;

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  security: ['security', 'securityname', 'symbol', 'ticker', 'instrument', 'name'],
  date: ['date', 'tradedate', 'pricedate'],
  open: ['open', 'openprice'],
  high: ['high', 'highprice'],
  low: ['low', 'lowprice'],
  close: ['close', 'closeprice', 'last', 'lastprice'],
  volume: ['volume', 'vol', 'quantity'],
};
const COLUMNS = ['security', 'date', 'open', 'high', 'low', 'close', 'volume'] as const;
const BYTE_ORDER_MARK = '\ufeff';

/** Reads the rows of a file; a file that is no CSV, or lacks a column, is refused as a whole. */
export function readPriceCsv(text: string): PriceCells[] {
  const [header, ...rows] = recordsOf(text);
  const places = placesOf(header ?? []);
  if (rows.length > MARKET.importRowsMost) {
    throw wrongFile(`has more than ${MARKET.importRowsMost} rows`);
  }
  return rows.map((cells) => {
    const row: Partial<Record<Column, string>> = {};
    for (const [column, place] of places) row[column] = cells[place] ?? '';
    return row;
  });
}

function recordsOf(text: string): string[][] {
  try {
    return parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, {
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // A header, and one row too many to tell.
      to: MARKET.importRowsMost + 2,
    });
  } catch (error) {
    if (error instanceof CsvError) throw wrongFile(`is not CSV: ${error.message.slice(0, 200)}`);
    throw error;
  }
}

function placesOf(header: readonly string[]): Map<Column, number> {
  const found = header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const places = new Map<Column, number>();
  for (const column of COLUMNS) {
    const place = found.findIndex((name) => NAMES[column].includes(name));
    if (place >= 0) places.set(column, place);
    else if (column !== 'volume') throw wrongFile(`has no column ${column}`);
  }
  return places;
}

function wrongFile(detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
}
