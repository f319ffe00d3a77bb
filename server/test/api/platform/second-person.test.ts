// Everything that waits for a second person: it is listed while it waits, a rejection stores its
// reason, and every subscriber is notified.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';

const BASE = '/api/v1';
const REASON = 'The paper was not signed';

let app: TestApp;
before(async () => {
  app = await startTestApp({ demo: true });
  await app.db.pool.query('update business_office set customer_approval = true where id = 3');
});
after(() => app.stop());

/** A kind of record that waits for approval: how tests create, find, reject and read one. */
interface Waiting {
  readonly make: () => Promise<{ readonly status: number; readonly body: Json }>;
  readonly list: string;
  readonly reject: string;
  readonly event: string;
  /** The list to read from if no operation reads a single record. */
  readonly readList?: string;
  readonly reasonMember?: string;
}

const make = (role: string, path: string, body: object) => () =>
  app.as(role).post(`${BASE}/${path}`, body);

const KINDS: Readonly<Record<string, Waiting>> = {
  'a cash transaction': {
    make: make('OPERATIONS', 'finance/cash-transaction/create', {
      ...{ transType: 'PAYMENT', partnerName: '0000000001', amount: 11, currency: 'NGN' },
    }),
    list: 'finance/cash-transaction/list?transState=PENDING',
    reject: 'finance/cash-transaction/reject',
    event: 'cash-transaction.rejected',
  },
  'an order of fund units': {
    make: make('OPERATIONS', 'order/fundtransaction/submit', {
      ...{
        transType: 'SUBSCRIPTION',
        fundName: 'CHMMF',
        customerName: '0000000001',
        amount: 20_000,
      },
    }),
    list: 'order/fundtransaction/list?t=PENDING',
    reject: 'order/fundtransaction/reject',
    event: 'fund-transaction.rejected',
    reasonMember: 'reason',
  },
  'a value of a fund': {
    make: make('ADMIN', 'order/fund/nav/create', { fundName: 'CHEQF', navPerUnit: 101 }),
    list: 'order/fund/nav/list?u=PENDING',
    reject: 'order/fund/nav/reject',
    event: 'fund-nav.rejected',
  },
  'a distribution': {
    make: make('ADMIN', 'order/fund/distribution/create', {
      ...{ fundName: 'CHMMF', incomePerUnit: 0.5 },
    }),
    list: 'order/fund/distribution/list?u=PENDING',
    reject: 'order/fund/distribution/reject',
    event: 'fund-distribution.rejected',
  },
  'a settlement with a custodian': {
    make: make('FINANCE', 'order/fund/settlement/create', {
      ...{ fundName: 'CHMMF', businessOfficeName: '0000000001', direction: 'RECEIPT', amount: 3 },
    }),
    list: 'order/fund/settlement/list?u=PENDING',
    reject: 'order/fund/settlement/reject',
    event: 'fund-settlement.rejected',
  },
  'a customer': {
    make: make('OPERATIONS', 'partner/customer/create', {
      ...{ firstName: 'Waiting', lastName: 'Adeyemi', businessOfficeName: '0000000003' },
      emailAddress1: 'waiting.adeyemi@example.com',
    }),
    list: 'partner/customer/list?workflowStatus=PENDING',
    reject: 'partner/customer/reject',
    event: 'customer.rejected',
  },
  'a reset of sequence numbers': {
    make: async () => {
      const { body } = await app.as('ADMIN').get(`${BASE}/system/fix-session/list`);
      const path = `${BASE}/system/fix-session/reset/id/${body.result[0].id}`;
      return app.as('ADMIN').put(path, { reason: 'agreed with the exchange' });
    },
    list: 'system/fix-session/reset/list?state=PENDING',
    reject: 'system/fix-session/reset/reject',
    event: 'fix-reset.rejected',
    readList: 'system/fix-session/reset/list?state=REJECTED',
  },
};

const isListed = async (list: string, id: number): Promise<Json> => {
  const { body } = await app.as('ADMIN').get(`${BASE}/${list}`);
  return body.result.find((each: Json) => each.id === id);
};

const lastEvent = async (): Promise<number> => {
  const { body } = await app.as('ADMIN').get(`${BASE}/event/list?c=500`);
  return body.next;
};

describe('a refusal with a reason', () => {
  for (const [name, kind] of Object.entries(KINDS)) {
    it(`is stored for ${name}`, async () => {
      const made = await kind.make();
      assert.ok(made.status === 201 || made.status === 200, JSON.stringify(made.body));
      const { id } = made.body;
      assert.ok(await isListed(kind.list, id), 'it is listed while it waits');
      const since = await lastEvent();
      const path = `${BASE}/${kind.reject}/id/${id}`;
      const refused = await app.as('APPROVER').put(path, { reason: REASON });
      assert.equal(refused.status, 200, refused.text);
      assert.equal(await isListed(kind.list, id), undefined, 'it waits no longer');
      const read =
        kind.readList === undefined
          ? (await app.as('ADMIN').get(`${BASE}/${kind.reject.replace(/\/reject$/, '')}/id/${id}`))
              .body
          : await isListed(kind.readList, id);
      assert.equal(read[kind.reasonMember ?? 'decisionReason'], REASON);
      await waitFor(`${kind.event} to be stored`, async () => {
        const { body } = await app.as('ADMIN').get(`${BASE}/event/list?since=${since}`);
        return body.result.some((each: Json) => each.type === kind.event && each.subjectId === id);
      });
    });
  }

  it('is refused if it is longer than its limit, and is optional', async () => {
    const { make: pay, reject } = KINDS['a cash transaction'] ?? assert.fail();
    const { body } = await pay();
    const path = `${BASE}/${reject}/id/${body.id}`;
    const long = await app.as('APPROVER').put(path, { reason: 'x'.repeat(501) });
    assert.equal(long.status, 400);
    const reply = await app.as('APPROVER').put(path);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.decisionReason, undefined);
  });
});
