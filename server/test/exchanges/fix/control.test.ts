// The control of the kill tests: with the number written after the send, a killed sender is
// locked out.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Acceptor, startAcceptor } from '../../../src/exchanges/fix/session/acceptor.js';
import { SILENT_LOG } from '../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/time.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const KILLS_MOST = 20;
const FLOW_MS = 300;

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

  it('is refused at a logon after some kill, until somebody resets by hand', async () => {
    const file = join(folder, 'next');
    await writeFile(file, '1');
    let refused = '';
    for (let kill = 0; kill < KILLS_MOST && refused === ''; kill += 1) {
      refused = /MsgSeqNum too low[^|]*/.exec(await flowAndKill(acceptor.port, file))?.[0] ?? '';
    }
    assert.match(refused, /^MsgSeqNum too low, expecting \d+ but received \d+$/);
    // It does not heal: the next try is refused just the same.
    assert.match(await flowAndKill(acceptor.port, file), /MsgSeqNum too low/);
  });
});

async function flowAndKill(port: number, file: string): Promise<string> {
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
  await Promise.race([new Promise((resolve) => setTimeout(resolve, FLOW_MS)), ended]);
  child.kill('SIGKILL');
  await ended;
  return heard;
}
