// Changes to reference data: one person proposes, another approves, and the record gets its next
// version.

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
  type Decision,
  decideChange,
  insertChange,
  lockChange,
  lockKind,
  selectChange,
  standingVersion,
} from './queries.js';
import { changeRecord } from './record.js';
import { applyVersion } from './version.js';

/** What is to be changed, and why. The body is in the shape of the wire. */
interface ChangeWish {
  readonly kind: ChangeKind;
  readonly subject: string;
  readonly body: object;
  readonly reason?: string | undefined;
  readonly effectiveNote?: string | undefined;
}

/**
 * Stores a change that waits for a second person. Refuses what the kind's schema and check refuse.
 * Its routes have the scope FIRM, because reference data applies to all offices; a route about a
 * record of one office checks the office itself.
 */
export async function proposeChange(work: Work, wish: ChangeWish): Promise<Outcome> {
  const { kind, subject } = wish;
  const after = toJson(wish.body);
  await kind.check(work, { subject, body: parseJson(after) });
  const id = await work.context.ids.next(work.tx, 'reference_change_id');
  // The version is read first: a record that is newer than its number makes the change outdated,
  // and never the other way round.
  const baseVersion = await standingVersion(work.tx, { kind: kind.name, subject });
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
      reason: wish.reason ?? null,
      effective_note: wish.effectiveNote ?? null,
    },
    stampOf(work),
  );
  const outcome = await written(work, id, 'proposed');
  return { ...outcome, created: true, location: `system/change/id/${id}` };
}

/**
 * Approves: PENDING → APPROVED, never by its maker (OWN_WORK), and applies it as the next version.
 * Refuses CHANGE_OUTDATED with the version that stands when it is no longer the one that the change
 * was made from.
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
    // Two releases run side by side, and this one does not know the kind.
    throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail: `nobody here knows ${row.kind}` });
  }
  await lockKind(work.tx, kind.name);
  const standing = await standingVersion(work.tx, row);
  if (standing !== row.base_version) {
    throw refusal(changeProblems.CHANGE_OUTDATED, {
      detail: `it was made from version ${row.base_version}, and version ${standing} stands`,
      args: [row.state, String(standing)],
    });
  }
  const applied = await applyVersion(work, kind, {
    record: { subject: row.subject, body: parseJson(row.after) },
    version: standing + 1,
    origin: { changeId: row.id, madeBy: row.created_by, madeAt: row.created_at },
  });
  return decided(work, { id, state: 'APPROVED', reason: null, applied });
}

/** Rejects with a reason: PENDING → REJECTED, never by its maker. */
export async function rejectChange(work: Work, id: bigint, reason: string): Promise<Outcome> {
  const row = await steps.lockVisible(work, id);
  await refuseOwnWork(work, row);
  steps.refuseUnless(row, ['PENDING']);
  return decided(work, { id, state: 'REJECTED', reason, applied: null });
}

/** Withdraws: PENDING → WITHDRAWN, by its maker alone. */
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
  detailOf: ({ state }) => `the change is ${state}`,
});

async function decided(work: Work, decision: Decision): Promise<Outcome> {
  await decideChange(work.tx, decision, stampOf(work));
  return written(work, decision.id, DONE[decision.state]);
}

const DONE = { APPROVED: 'approved', REJECTED: 'rejected', WITHDRAWN: 'withdrawn' } as const;

async function written(
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
