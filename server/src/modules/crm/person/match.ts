// Match keys, by which a person is recognised: normalised phones, e-mail addresses, identifier, and
// name with birth date.

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
 * Sorts kinds of match, most certain first. A folded address is left out if the address matches.
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

/** The identifying members of a person or organisation, not normalised. */
export interface Identification {
  readonly phones: readonly (string | undefined)[];
  readonly emails: readonly (string | undefined)[];
  readonly identifier?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly birthDate?: BusinessDate | undefined;
  /** ISO 3166 code of the country of phone numbers without a prefix, if known. */
  readonly country?: string | undefined;
}

const HOME_COUNTRY: CountryCode = 'NG';

/** The distinct keys of a record. A text that cannot be normalised has no key. */
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

/** E.164; undefined for a text that is not a possible phone number. */
export function normalPhone(
  raw: string | undefined,
  country: CountryCode = HOME_COUNTRY,
): string | undefined {
  if (raw === undefined) return undefined;
  const phone = parsePhoneNumberFromString(raw, country);
  return phone?.isPossible() ? phone.number : undefined;
}

/** The phone number and e-mail address of a search. */
interface Reach {
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

/** For the search of a caller who does not see personal data. */
export const NO_REACH: Reach = { phone: undefined, email: undefined };

/** The text of a search, normalised as a phone number and as an e-mail address. */
export function reachOf(text: string): Reach {
  return { phone: normalPhone(text), email: normalEmail(text) };
}

export function countryOf(text: string | undefined): CountryCode {
  const code = text?.trim().toUpperCase() ?? '';
  return isSupportedCountry(code) ? code : HOME_COUNTRY;
}

/** Lower case, without surrounding blanks. */
export function normalEmail(raw: string | undefined): string | undefined {
  const email = raw?.trim().normalize('NFC').toLowerCase();
  return email === '' ? undefined : email;
}

/** Without the `+tag` of the local part, so that aliases of a mailbox become one address. */
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
