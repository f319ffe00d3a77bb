// Changes to reference data. One person proposes a change, another approves it, and the record gets
// its next version.

import { present } from '../../platform/assert.js';
import type { Work } from '../../platform/context.js';
import { commonProblems, refusal } from '../../platform/http/reply/problem.js';
import type { Outcome } from '../../platform/http/route.js';
import { parseJson, toJson } from '../../platform/json/json.js';
import type { ChangeKind } from '../../platform/reference-data/change-kind.js';
import { stateSteps } from '../../platform/reference-data/state-step.js';
import { isOwnWork, refuseOwnWork } from '../identity/index.js';
import { changeProblems } from './problems.js';
import {
  type ChangeStamp,
  currentVersion,
  type Decision,
  decideChange,
  insertChange,
  lockChange,
  lockKind,
  selectChange,
} from './queries.js';
import { changeRecord } from './record.js';
import { applyVersion } from './version.js';

/** A proposed change and its reason. The body is in the API's format. */
interface ChangeProposal {
  readonly kind: ChangeKind;
  readonly subject: string;
  readonly body: object;
  readonly reason?: string | undefined;
  readonly effectiveNote?: string | undefined;
}

/**
 * Stores a change, which is pending until a second person decides. Refuses a body that the kind's
 * schema or check rejects. Routes that call this have the scope FIRM, because reference data
 * applies to all offices. A route for a record that belongs to one office checks the office itself.
 */
export async function proposeChange(work: Work, proposal: ChangeProposal): Promise<Outcome> {
  const { kind, subject } = proposal;
  const after = toJson(proposal.body);
  await kind.check(work, { subject, body: parseJson(after), reason: proposal.reason });
  const id = await work.context.ids.next(work.tx, 'reference_change_id');
  // The version number is read before the record. If another change is approved in between, this
  // change becomes outdated. If the record were read first, this change would overwrite the other
  // one.
  const baseVersion = await currentVersion(work.tx, { kind: kind.name, subject });
  const before = await kind.present(work.tx, subject);
  await insertChange(
    work.tx,
    {
      id,
      kind: kind.name,
      subject,
      base_version: baseVersion,
      before: before === undefined ? null : toJson(before),
      after,
      reason: proposal.reason ?? null,
      effective_note: proposal.effectiveNote ?? null,
    },
    stampOf(work),
  );
  const outcome = await outcomeOf(work, id, 'proposed');
  return { ...outcome, created: true, location: `system/change/id/${id}` };
}

/**
 * Approves a change (PENDING → APPROVED) and applies it as the next version. Refuses its maker with
 * OWN_WORK. If the change is based on an earlier version, refuses with CHANGE_OUTDATED and the
 * current version.
 */
export async function approveChange(
  work: Work,
  kinds: ReadonlyMap<string, ChangeKind>,
  id: bigint,
): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  const kind = kinds.get(row.kind);
  if (kind === undefined) {
    // This can happen while two releases run at the same time and this release does not know the
    // kind.
    throw refusal(commonProblems.SERVICE_UNAVAILABLE, {
      detail: `This node does not support changes of the kind ${row.kind}.`,
    });
  }
  await lockKind(work.tx, kind.name);
  const current = await currentVersion(work.tx, row);
  if (current !== row.base_version) {
    throw refusal(changeProblems.CHANGE_OUTDATED, {
      detail:
        `The change is based on version ${row.base_version}. ` +
        `The current version is ${current}.`,
      args: [row.state, String(current)],
    });
  }
  const applied = await applyVersion(work, kind, {
    record: {
      subject: row.subject,
      body: parseJson(row.after),
      reason: row.reason ?? undefined,
    },
    version: current + 1,
    origin: { changeId: row.id, madeBy: row.created_by, madeAt: row.created_at },
  });
  return decided(work, { id, state: 'APPROVED', reason: null, applied });
}

/** Rejects a change with a reason: PENDING → REJECTED. Its maker cannot reject it. */
export async function rejectChange(work: Work, id: bigint, reason: string): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return decided(work, { id, state: 'REJECTED', reason, applied: null });
}

/** Withdraws a change: PENDING → WITHDRAWN. Only its maker can withdraw it. */
export async function withdrawChange(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  if (!(await isOwnWork(work, row))) throw refusal(changeProblems.CHANGE_OF_ANOTHER);
  steps.refuseUnless(row, ['PENDING']);
  return decided(work, { id, state: 'WITHDRAWN', reason: null, applied: null });
}

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockChange(tx, id),
  isVisible: () => true,
  stateOf: ({ state }) => state,
  wrongState: changeProblems.CHANGE_WRONG_STATE,
  detailOf: ({ state }) =>
    `The change is ${state}. Only a PENDING change can be approved, rejected or withdrawn.`,
});

async function decided(work: Work, decision: Decision): Promise<Outcome> {
  await decideChange(work.tx, decision, stampOf(work));
  return outcomeOf(work, decision.id, DONE[decision.state]);
}

const DONE = { APPROVED: 'approved', REJECTED: 'rejected', WITHDRAWN: 'withdrawn' } as const;

async function outcomeOf(
  work: Work,
  id: bigint,
  done: 'proposed' | (typeof DONE)[keyof typeof DONE],
): Promise<Outcome> {
  const row = present(await selectChange(work.tx, id), 'the change was just written');
  work.events.push({
    type: `reference-change.${done}`,
    subjectId: id,
    data: { kind: row.kind, subject: row.subject, version: row.applied_version ?? undefined },
  });
  return {
    msgCode: `REFERENCE_CHANGE_${done.toUpperCase()}`,
    id,
    name: `${row.kind} ${row.subject}`,
    result: changeRecord(row),
    version: row.version,
  };
}

function stampOf({ principal, now }: Work): ChangeStamp {
  return { kind: principal.kind, id: principal.id, name: principal.name, at: now };
}
