// The firm's home country.

import { Type } from '@sinclair/typebox';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';

export const homeCountryShape = {
  /** The country of phone numbers without a country code, as an ISO 3166 alpha-2 code. */
  homeCountry: Type.Unsafe<CountryCode>(Type.String({ pattern: '^[A-Z]{2}$' })),
};

/** Codes that have a numbering plan but are not in ISO 3166. */
const NOT_ISO: ReadonlySet<string> = new Set(['AC', 'TA', 'XK']);

/**
 * Returns a sentence if the setting is not a country with telephone numbers. Undefined otherwise.
 */
export function wrongHomeCountry(code: string): string | undefined {
  if (isSupportedCountry(code) && !NOT_ISO.has(code)) return undefined;
  return (
    `COUNTINGHOUSE_HOME_COUNTRY: ${code} is not a country with telephone numbers; expected its ` +
    'ISO 3166 alpha-2 code in capitals, such as NG'
  );
}

/** Reads the setting from the environment. */
export function homeCountrySettings(environment: Readonly<Record<string, string | undefined>>) {
  return { homeCountry: environment.COUNTINGHOUSE_HOME_COUNTRY || 'NG' };
}
