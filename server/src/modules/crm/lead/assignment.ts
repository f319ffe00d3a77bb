// Creates, changes and reads the rules that assign leads.

import pg from 'pg';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { changed, isOfOffices, visibleRows } from '../../../platform/reference-data/state-step.js';
import { activeUsers } from '../person/queries.js';
import { crmProblems } from '../problems.js';
import { idGiven, officeFor, refuseOwnId, withoutAbsent } from '../record.js';
import { assignmentChanged } from './assignment-event.js';
import {
  type AssignmentRow,
  countAssignments,
  findAssignment,
  insertAssignment,
  listAssignmentRows,
  lockAssignment,
  updateAssignmentRow,
} from './assignment-queries.js';
import type { AssignmentChange, NewAssignment } from './assignment-schema.js';
import { sourceOf } from './turn.js';

/**
 * Creates the rule for an office and a lead source. Refuses with INVALID_REQUEST (an id is given,
 * or a user is listed twice), UNKNOWN_REFERENCE (office, users), and LEAD_ASSIGNMENT_TAKEN if
 * another active rule covers this office and source.
 */
export async function createAssignment(work: Work, body: NewAssignment): Promise<Outcome> {
  refuseOwnId(body.id);
  const officeId = await officeFor(work, body);
  await refuseAssignees(work, { assignees: body.assignees, officeId });
  const id = await work.context.ids.next(work.tx, 'lead_assignment_id');
  const source = sourceOf(body.leadSource);
  const row: AssignmentRow = {
    id,
    name: codeOf(id),
    label: body.label ?? source ?? 'Every source',
    active: body.active ?? true,
    office_id: officeId,
    lead_source: source ?? null,
    assignees: body.assignees,
    turn: 0,
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
  await refusingTaken(row, () => insertAssignment(work.tx, row));
  work.events.push(assignmentChanged({ id, officeId }, { step: 'created', active: row.active }));
  return {
    ...outcomeOf('LEAD_ASSIGNMENT_CREATED', row),
    created: true,
    location: `crm/lead-assignment/id/${id}`,
  };
}

/**
 * Changes the given members of a rule. A new list of assignees starts with its first user. Refuses
 * with DOCUMENT_NOT_FOUND, PRECONDITION_FAILED, REFERENCE_MISMATCH (another office), and for the
 * same reasons as `createAssignment`.
 */
export async function updateAssignment(work: Work, body: AssignmentChange): Promise<Outcome> {
  const id = idGiven(body.id);
  if (id === undefined) throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is required');
  const before = await assignmentRows.lockVisible(work, id);
  const namesOffice = idGiven(body.businessOfficeId) ?? body.businessOfficeName;
  if (namesOffice !== undefined && (await officeFor(work, body)) !== before.office_id) {
    const detail = 'cannot change';
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'businessOfficeId', detail);
  }
  const { assignees = before.assignees } = body;
  const isSame = String(assignees) === String(before.assignees);
  if (!isSame) await refuseAssignees(work, { assignees, officeId: before.office_id });
  const row = changed(work, before, {
    label: body.label ?? before.label,
    active: body.active ?? before.active,
    lead_source: sourceOf(body.leadSource) ?? before.lead_source,
    assignees,
    turn: isSame ? before.turn : 0,
  });
  await refusingTaken(row, () => updateAssignmentRow(work.tx, row));
  const subject = { id, officeId: row.office_id };
  work.events.push(assignmentChanged(subject, { step: 'updated', active: row.active }));
  return outcomeOf('LEAD_ASSIGNMENT_UPDATED', row);
}

const assignmentRows = visibleRows({
  lock: ({ tx }: Work, id: bigint) => lockAssignment(tx, id),
  isVisible: isOfOffices,
});

async function refuseAssignees(
  work: Work,
  { assignees, officeId }: { readonly assignees: readonly bigint[]; readonly officeId: bigint },
): Promise<void> {
  const present = await activeUsers(work.tx, { ids: assignees, officeId });
  for (const [index, id] of assignees.entries()) {
    const member = `assignees/${index}`;
    if (assignees.indexOf(id) < index) {
      throw refuseMember(commonProblems.INVALID_REQUEST, member, 'appears twice');
    }
    if (!present.has(id)) {
      const detail = 'is not an active user of the business office';
      throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
    }
  }
}

async function refusingTaken(row: AssignmentRow, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    const isTaken =
      error instanceof pg.DatabaseError && error.constraint === 'lead_assignment_once';
    if (!isTaken) throw error;
    throw refusal(crmProblems.LEAD_ASSIGNMENT_TAKEN, {
      detail:
        `another rule already assigns leads from ${row.lead_source ?? 'every source'} ` +
        'in this office',
      args: ['TAKEN', row.lead_source ?? ''],
    });
  }
}

function outcomeOf(msgCode: string, row: AssignmentRow): Outcome {
  const result = assignmentRecord(row);
  return { msgCode, id: row.id, name: row.name, result, version: row.version };
}

function assignmentRecord(row: AssignmentRow): object {
  return withoutAbsent({
    id: row.id,
    name: row.name,
    label: row.label,
    active: row.active,
    businessOfficeId: row.office_id,
    leadSource: row.lead_source,
    assignees: row.assignees,
    turn: row.turn,
    ...shownStamp(row),
  });
}

/** Reads one rule, or refuses with DOCUMENT_NOT_FOUND. */
export async function readAssignment(call: Call, id: bigint): Promise<object> {
  const row = await findAssignment(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(assignmentRecord(row), row.version);
}

/** Lists the rules in the offices that the caller can see, newest first. */
export async function listAssignments(
  call: Call,
  active: boolean | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { offices: call.principal.offices, active };
  const count = await countAssignments(call.db, filter);
  const { rows, nextAfter } = pageFrom(await listAssignmentRows(call.db, filter, page), page);
  return { count, result: rows.map(assignmentRecord), nextAfter };
}
