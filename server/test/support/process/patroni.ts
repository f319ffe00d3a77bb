// Three PostgreSQL servers under Patroni, with the machine's etcd and HAProxy, configured with the
// files from docs/operations/high-availability.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { waitFor } from '../wait.js';
import { freePort } from './server-process.js';

const FILES = join(packageFolder(), '..', 'docs', 'operations', 'high-availability');
const POSTGRES_FOLDER = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'change-me-1';
/** More connections than servers, because HAProxy distributes them round-robin. */
const PROXY_CONNECTIONS = 6;
/** The time limit for a commit that tests whether a server can commit. */
const COMMIT_MAX_MS = 200;
/** A cluster is healthy if this number of consecutive checks succeed. */
const WHOLE_CHECKS = 10;
const WHOLE_CHECK_MS = 1_000;

/** False if any of the programs is missing. */
export const HAS_PATRONI = [
  ['patroni', '--version'],
  ['etcd', '--version'],
  ['haproxy', '-v'],
  [`${POSTGRES_FOLDER}/postgres`, '--version'],
].every(([name = '', option = '']) => spawnSync(name, [option]).status === 0);

interface Ports {
  readonly database: number;
  readonly api: number;
}

interface Member {
  readonly name: string;
  readonly ports: Ports;
  readonly folder: string;
  program: ChildProcess;
}

export interface PatroniCluster {
  /** The URL of the database through HAProxy. */
  readonly proxyUrl: string;
  /** A URL that lists all servers, without HAProxy. */
  readonly hostsUrl: string;
  /** Kills the primary and its Patroni with `kill -9`. Returns a function that restarts them. */
  readonly killPrimary: () => Promise<() => Promise<void>>;
  /**
   * Suspends the primary's processes and its Patroni. Returns a function that restarts them instead
   * of resuming them, as a watchdog would. If they resumed, Patroni 3.0 would take the lock back
   * and the new primary's commits would be lost.
   */
  readonly freezePrimary: () => Promise<() => Promise<void>>;
  /**
   * Kills or suspends a standby and its Patroni. Returns a function that restarts them, which also
   * ends suspended ones.
   */
  readonly loseStandby: (signal: 'SIGKILL' | 'SIGSTOP') => Promise<() => Promise<void>>;
  /**
   * Suspends the primary's WAL senders: its commits from now on reach no standby. Suspending the
   * receivers would lose nothing, because data that has been sent is in their sockets.
   */
  readonly stopSenders: () => Promise<void>;
  /**
   * Waits until a server acknowledges a commit. Under `synchronous_mode_strict`, a standby has
   * received the commit by then. This is the earliest moment at which a node can store anything
   * after a failover.
   */
  readonly committing: () => Promise<void>;
  /**
   * Waits until all servers run and every standby replicates, one of them synchronously if
   * configured. Checks several times in succession, because a restarted server may replicate
   * briefly before it stops to rewind.
   */
  readonly whole: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts the cluster in its own folder. A control runs without synchronous standbys. */
export async function startPatroni(isSynchronous = true): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-patroni-'));
  await chmod(folder, 0o755);
  const etcdPort = await freePort();
  const proxyPort = await freePort();
  const etcd = await startEtcd(folder, etcdPort);
  const members: Member[] = [];
  for (const name of ['db1', 'db2', 'db3']) {
    const ports = { database: await freePort(), api: await freePort() };
    const file = await writePatroni(folder, { name, ports, etcdPort, isSynchronous });
    members.push({ name, ports, folder: join(folder, name), program: startMember(file) });
    await waitFor(`${name} to run`, async () => (await stateOf(members.at(-1))) === 'running');
  }
  const proxy = await startProxy(folder, { members, proxyPort });
  const file = (member: Member) => join(folder, `${member.name}.yml`);
  const hosts = members.map(({ ports }) => `127.0.0.1:${ports.database}`).join(',');
  const lose = async (member: Member, signal: 'SIGKILL' | 'SIGSTOP') => {
    await signalAll(member, signal);
    return async () => {
      if (signal === 'SIGSTOP') await signalAll(member, 'SIGKILL');
      member.program = startMember(file(member));
    };
  };
  const cluster: PatroniCluster = {
    proxyUrl: `postgresql://postgres:${PASSWORD}@127.0.0.1:${proxyPort}/postgres`,
    hostsUrl: `postgresql://postgres:${PASSWORD}@${hosts}/postgres`,
    killPrimary: async () => lose(await primaryOf(members), 'SIGKILL'),
    freezePrimary: async () => lose(await primaryOf(members), 'SIGSTOP'),
    loseStandby: async (signal) => lose(await standbyOf(members), signal),
    stopSenders: async () => {
      for (const pid of await sendersOf(await primaryOf(members))) process.kill(pid, 'SIGSTOP');
    },
    committing: async () => {
      await waitFor('a server that commits', async () => {
        const asked = await Promise.all(members.map(({ ports }) => commits(ports.database)));
        return asked.includes(true);
      });
    },
    whole: async () => {
      let checks = 0;
      const isStillWhole = async () => {
        checks = (await isWhole(members, isSynchronous)) ? checks + 1 : 0;
        if (checks < WHOLE_CHECKS) await pause(WHOLE_CHECK_MS);
        return checks >= WHOLE_CHECKS;
      };
      await waitFor('a whole cluster', isStillWhole, 180_000);
    },
    stop: async () => {
      for (const member of members) await signalAll(member, 'SIGKILL');
      for (const program of [proxy, etcd]) program.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  try {
    await cluster.whole();
    await waitFor('the proxy to find the primary', () => leadsToPrimary(cluster.proxyUrl));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/**
 * Returns true if several connections in a row reach the primary. One is not enough, because
 * HAProxy trusts every server until its first health checks.
 */
async function leadsToPrimary(url: string): Promise<boolean> {
  for (let connection = 0; connection < PROXY_CONNECTIONS; connection += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      const { rows } = await client.query('select pg_is_in_recovery() as is_standby');
      if (rows[0]?.is_standby !== false) return false;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return true;
}

/** Returns true if a server acknowledges a commit within `COMMIT_MAX_MS`. */
async function commits(port: number): Promise<boolean> {
  const connectionString = `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({
    ...{ connectionString, connectionTimeoutMillis: COMMIT_MAX_MS, query_timeout: COMMIT_MAX_MS },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`select pg_logical_emit_message(true, 'test', 'a commit')`);
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const environment = () => ({ ...process.env, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8' });

async function startEtcd(folder: string, port: number): Promise<ChildProcess> {
  const client = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${await freePort()}`;
  const words = ['--data-dir', join(folder, 'etcd'), '--log-level', 'error'];
  words.push('--listen-client-urls', client, '--advertise-client-urls', client);
  words.push('--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer);
  words.push('--initial-cluster', `default=${peer}`);
  const etcd = spawn('etcd', words, { stdio: 'ignore' });
  await waitFor('etcd', () => answers(`${client}/health`));
  return etcd;
}

interface MemberPlan {
  readonly name: string;
  readonly ports: Ports;
  readonly etcdPort: number;
  readonly isSynchronous: boolean;
}

async function writePatroni(folder: string, plan: MemberPlan): Promise<string> {
  const { name, ports, etcdPort } = plan;
  const data = join(folder, name);
  await mkdir(data, { mode: 0o700 });
  if (isRoot()) await chown(data, idOf('-u'), idOf('-g'));
  const text = (await readFile(join(FILES, 'patroni.yml'), 'utf8'))
    .replace('name: db1', `name: ${name}`)
    .replaceAll('10.20.0.11:8008', `127.0.0.1:${ports.api}`)
    .replaceAll('10.20.0.11:5432', `127.0.0.1:${ports.database}`)
    .replace(/hosts: \[.*\]/, `hosts: [127.0.0.1:${etcdPort}]`)
    .replace('/var/lib/postgresql/15/countinghouse', join(data, 'data'))
    .replace(
      'max_connections: 200',
      `max_connections: 200\n        unix_socket_directories: ${data}`,
    )
    .replace('mode: required', "mode: 'off'")
    .replaceAll(/(synchronous_mode(?:_strict)?): true/g, `$1: ${plan.isSynchronous}`)
    // The control promotes a standby that lacks writes, so it must not be excluded for its lag.
    .replace(/(maximum_lag_on_failover): (\d+)/, plan.isSynchronous ? '$1: $2' : '$1: $200');
  const file = join(folder, `${name}.yml`);
  await writeFile(file, text, { mode: 0o644 });
  return file;
}

function startMember(file: string): ChildProcess {
  const log = process.env.TEST_LOG_LEVEL === undefined ? 'ignore' : 'inherit';
  const words = isRoot()
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    : [];
  const [program = '', ...rest] = [...words, 'patroni', file];
  // Patroni writes its password file in the home folder.
  const env = { ...environment(), HOME: file.replace(/\.yml$/, '') };
  return spawn(program, rest, { stdio: ['ignore', log, log], env });
}

async function startProxy(
  folder: string,
  { members, proxyPort }: { readonly members: readonly Member[]; readonly proxyPort: number },
): Promise<ChildProcess> {
  let text = (await readFile(join(FILES, 'haproxy.cfg'), 'utf8')).replace(
    '10.20.0.10:5432',
    `127.0.0.1:${proxyPort}`,
  );
  for (const { name, ports } of members) {
    text = text.replace(
      new RegExp(`server ${name} .*`),
      `server ${name} 127.0.0.1:${ports.database} check port ${ports.api}`,
    );
  }
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  return spawn('haproxy', ['-f', file], { stdio: 'ignore' });
}

async function answers(url: string): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  return reply?.status === 200;
}

interface MemberState {
  readonly state?: string;
  readonly role?: string;
  readonly replication?: readonly { readonly sync_state?: string }[];
}

async function lookAt(member: Member | undefined): Promise<MemberState> {
  const url = `http://127.0.0.1:${member?.ports.api}/patroni`;
  const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  return (await reply?.json().catch(() => ({}))) ?? {};
}

const stateOf = async (member: Member | undefined) => (await lookAt(member)).state;

async function primaryOf(members: readonly Member[]): Promise<Member> {
  return waitFor('a primary', async () => {
    for (const member of members) {
      if (await answers(`http://127.0.0.1:${member.ports.api}/primary`)) return member;
    }
    return undefined;
  });
}

async function standbyOf(members: readonly Member[]): Promise<Member> {
  const primary = await primaryOf(members);
  const standby = members.find((member) => member !== primary);
  assert.ok(standby, 'the cluster has a standby');
  return standby;
}

// Returns true if the cluster is healthy. One member's answer is not enough, because a member that
// resumes after a suspension may briefly believe that it is the primary.
async function isWhole(members: readonly Member[], isSynchronous: boolean): Promise<boolean> {
  const isPrimary = await Promise.all(
    members.map(({ ports }) => answers(`http://127.0.0.1:${ports.api}/primary`)),
  );
  const states = await Promise.all(members.map((member) => lookAt(member)));
  const [primary, ...others] = members.filter((_, index) => isPrimary[index]);
  if (primary === undefined || others.length > 0) return false;
  const { replication = [] } = states[members.indexOf(primary)] ?? {};
  const isSync = replication.some(({ sync_state }) => sync_state === 'sync');
  return isSync === isSynchronous && replication.length === members.length - 1;
}

// Signals Patroni, which is our child process, then the postmaster and its children. The member's
// postmaster.pid names the postmaster.
async function signalAll(member: Member, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await postmasterOf(member);
  member.program.kill(signal);
  if (postmaster === undefined) return;
  const children = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' }).stdout;
  for (const pid of [postmaster, ...children.split('\n').filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

async function sendersOf(member: Member): Promise<number[]> {
  const postmaster = await postmasterOf(member);
  if (postmaster === undefined) return [];
  const words = ['-f', '-P', String(postmaster), 'walsender'];
  return spawnSync('pgrep', words, { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);
}

async function postmasterOf({ folder }: Member): Promise<number | undefined> {
  const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || undefined;
}

const isRoot = () => userInfo().uid === 0;

function idOf(kind: '-u' | '-g'): number {
  return Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout);
}
