// A process that closes a day and kills itself at a given point in its database traffic. Arguments:
// database URL, run id, and the point as JSON. If it survives, it prints how much it sent.

import { EndOfDayFailed } from '../../src/platform/end-of-day/run.js';
import { openClosing } from './day-steps.js';
import { armKill } from './kill-arm.js';
import type { Point } from './kill-point.js';

const [, , url = '', run = '0', pointText = '{}'] = process.argv;
const point: Point = JSON.parse(pointText);

const { app, close } = await openClosing(url, point.marker);
const said = point.kind === 'none' ? { statements: 0, bytes: 0 } : armKill(point, url);
try {
  await close(BigInt(run));
} catch (error) {
  // If a backend process of PostgreSQL is ended, the run fails, as it would in production.
  if (!(point.kind === 'backend' && error instanceof EndOfDayFailed)) throw error;
}
process.stdout.write(`${JSON.stringify(said)}\n`);
await app.close();
