// Runs the asset module's end of day in a separate process, and can kill it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Sql } from '../../../src/platform/database/sql.js';
import type { TestApp } from '../../support/app.js';
import { programBeside } from '../../support/process/program.js';
import { waitFor } from '../../support/wait.js';

/**
 * Resolves with the exit code, or null if the process was killed.
 * @param days the day that closes and the next business day
 * @param killWhen a query on the app's database; the process is killed as soon as it has a row
 */
export async function runEndOfDay(
  { db, database }: Pick<TestApp, 'db' | 'database'>,
  days: readonly [string, string],
  killWhen?: Sql,
): Promise<number | null> {
  const child = spawn(
    process.execPath,
    [...programBeside(import.meta.url, 'end-of-day-process'), database.url, ...days],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  if (killWhen !== undefined) {
    await waitFor(
      'the moment to kill',
      async () => child.exitCode !== null || (await db.query(killWhen)).length > 0,
    );
    child.kill('SIGKILL');
  }
  await exited;
  return child.exitCode;
}
