// Cash transactions: created, approved by a second person, posted once, reversed.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type CashDesk, CREATE, openCashDesk, POST, step } from './cash-desk.js';

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

/** Every member that a client may send, and some that the server ignores. */
const FULL = {
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
  somethingElse: 'ignored',
};

/** The expected members of the stored transaction, without customer and account names. */
const FULL_READ = {
  batchName: 'B1',
  transactionDate: '2026-11-19T09:30:00.000Z',
  valueDate: '2026-11-19T23:30:00.000Z',
  businessOfficeName: '0000000001',
  transType: 'RECEIPT',
  transMethod: 'BANK_TRANSFER',
  currency: 'NGN',
  amount: 50000,
  processingFees: 50,
  earlyWithdrawalRate: 2.5,
  maxNoOfDebits: 3,
  reference: 'REF-1',
  corpAction: false,
  transProcessorResponse: 'ok',
  businessOfficeId: '1',
};

describe('success', () => {
  test('a receipt is approved at once below the threshold, posted, and in the ledger', async () => {
    const customer = await desk.someoneWith(0);
    const reply = await desk.client().post(CREATE, { ...FULL, partnerName: customer.name });
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

    const posted = await desk.client().put(`${POST}/${reply.body.id}`);
    assert.equal(posted.status, 200, posted.text);
    assert.equal(posted.body.msgCode, 'CASH_TRANSACTION_POSTED');
    assert.equal(posted.body.result.transState, 'POSTED');

    const read = await desk.client().get(step('', reply.body.id).replace('//', '/'));
    assert.equal(read.status, 200);
    assert.equal(read.headers.get('etag'), '"2"');
    assert.deepEqual(read.body, { ...posted.body.result, approvals: [] });
    for (const [member, value] of Object.entries({
      ...FULL_READ,
      partnerId: Number(customer.id),
      partnerName: customer.name,
      cashAccountId: Number(customer.account),
      cashAccountName: customer.account_name,
    })) {
      assert.deepEqual(read.body[member], value, member);
    }
    const ledger = await desk
      .client()
      .get(`/api/v1/finance/filedger/list/account/id?a=${customer.account}&s=500`);
    const [money, fee] = ledger.body.result.slice(-2);
    assert.equal(money.creditAmount, 50000);
    // The client's value date in the office's time zone, where it is already the next day.
    assert.equal(money.valueDate, '2026-11-20');
    assert.equal(fee.debitAmount, 50);
    assert.equal(fee.balance, 49950);
    assert.equal((await desk.balances(customer)).availableBalance, 49950);
  });

  test('the original path posts too; the legacy mount uses the old envelope', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.client().post('/ebclient/rest/api/v1/finance/cash-transaction/create', {
      transType: 'RECEIPT',
      cashAccountName: customer.account_name,
      amount: '10',
    });
    assert.equal(made.status, 200);
    assert.match(made.body.msgCode, /^\d+$/);
    const posted = await desk
      .client()
      .post(`/ebclient/rest/api/v1/finance/cash-transaction/post/${made.body.msgCode}`);
    assert.equal(posted.status, 200);
    assert.equal(posted.body.success, true);
    const again = await desk
      .client()
      .post(`/ebclient/rest/api/v1/finance/cash-transaction/post/${made.body.msgCode}`);
    assert.equal(again.status, 200);
    assert.equal(again.body.success, false);
    assert.deepEqual(again.body.msgArgs, ['POSTED']);
    assert.equal((await desk.balances(customer)).clearedBalance, 10);
  });

  test('a payment holds amount and fee from its creation until they are debited', async () => {
    const customer = await desk.someoneWith(1000);
    const made = await desk.make({
      transType: 'PAYMENT',
      partnerId: customer.id,
      amount: 333.33,
      processingFees: 1.5,
      processingFeeType: 'PERCENT',
    });
    assert.equal(made.result.processingFeeAmount, 5);
    const held = await desk.balances(customer);
    assert.equal(held.clearedBalance, 1000);
    assert.equal(held.heldBalance, 338.33);
    assert.equal(held.availableBalance, 661.67);
    assert.equal((await desk.client().put(`${POST}/${made.id}`)).status, 200);
    const after = await desk.balances(customer);
    assert.equal(after.clearedBalance, 661.67);
    assert.equal(after.heldBalance, 0);
  });

  test('all available money can be paid out, because hold and payment change at once', async () => {
    const customer = await desk.someoneWith(500);
    const made = await desk.make({ transType: 'PAYMENT', partnerId: customer.id, amount: 500 });
    assert.equal((await desk.client().put(`${POST}/${made.id}`)).status, 200);
    assert.equal((await desk.balances(customer)).clearedBalance, 0);
  });

  test('cancel and reject release the hold', async () => {
    const customer = await desk.someoneWith(100);
    const first = await desk.make({ transType: 'PAYMENT', partnerId: customer.id, amount: 60 });
    assert.equal(
      (await desk.client().put(step('cancel', first.id))).body.result.transState,
      'CANCELLED',
    );
    assert.equal((await desk.balances(customer)).availableBalance, 100);
    const maker = desk.app.as('OPERATIONS');
    const second = await desk.make(
      { transType: 'PAYMENT', partnerId: customer.id, amount: 70 },
      maker,
    );
    assert.equal(second.result.transState, 'PENDING');
    const rejected = await desk.app.as('APPROVER').put(step('reject', second.id));
    assert.equal(rejected.body.result.transState, 'REJECTED');
    assert.equal((await desk.balances(customer)).availableBalance, 100);
  });

  test('a transfer moves money between customers, also of two offices', async () => {
    const from = await desk.someoneWith(100);
    const near = await desk.someoneWith(0);
    const far = desk.customers.find((one) => one.office_id !== from.office_id);
    assert.ok(far);
    await desk.drain(far);
    const made = await desk.make({
      transType: 'TRANSFER',
      cashAccountId: from.account,
      counterPartyPartnerName: near.name,
      amount: 30,
      processingFees: 1,
    });
    assert.equal(made.result.counterPartyCashAccount, near.account_name);
    assert.equal((await desk.client().put(`${POST}/${made.id}`)).status, 200);
    const across = await desk.make({
      transType: 'TRANSFER',
      cashAccountId: from.account,
      counterPartyCashAccount: far.account_name,
      amount: 20,
    });
    assert.equal((await desk.client().put(`${POST}/${across.id}`)).status, 200);
    assert.equal((await desk.balances(from)).clearedBalance, 49);
    assert.equal((await desk.balances(near)).clearedBalance, 30);
    assert.equal((await desk.balances(far)).clearedBalance, 20);
  });

  test('a reversal is a new journal with opposite lines and a link', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.receive(customer, 80);
    const reversed = await desk.client().put(step('reverse', made.id));
    assert.equal(reversed.status, 200, reversed.text);
    assert.equal(reversed.body.result.transState, 'REVERSED');
    assert.equal((await desk.balances(customer)).clearedBalance, 0);
    const journals = await desk.app
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

  test('each step sends its event', async () => {
    const customer = await desk.someoneWith(0);
    const made = await desk.receive(customer, 5);
    const events = await desk.app.db.query<{ type: string }>(sql`
      select type from outbox_event where subject_id = ${made.id} and type like 'cash-transaction.%'
      order by id`);
    assert.deepEqual(
      events.map((event) => event.type),
      ['cash-transaction.created', 'cash-transaction.posted'],
    );
  });

  test('a duplicate is created, with a warning that names the first', async () => {
    const customer = await desk.someoneWith(0);
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 12.34 };
    const first = await desk.make(body);
    const second = await desk.make(body);
    assert.equal(first.warnings, undefined);
    assert.equal(second.warnings[0].code, 'LOOKS_LIKE_REPEAT');
    assert.equal(second.warnings[0].id, first.id);
  });

  test('lists have filters, a count and pages', async () => {
    const customer = await desk.someoneWith(0);
    for (const amount of [1, 2, 3]) {
      await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount, batchName: 'PAGED' });
    }
    const list = (more: string) =>
      desk.client().get(`/api/v1/finance/cash-transaction/list?batchName=PAGED&${more}`);
    const first = await list('b=1&s=2');
    assert.equal(first.body.count, 3);
    assert.deepEqual(
      first.body.result.map((row: Json) => row.amount),
      [1, 2],
    );
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    assert.ok(next);
    const second = await desk.client().get(next);
    assert.deepEqual(
      second.body.result.map((row: Json) => row.amount),
      [3],
    );
    assert.equal((await list('transState=POSTED')).body.count, 0);
    assert.equal((await list('sd=2026-01-01&ed=2999-01-01')).status, 400);
  });

  test('lists find a transaction by its day in the time zone of its office', async () => {
    const customer = await desk.someoneWith(0);
    // 00:30 on 2 January in Lagos.
    const transactionDate = '2026-01-01T23:30:00.000Z';
    await desk.make({ transType: 'RECEIPT', partnerId: customer.id, amount: 1, transactionDate });
    const found = async (day: string) => {
      const list = `/api/v1/finance/cash-transaction/list?partnerId=${customer.id}`;
      return (await desk.client().get(`${list}&sd=${day}&ed=${day}`)).body.count;
    };
    assert.equal(await found('2026-01-01'), 0);
    assert.equal(await found('2026-01-02'), 1);
    assert.equal(await found('2026-01-03'), 0);
  });
});

describe('repeated key and dry run', () => {
  test('a repeated key replays the first reply and creates one record', async () => {
    const customer = await desk.someoneWith(0);
    const headers = { 'idempotency-key': 'cash-transaction-key-1' };
    const body = { transType: 'RECEIPT', partnerId: customer.id, amount: 11 };
    const first = await desk.client().post(CREATE, body, headers);
    const again = await desk.client().post(CREATE, body, headers);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.body.id, first.body.id);
    const other = await desk.client().post(CREATE, { ...body, amount: 12 }, headers);
    assert.equal(other.status, 422);
    assert.equal(other.body.msgCode, 'IDEMPOTENCY_KEY_REUSED');
    const posting = { 'idempotency-key': 'cash-transaction-post-1' };
    const posted = await desk.client().put(`${POST}/${first.body.id}`, undefined, posting);
    const reposted = await desk.client().put(`${POST}/${first.body.id}`, undefined, posting);
    assert.equal(reposted.status, 200);
    assert.deepEqual(reposted.body, posted.body);
    assert.equal((await desk.balances(customer)).clearedBalance, 11);
  });

  test('a dry run checks and computes, and writes nothing', async () => {
    const customer = await desk.someoneWith(20);
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 20 };
    const dry = { prefer: 'dry-run' };
    const reply = await desk.client().post(CREATE, body, dry);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.dryRun, true);
    assert.equal(reply.body.id, undefined);
    assert.equal((await desk.balances(customer)).heldBalance, 0);
    const refused = await desk.client().post(CREATE, { ...body, amount: 20.01 }, dry);
    assert.equal(refused.body.msgCode, 'INSUFFICIENT_FUNDS');
    const made = await desk.make(body);
    const posted = await desk.client().put(`${POST}/${made.id}?dryRun=true`);
    assert.equal(posted.status, 200, posted.text);
    assert.equal((await desk.balances(customer)).clearedBalance, 20);
  });

  test('a dry run shows the lines that the step writes, and only a dry run does', async () => {
    const customer = await desk.someoneWith(110);
    const body = { transType: 'PAYMENT', partnerId: customer.id, amount: 100, processingFees: 10 };
    const linesOf = ({ lines }: Json) => lines.map(lineOf);
    const tried = await desk.client().post(`${CREATE}?dryRun=true`, body);
    assert.equal(tried.body.journal.fingerprint, undefined, 'it has no name yet');
    const { id, journal } = await desk.make(body);
    assert.equal(journal, undefined);
    for (const name of ['post', 'reverse']) {
      const path = step(name, id);
      const dry = (await desk.client().put(`${path}?dryRun=true`)).body;
      const done = (await desk.client().put(path)).body;
      assert.equal(done.journal, undefined);
      const { reversalJournalId, journalId } = done.result;
      const at = `/api/v1/finance/journal/id/${reversalJournalId ?? journalId}`;
      const written = linesOf((await desk.client().get(at)).body);
      assert.equal(written.length, 4);
      assert.deepEqual(linesOf(dry.journal), written, name);
      if (name === 'post') assert.deepEqual(linesOf(tried.body.journal), written);
    }
  });
});

const lineOf = (line: Json) => [line.accountName, line.debitAmount, line.creditAmount];
