// A process that closes a day and kills itself at a given point in its database traffic. Arguments:
// database URL, run id, and the point as JSON. If it survives, it prints the amount of traffic.

import { isDatabaseError } from '../../src/platform/database/failure.js';
import { EndOfDayFailed } from '../../src/platform/end-of-day/run.js';
import { openClosing } from './day-steps.js';
import { armKill } from './kill-arm.js';
import type { Point } from './kill-point.js';

const [, , url = '', run = '0', pointText = '{}'] = process.argv;
const point: Point = JSON.parse(pointText);

const { app, close } = await openClosing(url, point.marker);
const said = armKill(point, url);
try {
  await close(BigInt(run));
} catch (error) {
  // If a PostgreSQL backend is terminated, the run fails or stays open for its next attempt, as in
  // production.
  const isExpected = error instanceof EndOfDayFailed || isDatabaseError(error);
  if (!(point.kind === 'backend' && isExpected)) throw error;
}
process.stdout.write(`${JSON.stringify(said)}\n`);
await app.close();
