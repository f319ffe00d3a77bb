// Reads what the system provides about a process: its parent and its processor time so far
// (proc(5)).

import { readdirSync, readFileSync } from 'node:fs';

/** For every program, the kernel reports time in hundredths of a second. */
const TICK_MS = 10;

interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  /**
   * True if the process has a processor or waits for one. False while it waits for anything else.
   */
  readonly isRunning: boolean;
  /** The process's own processor time, and that of its ended children. */
  readonly ownMs: number;
  readonly endedMs: number;
}

/** Reads a process's statistics; undefined if it has ended or the system provides none. */
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

/** Returns the live processes that this one started. */
export function childrenOf(parent: number): ProcessStat[] {
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => {
    const stat = statOf(Number(name));
    return stat?.parent === parent ? [stat] : [];
  });
}
