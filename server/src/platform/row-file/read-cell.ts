// Converts a cell to the form of cells in JSON rows, by the kind and the format of its column. The
// forms are plain decimals, ISO dates, `true` and `false`.

import type { BusinessDate } from '../calendar/business-date.js';
import { parseInstant } from '../calendar/wire-date.js';
import { isCurrency, readWrittenAmount, type WrittenAmount } from './amount.js';
import { type FaultCode, type SheetCell, textOfCell } from './cell.js';
import type { AmountMarks } from './column.js';
import { damageOf, numberDamageOf } from './damage.js';
import { GUESSED_FORMATS, readDate } from './date.js';
import { readDirection } from './direction.js';
import { readFlag } from './flag.js';
import { datesOf, type PlacedColumn } from './guess.js';

/** A cell that was read, or the reason why it was not. */
type CellReading =
  | { readonly text: string }
  | { readonly code: FaultCode; readonly reason: string };

/** The inputs for reading a cell, besides the format of its column. */
interface CellRule {
  readonly marks: AmountMarks | undefined;
  readonly isPercent: boolean;
  readonly hasTime: boolean;
  readonly needsCentury: boolean;
  /** The currency of the row. Undefined if the file does not contain it. */
  readonly currency: string | undefined;
}

/** Reads a cell. An empty cell, or a single dash for an amount, becomes an empty string. */
export function readCell(cell: SheetCell, column: PlacedColumn, rule: CellRule): CellReading {
  const text = textOfCell(cell);
  if (text === '') return { text };
  const damage = damageOf(cell);
  if (damage !== undefined) return { code: 'DAMAGED_CELL', reason: damage };
  switch (column.kind) {
    case 'TEXT':
      return { text };
    case 'PHONE':
      return readPhone(text);
    case 'AMOUNT':
    case 'NUMBER':
      return readAmount(cell, column, rule);
    case 'DATE':
      return readDay(cell, column, rule);
    case 'FLAG': {
      const flag = readFlag(text);
      return flag === undefined
        ? { code: 'FLAG_WRONG', reason: 'is neither yes nor no' }
        : { text: String(flag) };
    }
    case 'DIRECTION': {
      const direction = readDirection(text);
      return direction === undefined
        ? { code: 'DIRECTION_WRONG', reason: 'is neither a debit nor a credit' }
        : { text: direction };
    }
    default:
      return column.kind satisfies never;
  }
}

function readPhone(text: string): CellReading {
  const damage = numberDamageOf(text);
  return damage === undefined ? { text } : { code: 'DAMAGED_CELL', reason: damage };
}

function readAmount(cell: SheetCell, column: PlacedColumn, rule: CellRule): CellReading {
  const wrong = (reason: string) => ({ code: 'NUMBER_WRONG' as const, reason });
  if (typeof cell !== 'string' && cell.type !== 'PERCENT') {
    return cell.type === 'NUMBER' ? { text: cell.text } : wrong('is not a number');
  }
  const amount = readWrittenAmount(textOfCell(cell));
  if (amount === 'NONE') return { text: '' };
  if (amount === 'UNREADABLE') return wrong('is not a number');
  if (amount.isPercent && !rule.isPercent) return wrong('is a percentage, not a number');
  const unclear = typeof cell === 'string' ? unclearAmount(amount, column) : undefined;
  if (unclear !== undefined) return unclear;
  // The text of a typed cell always has a decimal point.
  const separator = (typeof cell === 'string' ? column.decimalSeparator : undefined) ?? 'POINT';
  const value = amount.values[separator];
  if (value === undefined)
    return wrong(`is not a number with a decimal ${separator.toLowerCase()}`);
  if (amount.mark !== undefined && rule.marks !== 'SIGNED' && rule.marks !== amount.mark) {
    return wrong(`is marked as a ${amount.mark.toLowerCase()}, which this column does not have`);
  }
  if (amount.currency !== undefined) {
    if (rule.currency === undefined) {
      return wrong(`is in ${amount.currency}, but the currency of the row is not stated`);
    }
    if (!isCurrency(amount.currency, rule.currency)) {
      return wrong(`is in ${amount.currency} instead of ${rule.currency}`);
    }
  }
  const isDebit = rule.marks === 'SIGNED' && amount.mark === 'DEBIT';
  return { text: amount.isNegative || isDebit ? `-${value}` : value };
}

function unclearAmount(amount: WrittenAmount, { unclear }: PlacedColumn): CellReading | undefined {
  const { POINT, COMMA } = amount.values;
  if (unclear === undefined || POINT === COMMA) return undefined;
  if (unclear === 'AMBIGUOUS') {
    const reason = `can mean ${POINT} or ${COMMA}; state the decimal separator of the file`;
    return { code: 'AMBIGUOUS_AMOUNT', reason };
  }
  const reason = 'contradicts other cells: some have a decimal point and some a decimal comma';
  return { code: 'MIXED_FORMATS', reason };
}

function readDay(cell: SheetCell, column: PlacedColumn, rule: CellRule): CellReading {
  const text = textOfCell(cell);
  if (typeof cell !== 'string' && cell.type === 'DATE') return { text: text.slice(0, 10) };
  const { dateFormat = 'YYYY-MM-DD' } = column;
  const day = clearDate(text, column);
  if (typeof day === 'object') return day;
  if (day !== undefined) {
    if (rule.needsCentury && /(?<!Y)YY$/.test(dateFormat)) {
      return { code: 'DATE_WRONG', reason: 'has a two-digit year' };
    }
    const isMoment = rule.hasTime && text.includes('T') && parseInstant(text) !== undefined;
    return { text: isMoment ? text : day };
  }
  const reason = /^\d+([.,]\d+)?$/.test(text)
    ? 'is a number, not a date; format the cell as a date'
    : `is not a date ${dateFormat}`;
  return { code: 'DATE_WRONG', reason };
}

// Returns the date, or why it is ambiguous. Undefined if the text is not a date.
function clearDate(
  text: string,
  { dateFormat, dateFormats = [], unclear }: PlacedColumn,
): BusinessDate | CellReading | undefined {
  if (unclear === undefined) return readDate(text, dateFormat ?? 'YYYY-MM-DD');
  if (unclear === 'MIXED') {
    const isDate = datesOf(text, GUESSED_FORMATS).size > 0;
    const reason = 'is not in the format of the other dates in the column; state the date format';
    return isDate ? { code: 'MIXED_FORMATS', reason } : undefined;
  }
  const [date, ...others] = dateFormats.flatMap((format) => readDate(text, format) ?? []);
  if (date === undefined || others.every((other) => other === date)) return date;
  const dates = dateFormats.map((format) => `${readDate(text, format)} (${format})`);
  const reason = `can mean ${dates.join(' or ')}; state the date format`;
  return { code: 'AMBIGUOUS_DATE', reason };
}
