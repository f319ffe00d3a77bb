// The probe of database sessions and locks, on connections that misbehave like poolers and other
// engines.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { sessionError } from '../../../src/platform/database/connection/probe.js';

type ProbedSession = Parameters<typeof sessionError>[0];

interface Session {
  readonly process: number;
  token: string | null;
}

interface Engine {
  /** Returns the server session that runs a statement of this connection. */
  readonly sessionFor: (connection: number, inTransaction: boolean) => Session;
  readonly locksNothing?: boolean;
  readonly refusesTransactions?: boolean;
  readonly hasNoLocks?: boolean;
}

function refused(code: string, words: string): pg.DatabaseError {
  const error = new pg.DatabaseError(words, words.length, 'error');
  error.code = code;
  return error;
}

function connect(engine: Engine): { pair: [ProbedSession, ProbedSession]; locked: string[] } {
  const owners = new Map<string, number>();
  const locked: string[] = [];
  const connection = (number: number): ProbedSession => {
    let inTransaction = false;
    const answer = (text: string, values: unknown[] = []): Record<string, unknown> => {
      if (text === 'begin' && engine.refusesTransactions === true) {
        throw refused('08P01', 'transaction blocks not allowed in statement pooling mode');
      }
      if (text === 'begin' || text === 'rollback') inTransaction = text === 'begin';
      const session = engine.sessionFor(number, inTransaction);
      const [value] = values.map(String);
      if (text.includes('set_config')) session.token = value ?? null;
      if (text.includes('pg_backend_pid')) return { ...session };
      if (!text.includes('advisory') || value === undefined) return {};
      if (engine.hasNoLocks === true) throw refused('0A000', 'advisory locks are not implemented');
      if (text.includes('unlock')) return { unlocked: owners.delete(value) };
      const owner = owners.get(value);
      const isFree = owner === undefined || owner === session.process;
      const taken = isFree || engine.locksNothing === true;
      if (taken) owners.set(value, session.process);
      if (taken) locked.push(value);
      return { taken };
    };
    return { query: async (text, values) => ({ rows: [answer(text, values)] }) };
  };
  return { pair: [connection(1), connection(2)], locked };
}

const made = [101, 102, 103].map((process): Session => ({ process, token: null }));
const session = (place: number): Session => made[place] ?? { process: 0, token: null };
const ownSessions = (connection: number) => session(connection - 1);

describe('the probe of sessions', () => {
  it('accepts sessions that persist, and locks that lock', async () => {
    const { pair } = connect({ sessionFor: ownSessions });
    assert.equal(await sessionError(...pair), undefined);
  });

  const poolers: Record<string, Engine> = {
    'one session that all share': { sessionFor: () => session(0) },
    'another session while one is in use': {
      sessionFor: (connection, inTransaction) => session(connection === 2 && inTransaction ? 0 : 1),
    },
    'no transactions': { sessionFor: ownSessions, refusesTransactions: true },
  };
  for (const [name, engine] of Object.entries(poolers)) {
    it(`refuses a pooler with ${name} before anything is locked`, async () => {
      const { pair, locked } = connect(engine);
      assert.match((await sessionError(...pair)) ?? '', /pool_mode = session/);
      assert.deepEqual(locked, []);
    });
  }

  it('refuses a pooler that gives sessions in turns', async () => {
    let turns = 0;
    const sessionFor = () => {
      turns += 1;
      return session(turns % 3);
    };
    assert.match((await sessionError(...connect({ sessionFor }).pair)) ?? '', /pooler/);
  });

  for (const wrong of ['locksNothing', 'hasNoLocks'] as const) {
    it(`refuses an engine of the kind ${wrong}`, async () => {
      const { pair } = connect({ sessionFor: ownSessions, [wrong]: true });
      assert.match((await sessionError(...pair)) ?? '', /have no effect/);
    });
  }
});
