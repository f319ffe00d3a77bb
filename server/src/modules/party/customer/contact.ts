// Contact details and bank verification numbers (BVN): checks and normalises phone numbers, e-mail
// addresses and BVNs.

import { readEmail } from '../../../platform/address/email.js';
import {
  countryOf,
  messagePhone,
  type PhoneCountries,
  readPhone,
} from '../../../platform/address/phone.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { PARTY } from '../limits.js';
import { partyProblems } from '../problems.js';

/** The countries to assume for a customer's numbers without a country code. */
export interface NumberOrigin {
  readonly home: PhoneCountries['home'];
  /** The customer's country, as an ISO 3166 code or a name. */
  readonly country?: string | null | undefined;
}

/** Returns the number in E.164, without its extension. Refuses with PHONE_WRONG. */
export function normalisePhone(member: string, text: string, origin: NumberOrigin): string {
  const read = readCustomerPhone(text, origin);
  if ('refused' in read) throw refuseMember(partyProblems.PHONE_WRONG, member, read.refused);
  return read.number;
}

// The home country is tried first, because clients send local numbers even for customers abroad.
function readCustomerPhone(text: string, { home, country }: NumberOrigin) {
  const atHome = readPhone(text, { home });
  return 'refused' in atHome ? readPhone(text, { home, country: countryOf(country) }) : atHome;
}

/** The customer members that contain phone numbers. */
export const PHONE_MEMBERS = [
  'cellPhone',
  'homePhone',
  'officePhone',
  'otherPhone',
  'nextofKinPhone',
] as const;

/** Returns warnings about extensions, which are not stored. */
export function extensionWarnings(
  body: Partial<Record<(typeof PHONE_MEMBERS)[number] | 'primaryCountry', string>>,
  { home }: NumberOrigin,
) {
  return PHONE_MEMBERS.flatMap((member) => {
    const read = readCustomerPhone(body[member] ?? '', { home, country: body.primaryCountry });
    if ('refused' in read || read.extension === undefined) return [];
    const detail = `${member} is stored without its extension ${read.extension}`;
    return [{ code: 'EXTENSION_NOT_STORED', detail, pointer: `/${member}` }];
  });
}

/**
 * Like `normalisePhone`, but also refuses a number with an extension, because it cannot receive
 * messages.
 */
export function checkMessagePhone(member: string, text: string, { home }: NumberOrigin): string {
  const read = readPhone(text, { home });
  if (!('refused' in read) && read.extension === undefined) return read.number;
  const detail =
    'refused' in read ? read.refused : 'has an extension, which cannot receive messages';
  throw refuseMember(partyProblems.PHONE_WRONG, member, detail);
}

/**
 * Returns the number in E.164, or undefined if the text is not a phone number. Never refuses,
 * because searches accept any text.
 */
export function phoneOf(text: string, { home, country }: NumberOrigin): string | undefined {
  return messagePhone(text, { home, country: countryOf(country) });
}

/** Returns the address without surrounding whitespace. Refuses with EMAIL_WRONG. */
export function checkEmail(member: string, text: string): string {
  const address = readEmail(text);
  if (address !== undefined) return address.written;
  throw refuseMember(partyProblems.EMAIL_WRONG, member, 'is not an e-mail address');
}

/** Returns the bank verification number without spaces. Refuses with BVN_WRONG. */
export function checkBvn(member: string, text: string): string {
  const bvn = text.replaceAll(/\s/g, '');
  if (!/^\d+$/.test(bvn) || bvn.length !== PARTY.bvnDigits) {
    throw refuseMember(partyProblems.BVN_WRONG, member, `must have ${PARTY.bvnDigits} digits`);
  }
  return bvn;
}
