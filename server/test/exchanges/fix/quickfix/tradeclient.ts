// QuickFIX's tradeclient as a member of our simulated exchange: orders, a replacement and a cancel.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ALL_HOURS } from '../../../../src/exchanges/simulator/phase.js';
import { type Simulator, startSimulator } from '../../../../src/exchanges/simulator/server.js';
import { businessDate } from '../../../../src/platform/calendar/business-date.js';
import { systemClock } from '../../../../src/platform/clock.js';
import { createLog } from '../../../../src/platform/log/log.js';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { type RunningProgram, startProgram } from './program.js';

const MEMBERS = [
  { beginString: 'FIX.4.2', menu: '3' },
  { beginString: 'FIX.4.4', menu: '5' },
  { beginString: 'FIXT.1.1', menu: '6' },
] as const;

let database: TestDatabase;
let simulator: Simulator;
before(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator({
    db: database.db,
    clock: systemClock,
    log: createLog('silent'),
    host: '127.0.0.1',
    port: 0,
    securities: [{ symbol: 'ACCESS', previousClose: new Decimal('22.5') }],
    hours: () => ALL_HOURS,
    seed: 'tradeclient',
    businessDate: () => businessDate('2026-11-23'),
    sessions: MEMBERS.map(({ beginString }) => ({
      key: { beginString, senderCompId: 'NGX', targetCompId: 'BROKER1' },
      // QuickFIX 1.15 supports application versions up to 5.0 SP2, but its example uses 5.0.
      defaultApplVerId: '7',
    })),
  });
});
after(async () => {
  await simulator.stop();
  await database.drop();
});

for (const { beginString, menu } of MEMBERS) {
  describe(`QuickFIX tradeclient, ${beginString}`, () => {
    let program: RunningProgram;
    before(async () => {
      program = await startProgram('tradeclient', [
        '[DEFAULT]',
        'ConnectionType=initiator',
        'SenderCompID=BROKER1',
        'TargetCompID=NGX',
        'FileStorePath=@FOLDER',
        'SocketConnectHost=127.0.0.1',
        `SocketConnectPort=${simulator.port}`,
        'HeartBtInt=30',
        'StartTime=00:00:00',
        'EndTime=00:00:00',
        'UseDataDictionary=N',
        'DefaultApplVerID=FIX.5.0',
        '[SESSION]',
        `BeginString=${beginString}`,
      ]);
      await program.saidSince(/Logon - /, 0);
    });
    after(() => program.stop());

    const choose = (action: string, answers: Readonly<Record<string, string>>, done: RegExp) =>
      program.answer(
        {
          Action: action,
          BeginString: menu,
          Symbol: 'ACCESS',
          Side: '1',
          TimeInForce: '1',
          SenderCompID: 'BROKER1',
          TargetCompID: 'NGX',
          'Use a TargetSubID?': 'N',
          'Send order?': 'Y',
          'Send cancel?': 'Y',
          'Send replace?': 'Y',
          'New price?': 'Y',
          'New quantity?': 'Y',
          ...answers,
        },
        done,
      );

    it('a market order is filled', () =>
      choose('1', { ClOrdID: 'M1', OrdType: '1', OrderQty: '500' }, /11=M1\|.*39=2\|/s));

    it('an order far from the market rests, is replaced and is cancelled', async () => {
      const limit = { ClOrdID: 'L1', OrdType: '2', OrderQty: '100', Price: '20.3' };
      await choose('1', limit, /11=L1\|.*39=0\|/s);
      const change = { ...limit, OrigClOrdID: 'L1', ClOrdID: 'L2', OrderQty: '80', Price: '20.4' };
      await choose('3', change, /11=L2\|/);
      await program.saidSince(/IN: 8=[^\n]*11=L2\|[^\n]*150=5\|/, 0);
      await choose('2', { ...change, OrigClOrdID: 'L2', ClOrdID: 'L3' }, /11=L3\|/);
      await program.saidSince(/IN: 8=[^\n]*11=L3\|[^\n]*39=4\|/, 0);
    });

    it('a price outside the band is refused', async () => {
      const wild = { ClOrdID: 'W1', OrdType: '2', OrderQty: '10', Price: '99' };
      await choose('1', wild, /11=W1\|/);
      await program.saidSince(/IN: 8=[^\n]*11=W1\|[^\n]*39=8\|/, 0);
      assert.match(program.said(), /58=[^|]*band/i);
    });
  });
}
