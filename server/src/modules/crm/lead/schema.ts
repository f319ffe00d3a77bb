// Wire shapes of leads, with every member in the specification.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { searching } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDecimal,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { classified } from '../data-class.js';
import { CRM } from '../limits.js';
import {
  code,
  consentMembers,
  day,
  degrees,
  email,
  flag,
  moment,
  note,
  phone,
  primaryAddressMembers,
  REACHED,
  reachMembers,
  reference,
  text,
} from '../member-schema.js';
import { LEAD_SORTS, LEAD_STATUSES } from './state.js';

export const LEAD_TYPES = ['INDIVIDUAL', 'ORGANIZATION'] as const;

/** Members that no rule uses. They are stored unchanged in one column. */
export const leadDetailMembers = {
  department: text('Department in the organisation'),
  description: note('Description'),
  emailAddressAutoBcc: email('Address that receives a copy of every e-mail'),
  emailVerified: flag('True if the e-mail address was confirmed'),
  ethnicity: text('Ethnicity'),
  fax: phone('Fax number'),
  headOfHousehold: flag('Heads a household'),
  industry: text('Industry'),
  leadSource: text('Where the lead came from'),
  maritalStatus: text('Marital status'),
  middleName: text('Middle name'),
  prefix: text('Prefix of the name'),
  suffix: text('Suffix of the name'),
  title: text('Title or position'),
  salutation: text('Form of address'),
  profession: text('Profession'),
  sex: text('Sex'),
  typeOfEmployment: text('Type of employment'),
  webSite: text('Web site'),
  workflowNotes: note('Notes of staff'),
  preferredContactMethod: text('Preferred channel of contact'),
  preferredContactTime: text('Preferred time of contact'),
  ...primaryAddressMembers,
  secondaryCity: text('City of the second address'),
  secondaryCountry: text('Country of the second address'),
  secondaryPostCode: text('Post code of the second address'),
  secondaryState: text('State of the second address'),
  secondaryStreet: text('Street of the second address'),
  secondaryStreet1: text('Street of the second address, second line'),
  ...reachMembers,
  autoRollover: flag('Stored for clients that send it; has no effect'),
  portalUserName: Type.Optional(
    wireText({
      description: 'Portal user name for the customer after conversion',
      longest: CRM.portalUserNameLengthMax,
    }),
  ),
};

/** Returned only if the text is not a date. The text is stored, so that no lead is lost. */
const birthText = {
  dateOfBirth: Type.Optional(
    wireText({
      description:
        'The birth date as sent by clients of the original API. A date (yyyy-MM-dd, ISO 8601 or ' +
        'epoch ' +
        'milliseconds) is read as birthDate; any other text is stored and returned here, with a ' +
        'warning',
      longest: CRM.noteLengthMax,
    }),
  ),
};

/** Other names of members, used by clients of the original API. */
const originalNames = {
  ...birthText,
  emailAddress: email('The name of emailAddress1 in the original API'),
};

/** Members used by rules, filters or calculations. */
const ruledMembers = {
  active: flag('If false, the search for duplicates ignores the lead'),
  annualIncome: Type.Optional(wireDecimal({ description: 'Income per year', least: 0 })),
  assignedTo: reference(
    'Id of the user who works on the lead; must be an active user of the office',
  ),
  birthDate: day('Date of birth'),
  campaign: reference('Id of the campaign from which the lead came'),
  convertedAccount: reference(
    'Id of the customer that the conversion opened or linked, as clients of the original read ' +
      'it; ignored in a request, with a warning',
  ),
  convertedContact: reference(
    'Id of the contact created by the conversion; ignored in a request, with a warning',
  ),
  ...consentMembers,
  firstName: text('First name'),
  lastName: text('Last name'),
  identifier: text('Number of an identity document'),
  label: text('Display text. Default: built from the name'),
  leadType: Type.Optional(wireChoice(LEAD_TYPES, { description: 'Person or organisation' })),
  noOfDependents: Type.Optional(wireInteger({ description: 'Number of dependents' })),
  organization: text('Organisation'),
  primaryLatitude: degrees('Latitude in degrees', 90),
  primaryLongitude: degrees('Longitude in degrees', 180),
  secondaryLatitude: degrees('Latitude of the second address', 90),
  secondaryLongitude: degrees('Longitude of the second address', 180),
  status: Type.Optional(wireChoice(LEAD_STATUSES, { description: 'State of the lead' })),
};

const ownMembers = {
  id: reference('Assigned by the server'),
  name: text('Code assigned by the server'),
  businessOfficeId: reference('Office of the lead. Default: your own'),
  businessOfficeName: code('Code of the office'),
};

const convertedMembers = classified({
  convertedCustomerId: reference('Id of the customer opened or linked by the conversion'),
  convertedCashAccountId: reference("Id of that customer's cash account"),
  conversionReason: text(
    'Why a new customer was opened although customers matched; ignored in a request, with a ' +
      'warning',
  ),
  convertedDttm: moment(
    'Why a new customer was opened despite matching customers; ignored in a request, with a',
  ),
});

const leadMembers = classified({ ...ownMembers, ...ruledMembers, ...leadDetailMembers });

const sentMembers = { ...leadMembers, ...classified(originalNames) };

/** The body of a capture by a client of the original API. Unknown members are ignored. */
export const LeadBody = openObject(sentMembers);

/** A lead with our own member names. Unknown members are refused. */
export const StrictLeadBody = closedObject(leadMembers);

/**
 * The body of a capture on our own path. The schema includes member names of the original API, so
 * that the refusal can contain the name to use instead.
 */
export const OwnLeadBody = closedObject({
  ...leadMembers,
  ...classified({
    dateOfBirth: text('Refused: use birthDate'),
    emailAddress: text('Refused: use emailAddress1'),
  }),
});

/**
 * The body of an update. Clients may send a record back unchanged, so the members that show who
 * created and last changed it are accepted and ignored.
 */
export const LeadUpdateBody = closedObject({
  ...leadMembers,
  ...classified(birthText),
  ...Type.Partial(Type.Object(stampShape)).properties,
  ...convertedMembers,
});

/** A lead as the API returns it. */
export const LeadRecord = openObject({
  ...leadMembers,
  ...classified(birthText),
  ...stampShape,
  ...convertedMembers,
});

export type Lead = Static<typeof LeadBody>;

// Members that term instruments also have, or that clients may send back with any record.
const SHARED_MEMBERS: ReadonlySet<string> = new Set([
  ...['id', 'name', 'label', 'active', 'status', 'description', 'autoRollover', 'workflowNotes'],
  ...['businessOfficeId', 'businessOfficeName', ...Object.keys(stampShape)],
]);

/** Members that distinguish a lead from a term instrument on the shared path. */
export const LEAD_ONLY_MEMBERS: ReadonlySet<string> = new Set(
  Object.keys(sentMembers).filter((member) => !SHARED_MEMBERS.has(member)),
);

const leadFilters = {
  status: Type.Optional(wireChoice(LEAD_STATUSES, { description: 'Filter by state' })),
  leadType: Type.Optional(wireChoice(LEAD_TYPES, { description: 'Filter by type' })),
  leadSource: text('Filter by source, ignoring case'),
  businessOfficeId: naming('business office', reference('Filter by office')),
  businessOfficeName: naming('business office code', text('Filter by office code')),
  assignedTo: naming('user', reference('Filter by user')),
  unassigned: flag('true: only leads without a user; false: only leads with one'),
  active: flag('Filter by active or inactive'),
  doNotCall: flag('Filter by refusal of phone calls'),
  doNotShare: flag('Filter by refusal of data sharing'),
  emailOptOut: flag('Filter by refusal of e-mail'),
  smsOptOut: flag('Filter by refusal of text messages'),
  sd: day('Filter by capture date: on or after this date'),
  ed: day('Filter by capture date: on or before this date'),
  q: searching(
    text(
      'Filter by part of the name or by the whole code; with the permission to see personal ' +
        'data, also by phone number or e-mail address',
    ),
    REACHED,
  ),
  sort: Type.Optional(wireChoice(LEAD_SORTS, { description: 'Sort order. Default: NEWEST' })),
};

export const LeadList = closedObject({ ...pageBS, ...leadFilters });

/** The filters of a lead export. */
export const LeadExport = closedObject(leadFilters);
export type LeadQuery = Static<typeof LeadExport>;

export const ConvertBody = closedObject({
  linkCustomerId: reference(
    'Existing customer to which the lead is linked; empty members of the customer are filled',
  ),
  overrideReason: text('Reason for opening a new customer although existing customers match'),
  portfolioTypeName: text('Portfolio type of a new customer. Default: EXCHANGE'),
});

/** An example that works with the demonstration data. */
export const leadExample = {
  leadType: 'INDIVIDUAL',
  salutation: 'Mrs',
  firstName: 'Ngozi',
  lastName: 'Okafor',
  birthDate: '1988-04-17',
  emailAddress1: 'ngozi.okafor@example.com',
  mobilePhone: '0803 777 0142',
  primaryCity: 'Lagos',
  primaryCountry: 'NG',
  annualIncome: 7500000,
  leadSource: 'WEB',
  emailOptOut: false,
};
