// `countinghouse exchange`: runs only the simulated exchange, for members that connect over FIX.

import type { Command } from 'commander';
import { DEMO_SHARES } from '../../demo/security.js';
import type { BeginString } from '../../exchanges/fix/session/message/dictionary.js';
import { SIMULATOR } from '../../exchanges/simulator/limits.js';
import { ALL_HOURS, NGX_HOURS } from '../../exchanges/simulator/phase.js';
import { type Simulator, startSimulator } from '../../exchanges/simulator/server.js';
import { type BusinessDate, dateOfInstant } from '../../platform/calendar/business-date.js';
import { systemClock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { createLog, type Log } from '../../platform/log/log.js';
import { Decimal } from '../../platform/money/decimal.js';
import { endEach } from '../../platform/stop.js';
import { openOwnDatabase } from '../own-database.js';
import { stopSignal } from '../stop-signal.js';
import { portOf, wholeOf } from './fix/certify.js';

const VERSIONS: readonly BeginString[] = ['FIX.4.2', 'FIX.4.4', 'FIXT.1.1'];
const COMP_ID = 'NGX';

interface ExchangeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: string;
  readonly members: number;
  readonly phases?: boolean;
  readonly data?: string;
}

/** Adds the command. */
export function exchangeCommand(program: Command): void {
  program
    .command('exchange')
    .description('run only the simulated exchange, for members BROKER1, BROKER2, … over FIX')
    .requiredOption('--port <number>', 'port to listen on; 0 for any free port', portOf)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <text>', 'seed for all prices', '1')
    .option('--members <number>', 'number of members', wholeOf, 3)
    .option('--phases', "keep the exchange's trading hours instead of trading around the clock")
    .option('--data <folder>', 'folder of the embedded database; default: a temporary folder')
    .action(run);
}

async function run(options: ExchangeOptions): Promise<void> {
  const stopping = stopSignal();
  const store = await openOwnDatabase(options.data);
  try {
    const log = createLog(process.env.COUNTINGHOUSE_LOG_LEVEL || 'warn');
    const simulator = await open(store.db, log, options);
    const closing = closeEachDay(simulator, log);
    process.stdout.write(`listening on ${options.host}:${simulator.port}\n`);
    const lost = await Promise.race([stopping, store.lost]);
    await endEach(closing.stop, simulator.stop);
    if (lost !== undefined) throw lost;
  } finally {
    await store.close();
  }
}

function open(db: Database, log: Log, options: ExchangeOptions): Promise<Simulator> {
  const { host, port, seed, members, phases } = options;
  const names = Array.from(
    { length: Math.min(members, SIMULATOR.membersMax) },
    (_, index) => `BROKER${index + 1}`,
  );
  return startSimulator({
    db,
    clock: systemClock,
    log,
    host,
    port,
    securities: DEMO_SHARES.map(({ name, price }) => ({
      symbol: name,
      previousClose: new Decimal(price),
    })),
    hours: () => (phases === true ? NGX_HOURS : ALL_HOURS),
    seed,
    sessions: names.flatMap((targetCompId) =>
      VERSIONS.map((beginString) => ({
        key: { beginString, senderCompId: COMP_ID, targetCompId },
      })),
    ),
  });
}

/**
 * Ends each day at midnight in the exchange's time zone. Day orders expire, and closing prices are
 * set.
 */
function closeEachDay(simulator: Simulator, log: Log): { stop(): void } {
  let date = today();
  const timer = setInterval(() => {
    const now = today();
    if (now === date) return;
    const ended = date;
    date = now;
    simulator.closeDay(ended).catch((error: unknown) => {
      log.error({ err: error, date: ended }, 'the day could not be closed');
    });
  }, SIMULATOR.dayPollIntervalMs);
  return { stop: () => clearInterval(timer) };
}

function today(): BusinessDate {
  return dateOfInstant(systemClock.now(), NGX_HOURS.timeZone);
}
