// Portfolios: opening them, and the depository account numbers sent to the exchange.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../../support/app.js';

const CREATE = '/api/v1/order/portfolio/create';
const ACCOUNT = '/api/v1/order/portfolio/account/update?name=0000000001';
const SEPARATOR = '\u0001';

describe('portfolios', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const create = (body: object) => app.as('OPERATIONS').post(CREATE, body);
  const setAccount = (accountNo: string) =>
    app.as('OPERATIONS').put(`${ACCOUNT}&accountNo=${encodeURIComponent(accountNo)}`);

  describe('success', () => {
    it('a second one is opened for a customer, in the currency of its office', async () => {
      const reply = await create({ customerId: 1, label: 'Pension', accountNo: 'CSCS-77' });
      assert.equal(reply.status, 201, reply.text);
      const { currency, accountNo, customerId } = reply.body.result;
      assert.deepEqual([currency, accountNo, customerId], ['NGN', 'CSCS-77', 1]);
    });

    it('the account number is changed, and the other number is not', async () => {
      const before = (await setAccount('CSCS 1')).body.result;
      const after = (await setAccount('CSCS 2')).body.result;
      assert.deepEqual([after.accountNo, after.chnNumber], ['CSCS 2', before.chnNumber]);
    });
  });

  describe('income', () => {
    it('in a demonstration goes to the firm, unless the portfolio has another route', async () => {
      const routeOf = async (body: object) => (await create(body)).body.result.incomeRoute;
      assert.equal(await routeOf({ customerId: 1 }), 'FIRM');
      assert.equal(await routeOf({ customerId: 1, incomeRoute: 'direct' }), 'DIRECT');
    });

    it('changes its route without the account numbers, which then keep it', async () => {
      await setAccount('CSCS 7');
      const path = `${ACCOUNT}&incomeRoute=DIRECT`;
      const changed = (await app.as('OPERATIONS').put(path)).body.result;
      assert.deepEqual([changed.incomeRoute, changed.accountNo], ['DIRECT', 'CSCS 7']);
      const kept = (await setAccount('CSCS 8')).body.result;
      assert.equal(kept.incomeRoute, 'DIRECT');
      const wrong = await app.as('OPERATIONS').put(`${ACCOUNT}&incomeRoute=POST`);
      assert.deepEqual([wrong.status, wrong.body.errors[0].pointer], [400, '/incomeRoute']);
    });
  });

  describe('400', () => {
    it('refuses a number that FIX cannot carry, because it would block the session', async () => {
      for (const number of [`A${SEPARATOR}55=GTCO`, 'A\nB', 'ÄCCOUNT']) {
        const changed = await setAccount(number);
        assert.equal(changed.status, 400, changed.text);
        const opened = await create({ customerId: 1, accountNo: number });
        assert.equal(opened.body.errors[0].pointer, '/accountNo');
      }
    });

    it('refuses a currency that is not in ISO 4217', async () => {
      const reply = await create({ customerId: 1, currency: 'XQZ' });
      assert.deepEqual([reply.status, reply.body.errors?.[0]?.pointer], [400, '/currency']);
    });
  });

  describe('403', () => {
    it('an auditor cannot open a portfolio', async () => {
      assert.equal((await app.as('AUDITOR').post(CREATE, { customerId: 1 })).status, 403);
    });
  });

  describe('404', () => {
    it('an unknown portfolio is not found', async () => {
      const path = '/api/v1/order/portfolio/account/update?name=NOSUCH&accountNo=1';
      assert.equal((await app.as('OPERATIONS').put(path)).status, 404);
    });
  });
});
