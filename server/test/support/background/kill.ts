// Kills background processes in the middle of their work.

import { setTimeout as pause } from 'node:timers/promises';
import { statOf } from '../../../bench/process-stat.js';
import { makeInBackground } from '../../../src/platform/files/background.js';
import { waitFor } from '../wait.js';
import { WORK } from './work.js';

/** The processor time that a process uses after an answer only if it gets another task. */
const WORK_MS = 20;
const POLL_INTERVAL_MS = 1;
/**
 * The delay after its answer before it is killed, if the system does not show its processor time.
 */
const UNSEEN_MS = 10;

/** An idle process that still has to load the modules of its work. */
export async function newProcess(): Promise<number> {
  const former = await idleProcess();
  kill(former);
  return waitFor('another process', async () => {
    const pid = await idleProcess();
    return pid !== former && pid;
  });
}

/** The process that answers next: it gets the next task. */
export function idleProcess(): Promise<number> {
  return waitFor('the answer of a process', async () => {
    const answer = await makeInBackground({ module: WORK, name: 'about' }, {}).catch(() => null);
    return answer !== null && Number(JSON.parse(answer.toString()).pid);
  });
}

/**
 * Kills an idle process once it works; false if the signal aborts first, or it ends. The first task
 * of a new process takes long enough to be noticed.
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

/** Kills a process; false if it has ended. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
