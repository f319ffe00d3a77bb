// Converts contacts between their wire format and their row.

import { withSingleLines } from '../../../platform/address/name.js';
import type { Work } from '../../../platform/context.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { NAME_MEMBERS } from '../member-schema.js';
import { homeCountryAfter } from '../person/home-country.js';
import { type MatchKey, matchKeysOf } from '../person/match.js';
import { idGiven, withoutAbsent } from '../record.js';
import type { ContactDetails, ContactRow } from './queries.js';
import { type Contact, contactDetailMembers } from './schema.js';

/** Members that are set at creation and never change. */
interface ContactOrigin {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
}

/** Builds the row of a new contact, with defaults for absent members. */
export function newContactRow(work: Work, body: Contact, origin: ContactOrigin): ContactRow {
  const blank: ContactRow = {
    ...{ id: origin.id, name: origin.name, office_id: origin.officeId },
    ...{ label: null, active: true, customer_id: null },
    ...{ first_name: null, last_name: null, birth_date: null },
    ...{ do_not_call: false, do_not_share: false, email_opt_out: false, sms_opt_out: false },
    ...{ home_country: work.context.config.homeCountry, details: {}, version: 0n },
    ...{ created_by: work.principal.name, created_at: work.now },
    ...{ modified_by: work.principal.name, modified_at: work.now },
  };
  return changedContactRow(work, blank, body);
}

/** Returns the row with the given members changed and the version incremented. */
export function changedContactRow(work: Work, row: ContactRow, given: Contact): ContactRow {
  const body = withSingleLines(given, NAME_MEMBERS);
  return changed(work, row, {
    label: body.label ?? row.label,
    active: body.active ?? row.active,
    customer_id: idGiven(body.customerId) ?? row.customer_id,
    first_name: body.firstName ?? row.first_name,
    last_name: body.lastName ?? row.last_name,
    birth_date: body.birthDate ?? row.birth_date,
    do_not_call: body.doNotCall ?? row.do_not_call,
    do_not_share: body.doNotShare ?? row.do_not_share,
    email_opt_out: body.emailOptOut ?? row.email_opt_out,
    sms_opt_out: body.smsOptOut ?? row.sms_opt_out,
    home_country: homeCountryAfter(work.context, { before: row, given: body }),
    details: { ...row.details, ...contactDetailsOf(body) },
  });
}

/** Returns the members that are stored unchanged in a contact. */
export function contactDetailsOf(body: object): ContactDetails {
  return Object.fromEntries(
    Object.entries(body).filter(([member]) => Object.hasOwn(contactDetailMembers, member)),
  );
}

/** Converts a contact to the record that the API returns. */
export function contactRecord(row: ContactRow): object {
  return withoutAbsent({
    ...row.details,
    id: row.id,
    name: row.name,
    label: contactLabelOf(row),
    active: row.active,
    businessOfficeId: row.office_id,
    customerId: row.customer_id,
    firstName: row.first_name,
    lastName: row.last_name,
    birthDate: row.birth_date,
    doNotCall: row.do_not_call,
    doNotShare: row.do_not_share,
    emailOptOut: row.email_opt_out,
    smsOptOut: row.sms_opt_out,
    ...shownStamp(row),
  });
}

/**
 * Returns the display name: the label, or else the name of the person or organisation, or the code.
 */
export function contactLabelOf(row: ContactRow): string {
  const { prefix, middleName, suffix, organization } = row.details;
  const person = [prefix, row.first_name, middleName, row.last_name, suffix]
    .filter((part) => part !== undefined && part !== null)
    .join(' ');
  return row.label ?? (person || organization || row.name);
}

/** Returns a contact's match keys. */
export function contactKeysOf(row: ContactRow): readonly MatchKey[] {
  const { details } = row;
  return matchKeysOf({
    phones: [details.mobilePhone, details.homePhone, details.officePhone, details.otherPhone],
    emails: [details.emailAddress1, details.emailAddress2],
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    birthDate: row.birth_date ?? undefined,
    country: details.primaryCountry,
    home: row.home_country,
  });
}
