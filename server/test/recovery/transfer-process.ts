// A process that approves a transfer of units and kills itself at a given point in its database
// traffic. Arguments: database URL, id of the transfer, and the point as JSON. If it survives, it
// prints the amount of traffic.

import { openApp } from '../../src/app/app.js';
import { readConfig } from '../../src/config/config.js';
import { bookPayments } from '../../src/modules/custody/transfer/payment.js';
import { selectLines, selectTransfer } from '../../src/modules/custody/transfer/queries.js';
import { approveTransfer } from '../../src/modules/custody/transfer/transfer.js';
import { moveTransfer } from '../../src/modules/custody/transfer/units.js';
import { leavingLots } from '../../src/modules/wealth/index.js';
import { present } from '../../src/platform/assert.js';
import type { Work } from '../../src/platform/context.js';
import { systemWork } from '../../src/platform/system-work.js';
import { TEST_KEYS } from '../support/data-key.js';
import { armKill, die } from './kill-arm.js';
import type { Point } from './kill-point.js';

const [, , url = '', idText = '0', pointText = '{}'] = process.argv;
const point: Point = JSON.parse(pointText);
const id = BigInt(idText);
const flags = {
  ...TEST_KEYS,
  logLevel: 'silent',
  allowUnsafeDatabase: true,
  exchange: 'none',
} as const;
const app = await openApp(readConfig({ DATABASE_URL: url }, flags));
const { context } = app;
if (point.marker === 'apart') await approveInParts();
const said = armKill(point, url);
await systemWork(context, 'approval', (work) =>
  approveTransfer(work, id, { reason: undefined, leavingLots }),
);
process.stdout.write(`${JSON.stringify(said)}\n`);
await app.close();

/** Makes the control's mistake: units and money move in two transactions. */
async function approveInParts(): Promise<void> {
  const read = async ({ tx }: Work) => ({
    row: present(await selectTransfer(tx, id), 'it was entered'),
    lines: (await selectLines(tx, [id])).get(id) ?? [],
  });
  await systemWork(context, 'units', async (work) => {
    const { row, lines } = await read(work);
    await moveTransfer(work, row, { lines, leavingLots });
  });
  die();
  await systemWork(context, 'money', async (work) => {
    const { row, lines } = await read(work);
    await bookPayments(work, row, { lines, date: row.effective_date });
  });
}
