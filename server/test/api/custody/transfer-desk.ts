// Fixture: unit transfers at the event desk, where portfolios 1 and 2 belong to different
// customers.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { openEventDesk, TODAY } from './event-desk.js';

export const TRANSFER = '/api/v1/custody/holding-transfer';
export const PORTFOLIO = '0000000001';
export const OTHER_PORTFOLIO = '0000000002';

/** A holding, with amounts in minor units. */
interface Held {
  readonly quantity: bigint;
  readonly cost: bigint;
  readonly gain: bigint;
  readonly held: bigint;
}

export type TransferDesk = Awaited<ReturnType<typeof openTransferDesk>>;

export async function openTransferDesk() {
  const desk = await openEventDesk();
  const create = (body: object): Promise<TestReply> => desk.maker.post(`${TRANSFER}/create`, body);
  const approve = (id: number): Promise<TestReply> =>
    desk.checker.put(`${TRANSFER}/approve/id/${id}`, {});
  return {
    ...desk,
    create,
    approve,
    /** Creates a transfer and approves it as another person. */
    settle: async (body: object): Promise<Json> => {
      const made = await create(body);
      assert.equal(made.status, 201, made.text);
      const approved = await approve(made.body.id);
      assert.equal(approved.status, 200, approved.text);
      return approved.body.result;
    },
    holding: async (name: string, portfolio = PORTFOLIO): Promise<Held | undefined> => {
      const [row] = await desk.db.query<Held>(sql`
        select h.quantity, h.cost_minor as cost, h.realised_gain_minor as gain,
          h.held_quantity as held
        from holding h join security s on s.id = h.security_id
        join portfolio p on p.id = h.portfolio_id
        where s.name = ${name} and p.name = ${portfolio}`);
      return row;
    },
    /** The cash balance and holds of a portfolio's customer, in minor units. */
    cash: async (portfolio: string): Promise<Json> => {
      const [row] = await desk.db.query<Json>(sql`
        select b.balance_minor as balance, (
          select coalesce(sum(h.amount_minor), 0)::bigint from cash_hold h
          where h.account_id = a.id and h.source_type = 'HOLDING_TRANSFER') as held
        from account a join account_balance b on b.account_id = a.id
        join portfolio p on p.customer_id = a.customer_id
        where p.name = ${portfolio} and a.acct_type = 'CUSTOMER_CASH' and a.currency = 'NGN'`);
      return row;
    },
    movements: async (name: string, portfolio: string): Promise<Json[]> => {
      const { body } = await desk.maker.get(
        `/api/v1/order/portfolio/holding-movements?securityName=${name}`,
      );
      return body.result.filter((one: Json) => one.portfolioName === portfolio).reverse();
    },
    /** Checks all invariants of the books. */
    sound: async (): Promise<void> => {
      const { body } = await desk.as('FINANCE').get('/api/v1/finance/integrity');
      assert.deepEqual(
        body.invariants.filter((one: Json) => !one.holds),
        [],
      );
    },
  };
}

/** Incoming units from two purchases: 600 for 10,800.00 and 400 for 8,000.01. */
export const inward = (securityName: string, changes: object = {}) => ({
  ...{ type: 'IN_FREE', portfolioName: PORTFOLIO, effectiveDate: '2026-09-01' },
  counterParty: { memberCode: 'ABC', chn: 'C0012345AB' },
  lines: [
    {
      ...{ securityName, quantity: '1000', costBasis: 'GIVEN' },
      lots: [
        { quantity: '600', cost: 10_800, acquiredOn: '2024-05-14' },
        { quantity: '400', cost: 8_000.01, acquiredOn: '2025-02-03' },
      ],
    },
  ],
  ...changes,
});

export const outward = (securityName: string, quantity: number, changes: object = {}) => ({
  ...{ type: 'OUT_FREE', portfolioName: PORTFOLIO, effectiveDate: TODAY },
  counterParty: { account: '12345' },
  lines: [{ securityName, quantity: String(quantity) }],
  ...changes,
});
