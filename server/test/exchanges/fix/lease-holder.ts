// A process that owns a session and holds its row locked in an open transaction. After a long
// suspension it reports whether it still believes that it is the owner, and whether it could write.

import { setTimeout as pause } from 'node:timers/promises';
import { claimSession } from '../../../src/exchanges/fix/session/store/ownership.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';

const POLL_INTERVAL_MS = 20;
const STILL_MS = 2_000;

const [url = '', sessionId = ''] = process.argv.slice(2);
const db = openDatabase({ connectionString: url });
const ownership = await claimSession(db, Number(sessionId));
if (ownership === undefined) throw new Error('another owner has the session');

const written = db
  .transaction(async (tx) => {
    await tx.query(sql`
      update fix_session set next_out_seq_num = 7
      where id = ${Number(sessionId)} and fence = ${ownership.fence}`);
    // The clock is read first, because the suspension may begin as soon as `owns` is printed.
    let polledMs = performance.now();
    process.stdout.write('owns\n');
    for (;;) {
      await pause(POLL_INTERVAL_MS);
      const nowMs = performance.now();
      if (nowMs - polledMs > STILL_MS) return;
      polledMs = nowMs;
    }
  })
  .then(
    () => true,
    () => false,
  );

// Checks the ownership immediately after the suspension, before anything reports the loss.
const wasStill = async () => {
  let polledMs = performance.now();
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    // Reads the clock once per round, because a suspension between two readings would be missed.
    const nowMs = performance.now();
    if (nowMs - polledMs > STILL_MS) return ownership.isHeld();
    polledMs = nowMs;
  }
};
const isHeld = await wasStill();
process.stdout.write(`held: ${isHeld}, written: ${await written}\n`);
process.exit(0);
