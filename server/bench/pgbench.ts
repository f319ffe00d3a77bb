// Runs pgbench as the limit: the same statements from the same number of callers, with one commit
// each and nothing else.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapturedStatement } from './capture.js';

/**
 * Returns how a captured value varies between calls, as SQL over pgbench variables. Undefined to
 * keep the value.
 */
type Vary = (value: unknown) => string | undefined;

/** Converts captured statements to a pgbench script. `head` sets the variables. */
export function toScript(
  said: readonly CapturedStatement[],
  head: readonly string[],
  vary: Vary,
): string {
  const statements = said.map(({ text, values }) =>
    text.replaceAll(/\$(\d+)/g, (_, position: string) => {
      const value = values[Number(position) - 1];
      return variedArray(value, vary) ?? vary(value) ?? literal(value);
    }),
  );
  const lines = statements.map((text) => `${text.replaceAll(/\s+/g, ' ').trim()};`);
  return [...head, ...lines, ''].join('\n');
}

// Converts an array with varying items, item by item.
function variedArray(value: unknown, vary: Vary): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  if (items.every((item) => vary(item) === undefined)) return undefined;
  return `array[${items.map((item) => vary(item) ?? literal(item)).join(', ')}]`;
}

/**
 * Converts a string with varying parts. Each of them is replaced with SQL that returns a string.
 */
export function withReplaced(
  text: string,
  pieces: readonly (readonly [piece: string, by: string])[],
): string | undefined {
  const found = pieces.filter(([piece]) => text.includes(piece));
  if (found.length === 0) return undefined;
  return found.reduce(
    (expression, [piece, by]) => `replace(${expression}, ${quoted(piece)}, ${by})`,
    quoted(text),
  );
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return String(value);
  return quoted(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}

/** Returns a string literal. pgbench reads `:07` as a variable anywhere, so colons are escaped. */
export function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a');
  return `E'${escaped}'`;
}

interface PgbenchRun {
  readonly url: string;
  readonly script: string;
  readonly callers: number;
  readonly seconds: number;
}

/** Runs a script. Returns transactions (runs of the whole script) per second. */
export async function pgbench(run: PgbenchRun): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, run.script);
    const args = ['-n', '-M', 'prepared', '-c', String(run.callers), '-j', '2'];
    const output = await outputOf('pgbench', [
      ...args,
      '-T',
      String(run.seconds),
      '-f',
      file,
      run.url,
    ]);
    const match = /tps = ([\d.]+)/.exec(output);
    if (match?.[1] === undefined) throw new Error(`pgbench said: ${output.slice(-2000)}`);
    if (/number of failed transactions: [1-9]/.test(output)) throw new Error(output.slice(-2000));
    return Number(match[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function outputOf(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', () =>
      reject(new Error(`${command} is not installed (Debian: postgresql-15)`)),
    );
    child.on('close', (code) => {
      const text = Buffer.concat(chunks).toString('utf8');
      if (code === 0) resolve(text);
      else reject(new Error(`${command} ended with ${code}: ${text.slice(-2000)}`));
    });
  });
}
