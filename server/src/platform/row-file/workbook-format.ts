// Finds the cell formats of a workbook that show a number as a date or as a percentage.

import { Temporal } from 'temporal-polyfill';
import { WORKBOOK } from '../../limits.js';
import { elementsAt, type XmlElement } from '../files/xml-element.js';

export interface CellFormats {
  /** Returns whether a cell of this style shows its number as a date. */
  readonly isDate: (style: number) => boolean;
  /** Returns whether a cell of this style shows a hundred times its number, with a percent sign. */
  readonly isPercent: (style: number) => boolean;
  /** True if serial numbers count from 1904, as in workbooks from old Macintosh programs. */
  readonly is1904: boolean;
}

// The date formats that every workbook has without declaring them. Formats with only a time are not
// dates.
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
]);

/** The percentage formats that every workbook has without a declaration. */
const BUILT_IN_PERCENTAGES: ReadonlySet<number> = new Set([9, 10]);

export function readCellFormats(
  workbook: XmlElement | undefined,
  styles: XmlElement | undefined,
): CellFormats {
  const setting = workbook && elementsAt(workbook, 'workbookPr')[0]?.attributes.get('date1904');
  const is1904 = setting === '1' || setting === 'true';
  if (styles === undefined) return { isDate: () => false, isPercent: () => false, is1904 };
  const dates = new Set(BUILT_IN_DATES);
  const percentages = new Set(BUILT_IN_PERCENTAGES);
  for (const { attributes } of elementsAt(styles, 'numFmts/numFmt')) {
    const id = Number(attributes.get('numFmtId'));
    const shown = shownPart(attributes.get('formatCode') ?? '');
    const isDate = isDateFormat(shown);
    setMember(dates, id, isDate);
    setMember(percentages, id, !isDate && shown.includes('%'));
  }
  const formats = elementsAt(styles, 'cellXfs/xf')
    .slice(0, WORKBOOK.formatsMax)
    .map(({ attributes }) => Number(attributes.get('numFmtId') ?? 0));
  const isOf = (ids: ReadonlySet<number>) => (style: number) => ids.has(formats[style] ?? 0);
  return { isDate: isOf(dates), isPercent: isOf(percentages), is1904 };
}

function setMember(ids: Set<number>, id: number, isMember: boolean): void {
  if (isMember) ids.add(id);
  else ids.delete(id);
}

// The format of positive numbers, without quoted text, colours and escaped letters.
function shownPart(code: string): string {
  const [positive = ''] = code.split(';');
  return positive.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
}

// A date format contains a year or a day.
function isDateFormat(shown: string): boolean {
  return /[yd]/i.test(shown) && !/general/i.test(shown);
}

const FIRST_DAY = Temporal.PlainDate.from('1899-12-30');
const FIRST_DAY_1904 = Temporal.PlainDate.from('1904-01-01');
/** The serial number of 31 December 9999. */
const SERIAL_MAX = 2_958_465;
/** Serial numbers below this are one day off, because spreadsheets treat 1900 as a leap year. */
const LEAP_FAULT_UNTIL = 60;

/** Converts the serial number of a date cell to an ISO date. Undefined if it is not a day. */
export function dateOfSerial(serial: string, { is1904 }: CellFormats): string | undefined {
  const days = Math.floor(Number(serial));
  if (!Number.isFinite(days) || days < 0 || days > SERIAL_MAX) return undefined;
  if (is1904) return FIRST_DAY_1904.add({ days }).toString();
  if (days < 1 || days === LEAP_FAULT_UNTIL) return undefined;
  return FIRST_DAY.add({ days: days < LEAP_FAULT_UNTIL ? days + 1 : days }).toString();
}
