// The SQL statements that run when an order is submitted. Each one slows down every order, so a new
// one must be added to this list deliberately.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderRequest } from '../../../../src/modules/order/trade/request.js';
import { submitTradeOrder } from '../../../../src/modules/order/trade/submission.js';
import type { Tx } from '../../../../src/platform/database/database.js';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type MarketDesk, openMarketDesk } from '../exchange/market-desk.js';

const BUY: OrderRequest = {
  portfolioName: '0000000001',
  securityName: 'ACCESS',
  orderType: 'BUY',
  priceType: 'LIMIT',
  limitPrice: new Decimal(25),
  quantityRequested: new Decimal(10),
  orderTermName: 'DAY',
};

describe('the statements of a submit', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
    // The first submission reads rules, calendar and fees and reserves a block of ids. Later ones
    // do not.
    await statements(BUY);
  });
  after(() => desk.stop());

  function statements(request: OrderRequest): Promise<number> {
    return systemWork(desk.context, 'test', async (work) => {
      let count = 0;
      const tx: Tx = {
        ...work.tx,
        query: (statement) => {
          count += 1;
          return work.tx.query(statement);
        },
      };
      await submitTradeOrder({ ...work, tx }, request);
      return count;
    });
  }

  it('are two for a buy: its context, and its row with the hold', async () => {
    assert.equal(await statements(BUY), 2);
  });

  it('are three for a sell, of which one write runs the last two', async () => {
    assert.equal(await statements({ ...BUY, orderType: 'SELL' }), 3);
  });

  it('are four for a buy with a daily limit, of which one write runs two', async () => {
    const limit = { customerGroup: 'PREMIUM', currency: 'NGN', dayValueMost: 1_000_000 };
    await desk.change('order/limit/propose', limit);
    assert.equal(await statements(BUY), 4);
  });

  it('increase only once after a change to the rules', async () => {
    await desk.change('order/exchange/lot-size/propose', {
      ...{ exchange: 'NGX', assetClass: 'EQUITY' },
      rows: [
        { validFrom: '1960-01-01', units: 1 },
        { validFrom: '2026-12-08', units: 50 },
      ],
    });
    assert.equal(await statements(BUY), 5);
    assert.equal(await statements(BUY), 4);
  });
});
