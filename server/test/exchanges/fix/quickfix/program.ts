// Downloads, unpacks, starts and drives QuickFIX's own example programs, as packaged by Debian.

import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { SessionLog } from '../../../../src/exchanges/fix/session/application.js';
import { sessionConfig } from '../../../../src/exchanges/fix/session/config.js';
import type { BeginString } from '../../../../src/exchanges/fix/session/message/dictionary.js';
import { type FixMessage, fieldOf } from '../../../../src/exchanges/fix/session/message/message.js';
import { SYSTEM_CLOCK } from '../../../../src/exchanges/fix/session/message/time.js';
import {
  type Initiator,
  startInitiator,
} from '../../../../src/exchanges/fix/session/peer/initiator.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { until } from '../../../support/wait.js';

/** The programs, and their paths below the package's examples folder. */
const PROGRAMS = {
  executor: 'executor/C++/.libs/executor.gz',
  ordermatch: 'ordermatch/.libs/ordermatch.gz',
  tradeclient: 'tradeclient/.libs/tradeclient.gz',
} as const;
export type QuickFixProgram = keyof typeof PROGRAMS;

const DOWNLOAD_TIME_MS = 120_000;

/** Downloads both packages with apt-get and unpacks the programs into the folder. */
export async function fetchQuickFix(folder: string): Promise<void> {
  try {
    download(folder);
  } catch {
    // A fresh machine has no package lists yet.
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: DOWNLOAD_TIME_MS });
    download(folder);
  }
  for (const name of await readdir(folder)) {
    if (name.endsWith('.deb')) execFileSync('dpkg', ['-x', name, 'root'], { cwd: folder });
  }
  const examples = join(folder, 'root/usr/share/doc/libquickfix-doc/examples');
  for (const [name, place] of Object.entries(PROGRAMS)) {
    const program = join(folder, name);
    await pipeline(
      createReadStream(join(examples, place)),
      createGunzip(),
      createWriteStream(program),
    );
    await chmod(program, 0o755);
  }
}

/** Returns the folder with the programs, which the enclosing test has filled. */
export function programFolder(): string {
  const folder = process.env.QUICKFIX_PROGRAMS;
  assert.ok(folder !== undefined, 'QUICKFIX_PROGRAMS names the folder of the programs');
  return folder;
}

function download(folder: string): void {
  execFileSync('apt-get', ['download', 'libquickfix17', 'libquickfix-doc'], {
    cwd: folder,
    stdio: 'ignore',
    timeout: DOWNLOAD_TIME_MS,
  });
}

export interface RunningProgram {
  readonly child: ChildProcess;
  /** Returns everything that the program has printed, with `|` for the separator. */
  said(): string;
  /** Waits until the output after position `from` matches the pattern. */
  saidSince(pattern: RegExp, from: number): Promise<void>;
  /**
   * Answers the program's prompts one by one. Each answer is keyed by the last words of its prompt.
   */
  answer(answers: Readonly<Record<string, string>>, until: RegExp): Promise<void>;
  stop(): void;
}

/** Writes the settings and starts a program in its own folder. */
export async function startProgram(
  name: QuickFixProgram,
  settings: readonly string[],
  flags: readonly string[] = [],
): Promise<RunningProgram> {
  const programs = programFolder();
  const folder = join(
    programs,
    `run-${name}-${process.pid}-${Math.random().toString(36).slice(2)}`,
  );
  await mkdir(folder);
  const file = join(folder, 'settings.cfg');
  await writeFile(file, `${[...settings, ''].join('\n')}`.replaceAll('@FOLDER', folder));
  const child = spawn(join(programs, name), [file, ...flags], {
    cwd: folder,
    env: { LD_LIBRARY_PATH: join(programs, 'root/usr/lib/x86_64-linux-gnu') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1').replaceAll('\u0001', '|');
  });
  const saidSince = (pattern: RegExp, from: number) => until(() => pattern.test(said.slice(from)));
  return {
    child,
    said: () => said,
    saidSince,
    answer: async (answers, done) => {
      let at = said.length;
      const prompt = /([A-Za-z ]+\??): $/;
      child.stdin.write(`${answers.Action}\n`);
      while (!done.test(said.slice(at))) {
        const from = said.length;
        await until(() => prompt.test(said.slice(from)) || done.test(said.slice(at)));
        const asked = prompt.exec(said.slice(from))?.[1]?.trim();
        if (asked === undefined || asked === 'Action') continue;
        const answer = answers[asked];
        assert.ok(answer !== undefined, `the program asks for ${asked}`);
        child.stdin.write(`${answer}\n`);
      }
      at = said.length;
    },
    stop: () => child.kill(),
  };
}

const EXECUTOR_VERSIONS = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'] as const;
const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((file) => existsSync(file));

/** Returns true if this machine can make a TLS certificate. */
export function hasOpenssl(): boolean {
  return OPENSSL !== undefined;
}

/** Returns the self-signed certificate of an executor that uses TLS. */
export function certificateOf(client: string): string {
  return join(programFolder(), `${client}.pem`);
}

/** Starts an executor for one client in all versions, with or without TLS. */
export async function startExecutor(executor: {
  readonly client: string;
  readonly port: number;
  readonly kind: 'plain' | 'tls';
}): Promise<RunningProgram> {
  const { client, port, kind } = executor;
  const certificate = certificateOf(client);
  if (kind === 'tls' && OPENSSL !== undefined) {
    const words = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost';
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-keyout', `${certificate}.key`, '-out', certificate];
    execFileSync(OPENSSL, [...words.split(' '), ...names, ...files], { stdio: 'ignore' });
  }
  const settings = [
    '[DEFAULT]',
    'ConnectionType=acceptor',
    'SenderCompID=EXEC',
    `TargetCompID=${client}`,
    'FileStorePath=@FOLDER',
    `SocketAcceptPort=${port}`,
    'SocketReuseAddress=Y',
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    'UseDataDictionary=N',
    'DefaultApplVerID=FIX.5.0',
    `ServerCertificateFile=${certificate}`,
    `ServerCertificateKeyFile=${certificate}.key`,
    ...EXECUTOR_VERSIONS.map((version) => `[SESSION]\nBeginString=${version}`),
  ];
  return startProgram('executor', settings, kind === 'tls' ? ['SSL'] : []);
}

/** Starts an ordermatch for these members, all using FIX 4.2. */
export function startOrdermatch(port: number, members: readonly string[]): Promise<RunningProgram> {
  return startProgram('ordermatch', [
    '[DEFAULT]',
    'ConnectionType=acceptor',
    'SenderCompID=MATCH',
    'FileStorePath=@FOLDER',
    `SocketAcceptPort=${port}`,
    'SocketReuseAddress=Y',
    'StartTime=00:00:00',
    'EndTime=00:00:00',
    'UseDataDictionary=N',
    ...members.map((id) => `[SESSION]\nBeginString=FIX.4.2\nTargetCompID=${id}`),
  ]);
}

/** Waits until something listens on a loopback port. */
export async function portOpen(port: number): Promise<void> {
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const probe = connect({ port, host: '127.0.0.1' });
        probe.once('connect', () => {
          probe.destroy();
          resolve(true);
        });
        probe.once('error', () => resolve(false));
      }),
  );
}

export interface Broker extends Initiator {
  readonly alarms: readonly string[];
  /** Every application message received, once each, ordered by sequence number. */
  readonly received: readonly FixMessage[];
}

export interface BrokerSettings {
  readonly db: Database;
  readonly beginString: BeginString;
  readonly senderCompId: string;
  readonly targetCompId: string;
  readonly port: number;
  readonly tls?: boolean;
}

/** Starts our initiator with an application that keeps every message it receives. */
export function startBroker(settings: BrokerSettings): Broker {
  const { db, beginString, senderCompId, targetCompId, port, tls } = settings;
  const alarms: string[] = [];
  const received: FixMessage[] = [];
  const log: SessionLog = { alarm: (_, text) => alarms.push(text), info: () => undefined };
  const initiator = startInitiator({
    db,
    log,
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port,
    ...(tls === true ? { tls: { rejectUnauthorized: false } } : {}),
    config: sessionConfig({
      role: 'initiator',
      key: { beginString, senderCompId, targetCompId },
      reconnectMaxMs: 200,
      defaultApplVerId: '7',
    }),
    application: {
      onMessage: async (tx, message) => {
        tx.afterCommit(() => received.push(message));
        return [];
      },
    },
  });
  return { ...initiator, alarms, received };
}

/** Returns the given tags of a report, for comparison. */
export function tagsOf(message: FixMessage | undefined, tags: readonly number[]): string[] {
  assert.ok(message !== undefined, 'there is a message');
  return tags.map((tag) => fieldOf(message, tag) ?? '');
}
