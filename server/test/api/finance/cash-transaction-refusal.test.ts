// Refused cash transactions: bodies, callers, states, rules, and races for the same money.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type CashDesk, CREATE, openCashDesk, POST, step, THRESHOLD } from './cash-desk.js';

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

describe('400', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['no type', { amount: 1 }, '/transType'],
    ['an unknown type', { transType: 'GIFT', amount: 1 }, '/transType'],
    ['no amount', { transType: 'RECEIPT' }, '/amount'],
    ['sixteen digits', { transType: 'RECEIPT', amount: '1234567890123456' }, '/amount'],
    ['1e400', { transType: 'RECEIPT', amount: '1e400' }, '/amount'],
    ['NaN', { transType: 'RECEIPT', amount: 'NaN' }, '/amount'],
    ['a boolean', { transType: 'RECEIPT', amount: true }, '/amount'],
    ['a negative fee', { transType: 'RECEIPT', amount: 1, processingFees: -1 }, '/processingFees'],
    ['a NUL', { transType: 'RECEIPT', amount: 1, reference: 'a\u0000b' }, '/reference'],
    ['infinity', { transType: 'RECEIPT', amount: 1, valueDate: 'infinity' }, '/valueDate'],
    [
      'a day that does not exist in Lagos',
      { transType: 'RECEIPT', amount: 1, valueDate: '2199-12-31T23:59:59Z' },
      '/valueDate',
    ],
    ['an id of one', { transType: 'RECEIPT', amount: 1, id: 1 }, '/id'],
  ];
  for (const [name, body, pointer] of wrong) {
    test(`a body with ${name} is refused`, async () => {
      const reply = await desk.client().post(CREATE, { partnerId: desk.customers[0]?.id, ...body });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.body.msgCode, 'INVALID_REQUEST');
      assert.equal(reply.body.errors[0].pointer, pointer);
    });
  }
  test('an id that is not a number is refused', async () => {
    assert.equal((await desk.client().put(`${POST}/abc`)).status, 400);
    assert.equal((await desk.client().put(`${POST}/99999999999999999999`)).status, 400);
  });
});

describe('401, 403 and 404', () => {
  test('a missing user and the wrong role are refused', async () => {
    assert.equal((await desk.app.as('NOBODY').post(CREATE, {})).status, 401);
    assert.equal((await desk.app.as('DEALER').post(CREATE, {})).status, 403);
    assert.equal((await desk.app.as('OPERATIONS').put(step('approve', 1))).status, 403);
  });

  test('no user approves or rejects their own transaction', async () => {
    const customer = await desk.someoneWith(0);
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: THRESHOLD };
    const made = await desk.make(body);
    assert.equal(made.result.transState, 'PENDING', 'at the threshold a second person is needed');
    assert.equal(made.result.approvedBy, undefined);
    for (const name of ['approve', 'reject']) {
      const own = await desk.client().put(step(name, made.id));
      assert.equal(own.status, 403);
      assert.equal(own.body.msgCode, 'OWN_WORK');
    }
    const early = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(early.status, 409);
    assert.deepEqual(early.body.msgArgs, ['PENDING']);
    const approved = await desk.app.as('APPROVER').put(step('approve', made.id));
    assert.equal(approved.body.result.transState, 'APPROVED');
    assert.ok(approved.body.result.approvedBy > 0);
    assert.equal((await desk.client().put(`${POST}/${made.id}`)).status, 200);
  });

  test('records of another office are treated as unknown', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    const elsewhere = desk.app.asOffice('CLIENT', [customer.office_id + 1n]);
    assert.equal(
      (await elsewhere.get(`/api/v1/finance/cash-transaction/id/${made.id}`)).status,
      404,
    );
    for (const name of ['post', 'approve', 'reject', 'cancel', 'reverse']) {
      assert.equal((await elsewhere.put(step(name, made.id))).status, 404, name);
      assert.equal((await desk.client().put(step(name, 999_999_999))).status, 404, name);
    }
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 1 };
    const refused = await elsewhere.post(CREATE, body);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.msgCode, 'UNKNOWN_REFERENCE');
    const list = await elsewhere.get(
      `/api/v1/finance/cash-transaction/list?partnerId=${customer.id}`,
    );
    assert.deepEqual([list.body.msgCode, list.body.msgArgs], ['UNKNOWN_REFERENCE', ['partnerId']]);
    assert.equal(
      (await elsewhere.get(`/api/v1/finance/filedger/list/account/id?a=${customer.account}`))
        .status,
      404,
    );
  });
});

describe('409 and 412', () => {
  test('a second posting returns POSTED and moves nothing', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.receive(customer, 7);
    const again = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'CASH_TRANSACTION_WRONG_STATE');
    assert.deepEqual(again.body.msgArgs, ['POSTED']);
    assert.equal((await desk.balances(customer)).clearedBalance, 7);
  });

  test('twenty concurrent callers who post one transaction move the money once', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 9 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => desk.client().put(`${POST}/${made.id}`)),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.ok(replies.every((reply) => reply.status === 200 || reply.body.msgArgs[0] === 'POSTED'));
    assert.equal((await desk.balances(customer)).clearedBalance, 9);
  });

  test('each state refuses the steps that do not start from it', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.receive(customer, 7);
    for (const name of ['approve', 'reject', 'cancel']) {
      const caller = name === 'cancel' ? desk.client() : desk.app.as('APPROVER');
      assert.deepEqual((await caller.put(step(name, made.id))).body.msgArgs, ['POSTED'], name);
    }
    assert.equal((await desk.client().put(step('reverse', made.id))).status, 200);
    const twice = await desk.client().put(step('reverse', made.id));
    assert.equal(twice.status, 409);
    assert.deepEqual(twice.body.msgArgs, ['REVERSED']);
  });

  test('a step based on a stale version is refused', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    const stale = await desk.client().put(`${POST}/${made.id}`, undefined, { 'if-match': '"9"' });
    assert.equal(stale.status, 412);
    const right = await desk.client().put(`${POST}/${made.id}`, undefined, { 'if-match': '"1"' });
    assert.equal(right.status, 200);
  });
});

describe('422', () => {
  const refusedBodies: readonly (readonly [string, object, string, string])[] = [
    ['zero', { amount: 0 }, 'AMOUNT_NOT_POSITIVE', 'amount'],
    ['a negative amount', { amount: '-5' }, 'AMOUNT_NOT_POSITIVE', 'amount'],
    ['three decimals', { amount: 1.005 }, 'TOO_MANY_DECIMALS', 'amount'],
    ['a fee of three decimals', { processingFees: 0.001 }, 'TOO_MANY_DECIMALS', 'processingFees'],
    [
      'a fee over a hundred percent',
      { processingFees: 101, processingFeeType: 'PERCENT' },
      'PROCESSING_FEE_REFUSED',
      'processingFees',
    ],
    ['a fee over the receipt', { processingFees: 6 }, 'PROCESSING_FEE_REFUSED', 'processingFees'],
    ['an unknown currency', { currency: 'ABC' }, 'UNKNOWN_REFERENCE', 'currency'],
    ['a currency without account', { currency: 'KWD' }, 'UNKNOWN_REFERENCE', 'partnerId'],
    ['an unknown customer', { partnerId: 999_999 }, 'UNKNOWN_REFERENCE', 'partnerId'],
    ['another customer', { partnerName: '0000009999' }, 'REFERENCE_MISMATCH', 'partnerName'],
    ['an unknown account', { cashAccountId: 999_999 }, 'UNKNOWN_REFERENCE', 'cashAccountId'],
    [
      'another office',
      { businessOfficeName: '0000000002' },
      'REFERENCE_MISMATCH',
      'businessOfficeName',
    ],
    ['an unknown contra', { contraAcctName: 'NO' }, 'UNKNOWN_REFERENCE', 'contraAcctName'],
    [
      'a transfer without a receiver',
      { transType: 'TRANSFER' },
      'TRANSACTION_TYPE_UNSUPPORTED',
      'counterPartyCashAccount',
    ],
    [
      'a transfer to an unknown account',
      { transType: 'TRANSFER', counterPartyCashAccount: 'NO' },
      'UNKNOWN_REFERENCE',
      'counterPartyCashAccount',
    ],
  ];
  for (const [name, more, code, member] of refusedBodies) {
    test(`${name} is refused`, async () => {
      const partnerId = desk.customers[0]?.id;
      const reply = await desk.client().post(CREATE, {
        transType: 'RECEIPT',
        partnerId,
        amount: 5,
        ...more,
      });
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test('a request without an account is refused', async () => {
    const reply = await desk.client().post(CREATE, { transType: 'RECEIPT', amount: 5 });
    assert.equal(reply.status, 422);
  });

  test("a customer's account cannot be a contra account, nor a firm's a cash account", async () => {
    const [first, second] = desk.customers;
    const body = { transType: 'RECEIPT', partnerId: first?.id, amount: 5 };
    const contra = await desk.client().post(CREATE, { ...body, contraAcctId: second?.account });
    assert.equal(contra.body.msgCode, 'WRONG_KIND_OF_ACCOUNT');
    const cash = await desk.client().post(CREATE, {
      transType: 'RECEIPT',
      cashAccountName: '0000000001:BANK:CLIENT:NGN',
      amount: 5,
    });
    assert.equal(cash.body.msgCode, 'WRONG_KIND_OF_ACCOUNT');
  });

  test('an account cannot transfer to itself', async () => {
    const [first] = desk.customers;
    const reply = await desk.client().post(CREATE, {
      transType: 'TRANSFER',
      partnerId: first?.id,
      counterPartyCashAccount: first?.account_name,
      amount: 5,
    });
    assert.equal(reply.body.msgCode, 'SAME_ACCOUNT');
  });

  test('a payment of more than is available is refused and leaves nothing behind', async () => {
    const customer = await desk.someoneWith(100);
    const count = () => desk.app.db.query(sql`select count(*) from cash_transaction`);
    const before = await count();
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 100 };
    const reply = await desk.client().post(CREATE, { ...body, processingFees: 0.01 });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'INSUFFICIENT_FUNDS');
    assert.equal(reply.body.detail, 'The available balance is NGN 0.01 too low.');
    assert.deepEqual(reply.body.msgArgs, ['NGN 0.01']);
    assert.deepEqual(await count(), before);
    assert.equal((await desk.balances(customer)).heldBalance, 0);
  });

  test('payments that race for the same money never hold more than is available', async () => {
    const customer = await desk.someoneWith(100);
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 30 };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => desk.client().post(CREATE, body)),
    );
    assert.equal(replies.filter((reply) => reply.status === 201).length, 3);
    assert.ok(
      replies.every((reply) => reply.status === 201 || reply.body.msgCode === 'INSUFFICIENT_FUNDS'),
    );
    assert.equal((await desk.balances(customer)).availableBalance, 10);
  });

  test('a receipt whose money was spent cannot be reversed', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.receive(customer, 50);
    const paid = await desk.make({ transType: 'PAYMENT', partnerId: customer.id, amount: 20 });
    const reply = await desk.client().put(step('reverse', made.id));
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'INSUFFICIENT_FUNDS');
    assert.equal(reply.body.detail, 'The available balance is NGN 20.00 too low.');
    assert.equal((await desk.client().put(step('cancel', paid.id))).status, 200);
    assert.equal((await desk.client().put(step('reverse', made.id))).status, 200);
  });

  test('closed accounts and inactive customers are refused', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 2 };
    await desk.app.db.query(sql`update account set active = false where id = ${customer.account}`);
    assert.equal((await desk.client().post(CREATE, body)).body.msgCode, 'ACCOUNT_INACTIVE');
    assert.equal((await desk.client().put(`${POST}/${made.id}`)).body.msgCode, 'ACCOUNT_INACTIVE');
    await desk.app.db.query(sql`update account set active = true where id = ${customer.account}`);
    await desk.app.db.query(
      sql`update customer set status = 'SUSPENDED' where id = ${customer.id}`,
    );
    assert.equal((await desk.client().post(CREATE, body)).body.msgCode, 'CUSTOMER_INACTIVE');
    const post = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(post.body.msgCode, 'CUSTOMER_INACTIVE', 'whenever it was made');
    await desk.app.db.query(sql`update customer set status = 'ACTIVE' where id = ${customer.id}`);
    assert.equal((await desk.client().put(`${POST}/${made.id}`)).status, 200);
  });

  test('a transfer to a customer who is no longer active is not posted', async () => {
    const [from, to] = [await desk.someoneWith(5), await desk.someoneWith(0)];
    const body = { transType: 'TRANSFER', partnerId: from.id, amount: 5 };
    const made = await desk.make({ ...body, counterPartyPartnerName: to.name });
    await desk.app.db.query(sql`update customer set status = 'SUSPENDED' where id = ${to.id}`);
    const post = await desk.client().put(`${POST}/${made.id}`);
    assert.equal(post.body.msgCode, 'CUSTOMER_INACTIVE');
    assert.equal((await desk.balances(from)).heldBalance, 5, 'it still waits');
    assert.equal((await desk.client().put(step('cancel', made.id))).status, 200);
  });

  test('control accounts are neither contra nor fee accounts', async () => {
    const { id: partnerId } = desk.someone();
    const name = '0000000001:TD:PRINCIPAL:NGN';
    const account = { acctType: 'TD:PRINCIPAL', businessOfficeName: '0000000001', currency: 'NGN' };
    const opened = await desk.app.as('FINANCE').post('/api/v1/finance/account/create', account);
    assert.ok(opened.status === 201 || opened.status === 409, opened.text);
    for (const more of [
      { contraAcctName: name },
      { processingFees: 1, processingFeeAcctName: name },
    ]) {
      const body = { transType: 'RECEIPT', partnerId, amount: 9, ...more };
      const reply = await desk.client().post(CREATE, body);
      assert.equal(reply.body.msgCode, 'CONTROL_ACCOUNT', reply.text);
    }
  });

  test('an amount or fee of more than fifteen digits of the minor unit is refused', async () => {
    const { id: partnerId } = desk.someone();
    const receipt = { transType: 'RECEIPT', partnerId, amount: '9999999999999.99' };
    assert.equal((await desk.client().post(CREATE, receipt)).status, 201);
    for (const more of [
      { amount: '10000000000000' },
      { transType: 'PAYMENT', amount: 1, processingFees: '999999999999999' },
    ]) {
      const reply = await desk.client().post(CREATE, { ...receipt, ...more });
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, 'AMOUNT_TOO_LARGE');
      assert.equal(reply.body.errors[0].detail, 'must be at most 9999999999999.99');
    }
  });
});
