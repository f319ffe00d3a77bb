// The normalised phone numbers and e-mail addresses that identify a customer.

import { emailKey, foldedEmailKey } from '../../../platform/address/email.js';
import { phoneKey } from '../../../platform/address/phone.js';
import type { CustomerMembers } from './record.js';

/** Kinds of keys, most reliable first. */
export type CustomerKeyKind = 'PHONE' | 'EMAIL' | 'FOLDED_EMAIL';

export interface CustomerMatchKey {
  readonly kind: CustomerKeyKind;
  readonly key: string;
}

// The phone number and e-mail address of the next of kin belong to another person.
const PHONE_DETAILS = ['homePhone', 'officePhone', 'otherPhone'] as const;

/** Returns the keys of all the customer's numbers and addresses. */
export function customerKeysOf({
  cellPhone,
  emailAddress,
  details,
}: Pick<CustomerMembers, 'cellPhone' | 'emailAddress' | 'details'>): readonly CustomerMatchKey[] {
  const phones = [cellPhone, ...PHONE_DETAILS.map((member) => details[member])];
  const emails = [emailAddress, details.emailAddress2].flatMap((text) =>
    typeof text === 'string' ? (emailKey(text) ?? []) : [],
  );
  return [
    ...phones.flatMap((number) =>
      typeof number === 'string' && number !== ''
        ? [{ kind: 'PHONE' as const, key: phoneKey(number) }]
        : [],
    ),
    ...emails.map((key) => ({ kind: 'EMAIL' as const, key })),
    ...emails.map((key) => ({ kind: 'FOLDED_EMAIL' as const, key: foldedEmailKey(key) })),
  ];
}
