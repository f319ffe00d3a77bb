// The client money proof with overdrawn customers: their debt does not cover other customers'
// money.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { closeBooks } from '../../../src/modules/finance/report/closed-books.js';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import type { Json } from '../../support/app.js';
import { type CashDesk, type Customer, openCashDesk, POST } from './cash-desk.js';

let desk: CashDesk;
let drawer: Customer;
before(async () => {
  desk = await openCashDesk();
  drawer = await desk.someoneWith(100);
  const rule = { cashAccountName: drawer.account_name, overdraftLimit: 50.5 };
  const proposed = await desk.app.as('FINANCE').post('/api/v1/finance/account-rule/propose', rule);
  const path = `/api/v1/system/change/approve/id/${proposed.body.id}`;
  assert.equal((await desk.app.as('APPROVER').put(path)).status, 200);
});
after(() => desk.close());

const auditor = () => desk.app.as('AUDITOR');
const ours = (rows: readonly Json[]): Json =>
  rows.find(
    ({ businessOfficeName, currency }) => businessOfficeName === '0000000001' && currency === 'NGN',
  ) ?? {};

/** Reads the client money proof of the same books from three places. */
async function proofs(): Promise<Readonly<Record<'report' | 'integrity' | 'closed', Json>>> {
  const next = await currentBusinessDate(desk.app.db);
  await closeBooks(desk.app.context, { closing: next, next: addDays(next, 1) });
  const list = `/api/v1/finance/report/closed-books/list?sd=${next}&ed=${next}&s=500`;
  const [report, integrity, closed] = await Promise.all([
    auditor().get('/api/v1/finance/report/client-money'),
    auditor().get('/api/v1/finance/integrity'),
    auditor().get(list),
  ]);
  return {
    report: ours(report.body.result),
    integrity: ours(integrity.body.clientMoney),
    closed: ours(closed.body.result),
  };
}

const kobo = (amount: number) => Math.round(amount * 100);

describe('success', () => {
  test('an overdraft of one customer is missing for the others, in each proof', async () => {
    const before = await proofs();
    const paid = await desk.make({ transType: 'PAYMENT', partnerId: drawer.id, amount: 150.5 });
    assert.equal((await desk.client().put(`${POST}/${paid.id}`)).status, 200);
    const after = await proofs();
    for (const place of ['report', 'integrity', 'closed'] as const) {
      const moved = (member: string) => kobo(after[place][member]) - kobo(before[place][member]);
      assert.equal(moved('owedToCustomers'), -100_00, `${place}: only the balance is owed less`);
      assert.equal(moved('clientBank'), -150_50, place);
      assert.equal(moved('surplus'), -50_50, place);
    }
    assert.equal(kobo(after.report.customersOverdrawn - before.report.customersOverdrawn), 50_50);
  });

  test('the report lists the accounts that add up to the difference', async () => {
    const { report } = await proofs();
    const stands = report.differenceOn.reduce((sum: number, row: Json) => sum + row.amount, 0);
    assert.equal(kobo(stands), kobo(report.difference));
    const drawn = report.differenceOn.filter(({ acctType }: Json) => acctType === 'CUSTOMER_CASH');
    assert.deepEqual(
      drawn.map((row: Json) => kobo(row.amount)),
      [-50_50],
    );
    const sheet = await auditor().get('/api/v1/finance/report/client-money/csv?currency=NGN');
    assert.match(sheet.text, /Overdrawn by customers[^\n]*50\.5/);
  });
});
