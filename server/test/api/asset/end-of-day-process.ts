// Runs the asset module's end of day as a process that a test may kill at any time. Arguments:
// database URL, closing date, next date.

import { EVENT_KINDS } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { assetModule } from '../../../src/modules/asset/index.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { systemClock } from '../../../src/platform/clock.js';
import { createSignals } from '../../../src/platform/concurrency/signal.js';
import type { Context } from '../../../src/platform/context.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { createEventCatalogue } from '../../../src/platform/events/catalogue.js';
import { createIds } from '../../../src/platform/ids.js';
import { createLog } from '../../../src/platform/log/log.js';
import { createMetrics } from '../../../src/platform/log/metrics.js';
import { Vault } from '../../../src/platform/vault/vault.js';

const [, , url = '', closing = '', next = ''] = process.argv;
const db = openDatabase({ connectionString: url });
const context: Context = {
  config: readConfig({ DATABASE_URL: url }),
  db,
  clock: systemClock,
  ids: createIds(),
  log: createLog('silent'),
  metrics: createMetrics(),
  signals: createSignals(),
  vault: new Vault(systemClock),
  eventCatalogue: createEventCatalogue(EVENT_KINDS, true),
};
process.stdout.write('started\n');
for (const step of assetModule().endOfDay ?? []) {
  const day = { closing: businessDate(closing), next: businessDate(next) };
  process.stdout.write(`${step.name} ${await step.run(context, day)}\n`);
}
await db.close();
