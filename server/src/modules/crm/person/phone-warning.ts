// Warnings about phone numbers that cannot receive messages.

import { readPhone } from '../../../platform/address/phone.js';
import { countriesOf, type NumberOwner } from './home-country.js';

const PHONES = ['mobilePhone', 'homePhone', 'officePhone', 'otherPhone'] as const;

/** The phone numbers of a lead or contact, as entered. */
type Phones = { readonly [Member in (typeof PHONES)[number]]?: string | undefined };

/** A warning about a member, as the API returns it. */
interface PhoneWarning {
  readonly code: string;
  readonly detail: string;
  readonly pointer: string;
}

/** Returns the reason for each number that cannot receive messages. */
function faultsIn(phones: Phones, owner: NumberOwner) {
  return PHONES.flatMap((member) => {
    const text = phones[member]?.trim() ?? '';
    if (text === '') return [];
    const read = readPhone(text, countriesOf(owner));
    if ('refused' in read) return [{ member, fault: `it ${read.refused}` }];
    return read.extension === undefined ? [] : [{ member, fault: 'it has an extension' }];
  });
}

/** Returns a warning for each given number that cannot receive messages. */
export function keptAsWritten(given: Phones, owner: NumberOwner): readonly PhoneWarning[] {
  return shown('PHONE_NOT_READ', faultsIn(given, owner), (member, fault) => {
    return `${member} is stored as written, but no messages are sent to it: ${fault}`;
  });
}

/** Returns a warning for each number that is not copied to the customer of a converted lead. */
export function notTakenOver(owner: NumberOwner): readonly PhoneWarning[] {
  return shown('PHONE_NOT_TAKEN_OVER', faultsIn(owner.details, owner), (member, fault) => {
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
  return faults.map(({ member, fault }) => ({
    ...{ code, detail: detailOf(member, fault), pointer: `/${member}` },
  }));
}
