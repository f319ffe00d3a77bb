// Match keys, which identify a person: normalised phone numbers, e-mail addresses, the identifier,
// and the name with the birth date.

import { emailKey, foldedEmailKey } from '../../../platform/address/email.js';
import { countryOf, type PhoneCountries, phoneKeysIn } from '../../../platform/address/phone.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';

/** Kinds of match, most reliable first. */
export const MATCH_KINDS = [
  'PHONE',
  'EMAIL',
  'FOLDED_EMAIL',
  'IDENTIFIER',
  'NAME_AND_BIRTH_DATE',
] as const;

export type MatchKind = (typeof MATCH_KINDS)[number];

/**
 * Sorts kinds of match, most reliable first. Omits the match by folded e-mail address if the full
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

/** The members that identify a person or organisation, before normalisation. */
export interface Identification {
  readonly phones: readonly (string | undefined)[];
  readonly emails: readonly (string | undefined)[];
  readonly identifier?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly birthDate?: BusinessDate | undefined;
  /** Country to assume for phone numbers without a prefix, as an ISO 3166 code or a name. */
  readonly country?: string | undefined;
  /** Home country, to be assumed for all other phone numbers without a prefix. */
  readonly home: PhoneCountries['home'];
}

/** Returns a record's distinct match keys. A value that cannot be normalised has no key. */
export function matchKeysOf(of: Identification): readonly MatchKey[] {
  const countries = { home: of.home, country: countryOf(of.country) };
  const emails = of.emails.flatMap((raw) => emailKey(raw) ?? []);
  const keys: MatchKey[] = [
    ...of.phones.flatMap((raw) => phoneKeysIn(raw, countries)).map((key) => keyOf('PHONE', key)),
    ...emails.map((key) => keyOf('EMAIL', key)),
    ...emails.map((key) => keyOf('FOLDED_EMAIL', foldedEmailKey(key))),
    keyOf('IDENTIFIER', of.identifier?.replaceAll(/\s/g, '').toUpperCase()),
    keyOf('NAME_AND_BIRTH_DATE', nameAndBirthDate(of)),
  ].flatMap((key) => key ?? []);
  const distinct = new Map(keys.map((key) => [`${key.kind} ${key.key}`, key]));
  return [...distinct.values()];
}

function keyOf(kind: MatchKind, key: string | undefined): MatchKey | undefined {
  return key ? { kind, key } : undefined;
}

/** The keys for a search text that is interpreted as a phone number and as an e-mail address. */
interface Reach {
  readonly phone: string | undefined;
  readonly email: string | undefined;
}

/** Used in searches by callers who cannot see personal data. */
export const NO_REACH: Reach = { phone: undefined, email: undefined };

/** Interprets a search text as a phone number and as an e-mail address. */
export function reachOf(text: string, { home }: PhoneCountries): Reach {
  return { phone: phoneKeysIn(text, { home })[0], email: emailKey(text) };
}

function nameAndBirthDate(of: Identification): string | undefined {
  if (of.birthDate === undefined) return undefined;
  const names = [of.lastName, of.firstName].map((name) =>
    (name ?? '').normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  return names.includes('') ? undefined : `${names.join('|')}|${of.birthDate}`;
}
