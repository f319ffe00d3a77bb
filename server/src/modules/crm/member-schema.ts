// Wire members that several CRM records have in common. All are optional.

import { Type } from '@sinclair/typebox';
import {
  closedObject,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireReference,
  wireText,
} from '../../platform/http/shape/wire.js';
import { CRM } from './limits.js';

export const flag = (description: string) => Type.Optional(wireFlag({ description }));
export const text = (description: string) => Type.Optional(wireText({ description }));
export const code = (description: string) => Type.Optional(wireReference({ description }));
export const note = (description: string) =>
  Type.Optional(wireText({ description, longest: CRM.noteLengthMax }));
export const phone = (description: string) =>
  Type.Optional(wireText({ description, longest: CRM.phoneLengthMax }));
export const email = (description: string) =>
  Type.Optional(wireText({ description, longest: CRM.emailLengthMax }));
export const reference = (description: string) => Type.Optional(wireId({ description }));
export const moment = (description: string) => Type.Optional(wireInstant({ description }));
export const day = (description: string) => Type.Optional(wireDate({ description }));
export const degrees = (description: string, most: number) =>
  Type.Optional(wireDecimal({ description, least: -most, most }));

/** A person's consent flags. */
export const consentMembers = {
  doNotCall: flag('Consent: no phone calls'),
  doNotShare: flag('Consent: no sharing with third parties'),
  emailOptOut: flag('Consent: no e-mail'),
  smsOptOut: flag('Consent: no text messages'),
};

/** The members that contain names for use in subjects, headers and messages. */
export const NAME_MEMBERS: ReadonlySet<string> = new Set([
  ...['label', 'firstName', 'middleName', 'lastName', 'organization', 'department'],
  ...['prefix', 'suffix', 'title', 'salutation'],
]);

/** The phone numbers and e-mail addresses of a person. */
export const reachMembers = {
  emailAddress1: email('E-mail address'),
  emailAddress2: email('Second e-mail address'),
  homePhone: phone('Home phone'),
  mobilePhone: phone('Mobile phone'),
  officePhone: phone('Work phone'),
  otherPhone: phone('Other phone'),
};

/** The members that are compared in a search by phone number or e-mail address. */
export const REACHED = Object.keys(reachMembers);

/** The address of a person or organisation. */
export const primaryAddressMembers = {
  primaryCity: text('City'),
  primaryCountry: text(
    'Country for phone numbers without a country code, as ISO 3166 code or English name',
  ),
  primaryPostCode: text('Post code'),
  primaryState: text('State'),
  primaryStreet: text('Street'),
  primaryStreet1: text('Street, second line'),
};

export const ById = closedObject({ id: wireId({ description: 'Id of the record' }) });
