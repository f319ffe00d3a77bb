// Formats amounts, quantities, dates and ages without changing the server's digits.

import { type DoorSpeech, useDoorSpeech } from './language.js';

/** The number of decimals of most currencies, and the maximum for any currency. */
const AMOUNT_DIGITS = 2;
const AMOUNT_DIGITS_MAX = 4;
const PRICE_DIGITS_MAX = 6;
const STEP_DIGITS_MAX = 6;
const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

type Numeric = number | string | undefined;

export interface Format {
  /** Formats an amount with all digits from the server, and with its currency if given. */
  readonly amount: (value: Numeric, currency?: string) => string;
  /** Formats a large amount rounded, such as NGN 1.2M. */
  readonly compact: (value: Numeric, currency?: string) => string;
  /** Formats the values of an axis with only as many digits as needed to tell them apart. */
  readonly steps: (values: readonly number[]) => readonly string[];
  readonly price: (value: Numeric) => string;
  readonly quantity: (value: Numeric) => string;
  readonly percent: (share: number) => string;
  /** The sign after a figure that is already in percent, with the space that French needs. */
  readonly percentSign: string;
  /** Formats a date, or the date of a time. */
  readonly day: (value: string | undefined) => string;
  readonly time: (value: string | undefined) => string;
  /** Formats a moment: the clock time if it is today, otherwise date and time. */
  readonly moment: (value: string | undefined) => string;
  readonly dayAndTime: (value: string | undefined) => string;
  /** Formats the age in the largest suitable unit. */
  readonly age: (value: string | undefined) => string;
}

/**
 * Returns the formats for the reader's language. An absent value is formatted as an empty string.
 */
export function useFormat(): Format {
  return formatIn(useDoorSpeech());
}

/** Cached per language, because formatters are slow to create and widely used. */
const FORMATS = new Map<string, Format>();

function formatIn(speech: DoorSpeech): Format {
  const known = FORMATS.get(speech.intl.locale);
  if (known !== undefined) return known;
  const format = formatOf(speech);
  FORMATS.set(speech.intl.locale, format);
  return format;
}

function formatOf({ intl }: DoorSpeech): Format {
  const { locale } = intl;
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const amount = amountsOf(number);
  const compact = number({ notation: 'compact', maximumFractionDigits: 1 });
  const price = number({ minimumFractionDigits: 2, maximumFractionDigits: PRICE_DIGITS_MAX });
  const quantity = number({ maximumFractionDigits: PRICE_DIGITS_MAX });
  const percent = number({ style: 'percent', maximumFractionDigits: 1 });
  const day = date({ day: '2-digit', month: 'short', year: 'numeric' });
  const shortDay = date({ day: '2-digit', month: 'short' });
  const dateOnly = date({ day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const time = date({ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const dayOf = (value: string) => (value.length === 10 ? dateOnly : day).format(new Date(value));
  return {
    amount: (value, currency) => withCurrency(figure(value, amount(currency)), currency, locale),
    compact: (value, currency) => withCurrency(figure(value, compact), currency, locale),
    steps: (values) => stepsOf(values, number),
    price: (value) => figure(value, price),
    quantity: (value) => figure(value, quantity),
    percent: (share) => percent.format(share),
    percentSign: locale.startsWith('fr') ? '\u00a0%' : '%',
    day: (value) => (value === undefined ? '' : dayOf(value)),
    time: (value) => (value === undefined ? '' : time.format(new Date(value))),
    moment: (value) => {
      if (value === undefined) return '';
      const at = new Date(value);
      const isToday = at.toDateString() === new Date().toDateString();
      return isToday ? time.format(at) : `${shortDay.format(at)} ${time.format(at)}`;
    },
    dayAndTime: (value) =>
      value === undefined ? '' : `${dayOf(value)} ${time.format(new Date(value))}`,
    age: (value) => (value === undefined ? '' : ageOf(value, relative)),
  };
}

/** Each currency has its own number of decimals: three for a dinar, none for a yen. */
function amountsOf(number: NumberFormatOf): (currency: string | undefined) => Intl.NumberFormat {
  const made = new Map<string | undefined, Intl.NumberFormat>();
  return (currency) => {
    const known = made.get(currency);
    if (known !== undefined) return known;
    const format = number({
      minimumFractionDigits: digitsOf(currency),
      maximumFractionDigits: AMOUNT_DIGITS_MAX,
    });
    made.set(currency, format);
    return format;
  };
}

const digitsOf = (currency: string | undefined): number =>
  currencyDecimals(currency) ?? AMOUNT_DIGITS;

/** Returns the number of decimals of a currency. Undefined for text that is not a currency code. */
export function currencyDecimals(currency: string | undefined): number | undefined {
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const own = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return own.minimumFractionDigits;
}

type NumberFormatOf = (options: Intl.NumberFormatOptions) => Intl.NumberFormat;

function stepsOf(values: readonly number[], number: NumberFormatOf): readonly string[] {
  const known = new Set(values).size;
  for (let digits = 1; digits < STEP_DIGITS_MAX; digits += 1) {
    const compact = number({ notation: 'compact', maximumFractionDigits: digits });
    const texts = values.map((value) => figure(value, compact));
    if (new Set(texts).size === known) return texts;
  }
  return values.map((value) => figure(value, number({})));
}

// The formatter receives a string, so every digit is kept. A hyphen becomes a minus sign.
function figure(value: Numeric, format: Intl.NumberFormat): string {
  if (value === undefined || value === '') return '';
  const exact = typeof value === 'number' ? value : exactly(value);
  return exact === undefined ? String(value) : format.format(exact).replace('-', '−');
}

function exactly(text: string): Intl.StringNumericLiteral | undefined {
  return isNumeral(text) ? text : undefined;
}

function isNumeral(text: string): text is Intl.StringNumericLiteral {
  return /^-?\d+(\.\d+)?$/.test(text);
}

// In French the currency follows the amount, separated by a no-break space.
function withCurrency(text: string, currency: string | undefined, locale: string): string {
  if (text === '' || currency === undefined) return text;
  return locale.startsWith('fr') ? `${text}\u00a0${currency}` : `${currency} ${text}`;
}

function ageOf(value: string, format: Intl.RelativeTimeFormat): string {
  const seconds = Math.round((Date.now() - new Date(value).getTime()) / SECOND_MS);
  if (seconds < MINUTE_S) return format.format(-Math.max(0, seconds), 'second');
  if (seconds < HOUR_S) return format.format(-Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return format.format(-Math.floor(seconds / HOUR_S), 'hour');
  return format.format(-Math.floor(seconds / DAY_S), 'day');
}
