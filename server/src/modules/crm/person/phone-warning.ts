// Warnings about phone numbers that are stored as written.

import { countryOf, readPhone } from '../../../platform/address/phone.js';

const PHONES = ['mobilePhone', 'homePhone', 'officePhone', 'otherPhone'] as const;

/** The phone numbers of a lead or contact, as written. */
type Phones = { readonly [Member in (typeof PHONES)[number]]?: string | undefined };

/** A warning about a member, as replies show it. */
interface PhoneWarning {
  readonly code: string;
  readonly detail: string;
  readonly pointer: string;
}

/** Returns why each of the numbers receives no messages. Those that do are left out. */
function faultsIn(phones: Phones, country: string | undefined) {
  return PHONES.flatMap((member) => {
    const text = phones[member]?.trim() ?? '';
    if (text === '') return [];
    const read = readPhone(text, countryOf(country));
    if ('refused' in read) return [{ member, fault: `it ${read.refused}` }];
    return read.extension === undefined ? [] : [{ member, fault: 'it has an extension' }];
  });
}

/** Warns of each given number that receives no messages, for the `extra` of a reply. */
export function keptAsWritten(
  given: Phones,
  country: string | undefined,
): { readonly warnings?: readonly PhoneWarning[] } {
  return shown('PHONE_NOT_READ', faultsIn(given, country), (member, fault) => {
    return `${member} is stored as written, but no messages are sent to it: ${fault}`;
  });
}

/** Warns of each number that a converted lead's customer does not get. */
export function notTakenOver(
  phones: Phones,
  country: string | undefined,
): { readonly warnings?: readonly PhoneWarning[] } {
  return shown('PHONE_NOT_TAKEN_OVER', faultsIn(phones, country), (member, fault) => {
    return (
      `${member} was not copied to the customer: ${fault}. ` +
      'The contact and the lead still have it.'
    );
  });
}

function shown(
  code: string,
  faults: ReturnType<typeof faultsIn>,
  detailOf: (member: string, fault: string) => string,
) {
  const warnings = faults.map(({ member, fault }) => ({
    ...{ code, detail: detailOf(member, fault), pointer: `/${member}` },
  }));
  return warnings.length === 0 ? {} : { warnings };
}
