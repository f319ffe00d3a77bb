// Distinguishes a process from a later one with the same process number.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { EMBEDDED } from './limits.js';

/** A process number with a start mark, which no later process with that number has. */
export type ProcessIdentity = { readonly pid: number; readonly startMark: string };

/** Returns the identity of a running process. Undefined if there is none or only a zombie. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const startMark = process.platform === 'linux' ? startMarkFromProc(pid) : startMarkFromPs(pid);
  return startMark === undefined ? undefined : { pid, startMark };
}

/** True if this exact process is still running, and not a later one with the same number. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identityOf(identity.pid)?.startMark === identity.startMark;
}

/** Returns the command line of a running process, separated by spaces. Empty if there is none. */
export function commandLineOf(pid: number): string {
  if (process.platform === 'linux') {
    return (readIfPresent(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');
  }
  return askPs(pid, 'command=');
}

function startMarkFromProc(pid: number): string | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === undefined) {
    return undefined;
  }
  // The second field is the program's name in brackets, which may contain spaces and brackets.
  // Fields are therefore counted from the end of the name. The state is the 1st, and the start time
  // in clock ticks the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) {
    return undefined;
  }
  const boot = readIfPresent('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return `${boot}/${startTicks}`;
}

function startMarkFromPs(pid: number): string | undefined {
  const [state, ...started] = askPs(pid, 'stat=,lstart=').split(/\s+/);
  if (state === undefined || state === '' || state.startsWith('Z')) {
    return undefined;
  }
  return started.join(' ');
}

function askPs(pid: number, columns: string): string {
  try {
    const options = { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' } as const;
    const limited = { ...options, timeout: EMBEDDED.trialWaitMs, stdio: 'pipe' } as const;
    return execFileSync('ps', ['-ww', '-o', columns, '-p', String(pid)], limited).trim();
  } catch {
    return '';
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
