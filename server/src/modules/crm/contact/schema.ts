// Wire shapes of contacts: people the firm writes to, whether or not they belong to a customer.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { searching } from '../../../platform/http/shape/data-class.js';
import { closedObject, naming, openObject } from '../../../platform/http/shape/wire.js';
import { classified } from '../data-class.js';
import {
  code,
  consentMembers,
  day,
  email,
  flag,
  note,
  primaryAddressMembers,
  REACHED,
  reachMembers,
  reference,
  text,
} from '../member-schema.js';

/** Members that no rule uses. They are stored unchanged in one column. */
export const contactDetailMembers = {
  salutation: text('Form of address'),
  prefix: text('Prefix of the name'),
  middleName: text('Middle name'),
  suffix: text('Suffix of the name'),
  title: text('Title or position'),
  sex: text('Sex'),
  organization: text('Organisation'),
  department: text('Department in the organisation'),
  profession: text('Profession'),
  relationship: text('Relationship to the customer, such as SELF or SPOUSE'),
  description: note('Description'),
  preferredContactMethod: text('Preferred channel of contact'),
  preferredContactTime: text('Preferred time of contact'),
  emailAddressAutoBcc: email('Address that receives a copy of every e-mail'),
  emailVerified: flag('True if the e-mail address was confirmed'),
  ...primaryAddressMembers,
  ...reachMembers,
};

const contactMembers = classified({
  id: reference('Assigned by the server'),
  name: text('Code assigned by the server'),
  label: text('Display text. Default: built from the name'),
  active: flag('If false, the search for duplicates ignores the contact'),
  businessOfficeId: reference("Office. Default: the customer's office, or else your own"),
  businessOfficeName: code('Code of the office'),
  customerId: reference('The customer of the contact'),
  firstName: text('First name'),
  lastName: text('Last name'),
  birthDate: day('Date of birth'),
  ...consentMembers,
  ...contactDetailMembers,
});

export const ContactBody = closedObject(contactMembers);

/**
 * The body of an update. Clients may send a record back unchanged, so the members that show who
 * created and last changed it are accepted and ignored.
 */
export const ContactUpdateBody = closedObject({
  ...contactMembers,
  ...Type.Partial(Type.Object(stampShape)).properties,
});

/** A contact as the API returns it. */
export const ContactRecord = openObject({ ...contactMembers, ...stampShape });

export type Contact = Static<typeof ContactBody>;

export const ContactList = closedObject({
  ...pageBS,
  customerId: naming('customer', reference('Filter by customer')),
  active: flag('Filter by active or inactive'),
  q: searching(
    text(
      'Filter by part of the name or by the whole code; with the permission to see personal ' +
        'data, also by phone number or e-mail address',
    ),
    REACHED,
  ),
});

/** An example that works with the demonstration data. */
export const contactExample = {
  salutation: 'Mr',
  firstName: 'Tunde',
  lastName: 'Bakare',
  relationship: 'ACCOUNTANT',
  emailAddress1: 'tunde.bakare@example.com',
  mobilePhone: '0803 777 0177',
  primaryCity: 'Lagos',
  emailOptOut: false,
};
