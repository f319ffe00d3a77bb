// Cash account rules: overdraft, minimum balance, lien, and charges for early debits.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { type CashDesk, CREATE, type Customer, openCashDesk, POST, step } from './cash-desk.js';

const PROPOSE = '/api/v1/finance/account-rule/propose';

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

async function agree(customer: Customer, rule: object): Promise<void> {
  const body = { cashAccountName: customer.account_name, ...rule };
  const proposed = await desk.app.as('FINANCE').post(PROPOSE, body);
  assert.equal(proposed.status, 201, proposed.text);
  const path = `/api/v1/system/change/approve/id/${proposed.body.id}`;
  const approved = await desk.app.as('APPROVER').put(path);
  assert.equal(approved.status, 200, approved.text);
}

const payment = (customer: Customer, amount: number, more: object = {}): Promise<TestReply> =>
  desk.client().post(CREATE, { transType: 'PAYMENT', partnerId: customer.id, amount, ...more });

async function pay(customer: Customer, amount: number, more: object = {}): Promise<Json> {
  const made = await payment(customer, amount, more);
  assert.equal(made.status, 201, made.text);
  const posted = await desk.client().put(`${POST}/${made.body.id}`);
  assert.equal(posted.status, 200, posted.text);
  return posted.body.result;
}

describe('success', () => {
  test('an overdraft can be spent down to its limit', async () => {
    const customer = await desk.someoneWith(100);
    await agree(customer, { overdraftLimit: 50.5 });
    const { availableBalance, overdraftLimit } = await desk.balances(customer);
    assert.deepEqual([availableBalance, overdraftLimit], [150.5, 50.5]);
    assert.equal((await payment(customer, 150.51)).body.msgCode, 'INSUFFICIENT_FUNDS');
    await pay(customer, 150.5);
    assert.equal((await desk.balances(customer)).clearedBalance, -50.5);
    // Lowering the overdraft limit does not reclaim money already drawn. It only prevents further
    // debits.
    await agree(customer, {});
    const after = await desk.balances(customer);
    assert.deepEqual([after.availableBalance, after.overdraftLimit], [-50.5, 0]);
    await desk.receive(customer, 60);
    assert.equal((await payment(customer, 9.51)).body.msgCode, 'INSUFFICIENT_FUNDS');
    await pay(customer, 9.5);
  });

  test('a minimum balance and a lien apply even above the balance', async () => {
    const customer = await desk.someoneWith(100);
    await agree(customer, { minimumBalance: 30, lien: 90, lienReason: 'Court order 7' });
    const { availableBalance, minimumBalance, lienBalance } = await desk.balances(customer);
    assert.deepEqual([availableBalance, minimumBalance, lienBalance], [-20, 30, 90]);
    assert.equal((await payment(customer, 0.01)).body.msgCode, 'INSUFFICIENT_FUNDS');
    await desk.receive(customer, 25);
    assert.equal((await payment(customer, 5.01)).body.msgCode, 'INSUFFICIENT_FUNDS');
    await pay(customer, 5);
    const list = await desk.client().get('/api/v1/finance/account-rule/list?s=500');
    const shown = list.body.result.find((one: Json) => one.name === customer.account_name);
    assert.equal(shown.lienReason, 'Court order 7');
  });

  test('a debit beyond the monthly limit is charged to the penalty account', async () => {
    const customer = await desk.someoneWith(10_000);
    await agree(customer, { maxNoOfDebits: 2, earlyWithdrawalRate: 2.5 });
    const counts = [];
    for (let debit = 0; debit < 3; debit += 1) {
      const { noOfExecutedDebits, earlyWithdrawalAmount } = await pay(customer, 100.02);
      counts.push([noOfExecutedDebits, earlyWithdrawalAmount]);
    }
    // 2.5 % of 100.02 is 2.5005, rounded half up.
    assert.deepEqual(counts, [
      [0, 0],
      [1, 0],
      [2, 2.5],
    ]);
    const again = await pay(customer, 1000, { earlyWithdrawalRate: 10 });
    assert.equal(again.earlyWithdrawalAmount, 100, 'the higher rate applies');
    assert.equal(again.earlyWithdrawalAcctName, '0000000001:INC:PENALTY:NGN');
    assert.equal((await pay(customer, 1000, { earlyWithdrawalRate: 1 })).earlyWithdrawalAmount, 25);
  });

  test('the charge of a pending debit is held with it, as integrity expects', async () => {
    const customer = await desk.someoneWith(100);
    await agree(customer, { lockedUntil: '2035-01-01', earlyWithdrawalRate: 5 });
    const made = await payment(customer, 60, { processingFees: 2 });
    assert.equal((await desk.balances(customer)).heldBalance, 65);
    const { body } = await desk.app.as('AUDITOR').get('/api/v1/finance/integrity');
    assert.equal(body.holds, true, JSON.stringify(body.invariants));
    assert.equal((await desk.client().put(step('cancel', made.body.id))).status, 200);
  });

  test('a debit is charged before the date of the account, but not on it', async () => {
    const customer = await desk.someoneWith(1000);
    const today = await currentBusinessDate(desk.app.db);
    await agree(customer, { lockedUntil: '2035-01-01', earlyWithdrawalRate: 5 });
    assert.equal((await pay(customer, 100)).earlyWithdrawalAmount, 5);
    await agree(customer, { lockedUntil: today, earlyWithdrawalRate: 5 });
    assert.equal((await pay(customer, 100)).earlyWithdrawalAmount, 0);
  });

  test('a request may set stricter limits than the account, even without a rule', async () => {
    const customer = await desk.someoneWith(1000);
    await pay(customer, 1);
    const one = await payment(customer, 100, { maxNoOfDebits: 1 });
    assert.equal(one.body.msgCode, 'EARLY_WITHDRAWAL_REFUSED');
    const charged = await pay(customer, 100, { maxNoOfDebits: 1, earlyWithdrawalRate: 1 });
    assert.equal(charged.earlyWithdrawalAmount, 1);
    assert.equal((await pay(customer, 100, { maxNoOfDebits: 0 })).earlyWithdrawalAmount, 0);
  });

  test('ten concurrent debits respect the monthly limit, pending ones included', async () => {
    const customer = await desk.someoneWith(0);
    await agree(customer, { maxNoOfDebits: 3 });
    const { debits } = await debitsOf(customer);
    await desk.receive(customer, 1000);
    const replies = await Promise.all(Array.from({ length: 10 }, () => payment(customer, 1)));
    const made = replies.filter(({ status }) => status === 201);
    assert.equal(made.length, 3 - debits);
    for (const { body } of made) await desk.client().put(step('cancel', body.id));
    assert.equal((await payment(customer, 1)).status, 201, 'cancelled ones are ignored');
  });
});

async function debitsOf(customer: Customer): Promise<{ debits: number }> {
  const [row] = await desk.app.db.query<{ debits: number }>(sql`
    select count(*)::integer as debits from cash_transaction
    where cash_account_id = ${customer.account} and trans_type <> 'RECEIPT'`);
  return row ?? { debits: 0 };
}

describe('403', () => {
  test('no user sets a rule alone', async () => {
    const [customer] = desk.customers;
    const body = { cashAccountName: customer?.account_name, overdraftLimit: 1 };
    assert.equal((await desk.client().post(PROPOSE, body)).status, 403);
    const made = await desk.app.as('ADMIN').post(PROPOSE, body);
    const own = await desk.app.as('ADMIN').put(`/api/v1/system/change/approve/id/${made.body.id}`);
    assert.equal(own.body.msgCode, 'OWN_WORK');
  });
});

describe('422', () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['an overdraft with a minimum', { overdraftLimit: 1, minimumBalance: 1 }, 'minimumBalance'],
    ['a lien without a reason', { lien: 1 }, 'lienReason'],
    ['a rate that nothing triggers', { earlyWithdrawalRate: 1 }, 'earlyWithdrawalRate'],
    ['too many decimals', { overdraftLimit: 0.001 }, 'overdraftLimit'],
    ['an unknown account', { cashAccountName: 'NO' }, 'cashAccountName'],
    ["the firm's account", { cashAccountName: '0000000001:BANK:CLIENT:NGN' }, 'cashAccountName'],
  ];
  for (const [name, more, member] of refused) {
    test(`${name} is refused`, async () => {
      const body = { cashAccountName: desk.customers[0]?.account_name, ...more };
      const reply = await desk.app.as('FINANCE').post(PROPOSE, body);
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }
});
