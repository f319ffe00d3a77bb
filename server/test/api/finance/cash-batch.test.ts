// Batches of cash transactions: one outcome per row, independent rows, idempotent steps.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Caller, Json } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk, THRESHOLD } from './cash-desk.js';

const BATCH = '/api/v1/finance/cash-transaction/batch';

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

const receipt = (customer: Customer, amount: number | string, more: object = {}) => ({
  transType: 'RECEIPT',
  partnerId: customer.id,
  amount,
  ...more,
});

async function make(body: object, caller: Caller = desk.client()): Promise<Json> {
  const reply = await caller.post(`${BATCH}/create`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

async function take(step: 'approve' | 'post', body: object, by = desk.client()): Promise<Json> {
  const reply = await by.put(`${BATCH}/${step}`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

const counts = ({ done, unchanged, refused }: Json) => [done, unchanged, refused];
const codes = ({ rows }: Json) => rows.map((row: Json) => row.msgCode ?? row.outcome);

describe('success', () => {
  test('rows are created, approved by another, and posted, each with its outcome', async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'SALARIES';
    const rows = [10, 20, 30].map((amount) => receipt(customer, amount));
    const made = await make({ batchName, rows }, desk.app.as('OPERATIONS'));
    assert.deepEqual(counts(made), [3, 0, 0]);
    assert.deepEqual(
      made.rows.map(({ row, transState }: Json) => [row, transState]),
      [1, 2, 3].map((row) => [row, 'PENDING']),
    );
    const seen = (await desk.client().get(`${BATCH}?batchName=${batchName}`)).body;
    assert.deepEqual([seen.rowCount, seen.states], [3, { PENDING: 3 }]);
    const { fingerprint } = seen;
    const approved = await take('approve', { batchName, fingerprint }, desk.app.as('APPROVER'));
    assert.deepEqual(counts(approved), [3, 0, 0]);
    const posted = await take('post', { batchName });
    assert.deepEqual(
      posted.rows.map(({ transState }: Json) => transState),
      Array(3).fill('POSTED'),
    );
    assert.equal((await desk.balances(customer)).clearedBalance, 60);
  });

  test('one bad row does not fail the others, whatever its error', async () => {
    const customer = await desk.someoneWith(100);
    const made = await make({
      batchName: 'MIXED',
      rows: [
        receipt(customer, 5),
        receipt(customer, 'much'),
        receipt(customer, 1.005),
        { transType: 'PAYMENT', partnerId: 999_999, amount: 1 },
        { transType: 'PAYMENT', partnerId: customer.id, amount: 60 },
        { transType: 'PAYMENT', partnerId: customer.id, amount: 60 },
        receipt(customer, 7),
      ],
    });
    assert.deepEqual(codes(made), [
      'DONE',
      'INVALID_REQUEST',
      'TOO_MANY_DECIMALS',
      'UNKNOWN_REFERENCE',
      'DONE',
      'INSUFFICIENT_FUNDS',
      'DONE',
    ]);
    assert.match(made.rows[1].detail, /^\/amount /);
    const balances = await desk.balances(customer);
    assert.equal(balances.heldBalance, 60, 'a row that was refused holds nothing');
    const posted = await take('post', { batchName: 'MIXED' });
    assert.deepEqual(counts(posted), [3, 0, 0]);
    assert.equal((await desk.balances(customer)).clearedBalance, 52);
  });

  test('the same list again creates only rows that were refused and are now valid', async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'AGAIN';
    const rows = [receipt(customer, 1), receipt(customer, 'two'), receipt(customer, 3)];
    const first = await make({ batchName, rows });
    assert.deepEqual(counts(first), [2, 0, 1]);
    const second = await make({ batchName, rows });
    assert.deepEqual(counts(second), [0, 2, 1]);
    assert.equal(second.rows[0].id, first.rows[0].id);
    rows[1] = receipt(customer, 2);
    rows[2] = receipt(customer, 4);
    const third = await make({ batchName, rows });
    assert.deepEqual(codes(third), ['UNCHANGED', 'DONE', 'BATCH_ROW_EXISTS']);
    assert.deepEqual(counts(await take('post', { batchName })), [3, 0, 0]);
    assert.deepEqual(counts(await take('post', { batchName })), [0, 3, 0]);
    assert.equal((await desk.balances(customer)).clearedBalance, 6);
  });

  test('a CSV table names its members in any order; empty cells are absent', async () => {
    const customer = await desk.someoneWith(0);
    const csv = [
      'Amount;Trans Type;Cash Account Name;Reference;Processing Fees',
      `1250.50;receipt;${customer.account_name};R-1;`,
      `10;RECEIPT;${customer.account_name};R-2;0.50`,
    ].join('\n');
    const made = await make({ batchName: 'TABLE', csv });
    assert.deepEqual(counts(made), [2, 0, 0]);
    await take('post', { batchName: 'TABLE' });
    assert.equal((await desk.balances(customer)).clearedBalance, 1260);
    const list = '/api/v1/finance/cash-transaction/list?batchName=TABLE';
    const { result } = (await desk.client().get(list)).body;
    assert.deepEqual(
      result.map(({ reference }: Json) => reference),
      ['R-1', 'R-2'],
    );
  });

  test('a file in Windows-1252 is read, and its unclear cells are refused', async () => {
    const customer = await desk.someoneWith(0);
    const text = [
      'Trans Type;Cash Account Name;Amount;Description',
      `RECEIPT;${customer.account_name};1.250,50;Müller`,
      `RECEIPT;${customer.account_name};1.250,500;Groß`,
      `RECEIPT;${customer.account_name};#N/A;Weiß`,
      'Total;;1.250,50;',
    ].join('\r\n');
    const file = Buffer.from(text, 'latin1').toString('base64');
    const reply = await desk.client().post(`${BATCH}/create`, { batchName: 'BYTES', file });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(codes(reply.body.result), ['DONE', 'TOO_MANY_DECIMALS', 'INVALID_REQUEST']);
    assert.match(
      reply.body.result.rows[2].detail,
      /row 3, column "Amount", cell "#N\/A".* \(row 4 of the file\)/,
    );
    assert.equal(reply.body.reading.encoding, 'WINDOWS-1252');
    assert.equal(reply.body.reading.skipped[0].row, 5);
    await take('post', { batchName: 'BYTES' });
    assert.equal((await desk.balances(customer)).clearedBalance, 1250.5);
    const list = '/api/v1/finance/cash-transaction/list?batchName=BYTES';
    const { result } = (await desk.client().get(list)).body;
    assert.deepEqual(
      result.map(({ description }: Json) => description),
      ['Müller'],
    );
  });

  test('undoing a batch reverses its posted rows, and cancels the others', async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'UNDONE';
    const rows = [receipt(customer, 10), receipt(customer, THRESHOLD)];
    await make({ batchName, rows });
    assert.deepEqual(codes(await take('post', { batchName })), [
      'DONE',
      'CASH_TRANSACTION_WRONG_STATE',
    ]);
    const step = async (name: 'cancel' | 'reverse') => {
      const reply = await desk.client().put(`${BATCH}/${name}`, { batchName });
      assert.equal(reply.status, 200, reply.text);
      return codes(reply.body.result);
    };
    assert.deepEqual(await step('cancel'), ['CASH_TRANSACTION_WRONG_STATE', 'DONE']);
    assert.deepEqual(await step('reverse'), ['DONE', 'UNCHANGED']);
    assert.deepEqual(await step('reverse'), ['UNCHANGED', 'UNCHANGED']);
    assert.equal((await desk.balances(customer)).clearedBalance, 0);
  });

  test('a refused row leaves no new account behind for the next row', async () => {
    const customer = await desk.someoneWith(0);
    const opened = await desk
      .client()
      .post('/api/v1/finance/account/create', { customerId: customer.id, currency: 'GBP' });
    assert.equal(opened.status, 201, opened.text);
    const pounds = { partnerId: customer.id, currency: 'GBP', amount: 5 };
    const made = await make({
      batchName: 'POUNDS',
      // The payment row opens the GBP bank account and is then refused because of insufficient
      // funds.
      rows: [
        { transType: 'PAYMENT', ...pounds },
        { transType: 'RECEIPT', ...pounds },
      ],
    });
    assert.deepEqual(codes(made), ['INSUFFICIENT_FUNDS', 'DONE']);
    // Without an exchange rate for pounds, the amount cannot be compared with the threshold.
    await take('approve', { batchName: 'POUNDS' }, desk.app.as('APPROVER'));
    assert.deepEqual(counts(await take('post', { batchName: 'POUNDS' })), [1, 0, 0]);
  });

  test('a batch created, approved or posted by two concurrent requests is done once', async () => {
    const customer = await desk.someoneWith(0);
    const rows = Array.from({ length: 20 }, () => receipt(customer, 1));
    const body = { batchName: 'RACE', rows };
    const maker = desk.app.as('OPERATIONS');
    const made = await Promise.all([make(body, maker), make(body, maker), make(body, maker)]);
    assert.deepEqual(
      made.map(({ done }) => done).sort((a, b) => a - b),
      [0, 0, 20],
    );
    const others = ['APPROVER', 'ADMIN', 'CLIENT'].map((role) => desk.app.as(role));
    const approved = await Promise.all(
      others.map((by) => take('approve', { batchName: 'RACE' }, by)),
    );
    assert.deepEqual(
      approved.map(({ done }) => done).sort((a, b) => a - b),
      [0, 0, 20],
    );
    const posted = await Promise.all(others.map((by) => take('post', { batchName: 'RACE' }, by)));
    assert.deepEqual(
      posted.map(({ done }) => done).sort((a, b) => a - b),
      [0, 0, 20],
    );
    assert.equal((await desk.balances(customer)).clearedBalance, 20);
  });

  test('two batches over the same accounts in opposite orders are both posted', async () => {
    const people = [await desk.someoneWith(0), await desk.someoneWith(0)];
    for (const [batchName, order] of [
      ['UP', people],
      ['DOWN', [...people].reverse()],
    ] as const) {
      const rows = [...order, ...order, ...order].map((one) => receipt(one, 1));
      await make({ batchName, rows });
    }
    const both = await Promise.all([
      take('post', { batchName: 'UP' }),
      take('post', { batchName: 'DOWN' }),
    ]);
    assert.deepEqual(both.map(counts), [
      [6, 0, 0],
      [6, 0, 0],
    ]);
  });
});

describe('400', () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['neither rows nor a table', {}],
    ['both', { rows: [{}], csv: 'amount\n1' }],
    ['no row', { rows: [] }],
    ['a column that no member has', { csv: 'amount;colour\n1;red' }],
    ['a column twice', { csv: 'amount;Amount\n1;2' }],
    ['a text that is not a table', { csv: 'amount\n"1' }],
    ['an amount that its commas part in two', { csv: 'transType,amount\nRECEIPT,1,234' }],
    ['too many rows', { rows: Array.from({ length: 501 }, () => ({})) }],
  ];
  for (const [name, body] of wrong) {
    test(`${name} is refused`, async () => {
      const reply = await desk.client().post(`${BATCH}/create`, { batchName: 'WRONG', ...body });
      assert.equal(reply.status, 400, reply.text);
    });
  }
});

describe('403, 404 and 409', () => {
  test("a maker's own rows are refused to the maker, one by one", async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'OWN';
    await make({ batchName, rows: [receipt(customer, THRESHOLD), receipt(customer, 1)] });
    const own = await take('approve', { batchName });
    assert.deepEqual(codes(own), ['OWN_WORK', 'UNCHANGED']);
    const posted = await take('post', { batchName });
    assert.deepEqual(codes(posted), ['CASH_TRANSACTION_WRONG_STATE', 'DONE']);
  });

  test('a batch of another office is treated as unknown', async () => {
    const customer = await desk.someoneWith(0);
    await make({ batchName: 'HIDDEN', rows: [receipt(customer, 1)] });
    const elsewhere = desk.app.asOffice('CLIENT', [customer.office_id + 1n]);
    const reply = await elsewhere.put(`${BATCH}/post`, { batchName: 'HIDDEN' });
    assert.equal(reply.status, 404);
    assert.equal((await elsewhere.get(`${BATCH}?batchName=HIDDEN`)).status, 404);
    assert.equal((await desk.client().get(`${BATCH}?batchName=NONE`)).status, 404);
    const rows = [receipt(customer, 1)];
    const replies = await Promise.all(
      ['HIDDEN', 'FREE'].map((batchName) => elsewhere.post(`${BATCH}/create`, { batchName, rows })),
    );
    const [taken, free] = replies.map(({ body }) => body.result.rows[0]);
    assert.equal(taken.msgCode, 'UNKNOWN_REFERENCE');
    assert.deepEqual(taken, free);
    assert.equal((await desk.app.as('DEALER').put(`${BATCH}/post`, {})).status, 403);
  });

  test('a batch that has changed since it was read is refused', async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'GROWS';
    await make({ batchName, rows: [receipt(customer, 1)] });
    const { fingerprint } = (await desk.client().get(`${BATCH}?batchName=${batchName}`)).body;
    await make({ batchName, rows: [receipt(customer, 1), receipt(customer, 2)] });
    const reply = await desk.client().put(`${BATCH}/post`, { batchName, fingerprint });
    assert.equal(reply.status, 409, reply.text);
    assert.equal(reply.body.msgCode, 'JOURNAL_CHANGED');
  });
});

describe('repeated key and dry run', () => {
  test('a dry run posts every row of a batch, and stores nothing', async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'POSTED-DRY';
    await make({ batchName, rows: [receipt(customer, 1), receipt(customer, 2)] });
    const tried = await desk.client().put(`${BATCH}/post?dryRun=true`, { batchName });
    assert.equal(tried.status, 200, tried.text);
    assert.deepEqual(counts(tried.body.result), [2, 0, 0]);
    const credits = tried.body.result.rows.map(({ journal }: Json) =>
      journal.lines.map(({ creditAmount }: Json) => creditAmount),
    );
    assert.deepEqual(
      credits,
      [
        [0, 1],
        [0, 2],
      ],
      'each row shows its journal',
    );
    const posted = await desk.client().put(`${BATCH}/post`, { batchName });
    assert.deepEqual(counts(posted.body.result), [2, 0, 0]);
  });

  test('a repeated key returns the first outcomes; a dry run creates nothing', async () => {
    const customer = await desk.someoneWith(0);
    const body = { batchName: 'TRIED', rows: [receipt(customer, 1), receipt(customer, 'x')] };
    const tried = await desk.client().post(`${BATCH}/create?dryRun=true`, body);
    assert.deepEqual(counts(tried.body.result), [1, 0, 1]);
    assert.equal((await desk.client().get(`${BATCH}?batchName=TRIED`)).status, 404);
    const headers = { 'idempotency-key': 'cash-batch-key-1' };
    const first = await desk.client().post(`${BATCH}/create`, body, headers);
    const again = await desk.client().post(`${BATCH}/create`, body, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body, first.body);
  });
});
