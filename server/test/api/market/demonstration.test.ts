// Demonstration data on a normally started server, with an exchange that has the NGX trading hours.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type App, startApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { addExchange } from '../../../src/modules/market/exchange/exchange.js';
import {
  AROUND_THE_CLOCK,
  exchangeByCode,
  ngxRules,
  phaseAt,
  recordFirstRules,
  ruleOn,
  rulesOf,
} from '../../../src/modules/market/index.js';
import { present } from '../../../src/platform/assert.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { DEMO } from '../../support/app.js';
import { TEST_KEYS } from '../../support/data-key.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const SATURDAY = '2026-11-21';
const MONDAY = '2026-11-23';

describe('the demonstration data', () => {
  let database: TestDatabase;
  let app: App | undefined;
  before(async () => {
    database = await createTestDatabase(DEMO);
  });
  after(async () => {
    await app?.stop();
    await database.drop();
  });

  const restart = async (demo: boolean): Promise<App> => {
    await app?.stop();
    const flags = { ...TEST_KEYS, port: 0, logLevel: 'silent', allowUnsafeDatabase: true } as const;
    const more = { demo, exchange: 'none' } as const;
    app = await startApp(readConfig({ DATABASE_URL: database.url }, { ...flags, ...more }));
    return app;
  };
  const phases = async (code = 'NGX') => {
    const exchange = present(await exchangeByCode(database.db, code), 'the exchange is there');
    const { classes, timeZone, calendar } = await rulesOf(database.db, exchange.id);
    return [`${SATURDAY}T11:00:00.000Z`, `${MONDAY}T11:00:00.000Z`, `${MONDAY}T20:00:00.000Z`].map(
      (now) => {
        const date = businessDate(now.slice(0, 10));
        const hours = ruleOn(classes.EQUITY.TRADING_PHASES, date);
        return phaseAt(hours, { date, now, timeZone, calendar });
      },
    );
  };

  it('trades around the clock in a demonstration, by phases and calendar without one', async () => {
    await restart(true);
    assert.deepEqual(await phases(), ['CONTINUOUS', 'CONTINUOUS', 'CONTINUOUS']);
    await restart(false);
    assert.deepEqual(await phases(), ['CLOSED', 'CONTINUOUS', 'CLOSED']);
    await restart(true);
    assert.deepEqual(await phases(), ['CONTINUOUS', 'CONTINUOUS', 'CONTINUOUS']);
  });

  it('applies also to an exchange that is added later', async () => {
    const { context } = await restart(false);
    await systemWork(context, 'test', async (work) => {
      const { currency, timeZone } = { currency: 'NGN', timeZone: 'Africa/Lagos' };
      await addExchange(work, { name: 'NASD', aliases: [], label: 'NASD', currency, timeZone });
      await recordFirstRules(work, 'NASD', ngxRules(AROUND_THE_CLOCK));
    });
    assert.deepEqual(await phases('NASD'), ['CLOSED', 'CONTINUOUS', 'CLOSED']);
    await restart(true);
    assert.deepEqual(await phases('NASD'), ['CONTINUOUS', 'CONTINUOUS', 'CONTINUOUS']);
  });
});
