// Payment gateways: reference data, receipts through them, unique references, and unsuccessful
// replies. Also income from corporate actions.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type CashDesk, CREATE, type Customer, openCashDesk, POST, step } from './cash-desk.js';

const GATEWAY = '/api/v1/finance/payment-gateway';

let desk: CashDesk;
let customer: Customer;
let gateway: number;
before(async () => {
  desk = await openCashDesk();
  customer = await desk.someoneWith(10_000);
  const { body } = await desk.client().get(`${GATEWAY}/list/active`);
  gateway = body.result.find(({ name }: Json) => name === 'PAYGATE').id;
});
after(() => desk.close());

const receipt = (more: object = {}) => ({
  ...{ transType: 'RECEIPT', partnerId: customer.id, amount: 250.75 },
  ...{ paymentGatewayId: gateway, transProcessorResponse: '00' },
  ...more,
});

async function refused(body: object, wanted: readonly unknown[], role = 'CLIENT') {
  const [before] = await desk.app.db.query(sql`select count(*) as n from cash_transaction`);
  const reply = await desk.app.as(role).post(CREATE, body);
  const pointer = reply.body.errors?.[0]?.pointer;
  assert.deepEqual([reply.status, reply.body.msgCode, pointer], wanted, reply.text);
  const [after] = await desk.app.db.query(sql`select count(*) as n from cash_transaction`);
  assert.deepEqual(after, before);
  return reply.body;
}

describe('a receipt through a gateway', () => {
  test('is booked against its suspense account, and is found by its gateway', async () => {
    const made = await desk.make(receipt({ reference: 'GW-1', transactionProcessor: 'paygate' }));
    assert.equal(made.result.transState, 'APPROVED');
    assert.equal(made.result.contraAcctName, '0000000001:GATEWAY:SUSPENSE:NGN');
    assert.equal(made.result.transactionProcessor, 'PAYGATE');
    assert.equal(made.result.paymentGatewayId, gateway);
    const before = await desk.balances(customer);
    const posted = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(posted.status, 200, posted.text);
    const after = await desk.balances(customer);
    assert.equal(Math.round((after.clearedBalance - before.clearedBalance) * 100), 25_075);
    for (const filter of [
      `paymentGatewayId=${gateway}`,
      'transactionProcessor=PAYGATE',
      'reference=GW-1',
    ]) {
      const path = `/api/v1/finance/cash-transaction/list?${filter}`;
      const { body } = await desk.client().get(path);
      assert.ok(
        body.result.some(({ id }: Json) => id === made.id),
        filter,
      );
      assert.ok(body.result.every((one: Json) => one.paymentGatewayId === gateway));
    }
  });

  test('is not approved at once unless the reply is a success code', async () => {
    for (const [at, transProcessorResponse] of ['05 Declined', ' 00', undefined].entries()) {
      const { transProcessorResponse: _, ...rest } = receipt({ reference: `NO-${at}` });
      const said = transProcessorResponse === undefined ? {} : { transProcessorResponse };
      const { id, result } = await desk.make({ ...rest, ...said });
      assert.equal(result.transState, 'PENDING', transProcessorResponse);
      assert.equal(result.transProcessorResponse, transProcessorResponse);
      assert.equal((await desk.client().put(step('approve', id))).body.msgCode, 'OWN_WORK');
      const approved = await desk.app.as('APPROVER').put(step('approve', id));
      assert.equal(approved.body.result.transState, 'APPROVED', approved.text);
    }
  });

  test('credits once, however often and however concurrently it is sent', async () => {
    const body = receipt({ reference: 'TWICE' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => desk.client().post(CREATE, body)),
    );
    const made = replies.filter(({ status }) => status === 201);
    assert.equal(made.length, 1);
    for (const { status, body: said } of replies.filter((reply) => reply.status !== 201)) {
      assert.equal(status, 409);
      assert.equal(said.msgCode, 'PAYMENT_REFERENCE_TAKEN');
      assert.deepEqual(said.msgArgs, ['APPROVED', String(made[0]?.body.id)]);
    }
    await desk.client().put(step('cancel', made[0]?.body.id));
    const wanted = [409, 'PAYMENT_REFERENCE_TAKEN', '/reference'];
    const again = await refused(body, wanted);
    assert.deepEqual(again.msgArgs, ['CANCELLED', String(made[0]?.body.id)]);
    const elsewhere = await desk.app.asOffice('CLIENT', [customer.office_id]).post(CREATE, body);
    assert.equal(elsewhere.status, 409);
  });

  test('shows only the state of a transaction in an office that is not visible', async () => {
    const far = desk.customers.find(({ office_id }) => office_id !== customer.office_id);
    assert.ok(far);
    const first = await desk.make(receipt({ partnerId: far.id, reference: 'FAR' }));
    assert.equal(first.result.transState, 'APPROVED');
    const bound = desk.app.asOffice('CLIENT', [customer.office_id]);
    const { body } = await bound.post(CREATE, receipt({ reference: 'FAR' }));
    assert.deepEqual([body.msgCode, body.msgArgs], ['PAYMENT_REFERENCE_TAKEN', ['APPROVED']]);
  });

  test('refuses unknown gateways, two gateways, other contra accounts, no reference', async () => {
    const sent = (more: object) => receipt({ reference: 'WRONG', ...more });
    await refused(sent({ paymentGatewayId: 999 }), [422, 'UNKNOWN_REFERENCE', '/paymentGatewayId']);
    await refused(sent({ paymentGatewayId: undefined, transactionProcessor: 'NOPAY' }), [
      422,
      'UNKNOWN_REFERENCE',
      '/transactionProcessor',
    ]);
    await propose({ name: 'OTHERPAY', label: 'Other', successCodes: [] });
    await refused(sent({ transactionProcessor: 'OTHERPAY' }), [
      422,
      'REFERENCE_MISMATCH',
      '/transactionProcessor',
    ]);
    await refused(sent({ contraAcctName: '0000000001:BANK:CLIENT:NGN' }), [
      422,
      'REFERENCE_MISMATCH',
      '/contraAcctName',
    ]);
    await refused(receipt(), [400, 'INVALID_REQUEST', '/reference']);
    await propose({ name: 'OTHERPAY', label: 'Other', successCodes: [], active: false });
    await refused(sent({ paymentGatewayId: undefined, transactionProcessor: 'OTHERPAY' }), [
      422,
      'UNKNOWN_REFERENCE',
      '/transactionProcessor',
    ]);
  });
});

const propose = async (body: object) => {
  const made = await desk.app.as('FINANCE').put(`${GATEWAY}/propose`, body);
  assert.equal(made.status, 201, made.text);
  const path = `/api/v1/system/change/approve/id/${made.body.id}`;
  const approved = await desk.app.as('APPROVER').put(path);
  assert.equal(approved.status, 200, approved.text);
  return approved.body.result;
};

describe('a proposed gateway', () => {
  test('takes effect when a second person approves it, and is read by id', async () => {
    const body = { name: 'newpay', label: 'New pay', successCodes: ['OK', 'OK', 'PAID'] };
    await propose(body);
    const { body: page } = await desk.client().get(`${GATEWAY}/list/active`);
    const found = page.result.find(({ name }: Json) => name === 'NEWPAY');
    assert.deepEqual(found.successCodes, ['OK', 'PAID']);
    assert.equal(found.suspenseCode, 'GATEWAY:SUSPENSE');
    const { body: one } = await desk.client().get(`${GATEWAY}/id/${found.id}`);
    assert.deepEqual(one, found);
    assert.equal((await desk.client().get(`${GATEWAY}/id/987654`)).status, 404);
  });

  test('is refused with a suspense account that is not client money, or a wrong code', async () => {
    const codeOf = async (more: object) => {
      const body = { name: 'BADPAY', label: 'Bad', successCodes: [], ...more };
      const reply = await desk.app.as('FINANCE').put(`${GATEWAY}/propose`, body);
      return [reply.status, reply.body.msgCode, reply.body.errors?.[0]?.pointer];
    };
    const wrong = [422, 'PAYMENT_GATEWAY_REFUSED'];
    assert.deepEqual(await codeOf({ suspenseCode: 'BANK:FIRM' }), [...wrong, '/suspenseCode']);
    assert.deepEqual(await codeOf({ suspenseCode: 'LIAB:VAT' }), [...wrong, '/suspenseCode']);
    assert.deepEqual(await codeOf({ name: 'BAD PAY' }), [...wrong, '/name']);
    assert.deepEqual(await codeOf({ suspenseCode: 'NO:SUCH' }), [
      422,
      'UNKNOWN_REFERENCE',
      '/suspenseCode',
    ]);
  });
});

describe('income of a corporate action that is entered by hand', () => {
  const income = { transType: 'RECEIPT', amount: 12.5, corpAction: true };

  test('needs the permission, and must be a receipt', async () => {
    const body = { ...income, partnerId: customer.id };
    await refused(body, [403, 'FORBIDDEN', undefined]);
    await refused({ ...body, transType: 'PAYMENT' }, [
      422,
      'TRANSACTION_TYPE_UNSUPPORTED',
      '/corpAction',
    ]);
    const other = { transType: 'TRANSFER', counterPartyPartnerName: desk.someone().name };
    await refused({ ...body, ...other }, [422, 'TRANSACTION_TYPE_UNSUPPORTED', '/corpAction']);
  });

  test('is marked as income in the ledger and is a filter', async () => {
    const someone = await desk.someoneWith(5);
    const body = { ...income, partnerId: someone.id };
    const made = await desk.make(body, desk.app.as('FINANCE'));
    assert.equal(made.result.corpAction, true);
    await desk.app.as('APPROVER').put(step('approve', made.id));
    const posted = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(posted.status, 200, posted.text);
    await desk.receive(someone, 7);
    const path = `/api/v1/finance/filedger/list/account/id?a=${someone.account}`;
    const lines = (await desk.client().get(path)).body.result.slice(-2);
    assert.deepEqual(
      lines.map(({ income: isIncome }: Json) => isIncome),
      [true, false],
    );
    assert.match(lines[0].description, /^Income of a corporate action/);
    const list = '/api/v1/finance/cash-transaction/list?corpAction=true';
    const { body: page } = await desk.client().get(list);
    assert.deepEqual(
      page.result.map(({ id }: Json) => id),
      [made.id],
    );
  });
});
