// Contact details and bank verification numbers (BVN): checks and normalises phone numbers, e-mail
// addresses and BVNs.

import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { PARTY } from '../limits.js';
import { partyProblems } from '../problems.js';

// One @ with text on both sides, a dot in the domain, no spaces. Only a delivery proves that an
// address exists. A domain in brackets, such as [127.0.0.1], is refused because it would reach a
// machine, not a person.
const EMAIL = /^[^\s@]{1,64}@[^\s@.[\]]+(\.[^\s@.[\]]+)+$/;

/**
 * Returns the number in E.164. A number without a country code is read as Nigerian. Refuses
 * PHONE_WRONG.
 */
export function normalisePhone(member: string, text: string): string {
  const phone = parsePhoneNumberFromString(text, 'NG');
  if (!phone?.isValid()) {
    throw refuseMember(partyProblems.PHONE_WRONG, member, 'is not a phone number');
  }
  return phone.number;
}

/**
 * Returns the number in E.164, or undefined if the text is not a phone number, because searches
 * refuse nothing.
 */
export function phoneOf(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, 'NG');
  return phone?.isValid() ? phone.number : undefined;
}

/** Returns the address without surrounding blanks. Refuses EMAIL_WRONG. */
export function checkEmail(member: string, text: string): string {
  const address = text.trim();
  if (!EMAIL.test(address)) {
    throw refuseMember(partyProblems.EMAIL_WRONG, member, 'is not an e-mail address');
  }
  return address;
}

/** Returns the bank verification number without blanks. Refuses BVN_WRONG. */
export function checkBvn(member: string, text: string): string {
  const bvn = text.replaceAll(/\s/g, '');
  if (!/^\d+$/.test(bvn) || bvn.length !== PARTY.bvnDigits) {
    throw refuseMember(partyProblems.BVN_WRONG, member, `must have ${PARTY.bvnDigits} digits`);
  }
  return bvn;
}
