// The columns of a chart, as requested by clients of the original program: `f=d,o,h,l,c`.

import { type BusinessDate, businessDate } from '../../../platform/calendar/business-date.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { readWire } from '../../../platform/http/shape/wire.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { Bar } from '../../market/index.js';
import { type PricedBond, tradeValue } from '../rule/price-rule.js';

type Cell = BusinessDate | Decimal | bigint;

const CELLS = {
  d: ({ date }) => date,
  o: ({ open }) => open,
  h: ({ high }) => high,
  l: ({ low }) => low,
  c: ({ close }) => close,
  v: ({ volume }) => volume,
  a: ({ close, volume }, security) => tradeValue(close, volume, security).toDecimalPlaces(2),
} as const satisfies Readonly<Record<string, (bar: Bar, security: PricedBond) => Cell>>;

/** A column: date, open, high, low, close, volume in units, or value at the close. */
type ChartColumn = keyof typeof CELLS;

/** The value of `f` in a chart request: a first date, or columns. */
type ChartFields =
  | { readonly from: BusinessDate | undefined; readonly columns?: never }
  | { readonly from?: never; readonly columns: readonly ChartColumn[] };

/**
 * Reads `f` of a chart request. A value that begins with a letter is a list of columns, separated
 * by commas, in upper or lower case, each at most once. Any other value is the first date. Refuses
 * with INVALID_REQUEST.
 */
export function readChartFields(f: string | undefined): ChartFields {
  if (f === undefined) return { from: undefined };
  return /^\s*\p{L}/u.test(f) ? { columns: columnsIn(f) } : { from: dateIn(f) };
}

function columnsIn(text: string): readonly ChartColumn[] {
  const columns: ChartColumn[] = [];
  for (const letter of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (!isColumn(letter)) {
      throw wrongFields(`names the unknown column "${letter}"; use ${Object.keys(CELLS)}`);
    }
    if (columns.includes(letter)) throw wrongFields(`names the column "${letter}" twice`);
    columns.push(letter);
  }
  return columns;
}

function isColumn(letter: string): letter is ChartColumn {
  return Object.hasOwn(CELLS, letter);
}

function dateIn(text: string): BusinessDate {
  const reading = readWire('date', text, {});
  if (!('value' in reading)) throw wrongFields('must be a date, yyyy-MM-dd, or columns: d,o,h,l,c');
  return businessDate(String(reading.value));
}

function wrongFields(detail: string) {
  return refuseMember(commonProblems.INVALID_REQUEST, 'f', detail);
}

/** Returns bars as rows with these columns, in the given order. */
export function toChartRows(
  bars: readonly Bar[],
  columns: readonly ChartColumn[],
  security: PricedBond,
): readonly (readonly Cell[])[] {
  return bars.map((bar) => columns.map((column) => CELLS[column](bar, security)));
}
