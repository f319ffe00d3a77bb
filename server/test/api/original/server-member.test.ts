// A new record's members that only the server sets: a value sent for one of them causes a warning,
// because the sender might think that it has an effect.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';

const MOUNTS = ['/api/v1', '/ebclient/rest/api/v1'] as const;

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

const OPERATIONS: Readonly<Record<string, Json>> = {
  'order/tradeorder/submit': {
    ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
    ...{ priceType: 'MARKET', orderTermName: 'DAY', quantityRequested: '10' },
  },
  'order/terminstrument/submit': {
    ...{ instrumentTypeName: 'FD-NGN', customerId: '1', faceValue: '100000' },
  },
  'finance/cash-transaction/create': { transType: 'RECEIPT', partnerId: '1', amount: '10' },
  'order/fundtransaction/submit': {
    ...{ transType: 'SUBSCRIPTION', fundName: 'CHMMF', portfolioId: '1', amount: '50000' },
  },
};

/** The members of the specification's bodies that only the server sets, with other values. */
const SERVER_MEMBERS: Readonly<Record<string, Json>> = {
  'order/tradeorder/submit': {
    ...{ orderStatus: 'EXECUTED', quantityFilled: '5', statusDate: '2020-01-01T00:00:00.000Z' },
    ...{ locked: 'true', systemGenerated: 'True', fixMessage: 'text', orderTotal: 1 },
  },
  'order/terminstrument/submit': {
    ...{ status: 'RUNNING', parentId: '5', rolledOver: true, terminationDate: '2027-01-04' },
  },
  'finance/cash-transaction/create': {
    ...{ transState: 'POSTED', bankStmtCleared: 'true', noOfExecutedDebits: 2 },
  },
  'order/fundtransaction/submit': { status: 'EXECUTED', navPerUnit: '55' },
};

const pointersOf = ({ warnings = [] }: Json): string[] =>
  warnings.map(({ code, pointer }: Json) => `${code} ${pointer}`);

describe('a member that only the server sets', () => {
  for (const [path, minimal] of Object.entries(OPERATIONS)) {
    it(`causes a warning if ${path} gets a value for it`, async () => {
      const members = SERVER_MEMBERS[path];
      for (const mount of MOUNTS) {
        const url = `${mount}/${path}`;
        const plain = await app.as('ADMIN').post(url, minimal, { prefer: 'dry-run' });
        assert.deepEqual(pointersOf(plain.body), [], plain.text);
        const reply = await app.as('ADMIN').post(
          url,
          { ...minimal, ...members },
          {
            prefer: 'dry-run',
          },
        );
        assert.deepEqual(
          pointersOf(reply.body),
          Object.keys(members).map((name) => `MEMBER_IGNORED /${name}`),
          reply.text,
        );
        assert.deepEqual(reply.body.result.status, plain.body.result.status);
      }
    });
  }

  it('causes no warning for a blank, a label, an estimate, or the stored value', async () => {
    const path = '/api/v1/order/tradeorder/submit';
    const minimal = OPERATIONS['order/tradeorder/submit'];
    const { body } = await app.as('ADMIN').post(path, minimal, { prefer: 'dry-run' });
    const empty = { orderTotal: 0, statusDate: '', fixMessage: null, systemGenerated: 'False' };
    const more = { ...empty, orderStatus: 'booked', quantityPending: 10, customerLabel: 'Ada' };
    const { orderValue } = body.result;
    const sent = {
      ...minimal,
      ...more,
      orderValue,
      lastModifiedBy: 'me',
      unknown: 'yes',
      active: 'Y',
    };
    // One client sends the figures of a preview with each order.
    const fund = { ...OPERATIONS['order/fundtransaction/submit'], estimatedAmount: 7 };
    const order = await app.as('ADMIN').post('/api/v1/order/fundtransaction/submit', fund, {
      prefer: 'dry-run',
    });
    assert.deepEqual(pointersOf(order.body), [], order.text);
    const reply = await app.as('ADMIN').post(path, sent, { prefer: 'dry-run' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(pointersOf(reply.body), [], reply.text);
  });

  it('causes the same warning when a key replays the reply', async () => {
    const sent = { ...OPERATIONS['finance/cash-transaction/create'], bankStmtCleared: 'true' };
    const send = () =>
      app.as('ADMIN').post('/api/v1/finance/cash-transaction/create', sent, {
        'idempotency-key': 'server-member-0001',
      });
    const [first, second] = [await send(), await send()];
    assert.deepEqual(pointersOf(first.body), ['MEMBER_IGNORED /bankStmtCleared'], first.text);
    assert.deepEqual(second.body, first.body);
  });
});
