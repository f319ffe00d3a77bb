// Runs the exchange adapter contract against an external FIX exchange and the built-in exchange.

import { openApp } from '../../src/app/app.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { outsideExchange } from '../../src/exchanges/outside-exchange.js';
import { ALL_HOURS } from '../../src/exchanges/simulator/phase.js';
import { startSimulator } from '../../src/exchanges/simulator/server.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { sql } from '../../src/platform/database/sql.js';
import { Decimal } from '../../src/platform/money/decimal.js';
import { DEMO } from '../support/app.js';
import { TEST_KEYS } from '../support/data-key.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/process/server-process.js';
import { type AdapterStage, adapterContract } from './adapter-contract.js';

const LISTED = 'ACCESS';
const UNLISTED = 'GTCO';

adapterContract('FIX to an exchange outside', openOutside);
adapterContract('the built-in exchange', openBuiltIn);

async function openBuiltIn(): Promise<AdapterStage> {
  const { app, close } = await openOurs({ exchange: 'built-in' });
  const { context, exchange } = app;
  return {
    context,
    adapter: exchange.adapter,
    exchange: context.db,
    unlisted: UNLISTED,
    // The exchange lists the active securities, including those that become active during its day.
    unlist: () =>
      context.db.query(sql`update security set active = false where name = ${UNLISTED}`),
    close,
  };
}

async function openOutside(): Promise<AdapterStage> {
  const theirs = await createTestDatabase();
  const port = await freePort();
  const session = {
    ...{ name: 'ngx', exchange: 'NGX', host: '127.0.0.1', port },
    ...{ beginString: 'FIX.4.4', sender: 'BROKER1', target: 'NGX' },
  };
  const { app, close } = await openOurs({ exchange: 'none', sessions: [session] });
  const { context } = app;
  const date = await currentBusinessDate(context.db);
  const simulator = await startSimulator({
    db: theirs.db,
    clock: context.clock,
    log: context.log,
    host: '127.0.0.1',
    port,
    securities: [{ symbol: LISTED, previousClose: new Decimal(25) }],
    hours: () => ALL_HOURS,
    seed: 'contract',
    businessDate: () => date,
    sessions: [
      { key: { beginString: 'FIX.4.4', senderCompId: 'NGX', targetCompId: session.sender } },
    ],
  });
  return {
    context,
    adapter: outsideExchange(session),
    exchange: theirs.db,
    unlisted: UNLISTED,
    close: async () => {
      await simulator.stop();
      await close();
      await theirs.drop();
    },
  };
}

/** Opens our side: the demonstration broker, with no listening port and no workers. */
async function openOurs(flags: Partial<Config>) {
  const database = await createTestDatabase(DEMO);
  const always = { ...TEST_KEYS, demo: true, logLevel: 'silent', allowUnsafeDatabase: true };
  const app = await openApp(readConfig({ DATABASE_URL: database.url }, { ...always, ...flags }));
  await app.context.db.query(sql`update security_price set previous_close = 25, last = 25`);
  return {
    app,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}
