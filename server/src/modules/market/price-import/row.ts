// Strictly parses and validates one row of a price import. Each kind of error has its own code.

import {
  type BusinessDate,
  parseBusinessDate,
  weekdayOf,
} from '../../../platform/calendar/business-date.js';
import { readWire, type WireKind, type WireOptions } from '../../../platform/http/shape/wire.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { CellFault } from '../../../platform/row-file/cell.js';
import type { Bar } from '../price/history-queries.js';

/** The cells of a row as received. */
export interface PriceCells {
  readonly security?: string | undefined;
  readonly date?: string | undefined;
  readonly open?: string | undefined;
  readonly high?: string | undefined;
  readonly low?: string | undefined;
  readonly close?: string | undefined;
  readonly volume?: string | undefined;
}

/**
 * The reason why a row is refused: one of these codes, or the code of a cell that could not be
 * parsed.
 */
type RowRefusal =
  | 'UNKNOWN_SECURITY'
  | 'DATE_WRONG'
  | 'DATE_IN_FUTURE'
  | 'NOT_A_BUSINESS_DAY'
  | 'NUMBER_WRONG'
  | 'BAR_INCONSISTENT'
  | 'REPEATED'
  | 'BAR_EXISTS';

/** A refused row: the error code and a message. */
interface RefusedRow {
  readonly code: RowRefusal | CellFault['code'];
  readonly detail: string;
}

/** A security's bar, as it will be stored. */
export interface SecurityBar extends Bar {
  readonly securityId: bigint;
}

/** The data of a security that an import needs. */
export interface ImportSecurity {
  readonly id: bigint;
  /** Days of the week on which the exchange is closed. Holidays of past years may be unknown. */
  readonly weekend: ReadonlySet<number>;
}

/** The data used to validate rows. */
interface ImportSetting {
  readonly today: BusinessDate;
  /** Securities by code in upper case. */
  readonly securities: ReadonlyMap<string, ImportSecurity>;
}

/** The smallest valid price. */
const PRICE: WireOptions = { least: 0.000001 };

/** Returns a row's security code. */
export function securityNameOf(cells: PriceCells): string {
  return (cells.security ?? '').trim().toUpperCase();
}

/** Parses a row into a bar, or returns the row's first error. */
export function judgeRow(cells: PriceCells, setting: ImportSetting): SecurityBar | RefusedRow {
  const security = setting.securities.get(securityNameOf(cells));
  if (security === undefined) return refused('UNKNOWN_SECURITY', 'no security has this code');
  const date = parseBusinessDate((cells.date ?? '').trim());
  if (date === undefined) return refused('DATE_WRONG', 'the date must be yyyy-MM-dd');
  if (date > setting.today) return refused('DATE_IN_FUTURE', 'the date is after the business date');
  if (security.weekend.has(weekdayOf(date))) {
    return refused('NOT_A_BUSINESS_DAY', 'the exchange is closed on this day of the week');
  }
  const prices = pricesOf(cells);
  if ('code' in prices) return prices;
  const volume = cells.volume?.trim() ? read('id', cells.volume, {}) : 0n;
  if (typeof volume !== 'bigint')
    return refused('NUMBER_WRONG', 'the volume is not a whole number');
  const error = inconsistency(prices);
  if (error !== undefined) return refused('BAR_INCONSISTENT', error);
  return { securityId: security.id, date, ...prices, volume };
}

type Prices = Pick<Bar, 'open' | 'high' | 'low' | 'close'>;

function pricesOf(cells: PriceCells): Prices | RefusedRow {
  const open = priceOf(cells.open);
  const high = priceOf(cells.high);
  const low = priceOf(cells.low);
  const close = priceOf(cells.close);
  if (typeof open === 'string') return refused('NUMBER_WRONG', `open ${open}`);
  if (typeof high === 'string') return refused('NUMBER_WRONG', `high ${high}`);
  if (typeof low === 'string') return refused('NUMBER_WRONG', `low ${low}`);
  if (typeof close === 'string') return refused('NUMBER_WRONG', `close ${close}`);
  return { open, high, low, close };
}

// Returns a price, or an error message.
function priceOf(cell: string | undefined): Decimal | string {
  const value = read('decimal', cell ?? '', PRICE);
  return Decimal.isDecimal(value) ? value : String(value);
}

function inconsistency({ open, high, low, close }: Prices): string | undefined {
  if (low.gt(high)) return 'low is above high';
  if (low.gt(open) || low.gt(close)) return 'low is above open or close';
  if (high.lt(open) || high.lt(close)) return 'high is below open or close';
  return undefined;
}

// Returns a value, or an error message.
function read(kind: WireKind, text: string, options: WireOptions): unknown {
  const reading = readWire(kind, text, options);
  return 'refused' in reading ? reading.refused : reading.value;
}

function refused(code: RowRefusal, detail: string): RefusedRow {
  return { code, detail };
}
