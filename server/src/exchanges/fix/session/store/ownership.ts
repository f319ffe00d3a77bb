// Who may speak for a session: one node at a time. A lease in the database says who, a deadline of
// the holder's own says how long, and a fence outlives both.

import type { Database } from '../../../../platform/database/database.js';
import { FIX_LIMIT } from '../limits.js';
import { pause, SYSTEM_CLOCK } from '../message/time.js';
import { type DedicatedClient, endLease, isFree, renewLease, takeLease } from './lease-queries.js';
import { readFence, type SessionRef, saveEnded } from './queries.js';

/** The right to speak for a session, until it is released or lost. */
export interface Ownership extends SessionRef {
  /**
   * False when the right is gone, or was not renewed in time; reads nothing. To be asked before
   * each byte: this process may have stood still since it was asked last.
   */
  isHeld(): boolean;
  /** False when the right is gone or the fence was raised by somebody else. */
  isValid(): Promise<boolean>;
  /** Runs when the right is lost, at once when it already is; call the result to stop listening. */
  whenLost(react: () => void): () => void;
  release(): Promise<void>;
}

/**
 * Tries to become the owner. The right ends with a connection of its own, at once when this
 * process dies. It also ends when it is not renewed, so that a process that stands still or is cut
 * off keeps it for seconds only; it has given up by itself when the next one may begin.
 * @returns undefined while another node, or another part of this one, owns the session.
 */
export async function claimSession(
  db: Database,
  sessionId: number,
): Promise<Ownership | undefined> {
  if (!(await isFree(db, sessionId))) return undefined;
  const client = await db.dedicated();
  try {
    const askedMs = performance.now();
    const ref = await takeLease(db, client, sessionId);
    if (ref !== undefined) return ownershipOf(db, ref, { client, askedMs });
    await client.end();
    return undefined;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

interface Taken {
  readonly client: DedicatedClient;
  /** When the lease was asked for, by the time that also passes while the process stands still. */
  readonly askedMs: number;
}

function ownershipOf(db: Database, ref: SessionRef, { client, askedMs }: Taken): Ownership {
  let state: 'held' | 'lost' | 'released' = 'held';
  let untilMs = askedMs + HOLD_MS;
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
  let polledMs = askedMs;
  const renewing = setInterval(() => {
    if (!isHeld()) return lose();
    if (isAsking || performance.now() - polledMs < FIX_LIMIT.leaseRenewMs) return;
    polledMs = performance.now();
    // What fails is tried again until the deadline.
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
      // Where the database does not answer, the lease ends by itself.
      await Promise.race([
        giveBack(),
        pause(SYSTEM_CLOCK, FIX_LIMIT.releaseTimeoutMs, ended.signal),
      ]);
    },
  };
}

/** Shorter than the lease: whoever takes it next finds that its former holder has given up. */
const HOLD_MS = FIX_LIMIT.leaseMs - FIX_LIMIT.leaseMarginMs;
