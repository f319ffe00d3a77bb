// A customer's placements: commercial paper by tenure and rate; fund units by amount, by number or
// all; and the actions on placements.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/page/browser.js';
import { until } from '../support/wait.js';

const API = '/api/v1';

describe('placements', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const listed = async (path: string) => (await app().as('ADMIN').get(`${API}/${path}`)).body;

  it('places commercial paper at an agreed rate after a dry run, and starts it', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/14?part=income&form=place');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Commercial paper' }).check();
    await dialog.getByLabel('Product').selectOption({ label: 'Commercial paper (NGN) · 19.5%' });
    await dialog.getByLabel('Face value').fill('500000');
    await dialog.getByLabel('Agreed rate').fill('45');
    await dialog.getByText(/RATE_NOT_OFFERED/).waitFor();
    await dialog.getByLabel('Agreed rate').fill('21');
    await dialog.getByLabel('Tenure (days)').fill('90');
    await dialog.getByText('21%', { exact: true }).waitFor();
    await dialog.getByRole('table', { name: 'Schedule' }).waitFor();
    await desk.picture('placement-paper');
    const before = await listed('order/discountedinstrument/customer/list?c=14');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('The placement has started.').waitFor();
    const { count, result } = await listed('order/discountedinstrument/customer/list?c=14');
    assert.equal(count, before.count + 1);
    const [made] = result;
    assert.deepEqual(
      [made.status, made.faceValue, made.currentRate, made.tenure],
      ['RUNNING', 500_000, 21, 90],
    );
    await page.getByRole('heading', { name: 'Commercial paper' }).waitFor();
    await page.getByRole('row', { name: /500,000\.00.*Running/ }).waitFor();
    silent(desk);
  });

  it('withdraws before the start, and ends a placement on its first day at its cost', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const { body } = await app()
      .as('CLIENT')
      .post(`${API}/order/discountedinstrument/submit`, {
        ...{ customerId: 14, instrumentTypeName: 'CP-NGN', faceValue: 300_000 },
      });
    await desk.go('/customers/14?part=income');
    const waiting = page.getByRole('row').filter({ hasText: '300,000.00' });
    await waiting.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The placement has been withdrawn.').waitFor();
    const { terminationReason } = await listed(`order/discountedinstrument/id/${body.id}`);
    assert.equal(terminationReason, 'CANCELLED');
    const running = page.getByRole('row').filter({ hasText: '200,000.00' });
    await running.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Terminate early' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Interest to date').waitFor();
    await dialog.getByText('NGN 0.00').first().waitFor();
    await until(() => dialog.getByRole('button', { name: 'Terminate early' }).isEnabled());
    await desk.picture('placement-first-day');
    silent(desk);
  });

  it('redeems a number of fund units, or all of them', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/15?part=income&form=place');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Fund' }).check();
    await dialog.getByRole('radio', { name: 'Redemption' }).check();
    await dialog.getByLabel('Product').selectOption('CHMMF');
    await dialog.getByText('2,500 units can be redeemed, worth NGN 250,000.00 in total.').waitFor();
    await dialog.getByRole('radio', { name: 'All units' }).check();
    await dialog.getByText('NGN 250,000.00', { exact: true }).waitFor();
    await dialog.getByRole('radio', { name: 'By units' }).check();
    await dialog.getByLabel('Units', { exact: true }).fill('9999');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Units', { exact: true }).fill('12.5');
    await dialog.getByText('NGN 1,250.00', { exact: true }).waitFor();
    await desk.picture('placement-units');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('The order is waiting for approval.').waitFor();
    const [order] = (await listed('order/fundtransaction/customer/list?c=15')).result;
    assert.deepEqual([order.transType, order.units, order.amount], ['REDEMPTION', 12.5, undefined]);
    const row = page.getByRole('row').filter({ hasText: order.name });
    await row.getByRole('cell', { name: '12.5' }).waitFor();
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await row.waitFor({ state: 'detached' });
    silent(desk);
  });
});
