// Reads dates in text cells in a given format. A bare number is read neither as an epoch nor as a
// serial number.

import { type BusinessDate, parseBusinessDate } from '../calendar/business-date.js';

/**
 * Date formats in files. MMM is a month name. Days and months may have one digit, and a time of day
 * may follow.
 */
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
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

// Without a stated format, a number of eight digits is a date only if it starts with the year.
const STATED_ONLY: ReadonlySet<DateFormat> = new Set(['DDMMYYYY', 'MMDDYYYY']);

/** The formats to try if none is stated. */
export const GUESSED_FORMATS: readonly DateFormat[] = DATE_FORMATS.filter(
  (format) => !STATED_ONLY.has(format),
);

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:[AaPp]\.?[Mm]\.?)?`;
const TIME = String.raw`(?:[T ,]\s*${CLOCK}\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?`;

const PIECES: Readonly<Record<string, string>> = {
  YYYY: String.raw`(?<y>\d{4})`,
  YY: String.raw`(?<y>\d{2})`,
  MMM: String.raw`(?<month>\p{L}{3,10})\.?`,
  MM: String.raw`(?<m>\d{1,2})`,
  DD: String.raw`(?<d>\d{1,2})`,
};

function patternOf(format: DateFormat): RegExp {
  if (!/[^YMD]/.test(format)) {
    const fixed = format
      .replace('YYYY', String.raw`(?<y>(?:19|20)\d{2})`)
      .replace('MM', String.raw`(?<m>\d{2})`)
      .replace('DD', String.raw`(?<d>\d{2})`);
    return new RegExp(`^${fixed}${TIME}$`, 'u');
  }
  const isNamed = format.includes('MMM');
  const source = format.replaceAll(/Y+|M+|D+|\W+/g, (piece) => {
    const known = PIECES[piece];
    if (known !== undefined) return known;
    return isNamed ? '[-/. ,]{1,2}' : `[${piece}]`;
  });
  return new RegExp(`^${source}${TIME}$`, 'u');
}

const PATTERNS: ReadonlyMap<DateFormat, RegExp> = new Map(
  DATE_FORMATS.map((format) => [format, patternOf(format)]),
);

/** Reads text as a date in a format. Undefined if it is not one. */
export function readDate(text: string, format: DateFormat): BusinessDate | undefined {
  const groups = PATTERNS.get(format)?.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const { y = '', m, d = '', month } = groups;
  const number = m ?? monthOf(month ?? '');
  if (number === undefined) return undefined;
  const year = y.length === 2 ? `${Number(y) < CENTURY_BREAK ? 20 : 19}${y}` : y;
  return parseBusinessDate(`${year}-${number.padStart(2, '0')}-${d.padStart(2, '0')}`);
}

/** Two-digit years below this are in the current century. */
const CENTURY_BREAK = 60;

// Month names in the languages used in files, by their first letters.
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'janv', 'ene', 'gen'],
  ['feb', 'fév', 'fev', 'févr', 'fevr'],
  ['mar', 'mär', 'mrz', 'maa', 'mrt', 'mars'],
  ['apr', 'avr', 'abr', 'avril'],
  ['may', 'mai', 'mei', 'mag'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aoû', 'aou', 'ago', 'août', 'aout'],
  ['sep', 'sept', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];

const LANGUAGES = ['en', 'fr', 'de', 'nl', 'es', 'it', 'pt'];

const MONTH_NUMBERS: ReadonlyMap<string, string> = new Map(
  MONTHS.flatMap((short, index) => {
    const full = LANGUAGES.map((language) =>
      new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
        .format(Date.UTC(2024, index, 1))
        .toLowerCase(),
    );
    return [...short, ...full].map((name) => [name, String(index + 1)] as const);
  }),
);

function monthOf(name: string): string | undefined {
  return MONTH_NUMBERS.get(name.toLowerCase());
}
