// Runs a simulated exchange in a separate process that a test can kill. It prints its port and
// trades.

import { ALL_HOURS } from '../../../src/exchanges/simulator/phase.js';
import { startSimulator } from '../../../src/exchanges/simulator/server.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { systemClock } from '../../../src/platform/clock.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { createLog } from '../../../src/platform/log/log.js';
import { Decimal } from '../../../src/platform/money/decimal.js';

const [url = ''] = process.argv.slice(2);

const { port } = await startSimulator({
  db: openDatabase({ connectionString: url, max: 8 }),
  clock: systemClock,
  log: createLog('silent'),
  host: '127.0.0.1',
  port: 0,
  securities: [{ symbol: 'ACCESS', previousClose: new Decimal('22') }],
  hours: () => ALL_HOURS,
  seed: 'kill test',
  stepIntervalMs: 20,
  businessDate: () => businessDate('2026-11-23'),
  sessions: [{ key: { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: 'BROKER' } }],
});
process.stdout.write(`${port}\n`);
// The parent test holds the other end of standard input, so this process exits when the test does.
process.stdin.on('end', () => process.exit(0)).resume();
