// Starts an app with a share. The tests store the share's events and entitlements themselves.

import assert from 'node:assert/strict';
import { payEvent } from '../../../src/modules/custody/settlement/pay.js';
import { openPortfolio } from '../../../src/modules/order/index.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import {
  addEvent,
  addShare,
  entitle,
  type StoredEntitlement,
  type StoredEvent,
} from '../../support/stored-event.js';
import { type AssetApp, type Depositor, startAssetApp } from '../asset/app.js';

export const API = '/api/v1/custody';
export const SETTLEMENT = `${API}/event-settlement`;
export const OFFICE = '0000000001';
export const OTHER_OFFICE = '0000000002';

export interface StoredName {
  readonly id: bigint;
  readonly name: string;
}

export interface MoneyApp extends AssetApp {
  /** Stores an event for a separate share. */
  event(terms?: StoredEvent): Promise<StoredName>;
  /** Creates a customer with a portfolio and this cash, in minor units. */
  holder(cashMinor?: bigint): Promise<Depositor>;
  /** Stores the next revision of a holder's entitlement. */
  entitle(event: StoredName, holder: Depositor, amounts: StoredEntitlement): Promise<bigint>;
  /** Enters a settlement and approves it as another person. */
  settle(event: StoredName, amount: number, more?: object): Promise<Json>;
  /** Pays an event on the business date, as its job does. */
  pay(event: StoredName): Promise<number>;
  /** Returns the amounts due for an event, as listed by the API. */
  dues(event: StoredName): Promise<Json[]>;
  /** Returns the lines of a record's journals: office, account code and amount, debit positive. */
  lines(sourceType: string, sourceId: bigint | number): Promise<[string, bigint][]>;
  /** Returns an entitlement as stored. */
  stored(id: bigint): Promise<Json>;
}

let shares = 0;

export async function startMoneyApp(): Promise<MoneyApp> {
  const app = await startAssetApp();
  const { db, context } = app;
  for (const customer of [app.rich, app.poor, app.stranger]) await portfolioFor(app, customer);
  return {
    ...app,
    event: async (terms = {}) => {
      shares += 1;
      return addEvent(db, await addShare(db, `SHARE${shares}`), terms);
    },
    holder: async (cashMinor = 10_000n) => {
      const customer = await app.depositor(cashMinor);
      await portfolioFor(app, customer);
      return customer;
    },
    entitle: (event, holder, amounts) =>
      entitle(db, { eventId: event.id, customerId: holder.id }, amounts),
    settle: (event, amount, more = {}) => settle(app, { event, amount, more }),
    pay: (event) =>
      payEvent({ context, eventId: event.id, reason: 'test', dateOf: currentBusinessDate }),
    dues: async (event) => {
      const { body } = await app.as('FINANCE').get(`${SETTLEMENT}/due/list?e=${event.id}`);
      return body.result;
    },
    lines: async (sourceType, sourceId) => {
      const rows = await db.query<{ code: string; amount_minor: bigint }>(sql`
        select a.acct_type as code, l.amount_minor from journal j
        join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
        where j.source_type = ${sourceType} and j.source_id = ${sourceId}
        order by j.id, l.line_no`);
      return rows.map((row) => [row.code, row.amount_minor]);
    },
    stored: async (id) => {
      const [row] = await db.query<Json>(sql`select * from entitlement where id = ${id}`);
      return row;
    },
  };
}

async function portfolioFor(app: AssetApp, customer: Depositor): Promise<void> {
  const [row] = await app.db.query<{ office_id: bigint }>(
    sql`select office_id from customer where id = ${customer.id}`,
  );
  assert.ok(row);
  const opening = {
    customerId: BigInt(customer.id),
    officeId: row.office_id,
    currency: 'NGN',
    typeName: 'EXCHANGE',
    label: 'Test',
  };
  await systemWork(app.context, 'fixture', (work) => openPortfolio(work, opening));
}

async function settle(
  app: AssetApp,
  { event, amount, more }: { event: StoredName; amount: number; more: object },
): Promise<Json> {
  const made = await app.as('FINANCE').post(`${SETTLEMENT}/create`, {
    ...{ eventName: event.name, businessOfficeName: OFFICE, direction: 'RECEIPT', amount },
    ...more,
  });
  assert.equal(made.status, 201, made.text);
  const posted = await app.as('APPROVER').put(`${SETTLEMENT}/approve/id/${made.body.id}`);
  assert.equal(posted.status, 200, posted.text);
  return posted.body;
}
