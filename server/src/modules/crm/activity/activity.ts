// Plans, records, changes, completes, cancels and reads activities.

import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PlacedPage, placeCursor } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { isOfOffices, visibleRows } from '../../../platform/reference-data/state-step.js';
import {
  findRelatedPerson,
  holdRelatedPerson,
  type RelatedPerson,
} from '../person/related-person.js';
import { refuseUnknownUser } from '../person/staff.js';
import { crmProblems } from '../problems.js';
import { idGiven, refuseOtherOffice, refuseOwnId } from '../record.js';
import { activityChanged, activityCreated } from './event.js';
import {
  type ActivityFilter,
  type ActivityPlace,
  type ActivityRow,
  countActivities,
  findActivity,
  insertActivities,
  listActivityRows,
  lockActivity,
  updateActivityRows,
} from './queries.js';
import { type ActivityPlan, activityRecord, changedActivityRow, newActivityRow } from './record.js';
import type { ActivityChange, ActivityQuery, Completion, NewActivity } from './schema.js';
import { type ActivityStatus, isCallToMake, isOpen, mayMoveActivity } from './state.js';

/**
 * Plans an activity, or records one that has already taken place. Refuses with INVALID_REQUEST (an
 * id is given, or the end is in the future), UNKNOWN_REFERENCE (record, user) and DO_NOT_CALL.
 */
export async function createActivity(work: Work, body: NewActivity): Promise<Outcome> {
  refuseOwnId(body.id);
  const about = { kind: body.relatedTo, id: body.relatedToId };
  const row = await plan(work, body, await holdRelatedPerson(work, about));
  return {
    ...outcomeOf(work, 'ACTIVITY_CREATED', row),
    created: true,
    location: `crm/activity/id/${row.id}`,
  };
}

async function plan(work: Work, body: ActivityPlan, person: RelatedPerson): Promise<ActivityRow> {
  refuseFuture(work, body.endDttm);
  const id = await work.context.ids.next(work.tx, 'activity_id');
  const row = newActivityRow(work, body, { id, person });
  refuseCall(row, person);
  await refuseUnknownAssignee(work, row, body.assignedTo);
  await insertActivities(work.tx, [row]);
  work.events.push(activityCreated(row));
  return row;
}

/**
 * Changes the given members of an activity. Once it has ended, only its texts can change. Refuses
 * with DOCUMENT_NOT_FOUND, PRECONDITION_FAILED, ACTIVITY_WRONG_STATE (current state as first
 * argument), REFERENCE_MISMATCH (another record or office), UNKNOWN_REFERENCE (user) and
 * DO_NOT_CALL.
 */
export async function updateActivity(work: Work, body: ActivityChange): Promise<Outcome> {
  const before = await activityRows.lockVisible(work, body.id);
  const after = changedActivityRow(work, before, body);
  const { status } = after;
  if (
    status !== before.status &&
    (status !== 'IN_PROGRESS' || !mayMoveActivity(before.status, status))
  ) {
    throw wrongState(before, status);
  }
  if (!isOpen(before.status) && isReplanned(before, after)) throw wrongState(before, before.status);
  const elsewhere =
    (body.relatedTo ?? before.related_to) !== before.related_to ||
    (idGiven(body.relatedToId) ?? before.related_to_id) !== before.related_to_id;
  if (elsewhere) {
    throw refuseMember(commonProblems.REFERENCE_MISMATCH, 'relatedToId', 'cannot change');
  }
  await refuseOtherOffice(work, body, before.office_id);
  await refuseUnknownAssignee(work, after, body.assignedTo);
  if (isCallToMake(after)) await refuseCallOf(work, after);
  return store(work, after, { msgCode: 'ACTIVITY_UPDATED', before });
}

/** Completes an activity, and plans the follow-up if the request contains one. */
export async function completeActivity(
  work: Work,
  id: bigint,
  { outcome, endDttm, followUp }: Completion,
): Promise<Outcome> {
  const before = await activityRows.lockVisible(work, id);
  refuseFuture(work, endDttm);
  const done = await store(work, ended(work, before, { to: 'COMPLETED', outcome, endDttm }), {
    msgCode: 'ACTIVITY_COMPLETED',
    before,
  });
  if (followUp === undefined) return done;
  const about = { kind: before.related_to, id: before.related_to_id };
  const assignedTo = idGiven(followUp.assignedTo) ?? before.assigned_to ?? undefined;
  const body = { ...followUp, ...(assignedTo === undefined ? {} : { assignedTo }) };
  const next = await plan(
    work,
    { ...body, status: 'PLANNED' },
    await holdRelatedPerson(work, about),
  );
  return { ...done, extra: { followUp: activityRecord(next, work.now) } };
}

/** Cancels an activity. */
export async function cancelActivity(
  work: Work,
  id: bigint,
  outcome: string | undefined,
): Promise<Outcome> {
  const before = await activityRows.lockVisible(work, id);
  const after = ended(work, before, { to: 'CANCELLED', outcome });
  return store(work, after, { msgCode: 'ACTIVITY_CANCELLED', before });
}

function ended(
  work: Work,
  row: ActivityRow,
  end: {
    readonly to: 'COMPLETED' | 'CANCELLED';
    readonly outcome?: string | undefined;
    readonly endDttm?: string | undefined;
  },
): ActivityRow {
  if (!mayMoveActivity(row.status, end.to)) throw wrongState(row, end.to);
  const words = end.outcome === undefined ? {} : { outcome: end.outcome };
  const changed = changedActivityRow(work, row, { ...words, status: end.to });
  return { ...changed, ended_at: end.endDttm ?? work.now };
}

async function store(
  work: Work,
  after: ActivityRow,
  { msgCode, before }: { readonly msgCode: string; readonly before: ActivityRow },
): Promise<Outcome> {
  await updateActivityRows(work.tx, [after]);
  work.events.push(activityChanged(before, after));
  return outcomeOf(work, msgCode, after);
}

// Returns whether an update changes more than the texts. The facts of an ended activity are history
// and cannot change, but its texts can still be corrected.
function isReplanned(before: ActivityRow, after: ActivityRow): boolean {
  return (['kind', 'priority', 'direction', 'assigned_to', 'due_at'] as const).some(
    (column) => before[column] !== after[column],
  );
}

function wrongState({ status }: ActivityRow, to: ActivityStatus) {
  return refusal(crmProblems.ACTIVITY_WRONG_STATE, { args: [status, to] });
}

async function refuseUnknownAssignee(
  work: Work,
  { assigned_to: id, office_id: officeId }: ActivityRow,
  given: bigint | undefined,
): Promise<void> {
  if (idGiven(given) === undefined || id === null) return;
  await refuseUnknownUser(work.tx, { id, officeId, member: 'assignedTo' });
}

async function refuseCallOf(work: Work, row: ActivityRow): Promise<void> {
  const about = { kind: row.related_to, id: row.related_to_id };
  const person = await findRelatedPerson(work.tx, about);
  if (person !== undefined) refuseCall(row, person);
}

function refuseCall(row: ActivityRow, { doNotCall }: RelatedPerson): void {
  if (!doNotCall || !isCallToMake(row)) return;
  throw refuseMember(
    crmProblems.DO_NOT_CALL,
    'kind',
    'is CALL, but this person has asked not to be called',
  );
}

function refuseFuture(work: Work, endDttm: string | undefined): void {
  if (endDttm === undefined || endDttm <= work.now) return;
  throw refuseMember(commonProblems.INVALID_REQUEST, 'endDttm', 'must not be in the future');
}

const activityRows = visibleRows({
  lock: ({ tx }: Work, id: bigint) => lockActivity(tx, id),
  isVisible: isOfOffices,
});

function outcomeOf(work: Work, msgCode: string, row: ActivityRow): Outcome {
  const result = activityRecord(row, work.now);
  return { msgCode, id: row.id, name: row.name, result, version: row.version };
}

/** Reads one activity, or refuses with DOCUMENT_NOT_FOUND. */
export async function readActivity(call: Call, id: bigint): Promise<object> {
  const row = await findActivity(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(activityRecord(row, call.now), row.version);
}

/** Lists the activities that the caller can see, newest first or by due time. */
export async function listActivities(
  call: Call,
  query: ActivityQuery,
  page: PlacedPage<ActivityPlace>,
): Promise<Page<object>> {
  const filter: ActivityFilter = { ...query, offices: call.principal.offices, now: call.now };
  const [count, found] = await Promise.all([
    countActivities(call.db, filter),
    listActivityRows(call.db, filter, page),
  ]);
  const rows = found.slice(0, page.limit);
  const last = found.length > page.limit ? rows.at(-1) : undefined;
  return {
    count,
    result: rows.map((row) => activityRecord(row, call.now)),
    nextCursor: last && placeCursor([String(last.id), last.due_at ?? '']),
  };
}
