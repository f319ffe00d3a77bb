// Connections that end before logon. None leaves a socket open, and only a connection that the
// exchange ends counts as a rejection.

import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type SessionSettings, sessionConfig } from '../../../src/exchanges/fix/session/config.js';
import { SYSTEM_CLOCK } from '../../../src/exchanges/fix/session/message/time.js';
import { startInitiator } from '../../../src/exchanges/fix/session/peer/initiator.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { Sql } from '../../../src/platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { until } from '../../support/wait.js';
import { createReceivedTable, echoApplication } from './certification/echo.js';
import { listenAsPeer } from './raw-peer.js';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await createReceivedTable(database.db);
});
after(() => database.drop());

let sessions = 0;

interface Stage {
  readonly context: TestContext;
  readonly settings?: Partial<SessionSettings>;
  /** Runs before each transaction and before each statement outside a transaction. */
  readonly before?: (text: string) => Promise<void>;
}

const TRANSACTION = 'begin';

/** Opens an initiator and the exchange that it connects to. */
async function stage({ context, settings = {}, before: first }: Stage) {
  sessions += 1;
  const name = `END${sessions}`;
  const exchange = await listenAsPeer({ beginString: 'FIX.4.4', sender: 'NGX', target: name });
  const config = sessionConfig({
    role: 'initiator',
    key: { beginString: 'FIX.4.4', senderCompId: name, targetCompId: 'NGX' },
    reconnectMaxMs: 100,
    ...settings,
  });
  const initiator = startInitiator({
    db: first === undefined ? database.db : interrupted(database.db, first),
    config,
    application: echoApplication(name),
    log: { alarm: () => undefined, info: () => undefined },
    clock: SYSTEM_CLOCK,
    host: '127.0.0.1',
    port: exchange.port,
  });
  context.after(async () => {
    exchange.close();
    await initiator.stop();
  });
  return { name, exchange, initiator };
}

function interrupted(db: Database, first: (text: string) => Promise<void>): Database {
  return {
    ...{ pool: db.pool, dedicated: db.dedicated, close: db.close },
    transaction: async (work, options) => {
      await first(TRANSACTION);
      return db.transaction(work, options);
    },
    query: async <Row extends object>(statement: Sql) => {
      await first(statement.chunks.join('?'));
      return db.query<Row>(statement);
    },
  };
}

const LOAD_NUMBERS = /select next_out_seq_num/;

describe('a connection that ends before the logon', () => {
  it('is closed when the numbers cannot be read, and opened again', async (context) => {
    let failures = 1;
    const { exchange, initiator } = await stage({
      context,
      before: async (text) => {
        if (!LOAD_NUMBERS.test(text) || failures === 0) return;
        failures -= 1;
        throw new Error('no database');
      },
    });
    const first = await exchange.accept();
    context.after(() => first.close());
    await first.hearClose();
    const second = await exchange.accept();
    await second.hearAny();
    second.say('35=A|34=1|98=0|108=30');
    await until(() => initiator.session.isLoggedOn());
    second.close();
  });

  it('is closed when the node stops while the numbers are read', async (context) => {
    let reached = () => {};
    let goOn = () => {};
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const isStopping = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { exchange, initiator } = await stage({
      context,
      before: async (text) => {
        if (!LOAD_NUMBERS.test(text)) return;
        reached();
        await isStopping;
      },
    });
    const peer = await exchange.accept();
    context.after(() => peer.close());
    await isReached;
    const stopped = initiator.stop();
    goOn();
    await peer.hearClose();
    await stopped;
  });
});

describe('a logon that fails', () => {
  const REFUSALS: readonly (readonly [what: string, says: string, error: RegExp])[] = [
    ['a Logout', '35=5|34=1|58=no such member', /no such member/],
    ['a Reject', '35=3|34=1|45=1|58=wrong password', /wrong password/],
    ['closing', '', /closed|ECONNRESET/],
  ];
  for (const [what, says, error] of REFUSALS) {
    it(`is REFUSED if the exchange answers with ${what}`, async (context) => {
      const { exchange, initiator } = await stage({ context });
      const peer = await exchange.accept();
      await peer.hearAny();
      if (says !== '') peer.say(says);
      peer.close();
      await until(() => initiator.reach().state === 'REFUSED');
      assert.match(initiator.reach().lastError ?? '', error);
    });
  }

  const lastError = async (
    { initiator }: Awaited<ReturnType<typeof stage>>,
    error: RegExp,
  ): Promise<void> => {
    await until(() => error.test(initiator.reach().lastError ?? ''));
    assert.equal(initiator.reach().state, 'CONNECTING');
  };

  it('is CONNECTING if the exchange does not answer in time', async (context) => {
    const staged = await stage({ context, settings: { logonTimeoutMs: 200 } });
    const peer = await staged.exchange.accept();
    await peer.hearAny();
    await lastError(staged, /no logon in time/);
  });

  it('is CONNECTING if an operator drops the connection', async (context) => {
    const staged = await stage({ context });
    const peer = await staged.exchange.accept();
    await peer.hearAny();
    staged.initiator.session.drop('dropped by an operator');
    await lastError(staged, /dropped by an operator/);
  });

  it('is CONNECTING if the database fails', async (context) => {
    let isClaimed = false;
    const staged = await stage({
      context,
      before: async (text) => {
        if (text === TRANSACTION && isClaimed) throw new Error('no database');
        isClaimed ||= text === TRANSACTION;
      },
    });
    await staged.exchange.accept();
    await lastError(staged, /no database/);
  });

  it('is CONNECTING if the answer is not an acceptable Logon', async (context) => {
    const staged = await stage({ context });
    const peer = await staged.exchange.accept();
    await peer.hearAny();
    peer.say('35=A|34=1|98=0|108=-1');
    await lastError(staged, /HeartBtInt/);
  });
});
