// Fixture for fee schedule tests: proposes and approves versions, requests estimates and reads
// contract notes.

import assert from 'node:assert/strict';
import { startApp } from '../../../../src/app/app.js';
import { readConfig } from '../../../../src/config/config.js';
import { makeClient } from '../../../../src/modules/identity/index.js';
import { addDays, businessDate } from '../../../../src/platform/calendar/business-date.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { basic, callerOf, type Json, type TestApp, type TestReply } from '../../../support/app.js';
import { TEST_KEYS } from '../../../support/data-key.js';
import { reportOrder, sendOrder, standingNote } from '../../../support/order-exchange.js';

const FEES = '/api/v1/order/feeschedule';
const CASH = '/api/v1/finance/cash-transaction';

/** Returns a rule that charges this percentage of the consideration. */
export function percent(code: string, rate: number, more: object = {}): object {
  return {
    ...{ code, payee: 'FIRM', ledgerAccount: 'INC:COMM', base: 'CONSIDERATION' },
    ...{ rate: 'PERCENT', percent: rate, roundingMode: 'HALF_UP' },
    ...more,
  };
}

/** Starts another node on the same database, and a caller for it. */
export async function startNode({ context, database }: TestApp) {
  const flags = {
    ...TEST_KEYS,
    port: 0,
    logLevel: 'silent',
    allowUnsafeDatabase: true,
    demo: true,
  } as const;
  const config = readConfig({ DATABASE_URL: database.url }, { ...flags, exchange: 'none' });
  const node = await startApp(config);
  const { row, clientSecret } = await systemWork(context, 'test', (work) =>
    makeClient(work, { label: 'Other node', roles: ['CLIENT'] }),
  );
  return { caller: callerOf(node.url, basic(row.name, clientSecret)), stop: () => node.stop() };
}

export type FeeDesk = ReturnType<typeof feeDesk>;

/** Returns operations for fee schedule tests on an app with demonstration data. */
export function feeDesk(app: TestApp) {
  return { ...schedulesOf(app), ...tradesOf(app), ...daysOf(app) };
}

function schedulesOf(app: TestApp) {
  const tryPropose = (schedule: object, query = ''): Promise<TestReply> =>
    app.as('OPERATIONS').post(`${FEES}/propose${query}`, {
      ...{ name: 'NGX_EQUITY', label: 'Shares', currency: 'NGN', assetClasses: ['EQUITY'] },
      validFrom: '2020-12-07',
      ...schedule,
    });
  const propose = async (schedule: object): Promise<Json> => {
    const reply = await tryPropose(schedule);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const tryApprove = (id: number): Promise<TestReply> =>
    app.as('APPROVER').put(`/api/v1/system/change/approve/id/${id}`);
  const approve = async (id: number): Promise<Json> => {
    const reply = await tryApprove(id);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  return {
    tryPropose,
    propose,
    tryApprove,
    approve,
    /** Proposes a version as one person and approves it as another. */
    change: async (schedule: object): Promise<Json> => approve((await propose(schedule)).id),
  };
}

function tradesOf(app: TestApp) {
  const tryEstimate = (asked: object): Promise<TestReply> => {
    const query = new URLSearchParams(
      Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return app.as('CLIENT').get(`${FEES}/estimate?${query}`);
  };
  const note = async (id: bigint | number): Promise<Json> => {
    const { body } = await app.as('CLIENT').get(`/api/v1/order/contractnote/id/${id}`);
    return body;
  };
  return {
    tryEstimate,
    estimate: async (asked: object): Promise<Json> => {
      const reply = await tryEstimate(asked);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    },
    note,
    /** Fills an order completely at 25.00 and returns its note. */
    noteOfFill: async (terms: object): Promise<Json> => {
      const row = await sendOrder(app, { priceType: 'LIMIT', limitPrice: '25.00', ...terms });
      const fill = [Number(row.quantity), '25.00'] as const;
      await reportOrder(app, row, { status: '2', fill });
      return note(await standingNote(app, row.id));
    },
  };
}

function daysOf(app: TestApp) {
  return {
    today: async (): Promise<string> => {
      const [day] = await app.db.query<{ date: string }>(
        sql`select business_date as date from business_day`,
      );
      return day?.date ?? '';
    },
    dayAfter: (date: string): string => addDays(businessDate(date), 1),
    dayBefore: (date: string): string => addDays(businessDate(date), -1),
    /** Credits this amount to the first customer. */
    fund: async (amount: number): Promise<void> => {
      const body = { transType: 'RECEIPT', partnerName: '0000000001', currency: 'NGN', amount };
      const made = await app.as('CLIENT').post(`${CASH}/create`, body);
      assert.equal(made.status, 201, made.text);
      if (made.body.result.transState === 'PENDING') {
        await app.as('APPROVER').put(`${CASH}/approve/id/${made.body.id}`);
      }
      const posted = await app.as('CLIENT').put(`${CASH}/post/id/${made.body.id}`);
      assert.equal(posted.status, 200, posted.text);
    },
    /** Moves the first customer into a group. */
    setGroup: (group: string) =>
      app.db.query(sql`
        update customer set group_id = (select id from customer_group where name = ${group})
        where id = (select customer_id from portfolio where name = '0000000001')`),
  };
}
