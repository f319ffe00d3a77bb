// Captures, updates and reads leads.

import { present } from '../../../platform/assert.js';
import { mapInTurns } from '../../../platform/concurrency/turn.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { warned } from '../../../platform/http/reply/warning.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import { type Outcome, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { checkEmail, officeById, type PartyPorts } from '../../party/index.js';
import { passOnFlags, recordFlagChanges } from '../consent/consent.js';
import type { ConsentSource } from '../consent/kind.js';
import { numbersRead } from '../person/home-country.js';
import { keptAsWritten } from '../person/phone-warning.js';
import { crmProblems } from '../problems.js';
import {
  changedConsent,
  idGiven,
  keyGiven,
  officeFor,
  refuseOtherOffice,
  refuseOwnId,
} from '../record.js';
import { refuseUnknownReferences } from '../reference.js';
import { leadAssigned } from './assignment-event.js';
import { findDuplicates } from './duplicate.js';
import { leadCaptured, leadUpdated } from './event.js';
import { ignoredResults, meantLead, refuseOriginalNames } from './original-member.js';
import {
  findLead,
  insertLeads,
  insertMatchKeys,
  type LeadKey,
  type LeadRow,
  lockLead,
  replaceMatchKeys,
  updateLeadRow,
} from './queries.js';
import { changedLeadRow, leadKeysOf, leadRecord, newLeadRow } from './record.js';
import type { Lead } from './schema.js';
import { INITIAL_LEAD_STATUSES, mayMoveLead } from './state.js';
import { recordLeadSteps } from './step-queries.js';
import { takeTurns } from './turn.js';

/**
 * Captures a lead. Duplicates are not refused: `duplicates` in the reply lists records with the
 * same phone number, e-mail address, identifier, or name and birth date. Refuses with
 * INVALID_REQUEST (an id is given), UNKNOWN_REFERENCE (office, user, campaign), LEAD_EMPTY,
 * LEAD_STATUS_NOT_INITIAL and EMAIL_WRONG.
 */
export async function captureLead(work: Work, sent: Lead): Promise<Outcome> {
  refuseOwnId(sent.id);
  const officeId = await officeFor(work, sent);
  const { body, ignored } = meantLead(sent, await timeZoneOf(work, officeId));
  refuseUncapturable(body);
  const id = await work.context.ids.next(work.tx, 'lead_id');
  const origin = { id, name: codeOf(id), officeId };
  const draft = newLeadRow(work, body, origin);
  await refuseUnknownReferences(work, { before: undefined, after: draft });
  const duplicates = await findDuplicates(work, draft);
  const [row] = await storeLeads(work, { leads: [{ id, body }], officeId });
  const lead = present(row, 'each stored lead has a result');
  work.events.push(capturedEvent(lead, duplicates.length));
  return {
    ...outcomeOf('LEAD_CAPTURED', lead),
    created: true,
    location: `crm/lead/id/${lead.id}`,
    extra: {
      duplicates,
      ...warned([...keptAsWritten(body, lead), ...ignored, ...ignoredResults(sent)]),
    },
  };
}

/** Captures a lead on our own path, which refuses member names of the original API. */
export function captureOwnLead(work: Work, sent: Lead): Promise<Outcome> {
  refuseOriginalNames(sent);
  return captureLead(work, sent);
}

async function timeZoneOf({ tx }: Work, officeId: bigint): Promise<string> {
  return present(await officeById(tx, officeId), 'the office of a lead exists').timeZone;
}

// A lead needs at least one of these members to identify or reach the person.
const IDENTIFYING = [
  ...(['lastName', 'firstName', 'organization', 'label', 'identifier'] as const),
  ...(['mobilePhone', 'homePhone', 'officePhone', 'otherPhone'] as const),
  ...(['emailAddress1', 'emailAddress2'] as const),
];

/** Refuses with LEAD_EMPTY, LEAD_STATUS_NOT_INITIAL and EMAIL_WRONG. */
export function refuseUncapturable(body: Lead): void {
  if (!IDENTIFYING.some((member) => body[member]?.trim())) {
    const others = `is required, unless one of ${IDENTIFYING.slice(1).join(', ')} is given`;
    throw refuseMember(crmProblems.LEAD_EMPTY, 'lastName', others);
  }
  if (body.status !== undefined && !INITIAL_LEAD_STATUSES.includes(body.status)) {
    throw refuseMember(
      crmProblems.LEAD_STATUS_NOT_INITIAL,
      'status',
      `must be ${INITIAL_LEAD_STATUSES.join(' or ')} for a new lead`,
    );
  }
  refuseWrongEmails(body);
}

export interface NewLeads {
  readonly leads: readonly { readonly id: bigint; readonly body: Lead }[];
  readonly officeId: bigint;
  /** The source of the leads' consent. The default depends on the kind of caller. */
  readonly source?: ConsentSource;
}

/**
 * Stores an office's new leads in a few statements. Unassigned leads are assigned round-robin by
 * the rules.
 */
export async function storeLeads(
  work: Work,
  { leads, officeId, source }: NewLeads,
): Promise<readonly LeadRow[]> {
  const bodies = leads.map(({ body }) => body);
  const turns = await turnsOf(work, bodies, officeId);
  const rows = await mapInTurns(leads, ({ id, body }, index): LeadRow => {
    const assignedTo = turns[index];
    const given = assignedTo === undefined ? body : { ...body, assignedTo };
    return newLeadRow(work, given, { id, name: codeOf(id), officeId });
  });
  const keys = await mapInTurns(rows, (row) => ({ id: row.id, keys: leadKeysOf(row) }));
  const steps = rows.map((row) => ({ after: row }));
  await insertLeads(work, rows);
  await Promise.all([insertMatchKeys(work, keys), recordLeadSteps(work.tx, steps)]);
  for (const row of rows) {
    const record = { kind: 'LEAD', id: row.id } as const;
    await recordFlagChanges(work, { record, officeId, after: row, source });
    const { assigned_to: assignedTo } = row;
    if (assignedTo !== null) {
      work.events.push(leadAssigned({ id: row.id, officeId }, { assignedTo, previously: null }));
    }
  }
  return rows;
}

/** Builds the event for a captured lead. */
export function capturedEvent(lead: LeadRow, duplicates: number): DomainEvent {
  const { id, office_id: officeId, status, lead_type: leadType } = lead;
  return leadCaptured({ id, officeId }, { status, leadType, duplicates });
}

// Returns the user that the rules assign to each lead. Undefined if the lead already has a user or
// no rule applies.
async function turnsOf(
  work: Work,
  bodies: readonly Lead[],
  officeId: bigint,
): Promise<readonly (bigint | undefined)[]> {
  const isFree = bodies.map((body) => idGiven(body.assignedTo) === undefined);
  const sources = bodies.filter((_, index) => isFree[index]).map(({ leadSource }) => leadSource);
  if (sources.length === 0) return bodies.map(() => undefined);
  const turns = [...(await takeTurns(work.tx, { officeId, sources }))];
  return isFree.map((free) => (free ? turns.shift() : undefined));
}

/**
 * Changes the given members of a lead and keeps the rest. Refuses with DOCUMENT_NOT_FOUND,
 * PRECONDITION_FAILED, LEAD_WRONG_STATE (current state as first argument), EMAIL_WRONG,
 * REFERENCE_MISMATCH (another office) and UNKNOWN_REFERENCE (user, campaign). Consent changes on a
 * converted lead also apply to its customer.
 */
export async function updateLead(work: Work, sent: Lead, party: PartyPorts): Promise<Outcome> {
  const before = await lockVisibleLead(work, keyGiven(sent));
  refuseStale(work, before.version);
  const { body, ignored } = meantLead(sent, await timeZoneOf(work, before.office_id));
  if (body.status !== undefined) refuseMove(before, body.status);
  refuseWrongEmails(body);
  await refuseOtherOffice(work, body, before.office_id);
  const after = changedLeadRow(work, before, body);
  await refuseUnknownReferences(work, { before, after });
  await updateLeadRow(work, after);
  await replaceMatchKeys(work, after.id, leadKeysOf(after));
  await recordLeadSteps(work.tx, [{ before: before.status, after }]);
  const record = { kind: 'LEAD', id: after.id } as const;
  const flags = { record, officeId: after.office_id, before, after };
  await recordFlagChanges(work, flags);
  const customerId = after.converted_customer_id;
  if (customerId !== null) await passOnFlags(work, { ...flags, customerId }, party);
  if (after.assigned_to !== null && after.assigned_to !== before.assigned_to) {
    const data = { assignedTo: after.assigned_to, previously: before.assigned_to };
    work.events.push(leadAssigned({ id: after.id, officeId: after.office_id }, data));
  }
  const duplicates = await findDuplicates(work, after);
  work.events.push(
    leadUpdated(
      { id: after.id, officeId: after.office_id },
      {
        status: after.status,
        previousStatus: before.status,
        consent: changedConsent(before, after).length > 0,
      },
    ),
  );
  const warnings = [
    ...keptAsWritten(numbersRead(body, { before, after }), after),
    ...ignored.filter(() => body.dateOfBirth !== before.details.dateOfBirth),
    ...ignoredResults(sent, conversionResults(before)),
  ];
  return { ...outcomeOf('LEAD_UPDATED', after), extra: { duplicates, ...warned(warnings) } };
}

function conversionResults(row: LeadRow) {
  return {
    convertedAccount: row.converted_customer_id,
    convertedContact: row.converted_contact,
    convertedCustomerId: row.converted_customer_id,
    convertedCashAccountId: row.converted_cash_account,
    conversionReason: row.conversion_reason,
    convertedDttm: row.converted_at,
  };
}

// Only a conversion can set CONVERTED, because it also creates the customer.
function refuseMove(lead: LeadRow, to: LeadRow['status']): void {
  const byUpdate = to !== 'CONVERTED' || lead.status === 'CONVERTED';
  if (byUpdate && mayMoveLead(lead.status, to)) return;
  throw refusal(crmProblems.LEAD_WRONG_STATE, {
    detail: byUpdate
      ? `a lead that is ${lead.status} cannot become ${to}`
      : 'only crm/lead/convert can set the status CONVERTED',
    args: [lead.status, to],
  });
}

// Applies the e-mail rule for customers, so that the address cannot prevent a later conversion.
function refuseWrongEmails(body: Lead): void {
  for (const member of ['emailAddress1', 'emailAddress2', 'emailAddressAutoBcc'] as const) {
    const address = body[member];
    if (address !== undefined) checkEmail(member, address);
  }
}

/**
 * Locks a lead. Refuses with DOCUMENT_NOT_FOUND, even if the lead exists but belongs to an office
 * that the caller cannot see.
 */
export async function lockVisibleLead(work: Work, key: LeadKey): Promise<LeadRow> {
  const row = await lockLead(work, key);
  if (row === undefined || !seesOffice(work.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return row;
}

/** Builds the reply to a write on a lead. */
export function outcomeOf(msgCode: string, row: LeadRow): Outcome {
  return { msgCode, id: row.id, name: row.name, result: leadRecord(row), version: row.version };
}

/** Reads one lead, or refuses with DOCUMENT_NOT_FOUND. */
export async function readLead(call: Call, id: bigint): Promise<object> {
  const row = await findLead(call, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(leadRecord(row), row.version);
}
