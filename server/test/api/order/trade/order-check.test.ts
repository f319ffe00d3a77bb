// Every pre-trade check, identified by its code. Submit, validation, dry run and update return the
// same codes.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sql, sql } from '../../../../src/platform/database/sql.js';
import type { TestReply } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import {
  limitBody,
  type MarketDesk,
  openMarketDesk,
  TRADE_ORDER,
} from '../exchange/market-desk.js';

interface Violation {
  readonly what: string;
  readonly code: string;
  readonly changes?: object;
  /** The local time on the business date; 11:00 by default. */
  readonly at?: string;
  /** SQL that prepares the market, customer or portfolio, and SQL that undoes it. */
  readonly world?: readonly [make: Sql, undo: Sql];
  readonly detail?: RegExp;
}

const SECURITY = sql`(select id from security where name = 'ACCESS')`;
const PORTFOLIO = sql`(select id from portfolio where name = '0000000001')`;
const CUSTOMER = sql`(select customer_id from portfolio where name = '0000000001')`;
const ACCOUNT = sql`(select id from account where customer_id = ${CUSTOMER}
  and acct_type = 'CUSTOMER_CASH' and currency = 'NGN')`;

const ROWS: readonly Violation[] = [
  {
    what: 'a portfolio that is closed',
    code: 'PORTFOLIO_INACTIVE',
    world: [
      sql`update portfolio set active = false where id = ${PORTFOLIO}`,
      sql`update portfolio set active = true where id = ${PORTFOLIO}`,
    ],
  },
  {
    what: 'a customer who is suspended',
    code: 'CUSTOMER_INACTIVE',
    world: [
      sql`update customer set status = 'SUSPENDED' where id = ${CUSTOMER}`,
      sql`update customer set status = 'ACTIVE' where id = ${CUSTOMER}`,
    ],
  },
  {
    what: 'a customer who waits for approval',
    code: 'CUSTOMER_INACTIVE',
    world: [
      sql`update customer set workflow_status = 'PENDING' where id = ${CUSTOMER}`,
      sql`update customer set workflow_status = 'APPROVED' where id = ${CUSTOMER}`,
    ],
  },
  ...(['HALTED', 'SUSPENDED'] as const).map((status) => ({
    what: `a security that is ${status}`,
    code: 'SECURITY_NOT_TRADABLE',
    world: [
      sql`update security set status = ${status} where id = ${SECURITY}`,
      sql`update security set status = 'TRADING' where id = ${SECURITY}`,
    ] as const,
  })),
  {
    what: 'an exchange that is closed permanently',
    code: 'SECURITY_NOT_TRADABLE',
    world: [sql`update exchange set active = false`, sql`update exchange set active = true`],
  },
  {
    what: 'a security that never had a price',
    code: 'SECURITY_WITHOUT_PRICE',
    world: [
      sql`update security_price set security_id = (
          select id from security s
          where not exists (select from security_price p where p.security_id = s.id) limit 1)
        where security_id = ${SECURITY}`,
      sql`update security_price set security_id = ${SECURITY}
        where security_id = (select id from security where name = 'UNPRICED')`,
    ],
  },
  {
    what: 'a customer without an account in the currency',
    code: 'NO_CASH_ACCOUNT',
    world: [
      sql`update account set active = false where id = ${ACCOUNT}`,
      sql`update account set active = true
        where customer_id = ${CUSTOMER} and acct_type = 'CUSTOMER_CASH'`,
    ],
  },
  {
    what: 'a rule that the market does not have',
    code: 'MARKET_RULE_MISSING',
    world: [
      sql`update market_rule set asset_class = 'BOND', valid_from = '1959-12-31'
        where asset_class = 'EQUITY' and rule = 'PRICE_BAND'`,
      sql`update market_rule set asset_class = 'EQUITY', valid_from = '1960-01-01'
        where rule = 'PRICE_BAND' and valid_from = '1959-12-31'`,
    ],
  },
  { what: 'a term that there is not', code: 'UNKNOWN_REFERENCE', changes: { orderTermName: 'NO' } },
  { what: 'another exchange', code: 'REFERENCE_MISMATCH', changes: { exchange: 'NASD' } },
  { what: 'another type', code: 'REFERENCE_MISMATCH', changes: { instrumentType: 'BOND' } },
  { what: 'another office', code: 'REFERENCE_MISMATCH', changes: { businessOffice: '9' } },
  { what: 'another customer', code: 'REFERENCE_MISMATCH', changes: { customerName: '9' } },
  { what: 'another currency', code: 'CURRENCY_MISMATCH', changes: { orderCurrency: 'USD' } },
  {
    what: 'an immediate order before the open',
    code: 'IMMEDIATE_ORDER_NOT_CONTINUOUS',
    changes: { orderTermName: 'IOC' },
    at: '09:45',
    detail: /PRE_OPEN/,
  },
  {
    what: 'a fill-or-kill order after the close',
    code: 'IMMEDIATE_ORDER_NOT_CONTINUOUS',
    changes: { orderTermName: 'FOK' },
    at: '15:00',
    detail: /CLOSED/,
  },
  { what: 'ATO after the open', code: 'OPENING_PASSED', changes: { orderTermName: 'ATO' } },
  {
    what: 'ATC after the close',
    code: 'CLOSING_PASSED',
    changes: { orderTermName: 'ATC' },
    at: '14:30',
  },
  {
    what: 'a market order for the open',
    code: 'AUCTION_ORDER_NEEDS_LIMIT',
    changes: { orderTermName: 'ATO', priceType: 'MARKET', limitPrice: '' },
    at: '09:00',
  },
  {
    what: 'an end in the past',
    code: 'ORDER_DATE_PASSED',
    changes: { orderTermName: 'GTD', orderEndDate: '2026-12-04' },
  },
  {
    what: 'an end today when today is over',
    code: 'ORDER_DATE_PASSED',
    changes: { orderEndDate: '2026-12-07' },
    at: '15:00',
  },
  {
    what: 'an end on a weekend',
    code: 'ORDER_END_NOT_TRADING_DAY',
    changes: { orderTermName: 'GTD', orderEndDate: '2026-12-12' },
    detail: /2026-12-11/,
  },
  {
    what: 'an end on a holiday',
    code: 'ORDER_END_NOT_TRADING_DAY',
    changes: { orderTermName: 'GTC', orderEndDate: '2026-12-25' },
    detail: /2026-12-24/,
  },
  {
    what: 'an end too far off',
    code: 'ORDER_END_TOO_FAR',
    changes: { orderTermName: 'GTC', orderEndDate: '2028-01-05' },
  },
  {
    what: 'a start too far off',
    code: 'ORDER_END_TOO_FAR',
    changes: { orderStartDate: '2028-01-05' },
  },
  {
    what: 'an end beyond what the house lets the term live',
    code: 'ORDER_END_TOO_FAR',
    changes: { orderTermName: 'GTD', orderEndDate: '2027-02-26' },
    world: [
      sql`update order_term set longest_life_days = 60 where name = 'GTD'`,
      sql`update order_term set longest_life_days = null where name = 'GTD'`,
    ],
  },
  {
    what: 'a date term without a date',
    code: 'ORDER_END_MISSING',
    changes: { orderTermName: 'GTD' },
    world: [
      sql`update order_term set default_life_days = null where name = 'GTD'`,
      sql`update order_term set default_life_days = 30 where name = 'GTD'`,
    ],
  },
  { what: 'a price off the tick', code: 'PRICE_OFF_TICK', changes: { limitPrice: '25.01' } },
  { what: 'a price over the band', code: 'PRICE_OUTSIDE_BAND', changes: { limitPrice: '27.55' } },
  { what: 'a price under the band', code: 'PRICE_OUTSIDE_BAND', changes: { limitPrice: '22.45' } },
  { what: 'five decimals', code: 'TOO_MANY_DECIMALS', changes: { limitPrice: '25.00001' } },
  {
    what: 'half a lot',
    code: 'QUANTITY_NOT_WHOLE_LOTS',
    changes: { quantityRequested: '105' },
    world: [
      sql`update security set lot_size = 10 where id = ${SECURITY}`,
      sql`update security set lot_size = 1 where id = ${SECURITY}`,
    ],
  },
  {
    what: 'more units than the group may order',
    code: 'QUANTITY_LIMIT_EXCEEDED',
    changes: { quantityRequested: '5001' },
    detail: /5000/,
  },
  {
    what: 'more value than the group may order',
    code: 'VALUE_LIMIT_EXCEEDED',
    changes: { quantityRequested: '4001' },
    detail: /NGN 100,000\.00/,
  },
  {
    what: 'more value than the group may buy in a day',
    code: 'DAY_VALUE_LIMIT_EXCEEDED',
    changes: { quantityRequested: '3900' },
    detail: /NGN 101,000\.00/,
  },
  {
    what: 'a value with three decimals',
    code: 'TOO_MANY_DECIMALS',
    changes: { orderBase: 'VALUE', orderValue: '1000.001' },
  },
  {
    what: 'a value that pays for nothing',
    code: 'VALUE_BELOW_ONE_LOT',
    changes: { orderBase: 'VALUE', orderValue: '24.99' },
    detail: /NGN 25\.00/,
  },
  {
    what: 'more money than there is',
    code: 'INSUFFICIENT_FUNDS',
    changes: { quantityRequested: '300' },
    world: [
      sql`select set_hold('TEST', 1, account_id, balance_minor - held_minor - 100000)
        from account_balance where account_id = ${ACCOUNT}`,
      sql`select set_hold('TEST', 1, ${ACCOUNT}, 0)`,
    ],
  },
  {
    what: 'more units than are held',
    code: 'INSUFFICIENT_HOLDING',
    changes: { orderType: 'SELL', quantityRequested: '200' },
    world: [
      sql`update holding set quantity = 150
        where portfolio_id = ${PORTFOLIO} and security_id = ${SECURITY}`,
      sql`update holding set quantity = 10000
        where portfolio_id = ${PORTFOLIO} and security_id = ${SECURITY}`,
    ],
  },
];

describe('the pre-trade checks', () => {
  let desk: MarketDesk;
  const standing: Record<string, number> = {};
  before(async () => {
    desk = await openMarketDesk();
    await desk.change('order/limit/propose', {
      ...{ customerGroup: 'PREMIUM', currency: 'NGN' },
      ...{ quantityMost: 5000, valueMost: 100_000, dayValueMost: 101_000 },
    });
    const unpriced = { exchange: 'NGX', name: 'UNPRICED', label: 'New', securityType: 'EQUITY' };
    await desk.caller.post('/api/v1/order/security/create', unpriced);
    // The orders that the tests update. Only buys count towards the daily limit.
    for (const orderType of ['BUY', 'SELL']) {
      standing[orderType] = (await desk.accepted({ orderType })).id;
    }
    await desk.accepted({ quantityRequested: '200' });
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  const ways: readonly (readonly [string, (body: object, side: string) => Promise<TestReply>])[] = [
    ['submit', (body) => desk.caller.post(`${TRADE_ORDER}/submit`, body)],
    ['validate', (body) => desk.caller.post(`${TRADE_ORDER}/validate`, body)],
    ['a dry run', (body) => desk.caller.post(`${TRADE_ORDER}/submit`, body, { prefer: 'dry-run' })],
    [
      'update',
      (body, side) => desk.caller.put(`${TRADE_ORDER}/update`, { ...body, id: standing[side] }),
    ],
  ];

  for (const { what, code, changes = {}, at = '11:00', world, detail } of ROWS) {
    it(`${code}: ${what}`, async () => {
      await desk.at(at);
      if (world !== undefined) await desk.db.query(world[0]);
      try {
        const side = 'orderType' in changes ? String(changes.orderType) : 'BUY';
        for (const [way, send] of ways) {
          const { status, body } = await send(limitBody(changes), side);
          assert.deepEqual([way, status, body.msgCode], [way, 422, code]);
          if (detail !== undefined) assert.match(body.detail, detail);
        }
      } finally {
        if (world !== undefined) await desk.db.query(world[1]);
      }
    });
  }

  it('leave the orders of the refused updates unchanged', async () => {
    await desk.at('11:00');
    for (const id of Object.values(standing)) {
      const row = await desk.order(id);
      assert.deepEqual([row.version, row.quantity, row.order_status], [1n, 100n, 'BOOKED']);
    }
  });
});
