// Tests against QuickFIX, an independent engine: executor, ordermatch and tradeclient.
// COUNTINGHOUSE_QUICKFIX=auto downloads Debian's packages with apt-get. The variable may instead
// name a folder that contains the three programs and their `root`. The programs listen on every
// interface, so they and their tests run in a separate network namespace, which can reach only a
// database with a Unix socket. If the programs or such a database are missing, the suite reports
// "skipped".

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fetchQuickFix } from './program.js';

const SUITES = ['executor', 'ordermatch', 'tradeclient', 'order'] as const;
const SUITE_TIME_MS = 120_000;
const LOCAL_SOCKETS = '/var/run/postgresql';
const WISH = process.env.COUNTINGHOUSE_QUICKFIX ?? '';

describe('against QuickFIX', () => {
  let temporary: string;
  let programs: string | undefined;
  let reason: string | undefined;

  before(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'quickfix-'));
    programs = await findPrograms(temporary);
    reason = whyNot(programs);
  });
  after(() => rm(temporary, { recursive: true, force: true }));

  for (const suite of SUITES) {
    it(suite, { timeout: SUITE_TIME_MS }, async (context) => {
      if (programs === undefined || reason !== undefined) return context.skip(reason);
      const said = await runInNamespace(programs, suite);
      for (const line of said.split('\n')) {
        if (/^# (pass|fail) /.test(line)) context.diagnostic(line);
      }
    });
  }
});

/** Returns the folder of the programs. Downloads them to `temporary` if requested. */
async function findPrograms(temporary: string): Promise<string | undefined> {
  if (WISH === '') return undefined;
  if (WISH !== 'auto') return existsSync(join(WISH, 'executor')) ? WISH : undefined;
  try {
    await fetchQuickFix(temporary);
    return temporary;
  } catch {
    return undefined;
  }
}

/**
 * Returns the URL of a database that can be reached without a network: the test run's database or
 * the machine's.
 */
function socketUrl(): string | undefined {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return /[?&]host=(\/|%2F)/i.test(given) ? given : undefined;
  return existsSync(LOCAL_SOCKETS)
    ? `postgresql://root@/postgres?host=${LOCAL_SOCKETS}`
    : undefined;
}

/** Returns the reason why the suites cannot run here. */
function whyNot(programs: string | undefined): string | undefined {
  if (WISH === '') return 'skipped: COUNTINGHOUSE_QUICKFIX is not set';
  if (programs === undefined) return "skipped: Debian's libquickfix packages could not be had";
  if (socketUrl() === undefined) return 'skipped: needs a database that has a Unix socket';
  try {
    execFileSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'skipped: no network namespace can be made here';
  }
}

async function runInNamespace(programs: string, suite: string): Promise<string> {
  const here = fileURLToPath(import.meta.url);
  const file = join(dirname(here), `${suite}${extname(here)}`);
  const loader = extname(here) === '.ts' ? ['--import', 'tsx'] : [];
  const node = [process.execPath, ...loader, '--test', '--test-reporter=tap', file];
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const child = spawn(
    'unshare',
    ['-rn', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', ...node],
    {
      env: { ...environment, TEST_DATABASE_URL: socketUrl(), QUICKFIX_PROGRAMS: programs },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  return said;
}
