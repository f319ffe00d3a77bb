// The embedded PostgreSQL server: real servers, each in its own temporary folder.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  DataFolderInUse,
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '../../src/platform/database/embedded/postgres.js';
import { makePassingFolder } from '../support/passing-folder.js';
import { until } from '../support/wait.js';

type Owner = {
  readonly child: ChildProcess;
  readonly connection: EmbeddedConnection;
  readonly mode: string;
  readonly logged: readonly string[];
};

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
const FAST = { fsync: 'off' };

let temporary: string;
before(async () => {
  temporary = await makePassingFolder('cpg-');
  await chmod(temporary, 0o755);
});
let folders = 0;
after(() => rm(temporary, { recursive: true, force: true, maxRetries: 10 }));

test('the server starts, answers, and keeps its data over a stop and a start', async () => {
  const dataFolder = newFolder();
  const first = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  assert.equal(first.mode, IS_ROOT ? first.mode : 'directly');
  await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS value');
  await first.stop();
  await first.stop();

  const second = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  assert.deepEqual(await query(second.connection, 'SELECT value FROM kept'), [{ value: 7 }]);
  await second.stop();
  await assert.rejects(query(second.connection, 'SELECT 1'));
});

test('by default all durability is on and nothing listens on TCP', async () => {
  const server = await startEmbeddedPostgres({ dataFolder: newFolder() });
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
  for (const name of names) {
    assert.equal(await setting(server.connection, name), 'on', name);
  }
  assert.equal(await setting(server.connection, 'listen_addresses'), '');
  assert.equal(await setting(server.connection, 'server_encoding'), 'UTF8');
  assert.equal((await stat(server.connection.host)).mode & 0o777, 0o700);
  await server.stop();
});

test('after kill -9 of its program the server ends and keeps its rows', async () => {
  const dataFolder = await folderWithCluster();
  const owner = await startOwner(dataFolder);
  await query(owner.connection, 'CREATE TABLE kept AS SELECT 7 AS value');
  const serverPid = await readServerPid(dataFolder);
  await kill(owner);
  await until(() => !isRunning(serverPid));

  const next = await startEmbeddedPostgres({ dataFolder });
  assert.deepEqual(await query(next.connection, 'SELECT value FROM kept'), [{ value: 7 }]);
  await next.stop();
});

test('a start right after kill -9 waits for the old server to end', async () => {
  const dataFolder = await folderWithCluster();
  const owner = await startOwner(dataFolder, FAST);
  owner.child.kill('SIGKILL');
  const next = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await query(next.connection, 'SELECT 1');
  await next.stop();
});

test('a server whose supervisor was killed too is ended by the next start', async () => {
  const dataFolder = await folderWithCluster();
  const owner = await startOwner(dataFolder, FAST);
  await query(owner.connection, 'CREATE TABLE kept AS SELECT 7 AS value');
  const serverPid = await readServerPid(dataFolder);
  process.kill(await readParentPid(serverPid), 'SIGKILL');
  await kill(owner);
  assert.ok(isRunning(serverPid), 'the server was left over');

  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const next = await startEmbeddedPostgres({ dataFolder, settings: FAST, log });
  assert.match(logged.join('\n'), /was left running/);
  assert.deepEqual(await query(next.connection, 'SELECT value FROM kept'), [{ value: 7 }]);
  await next.stop();
});

test('committed rows are there again after a simultaneous kill -9 of everything', async () => {
  const dataFolder = await folderWithCluster();
  const owner = await startOwner(dataFolder);
  await query(owner.connection, 'CREATE TABLE kept AS SELECT 7 AS value');
  const serverPid = await readServerPid(dataFolder);
  const supervisorPid = await readParentPid(serverPid);
  for (const pid of [supervisorPid, serverPid]) {
    process.kill(pid, 'SIGKILL');
  }
  await kill(owner);

  const next = await startEmbeddedPostgres({ dataFolder });
  assert.deepEqual(await query(next.connection, 'SELECT value FROM kept'), [{ value: 7 }]);
  await next.stop();
});

test('reused process ids of a dead server do not prevent a start', async () => {
  const dataFolder = await folderWithCluster();
  const first = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  const pidFile = path.join(dataFolder, 'cluster', 'postmaster.pid');
  const lockFile = path.join(first.connection.host, `.s.PGSQL.${first.connection.port}.lock`);
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await first.stop();
  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
  const left = [String(stranger.pid), ...lines.slice(1)].join('\n');
  await writeFile(pidFile, left, { mode: 0o600 });
  await writeFile(lockFile, left, { mode: 0o600 });

  const next = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await query(next.connection, 'SELECT 1');
  assert.equal(stranger.exitCode, null, 'the stranger was left alone');
  await next.stop();
  stranger.kill('SIGKILL');
});

test('an incomplete cluster is removed and created again', async () => {
  const dataFolder = newFolder();
  const halfMade = path.join(dataFolder, 'cluster.init');
  await mkdir(path.join(halfMade, 'base'), { recursive: true });
  await writeFile(path.join(halfMade, 'base', 'half'), 'half');
  const server = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await query(server.connection, 'SELECT 1');
  await server.stop();
  assert.ok(!(await readdir(dataFolder)).includes('cluster.init'));
});

test('a program killed while it creates the cluster does not block the next one', async () => {
  const dataFolder = newFolder();
  const child = spawnOwner(dataFolder, FAST);
  await untilPresent(path.join(dataFolder, 'cluster.init'));
  child.kill('SIGKILL');
  const server = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await query(server.connection, 'SELECT 1');
  await server.stop();
});

test('a second start on the same folder refuses, in the same program and in another', async () => {
  const dataFolder = await folderWithCluster();
  const first = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await assert.rejects(startEmbeddedPostgres({ dataFolder }), DataFolderInUse);
  await assert.rejects(startOwner(dataFolder), /DataFolderInUse: .* in use by process \d+/);
  await query(first.connection, 'SELECT 1');
  await first.stop();
});

test('exactly one of four programs that start on one folder concurrently gets it', async () => {
  const dataFolder = await folderWithCluster();
  const starts = Array.from({ length: 4 }, () =>
    startEmbeddedPostgres({ dataFolder, settings: FAST }),
  );
  const settled = await Promise.allSettled(starts);
  const won = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const lost = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const server of won) {
    await server.stop();
  }
  assert.equal(won.length, 1);
  assert.ok(
    lost.every((error) => error instanceof DataFolderInUse),
    String(lost),
  );
});

test('a data folder with a long path, spaces, commas and quotes works', async () => {
  const dataFolder = path.join(newFolder(), 'a "quoted", long name', 'x'.repeat(100));
  const server = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  await query(server.connection, 'SELECT 1');
  assert.equal((await stat(server.connection.host)).mode & 0o777, 0o700);
  await server.stop();
  await assert.rejects(access(server.connection.host), /ENOENT/);

  const short = path.join(newFolder(), `a "q", it's`);
  const other = await startEmbeddedPostgres({ dataFolder: short, settings: FAST });
  await query(other.connection, 'SELECT 1');
  await other.stop();
});

test('the server runs as an ordinary user', async (context) => {
  if (IS_ROOT && !(await isReachableForAll(fileURLToPath(import.meta.url)))) {
    context.skip('the project folder is closed to other users, so none can run this program');
    return;
  }
  const dataFolder = newFolder();
  if (IS_ROOT) {
    await mkdir(dataFolder, { mode: 0o777 });
    await chmod(dataFolder, 0o777);
  }
  const owner = await startOwner(dataFolder, FAST, IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {});
  assert.equal(owner.mode, 'directly');
  await kill(owner);
});

test('as root without namespaces it runs as an unprivileged uid', async (context) => {
  if (!IS_ROOT) {
    context.skip('only root has this way');
    return;
  }
  // A PATH that lacks `unshare`, as in a minimal container.
  const env = { PATH: path.join(temporary, 'no-programs') };
  const dataFolder = newFolder();
  const owner = await startOwner(dataFolder, FAST, { env });
  assert.equal(owner.mode, 'unprivileged uid');
  assert.match(owner.logged.join('\n'), /cannot run in a user namespace/);
  await query(owner.connection, 'CREATE TABLE kept AS SELECT 7 AS value');
  assert.notEqual((await stat(path.join(dataFolder, 'cluster'))).uid, 0);
  await kill(owner);

  const next = await startEmbeddedPostgres({ dataFolder, settings: FAST });
  assert.deepEqual(await query(next.connection, 'SELECT value FROM kept'), [{ value: 7 }]);
  await next.stop();
  const back = await startOwner(dataFolder, FAST, { env });
  assert.deepEqual(await query(back.connection, 'SELECT value FROM kept'), [{ value: 7 }]);
  await kill(back);
});

test('as root the refusal names a folder closed to that uid', async (context) => {
  if (!IS_ROOT) {
    context.skip('only root has this way');
    return;
  }
  const closed = newFolder();
  await mkdir(closed, { mode: 0o700 });
  const env = { PATH: path.join(temporary, 'no-programs') };
  const start = startOwner(path.join(closed, 'data'), FAST, { env });
  await assert.rejects(start, new RegExp(`because ${closed} is closed to other users`));
});

function newFolder(): string {
  folders += 1;
  return path.join(temporary, String(folders));
}

let prepared: Promise<string> | undefined;

/** Returns a new data folder with a cluster. Copying a cluster costs a tenth of creating one. */
async function folderWithCluster(): Promise<string> {
  prepared ??= prepareFolder();
  const folder = newFolder();
  await promisify(execFile)('cp', ['-pR', await prepared, folder]);
  return folder;
}

async function prepareFolder(): Promise<string> {
  const folder = newFolder();
  const server = await startEmbeddedPostgres({ dataFolder: folder, settings: FAST });
  await server.stop();
  return folder;
}

async function query(connection: EmbeddedConnection, text: string): Promise<object[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function setting(connection: EmbeddedConnection, name: string): Promise<unknown> {
  const rows = await query(connection, `SELECT current_setting('${name}') AS value`);
  return Object.values(rows[0] ?? {})[0];
}

function spawnOwner(dataFolder: string, settings: object, options = {}): ChildProcess {
  const self = fileURLToPath(import.meta.url);
  const script = self.replace('.test.', '-owner.');
  const loader = self.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  const programArguments = [...loader, script, dataFolder, JSON.stringify(settings)];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(process.execPath, programArguments, { stdio: [...stdio], cwd: '/', ...options });
}

async function startOwner(dataFolder: string, settings = {}, options = {}): Promise<Owner> {
  const child = spawnOwner(dataFolder, settings, options);
  assert.ok(child.stdout);
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line);
    if (answer.failure !== undefined) {
      throw new Error(answer.failure);
    }
    return { child, ...answer };
  }
  throw new Error('the program that starts the server said nothing');
}

async function kill(owner: Owner): Promise<void> {
  const ended = once(owner.child, 'exit');
  owner.child.kill('SIGKILL');
  await ended;
}

async function readServerPid(dataFolder: string): Promise<number> {
  const pidFile = path.join(dataFolder, 'cluster', 'postmaster.pid');
  return Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
}

async function readParentPid(pid: number): Promise<number> {
  const ps = spawn('ps', ['-o', 'ppid=', '-p', String(pid)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: ps.stdout })) {
    return Number(line);
  }
  throw new Error('no such process');
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function untilPresent(file: string): Promise<void> {
  const isPresent = () =>
    access(file).then(
      () => true,
      () => false,
    );
  return until(isPresent);
}

async function isReachableForAll(file: string): Promise<boolean> {
  for (let at = path.dirname(file); at !== path.dirname(at); at = path.dirname(at)) {
    if (((await stat(at)).mode & 0o005) !== 0o005) {
      return false;
    }
  }
  return true;
}
