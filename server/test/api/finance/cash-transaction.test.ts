// Cash transactions: made, approved by a second person, posted once, reversed.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fillDemo } from '../../../src/demo/demo.js';
import { checkIntegrity } from '../../../src/modules/finance/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';

const CREATE = '/api/v1/finance/cash-transaction/create';
const POST = '/api/v1/finance/cash-transaction/post/id';
const step = (name: string, id: number) => `/api/v1/finance/cash-transaction/${name}/id/${id}`;
const THRESHOLD = 1_000_000;

interface Customer {
  readonly id: bigint;
  readonly name: string;
  readonly account: bigint;
  readonly account_name: string;
  readonly office_id: bigint;
}

let app: TestApp;
let customers: Customer[];
let used = 0;

before(async () => {
  app = await startTestApp();
  await fillDemo(app.context);
  await app.db.query(
    sql`update business_office set four_eyes_threshold_minor = ${THRESHOLD * 100}`,
  );
  for (let number = 1; number <= 15; number += 1) {
    const reply = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
      firstName: 'Cash',
      lastName: `Person${number}`,
      businessOfficeName: '0000000001',
    });
    assert.equal(reply.status, 201, reply.text);
  }
  customers = await app.db.query<Customer>(sql`
    select c.id, c.name, c.office_id, a.id as account, a.name as account_name
    from customer c join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
    where c.status = 'ACTIVE' order by c.office_id, c.id`);
});
after(async () => {
  const { invariants } = await checkIntegrity({ db: app.db });
  await app.stop();
  assert.deepEqual(
    invariants.filter((one) => !one.holds),
    [],
  );
});

const client = () => app.as('CLIENT');

/** A customer of the first office whom no other test uses. */
function someone(): Customer {
  const one = customers[used];
  used += 1;
  assert.ok(
    one && one.office_id === customers[0]?.office_id,
    'the first office has enough customers',
  );
  return one;
}

async function balances(customer: Customer): Promise<Json> {
  const reply = await client().get(`/api/v1/finance/account/id/${customer.account}`);
  assert.equal(reply.status, 200);
  return reply.body;
}

async function make(body: object, caller: Caller = client()): Promise<Json> {
  const reply = await caller.post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function drain(customer: Customer): Promise<void> {
  const { availableBalance } = await balances(customer);
  if (availableBalance === 0) return;
  const made = await make({
    transType: 'PAYMENT',
    partnerId: customer.id,
    amount: availableBalance,
  });
  if (made.result.transState === 'PENDING') {
    assert.equal((await app.as('APPROVER').put(step('approve', made.id))).status, 200);
  }
  assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
}

/** A customer with exactly this much money. */
async function someoneWith(amount: number): Promise<Customer> {
  const customer = someone();
  await drain(customer);
  if (amount > 0) await receive(customer, amount);
  return customer;
}

async function receive(customer: Customer, amount: number): Promise<Json> {
  const made = await make({ transType: 'RECEIPT', partnerId: customer.id, amount });
  assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
  return made;
}

describe('success', () => {
  test('a receipt is approved at once below the threshold, posted, and in the ledger', async () => {
    const customer = await someoneWith(0);
    const reply = await client().post(CREATE, {
      id: 0,
      name: 'mine',
      transState: 'POSTED',
      approvedBy: 99,
      noOfExecutedDebits: 7,
      bankStmtCleared: true,
      batchName: 'B1',
      transactionDate: '2026-11-19T09:30:00.000Z',
      valueDate: '2026-11-19T23:30:00.000Z',
      businessOfficeName: '0000000001',
      transType: 'receipt',
      transMethod: 'bank_transfer',
      partnerId: 0,
      partnerName: customer.name,
      description: 'First funding',
      currency: 'ngn',
      amount: '50000.00',
      processingFees: '50.00',
      earlyWithdrawalRate: 2.5,
      maxNoOfDebits: 3,
      contraAcctId: 0,
      reference: 'REF-1',
      corpAction: 'False',
      transProcessorResponse: 'ok',
      transactionProcessor: 'GATEWAY',
      paymentGatewayId: 12,
      somethingElse: 'ignored',
    });
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.msgCode, 'CASH_TRANSACTION_CREATED');
    assert.equal(reply.body.msgArgs[0], String(reply.body.id));
    assert.equal(
      reply.headers.get('location'),
      `/api/v1/finance/cash-transaction/id/${reply.body.id}`,
    );
    const made = reply.body.result;
    assert.equal(made.name, String(reply.body.id).padStart(10, '0'));
    assert.equal(made.transState, 'APPROVED');
    assert.ok(made.approvedBy > 0 && made.approvedBy !== 99);
    assert.equal(made.noOfExecutedDebits, 0);
    assert.equal(made.bankStmtCleared, false);
    assert.equal(made.contraAcctName, '0000000001:BANK:CLIENT:NGN');
    assert.equal(made.processingFeeAcctName, '0000000001:INC:FEES:NGN');
    assert.equal(made.processingFeeType, 'FLAT');

    const posted = await client().put(`${POST}/${reply.body.id}`);
    assert.equal(posted.status, 200, posted.text);
    assert.equal(posted.body.msgCode, 'CASH_TRANSACTION_POSTED');
    assert.equal(posted.body.result.transState, 'POSTED');

    const read = await client().get(step('', reply.body.id).replace('//', '/'));
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('etag'), '"2"');
    assert.deepEqual(read.body, posted.body.result);
    for (const [member, value] of Object.entries({
      batchName: 'B1',
      transactionDate: '2026-11-19T09:30:00.000Z',
      valueDate: '2026-11-19T23:30:00.000Z',
      businessOfficeName: '0000000001',
      transType: 'RECEIPT',
      transMethod: 'BANK_TRANSFER',
      partnerId: Number(customer.id),
      partnerName: customer.name,
      cashAccountId: Number(customer.account),
      cashAccountName: customer.account_name,
      currency: 'NGN',
      amount: 50000,
      processingFees: 50,
      earlyWithdrawalRate: 2.5,
      maxNoOfDebits: 3,
      reference: 'REF-1',
      corpAction: false,
      transProcessorResponse: 'ok',
      transactionProcessor: 'GATEWAY',
      paymentGatewayId: 12,
      businessOfficeId: '1',
    })) {
      assert.deepEqual(read.body[member], value, member);
    }
    const ledger = await client().get(
      `/api/v1/finance/filedger/list/account/id?a=${customer.account}&s=500`,
    );
    const [money, fee] = ledger.body.result.slice(-2);
    assert.equal(money.creditAmount, 50000);
    // The client's value date, as a day in the office's time zone, where it is already the next
    // one.
    assert.equal(money.valueDate, '2026-11-20');
    assert.equal(fee.debitAmount, 50);
    assert.equal(fee.balance, 49950);
    assert.equal((await balances(customer)).availableBalance, 49950);
  });

  test('the original path posts too; the legacy mount answers in the old envelope', async () => {
    const customer = await someoneWith(0);
    const made = await client().post('/ebclient/rest/api/v1/finance/cash-transaction/create', {
      transType: 'RECEIPT',
      cashAccountName: customer.account_name,
      amount: '10',
    });
    assert.equal(made.status, 200);
    assert.match(made.body.msgCode, /^\d+$/);
    const posted = await client().post(
      `/ebclient/rest/api/v1/finance/cash-transaction/post/${made.body.msgCode}`,
    );
    assert.equal(posted.status, 200);
    assert.equal(posted.body.success, true);
    const again = await client().post(
      `/ebclient/rest/api/v1/finance/cash-transaction/post/${made.body.msgCode}`,
    );
    assert.equal(again.status, 200);
    assert.equal(again.body.success, false);
    assert.deepEqual(again.body.msgArgs, ['POSTED']);
    assert.equal((await balances(customer)).clearedBalance, 10);
  });

  test('a payment holds its money and fee from the start, and takes them when posted', async () => {
    const customer = await someoneWith(1000);
    const made = await make({
      transType: 'PAYMENT',
      partnerId: customer.id,
      amount: 333.33,
      processingFees: 1.5,
      processingFeeType: 'PERCENT',
    });
    assert.equal(made.result.processingFeeAmount, 5);
    const held = await balances(customer);
    assert.equal(held.clearedBalance, 1000);
    assert.equal(held.heldBalance, 338.33);
    assert.equal(held.availableBalance, 661.67);
    assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
    const after = await balances(customer);
    assert.equal(after.clearedBalance, 661.67);
    assert.equal(after.heldBalance, 0);
  });

  test('all available money can be paid out: hold and payment change together', async () => {
    const customer = await someoneWith(500);
    const made = await make({ transType: 'PAYMENT', partnerId: customer.id, amount: 500 });
    assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
    assert.equal((await balances(customer)).clearedBalance, 0);
  });

  test('cancel and reject release what was held', async () => {
    const customer = await someoneWith(100);
    const first = await make({ transType: 'PAYMENT', partnerId: customer.id, amount: 60 });
    assert.equal(
      (await client().put(step('cancel', first.id))).body.result.transState,
      'CANCELLED',
    );
    assert.equal((await balances(customer)).availableBalance, 100);
    const maker = app.as('OPERATIONS');
    const second = await make({ transType: 'PAYMENT', partnerId: customer.id, amount: 70 }, maker);
    assert.equal(second.result.transState, 'PENDING');
    const rejected = await app.as('APPROVER').put(step('reject', second.id));
    assert.equal(rejected.body.result.transState, 'REJECTED');
    assert.equal((await balances(customer)).availableBalance, 100);
  });

  test('a transfer moves money between customers, also of two offices', async () => {
    const from = await someoneWith(100);
    const near = await someoneWith(0);
    const far = customers.find((one) => one.office_id !== from.office_id);
    assert.ok(far);
    await drain(far);
    const made = await make({
      transType: 'TRANSFER',
      cashAccountId: from.account,
      counterPartyPartnerName: near.name,
      amount: 30,
      processingFees: 1,
    });
    assert.equal(made.result.counterPartyCashAccount, near.account_name);
    assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
    const across = await make({
      transType: 'TRANSFER',
      cashAccountId: from.account,
      counterPartyCashAccount: far.account_name,
      amount: 20,
    });
    assert.equal((await client().put(`${POST}/${across.id}`)).status, 200);
    assert.equal((await balances(from)).clearedBalance, 49);
    assert.equal((await balances(near)).clearedBalance, 30);
    assert.equal((await balances(far)).clearedBalance, 20);
  });

  test('a reversal is a new journal with opposite legs and a link', async () => {
    const customer = await someoneWith(0);
    const made = await receive(customer, 80);
    const reversed = await client().put(step('reverse', made.id));
    assert.equal(reversed.status, 200, reversed.text);
    assert.equal(reversed.body.result.transState, 'REVERSED');
    assert.equal((await balances(customer)).clearedBalance, 0);
    const journals = await app
      .as('AUDITOR')
      .get(`/api/v1/finance/journal/list?sourceType=CASH_TRANSACTION&sourceId=${made.id}`);
    assert.equal(journals.body.count, 2);
    const [first, second] = journals.body.result;
    assert.equal(second.reversalOfJournalId, first.id);
    assert.deepEqual(
      second.lines.map((line: Json) => line.debitAmount),
      first.lines.map((line: Json) => line.creditAmount),
    );
  });

  test('events tell what happened', async () => {
    const customer = await someoneWith(0);
    const made = await receive(customer, 5);
    const events = await app.db.query<{ type: string }>(sql`
      select type from outbox_event where subject_id = ${made.id} and type like 'cash-transaction.%'
      order by id`);
    assert.deepEqual(
      events.map((event) => event.type),
      ['cash-transaction.created', 'cash-transaction.posted'],
    );
  });

  test('a look-alike is made, with a warning that names the first', async () => {
    const customer = await someoneWith(0);
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 12.34 };
    const first = await make(body);
    const second = await make(body);
    assert.equal(first.warnings, undefined);
    assert.equal(second.warnings[0].code, 'LOOK_ALIKE');
    assert.equal(second.warnings[0].id, first.id);
  });

  test('lists filter, count and page', async () => {
    const customer = await someoneWith(0);
    for (const amount of [1, 2, 3]) {
      await make({ transType: 'RECEIPT', partnerId: customer.id, amount, batchName: 'PAGED' });
    }
    const list = (more: string) =>
      client().get(`/api/v1/finance/cash-transaction/list?batchName=PAGED&${more}`);
    const first = await list('b=1&s=2');
    assert.equal(first.body.count, 3);
    assert.deepEqual(
      first.body.result.map((row: Json) => row.amount),
      [1, 2],
    );
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    assert.ok(next);
    const second = await client().get(next);
    assert.deepEqual(
      second.body.result.map((row: Json) => row.amount),
      [3],
    );
    assert.equal((await list('transState=POSTED')).body.count, 0);
    assert.equal((await list('sd=2026-01-01&ed=2999-01-01')).status, 400);
  });
});

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
    ['an id of one', { transType: 'RECEIPT', amount: 1, id: 1 }, '/id'],
  ];
  for (const [name, body, pointer] of wrong) {
    test(`a body with ${name} is refused`, async () => {
      const reply = await client().post(CREATE, { partnerId: customers[0]?.id, ...body });
      assert.equal(reply.status, 400, reply.text);
      assert.equal(reply.body.msgCode, 'INVALID_REQUEST');
      assert.equal(reply.body.errors[0].pointer, pointer);
    });
  }
  test('an id that is no number is refused', async () => {
    assert.equal((await client().put(`${POST}/abc`)).status, 400);
    assert.equal((await client().put(`${POST}/99999999999999999999`)).status, 400);
  });
});

describe('401, 403 and 404', () => {
  test('nobody and the wrong role are refused', async () => {
    assert.equal((await app.as('NOBODY').post(CREATE, {})).status, 401);
    assert.equal((await app.as('DEALER').post(CREATE, {})).status, 403);
    assert.equal((await app.as('OPERATIONS').put(step('approve', 1))).status, 403);
  });

  test('nobody approves or rejects what they made', async () => {
    const customer = await someoneWith(0);
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: THRESHOLD };
    const made = await make(body);
    assert.equal(made.result.transState, 'PENDING', 'at the threshold a second person is needed');
    assert.equal(made.result.approvedBy, undefined);
    for (const name of ['approve', 'reject']) {
      const own = await client().put(step(name, made.id));
      assert.equal(own.status, 403);
      assert.equal(own.body.msgCode, 'OWN_WORK');
    }
    const early = await client().put(`${POST}/${made.id}`);
    assert.equal(early.status, 409);
    assert.deepEqual(early.body.msgArgs, ['PENDING']);
    const approved = await app.as('APPROVER').put(step('approve', made.id));
    assert.equal(approved.body.result.transState, 'APPROVED');
    assert.ok(approved.body.result.approvedBy > 0);
    assert.equal((await client().put(`${POST}/${made.id}`)).status, 200);
  });

  test('records of another office do not exist, nor do unknown ones', async () => {
    const customer = await someoneWith(0);
    const made = await make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    const elsewhere = app.asOffice('CLIENT', [customer.office_id + 1n]);
    assert.equal(
      (await elsewhere.get(`/api/v1/finance/cash-transaction/id/${made.id}`)).status,
      404,
    );
    for (const name of ['post', 'approve', 'reject', 'cancel', 'reverse']) {
      assert.equal((await elsewhere.put(step(name, made.id))).status, 404, name);
      assert.equal((await client().put(step(name, 999_999_999))).status, 404, name);
    }
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 1 };
    const refused = await elsewhere.post(CREATE, body);
    assert.equal(refused.status, 422);
    assert.equal(refused.body.msgCode, 'UNKNOWN_REFERENCE');
    const list = await elsewhere.get(
      `/api/v1/finance/cash-transaction/list?partnerId=${customer.id}`,
    );
    assert.equal(list.body.count, 0);
    assert.equal(
      (await elsewhere.get(`/api/v1/finance/filedger/list/account/id?a=${customer.account}`))
        .status,
      404,
    );
  });
});

describe('409 and 412', () => {
  test('posted twice answers POSTED and moves nothing', async () => {
    const customer = await someoneWith(0);
    const made = await receive(customer, 7);
    const again = await client().put(`${POST}/${made.id}`);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'CASH_TRANSACTION_WRONG_STATE');
    assert.deepEqual(again.body.msgArgs, ['POSTED']);
    assert.equal((await balances(customer)).clearedBalance, 7);
  });

  test('twenty callers who post the same one move the money once', async () => {
    const customer = await someoneWith(0);
    const made = await make({ transType: 'RECEIPT', partnerId: customer.id, amount: 9 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client().put(`${POST}/${made.id}`)),
    );
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    assert.ok(replies.every((reply) => reply.status === 200 || reply.body.msgArgs[0] === 'POSTED'));
    assert.equal((await balances(customer)).clearedBalance, 9);
  });

  test('each state refuses the steps that do not start from it', async () => {
    const customer = await someoneWith(0);
    const made = await receive(customer, 7);
    for (const name of ['approve', 'reject', 'cancel']) {
      const caller = name === 'cancel' ? client() : app.as('APPROVER');
      assert.deepEqual((await caller.put(step(name, made.id))).body.msgArgs, ['POSTED'], name);
    }
    assert.equal((await client().put(step('reverse', made.id))).status, 200);
    const twice = await client().put(step('reverse', made.id));
    assert.equal(twice.status, 409);
    assert.deepEqual(twice.body.msgArgs, ['REVERSED']);
  });

  test('a step from a stale version is refused', async () => {
    const customer = await someoneWith(0);
    const made = await make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    const stale = await client().put(`${POST}/${made.id}`, undefined, { 'if-match': '"9"' });
    assert.equal(stale.status, 412);
    const right = await client().put(`${POST}/${made.id}`, undefined, { 'if-match': '"1"' });
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
      'a transfer to nobody',
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
      const partnerId = customers[0]?.id;
      const reply = await client().post(CREATE, {
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

  test('nobody named at all is refused', async () => {
    const reply = await client().post(CREATE, { transType: 'RECEIPT', amount: 5 });
    assert.equal(reply.status, 422);
  });

  test("a customer's account is no contra account, and a firm's is no cash account", async () => {
    const [first, second] = customers;
    const body = { transType: 'RECEIPT', partnerId: first?.id, amount: 5 };
    const contra = await client().post(CREATE, { ...body, contraAcctId: second?.account });
    assert.equal(contra.body.msgCode, 'WRONG_KIND_OF_ACCOUNT');
    const cash = await client().post(CREATE, {
      transType: 'RECEIPT',
      cashAccountName: '0000000001:BANK:CLIENT:NGN',
      amount: 5,
    });
    assert.equal(cash.body.msgCode, 'WRONG_KIND_OF_ACCOUNT');
  });

  test('an account does not transfer to itself', async () => {
    const [first] = customers;
    const reply = await client().post(CREATE, {
      transType: 'TRANSFER',
      partnerId: first?.id,
      counterPartyCashAccount: first?.account_name,
      amount: 5,
    });
    assert.equal(reply.body.msgCode, 'SAME_ACCOUNT');
  });

  test('more than is available is refused and leaves nothing', async () => {
    const customer = await someoneWith(100);
    const count = () => app.db.query(sql`select count(*) from cash_transaction`);
    const before = await count();
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 100 };
    const reply = await client().post(CREATE, { ...body, processingFees: 0.01 });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'INSUFFICIENT_FUNDS');
    assert.deepEqual(await count(), before);
    assert.equal((await balances(customer)).heldBalance, 0);
  });

  test('payments that race for the same money never hold more than there is', async () => {
    const customer = await someoneWith(100);
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 30 };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => client().post(CREATE, body)),
    );
    assert.equal(replies.filter((reply) => reply.status === 201).length, 3);
    assert.ok(
      replies.every((reply) => reply.status === 201 || reply.body.msgCode === 'INSUFFICIENT_FUNDS'),
    );
    assert.equal((await balances(customer)).availableBalance, 10);
  });

  test('a receipt whose money has gone cannot be reversed', async () => {
    const customer = await someoneWith(0);
    const made = await receive(customer, 50);
    const paid = await make({ transType: 'PAYMENT', partnerId: customer.id, amount: 20 });
    const reply = await client().put(step('reverse', made.id));
    assert.equal(reply.status, 422);
    assert.equal(reply.body.msgCode, 'INSUFFICIENT_FUNDS');
    assert.equal((await client().put(step('cancel', paid.id))).status, 200);
    assert.equal((await client().put(step('reverse', made.id))).status, 200);
  });

  test('closed accounts and customers who may not do business are refused', async () => {
    const customer = await someoneWith(0);
    const made = await make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1 });
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 2 };
    await app.db.query(sql`update account set active = false where id = ${customer.account}`);
    assert.equal((await client().post(CREATE, body)).body.msgCode, 'ACCOUNT_INACTIVE');
    assert.equal((await client().put(`${POST}/${made.id}`)).body.msgCode, 'ACCOUNT_INACTIVE');
    await app.db.query(sql`update account set active = true where id = ${customer.account}`);
    await app.db.query(sql`update customer set status = 'SUSPENDED' where id = ${customer.id}`);
    assert.equal((await client().post(CREATE, body)).body.msgCode, 'CUSTOMER_INACTIVE');
    await app.db.query(sql`update customer set status = 'ACTIVE' where id = ${customer.id}`);
  });
});

describe('repeated key and dry run', () => {
  test('a repeated key replays the first reply and makes one record', async () => {
    const customer = await someoneWith(0);
    const headers = { 'idempotency-key': 'cash-transaction-key-1' };
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 11 };
    const first = await client().post(CREATE, body, headers);
    const again = await client().post(CREATE, body, headers);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.body.id, first.body.id);
    const other = await client().post(CREATE, { ...body, amount: 12 }, headers);
    assert.equal(other.status, 422);
    assert.equal(other.body.msgCode, 'IDEMPOTENCY_KEY_REUSED');
    const posting = { 'idempotency-key': 'cash-transaction-post-1' };
    const posted = await client().put(`${POST}/${first.body.id}`, undefined, posting);
    const reposted = await client().put(`${POST}/${first.body.id}`, undefined, posting);
    assert.equal(reposted.status, 200);
    assert.deepEqual(reposted.body, posted.body);
    assert.equal((await balances(customer)).clearedBalance, 11);
  });

  test('a dry run checks and computes, and writes nothing', async () => {
    const customer = await someoneWith(20);
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 20 };
    const dry = { prefer: 'dry-run' };
    const reply = await client().post(CREATE, body, dry);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.dryRun, true);
    assert.equal(reply.body.id, undefined);
    assert.equal((await balances(customer)).heldBalance, 0);
    const refused = await client().post(CREATE, { ...body, amount: 20.01 }, dry);
    assert.equal(refused.body.msgCode, 'INSUFFICIENT_FUNDS');
    const made = await make(body);
    const posted = await client().put(`${POST}/${made.id}?dryRun=true`);
    assert.equal(posted.status, 200, posted.text);
    assert.equal((await balances(customer)).clearedBalance, 20);
  });
});
