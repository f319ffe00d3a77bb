// The countries in which phone numbers without a country code are read.

import { countryOf, type PhoneCountries } from '../../../platform/address/phone.js';
import type { Context } from '../../../platform/context.js';

/** Returns the home country of the firm, for numbers without a record. */
export function homeOf({ config }: Pick<Context, 'config'>): PhoneCountries {
  return { home: config.homeCountry };
}

const MEMBERS = [
  'mobilePhone',
  'homePhone',
  'officePhone',
  'otherPhone',
  'primaryCountry',
] as const;

/** The numbers of a lead or contact, as written, and its country. */
export type NumberMembers = { readonly [Member in (typeof MEMBERS)[number]]?: string | undefined };

/** A lead or contact: the members that decide how its numbers are read. */
export interface NumberOwner {
  readonly home_country: PhoneCountries['home'];
  readonly details: NumberMembers;
}

/** Returns the countries in which the numbers of a lead or contact are read. */
export function countriesOf({ home_country: home, details }: NumberOwner): PhoneCountries {
  return { home, country: countryOf(details.primaryCountry) };
}

interface NumberChange {
  readonly before: NumberOwner;
  readonly given: NumberMembers;
}

/**
 * Returns the home country of a changed lead or contact: the firm's current one if a number
 * changes, or else the previous one, so that a new setting does not change the meaning of a stored
 * number.
 */
export function homeCountryAfter(
  { config }: Pick<Context, 'config'>,
  { before, given }: NumberChange,
): PhoneCountries['home'] {
  const isChanged = MEMBERS.some(
    (member) => given[member] !== undefined && given[member] !== before.details[member],
  );
  return isChanged ? config.homeCountry : before.home_country;
}

/**
 * Returns the numbers read by a change: the given ones, or all numbers if the home country changed.
 */
export function numbersRead(
  given: NumberMembers,
  { before, after }: { readonly before: NumberOwner; readonly after: NumberOwner },
): NumberMembers {
  return before.home_country === after.home_country ? given : after.details;
}
