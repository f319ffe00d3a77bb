// Strictly parses one row of a market discount rate import. Each kind of error has its own code.

import { SATURDAY_SUNDAY } from '../../../platform/calendar/business-calendar.js';
import {
  type BusinessDate,
  parseBusinessDate,
  weekdayOf,
} from '../../../platform/calendar/business-date.js';
import { readWire } from '../../../platform/http/shape/wire.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { codeIn } from '../../../platform/reference-data/code.js';
import type { CellFault } from '../../../platform/row-file/cell.js';
import { MARKET_YIELD } from '../limits.js';

/** The cells of a row as received. */
export interface YieldCells {
  readonly issue?: string | undefined;
  readonly date?: string | undefined;
  readonly rate?: string | undefined;
}

/** The reason why a row is refused: one of these codes, or the code for an unreadable cell. */
type RowRefusal =
  | 'UNKNOWN_ISSUE'
  | 'DATE_WRONG'
  | 'DATE_IN_FUTURE'
  | 'NOT_A_BUSINESS_DAY'
  | 'ISSUE_MATURED'
  | 'NUMBER_WRONG'
  | 'REPEATED'
  | 'RATE_EXISTS';

/** A refused row: the error code and a message. */
interface RefusedRow {
  readonly code: RowRefusal | CellFault['code'];
  readonly detail: string;
}

/** The market discount rate of an issue on a date, ready to be stored. */
export interface IssueYield {
  readonly issueId: bigint;
  readonly date: BusinessDate;
  /** In percent per year. */
  readonly rate: Decimal;
}

/** A bill issue or commercial paper type. Only an issue has a maturity. */
interface RatedIssue {
  readonly id: bigint;
  readonly maturity: BusinessDate | null;
}

/** The data used to validate rows. */
interface ImportSetting {
  readonly today: BusinessDate;
  /** Keys are codes in upper case. */
  readonly issues: ReadonlyMap<string, RatedIssue>;
}

const RATE = { least: 0, most: MARKET_YIELD.percentMax };

/** Returns the issue code in a row. */
export function issueCodeOf(cells: YieldCells): string {
  return codeIn(cells.issue ?? '');
}

/** Parses a row. Returns the rate, or the row's first error. */
export function judgeRow(cells: YieldCells, setting: ImportSetting): IssueYield | RefusedRow {
  const issue = setting.issues.get(issueCodeOf(cells));
  if (issue === undefined) return refused('UNKNOWN_ISSUE', 'no type or issue has this code');
  const date = parseBusinessDate((cells.date ?? '').trim());
  if (date === undefined) return refused('DATE_WRONG', 'the date must be yyyy-MM-dd');
  if (date > setting.today) return refused('DATE_IN_FUTURE', 'the date is after the business date');
  if (SATURDAY_SUNDAY.has(weekdayOf(date))) {
    return refused('NOT_A_BUSINESS_DAY', 'markets are closed on this weekday');
  }
  if (issue.maturity !== null && date >= issue.maturity) {
    return refused('ISSUE_MATURED', `the issue matures on ${issue.maturity}`);
  }
  const reading = readWire('decimal', cells.rate ?? '', RATE);
  if ('refused' in reading) return refused('NUMBER_WRONG', `rate ${reading.refused}`);
  if (!Decimal.isDecimal(reading.value)) return refused('NUMBER_WRONG', 'rate is not a number');
  return { issueId: issue.id, date, rate: reading.value };
}

function refused(code: RowRefusal, detail: string): RefusedRow {
  return { code, detail };
}
