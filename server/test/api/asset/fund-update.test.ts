// Changes to pending fund orders: the changes, the holds, and the users who may approve afterwards.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from './app.js';
import { API, type FundApp, SUBMIT, selectRegisterFaults, startFundApp } from './fund-app.js';

const UPDATE = `${API}/fundtransaction/update`;

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const client = () => app.as('CLIENT');
const update = (body: object, headers = {}) => client().put(UPDATE, body, headers);
const read = async (id: number) => (await client().get(`${API}/fundtransaction/id/${id}`)).body;

async function available(customer: Depositor): Promise<number> {
  const reply = await client().get(`/api/v1/finance/account/customer/id/${customer.id}`);
  return reply.body.result[0].availableBalance;
}

/** Submits an order and returns its record. */
async function submitted(body: object): Promise<Json> {
  const reply = await client().post(SUBMIT, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

/** Submits a subscription for a new customer who has 10,000.00. */
async function subscription(more: object = {}, terms = {}) {
  const fundName = await app.fund(terms);
  const customer = await app.depositor(1_000_000n);
  const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, amount: 6_000 };
  return { fundName, customer, order: await submitted({ ...body, ...more }) };
}

async function refused(body: object, code: string, pointer?: string): Promise<Json> {
  const reply = await update(body);
  assert.deepEqual([reply.status >= 400, reply.body.msgCode], [true, code], reply.text);
  if (pointer !== undefined) assert.equal(reply.body.errors[0].pointer, pointer);
  return reply.body;
}

describe('a changed subscription', () => {
  it('holds the new amount instead of the old one', async () => {
    const { customer, order, fundName } = await subscription();
    assert.equal(await available(customer), 4_000);
    const reply = await update({ id: String(order.id), transAmount: '9000' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'FUND_TRANSACTION_UPDATED');
    assert.deepEqual([reply.body.id, reply.body.warnings], [order.id, undefined]);
    assert.equal(reply.body.cashAccountId, Number(customer.accountId));
    const { result } = reply.body;
    assert.deepEqual([result.amount, result.heldAmount, result.status], [9_000, 9_000, 'PENDING']);
    assert.equal(result.label, `SUBSCRIPTION ${fundName} NGN 9,000.00`);
    assert.equal(await available(customer), 1_000);
    await update({ id: order.id, amount: 500 });
    assert.equal(await available(customer), 9_500);
  });

  it('with too little money is refused with the shortfall, and nothing changes', async () => {
    const { customer, order } = await subscription();
    const reply = await refused({ id: order.id, amount: 10_000.5 }, 'INSUFFICIENT_FUNDS');
    assert.deepEqual(reply.msgArgs, ['NGN 0.50']);
    assert.equal(await available(customer), 4_000);
    assert.deepEqual(await read(order.id), order);
  });

  it('changes only what is given: texts, date and income option', async () => {
    const { order } = await subscription({ description: 'First', label: 'My own label' });
    const changes = {
      ...{ description: 'Second', incomeOption: 'PAY', transactionDate: '2150-01-01T12:00:00Z' },
    };
    const reply = await update({ id: order.id, ...changes, amount: 0, customerId: 0 });
    const { result } = reply.body;
    assert.deepEqual(
      [result.description, result.incomeOption, result.transactionDate, result.label],
      ['Second', 'PAY', '2150-01-01T12:00:00.000Z', 'My own label'],
    );
    assert.deepEqual([result.amount, result.heldAmount], [6_000, 6_000]);
    assert.deepEqual(
      reply.body.warnings.map(({ pointer }: Json) => pointer),
      ['/transactionDate'],
    );
    const later = await update({ id: order.id, amount: 10 });
    assert.equal(later.body.result.description, 'Second');
    assert.equal(later.body.warnings, undefined);
  });

  it('may name the cash account that pays, but no other', async () => {
    const { customer, order } = await subscription();
    const same = await update({ id: order.id, cashAccountId: String(customer.accountId) });
    assert.deepEqual([same.status, same.body.result?.heldAmount], [200, 6_000], same.text);
    const body = { id: order.id, cashAccountId: Number(app.rich.accountId), amount: 7_000 };
    await refused(body, 'UNKNOWN_REFERENCE', '/cashAccountId');
    assert.equal(await available(customer), 4_000);
  });

  it('releases its hold if the cost of the new size rounds to zero', async () => {
    const fundName = await app.fund();
    await app.holder(fundName, 1_000, 1);
    const customer = await app.depositor(1_000_000n);
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: customer.id, units: 50 };
    const { id } = await submitted(body);
    assert.equal(await available(customer), 9_945);
    const reply = await update({ id, units: 0.004 });
    assert.deepEqual([reply.status, reply.body.result?.heldAmount], [200, undefined], reply.text);
    assert.equal(await available(customer), 10_000);
  });

  it('is served to clients of the legacy mount', async () => {
    const { order } = await subscription();
    const path = '/ebclient/rest/api/v1/order/fundtransaction/update';
    const reply = await client().put(path, { id: order.id, transAmount: '65.50' });
    assert.deepEqual([reply.status, reply.body.msgCode], [200, String(order.id)], reply.text);
    assert.equal((await read(order.id)).transAmount, 65.5);
    const wrong = await client().put(path, { id: order.id, customerId: app.rich.id });
    assert.deepEqual([wrong.status, wrong.body.msgCode], [200, 'REFERENCE_MISMATCH']);
  });

  it('accepts the whole record back with one quantity changed', async () => {
    const { order } = await subscription();
    const reply = await update({ ...order, transAmount: 7_100 });
    assert.equal(reply.body.result?.amount, 7_100, reply.text);
    const wrong = { id: order.id, amount: 1, transAmount: 2 };
    await refused(wrong, 'INVALID_REQUEST', '/transAmount');
  });

  it('in a dry run shows the new terms and changes nothing', async () => {
    const { customer, order } = await subscription();
    const shown = await update({ id: order.id, amount: 8_000 }, { prefer: 'dry-run' });
    assert.deepEqual([shown.status, shown.body.result.heldAmount], [200, 8_000], shown.text);
    assert.equal(await available(customer), 4_000);
    assert.deepEqual(await read(order.id), order);
  });

  it('sends an event with the amounts before and after', async () => {
    const { order } = await subscription();
    await app.value(order.fundName, 50);
    await app.nextDay();
    await update({ id: order.id, transUnits: 40, orderBase: 'QUANTITY' });
    const [event] = await app.db.query<{ data: Json }>(sql`
      select data from outbox_event where type = 'fund-transaction.updated'
        and subject_id = ${order.id}`);
    const { amountBefore, amount, unitsBefore, units, status } = event?.data ?? {};
    assert.deepEqual(
      [amountBefore, amount, unitsBefore, units, status].map((value) => value?.toString()),
      ['6000', undefined, undefined, '40', 'PENDING'],
    );
  });
});

describe('a changed redemption', () => {
  const holding = async (customer: Depositor) => {
    const { units, heldUnits, availableUnits } = await app.holding(customer);
    return [units, heldUnits, availableUnits];
  };

  it('releases its units before the new ones are checked', async () => {
    const fundName = await app.fund();
    const customer = await app.holder(fundName, 1_000, 10);
    const redemption = { transType: 'REDEMPTION', fundName, customerId: customer.id };
    const order = await submitted({ ...redemption, units: 80 });
    await refused({ id: order.id, transUnits: 100.0001 }, 'INSUFFICIENT_UNITS', '/transUnits');
    assert.deepEqual(await holding(customer), [100, 80, 20]);
    assert.equal((await update({ id: order.id, units: 95 })).body.result.heldUnits, 95);
    assert.deepEqual(await holding(customer), [100, 95, 5]);
    const all = await update({ id: order.id, allUnits: true });
    assert.deepEqual([all.body.result.allUnits, all.body.result.units], [true, undefined]);
    assert.deepEqual(await holding(customer), [100, 100, 0]);
    const byAmount = await update({ ...all.body.result, transAmount: 200, orderBase: 'VALUE' });
    assert.deepEqual([byAmount.body.result.amount, byAmount.body.result.heldUnits], [200, 22]);
    const faults = await selectRegisterFaults(app.db);
    assert.deepEqual(faults, []);
  });

  it('is checked against the minimum holding', async () => {
    const fundName = await app.fund({ minimum_holding_units: '30' });
    const customer = await app.holder(fundName, 1_000, 10);
    const redemption = { transType: 'REDEMPTION', fundName, customerId: customer.id };
    const order = await submitted({ ...redemption, units: 70 });
    await refused({ id: order.id, units: 70.5 }, 'FUND_MINIMUM', '/units');
    assert.deepEqual(await holding(customer), [100, 70, 30]);
  });
});

describe('the dealing date', () => {
  it('is determined again from the time of the change', async () => {
    const { order, fundName } = await subscription();
    await app.value(fundName, 10);
    const changed = (await update({ id: order.id, amount: 100 })).body.result;
    assert.equal(changed.orderDate, order.orderDate);
    assert.ok(changed.dealingDate > order.dealingDate, changed.dealingDate);
  });
});

describe('an update is refused', () => {
  it('for an unknown order and for one of another office', async () => {
    const fundName = await app.fund();
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: app.stranger.id, amount: 10 };
    const { id } = await submitted(body);
    const bound = app.asOffice('CLIENT', [app.officeId]);
    assert.equal((await bound.put(UPDATE, { id, amount: 5 })).status, 404);
    assert.equal((await update({ id: 909_090, amount: 5 })).status, 404);
    assert.equal((await update({ amount: 5 })).status, 400);
    assert.equal((await app.as('AUDITOR').put(UPDATE, { id, amount: 5 })).status, 403);
  });

  it('before its terms are checked, if another version was read or it is not pending', async () => {
    const { order } = await subscription();
    const wrong = { id: order.id, amount: 5, fundName: 'OTHER' };
    assert.equal((await update(wrong, { 'if-match': '"7"' })).status, 412);
    await app.as('APPROVER').put(`${API}/fundtransaction/approve/id/${order.id}`);
    const reply = await refused(wrong, 'FUND_TRANSACTION_WRONG_STATE');
    assert.deepEqual(reply.msgArgs, ['APPROVED']);
  });

  it('for another kind, fund, customer or portfolio', async () => {
    const { order } = await subscription();
    const other = await app.fund();
    for (const [member, value] of [
      ['transType', 'REDEMPTION'],
      ['fundName', other],
      ['fundId', order.fundId + 1],
      ['customerId', app.rich.id],
      ['customerName', app.rich.name],
      ['portfolioId', 4_711],
      ['portfolioName', '0000004711'],
    ] as const) {
      const body = { id: order.id, amount: 5, [member]: value };
      await refused(body, 'REFERENCE_MISMATCH', `/${member}`);
    }
    await refused({ id: order.id, currency: 'EUR' }, 'CURRENCY_MISMATCH', '/currency');
    assert.equal((await read(order.id)).amount, 6_000);
  });

  it('below the minimum of the fund, and if the fund was closed since', async () => {
    const { order, fundName } = await subscription({}, { minimum_first_minor: 50_000n });
    await refused({ id: order.id, transAmount: 499.99 }, 'FUND_MINIMUM', '/transAmount');
    await app.db.query(sql`update fund set open_for_subscription = false where name = ${fundName}`);
    await refused({ id: order.id, amount: 700 }, 'FUND_CLOSED');
  });
});

describe('a person who changed an order', () => {
  const decide = (verb: string, id: number, caller = client()) =>
    caller.put(`${API}/fundtransaction/${verb}/${id}`);

  it('may not approve or reject it, nor may its maker', async () => {
    const { order } = await subscription();
    const editor = app.asOffice('CLIENT', [app.officeId]);
    const changed = await editor.put(UPDATE, { id: order.id, amount: 5_000 });
    assert.equal(changed.status, 200, changed.text);
    await update({ id: order.id, amount: 5_500 });
    for (const caller of [editor, client()]) {
      for (const verb of ['approve/id', 'reject/id']) {
        const reply = await decide(verb, order.id, caller);
        assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
      }
    }
    const approved = await decide('approve/id', order.id, app.as('APPROVER'));
    assert.equal(approved.body.result?.status, 'APPROVED', approved.text);
  });

  it('may post it below the threshold only', async () => {
    const fundName = await app.fund();
    const body = { transType: 'SUBSCRIPTION', fundName, customerId: app.rich.id };
    const { id } = await submitted({ ...body, amount: 20 });
    const editor = app.asOffice('CLIENT', [app.officeId]);
    await editor.put(UPDATE, { id, amount: 10_000_000 });
    for (const caller of [editor, client()]) {
      const posted = await decide('post', id, caller);
      assert.deepEqual([posted.status, posted.body.msgCode], [403, 'OWN_WORK']);
    }
    await editor.put(UPDATE, { id, amount: 30 });
    assert.equal((await decide('post', id, editor)).body.result?.status, 'APPROVED');
  });
});

it('two updates at once leave the hold of the last one', async () => {
  const { customer, order } = await subscription();
  const replies = await Promise.all(
    [1_000, 2_000, 3_000].map((amount) => update({ id: order.id, amount })),
  );
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  );
  const { amount, heldAmount } = await read(order.id);
  assert.deepEqual([heldAmount, await available(customer)], [amount, 10_000 - amount]);
});

it('the same update with the same key is made once', async () => {
  const { order } = await subscription();
  const key = { 'idempotency-key': 'fund-update-key-00001' };
  const first = await update({ id: order.id, amount: 70 }, key);
  const second = await update({ id: order.id, amount: 70 }, key);
  assert.deepEqual(second.body, first.body);
});

it('the books and the register agree afterwards', async () => {
  assert.deepEqual(await selectRegisterFaults(app.db), []);
  const { holds, invariants } = await checkIntegrity({ db: app.db });
  const broken = invariants.filter((one) => !one.holds).map(({ name }) => name);
  assert.ok(holds, broken.join());
});
