// The control for the kill tests: a sender that stores its number only after sending is eventually
// locked out after a kill.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SILENT_LOG } from '../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { type Acceptor, startAcceptor } from '../../../src/exchanges/fix/session/peer/acceptor.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { KILLS_ALL, killsOr } from '../../support/process/kill.js';
import { sayProof } from '../../support/proof.js';
import { until } from '../../support/wait.js';

/**
 * The maximum number of kills. A usual run stops at the first lock-out; proofs perform every kill.
 */
const KILLS = killsOr(20);
/** The sender is not killed before the counterparty has received this many orders. */
const ORDERS_MIN = 50;

describe('the control: a sender that writes its number after the send', () => {
  let database: TestDatabase;
  let acceptor: Acceptor;
  let folder: string;
  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'control-'));
    const config = sessionConfig({
      role: 'acceptor',
      key: { beginString: 'FIX.4.4', senderCompId: 'ISLD', targetCompId: 'CONTROL' },
    });
    acceptor = await startAcceptor({
      db: database.db,
      log: SILENT_LOG,
      clock: SYSTEM_CLOCK,
      port: 0,
      sessions: [{ config, application: { onMessage: async () => [] } }],
    });
  });
  after(async () => {
    await acceptor.stop();
    await rm(folder, { recursive: true });
    await database.drop();
  });

  it('is at some point refused at a logon, until a person resets the numbers', async () => {
    const file = join(folder, 'next');
    await writeFile(file, '1');
    let lockedOut = 0;
    let kills = 0;
    while (kills < KILLS && (KILLS_ALL || lockedOut === 0)) {
      const expected = expectedIn(await flowAndKill(acceptor, file));
      if (expected === undefined) {
        kills += 1;
        continue;
      }
      // The preceding kill had left a stale number, so the counterparty rejected this logon.
      lockedOut += 1;
      // The sender cannot recover without help: the next attempt is rejected too. A person has to
      // correct the number.
      assert.equal(expectedIn(await flowAndKill(acceptor, file)), expected);
      await writeFile(file, expected);
    }
    sayProof('control numbering after the send', { kills, 'locked out': lockedOut });
    assert.ok(lockedOut > 0, 'the control was never locked out');
  });
});

/**
 * Returns the number that the counterparty expects if it rejected the logon because ours was too
 * low.
 */
function expectedIn(heard: string): string | undefined {
  return /MsgSeqNum too low, expecting (\d+) but received \d+/.exec(heard)?.[1];
}

async function flowAndKill({ port, sessions }: Acceptor, file: string): Promise<string> {
  const extension = extname(fileURLToPath(import.meta.url));
  const sender = fileURLToPath(new URL(`control-sender${extension}`, import.meta.url));
  const loader = extension === '.ts' ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, sender, String(port), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1').replaceAll('\u0001', '|');
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const counted = async () => (await sessions[0]?.status())?.nextIn ?? 0;
  const wanted = (await counted()) + ORDERS_MIN;
  await until(async () => child.exitCode !== null || (await counted()) >= wanted);
  child.kill('SIGKILL');
  await ended;
  return heard;
}
