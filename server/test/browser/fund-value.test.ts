// A fund's value per unit in the console: entered by one person, refused with an error at its
// field, and approved or rejected by another person in the inbox.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Json } from '../support/app.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { untilDisabled } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

const FUND = '/api/v1/order/fund';

describe('the value of a fund in the console', () => {
  // Uses its own server, because a new value would also deal the fund orders of other test files.
  const { app, sit, it } = openRoom('OWN_SERVER');
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const read = async (path: string): Promise<Json> =>
    (await app().as('AUDITOR').get(`${FUND}/${path}`)).body;
  const latest = async (): Promise<number> => {
    const { result } = await read('list/active');
    return result.find(({ name }: Json) => name === 'CHEQF').navPerUnit;
  };

  /** Opens the form for the equity fund, with a value. */
  async function typed(desk: Desk, value: string) {
    await desk.go('/fund-values?form=new');
    const dialog = desk.page.getByRole('dialog');
    await untilDisabled(dialog.getByRole('button', { name: 'Enter value' }));
    await dialog.getByLabel('Fund', { exact: true }).selectOption('CHEQF');
    await dialog.getByLabel('Value per unit').fill(value);
    return dialog;
  }

  async function entered(desk: Desk, value: string): Promise<void> {
    const dialog = await typed(desk, value);
    await dialog.getByRole('button', { name: 'Enter value' }).click();
    await desk.page.getByText('The value is waiting for approval.').waitFor();
  }

  /** Opens the value in the inbox. */
  async function opened(desk: Desk) {
    await desk.go('/approvals');
    const line = desk.page.getByRole('listitem').filter({ hasText: 'Net asset value' });
    await line.getByRole('button').click();
    return line;
  }

  it('shows a refusal at its field, and enters nothing', async () => {
    const desk = await sit('OPERATIONS');
    const dialog = await typed(desk, '0');
    const value = dialog.getByLabel('Value per unit');
    const describedBy = async () => {
      const id = await value.getAttribute('aria-describedby');
      return dialog.locator(`[id="${id}"]`);
    };
    await (await describedBy()).getByText('must be above zero').waitFor();
    await value.fill('128.123456789');
    await (await describedBy()).getByText(/^must have at most \d decimals$/).waitFor();
    await value.fill('one');
    await (await describedBy()).getByText(/./).waitFor();
    await value.fill('128');
    await dialog.getByLabel('Valuation date').fill('2099-01-05');
    await dialog.getByText(/^is after the business date/).waitFor();
    await dialog.getByRole('link', { name: /FUND_NAV_REFUSED/ }).waitFor();
    await dialog.getByRole('button', { name: 'Enter value' }).click();
    await dialog.getByText(/^is after the business date/).waitFor();
    assert.equal((await read('nav/list?u=PENDING')).count, 0);
    silent(desk);
  });

  it('can be entered again after another person has rejected it', async () => {
    const maker = await sit('OPERATIONS');
    await entered(maker, '12.85');
    const checker = await sit('APPROVER');
    const line = await opened(checker);
    await checker.page.getByText('NGN 12.85', { exact: true }).waitFor();
    await checker.page.getByRole('button', { name: 'Reject', exact: true }).click();
    const dialog = checker.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The comma is wrong');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await line.waitFor({ state: 'detached' });
    // The maker's page shows the new state.
    await maker.page.getByRole('row', { name: /CHEQF .*12\.85 Rejected/ }).waitFor();
    await maker.page.getByText('The comma is wrong').waitFor();
    silent(maker);
    silent(checker);
  });

  it('is entered by one person, approved by another, and is then the latest value', async () => {
    const maker = await sit('OPERATIONS');
    const before = await latest();
    const dialog = await typed(maker, '1,128.5');
    await dialog
      .getByText(/^Latest approved value: NGN 127\.4583 on .* Change: 785\.4%\.$/)
      .waitFor();
    await picturesOf(maker, 'fund-value-form');
    await dialog.getByRole('button', { name: 'Enter value' }).click();
    await maker.page.getByText('The value is waiting for approval.').waitFor();
    const row = maker.page.getByRole('row', { name: /CHEQF .*1,128\.50 Pending/ });
    await row.waitFor();
    await picturesOf(maker, 'fund-values');
    assert.equal(await latest(), before);

    // The day already has a value, which the form shows before anything is sent.
    const again = await typed(maker, '128');
    await again.getByRole('link', { name: /FUND_NAV_EXISTS/ }).waitFor();
    await maker.page.keyboard.press('Escape');

    const checker = await sit('APPROVER');
    const line = await opened(checker);
    await checker.page.getByText('NGN 1,128.50').waitFor();
    await checker.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await line.waitFor({ state: 'detached' });
    assert.equal(await latest(), 1_128.5);
    // The maker's page is also updated.
    await maker.page.getByRole('row', { name: /CHEQF .*1,128\.50 Approved/ }).waitFor();
    silent(maker);
    silent(checker);
  });

  it('is not offered to users who may not enter one, nor to those of one office', async () => {
    for (const desk of [await sit('FINANCE'), await sit('OPERATIONS', 'Lagos')]) {
      await desk.go('/fund-values');
      await desk.page.getByRole('heading', { name: 'Fund values', level: 1 }).waitFor();
      await desk.page.getByRole('row', { name: /CHEQF/ }).first().waitFor();
      assert.equal(await desk.page.getByRole('button', { name: 'New value' }).count(), 0);
      silent(desk);
    }
  });
});
