// The countries to assume for phone numbers without a country code.

import { countryOf, type PhoneCountries } from '../../../platform/address/phone.js';
import type { Context } from '../../../platform/context.js';

/** Returns the firm's home country, to be assumed for phone numbers that belong to no record. */
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

/** The phone numbers of a lead or contact as entered, and its country. */
export type NumberMembers = { readonly [Member in (typeof MEMBERS)[number]]?: string | undefined };

/** The members of a lead or contact that determine how its phone numbers are interpreted. */
export interface NumberOwner {
  readonly home_country: PhoneCountries['home'];
  readonly details: NumberMembers;
}

/** Returns the countries to assume for the phone numbers of a lead or contact. */
export function countriesOf({ home_country: home, details }: NumberOwner): PhoneCountries {
  return { home, country: countryOf(details.primaryCountry) };
}

interface NumberChange {
  readonly before: NumberOwner;
  readonly given: NumberMembers;
}

/**
 * Returns the home country to store with a changed lead or contact: the firm's current one if a
 * phone number changes, or else the previous one. A new setting therefore does not change the
 * meaning of a stored number.
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
 * Returns the phone numbers that a change reinterprets: the given ones or, if the home country
 * changed, all of them.
 */
export function numbersRead(
  given: NumberMembers,
  { before, after }: { readonly before: NumberOwner; readonly after: NumberOwner },
): NumberMembers {
  return before.home_country === after.home_country ? given : after.details;
}
