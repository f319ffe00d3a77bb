// Leads as CSV: which columns a file has, by the names of the members or their usual names.

import {
  type CsvCells,
  type CsvColumn,
  type CsvFile,
  type CsvHeader,
  readCsvFile,
} from '../../platform/files/csv-table.js';
import { commonProblems, type Problem, refuseMember } from '../../platform/http/problem.js';
import { StrictLeadBody } from './lead-schema.js';
import { LEAD_IMPORT } from './limits.js';
import { nearestWord } from './nearest-word.js';

/** Given by the server, by the import as a whole, or by a conversion. */
const NOT_IMPORTED: ReadonlySet<string> = new Set([
  ...['id', 'name', 'active', 'businessOfficeId', 'businessOfficeName', 'autoRollover'],
  ...['convertedAccount', 'convertedContact'],
]);

/** The members of a lead that a file may have. */
export const LEAD_COLUMNS: readonly string[] = Object.keys(StrictLeadBody.properties).filter(
  (member) => !NOT_IMPORTED.has(member),
);

export type LeadCells = CsvCells<string>;

/** A header of a file, and the member of a lead that it was read as. */
export type LeadHeader = CsvHeader<string>;

/** What the sender says of a header: the member that it is, or that it is not to be read. */
export interface MappedHeader {
  readonly header: string;
  readonly member?: string | undefined;
}

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

/**
 * Reads a file. Refuses INVALID_REQUEST: by `csv` one that is no CSV, lacks a header of the mapping
 * or has none of the columns; by `mapping` what stands there twice, and what is no member of a
 * lead.
 */
export function readLeadCsv(csv: string, mapped: readonly MappedHeader[]): CsvFile<string> {
  refuseWrongMapping(mapped);
  const mapping = mapped.map(({ header, member }) => ({ header, column: member }));
  const file = readCsvFile(csv, { columns: COLUMNS, rowsMost: LEAD_IMPORT.rowsMost, mapping });
  if (file.headers.length > LEAD_IMPORT.columnsMost) {
    const detail = `has more than ${LEAD_IMPORT.columnsMost} columns`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
  }
  if (file.rows.length > 0 && file.headers.every(({ column }) => column === undefined)) {
    const detail = `has none of the columns ${LEAD_COLUMNS.slice(0, 8).join(', ')} and others`;
    throw refuseMember(commonProblems.INVALID_REQUEST, 'csv', detail);
  }
  const headers = file.headers.map(({ header, column }) => ({
    header: header.slice(0, LEAD_IMPORT.headerCharactersMost),
    column,
  }));
  return { ...file, headers };
}

function refuseWrongMapping(mapped: readonly MappedHeader[]): void {
  mapped.forEach(({ member, header }, index) => {
    const before = mapped.slice(0, index);
    if (before.some((each) => each.header.trim().toLowerCase() === header.trim().toLowerCase())) {
      throw refuseMapping(`${index}/header`, 'stands there twice');
    }
    if (member === undefined) return;
    if (!LEAD_COLUMNS.includes(member)) {
      const nearest = nearestWord(member, LEAD_COLUMNS);
      const hint = nearest === undefined ? '' : `; perhaps ${nearest} is meant`;
      throw refuseMapping(`${index}/member`, `is no member that files have${hint}`);
    }
    if (before.some((each) => each.member === member)) {
      throw refuseMapping(`${index}/member`, 'stands there twice');
    }
  });
}

function refuseMapping(member: string, detail: string): Problem {
  return refuseMember(commonProblems.INVALID_REQUEST, `mapping/${member}`, detail);
}
