// A cash batch's error file: the refused rows as sent, which are then corrected and sent again to
// replace them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Caller, Json, TestReply } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk } from './cash-desk.js';

const BATCH = '/api/v1/finance/cash-transaction/batch';

let desk: CashDesk;
before(async () => {
  desk = await openCashDesk();
});
after(() => desk.close());

const receipt = ({ id }: Customer, amount: unknown, more: object = {}) => ({
  transType: 'RECEIPT',
  partnerId: id,
  amount,
  ...more,
});

async function make(body: object, caller: Caller = desk.client()): Promise<Json> {
  const reply = await caller.post(`${BATCH}/create`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result;
}

const bytes = (rows: readonly string[]) => Buffer.from(rows.join('\r\n')).toString('base64');

const errorsOf = (id: number, caller = desk.client()): Promise<TestReply> =>
  caller.get(`${BATCH}/import/errors/id/${id}`);

async function rowsOf(id: number): Promise<string[]> {
  const file = await errorsOf(id);
  assert.equal(file.status, 200, file.text);
  assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
  return file.text.replace('\ufeff', '').trimEnd().split('\r\n');
}

async function imports(batchName: string, caller = desk.client()): Promise<Json[]> {
  const reply = await caller.get(`${BATCH}/import/list?batchName=${batchName}`);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.count, reply.body.result.length);
  return reply.body.result;
}

const outcomes = ({ rows }: Json) => rows.map(({ row, outcome }: Json) => [row, outcome]);

describe('the refused rows of a batch', () => {
  it('are in the error file of the batch with column and reason, without formulas', async () => {
    const customer = await desk.someoneWith(0);
    const account = customer.account_name;
    const file = bytes([
      'Trans Type;Cash Account Name;Amount;Reference;Description',
      `RECEIPT;${account};412.50;EB-1;good`,
      `RECEIPT;${account};412.505;EB-2;decimals`,
      'RECEIPT;NOBODY;13;=1+1;@SUM(A1)',
      `RECEIPT;${account};#N/A;EB-4;damaged`,
      `RECEIPT;${account};;EB-5;`,
    ]);
    const made = await make({ batchName: 'EB-FILE', file });
    assert.deepEqual([made.done, made.refused], [1, 4]);
    const columns = made.rows.map(({ column }: Json) => column);
    assert.deepEqual(columns, [undefined, 'amount', 'cashAccountName', 'amount', 'amount']);
    const [header, ...rows] = await rowsOf(made.importId);
    assert.equal(
      header,
      'row,transType,description,amount,cashAccountName,reference,column,code,detail',
    );
    assert.deepEqual(
      rows.map((row) => row.split(',').slice(0, 8)),
      [
        ['2', 'RECEIPT', 'decimals', '412.505', account, 'EB-2', 'amount', 'TOO_MANY_DECIMALS'],
        [
          ...['3', 'RECEIPT', "'@SUM(A1)", '13', 'NOBODY', "'=1+1", 'cashAccountName'],
          'UNKNOWN_REFERENCE',
        ],
        ['4', 'RECEIPT', 'damaged', '#N/A', account, 'EB-4', 'amount', 'INVALID_REQUEST'],
        ['5', 'RECEIPT', '', '', account, 'EB-5', 'amount', 'INVALID_REQUEST'],
        ['END', '4', '', '', '', '', '', ''],
      ],
    );
    assert.match(rows[0] ?? '', /\/amount NGN has 2 decimals$/);
    assert.match(rows[2] ?? '', /row 4, column ""Amount"", cell ""#N\/A""/);
    const [one] = await imports('EB-FILE');
    const { id, rowCount, done, unchanged, refused } = one ?? {};
    assert.deepEqual([id, rowCount, done, unchanged, refused], [made.importId, 5, 1, 0, 4]);
  });

  it('are created in their own places when the corrected error file is sent', async () => {
    const customer = await desk.someoneWith(0);
    const batchName = 'EB-CORRECTED';
    const rows = [
      receipt(customer, 7.25),
      receipt(customer, 'much', { reference: '-EB' }),
      receipt(customer, 9.75),
      { ...receipt(customer, 3), transType: 'GIFT' },
    ];
    const first = await make({ batchName, rows });
    assert.deepEqual(
      first.rows.map(({ column }: Json) => column),
      [undefined, 'amount', undefined, 'transType'],
    );
    const errors = await rowsOf(first.importId);
    const corrected = errors.map((row) => row.replace('much', '8.50').replace('GIFT', 'RECEIPT'));
    const second = await make({ batchName, file: bytes(corrected) });
    assert.deepEqual(outcomes(second), [
      [2, 'DONE'],
      [4, 'DONE'],
    ]);
    assert.deepEqual((await rowsOf(second.importId)).at(-1)?.slice(0, 5), 'END,0');
    const again = await make({ batchName, file: bytes(corrected) });
    assert.deepEqual([again.done, again.unchanged], [0, 2], 'a file sent twice does nothing twice');
    const list = `/api/v1/finance/cash-transaction/list?batchName=${batchName}`;
    const { result } = (await desk.client().get(list)).body;
    assert.deepEqual(
      result.map(({ amount, reference }: Json) => [amount, reference]),
      [
        [7.25, undefined],
        [9.75, undefined],
        [8.5, '-EB'],
        [3, undefined],
      ],
    );
    const counts = (await imports(batchName)).map(({ done, refused }) => [done, refused]);
    assert.deepEqual(counts, [
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
  });

  it('may contain any values in their members, which are shown as text', async () => {
    const customer = await desk.someoneWith(0);
    const rows = [
      receipt(customer, { net: [1] }, { reference: 'EB\u0000-\ud800', colour: 'red' }),
      { amount: null, transType: 5 },
      {},
    ];
    const made = await make({ batchName: 'EB-ODD', rows });
    assert.equal(made.refused, 3);
    const [header, odd] = await rowsOf(made.importId);
    assert.equal(header, 'row,transType,partnerId,amount,reference,column,code,detail');
    assert.ok(odd?.startsWith(`1,RECEIPT,${customer.id},"{""net"":[1]}",EB\ufffd-\ufffd,`), odd);
  });

  it('leave nothing behind in a dry run', async () => {
    const customer = await desk.someoneWith(0);
    const body = { batchName: 'EB-DRY', rows: [receipt(customer, 'x')] };
    const tried = await desk.client().post(`${BATCH}/create?dryRun=true`, body);
    assert.deepEqual([tried.status, tried.body.result.importId], [200, undefined], tried.text);
    assert.deepEqual(await imports('EB-DRY'), []);
  });
});

describe('400, 401 and 404', () => {
  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['a number twice', ['row,amount', '2,1', '2,3'], /row number 2 twice/],
    ['no number', ['row,amount', ',1', '2,3'], /a row without a number/],
    ['a number beyond the batch', ['row,amount', '501,1'], /row number 501, which is not/],
    ['a word for a number', ['row,amount', 'two,1'], /row number two, which is not/],
    ['another column', ['row,amount,colour', '1,1,red'], /the column colour/],
    ['the columns of errors alone', ['amount,code', '1,X'], /the column code/],
  ];
  for (const [name, rows, detail] of wrong) {
    it(`a file with ${name} in it is refused`, async () => {
      const reply = await desk
        .client()
        .post(`${BATCH}/create`, { batchName: 'EB-WRONG', file: bytes(rows) });
      assert.deepEqual([reply.status, reply.body.msgArgs], [400, ['file']], reply.text);
      assert.match(reply.body.detail, detail);
    });
  }

  it('an import is visible to users who see every office that its caller saw', async () => {
    const customer = await desk.someoneWith(0);
    const office = customer.office_id;
    const other = office + 1n;
    const batchName = 'EB-OFFICE';
    const rows = [receipt(customer, 'x')];
    const bound = (...offices: bigint[]) => desk.app.asOffice('CLIENT', offices);
    const { importId } = await make({ batchName, rows }, bound(office));
    const statusOf = async (caller: Caller) => (await errorsOf(importId, caller)).status;
    assert.equal(await statusOf(bound(office)), 200);
    assert.equal(await statusOf(bound(office, other)), 200);
    assert.equal(await statusOf(desk.client()), 200);
    assert.equal(await statusOf(bound(other)), 404);
    assert.equal((await imports(batchName, bound(other))).length, 0);
    assert.equal((await imports(batchName, bound(office))).length, 1);
    for (const wider of [desk.client(), bound(office, other)]) {
      const made = await make({ batchName, rows }, wider);
      assert.equal((await errorsOf(made.importId, bound(office))).status, 404);
    }
    assert.equal((await imports(batchName, bound(office))).length, 1);
    assert.equal((await errorsOf(99_999_999)).status, 404);
    assert.equal(await statusOf(desk.app.as('NOBODY')), 401);
  });
});
