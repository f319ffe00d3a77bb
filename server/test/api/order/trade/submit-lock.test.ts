// Batched orders do not wait for an office that another transaction is changing.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OrderRequest } from '../../../../src/modules/order/trade/request.js';
import { submitTradeOrders } from '../../../../src/modules/order/trade/submission.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { Decimal } from '../../../../src/platform/money/decimal.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type MarketDesk, openMarketDesk } from '../exchange/market-desk.js';

describe('orders submitted in a batch', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());

  const body: OrderRequest = {
    ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderTermName: 'DAY' },
    ...{ orderType: 'BUY', priceType: 'LIMIT', limitPrice: new Decimal('25.00') },
    quantityRequested: new Decimal(1),
  };

  const submit = () =>
    systemWork(desk.context, 'test', (work) =>
      submitTradeOrders([
        { work, input: { body } },
        { work, input: { body } },
      ]),
    );

  it('are left to be submitted alone while their office is locked', async () => {
    await desk.db.transaction(async (tx) => {
      await tx.query(sql`select from business_office for update`);
      assert.deepEqual(await submit(), [undefined, undefined]);
    });
    const codes = (await submit()).map((each) => each && 'msgCode' in each && each.msgCode);
    assert.deepEqual(codes, ['TRADE_ORDER_SUBMITTED', 'TRADE_ORDER_SUBMITTED']);
  });
});
