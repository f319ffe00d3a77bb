// The performance kind of the lines in manual and imported journals: which lines are money from
// outside, and which are income, a fee or a tax.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countUnexplained } from '../../../src/modules/wealth/day/explanation.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { onSnapshot } from '../../../src/platform/database/snapshot.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const JOURNAL = '/api/v1/finance/journal';
const OFFICE = '0000000001';
const DAY = '2026-03-06';

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
});
after(() => app.stop());

/** A customer with 1,000,000 from 2026-03-05 onwards. */
async function holder(): Promise<Depositor & { readonly account: string }> {
  const owner = await app.holder();
  await app.balance(owner, { currency: 'NGN' }, 100_000_000n);
  const [row] = await app.db.query<{ name: string }>(
    sql`select name from account where id = ${BigInt(owner.accountId)}`,
  );
  return { ...owner, account: row?.name ?? '' };
}

const linesOf = (account: string, amount: number, performanceKind?: string) => {
  const side = (minor: number) => (minor < 0 ? { debitAmount: -minor } : { creditAmount: minor });
  return [
    { accountName: account, ...side(amount), ...(performanceKind && { performanceKind }) },
    { code: 'BANK:CLIENT', currency: 'NGN', ...side(-amount) },
  ];
};

const tried = (lines: object[], more: object = {}): Promise<TestReply> =>
  app.as('FINANCE').post(`${JOURNAL}/create`, {
    ...{ businessOfficeName: OFFICE, narration: 'Correction', transactionDate: DAY, lines },
    ...more,
  });

async function approved(made: TestReply): Promise<Json> {
  assert.equal(made.status, 201, made.text);
  const path = `${JOURNAL}/draft/approve/id/${made.body.id}`;
  const { status, body, text } = await app.as('APPROVER').put(path);
  assert.equal(status, 200, text);
  return body.result;
}

const book = async (account: string, amount: number, kind?: string) =>
  approved(await tried(linesOf(account, amount, kind)));

async function growth(owner: Depositor): Promise<Json> {
  const path = `/api/v1/wealth/return/customer/id/${owner.id}?sd=${DAY}&ed=${DAY}`;
  const { status, body, text } = await app.as('AUDITOR').get(path);
  assert.equal(status, 200, text);
  const { paidIn, paidOut, income, fees, taxes, priceGain, currencyGain, gain } = body;
  assert.deepEqual([priceGain, currencyGain], [0, 0]);
  return { paidIn, paidOut, income, fees, taxes, gain };
}

const NOTHING = { paidIn: 0, paidOut: 0, income: 0, fees: 0, taxes: 0, gain: 0 };

describe('the performance kind of a line', () => {
  before(() => app.skipUntil(DAY));

  it('makes a manual journal money from outside, income, a fee or a tax', async () => {
    const owner = await holder();
    const { account } = owner;
    await book(account, 100_000);
    await book(account, 30_000, 'FLOW');
    const income = await book(account, 5_000, 'INCOME');
    await book(account, -700, 'FEE');
    await book(account, -500, 'TAX');
    const expected = { ...NOTHING, paidIn: 1_130_000, income: 5_000, fees: 700, taxes: 500 };
    assert.deepEqual(await growth(owner), { ...expected, gain: 3_800 });
    assert.deepEqual(
      income.lines.map((line: Json) => line.performanceKind),
      ['INCOME', undefined],
    );
    const { body } = await app.as('AUDITOR').get(`${JOURNAL}/id/${income.journalId}`);
    assert.equal(body.lines[0].performanceKind, 'INCOME');
    const days = { date: businessDate(DAY), after: businessDate('2026-03-05') };
    const ids = [BigInt(owner.id)];
    assert.equal(await onSnapshot(app.db, (tx) => countUnexplained(tx, ids, days)), 0);
  });

  it('is that of the reversed line in a reversal', async () => {
    const owner = await holder();
    for (const [amount, kind] of [
      [5_000, 'INCOME'],
      [-700, 'FEE'],
      [-500, 'TAX'],
    ] as const) {
      const { journalId } = await book(owner.account, amount, kind);
      const path = `${JOURNAL}/reverse/id/${journalId}`;
      const made = await app.as('FINANCE').post(path, { transactionDate: DAY });
      const reversal = await approved(made);
      assert.equal(reversal.lines[0].performanceKind, kind);
    }
    assert.deepEqual(await growth(owner), { ...NOTHING, paidIn: 1_000_000 });
  });

  it('can be a column of an import, and is reversed by its undo', async () => {
    const owner = await holder();
    const csv = [
      'journal,date,account,currency,debit,credit,performance kind',
      `A,${DAY},${owner.account},NGN,,2500,income`,
      `A,${DAY},BANK:CLIENT,NGN,2500,,`,
      `B,${DAY},BANK:CLIENT,NGN,,40,`,
      `B,${DAY},${owner.account},NGN,40,,TAX`,
    ].join('\n');
    const path = `${JOURNAL}/import?businessOfficeName=${OFFICE}`;
    const made = await app.as('FINANCE').post(path, { csv });
    assert.equal(made.body.result?.state, 'PENDING', made.text);
    const decide = (step: string, role: string) =>
      app.as(role).put(`${JOURNAL}/import/${step}/id/${made.body.id}`);
    assert.equal((await decide('approve', 'APPROVER')).status, 200);
    const expected = { ...NOTHING, paidIn: 1_000_000, income: 2_500, taxes: 40, gain: 2_460 };
    assert.deepEqual(await growth(owner), expected);
    assert.equal((await decide('undo', 'FINANCE')).status, 200);
    assert.equal((await decide('approve', 'APPROVER')).status, 200);
    assert.deepEqual(await growth(owner), { ...NOTHING, paidIn: 1_000_000 });
  });

  it('is refused on an account of the firm, and if it is unknown', async () => {
    const { account } = await holder();
    const [own, firm] = linesOf(account, 10);
    const onFirm = await tried([own ?? {}, { ...firm, performanceKind: 'FEE' }]);
    assert.deepEqual(
      [onFirm.status, onFirm.body.msgCode, onFirm.body.errors[0].pointer],
      [400, 'INVALID_REQUEST', '/lines/1/performanceKind'],
    );
    const unknown = await tried(linesOf(account, 10, 'GIFT'));
    assert.equal(unknown.status, 400);
    const csv = [
      'journal,account,currency,debit,credit,performanceKind',
      `A,${account},NGN,,10,GIFT`,
      'A,BANK:CLIENT,NGN,10,,FEE',
    ].join('\n');
    const path = `${JOURNAL}/import?businessOfficeName=${OFFICE}`;
    const { body } = await app.as('FINANCE').post(path, { csv });
    assert.deepEqual(
      body.result.verdicts.map(({ code }: Json) => code),
      ['VALUE_WRONG', 'INVALID_REQUEST'],
    );
  });

  it('determines the income, taxes and costs of a statement', async () => {
    const owner = await holder();
    await book(owner.account, 5_000, 'INCOME');
    await book(owner.account, -700, 'FEE');
    await book(owner.account, -500, 'TAX');
    await app.skipUntil('2026-03-09');
    const issued = await app.as('OPERATIONS').post('/api/v1/wealth/statement/issue', {
      ...{ customerId: owner.id, sd: DAY, ed: DAY },
    });
    assert.equal(issued.status, 201, issued.text);
    const [row] = await app.db.query<{ document: string }>(sql`
      select document from wealth_statement_document where statement_id = ${issued.body.id}`);
    const { income, costs, summary } = JSON.parse(row?.document ?? '').figures;
    assert.deepEqual(income, [
      {
        ...{ month: '2026-03', kind: 'OTHER', currency: 'NGN' },
        ...{ gross: '5000', tax: '500', net: '4500' },
      },
    ]);
    assert.deepEqual(
      costs.map(({ label, amount }: Json) => [label, amount]),
      [
        ['Fees for payments', '700'],
        ['Other taxes', '500'],
      ],
    );
    assert.ok(summary.bridge.every(({ step }: Json) => step !== 'PRICES'));
  });
});
