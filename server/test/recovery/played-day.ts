// Copies a busy day's database, closes the day in a process that is killed, completes the close in
// this process, and dumps the result.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { present } from '../../src/platform/assert.js';
import type { BusinessDate } from '../../src/platform/calendar/business-date.js';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { openRun } from '../../src/platform/end-of-day/run.js';
import { copyDatabase } from '../support/database.js';
import { programBeside } from '../support/process/program.js';
import { dumpBusiness } from './business-dump.js';
import { openClosing } from './day-steps.js';
import type { Point, Said } from './kill-point.js';
import type { RichDay } from './rich-day.js';

export type Dump = ReadonlyMap<string, readonly string[]>;

export interface Played {
  readonly dump: Dump;
  /** The total database traffic of the process. Undefined if the process was killed. */
  readonly said: Said | undefined;
}

/**
 * Closes a copy of the day in a process that dies at the given point, then completes the day in
 * this process.
 */
export async function playDay(day: RichDay, point: Point): Promise<Played> {
  const { url, drop } = await copyDatabase(day.databaseUrl);
  try {
    const said = await closeInProcess(url, day.runId, point);
    return { said, dump: await goOn(url, day.runId, point.marker) };
  } finally {
    await drop();
  }
}

async function closeInProcess(url: string, run: bigint, point: Point): Promise<Said | undefined> {
  const words = [...programBeside(import.meta.url, 'day-process'), url, String(run)];
  const child = spawn(process.execPath, [...words, JSON.stringify(point)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await once(child, 'close');
  if (child.signalCode === 'SIGKILL') return undefined;
  assert.equal(child.exitCode, 0, JSON.stringify(point));
  return JSON.parse(printed);
}

// Continues the run as its job would on another node. If the run has failed, requests a new one.
async function goOn(url: string, run: bigint, marker: Point['marker']): Promise<Dump> {
  const { app, close } = await openClosing(url, marker);
  try {
    const { db } = app.context;
    const state = await stateOf(db, run);
    if (state.state === 'FAILED') {
      const asked = { until: state.until_date, askedBy: 'test', requestId: 'test' };
      await close(await openRun(app.context, asked));
    } else {
      await close(run);
    }
    return await dumpBusiness(db);
  } finally {
    await app.close();
  }
}

async function stateOf(db: Database, run: bigint) {
  const [row] = await db.query<{ state: string; until_date: BusinessDate }>(
    sql`select state, until_date from end_of_day_run where id = ${run}`,
  );
  return present(row, 'the run is there');
}
