// Concurrent postings share one transaction, and each succeeds or fails independently.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { TestReply } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk, POST } from './cash-desk.js';

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

const receipt = (customer: Customer, amount: number, more: object = {}) => ({
  transType: 'RECEIPT',
  partnerName: customer.name,
  amount,
  ...more,
});

async function made(count: number, bodyOf: (n: number) => object): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => (await desk.make(bodyOf(n))).id),
  );
}

const post = (id: number, headers: Record<string, string> = {}): Promise<TestReply> =>
  desk.client().put(`${POST}/${id}`, undefined, headers);

const codes = (replies: readonly TestReply[]) =>
  replies.map(({ status, body }) => `${status} ${body.msgCode}`);

async function auditOf(ids: readonly number[]) {
  const rows = await desk.app.db.query<{ subject_id: bigint; transaction_id: string }>(sql`
    select subject_id, transaction_id::text from audit_entry
    where operation = 'postCashTransaction' and subject_id = any (${ids}::bigint[])`);
  return { rows, transactions: new Set(rows.map((row) => row.transaction_id)).size };
}

async function postedEvents(ids: readonly number[]) {
  return desk.app.db.query<{ subject_id: bigint; request_id: string; journal_id: string }>(sql`
    select subject_id, request_id, data ->> 'journalId' as journal_id from outbox_event
    where type = 'cash-transaction.posted' and subject_id = any (${ids}::bigint[])`);
}

describe('concurrent postings', () => {
  test('are posted once each, in fewer transactions, with event and audit row', async () => {
    const customers = await Promise.all([1, 2, 3].map(() => desk.someoneWith(100)));
    const [one, two, three] = customers;
    assert.ok(one && two && three);
    const bodies = [
      (n: number) => receipt(one, 10 + n, { processingFees: 1 }),
      (n: number) => ({ ...receipt(two, 1 + n), transType: 'PAYMENT' }),
      () => ({
        ...receipt(three, 2),
        transType: 'TRANSFER',
        counterPartyCashAccount: one.account_name,
      }),
    ];
    const ids = await made(30, (n) => bodies[n % 3]?.(Math.floor(n / 3)) ?? {});
    const replies = await Promise.all(
      ids.map((id) => post(id, { 'x-request-id': `request-of-${id}` })),
    );
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    const journals = new Set(replies.map(({ body }) => body.result.journalId));
    assert.equal(journals.size, 30);
    for (const { body } of replies) assert.equal(body.result.transState, 'POSTED');

    const { rows, transactions } = await auditOf(ids);
    assert.equal(rows.length, 30);
    assert.ok(transactions < 30, `${transactions} transactions`);
    const events = await postedEvents(ids);
    assert.equal(events.length, 30);
    for (const event of events) assert.equal(event.request_id, `request-of-${event.subject_id}`);

    // Ten receipts of 10 to 19, less their fees, and ten transfers of 2.
    assert.equal((await desk.balances(one)).clearedBalance, 100 + 145 - 10 + 20);
    assert.equal((await desk.balances(two)).clearedBalance, 100 - 55);
    assert.equal((await desk.balances(three)).clearedBalance, 100 - 20);
    for (const customer of customers) assert.equal((await desk.balances(customer)).heldBalance, 0);
  });

  test('write the same journal as a single posting, line by line', async () => {
    const [alone, together] = await Promise.all([desk.someoneWith(50), desk.someoneWith(50)]);
    const kinds = (customer: Customer) => [
      receipt(customer, 7, { processingFees: 1, description: 'In' }),
      { ...receipt(customer, 5, { processingFees: 2, description: 'Out' }), transType: 'PAYMENT' },
    ];
    for (const body of kinds(alone)) {
      const { id } = await desk.make(body);
      assert.equal((await post(id)).status, 200);
    }
    const ids = await made(2, (n) => kinds(together)[n] ?? {});
    await gathered(ids);
    const linesOf = (customer: Customer) =>
      desk.app.db.query(sql`
        select split_part(j.narration, ' ', 1) as words, l.line_no, l.amount_minor,
          case when a.customer_id is null then a.name end as firm
        from journal j join journal_line l on l.journal_id = j.id
        join account a on a.id = l.account_id
        where j.source_type = 'CASH_TRANSACTION' and j.source_id in (
          select id from cash_transaction where customer_id = ${customer.id}
            and description in ('In', 'Out'))
        order by 1, l.line_no`);
    assert.deepEqual(
      (await linesOf(together)).map((line) => JSON.stringify(line, plain)),
      (await linesOf(alone)).map((line) => JSON.stringify(line, plain)),
    );
  });

  test('do not fail if one of them is refused', async () => {
    const customer = await desk.someoneWith(20);
    const good = await made(6, (n) => receipt(customer, 1 + n));
    const [posted = 0, stale = 0, cancelled = 0] = await made(3, () => receipt(customer, 500));
    assert.equal((await post(posted)).status, 200);
    const cancel = `/api/v1/finance/cash-transaction/cancel/id/${cancelled}`;
    assert.equal((await desk.client().put(cancel)).status, 200);
    const bad = [post(posted), post(stale, { 'if-match': '"99"' }), post(cancelled), post(987_654)];
    const short = post(stale, { 'idempotency-key': 'short' });
    const replies = await Promise.all([...bad, short, ...good.map((id) => post(id))]);
    assert.deepEqual(codes(replies.slice(0, 5)), [
      '409 CASH_TRANSACTION_WRONG_STATE',
      '412 PRECONDITION_FAILED',
      '409 CASH_TRANSACTION_WRONG_STATE',
      '404 DOCUMENT_NOT_FOUND',
      '400 INVALID_REQUEST',
    ]);
    assert.deepEqual(replies[0]?.body.msgArgs, ['POSTED']);
    assert.deepEqual(replies[2]?.body.msgArgs, ['CANCELLED']);
    for (const reply of replies.slice(5)) assert.equal(reply.status, 200, reply.text);
    assert.equal((await desk.balances(customer)).clearedBalance, 20 + 500 + 21);
  });

  test('do not fail if one of them lacks the money, which is undone completely', async () => {
    const [poor, rich] = await Promise.all([desk.someoneWith(10), desk.someoneWith(100)]);
    const payment = { ...receipt(poor, 10), transType: 'PAYMENT' };
    const short = await desk.make(payment);
    // Removes the hold, which no operation can do, so that only the ledger can refuse the posting.
    await desk.app.db.query(
      sql`select set_hold('CASH_TRANSACTION', ${short.id}, ${poor.account}, 0)`,
    );
    assert.equal((await post((await desk.make(payment)).id)).status, 200);
    const good = await made(8, (n) => ({ ...receipt(rich, 1 + n), transType: 'PAYMENT' }));
    const replies = await Promise.all([short.id, ...good].map((id) => post(id)));
    assert.deepEqual(codes(replies.slice(0, 1)), ['422 INSUFFICIENT_FUNDS']);
    for (const reply of replies.slice(1)) assert.equal(reply.status, 200, reply.text);
    assert.equal((await desk.balances(poor)).clearedBalance, 0);
    assert.equal((await desk.balances(rich)).clearedBalance, 100 - 36);
    const { rows } = await auditOf([short.id]);
    assert.equal(rows.length, 0);
    const cancel = `/api/v1/finance/cash-transaction/cancel/id/${short.id}`;
    assert.equal((await desk.client().put(cancel)).status, 200);
  });

  test('of one transaction move its money once', async () => {
    const customer = await desk.someoneWith(0);
    const { id } = await desk.make(receipt(customer, 9));
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(id)));
    const done = codes(replies).filter((code) => code.startsWith('200'));
    const late = codes(replies).filter((code) => code === '409 CASH_TRANSACTION_WRONG_STATE');
    assert.deepEqual([done.length, late.length], [1, 19]);
    assert.equal((await desk.balances(customer)).clearedBalance, 9);
  });

  test('with one key have one effect; the others wait or get the first reply', async () => {
    const customer = await desk.someoneWith(0);
    const [id = 0, other = 0] = await made(2, () => receipt(customer, 4));
    const key = { 'idempotency-key': 'posting-together-1' };
    const [filler, ...replies] = await Promise.all([
      post(other),
      ...Array.from({ length: 12 }, () => post(id, key)),
    ]);
    assert.equal(filler?.status, 200);
    const done = replies.filter(({ status }) => status === 200);
    assert.ok(done.length > 0);
    assert.equal(new Set(done.map(({ text }) => text)).size, 1);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      assert.deepEqual([status, body.msgCode], [409, 'REQUEST_IN_FLIGHT']);
    }
    const again = await post(id, key);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, done[0]?.text);
    assert.equal((await desk.balances(customer)).clearedBalance, 8);
  });

  test('do not include a dry run', async () => {
    const customer = await desk.someoneWith(0);
    const ids = await made(6, () => receipt(customer, 3));
    const [first = 0, ...rest] = ids;
    const [dry, ...replies] = await Promise.all([
      post(first, { prefer: 'dry-run' }),
      ...rest.map((id) => post(id)),
    ]);
    assert.equal(dry?.status, 200);
    assert.equal(dry?.body.dryRun, true);
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    assert.equal((await desk.balances(customer)).clearedBalance, 15);
    assert.equal((await post(first)).status, 200);
  });

  test('do not wait for a caller who locks a record for long', async () => {
    const customer = await desk.someoneWith(0);
    const [held = 0, ...ids] = await made(5, () => receipt(customer, 2));
    let late: Promise<TestReply> | undefined;
    await desk.app.db.transaction(async (tx) => {
      await tx.query(sql`select from cash_transaction where id = ${held} for update`);
      late = post(held);
      const replies = await Promise.all(ids.map((id) => post(id)));
      for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    });
    assert.equal((await late)?.status, 200);
    assert.equal((await desk.balances(customer)).clearedBalance, 10);
  });
});

// Posts the transactions while another posting is in progress, so that they are batched.
async function gathered(ids: readonly number[]): Promise<void> {
  const filler = await desk.make(receipt(await desk.someoneWith(0), 1));
  const replies = await Promise.all([filler.id, ...ids].map((id) => post(id)));
  for (const reply of replies) assert.equal(reply.status, 200, reply.text);
}

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
