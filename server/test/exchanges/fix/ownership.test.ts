// Session ownership: one owner at a time, and only while the owner is alive, responsive and able to
// reach the database.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FIX_LIMIT } from '../../../src/exchanges/fix/session/limits.js';
import {
  claimSession,
  type Ownership,
} from '../../../src/exchanges/fix/session/store/ownership.js';
import { ensureSession } from '../../../src/exchanges/fix/session/store/queries.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { openDatabaseWire } from '../../support/outside/silent-wire.js';
import { until, waitFor } from '../../support/wait.js';

/** How long a suspension must last for `lease-holder.ts` to recognise it. */
const STILL_MS = 2_000;

const KEY = { beginString: 'FIX.4.4', senderCompId: 'WE', targetCompId: 'THEY' } as const;

describe('the right to speak for a session', () => {
  let own: TestDatabase;
  let sessions = 0;
  const undo: (() => unknown)[] = [];
  before(async () => {
    own = await createTestDatabase();
  });
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  after(() => own.drop());

  const newSession = () => {
    sessions += 1;
    return ensureSession(own.db, { ...KEY, qualifier: String(sessions) }, Date.now());
  };
  const held = (ownership: Ownership | undefined): Ownership => {
    assert.ok(ownership);
    undo.push(() => ownership.release());
    return ownership;
  };
  const taken = async (id: number): Promise<Ownership> =>
    held(await waitFor('the session to be free', () => claimSession(own.db, id)));

  const setEnd = (id: number, end: string) =>
    own.db.query(sql`
      update fix_session_lease set lasts_until = ${end}::timestamptz where session_id = ${id}`);

  it('belongs to one of many claimers, and is free again once it is released', async () => {
    const id = await newSession();
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimSession(own.db, id)));
    const [first, ...others] = claims.flatMap((each) => each ?? []);
    assert.deepEqual(others, []);
    assert.equal(await claimSession(own.db, id), undefined);
    await first?.release();
    const second = held(await claimSession(own.db, id));
    assert.equal(second.fence, (first?.fence ?? 0n) + 1n);
    assert.equal(await first?.isValid(), false);
  });

  it('lasts while it is renewed', async () => {
    const id = await newSession();
    const holder = held(await claimSession(own.db, id));
    const end = async () => {
      const [row] = await own.db.query<{ end: string }>(sql`
        select lasts_until as "end" from fix_session_lease where session_id = ${id}`);
      return row?.end ?? '';
    };
    const first = await end();
    await until(async () => (await end()) > first);
    assert.equal(await holder.isValid(), true);
    assert.equal(await claimSession(own.db, id), undefined);
  });

  it('ends at once when the server ends the connection of its holder', async () => {
    const id = await newSession();
    const holder = held(await claimSession(own.db, id));
    let isTold = false;
    holder.whenLost(() => {
      isTold = true;
    });
    await own.db.query(sql`
      select pg_terminate_backend(backend_pid) from fix_session_lease where session_id = ${id}`);
    await until(() => isTold);
    assert.equal(holder.isHeld(), false);
    await taken(id);
  });

  it('ends for a holder that is cut off before the next one gets it', async () => {
    const id = await newSession();
    const wire = await openDatabaseWire(own.url);
    const far = openDatabase({ connectionString: wire.url });
    // Closing the pool waits for the server's reply, which arrives once the wire is restored.
    undo.push(async () => {
      wire.heal();
      await far.close();
      await wire.close();
    });
    const holder = held(await claimSession(far, id));
    const lost: number[] = [];
    holder.whenLost(() => lost.push(performance.now()));
    wire.silence();
    const next = await taken(id);
    const takenMs = performance.now();
    assert.equal(holder.isHeld(), false);
    assert.equal(lost.length, 1);
    assert.ok((lost[0] ?? takenMs) < takenMs);
    wire.heal();
    await until(async () => !(await holder.isValid()));
    assert.equal(await next.isValid(), true);
  });

  it('passes from a process that is suspended in a transaction of the session', async () => {
    const id = await newSession();
    const { child, said } = await startHolder(own.url, id);
    undo.push(() => child.kill('SIGKILL'));
    let letGo: () => void = () => undefined;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    // Another node's transaction that has been idle just as long must not be terminated.
    const idle = own.db.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      await isLetGo;
    });
    child.kill('SIGSTOP');
    const stoppedMs = performance.now();
    // The control: ownership that depends only on the connection is never released.
    await setEnd(id, 'infinity');
    assert.equal(await claimSession(own.db, id), undefined);
    await setEnd(id, new Date(Date.now() + FIX_LIMIT.leaseMs).toISOString());
    const next = await taken(id);
    letGo();
    await idle;
    // The process recognises a suspension by how long it lasted.
    await until(() => performance.now() - stoppedMs > 2 * STILL_MS);
    child.kill('SIGCONT');
    await waitFor('the process to see', async () => said().includes('\n'));
    assert.equal(said(), 'held: false, written: false\n');
    assert.equal(await next.isValid(), true);
  });

  it('is free at once when its process is killed', async () => {
    const id = await newSession();
    const { child } = await startHolder(own.url, id);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await setEnd(id, 'infinity');
    await taken(id);
  });
});

/** Returns the report that it sends after its suspension. */
async function startHolder(
  url: string,
  sessionId: number,
): Promise<{ readonly child: ChildProcess; said(): string }> {
  const program = fileURLToPath(
    new URL(`lease-holder${extname(import.meta.url)}`, import.meta.url),
  );
  const child = spawn(process.execPath, [program, url, String(sessionId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  await waitFor('the process to own the session', async () => {
    assert.equal(child.exitCode, null);
    return said.includes('owns');
  });
  return { child, said: () => said.replace('owns\n', '') };
}
