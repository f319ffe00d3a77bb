// Assigns many leads in one request, with a separate outcome for each.

import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { activeUsers } from '../person/queries.js';
import { crmProblems } from '../problems.js';
import { idGiven, withoutAbsent } from '../record.js';
import { leadAssigned } from './assignment-event.js';
import type { AssignRequest } from './assignment-schema.js';
import { type LeadRow, lockLeads, updateLeadRow } from './queries.js';
import { isLeadOpen, statusWhenAssigned } from './state.js';
import { recordLeadSteps } from './step-queries.js';
import { takeTurns } from './turn.js';

interface RowOutcome {
  readonly id: bigint;
  /** DONE, UNCHANGED (the lead was already assigned to the user), or REFUSED with a code. */
  readonly outcome: 'DONE' | 'UNCHANGED' | 'REFUSED';
  readonly assignedTo?: bigint | null;
  readonly status?: string;
  readonly msgCode?: string;
  readonly detail?: string;
}

/**
 * Assigns leads to one user, or round-robin by the assignment rules. A lead that cannot be assigned
 * does not affect the others.
 */
export async function assignLeads(work: Work, body: AssignRequest): Promise<Outcome> {
  const ids = [...new Set(body.leadIds)];
  const leads = new Map((await lockLeads(work, ids)).map((lead) => [lead.id, lead]));
  const assignees = await assigneesOf(work, [...leads.values()], idGiven(body.assignedTo));
  const rows: RowOutcome[] = [];
  for (const id of ids) {
    const lead = leads.get(id);
    const refused = refusalOf(work, lead, assignees.get(id));
    rows.push(refused ?? (await give(work, lead, assignees.get(id))) ?? notFound(id));
  }
  const countOf = (outcome: RowOutcome['outcome']) =>
    rows.filter((row) => row.outcome === outcome).length;
  return {
    msgCode: 'LEADS_ASSIGNED',
    result: {
      assigned: countOf('DONE'),
      refused: countOf('REFUSED'),
      rows: rows.map((row) => withoutAbsent(row)),
    },
  };
}

// Advances the round-robin only for leads that will be assigned.
async function assigneesOf(
  work: Work,
  leads: readonly LeadRow[],
  assignedTo: bigint | undefined,
): Promise<ReadonlyMap<bigint, bigint>> {
  const open = leads.filter(
    (lead) => seesOffice(work.principal, lead.office_id) && isLeadOpen(lead.status),
  );
  const given = new Map<bigint, bigint>();
  for (const officeId of new Set(open.map((lead) => lead.office_id))) {
    const own = open.filter((lead) => lead.office_id === officeId);
    const turns =
      assignedTo === undefined
        ? await takeTurns(work.tx, {
            officeId,
            sources: own.map(({ details }) => details.leadSource),
          })
        : await sameFor(work, own, { id: assignedTo, officeId });
    for (const [index, lead] of own.entries()) {
      const assignee = turns[index];
      if (assignee !== undefined) given.set(lead.id, assignee);
    }
  }
  return given;
}

async function sameFor(
  work: Work,
  leads: readonly LeadRow[],
  { id, officeId }: { readonly id: bigint; readonly officeId: bigint },
): Promise<readonly (bigint | undefined)[]> {
  const present = await activeUsers(work.tx, { ids: [id], officeId });
  return leads.map(() => (present.has(id) ? id : undefined));
}

function refusalOf(
  work: Work,
  lead: LeadRow | undefined,
  assignee: bigint | undefined,
): RowOutcome | undefined {
  if (lead === undefined) return undefined;
  const { id, status } = lead;
  if (!seesOffice(work.principal, lead.office_id)) return notFound(id);
  if (!isLeadOpen(status)) {
    const msgCode = crmProblems.LEAD_WRONG_STATE.code;
    return { id, outcome: 'REFUSED', status, msgCode, detail: `the lead is ${status}` };
  }
  if (assignee !== undefined) return undefined;
  const msgCode = commonProblems.UNKNOWN_REFERENCE.code;
  const detail = 'the business office has no active user to whom the lead can be assigned';
  return { id, outcome: 'REFUSED', status, msgCode, detail };
}

function notFound(id: bigint): RowOutcome {
  const { code, title } = commonProblems.DOCUMENT_NOT_FOUND;
  return { id, outcome: 'REFUSED', msgCode: code, detail: title };
}

async function give(
  work: Work,
  lead: LeadRow | undefined,
  assignee: bigint | undefined,
): Promise<RowOutcome | undefined> {
  if (lead === undefined || assignee === undefined) return undefined;
  const { id } = lead;
  const status = statusWhenAssigned(lead.status, true);
  if (lead.assigned_to === assignee && status === lead.status) {
    return { id, outcome: 'UNCHANGED', assignedTo: assignee, status };
  }
  const after = changed(work, lead, { status, assigned_to: assignee });
  await updateLeadRow(work, after);
  await recordLeadSteps(work.tx, [{ before: lead.status, after }]);
  const data = { assignedTo: assignee, previously: lead.assigned_to };
  work.events.push(leadAssigned({ id, officeId: lead.office_id }, data));
  return { id, outcome: 'DONE', assignedTo: assignee, status };
}
