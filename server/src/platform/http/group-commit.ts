// Group commit: concurrent requests for one operation share a transaction and a single commit. Each
// request still succeeds or fails independently. An operation opts in with `runBatch`.

import { HTTP } from '../../limits.js';
import { batcher, type Settled } from '../concurrency/batch.js';
import type { Call, Work } from '../context.js';
import type { Tx } from '../database/database.js';
import { isDatabaseError } from '../database/failure.js';
import type { Reply } from './reply/envelope.js';
import { Problem } from './reply/problem.js';
import type { Input, Outcome, Route } from './route.js';
import {
  type Claim,
  claimKeys,
  claimOf,
  type Done,
  doneBy,
  recordOf,
  showOnce,
  type WriteRequest,
  workOf,
} from './write.js';

/** A write request that can be batched. */
interface BatchedWrite {
  readonly call: Call;
  readonly request: WriteRequest;
  readonly input: Input<unknown, unknown, unknown>;
}

/** Runs one write. Throws if the write is refused. */
export type RunWrite = (write: BatchedWrite) => Promise<Reply>;

interface GroupCommitParts {
  /** Runs one request alone. */
  readonly alone: RunWrite;
  /** Converts an outcome to what the caller may see, as for requests that run alone. */
  readonly shown: (outcome: Outcome, call: Call) => Outcome;
}

/** Runs the writes of one operation: batched if it has `runBatch`, otherwise one by one. */
export function groupCommitOf(route: Route, { alone, shown }: GroupCommitParts): RunWrite {
  const { runBatch } = route;
  if (runBatch === undefined) return alone;
  const commit = batcher<BatchedWrite, Reply>(
    { alone, batch: (writes) => commitBatch(writes, { runBatch, shown }) },
    HTTP.groupCommit,
  );
  return (write) => (write.request.dryRun ? alone(write) : commit(write));
}

interface Effect {
  readonly runBatch: NonNullable<Route['runBatch']>;
  readonly shown: GroupCommitParts['shown'];
}

// If an error before the commit has undone everything, each request runs alone, so that one failure
// does not affect the others. If the commit itself fails, the outcome is unknown for all of them.
// If the database is lost, all fail, because each would only wait for it again.
async function commitBatch(
  writes: readonly BatchedWrite[],
  effect: Effect,
): Promise<(Settled<Reply> | undefined)[]> {
  const [first] = writes;
  if (first === undefined) return [];
  let isWritten = false;
  try {
    return await first.call.db.transaction(async (tx) => {
      isWritten = false;
      const settled = await settleIn(tx, writes, effect);
      isWritten = true;
      return settled;
    });
  } catch (error) {
    if (isWritten || isDatabaseError(error)) throw error;
    return writes.map(() => undefined);
  }
}

interface Part {
  readonly place: number;
  readonly claim: Claim;
  readonly work: Work;
  readonly input: Input<unknown, unknown, unknown>;
}

async function settleIn(
  tx: Tx,
  writes: readonly BatchedWrite[],
  effect: Effect,
): Promise<(Settled<Reply> | undefined)[]> {
  const claims = writes.map(({ call, request }) => claimOrProblem(call, request));
  const settled: (Settled<Reply> | undefined)[] = claims.map((claim) =>
    claim instanceof Problem ? { reason: claim } : undefined,
  );
  const claimed = [...claims.entries()].flatMap(([place, claim]) =>
    claim instanceof Problem ? [] : [{ place, claim }],
  );
  const earlier = await claimKeys(
    tx,
    claimed.map(({ claim }) => claim),
  );
  const parts: Part[] = [];
  for (const [index, { place, claim }] of claimed.entries()) {
    const known = earlier[index];
    const input = writes[place]?.input;
    if (known !== undefined) settled[place] = settledAs(known);
    else if (input) parts.push({ place, claim, work: workOf(claim, tx), input });
  }
  const outcomes = parts.length === 0 ? [] : await effect.runBatch(parts);
  const dones: Done[] = [];
  for (const [index, { place, claim, work }] of parts.entries()) {
    const outcome = outcomes[index];
    if (outcome instanceof Problem) settled[place] = { reason: outcome };
    else if (outcome !== undefined) {
      const done = await doneBy(claim, work, effect.shown(outcome, claim.call));
      dones.push(done);
      settled[place] = { value: showOnce(done) };
    }
  }
  if (dones.length > 0) tx.last(recordOf(dones));
  return settled;
}

function settledAs(known: Reply | Problem): Settled<Reply> {
  return known instanceof Problem ? { reason: known } : { value: known };
}

function claimOrProblem(call: Call, request: WriteRequest): Claim | Problem {
  try {
    return claimOf(call, request);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
