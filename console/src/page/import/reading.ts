// The user's settings for reading a file of rows, and how the server read it.

import type { InitOf, ReplyOf } from '@countinghouse/sdk';

type Stated = NonNullable<InitOf<'post', 'system/row-file/read'>[0]>['body'];

/** The user's settings for a file. The server detects what is absent. */
export type StatedReading = NonNullable<NonNullable<Stated>['reading']>;

/** How the server read a file. */
export type UsedReading = NonNullable<ReplyOf<'post', 'system/row-file/read'>['result']['reading']>;
type UsedColumn = UsedReading['columns'][number];

type Encoding = NonNullable<StatedReading['encoding']>;
type Delimiter = NonNullable<StatedReading['delimiter']>;
type DecimalSeparator = NonNullable<StatedReading['decimalSeparator']>;
type DateFormat = NonNullable<StatedReading['dateFormat']>;

export const ENCODINGS = [
  'UTF-8',
  'UTF-16LE',
  'UTF-16BE',
  'WINDOWS-1250',
  'WINDOWS-1251',
  'WINDOWS-1252',
  'WINDOWS-1253',
  'WINDOWS-1254',
  'WINDOWS-1256',
  'WINDOWS-1257',
  'ISO-8859-1',
  'ISO-8859-2',
  'ISO-8859-15',
  'MACINTOSH',
  'IBM850',
] as const satisfies readonly Encoding[];

export const DELIMITERS = [
  'COMMA',
  'SEMICOLON',
  'TAB',
  'PIPE',
] as const satisfies readonly Delimiter[];

export const DECIMAL_SEPARATORS = ['POINT', 'COMMA'] as const satisfies readonly DecimalSeparator[];

export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'DD.MM.YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD-MM-YY',
  'MM-DD-YY',
  'DD.MM.YY',
  'DD-MMM-YYYY',
  'DD-MMM-YY',
  'MMM DD, YYYY',
  'DDMMYYYY',
  'MMDDYYYY',
] as const satisfies readonly DateFormat[];

/** The format of one column. The server detects it if undefined. */
export interface ColumnFormat {
  readonly decimalSeparator?: DecimalSeparator | undefined;
  readonly dateFormat?: DateFormat | undefined;
}

/** A change to the settings. The server detects a setting that is undefined. */
export type ReadingChange = {
  readonly [Name in keyof StatedReading]: StatedReading[Name] | undefined;
};

/** Returns the settings after a change. */
export function changedReading(reading: StatedReading, change: ReadingChange): StatedReading {
  const all = Object.entries({ ...reading, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/**
 * Returns the settings with another format for one column. If that format is undefined, the server
 * detects it, even if one was set for the whole file.
 */
export function withFormat(
  reading: StatedReading,
  header: string,
  format: ColumnFormat,
): StatedReading {
  const { columns = [] } = reading;
  const others = columns.filter((each) => each.header !== header);
  const own = columns.find((each) => each.header === header);
  const next = formatOf({ ...own, ...format });
  const stated = Object.keys(next).length === 0 ? others : [...others, { header, ...next }];
  const left = Object.entries(format).filter(([, value]) => value === undefined);
  const columnsNext = stated.length === 0 ? undefined : stated;
  return changedReading(reading, { ...Object.fromEntries(left), columns: columnsNext });
}

const formatOf = ({ decimalSeparator, dateFormat }: ColumnFormat) => ({
  ...(decimalSeparator === undefined ? {} : { decimalSeparator }),
  ...(dateFormat === undefined ? {} : { dateFormat }),
});

const isNumber = ({ kind }: UsedColumn) => kind === 'AMOUNT' || kind === 'NUMBER';
const isDate = ({ kind }: UsedColumn) => kind === 'DATE';

/** Columns whose decimal separator can be set. */
export const numberColumns = (columns: readonly UsedColumn[]) => columns.filter(isNumber);

/** Columns whose date format can be set. */
export const dateColumns = (columns: readonly UsedColumn[]) => columns.filter(isDate);

/**
 * Returns the settings to save in a mapping for the next file from the same source: the form's
 * settings, and the formats that were used for this file. Row numbers are omitted, because files
 * differ in length.
 */
export function lastingReading(
  stated: StatedReading,
  used: UsedReading | undefined,
): StatedReading {
  const { encoding, delimiter, sheet, decimalSeparator, dateFormat } = stated;
  const columns = (used?.columns ?? [])
    .map((column) => ({ header: column.header, ...formatOf(column) }))
    .filter((column) => Object.keys(column).length > 1);
  const whole = { encoding, delimiter, sheet, decimalSeparator, dateFormat };
  return changedReading({}, { ...whole, columns: columns.length === 0 ? undefined : columns });
}
