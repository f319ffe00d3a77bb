// Leads as CSV: maps column headers to members by their names or common alternative names.

import type { CsvCells, CsvColumn, CsvFile, CsvTable } from '../../../platform/files/csv-table.js';
import { commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import { StrictLeadBody } from '../lead/schema.js';
import { LEAD_IMPORT } from '../limits.js';

/** Members that the server, the import itself or a conversion sets. */
const NOT_IMPORTED: ReadonlySet<string> = new Set([
  ...['id', 'name', 'active', 'businessOfficeId', 'businessOfficeName', 'autoRollover'],
  ...['convertedAccount', 'convertedContact'],
]);

/** The lead members that a file may have as columns. */
export const LEAD_COLUMNS: readonly string[] = Object.keys(StrictLeadBody.properties).filter(
  (member) => !NOT_IMPORTED.has(member),
);

export type LeadCells = CsvCells<string>;

const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  firstName: ['givenname', 'forename'],
  lastName: ['surname', 'familyname'],
  organization: ['organisation', 'company'],
  mobilePhone: ['mobile', 'phone', 'cellphone', 'phonenumber', 'gsm'],
  emailAddress1: ['email', 'emailaddress', 'mail'],
  identifier: ['bvn', 'nin'],
  birthDate: ['dateofbirth', 'dob', 'birthday'],
  leadSource: ['source'],
  leadType: ['type'],
  primaryStreet: ['street', 'address'],
  primaryCity: ['city', 'town'],
  primaryState: ['state'],
  primaryCountry: ['country'],
  primaryPostCode: ['postcode', 'zip'],
  description: ['notes', 'comment'],
};

const COLUMNS: readonly CsvColumn<string>[] = LEAD_COLUMNS.map((column) => ({
  column,
  names: [column.toLowerCase(), ...(USUAL_NAMES[column] ?? [])],
  isNeeded: false,
}));

export const LEAD_TABLE: CsvTable<string> = { columns: COLUMNS, rowsMax: LEAD_IMPORT.rowsMax };

/** Refuses INVALID_REQUEST for a file without any known column. */
export function refuseUnreadFile({ headers }: CsvFile<string>): void {
  if (headers.length === 0 || headers.some(({ column }) => column !== undefined)) return;
  const detail = `has none of the columns ${LEAD_COLUMNS.slice(0, 8).join(', ')} and others`;
  throw refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
}
