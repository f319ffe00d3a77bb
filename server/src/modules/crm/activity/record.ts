// Converts activities between wire members and table columns.

import type { Work } from '../../../platform/context.js';
import type { Instant } from '../../../platform/database/database.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { codeOf } from '../../../platform/ids.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import type { RelatedPerson } from '../person/related-person.js';
import { idGiven, withoutAbsent } from '../record.js';
import type { ActivityRow } from './queries.js';
import type { ActivityChange, NewActivity } from './schema.js';
import { firstActivityStatus, isOpen } from './state.js';

/** A planned activity: `NewActivity` without its record. */
export type ActivityPlan = Omit<NewActivity, 'id' | 'relatedTo' | 'relatedToId'>;

/** Builds the row of a new activity. */
export function newActivityRow(
  work: Work,
  body: ActivityPlan,
  { id, person }: { readonly id: bigint; readonly person: RelatedPerson },
): ActivityRow {
  const status = body.status ?? firstActivityStatus(body.kind);
  const assignee = idGiven(body.assignedTo);
  const own = work.principal.kind === 'user' ? work.principal.id : null;
  return {
    id,
    name: codeOf(id),
    office_id: person.officeId,
    kind: body.kind,
    status,
    priority: body.priority ?? 'NORMAL',
    direction: body.direction ?? null,
    subject: body.subject,
    description: body.description ?? null,
    outcome: body.outcome ?? null,
    assigned_to: assignee ?? own,
    related_to: person.kind,
    related_to_id: person.id,
    due_at: body.dueDttm ?? null,
    ended_at: isOpen(status) ? null : (body.endDttm ?? work.now),
    due_told_at: null,
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}

/**
 * Returns the row with the given members changed and the version incremented. If the activity is
 * postponed, its due event is sent again.
 */
export function changedActivityRow(
  work: Work,
  row: ActivityRow,
  body: Partial<ActivityChange>,
): ActivityRow {
  const dueAt = body.dueDttm ?? row.due_at;
  return changed(work, row, {
    kind: body.kind ?? row.kind,
    status: body.status ?? row.status,
    priority: body.priority ?? row.priority,
    direction: body.direction ?? row.direction,
    subject: body.subject ?? row.subject,
    description: body.description ?? row.description,
    outcome: body.outcome ?? row.outcome,
    assigned_to: idGiven(body.assignedTo) ?? row.assigned_to,
    due_at: dueAt,
    due_told_at: dueAt === row.due_at ? row.due_told_at : null,
  });
}

/** Converts an activity to the record that the API returns at the given time. */
export function activityRecord(row: ActivityRow, now: Instant): object {
  return withoutAbsent({
    id: row.id,
    name: row.name,
    kind: row.kind,
    subject: row.subject,
    status: row.status,
    relatedTo: row.related_to,
    relatedToId: row.related_to_id,
    businessOfficeId: row.office_id,
    priority: row.priority,
    direction: row.direction,
    description: row.description,
    outcome: row.outcome,
    assignedTo: row.assigned_to,
    dueDttm: row.due_at,
    endDttm: row.ended_at,
    overdue: isOpen(row.status) && row.due_at !== null && row.due_at < now,
    ...shownStamp(row),
  });
}
