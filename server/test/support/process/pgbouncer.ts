// Starts the machine's PgBouncer in front of a database, in a mode that the test chooses.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabaseWire } from '../outside/silent-wire.js';
import { waitFor } from '../wait.js';

const PROGRAM = ['/usr/sbin/pgbouncer', 'pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** False if PgBouncer is not installed. Tests that need it are then skipped. */
export const HAS_PGBOUNCER = PROGRAM !== undefined;

export interface PgBouncer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts PgBouncer in front of the server in a URL. */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  // PgBouncer may run as another user that cannot reach a private socket, so it connects over this
  // wire.
  const wire = await openDatabaseWire(url);
  const { user = '', database = '', password } = new pg.Client(url);
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const credentials = `user=${user}${password ? ` password=${password}` : ''}`;
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${wire.port} ${credentials}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = ${mode}`,
  ];
  await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn(PROGRAM ?? '', [...asOther, file], { stdio: 'ignore' });
  const pooled = `postgresql://${user}@127.0.0.1:${port}/${database}`;
  await waitFor('PgBouncer to answer', () => answers(pooled));
  return {
    url: pooled,
    stop: async () => {
      await ended(program);
      await wire.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function ended(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    program.once('exit', () => resolve());
    program.kill('SIGKILL');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
