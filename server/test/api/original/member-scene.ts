// The records that the walk through all members refers to: those of one customer, and those of a
// second customer in another business office.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestApp } from '../../support/app.js';
import type { Own } from '../platform/reference-body.js';
import { makeRecords } from '../platform/reference-record.js';

export interface Scene {
  readonly app: TestApp;
  readonly own: Own;
  readonly other: Own;
  /** A holding of fund units, which can be redeemed. */
  readonly holding: Own;
  /** The id of the ledger account for the clients' bank account. */
  readonly bankAccount: number;
  /** A pending fund order, and a second order of the first customer. */
  readonly fundOrder: number;
  readonly firstOrder: number;
}

export const SUBSCRIPTION = { transType: 'SUBSCRIPTION', fundName: 'CHMMF', amount: 50_000 };

export async function makeScene(app: TestApp): Promise<Scene> {
  const own = await makeRecords(app, 1n);
  const other = await makeRecords(app, 2n);
  const { customerName, portfolioName } = own;
  const idOf = async (path: string, body: object): Promise<number> => {
    const reply = await app.as('ADMIN').post(`/api/v1/${path}`, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };
  return {
    ...{ app, own, other },
    holding: await holdingOf(app),
    bankAccount: await bankAccountOf(app, `${own.officeName}:BANK:CLIENT:NGN`),
    fundOrder: await idOf('order/fundtransaction/submit', { ...SUBSCRIPTION, customerName }),
    firstOrder: await idOf('order/tradeorder/submit', buy(portfolioName)),
  };
}

/** Returns the body of an order with as few members as possible. */
export const buy = (portfolioName: Json) => ({
  ...{ portfolioName, securityName: 'ACCESS', orderType: 'BUY', priceType: 'MARKET' },
  ...{ quantityRequested: '100', orderTermName: 'DAY' },
});

async function holdingOf(app: TestApp): Promise<Own> {
  const [row] = await app.db.query<Record<string, Json>>(sql`
    select f.name as "fundName", c.name as "customerName", h.portfolio_name as "portfolioName",
      h.units::float as units
    from fund_holding h join fund f on f.id = h.fund_id join customer c on c.id = h.customer_id
    where h.held_units = 0 and f.open_for_redemption order by h.units desc limit 1`);
  assert.ok(row, 'a holding of fund units');
  return row;
}

async function bankAccountOf(app: TestApp, name: string): Promise<number> {
  const [row] = await app.db.query<{ id: number }>(
    sql`select id::int as id from account where name = ${name}`,
  );
  assert.ok(row, `the account ${name}`);
  return row.id;
}
