// Who may speak for a session: one node at a time, by a lock that dies with its holder and a fence
// that outlives it.

import { hostname } from 'node:os';
import type { Database } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { type SessionRef, saveEnded } from './store.js';

/**
 * The advisory lock's first key: the letters FIX, so that it meets no other lock of the program.
 */
const LOCK_CLASS = 0x464958;

/** The right to speak for a session, until it is released or lost. */
export interface Ownership extends SessionRef {
  /** False when the lock is gone or the fence was raised by somebody else. */
  isValid(): Promise<boolean>;
  /** Runs when the right is lost, at once when it already is; call the result to stop listening. */
  whenLost(react: () => void): () => void;
  release(): Promise<void>;
}

/**
 * Tries to become the owner. The lock belongs to a connection of its own, so the server frees it
 * when
 * this process dies; the fence makes every later write of a slower former owner fail.
 * @returns undefined while another node, or another part of this one, owns the session.
 */
export async function claimSession(
  db: Database,
  sessionId: number,
): Promise<Ownership | undefined> {
  const client = await db.dedicated();
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as locked',
      [LOCK_CLASS, sessionId],
    );
    if (rows[0]?.locked !== true) {
      await client.end();
      return undefined;
    }
    const fence = await raiseFence(db, sessionId);
    return ownershipOf(db, { sessionId, fence }, client);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

type DedicatedClient = Awaited<ReturnType<Database['dedicated']>>;

function ownershipOf(db: Database, ref: SessionRef, client: DedicatedClient): Ownership {
  let state: 'held' | 'lost' | 'released' = 'held';
  const reactions = new Set<() => void>();
  const lose = () => {
    if (state !== 'held') return;
    state = 'lost';
    for (const react of reactions) react();
  };
  client.on('end', lose);
  client.on('error', lose);
  return {
    ...ref,
    isValid: async () => state === 'held' && (await readFence(db, ref.sessionId)) === ref.fence,
    whenLost: (react) => {
      if (state === 'lost') react();
      reactions.add(react);
      return () => reactions.delete(react);
    },
    release: async () => {
      if (state === 'held') await saveEnded(db, ref).catch(() => undefined);
      state = 'released';
      // Explicitly, so that the next claim need not wait for the server to notice the closed
      // connection.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

async function readFence(db: Database, sessionId: number): Promise<bigint | undefined> {
  const rows = await db.query<{ fence: bigint }>(
    sql`select fence from fix_session where id = ${sessionId}`,
  );
  return rows[0]?.fence;
}

async function raiseFence(db: Database, sessionId: number): Promise<bigint> {
  const rows = await db.query<{ fence: bigint }>(sql`
    update fix_session set fence = fence + 1, owner = ${`${hostname()}:${process.pid}`}
    where id = ${sessionId} returning fence`);
  return rows[0]?.fence ?? 0n;
}
