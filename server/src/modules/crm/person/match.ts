// Match keys identify a person: normalised phone numbers, e-mail addresses, identifier, and name
// with birth date.

import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';

/** Kinds of match, most certain first. */
export const MATCH_KINDS = [
  'PHONE',
  'EMAIL',
  'FOLDED_EMAIL',
  'IDENTIFIER',
  'NAME_AND_BIRTH_DATE',
] as const;

export type MatchKind = (typeof MATCH_KINDS)[number];

/**
 * Sorts kinds of match, most certain first. Omits the match by folded e-mail address if the full
 * address matches.
 */
export function inOrder(kinds: readonly MatchKind[]): readonly MatchKind[] {
  return MATCH_KINDS.filter(
    (kind) => kinds.includes(kind) && !(kind === 'FOLDED_EMAIL' && kinds.includes('EMAIL')),
  );
}

export interface MatchKey {
  readonly kind: MatchKind;
  readonly key: string;
}

/** The members that identify a person or organisation, not yet normalised. */
export interface Identification {
  readonly phones: readonly (string | undefined)[];
  readonly emails: readonly (string | undefined)[];
  readonly identifier?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly birthDate?: BusinessDate | undefined;
  /** ISO 3166 code of the country to assume for phone numbers without a prefix, if known. */
  readonly country?: string | undefined;
}

const HOME_COUNTRY: CountryCode = 'NG';

/** Returns a record's distinct match keys. A text that cannot be normalised has no key. */
export function matchKeysOf(of: Identification): readonly MatchKey[] {
  const country = countryOf(of.country);
  const keys: MatchKey[] = [
    ...of.phones.map((raw) => keyOf('PHONE', normalPhone(raw, country))),
    ...of.emails.map((raw) => keyOf('EMAIL', normalEmail(raw))),
    ...of.emails.map((raw) => keyOf('FOLDED_EMAIL', foldEmail(normalEmail(raw)))),
    keyOf('IDENTIFIER', of.identifier?.replaceAll(/\s/g, '').toUpperCase()),
    keyOf('NAME_AND_BIRTH_DATE', nameAndBirthDate(of)),
  ].flatMap((key) => key ?? []);
  const distinct = new Map(keys.map((key) => [`${key.kind} ${key.key}`, key]));
  return [...distinct.values()];
}

function keyOf(kind: MatchKind, key: string | undefined): MatchKey | undefined {
  return key ? { kind, key } : undefined;
}

/** Returns a phone number in E.164; undefined for a text that is not a possible phone number. */
export function normalPhone(
  raw: string | undefined,
  country: CountryCode = HOME_COUNTRY,
): string | undefined {
  if (raw === undefined) return undefined;
  const phone = parsePhoneNumberFromString(raw, country);
  return phone?.isPossible() ? phone.number : undefined;
}

/** The phone number and e-mail address contained in a search text. */
interface Reach {
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

/** Used in searches by callers who may not see personal data. */
export const NO_REACH: Reach = { phone: undefined, email: undefined };

/** Normalises a search text as a phone number and as an e-mail address. */
export function reachOf(text: string): Reach {
  return { phone: normalPhone(text), email: normalEmail(text) };
}

export function countryOf(text: string | undefined): CountryCode {
  const code = text?.trim().toUpperCase() ?? '';
  return isSupportedCountry(code) ? code : HOME_COUNTRY;
}

/** Returns the address in lower case, without surrounding blanks. */
export function normalEmail(raw: string | undefined): string | undefined {
  const email = raw?.trim().normalize('NFC').toLowerCase();
  return email === '' ? undefined : email;
}

/** Removes the `+tag` of the local part, so that all aliases of a mailbox become one address. */
export function foldEmail(email: string | undefined): string | undefined {
  return email?.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

function nameAndBirthDate(of: Identification): string | undefined {
  if (of.birthDate === undefined) return undefined;
  const names = [of.lastName, of.firstName].map((name) =>
    (name ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  return names.includes('') ? undefined : `${names.join('|')}|${of.birthDate}`;
}
