// A node that holds the end-of-day lock and an open transaction, and reports the loss of each.
// Arguments: database URL, and milliseconds of silence after which the lock is lost.

import { openDatabase } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';
import { lockRunner } from '../../src/platform/end-of-day/queries.js';

const [, , url = '', silenceMaxMs = ''] = process.argv;

const db = openDatabase({ connectionString: url, max: 2 });
const owner = await db.dedicated();
await lockRunner(owner, Number(silenceMaxMs));
owner.once('end', () => process.stdout.write('lost\n'));
await db
  .transaction(async (tx) => {
    await tx.query(sql`select set_config('idle_in_transaction_session_timeout',
      ${silenceMaxMs}, true), pg_advisory_xact_lock(4711)`);
    process.stdout.write('held\n');
    for (;;) await tx.query(sql`select pg_sleep(0.05)`);
  })
  .catch(() => process.stdout.write('rolled back\n'));
