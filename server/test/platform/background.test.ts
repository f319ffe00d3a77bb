// Background processes: results, failures, deaths, and the limit of the queue.

import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BACKGROUND } from '../../src/limits.js';
import { makeInBackground } from '../../src/platform/files/background.js';
import { lowerPriority } from '../../src/platform/files/background-process.js';
import { Problem } from '../../src/platform/http/reply/problem.js';
import { WORK } from '../support/background/work.js';
import { until, waitFor } from '../support/wait.js';

const isSource = import.meta.url.endsWith('.ts');
const make = (name: string, input: object = { count: 3 }) =>
  makeInBackground({ module: WORK, name }, input);

const isRefused = (error: unknown) =>
  error instanceof Problem && error.kind.code === 'SERVICE_UNAVAILABLE';

/** Returns a process's id and priority. */
async function about(): Promise<{ readonly pid: number; readonly priority: number }> {
  return JSON.parse((await make('about')).toString());
}

describe('background processes', () => {
  it('return the bytes that were made', async () => {
    assert.deepEqual(await make('bytes'), Buffer.from([7, 7, 7]));
    assert.equal((await make('bytes', { count: 1_000_000 })).length, 1_000_000);
  });

  it('are processes of their own with a lower priority than the program', async () => {
    const { pid, priority } = await about();
    assert.notEqual(pid, process.pid);
    assert.equal(priority, Math.max(BACKGROUND.niceness, getPriority()));
  });

  it('continue where the system refuses to lower the priority', () => {
    const refusing = () => {
      throw new Error('EPERM');
    };
    assert.equal(lowerPriority(BACKGROUND.niceness, refusing), false);
    const lowered: number[] = [];
    assert.equal(
      lowerPriority(BACKGROUND.niceness, (priority) => lowered.push(priority)),
      true,
    );
    assert.ok((lowered[0] ?? 0) >= BACKGROUND.niceness);
  });

  it('get no environment variables, which contain the secrets of the program', async () => {
    process.env.COUNTINGHOUSE_TEST_SECRET = 'do not tell';
    try {
      const { pid } = await about();
      process.kill(pid, 'SIGKILL');
      const names: string[] = JSON.parse((await make('environment')).toString());
      assert.ok(!names.includes('COUNTINGHOUSE_TEST_SECRET'), names.join(' '));
    } finally {
      delete process.env.COUNTINGHOUSE_TEST_SECRET;
    }
  });

  it('return a failure, and continue', async () => {
    await assert.rejects(make('broken'), /the pen is broken/);
    assert.equal((await make('bytes')).length, 3);
  });

  it('are replaced when one is killed while it is idle', async () => {
    const { pid } = await about();
    process.kill(pid, 'SIGKILL');
    assert.notEqual((await about()).pid, pid);
  });

  it('do the work again if one is killed during it', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'countinghouse-background-'));
    context.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'begun');
    const kept = make('doomed', { file });
    await until(() => existsSync(file));
    const pid = Number(await readFile(file, 'utf8'));
    process.kill(pid, 'SIGKILL');
    const done: { pid: number } = JSON.parse((await kept).toString());
    assert.notEqual(done.pid, pid);
  });

  it('503: processes die at the work, each time that it is done', async () => {
    await assert.rejects(make('deadly'), isRefused);
    assert.equal((await make('bytes')).length, 3);
  });

  it('do work that waited behind work that kills its process', async () => {
    const deadly = Array.from({ length: BACKGROUND.processesMax }, () => make('deadly'));
    const ends = Promise.allSettled(deadly);
    let isOver = false;
    void ends.then(() => {
      isOver = true;
    });
    const behind: Promise<Buffer>[] = [];
    while (!isOver) {
      // Half the limit, so that these tasks never fill the queue.
      if (behind.length < BACKGROUND.waitingMax / 2) behind.push(make('bytes'));
      await pause(2);
    }
    // No task waited for a process that failed to start. Otherwise the queue would have filled up
    // and rejected tasks.
    for (const bytes of await Promise.all(behind)) assert.equal(bytes.length, 3);
    assert.ok((await ends).every(({ status }) => status === 'rejected'));
  });

  it('503: too much work waits, and the waiting work is done', async () => {
    await make('bytes');
    const asked = Array.from({ length: BACKGROUND.waitingMax * 2 }, () => make('bytes'));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.ok(refused.length > 0 && refused.length <= BACKGROUND.waitingMax);
    for (const { reason } of refused) assert.ok(isRefused(reason));
    assert.equal((await make('bytes')).length, 3);
  });

  it('do what waits once they can be started again', async () => {
    const { pid } = await about();
    const works = process.execPath;
    process.execPath = '/bin/false';
    try {
      process.kill(pid, 'SIGKILL');
      const waiting = Array.from({ length: 5 }, () => make('bytes'));
      // By now each new process has died while starting.
      await pause(BACKGROUND.restartMs / 2);
      process.execPath = works;
      for (const bytes of await Promise.all(waiting)) assert.equal(bytes.length, 3);
    } finally {
      process.execPath = works;
    }
  });

  it('503: no file handles are left, and the program continues', async () => {
    const file = isSource ? '../support/background/handles.ts' : '../support/background/handles.js';
    const program = spawn(
      'sh',
      [
        ...['-c', 'ulimit -n 200 && exec "$0" "$@"', process.execPath, ...process.execArgv],
        fileURLToPath(new URL(file, import.meta.url)),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    assert.equal(await text(program.stdout), '6 refused, 3 bytes');
  });

  it('end when the program that started them is killed', async () => {
    const program = fork(new URL(isSource ? './program.ts' : './program.js', WORK), {
      execArgv: process.execArgv,
    });
    const [text] = await once(program, 'message');
    const { pid }: { pid: number } = JSON.parse(String(text));
    assert.ok(isAlive(pid));
    program.kill('SIGKILL');
    await waitFor('the end of the background process', async () => !isAlive(pid));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
