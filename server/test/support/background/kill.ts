// Kills background processes in the middle of their work.

import { setTimeout as pause } from 'node:timers/promises';
import { statOf } from '../../../bench/process-stat.js';
import { makeInBackground } from '../../../src/platform/files/background.js';
import { waitFor } from '../wait.js';
import { WORK } from './work.js';

/** What a process uses of a processor after an answer only when it is given other work. */
const WORK_MS = 20;
const POLL_INTERVAL_MS = 1;
/** How long after its answer one is killed where the system does not show what it does. */
const UNSEEN_MS = 10;

/** An idle process that has yet to load what its work needs. */
export async function newProcess(): Promise<number> {
  const former = await idleProcess();
  kill(former);
  return waitFor('another process', async () => {
    const pid = await idleProcess();
    return pid !== former && pid;
  });
}

/** The process that answers next: it is the first to be given work. */
export function idleProcess(): Promise<number> {
  return waitFor('the answer of a process', async () => {
    const answer = await makeInBackground({ module: WORK, name: 'about' }, {}).catch(() => null);
    return answer !== null && Number(JSON.parse(answer.toString()).pid);
  });
}

/**
 * Kills a process that was idle once it is at work; false if the signal comes first, or its end. A
 * new process is at its first work long enough to be seen at it.
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
