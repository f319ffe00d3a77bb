// Starts an app with two offices and its own data folder, for CRM tests.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../../src/config/config.js';
import { MESSAGE_SIGNAL } from '../../../src/modules/crm/message/message.js';
import { sql } from '../../../src/platform/database/sql.js';
import { startTestApp, type TestApp } from '../../support/app.js';

export interface CrmApp extends TestApp {
  readonly dataFolder: string;
}

/** Short intervals for the background loops that tests wait for, in milliseconds. */
const LOOP_INTERVALS_MS = { 'activity-due': 250, 'message-part': 250, campaign: 250 };

/** Starts the app with offices 900001 and 900002 and the customer group STANDARD. */
export async function startCrmApp(flags: Partial<Config> = {}): Promise<CrmApp> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'countinghouse-crm-'));
  const loopIntervalsMs = LOOP_INTERVALS_MS;
  const app = await startTestApp({ dataFolder, loopIntervalsMs, workersLeftOut: [], ...flags });
  await app.db.query(sql`
    insert into business_office (id, name, label, currency, time_zone, created_by, created_at,
      modified_by, modified_at)
    select id, id::text, 'Office ' || id, 'NGN', 'Africa/Lagos', 'test', now(), 'test', now()
    from unnest(array[900001, 900002]::bigint[]) id`);
  await app.db.query(sql`
    insert into customer_group (id, name, label, created_by, created_at, modified_by, modified_at)
    values (900001, 'STANDARD', 'Standard', 'test', now(), 'test', now())`);
  return {
    ...app,
    dataFolder,
    stop: async () => {
      await app.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Returns a send time that no test reaches. A test calls `makeDue` to make the message due. */
export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** Makes a message due now. */
export async function makeDue(app: TestApp, messageId: number): Promise<void> {
  await app.db.query(sql`
    update message_transport set not_before = clock_timestamp() where id = ${messageId}`);
  app.context.signals.raise(MESSAGE_SIGNAL);
}
