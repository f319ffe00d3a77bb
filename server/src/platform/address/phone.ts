// The only rules for phone numbers: which strings are phone numbers, and which of them are the same
// number.

import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

/** The countries that are tried for numbers without a country code. */
export interface PhoneCountries {
  /** The home country of the firm. */
  readonly home: CountryCode;
  /** The country in the number's record, which takes precedence over the home country. */
  readonly country?: CountryCode | undefined;
}

/** A number that exists in its country's numbering plan. */
interface PhoneNumber {
  /** The number in E.164 format, under the country's current numbering plan. */
  readonly number: string;
  /** The extension. A number with an extension cannot receive messages. */
  readonly extension?: string;
}

/** The reason why a string is not a phone number, as the predicate of a sentence. */
interface PhoneRefusal {
  readonly refused: string;
}

const NOT_A_NUMBER: PhoneRefusal = { refused: 'is not a phone number' };

/**
 * Parses a phone number in any format that people, exports and spreadsheets use. A number without a
 * country code is interpreted using the record's country and then the home country.
 */
export function readPhone(text: string, countries: PhoneCountries): PhoneNumber | PhoneRefusal {
  const plain = plainOf(text);
  if (/^\+?\d(?:[.,]\d+)?e\+?\d+$/i.test(plain)) {
    const detail = 'was shortened by a spreadsheet; format its column as text';
    return { refused: `is not a phone number: it ${detail}` };
  }
  for (const reading of readingsOf(plain, countries)) {
    const found = validNumber(reading);
    if (found !== undefined) return found;
  }
  if (/\p{L}/u.test(plain)) return { refused: 'is not a phone number: it has letters' };
  return NOT_A_NUMBER;
}

/**
 * Returns the E.164 form of a number that can receive messages. Undefined if the string is not such
 * a number.
 */
export function messagePhone(
  text: string | null | undefined,
  countries: PhoneCountries,
): string | undefined {
  if (!text) return undefined;
  const read = readPhone(text, countries);
  return 'refused' in read || read.extension !== undefined ? undefined : read.number;
}

/**
 * Returns the form used to compare numbers. Argentina's mobile numbers have a 9 after the country
 * code only when called from abroad.
 */
export function phoneKey(number: string): string {
  return number.replace(/^\+549(?=\d{10}$)/, '+54');
}

/** Returns every E.164 form with the same key as this number. */
export function phoneVariants(number: string): readonly string[] {
  const key = phoneKey(number);
  return /^\+54\d{10}$/.test(key) ? [key, key.replace('+54', '+549')] : [key];
}

/**
 * Returns the keys of all numbers in some text. Finds more than `readPhone`, because an opt-out
 * must also apply to numbers that cannot receive messages as written, such as `0803 777 0142
 * (home)`.
 */
export function phoneKeysIn(
  text: string | undefined,
  countries: PhoneCountries,
): readonly string[] {
  if (text === undefined) return [];
  const read = readPhone(text, countries);
  if (!('refused' in read)) return [phoneKey(read.number)];
  const keys = text.split(/[/;,|\n]|\s(?:or|and|ou|et)\s/i).flatMap((part) => {
    const one = readPhone(part, countries);
    if (!('refused' in one)) return phoneKey(one.number);
    const inside = parsePhoneNumberFromString(plainOf(part), countries.country ?? countries.home);
    return inside?.isValid() ? phoneKey(inside.number) : [];
  });
  return [...new Set(keys)];
}

/** Returns the country with this ISO 3166 code or English name. Undefined if there is none. */
export function countryOf(text: string | null | undefined): CountryCode | undefined {
  const name = text?.trim() ?? '';
  const code = name.toUpperCase();
  if (isSupportedCountry(code)) return code;
  return COUNTRY_OF_NAME.get(name.toLowerCase());
}

const COUNTRY_OF_NAME: ReadonlyMap<string, CountryCode> = countryNames();

function countryNames(): Map<string, CountryCode> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = names.of(code);
      return name !== undefined && isSupportedCountry(code)
        ? [[name.toLowerCase(), code] as const]
        : [];
    }),
  );
}

// Returns the text with western digits and without the characters that programs insert.
function plainOf(text: string): string {
  const plain = text
    .normalize('NFKC')
    // Contact lists wrap numbers in direction marks.
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Nd}/gu, westernDigit)
    .trim()
    .replace(/^(?:'|tel:)\s*/i, '')
    .replace(/[,;.]+$/, '')
    .replace(/^\(\s*((?:\+\s*)?\d+)\s*\)/, '$1 ');
  // A spreadsheet adds decimals if it treats the number as an amount.
  return plain.replace(/^(\+?\d{7,15})\.0{1,2}$/, '$1');
}

// Unicode's decimal digits are in runs of ten, from zero to nine.
function westernDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

// International prefixes of countries other than the caller's, which people copy from letters.
const FOREIGN_PREFIX = /^(?:0011|011|009|010|8[\s~-]*10)[\s-]*(?=[1-9])/;

// Returns the possible readings of a number, in the order in which they are tried.
function readingsOf(plain: string, { home, country = home }: PhoneCountries): readonly Reading[] {
  const abroad = /^(?:\+[\s-]*)?0[\s-]*0[\s-]*(?=[1-9])/;
  const countries = [...new Set([country, home])];
  return [
    ...(abroad.test(plain) ? [{ text: plain.replace(abroad, '+'), country }] : []),
    ...countries.map((each) => ({ text: plain, country: each })),
    ...(FOREIGN_PREFIX.test(plain) ? [{ text: plain.replace(FOREIGN_PREFIX, '+'), country }] : []),
  ];
}

interface Reading {
  readonly text: string;
  readonly country: CountryCode;
}

function validNumber({ text, country }: Reading): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(text, {
    defaultCountry: country,
    extract: false,
  });
  if (parsed === undefined) return undefined;
  for (const number of presentForms(parsed.number)) {
    if (!parsePhoneNumberFromString(number)?.isValid()) continue;
    return parsed.ext === undefined ? { number } : { number, extension: parsed.ext };
  }
  return undefined;
}

// Returns the number and, if the numbering plan has changed, its current forms. WhatsApp and old
// address books still use former numbers.
function presentForms(number: string): readonly string[] {
  return [
    number,
    // In 2019, Mexico dropped the 1 before mobile numbers.
    number.replace(/^\+521(?=\d{10}$)/, '+52'),
    // By 2016, Brazil had added a 9 before the eight digits of mobile numbers.
    number.replace(/^(\+55\d{2})(?=[6-9]\d{7}$)/, '$19'),
    // Argentine mobile numbers have a 15 when dialled within the country, and a 9 when dialled from
    // abroad. Some people write both.
    ...[2, 3, 4].map((digits) =>
      number.replace(new RegExp(`^\\+549?(\\d{${digits}})15(?=\\d{${10 - digits}}$)`), '+549$1'),
    ),
  ];
}
