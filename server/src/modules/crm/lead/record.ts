// Converts leads between their wire format and their row.

import type { Static } from '@sinclair/typebox';
import { withSingleLines } from '../../../platform/address/name.js';
import type { Work } from '../../../platform/context.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { NAME_MEMBERS } from '../member-schema.js';
import { homeCountryAfter } from '../person/home-country.js';
import { type Identification, matchKeysOf } from '../person/match.js';
import { idGiven } from '../record.js';
import type { LeadDetails, LeadRow } from './queries.js';
import { type Lead, type LeadRecord, leadDetailMembers } from './schema.js';
import { statusWhenAssigned } from './state.js';

/** Members that are set at creation and never change. */
interface LeadOrigin {
  readonly id: bigint;
  readonly name: string;
  readonly officeId: bigint;
}

/** Builds the row of a new lead, with defaults for absent members. */
export function newLeadRow(work: Work, body: Lead, origin: LeadOrigin): LeadRow {
  const blank: LeadRow = {
    ...{ id: origin.id, name: origin.name, office_id: origin.officeId },
    ...{ label: null, active: true, lead_type: 'INDIVIDUAL', status: 'NEW' },
    ...{ first_name: null, last_name: null, organization: null, identifier: null },
    ...{ home_country: work.context.config.homeCountry },
    ...{ birth_date: null, assigned_to: null, campaign: null, annual_income: null },
    ...{ no_of_dependents: null, primary_latitude: null, primary_longitude: null },
    ...{ secondary_latitude: null, secondary_longitude: null },
    ...{ do_not_call: false, do_not_share: false, email_opt_out: false, sms_opt_out: false },
    ...{ converted_cash_account: null, converted_contact: null },
    ...{
      converted_customer_id: null,
      converted_at: null,
      conversion_reason: null,
      details: {},
      version: 0n,
    },
    ...{ created_by: work.principal.name, created_at: work.now },
    ...{ modified_by: work.principal.name, modified_at: work.now },
  };
  return changedLeadRow(work, blank, body);
}

/** Returns the row with the given members changed and the version incremented. */
export function changedLeadRow(work: Work, row: LeadRow, given: Lead): LeadRow {
  const body = withSingleLines(given, NAME_MEMBERS);
  const assigned = idGiven(body.assignedTo);
  return changed(work, row, {
    label: body.label ?? row.label,
    active: body.active ?? row.active,
    lead_type: body.leadType ?? row.lead_type,
    status: body.status ?? statusWhenAssigned(row.status, assigned !== undefined),
    first_name: body.firstName ?? row.first_name,
    last_name: body.lastName ?? row.last_name,
    organization: body.organization ?? row.organization,
    identifier: body.identifier ?? row.identifier,
    birth_date: body.birthDate ?? row.birth_date,
    assigned_to: assigned ?? row.assigned_to,
    campaign: idGiven(body.campaign) ?? row.campaign,
    annual_income: body.annualIncome ?? row.annual_income,
    no_of_dependents: body.noOfDependents ?? row.no_of_dependents,
    primary_latitude: body.primaryLatitude ?? row.primary_latitude,
    primary_longitude: body.primaryLongitude ?? row.primary_longitude,
    secondary_latitude: body.secondaryLatitude ?? row.secondary_latitude,
    secondary_longitude: body.secondaryLongitude ?? row.secondary_longitude,
    do_not_call: body.doNotCall ?? row.do_not_call,
    do_not_share: body.doNotShare ?? row.do_not_share,
    email_opt_out: body.emailOptOut ?? row.email_opt_out,
    sms_opt_out: body.smsOptOut ?? row.sms_opt_out,
    home_country: homeCountryAfter(work.context, { before: row, given: body }),
    details: detailsAfter(row.details, body),
  });
}

// A valid birth date replaces an earlier one that could not be parsed.
function detailsAfter(before: LeadDetails, body: Lead): LeadDetails {
  const { dateOfBirth: former, ...rest } = before;
  const text = body.dateOfBirth ?? (body.birthDate === undefined ? former : undefined);
  return {
    ...{ ...rest, ...detailsOf(body) },
    ...(text === undefined ? {} : { dateOfBirth: text }),
  };
}

function detailsOf(body: Lead): LeadDetails {
  return Object.fromEntries(
    Object.entries(body).filter(([member]) => Object.hasOwn(leadDetailMembers, member)),
  );
}

type LeadMembers = Static<typeof LeadRecord>;

/** Reads the members that are not stored in the details. */
const READERS: {
  readonly [Member in keyof LeadMembers]?: (row: LeadRow) => LeadMembers[Member] | null;
} = {
  id: (row) => row.id,
  name: (row) => row.name,
  label: labelOf,
  active: (row) => row.active,
  leadType: (row) => row.lead_type,
  status: (row) => row.status,
  firstName: (row) => row.first_name,
  lastName: (row) => row.last_name,
  organization: (row) => row.organization,
  identifier: (row) => row.identifier,
  birthDate: (row) => row.birth_date,
  assignedTo: (row) => row.assigned_to,
  campaign: (row) => row.campaign,
  annualIncome: (row) => row.annual_income,
  noOfDependents: (row) => row.no_of_dependents,
  primaryLatitude: (row) => row.primary_latitude,
  primaryLongitude: (row) => row.primary_longitude,
  secondaryLatitude: (row) => row.secondary_latitude,
  secondaryLongitude: (row) => row.secondary_longitude,
  doNotCall: (row) => row.do_not_call,
  doNotShare: (row) => row.do_not_share,
  emailOptOut: (row) => row.email_opt_out,
  smsOptOut: (row) => row.sms_opt_out,
  convertedAccount: (row) => row.converted_customer_id,
  convertedCashAccountId: (row) => row.converted_cash_account,
  convertedContact: (row) => row.converted_contact,
  businessOfficeId: (row) => row.office_id,
  convertedCustomerId: (row) => row.converted_customer_id,
  convertedDttm: (row) => row.converted_at,
  conversionReason: (row) => row.conversion_reason,
  createdBy: (row) => row.created_by,
  createdDttm: (row) => row.created_at,
  lastModifiedBy: (row) => row.modified_by,
  lastModifiedDttm: (row) => row.modified_at,
};

type Reader = (row: LeadRow) => unknown;

const OWN_READERS: readonly (readonly [member: string, read: Reader])[] = Object.entries(READERS);
const READER_OF: ReadonlyMap<string, Reader> = new Map(OWN_READERS);

/** Converts a lead to the record that the API returns. */
export function leadRecord(row: LeadRow): object {
  const own = OWN_READERS.map(([member, read]) => [member, read(row)] as const);
  const isPresent = ([, value]: readonly [string, unknown]) =>
    value !== null && value !== undefined;
  return Object.fromEntries([...Object.entries(row.details), ...own].filter(isPresent));
}

/** Returns a function that reads one member of a row without building the whole record. */
export function leadReaderOf(member: string): Reader {
  return READER_OF.get(member) ?? ((row) => Reflect.get(row.details, member));
}

/**
 * Returns the display name: the label, or else the name of the person or organisation, or the code.
 */
export function labelOf(row: LeadRow): string {
  if (row.label !== null) return row.label;
  const { prefix, middleName, suffix } = row.details;
  const person = [prefix, row.first_name, middleName, row.last_name, suffix]
    .filter((part) => part !== undefined && part !== null)
    .join(' ');
  const [first, second] =
    row.lead_type === 'ORGANIZATION' ? [row.organization, person] : [person, row.organization];
  return first || second || row.name;
}

/** Returns the members of a lead that its match keys are derived from. */
function identificationOf(row: LeadRow): Identification {
  const { details } = row;
  return {
    phones: [details.mobilePhone, details.homePhone, details.officePhone, details.otherPhone],
    emails: [details.emailAddress1, details.emailAddress2],
    identifier: row.identifier ?? undefined,
    firstName: row.first_name ?? undefined,
    lastName: row.last_name ?? undefined,
    birthDate: row.birth_date ?? undefined,
    country: details.primaryCountry,
    home: row.home_country,
  };
}

/** Returns a lead's match keys. */
export const leadKeysOf = (row: LeadRow) => matchKeysOf(identificationOf(row));
