// Lists leads, in pages or as a file.

import { mapInTurns } from '../../../platform/concurrency/turn.js';
import type { Call, Principal } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import {
  type Cell,
  memberCell,
  type Sheet,
  type SheetFormat,
} from '../../../platform/files/sheet.js';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { type PlacedPage, placeCursor } from '../../../platform/http/reply/paging.js';
import type { FileReply, Page } from '../../../platform/http/route.js';
import { listMaskOf, seesPersonalData } from '../../../platform/http/shape/data-class.js';
import { requireSeenOffice } from '../../party/index.js';
import { LEAD_EXPORT } from '../limits.js';
import { homeOf } from '../person/home-country.js';
import { NO_REACH, reachOf } from '../person/match.js';
import { idGiven, withoutAbsent } from '../record.js';
import {
  countLeads,
  type LeadFilter,
  type LeadPlace,
  type ListedLead,
  listLeadRows,
} from './list-queries.js';
import type { LeadRow } from './queries.js';
import { leadReaderOf, leadRecord } from './record.js';
import { type LeadQuery, LeadRecord } from './schema.js';
import { openLead } from './secret.js';
import type { LeadSort } from './state.js';

/** The parts of a call that are needed to read leads. */
type LeadReads = Pick<Call, 'context' | 'db' | 'principal'>;

/** Lists the leads that the caller can see, newest first unless the query sets another order. */
export async function listLeads(
  call: Call,
  query: LeadQuery,
  page: PlacedPage<LeadPlace>,
): Promise<Page<object>> {
  await refuseUnknownOffice(call, query);
  const { filter, sort } = criteriaOf(call, query);
  const [count, found] = await Promise.all([
    countLeads(call.db, filter),
    listLeadRows(call.db, { filter, sort }, page),
  ]);
  const rows = found.slice(0, page.limit);
  const last = found.length > page.limit ? rows.at(-1) : undefined;
  return {
    count,
    result: await mapInTurns(rows, (row) => leadRecord(openLead(call.context.vault, row))),
    nextCursor: last && placeCursor(partsOf(last)),
  };
}

function partsOf({ place_key: key, id }: ListedLead): readonly string[] {
  return [key, String(id)];
}

/** Parses a cursor into a position, or returns undefined if the cursor is malformed. */
export function leadPlaceOf([key, id = '']: readonly string[]): LeadPlace | undefined {
  return key !== undefined && /^\d{1,18}$/.test(id) ? { key, id: BigInt(id) } : undefined;
}

async function refuseUnknownOffice(
  { db, principal }: LeadReads,
  { businessOfficeName: code }: LeadQuery,
): Promise<void> {
  if (code === undefined) return;
  await requireSeenOffice(db, principal, { code, member: 'businessOfficeName' });
}

function criteriaOf(call: LeadReads, query: LeadQuery): { filter: LeadFilter; sort: LeadSort } {
  const { q } = query;
  const office = withoutAbsent({
    id: idGiven(query.businessOfficeId),
    name: query.businessOfficeName,
  });
  const filter: LeadFilter = {
    ...query,
    offices: call.principal.offices,
    office,
    assignedTo: idGiven(query.assignedTo),
    from: query.sd,
    to: query.ed,
    search:
      q === undefined
        ? undefined
        : {
            text: q.trim(),
            ...(seesPersonalData(call.principal) ? reachOf(q, homeOf(call.context)) : NO_REACH),
          },
  };
  return { filter, sort: query.sort ?? 'NEWEST' };
}

// The columns that lists read. The identifier is excluded, because it is never shown in lists.
const COLUMNS = [
  ...['id', 'name', 'label', 'status', 'leadType', 'businessOfficeId', 'leadSource'],
  ...['assignedTo', 'campaign', 'salutation', 'prefix', 'firstName', 'middleName', 'lastName'],
  ...['suffix', 'title', 'organization', 'department', 'industry', 'profession', 'birthDate'],
  ...['sex', 'maritalStatus', 'mobilePhone', 'homePhone', 'officePhone'],
  ...['otherPhone', 'emailAddress1', 'emailAddress2', 'webSite', 'primaryStreet'],
  ...['primaryStreet1', 'primaryCity', 'primaryState', 'primaryPostCode', 'primaryCountry'],
  ...['annualIncome', 'preferredContactMethod', 'preferredContactTime', 'description'],
  ...['doNotCall', 'doNotShare', 'emailOptOut', 'smsOptOut', 'convertedCustomerId'],
  ...['convertedContact', 'convertedDttm', 'createdBy', 'createdDttm', 'lastModifiedBy'],
  'lastModifiedDttm',
];

/**
 * Exports all leads that match the query as a file, from one snapshot. Members are masked as in a
 * list.
 */
export async function exportLeads(
  call: LeadReads,
  query: LeadQuery,
  format: SheetFormat,
): Promise<FileReply> {
  await refuseUnknownOffice(call, query);
  return onSnapshot(call.db, (tx) => {
    const sheet: Sheet = {
      name: 'leads',
      columns: COLUMNS.map((title) => ({ title, width: 18 })),
      rows: leadCells(tx, call, query),
    };
    return sheetFile(sheet, format);
  });
}

// Reads cells directly from rows, because building whole records would be slower. No column
// contains the identifier, so it stays encrypted.
async function* leadCells(
  tx: Tx,
  call: LeadReads,
  query: LeadQuery,
): AsyncGenerator<readonly Cell[]> {
  const columns = COLUMNS.map((member) => cellReaderOf(member, call.principal));
  const criteria = criteriaOf(call, query);
  let after: LeadPlace | null = null;
  for (;;) {
    const page = { limit: LEAD_EXPORT.readAtOnce, offset: 0, after };
    const found: readonly ListedLead[] = await listLeadRows(tx, criteria, page);
    const rows = found.slice(0, LEAD_EXPORT.readAtOnce);
    for (const row of rows) yield columns.map((readCell) => readCell(row));
    const last = rows.at(-1);
    if (last === undefined || found.length <= LEAD_EXPORT.readAtOnce) return;
    after = { key: last.place_key, id: last.id };
  }
}

function cellReaderOf(member: string, principal: Principal): (row: LeadRow) => Cell {
  const read = leadReaderOf(member);
  const mask = listMaskOf(LeadRecord, member, principal);
  const cell = (value: unknown) => memberCell(member, value, LeadRecord);
  return mask === undefined ? (row) => cell(read(row)) : (row) => cell(mask(read(row)));
}
