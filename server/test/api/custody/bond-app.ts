// A running app in which bonds are created over HTTP and days are closed by running only custody's
// steps.

import assert from 'node:assert/strict';
import { custodyModule } from '../../../src/modules/custody/index.js';
import { leavingLots } from '../../../src/modules/wealth/index.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { bringUnits } from '../../support/holding.js';

export interface BondApp extends TestApp {
  /** Creates a federal bond of 1,000 at 12 % a year, with quarterly coupons until June 2027. */
  bond(name: string, changes?: object): Promise<Json>;
  /** Gives the first portfolio units of a bond whose income is paid to the firm. */
  hold(name: string, quantity: number, costMinor: number): Promise<void>;
  /** Runs custody's end-of-day steps, or one of them. Returns the records of each. */
  close(closing: string, next: string, step?: string): Promise<Record<string, number>>;
  /** Returns the events of a security as the API lists them, by ex-date and kind. */
  events(name: string, filter?: string): Promise<Json[]>;
  /** Proposes an event as one person and approves it as another. Returns its name. */
  event(body: object): Promise<string>;
  /** Approves a change as a second person. */
  approve(changeId: number | bigint): Promise<Json>;
  security(name: string): Promise<Json>;
}

const TERMS = {
  ...{ exchange: 'NGX', securityType: 'BOND_NAT', previousClose: 98 },
  ...{ faceValue: 1000, couponRate: 12, couponsPerYear: 4, maturityDate: '2027-06-30' },
};

export async function startBondApp(): Promise<BondApp> {
  const app = await startTestApp({ demo: true, exchange: 'none' });
  const { db } = app;
  await db.query(sql`update portfolio set income_route = 'FIRM'`);
  // The demonstration's own bonds would also pay coupons on these days.
  await db.query(sql`update security set active = false where security_type = 'BOND_NAT'`);
  const approve = async (changeId: number | bigint) => {
    const reply = await app.as('APPROVER').put(`/api/v1/system/change/approve/id/${changeId}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.result;
  };
  return {
    ...app,
    approve,
    bond: async (name, changes = {}) => {
      const body = { ...TERMS, name, label: `Bond ${name}`, ...changes };
      const reply = await app.as('ADMIN').post('/api/v1/order/security/create', body);
      assert.equal(reply.status, 201, reply.text);
      return reply.body.result;
    },
    hold: (name, quantity, costMinor) =>
      bringUnits(
        db,
        sql`select p.id as portfolio_id, s.id as security_id, ${quantity}::bigint as quantity,
          ${costMinor}::bigint as cost_minor
          from portfolio p, security s where p.name = '0000000001' and s.name = ${name}`,
      ),
    close: async (closing, next, only) => {
      const day = { closing: businessDate(closing), next: businessDate(next) };
      const records: Record<string, number> = {};
      for (const step of custodyModule({ leavingLots }).endOfDay ?? []) {
        if (only === undefined || only === step.name) {
          records[step.name] = await step.run(app.context, day);
        }
      }
      await db.query(sql`update business_day set business_date = ${day.next}`);
      return records;
    },
    events: async (name, filter = '') => {
      const path = `/api/v1/custody/corporate-action/list?securityName=${name}&s=100${filter}`;
      const { status, body, text } = await app.as('AUDITOR').get(path);
      assert.equal(status, 200, text);
      const key = ({ exDate, kind }: Json) => `${exDate} ${kind}`;
      return body.result.sort((a: Json, b: Json) => (key(a) < key(b) ? -1 : 1));
    },
    event: async (body) => {
      const path = '/api/v1/custody/corporate-action/propose';
      const made = await app.as('OPERATIONS').put(path, { ...body, reason: 'test' });
      assert.equal(made.status, 201, made.text);
      return (await approve(made.body.id)).recordName;
    },
    security: async (name) => {
      const [row] = await db.query<{ id: bigint }>(
        sql`select id from security where name = ${name}`,
      );
      return (await app.as('ADMIN').get(`/api/v1/order/security/id/${row?.id}`)).body;
    },
  };
}

/** Returns the first business day of a bond app's tests, and the next day. */
export async function openOn(app: BondApp, date: string): Promise<void> {
  await app.db.query(sql`update business_day set business_date = ${date}`);
}
