// Kills background processes while they work.

import { setTimeout as pause } from 'node:timers/promises';
import { statOf } from '../../../bench/process-stat.js';
import { makeInBackground } from '../../../src/platform/files/background.js';
import { waitFor } from '../wait.js';
import { WORK } from './work.js';

/**
 * CPU time in milliseconds. An idle process that has used this much since its last answer must have
 * received another task.
 */
const WORK_MS = 20;
const POLL_INTERVAL_MS = 1;
/**
 * Delay between an answer and the kill, in milliseconds, on systems that do not report CPU time.
 */
const UNSEEN_MS = 10;

/** Returns an idle process that has not yet loaded the modules for its work. */
export async function newProcess(): Promise<number> {
  const former = await idleProcess();
  kill(former);
  return waitFor('another process', async () => {
    const pid = await idleProcess();
    return pid !== former && pid;
  });
}

/** Returns the process that answers next. That process also gets the next task. */
export function idleProcess(): Promise<number> {
  return waitFor('the answer of a process', async () => {
    const answer = await makeInBackground({ module: WORK, name: 'about' }, {}).catch(() => null);
    return answer !== null && Number(JSON.parse(answer.toString()).pid);
  });
}

/**
 * Kills an idle process once it starts to work. Returns false if the signal aborts first or the
 * process ends. The first task of a new process is long enough to be noticed.
 */
export async function killAtWork(pid: number, signal: AbortSignal): Promise<boolean> {
  const before = statOf(pid);
  if (statOf(process.pid) === undefined) {
    await pause(UNSEEN_MS);
    return kill(pid);
  }
  while (!signal.aborted) {
    const now = statOf(pid);
    if (before === undefined || now === undefined) return false;
    if (now.isRunning && now.ownMs - before.ownMs >= WORK_MS) return kill(pid);
    await pause(POLL_INTERVAL_MS);
  }
  return false;
}

/** Kills a process. Returns false if the process has already ended. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
