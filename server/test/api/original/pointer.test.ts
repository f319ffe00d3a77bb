// A refusal caused by a single member contains the member's pointer, so that a client can show the
// error at its field.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;
const HUGE = 900_000_000_000;

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

async function refused(path: string, body: object, method: 'post' | 'put' = 'post'): Promise<Json> {
  const replies = [];
  for (const mount of MOUNTS) {
    const reply = await app.as('ADMIN')[method](`${mount}/${path}`, body, { prefer: 'dry-run' });
    assert.equal(reply.body.success, false, `${path} ${reply.text}`);
    replies.push(reply.body);
  }
  const [own, old] = replies;
  assert.deepEqual(own.errors, old.errors);
  return own;
}

const causeOf = ({ msgCode, errors }: Json) => [msgCode, errors?.[0]?.pointer];

const buy = {
  ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
  ...{ priceType: 'MARKET', orderTermName: 'DAY' },
};

describe('the pointer of a refusal', () => {
  it('is the amount of a fund order without funds, under the name that was sent', async () => {
    for (const member of ['amount', 'transAmount'] as const) {
      const order = { portfolioId: '1', fundName: 'CHMMF', transType: 'SUBSCRIPTION' };
      const reply = await refused('order/fundtransaction/submit', { ...order, [member]: HUGE });
      assert.deepEqual(causeOf(reply), ['INSUFFICIENT_FUNDS', `/${member}`]);
      assert.match(reply.msgArgs[0], /^NGN /);
    }
  });

  it('is the amount of a payment without funds', async () => {
    const cash = { transType: 'PAYMENT', partnerId: '1', amount: HUGE };
    const reply = await refused('finance/cash-transaction/create', cash);
    assert.deepEqual(causeOf(reply), ['INSUFFICIENT_FUNDS', '/amount']);
  });

  it('is the quantity of an order without funds', async () => {
    const byQuantity = await refused('order/tradeorder/validate', {
      ...{ ...buy, securityName: 'MTNN', quantityRequested: '900000' },
    });
    assert.deepEqual(causeOf(byQuantity), ['INSUFFICIENT_FUNDS', '/quantityRequested']);
  });

  it('is the security that is not traded, and the portfolio of a blocked customer', async () => {
    await app.db.query(sql`update security set status = 'SUSPENDED' where name = 'GTCO'`);
    const order = { ...buy, quantityRequested: '10' };
    const security = await refused('order/tradeorder/submit', { ...order, securityName: 'GTCO' });
    assert.deepEqual(causeOf(security), ['SECURITY_NOT_TRADABLE', '/securityName']);
    await app.db.query(sql`update customer set status = 'SUSPENDED' where id = 2`);
    const customer = await refused('order/tradeorder/submit', {
      ...{ ...order, portfolioName: '0000000002' },
    });
    assert.deepEqual(causeOf(customer), ['CUSTOMER_INACTIVE', '/portfolioName']);
  });

  it('is the table of a market rule or of holidays in the past', async () => {
    const rule = { exchange: 'NGX', assetClass: 'EQUITY' };
    const past = await refused(
      'order/exchange/price-band/propose',
      {
        ...{ ...rule, rows: [{ validFrom: '2020-01-01', percent: 5 }] },
      },
      'put',
    );
    assert.deepEqual(causeOf(past), ['MARKET_RULE_PAST', '/rows']);
  });
});
