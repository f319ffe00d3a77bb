// The columns of a lead file: the members of a lead, and the usual column names in exports from
// other programs.

import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { RowCells, RowColumn, RowTable } from '../../../platform/row-file/column.js';
import { unreadHeaders } from '../../../platform/row-file/import-rows.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { ColumnKind } from '../../../platform/row-file/reading.js';
import type { RowFile } from '../../../platform/row-file/table.js';
import { StrictLeadBody } from '../lead/schema.js';
import { LEAD_IMPORT } from '../limits.js';
import { crmProblems } from '../problems.js';

/** Members that are set by the server, by the import or by a conversion. */
const NOT_IMPORTED: ReadonlySet<string> = new Set([
  ...['id', 'name', 'active', 'businessOfficeId', 'businessOfficeName', 'autoRollover'],
  ...['convertedAccount', 'convertedContact', 'portalUserName'],
]);

/** A column that contains a person's full name, which is split into first and last name. */
export const FULL_NAME = 'fullName';

/** The lead members that can be columns of a file, and the full name. */
export const LEAD_COLUMNS: readonly string[] = [
  ...Object.keys(StrictLeadBody.properties).filter((member) => !NOT_IMPORTED.has(member)),
  FULL_NAME,
];

export type LeadCells = RowCells<string>;

// The usual column names, for example in exports from Salesforce, HubSpot, Zoho, Mailchimp,
// LinkedIn and Facebook.
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  [FULL_NAME]: ['leadname', 'contactname', 'personname'],
  firstName: ['givenname', 'forename'],
  lastName: ['surname', 'familyname'],
  organization: ['organisation', 'company', 'companyname', 'companyaccount', 'accountname'],
  title: ['jobtitle', 'position'],
  mobilePhone: [
    ...['mobile', 'cellphone', 'cell', 'gsm', 'mobilenumber', 'mobilephonenumber'],
    ...['cellphonenumber', 'whatsapp', 'whatsappnumber', 'whatsappphonenumber'],
  ],
  officePhone: ['workphone', 'businessphone', 'companyphone', 'workphonenumber'],
  homePhone: ['homephonenumber'],
  otherPhone: ['phone2', 'secondaryphone', 'alternatephone', 'alternativephone'],
  fax: ['faxnumber'],
  emailAddress1: ['email', 'emailaddress', 'mail', 'workemail', 'primaryemail'],
  emailAddress2: ['secondaryemail', 'email2', 'alternateemail'],
  emailOptOut: [
    ...['unsubscribedfromallemail', 'unsubscribed', 'optedoutofemail', 'hasoptedoutofemail'],
    ...['donotemail', 'noemail', 'optedoutofallemail'],
  ],
  smsOptOut: ['optedoutofsms', 'smsoptedout', 'textoptout', 'donottext', 'donotsms'],
  doNotCall: ['phoneoptout', 'calloptout', 'dnc', 'nocalls'],
  identifier: ['bvn', 'nin'],
  birthDate: ['dateofbirth', 'dob', 'birthday'],
  leadSource: ['source', 'originalsource'],
  leadType: ['type'],
  webSite: ['website', 'websiteurl', 'companywebsite'],
  primaryStreet: ['street', 'address', 'streetaddress', 'mailingstreet'],
  primaryCity: ['city', 'town', 'mailingcity'],
  primaryState: ['state', 'stateprovince', 'stateregion', 'province', 'mailingstate'],
  primaryCountry: ['country', 'countryregion', 'mailingcountry'],
  primaryPostCode: ['postcode', 'zip', 'zipcode', 'postalcode', 'zippostalcode'],
  description: ['notes', 'comment'],
};

// A `phone` column contains the mobile phone, unless the file also has a mobile phone column.
const PHONE_NAMES = ['phone', 'phonenumber', 'telephone', 'telephonenumber', 'tel'];
const WEAK_NAMES: Readonly<Record<string, readonly string[]>> = {
  mobilePhone: PHONE_NAMES,
  otherPhone: PHONE_NAMES,
};

const WIRE_KINDS: Readonly<Record<string, ColumnKind>> = {
  flag: 'FLAG',
  date: 'DATE',
  decimal: 'NUMBER',
  integer: 'NUMBER',
};

// Document numbers are treated like phone numbers, because spreadsheets corrupt both.
function kindOf(column: string): ColumnKind {
  if (/Phone$|^fax$|^identifier$/.test(column)) return 'PHONE';
  const shape = Object.entries(StrictLeadBody.properties).find(([name]) => name === column)?.[1];
  return WIRE_KINDS[String(shape?.wire)] ?? 'TEXT';
}

const COLUMNS: readonly RowColumn<string>[] = LEAD_COLUMNS.map((column) => ({
  column,
  names: [column.toLowerCase(), ...(USUAL_NAMES[column] ?? [])],
  weakNames: WEAK_NAMES[column] ?? [],
  isNeeded: false,
  kind: kindOf(column),
  needsCentury: column === 'birthDate',
}));

export const LEAD_TABLE: RowTable<string> = { columns: COLUMNS, rowsMax: LEAD_IMPORT.rowsMax };

const CONSENT = new RegExp(
  [
    'opt(ed)?(in|out)|unsubscri|subscri(bed|ption)|consent|einwilligung|desabonne|desinscri',
    'do?not(call|contact|e?mail|sms|text|phone|fax|share|disturb|market)|^dn[cd]$|nocalls',
    'gdpr|ndpr|dsgvo|permission|newsletter|suppress|blacklist|blocklist',
    'marketing(allowed|ok|permitted|status|contactstatus|preference)|(mail|sms|call)s?allowed',
  ].join('|'),
);

/**
 * Refuses a file whose rows would be misread: with INVALID_REQUEST if no column is known, and with
 * CONSENT_COLUMN_NOT_MAPPED if a column about consent is neither mapped nor explicitly left out.
 */
export function refuseUnreadFile(
  { headers }: Pick<RowFile<string>, 'headers'>,
  { file, mapping = [] }: UnreadRequest,
): void {
  if (headers.length === 0) return;
  const member = file === undefined ? 'csv' : 'file';
  if (headers.every(({ column }) => column === undefined)) {
    const examples = LEAD_COLUMNS.slice(0, 8).join(', ');
    const detail = `has none of the expected columns, such as ${examples}`;
    throw refuseMember(commonProblems.INVALID_REQUEST, member, detail);
  }
  const consents = unreadHeaders(headers, mapping).filter((header) =>
    CONSENT.test(header.toLowerCase().replaceAll(/[^a-z]/g, '')),
  );
  if (consents.length === 0) return;
  throw refusal(crmProblems.CONSENT_COLUMN_NOT_MAPPED, {
    detail: `map these columns, or exclude them in the mapping: ${consents.join(', ')}`,
    args: consents,
    errors: consents.map((header) => ({
      pointer: '/mapping',
      code: crmProblems.CONSENT_COLUMN_NOT_MAPPED.code,
      detail: `the column ${header} may contain consent but is not mapped`,
    })),
  });
}

interface UnreadRequest {
  readonly file?: string | undefined;
  readonly mapping?: readonly MappedHeader[] | undefined;
}
