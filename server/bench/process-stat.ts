// Reads process data from the system (proc(5)): the parent, and the processor time used so far.

import { readdirSync, readFileSync } from 'node:fs';

/** The kernel reports times to programs in hundredths of a second. */
const TICK_MS = 10;

interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /** True if the process is running or waiting for a processor. */
  readonly isRunning: boolean;
  /** The processor time of the process and its ended children. */
  readonly ownMs: number;
  readonly endedMs: number;
}

/** Reads a process's statistics. Undefined if it has ended or the system does not provide them. */
export function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain any characters.
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (from: number) =>
      fields.slice(from, from + 2).reduce((sum, field) => sum + Number(field), 0) * TICK_MS;
    return {
      ...{ pid, name, parent: Number(fields[1]), isRunning: fields[0] === 'R' },
      ...{ ownMs: ticks(11), endedMs: ticks(13) },
    };
  } catch {
    return undefined;
  }
}

/** Returns the running processes that this one started. */
export function childrenOf(parent: number): ProcessStat[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => {
    const stat = statOf(Number(name));
    return stat?.parent === parent ? [stat] : [];
  });
}
