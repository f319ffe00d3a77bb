// Client money on every day of each instrument's life: the bank or fund holds exactly the amount
// owed to customers, regardless of what the firm borrows, pays, earns or withholds.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addFund } from '../../../src/modules/asset/index.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { POST, SUBMIT, surplusOf, TERMINATE } from './app.js';
import { BILL, type DiscountedApp, PAPER, startDiscountedApp } from './discounted-app.js';
import { PLAIN } from './fund-app.js';

const FIRST = businessDate('2026-03-05');
const API = '/api/v1/order';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
  await systemWork(app.context, 'fixture', (work) =>
    addFund(work, {
      ...PLAIN,
      name: 'MIXED',
      label: 'Fund with fees',
      entry_fee: '1.5',
      exit_fees: [{ percent: '1' }],
      fee_vat_percent: '7.5',
      minimum_holding_days: 30,
      early_redemption_percent: '2',
      income_policy: 'DISTRIBUTE',
      income_option: 'PAY',
      tax_class: 'DIVIDEND',
    }),
  );
});
after(() => app.stop());

const client = () => app.as('CLIENT');

async function place(type: string): Promise<number> {
  const body = { instrumentTypeName: type, customerId: app.rich.id, tenure: 30 };
  const made = await client().post(SUBMIT, { ...body, faceValue: 200_000 });
  assert.equal(made.status, 201, made.text);
  const posted = await client().put(`${POST}/${made.body.id}`);
  assert.equal(posted.status, 200, posted.text);
  return made.body.id;
}

async function order(body: object): Promise<void> {
  const made = await client().post(`${API}/fundtransaction/submit`, {
    fundName: 'MIXED',
    customerId: app.rich.id,
    ...body,
  });
  assert.equal(made.status, 201, made.text);
  const path = `${API}/fundtransaction/approve/id/${made.body.id}`;
  assert.equal((await app.as('APPROVER').put(path)).status, 200);
}

async function enterValue(navPerUnit: number): Promise<number> {
  const body = { fundName: 'MIXED', navPerUnit };
  const made = await app.as('ADMIN').post(`${API}/fund/nav/create`, body);
  const path = `${API}/fund/nav/approve/id/${made.body.id}`;
  return (await app.as('APPROVER').put(path)).body.ordersDealt;
}

async function covered(when: string): Promise<void> {
  assert.equal(await surplusOf(app), 0, when);
  const violations = await app.db.query<object>(sql`
    select j.id, j.source_type, j.narration from journal j
    join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
    where a.customer_id is not null or a.acct_type = 'BANK:CLIENT'
      or a.acct_type like 'FUND:CONTROL:%'
    group by j.id having sum(l.amount_minor) <> 0`);
  assert.deepEqual(violations, [], when);
}

describe('deposits, a loan, commercial paper, bills and units', () => {
  const held: Record<string, number> = {};

  test('keep the money owed to clients complete when they are placed', async () => {
    await covered('before');
    held.deposit = await place('FD');
    held.terminated = await place('FD');
    held.loan = await place('LOAN');
    const paper = { faceValue: 200_000.01, tenure: 30 };
    held.paper = (await app.bought(PAPER, paper)).body.id;
    held.half = (await app.bought(PAPER, paper)).body.id;
    held.bill = (await app.bought(BILL, { instrumentTypeName: 'NTB-91' })).body.id;
    await order({ transType: 'SUBSCRIPTION', amount: 50_000 });
    await covered('placed');
  });

  test('keep it complete on each of thirty days, through every kind of end', async () => {
    for (let day = 1; day <= 31; day += 1) {
      const date = addDays(FIRST, day);
      if (date > (await currentBusinessDate(app.db))) await app.closeUntil(date);
      if (day === 1) assert.equal(await enterValue(100), 1);
      if (day === 4) {
        await order({ transType: 'REDEMPTION', units: 100 });
        await order({ transType: 'REDEMPTION', allUnits: true });
        const distribution = { fundName: 'MIXED', incomePerUnit: 0.375 };
        const made = await app.as('ADMIN').post(`${API}/fund/distribution/create`, distribution);
        const path = `${API}/fund/distribution/approve/id/${made.body.id}`;
        assert.equal((await app.as('APPROVER').put(path)).status, 200);
      }
      if (day === 5) assert.equal(await enterValue(123.4567), 2);
      if (day === 10) {
        const c = app.rich.id;
        for (const [path, id] of [
          [PAPER, held.half],
          [BILL, held.bill],
        ]) {
          for (const query of ['fv=10000&dr=12&td=2026-03-12', 'fv=66666.67&dr=18']) {
            const ended = await client().put(`${path}/terminate?id=${id}&c=${c}&${query}`);
            assert.equal(ended.status, 200, ended.text);
          }
        }
        const path = `${TERMINATE}?t=${held.terminated}&d=2026-03-15`;
        assert.equal((await client().put(path)).status, 200);
      }
      await covered(`day ${day}`);
    }
    for (const id of [held.paper, held.half]) {
      const record = await app.shown(PAPER, id ?? 0);
      assert.deepEqual([record.status, record.terminationReason], ['TERMINATED', 'MATURED']);
    }
  });

  test('keep it complete until the bill ends, with no paper money left at the firm', async () => {
    await app.closeUntil('2026-06-04');
    assert.equal((await app.shown(BILL, held.bill ?? 0)).status, 'TERMINATED');
    await covered('the end');
    for (const code of ['DI:PLACEMENT', 'DI:DISCOUNT-PAYABLE', 'TD:PRINCIPAL', 'LOAN:PRINCIPAL']) {
      assert.equal(await app.booked(code), 0n, code);
    }
    // The firm's bank balance must equal its income plus the taxes it owes, less its expenses.
    const codes = [
      'EXP:INTEREST',
      'INC:INTEREST',
      'INC:FEES',
      'INC:PENALTY',
      'LIAB:WHT',
      'LIAB:VAT',
    ];
    let rest = 0n;
    for (const code of codes) rest += await app.booked(code);
    assert.equal((await app.booked('BANK:FIRM')) + rest, 0n);
  });
});
