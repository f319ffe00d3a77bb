// Allotments of elections. One person enters the registrar's allotments, and another approves them.
// The approval refunds the money for units not allotted, and releases units not accepted.

import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { stateSteps } from '../../../platform/reference-data/state-step.js';
import { describeFault } from '../../../platform/row-file/cell.js';
import { columnsNotRead, fileGiven } from '../../../platform/row-file/import-rows.js';
import { refuseOwnWork } from '../../identity/index.js';
import { wrongState } from '../event/state.js';
import { custodyProblems } from '../problems.js';
import { type CorporateActionRow, lockEvent, selectOptions } from '../record/queries.js';
import { ALLOTMENT_TABLE } from './allotment-csv.js';
import {
  type AllotmentFilter,
  type AllotmentRow,
  type Allotted,
  countAllotments,
  decideAllotment,
  insertAllotment,
  lockAllotment,
  selectAllotment,
  selectAllotments,
  selectAllottable,
  selectAllotted,
} from './allotment-queries.js';
import type { AllotmentRequest } from './allotment-schema.js';
import { type Allotment, allotmentFault, settleAllotted } from './settle.js';

const { ALLOTMENT_REFUSED, ELECTION_WRONG_STATE } = custodyProblems;

/**
 * Stores an allotment, which is PENDING until another person approves it. If any row is invalid,
 * refuses all rows with ALLOTMENT_REFUSED and lists the invalid ones.
 */
export async function importAllotment(work: Work, request: AllotmentRequest): Promise<Outcome> {
  const event = await lockEvent(work.tx, request.e);
  if (event === undefined) {
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'e', 'does not name a corporate action');
  }
  refuseClosed(event);
  const { headers, rows, faults } = await fileGiven(request, ALLOTMENT_TABLE);
  const read = rows.map(({ election = '', allotted = '' }, index): Allotted | string => {
    const fault = faults[index];
    if (fault !== undefined) return describeFault(fault);
    if (!/^\d{1,15}$/.test(election.trim())) return 'election is not the number of an election';
    if (!/^\d{1,15}$/.test(allotted.trim())) return 'allotted is not a whole number of units';
    return { electionId: BigInt(election), quantity: BigInt(allotted) };
  });
  const allotted = await refuseWrong(work, event, read);
  const id = await work.context.ids.next(work.tx, 'election_allotment_id');
  const creator = { creator_kind: work.principal.kind, creator_id: work.principal.id };
  const label = request.label ?? 'Allotment';
  const row = { id, corporate_action_id: event.id, label, ...creator, allotted };
  await insertAllotment(work.tx, row, stampOf(work));
  const outcome = await written(work, id, 'CREATED');
  const warnings = columnsNotRead(headers, request.mapping);
  return {
    ...outcome,
    created: true,
    location: `custody/election/allotment/id/${id}`,
    extra: warnings.length > 0 ? { warnings } : {},
  };
}

/** Approves an allotment and settles its elections. Its maker cannot approve it. */
export async function approveAllotment(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  const row = await lockUndecided(work, id);
  const event = present(await lockEvent(work.tx, row.corporate_action_id), 'its event exists');
  refuseClosed(event);
  const allotted = await selectAllotted(work.tx, id);
  await refuseWrong(work, event, allotted);
  await settleAllotted(work, await allotmentOf(work, event, allotted));
  await decideAllotment(work.tx, { id, state: 'APPROVED', reason }, stampOf(work));
  return written(work, id, 'APPROVED');
}

/** Rejects an allotment. Its maker cannot reject it. */
export async function rejectAllotment(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockUndecided(work, id);
  await decideAllotment(work.tx, { id, state: 'REJECTED', reason }, stampOf(work));
  return written(work, id, 'REJECTED');
}

/** Returns one allotment, or refuses with DOCUMENT_NOT_FOUND. */
export async function readAllotment(call: Call, id: bigint): Promise<object> {
  const row = await selectAllotment(call.db, id);
  if (row === undefined) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such allotment' });
  }
  return versioned(allotmentRecord(row), row.version);
}

/** Lists allotments, newest first. */
export async function listAllotments(
  call: Call,
  filter: AllotmentFilter,
  page: PageRequest,
): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectAllotments(call.db, filter, page), page);
  const count = await countAllotments(call.db, filter);
  return { count, result: rows.map(allotmentRecord), nextAfter };
}

const steps = stateSteps<AllotmentRow, string>({
  lock: async ({ tx }, id) => {
    await lockAllotment(tx, id);
    return selectAllotment(tx, id);
  },
  isVisible: () => true,
  missing: () => 'no such allotment',
  stateOf: ({ state }) => state,
  wrongState: ELECTION_WRONG_STATE,
  detailOf: ({ state }) => `The allotment is ${state}.`,
});

async function lockUndecided(work: Work, id: bigint): Promise<AllotmentRow> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return row;
}

function refuseClosed(event: CorporateActionRow): void {
  if (event.progress === 'CLOSED') throw wrongState(event, 'CLOSED');
  if (event.status !== 'CONFIRMED') throw wrongState(event, 'NOT_CONFIRMED');
}

async function allotmentOf(
  work: Work,
  event: CorporateActionRow,
  allotted: readonly Allotted[],
): Promise<Allotment> {
  const ids = allotted.map(({ electionId }) => electionId);
  const elections = await selectAllottable(work.tx, event.id, ids);
  return { event, options: await selectOptions(work.tx, [event.id]), elections, allotted };
}

/** Returns the rows, or refuses them and lists the invalid ones. */
async function refuseWrong(
  work: Work,
  event: CorporateActionRow,
  rows: readonly (Allotted | string)[],
): Promise<Allotted[]> {
  const read = rows.flatMap((row) => (typeof row === 'string' ? [] : [row]));
  const allotment = await allotmentOf(work, event, read);
  const seen = new Set<bigint>();
  const errors = rows.flatMap((row, index) => {
    const detail = typeof row === 'string' ? row : faultOf(allotment, row, seen);
    if (detail === undefined) return [];
    return [{ pointer: `/rows/${index}`, code: ALLOTMENT_REFUSED.code, detail }];
  });
  const [first] = errors;
  if (first === undefined) return read;
  const count = `${errors.length} of ${rows.length} rows are refused`;
  const detail = `${count}; ${first.pointer}: ${first.detail}`;
  throw refusal(ALLOTMENT_REFUSED, { detail, args: [String(errors.length)], errors });
}

function faultOf(allotment: Allotment, row: Allotted, seen: Set<bigint>): string | undefined {
  if (seen.has(row.electionId)) return 'an earlier row has the same election';
  seen.add(row.electionId);
  return allotmentFault(allotment, row);
}

function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}

async function written(
  work: Work,
  id: bigint,
  done: 'CREATED' | 'APPROVED' | 'REJECTED',
): Promise<Outcome> {
  const row = present(await selectAllotment(work.tx, id), 'the allotment was written');
  return {
    msgCode: `ALLOTMENT_${done}`,
    id,
    version: row.version,
    result: allotmentRecord(row),
  };
}

function allotmentRecord(row: AllotmentRow): object {
  return {
    id: row.id,
    eventId: row.corporate_action_id,
    eventName: row.event_name,
    kind: row.kind,
    securityName: row.security_name,
    label: row.label,
    state: row.state,
    elections: Number(row.elections),
    units: String(row.units),
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}
