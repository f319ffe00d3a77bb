// Session ownership, which only one node has at a time. A lease in the database identifies the
// owner, which stops sending at its own deadline. A fence, which outlives both, keeps a former
// owner from writing.

import type { Database } from '../../../../platform/database/database.js';
import { FIX_LIMIT } from '../limits.js';
import { pause, SYSTEM_CLOCK } from '../message/time.js';
import { type DedicatedClient, endLease, isFree, renewLease, takeLease } from './lease-queries.js';
import { readFence, type SessionRef, saveEnded } from './queries.js';

/** The right to send for a session, valid until it is released or lost. */
export interface Ownership extends SessionRef {
  /**
   * Returns false if the ownership is lost or was not renewed in time. Does not query the database.
   * Must be checked before each send, because this process may have been suspended since the last
   * check.
   */
  isHeld(): boolean;
  /** Returns false if the ownership is lost or another owner has raised the fence. */
  isValid(): Promise<boolean>;
  /**
   * Calls `react` when the ownership is lost, or immediately if it already is. Call the returned
   * function to stop listening.
   */
  whenLost(react: () => void): () => void;
  release(): Promise<void>;
}

/**
 * Tries to become the owner. The ownership is tied to a dedicated connection, so it ends as soon as
 * this process dies. It also ends if it is not renewed, so a suspended or disconnected process
 * keeps it only for seconds. That process stops sending before the next owner may begin.
 * @returns undefined while another node, or another part of this node, owns the session.
 */
export async function claimSession(
  db: Database,
  sessionId: number,
): Promise<Ownership | undefined> {
  if (!(await isFree(db, sessionId))) return undefined;
  const client = await db.dedicated();
  try {
    const requestedMs = performance.now();
    const ref = await takeLease(db, client, sessionId);
    if (ref !== undefined) return ownershipOf(db, ref, { client, requestedMs });
    await client.end();
    return undefined;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

interface Taken {
  readonly client: DedicatedClient;
  /**
   * The time at which the lease was requested, measured by a clock that also runs while the process
   * is suspended.
   */
  readonly requestedMs: number;
}

function ownershipOf(db: Database, ref: SessionRef, { client, requestedMs }: Taken): Ownership {
  let state: 'held' | 'lost' | 'released' = 'held';
  let untilMs = requestedMs + HOLD_MS;
  const reactions = new Set<() => void>();
  const isHeld = () => state === 'held' && performance.now() < untilMs;
  const lose = () => {
    if (state !== 'held') return;
    state = 'lost';
    clearInterval(renewing);
    for (const react of reactions) react();
  };
  let isAsking = false;
  const renew = async () => {
    isAsking = true;
    const nowMs = performance.now();
    if (await renewLease(client, ref)) untilMs = nowMs + HOLD_MS;
    else lose();
  };
  let polledMs = requestedMs;
  const renewing = setInterval(() => {
    if (!isHeld()) return lose();
    if (isAsking || performance.now() - polledMs < FIX_LIMIT.leaseRenewMs) return;
    polledMs = performance.now();
    // A failed renewal is retried until the deadline.
    void renew()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, FIX_LIMIT.tickMs);
  client.on('end', lose);
  client.on('error', lose);
  return {
    ...ref,
    isHeld,
    isValid: async () => isHeld() && (await readFence(db, ref.sessionId)) === ref.fence,
    whenLost: (react) => {
      if (state === 'lost') react();
      reactions.add(react);
      return () => reactions.delete(react);
    },
    release: async () => {
      state = 'released';
      clearInterval(renewing);
      const ended = new AbortController();
      const giveBack = async () => {
        await saveEnded(db, ref).catch(() => undefined);
        await endLease(db, ref).catch(() => undefined);
        await client.end().catch(() => undefined);
        ended.abort();
      };
      // If the database does not answer, the lease expires.
      await Promise.race([
        giveBack(),
        pause(SYSTEM_CLOCK, FIX_LIMIT.releaseTimeoutMs, ended.signal),
      ]);
    },
  };
}

/**
 * How long a renewal is valid, in milliseconds. It is shorter than the lease, so the former owner
 * has stopped before another node can take the lease.
 */
const HOLD_MS = FIX_LIMIT.leaseMs - FIX_LIMIT.leaseMarginMs;
