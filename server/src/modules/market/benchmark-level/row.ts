// Strictly parses and validates one row of an index-level import. Each kind of error has its own
// code.

import { SATURDAY_SUNDAY } from '../../../platform/calendar/business-calendar.js';
import {
  type BusinessDate,
  parseBusinessDate,
  weekdayOf,
} from '../../../platform/calendar/business-date.js';
import { readWire } from '../../../platform/http/shape/wire.js';
import { Decimal } from '../../../platform/money/decimal.js';
import type { CellFault } from '../../../platform/row-file/cell.js';

/** The cells of a row as received. */
export interface LevelCells {
  readonly benchmark?: string | undefined;
  readonly date?: string | undefined;
  readonly level?: string | undefined;
}

/**
 * The reason why a row is refused: one of these codes, or the code of a cell that could not be
 * parsed.
 */
type RowRefusal =
  | 'UNKNOWN_BENCHMARK'
  | 'IS_A_BLEND'
  | 'DATE_WRONG'
  | 'DATE_IN_FUTURE'
  | 'NOT_A_BUSINESS_DAY'
  | 'NUMBER_WRONG'
  | 'REPEATED'
  | 'LEVEL_EXISTS';

/** A refused row: the error code and a message. */
interface RefusedRow {
  readonly code: RowRefusal | CellFault['code'];
  readonly detail: string;
}

/** The level of an index on a date, as it will be stored. */
export interface IndexLevel {
  readonly benchmarkId: bigint;
  readonly date: BusinessDate;
  readonly level: Decimal;
}

/** The data used to validate rows. */
interface ImportSetting {
  readonly today: BusinessDate;
  /** Benchmarks by code in upper case. */
  readonly benchmarks: ReadonlyMap<string, { readonly id: bigint; readonly isBlend: boolean }>;
}

/** The smallest valid level. */
const LEVEL = { least: 0.000001 };

/** Returns a row's benchmark code. */
export function benchmarkNameOf(cells: LevelCells): string {
  return (cells.benchmark ?? '').trim().toUpperCase();
}

/** Parses a row into a level, or returns the row's first error. */
export function judgeRow(cells: LevelCells, setting: ImportSetting): IndexLevel | RefusedRow {
  const benchmark = setting.benchmarks.get(benchmarkNameOf(cells));
  if (benchmark === undefined) return refused('UNKNOWN_BENCHMARK', 'no benchmark has this code');
  if (benchmark.isBlend)
    return refused('IS_A_BLEND', 'the levels of a blend are computed, not imported');
  const date = parseBusinessDate((cells.date ?? '').trim());
  if (date === undefined) return refused('DATE_WRONG', 'the date must be yyyy-MM-dd');
  if (date > setting.today) return refused('DATE_IN_FUTURE', 'the date is after the business date');
  if (SATURDAY_SUNDAY.has(weekdayOf(date))) {
    return refused('NOT_A_BUSINESS_DAY', 'markets are closed on this day of the week');
  }
  const reading = readWire('decimal', cells.level ?? '', LEVEL);
  if ('refused' in reading) return refused('NUMBER_WRONG', `level ${reading.refused}`);
  if (!Decimal.isDecimal(reading.value)) return refused('NUMBER_WRONG', 'level is not a number');
  return { benchmarkId: benchmark.id, date, level: reading.value };
}

function refused(code: RowRefusal, detail: string): RefusedRow {
  return { code, detail };
}
