// Reversals: immediate if one person may decide, otherwise requested by one person and carried out
// by another.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Caller, Json } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk, POST, step, THRESHOLD } from './cash-desk.js';

let desk: CashDesk;
let customer: Customer;
before(async () => {
  desk = await openCashDesk();
  customer = await desk.someoneWith(0);
});
after(() => desk.close());

const approver = () => desk.app.as('APPROVER');
const finance = () => desk.app.as('FINANCE');
const reverse = (id: number, by: Caller) => by.put(step('reverse', id));
const keep = (id: number, by: Caller) => by.put(step('keep', id));
const cleared = async (): Promise<number> => (await desk.balances(customer)).clearedBalance;

/** Posts a receipt that is large enough to need a second person, and returns its id. */
async function large(): Promise<number> {
  const body = { transType: 'RECEIPT', partnerId: customer.id, amount: THRESHOLD };
  const { id } = await desk.make(body);
  assert.equal((await approver().put(step('approve', id))).status, 200);
  assert.equal((await desk.client().put(`${POST}/${id}`)).status, 200);
  return id;
}

describe('success', () => {
  test('one person requests and another reverses, and only then the money moves', async () => {
    const before = await cleared();
    const id = await large();
    const asked = await reverse(id, finance());
    assert.equal(asked.status, 200, asked.text);
    assert.equal(asked.body.msgCode, 'CASH_TRANSACTION_REVERSAL_ASKED');
    assert.equal(asked.body.result.transState, 'POSTED');
    assert.equal(asked.body.result.reversalAskedBy, asked.body.result.lastModifiedBy);
    assert.equal(await cleared(), before + THRESHOLD);
    const done = await reverse(id, approver());
    assert.equal(done.body.result.transState, 'REVERSED', done.text);
    assert.equal(await cleared(), before);
    const { reversalAskedBy, lastModifiedBy, reversalJournalId } = done.body.result;
    const journal = await finance().get(`/api/v1/finance/journal/id/${reversalJournalId}`);
    const { madeBy, approvedBy } = journal.body;
    assert.deepEqual([madeBy, approvedBy], [reversalAskedBy, lastModifiedBy]);
  });

  test('a small transaction is reversed at once by a user who may approve', async () => {
    const first = await desk.receive(customer, 5);
    const alone = (await reverse(first.id, desk.client())).body.result;
    assert.equal(alone.transState, 'REVERSED');
    const path = `/api/v1/finance/journal/id/${alone.reversalJournalId}`;
    const { madeBy, approvedBy } = (await finance().get(path)).body;
    assert.deepEqual([madeBy, approvedBy], [alone.lastModifiedBy, undefined]);
    const second = await desk.receive(customer, 5);
    const asked = await reverse(second.id, finance());
    assert.equal(asked.body.result.transState, 'POSTED');
    assert.equal((await reverse(second.id, desk.client())).body.result.transState, 'REVERSED');
  });

  test('a small amount with a large fee is not reversed by one person', async () => {
    await desk.receive(customer, THRESHOLD - 1);
    await desk.receive(customer, 2);
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 1 };
    const { id, result } = await desk.make({ ...body, processingFees: THRESHOLD - 1 });
    assert.equal(result.transState, 'PENDING');
    assert.equal((await approver().put(step('approve', id))).status, 200);
    assert.equal((await desk.client().put(`${POST}/${id}`)).status, 200);
    const asked = await reverse(id, desk.client());
    assert.equal(asked.body.msgCode, 'CASH_TRANSACTION_REVERSAL_ASKED');
    assert.equal((await reverse(id, approver())).body.result.transState, 'REVERSED');
  });

  test('a requested reversal is listed, with the journal that it will write', async () => {
    const id = await large();
    const waiting = async (): Promise<number[]> => {
      const list = '/api/v1/finance/cash-transaction/list?reversalAsked=true&s=500';
      return (await approver().get(list)).body.result.map((each: Json) => each.id);
    };
    assert.ok(!(await waiting()).includes(id));
    const read = async () =>
      (await approver().get(`/api/v1/finance/cash-transaction/id/${id}`)).body;
    assert.equal((await read()).journal, undefined);
    await reverse(id, finance());
    assert.ok((await waiting()).includes(id));
    const sides = (await read()).journal.lines.map((line: Json) => [
      line.accountName === customer.account_name ? 'customer' : 'bank',
      line.debitAmount,
      line.creditAmount,
    ]);
    assert.deepEqual(sides.sort(), [
      ['bank', 0, THRESHOLD],
      ['customer', THRESHOLD, 0],
    ]);
    const kept = await approver().put(step('keep', id), { reason: 'It was paid in after all' });
    assert.equal(kept.body.result.decisionReason, 'It was paid in after all');
    assert.ok(!(await waiting()).includes(id));
  });

  test('a declined reversal can be requested again', async () => {
    const id = await large();
    await reverse(id, finance());
    const kept = await keep(id, approver());
    assert.equal(kept.status, 200, kept.text);
    assert.equal(kept.body.result.reversalAskedBy, undefined);
    assert.equal((await reverse(id, approver())).body.result.transState, 'POSTED');
    assert.equal((await reverse(id, finance())).body.result.transState, 'REVERSED');
  });
});

describe('403 and 404', () => {
  test('the requester cannot reverse, and makers cannot request', async () => {
    const id = await large();
    assert.equal((await reverse(id, desk.app.as('OPERATIONS'))).status, 403);
    assert.equal((await reverse(id, approver())).status, 200);
    const own = await reverse(id, approver());
    assert.equal(own.status, 403);
    assert.equal(own.body.msgCode, 'OWN_WORK');
    const elsewhere = desk.app.asOffice('APPROVER', [customer.office_id + 1n]);
    assert.equal((await reverse(id, elsewhere)).status, 404);
    assert.equal((await keep(id, elsewhere)).status, 404);
    assert.equal((await reverse(id, finance())).body.result.transState, 'REVERSED');
  });
});

describe('409 and 422', () => {
  test('a reversal cannot be declined if none was requested or it was done', async () => {
    const id = await large();
    const early = await keep(id, approver());
    assert.equal(early.status, 409);
    assert.equal(early.body.msgCode, 'REVERSAL_NOT_ASKED');
    await reverse(id, finance());
    await reverse(id, approver());
    assert.deepEqual((await keep(id, approver())).body.msgArgs, ['REVERSED']);
    assert.deepEqual((await reverse(id, finance())).body.msgArgs, ['REVERSED']);
  });

  test('of two concurrent users, one requests and the other reverses, once', async () => {
    const before = await cleared();
    const id = await large();
    const replies = await Promise.all([reverse(id, finance()), reverse(id, approver())]);
    assert.deepEqual(replies.map(({ body }: Json) => body.result?.transState).sort(), [
      'POSTED',
      'REVERSED',
    ]);
    assert.equal(await cleared(), before);
    const other = await large();
    const three = [finance(), finance(), finance()].map((by) => reverse(other, by));
    const statuses = (await Promise.all(three)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 403, 403]);
    assert.equal(await cleared(), before + THRESHOLD);
  });

  test('money that was spent cannot be reversed', async () => {
    await desk.drain(customer);
    const { id } = await desk.receive(customer, 40);
    const { id: payment } = await desk.make({
      transType: 'PAYMENT',
      partnerId: customer.id,
      amount: 30,
    });
    await desk.client().put(`${POST}/${payment}`);
    const refused = await reverse(id, desk.client());
    assert.equal(refused.status, 422);
    assert.equal(refused.body.msgCode, 'INSUFFICIENT_FUNDS');
    assert.deepEqual(refused.body.msgArgs, ['NGN 30.00']);
  });

  test('the shortfall of a receiver is not shown to another office', async () => {
    await desk.receive(customer, 7);
    const far = desk.customers.find((one) => one.office_id !== customer.office_id);
    assert.ok(far);
    await desk.drain(far);
    const { id } = await desk.make({
      transType: 'TRANSFER',
      cashAccountId: customer.account,
      counterPartyCashAccount: far.account_name,
      amount: 7,
    });
    assert.equal((await desk.client().put(`${POST}/${id}`)).status, 200);
    await desk.drain(far);
    const near = await reverse(id, desk.app.asOffice('APPROVER', [customer.office_id]));
    const seesAll = await reverse(id, approver());
    const told = [near, seesAll].map(({ body }: Json) => [body.msgCode, ...body.msgArgs]);
    assert.deepEqual(told, [['INSUFFICIENT_FUNDS'], ['INSUFFICIENT_FUNDS', 'NGN 7.00']]);
  });
});

describe('dry run', () => {
  test('the dry run of a reversal neither requests nor executes it', async () => {
    const id = await large();
    const tried = await finance().put(`${step('reverse', id)}?dryRun=true`);
    assert.ok(tried.body.result.reversalAskedBy, tried.text);
    assert.equal((await keep(id, approver())).body.msgCode, 'REVERSAL_NOT_ASKED');
  });
});
