// Closes a day in a test process, either with the real steps or with the control's mistake.

import { type OpenApp, openApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { endOfDayOf } from '../../src/modules/system/end-of-day/routes.js';
import { sql } from '../../src/platform/database/sql.js';
import { performRun } from '../../src/platform/end-of-day/run.js';
import type { EndOfDayStep } from '../../src/platform/end-of-day/step.js';
import { TEST_KEYS } from '../support/data-key.js';

/** An open app and the function that closes the day of a run. */
export interface Closing {
  readonly app: OpenApp;
  readonly close: (run: bigint) => Promise<unknown>;
}

export async function openClosing(url: string, marker: 'apart' | undefined): Promise<Closing> {
  const flags = {
    ...TEST_KEYS,
    logLevel: 'silent',
    allowUnsafeDatabase: true,
    exchange: 'none',
  } as const;
  const app = await openApp(readConfig({ DATABASE_URL: url }, flags));
  const steps = marker === 'apart' ? app.steps.map(markedApart) : app.steps;
  return { app, close: (run) => performRun(endOfDayOf(app.context, steps), run) };
}

/**
 * Makes the control's mistake: marks a step as done in a separate transaction that commits before
 * the work.
 */
function markedApart(step: EndOfDayStep): EndOfDayStep {
  return {
    ...step,
    run: async (context, day, progress) => {
      await context.db.query(sql`create table if not exists control_mark (step text primary key)`);
      const fresh = await context.db.query(sql`
        insert into control_mark values (${step.name}) on conflict do nothing returning step`);
      return fresh.length === 0 ? 0 : step.run(context, day, progress);
    },
  };
}
