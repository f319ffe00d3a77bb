// Leads: capture with its duplicates named, update, reads.

import { type Call, seesOffice, type Work } from '../../platform/context.js';
import { type PageRequest, pageFrom } from '../../platform/http/paging.js';
import { commonProblems, refusal, refuseMember } from '../../platform/http/problem.js';
import { type Outcome, type Page, versioned } from '../../platform/http/route.js';
import { refuseStale } from '../../platform/http/version.js';
import { codeOf } from '../../platform/ids.js';
import { checkEmail } from '../party/index.js';
import { leadCaptured, leadUpdated } from './event.js';
import { findDuplicates } from './lead-duplicate.js';
import {
  countLeads,
  findLead,
  insertLead,
  type LeadFilter,
  type LeadKey,
  type LeadRow,
  listLeadRows,
  lockLead,
  replaceMatchKeys,
  updateLeadRow,
} from './lead-queries.js';
import {
  changedLeadRow,
  consentChanged,
  leadKeysOf,
  leadRecord,
  newLeadRow,
} from './lead-record.js';
import type { Lead } from './lead-schema.js';
import { INITIAL_LEAD_STATUSES, mayMoveLead } from './lead-state.js';
import { crmProblems } from './problems.js';
import { idGiven, officeFor, refuseOwnId } from './record.js';

/**
 * Captures a potential customer. Nothing is refused for being known already: the reply names who
 * has the same phone, e-mail address, identifier, or name and birth date, in `duplicates`. Refuses
 * INVALID_REQUEST (a chosen id), UNKNOWN_REFERENCE (office), LEAD_STATUS_NOT_INITIAL and
 * EMAIL_WRONG.
 */
export async function captureLead(work: Work, body: Lead): Promise<Outcome> {
  refuseOwnId(body.id);
  const officeId = await officeFor(work, body);
  const id = await work.context.ids.next(work.tx, 'lead_id');
  const row = newLeadRow(work, body, { id, name: codeOf(id), officeId });
  if (!INITIAL_LEAD_STATUSES.includes(row.status)) {
    throw refuseMember(
      crmProblems.LEAD_STATUS_NOT_INITIAL,
      'status',
      `must be one of ${INITIAL_LEAD_STATUSES.join(', ')} at capture`,
    );
  }
  refuseWrongEmails(body);
  await insertLead(work.tx, row);
  await replaceMatchKeys(work.tx, id, leadKeysOf(row));
  const duplicates = await findDuplicates(work, row);
  work.events.push(
    leadCaptured(
      { id, officeId },
      { status: row.status, leadType: row.lead_type, duplicates: duplicates.length },
    ),
  );
  return {
    ...outcomeOf('LEAD_CAPTURED', row),
    created: true,
    location: `crm/lead/id/${id}`,
    extra: { duplicates },
  };
}

/**
 * Changes the given members of a lead; all others stay. Refuses DOCUMENT_NOT_FOUND,
 * PRECONDITION_FAILED, LEAD_WRONG_STATE with the present state first, and EMAIL_WRONG.
 */
export async function updateLead(work: Work, body: Lead): Promise<Outcome> {
  const before = await lockVisibleLead(work, { id: idGiven(body.id), name: body.name });
  refuseStale(work, before.version);
  if (body.status !== undefined) refuseMove(before, body.status);
  refuseWrongEmails(body);
  const after = changedLeadRow(work, before, body);
  await updateLeadRow(work.tx, after);
  await replaceMatchKeys(work.tx, after.id, leadKeysOf(after));
  const duplicates = await findDuplicates(work, after);
  work.events.push(
    leadUpdated(
      { id: after.id, officeId: after.office_id },
      {
        status: after.status,
        previousStatus: before.status,
        consent: consentChanged(before, after),
      },
    ),
  );
  return { ...outcomeOf('LEAD_UPDATED', after), extra: { duplicates } };
}

// CONVERTED is reached by the conversion alone, which makes what the state promises.
function refuseMove(lead: LeadRow, to: LeadRow['status']): void {
  const byUpdate = to !== 'CONVERTED' || lead.status === 'CONVERTED';
  if (byUpdate && mayMoveLead(lead.status, to)) return;
  throw refusal(crmProblems.LEAD_WRONG_STATE, {
    detail: byUpdate
      ? `a lead that is ${lead.status} does not become ${to}`
      : 'a lead becomes CONVERTED by crm/lead/convert',
    args: [lead.status, to],
  });
}

// The rule is that of customers, so that a lead's address never stops its conversion.
function refuseWrongEmails(body: Lead): void {
  for (const member of ['emailAddress1', 'emailAddress2', 'emailAddressAutoBcc'] as const) {
    const address = body[member];
    if (address !== undefined) checkEmail(member, address);
  }
}

/**
 * Locks the lead that a body names, or refuses: one of another office is as if it did not exist.
 */
export async function lockVisibleLead(work: Work, key: LeadKey): Promise<LeadRow> {
  if (key.id === undefined && key.name === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is required');
  }
  const row = await lockLead(work.tx, key);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return row;
}

/** What a write answers about a lead. */
export function outcomeOf(msgCode: string, row: LeadRow): Outcome {
  return { msgCode, id: row.id, name: row.name, result: leadRecord(row), version: row.version };
}

/** One lead, or DOCUMENT_NOT_FOUND. */
export async function readLead(call: Call, id: bigint): Promise<object> {
  const row = await findLead(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(leadRecord(row), row.version);
}

/** Leads that the caller sees, newest first. */
export async function listLeads(
  call: Call,
  filter: Omit<LeadFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: LeadFilter = { ...filter, offices: call.principal.offices };
  const count = await countLeads(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listLeadRows(call.db, scoped, page), page);
  return { count, result: rows.map(leadRecord), nextAfter };
}
