// Valuation policies in the console: their versions, a proposal, and its approval in the inbox; and
// the import of the market rates that a policy may use.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/page/browser.js';

const NARROW = { width: 390, height: 844 };

describe('valuation policies in the console', () => {
  const { app, sit, it } = openRoom();

  it('are proposed from a version, and approved in the inbox by another person', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/valuation-policy');
    const versions = page.getByRole('grid');
    await versions.getByText('The whole firm', { exact: true }).waitFor();
    await desk.picture('valuation-policy');
    await page.getByRole('button', { name: 'Propose a policy' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Shares: days until stale').waitFor();
    assert.equal(await dialog.getByLabel('Shares: days until stale').inputValue(), '10');
    assert.equal(await dialog.getByLabel('Treasury bills').inputValue(), 'AMORTISED_COST');
    await dialog.getByLabel('Valid from').fill('2030-01-02');
    await dialog.getByLabel('Treasury bills').selectOption('MARKET');
    await dialog.getByLabel('Shares: days until an old price is ignored').fill('5');
    await dialog.getByLabel('Minimum capital').fill('2,500.00');
    await dialog.getByLabel('Reason').fill('Bills are traded');
    const send = dialog.getByRole('button', { name: 'Propose a policy' });
    await send.click();
    await dialog
      .getByText(/must be at least 10, the number of days after which the price is stale/)
      .first()
      .waitFor();
    await desk.picture('valuation-policy-refused');
    await dialog.getByLabel('Shares: days until an old price is ignored').fill('250');
    await send.click();
    await page
      .getByText('Policy proposed. It is waiting for approval by another person.')
      .waitFor();
    await page.setViewportSize(NARROW);
    await desk.picture('valuation-policy-390');
    assert.deepEqual(desk.complaints, []);

    const second = await sit('APPROVER');
    await second.go('/approvals');
    const line = second.page.getByRole('listitem').filter({ hasText: 'valuation-policy HOUSE' });
    await line.getByRole('button').click();
    await second.page.getByText('Bills are traded').first().waitFor();
    await second.picture('valuation-policy-approval');
    await second.page.getByRole('button', { name: 'Approve' }).click();
    await line.waitFor({ state: 'detached' });
    const listed = await app().as('AUDITOR').get('/api/v1/wealth/policy/list?x=HOUSE');
    const [approved] = listed.body.result;
    const { version, validFrom, method, unusableAfterDays, smallestCapital } = approved;
    assert.deepEqual(
      [version, validFrom, method.BILL, unusableAfterDays, smallestCapital],
      [2, '2030-01-02', 'MARKET', { EQUITY: 250 }, 2_500],
    );
    assert.deepEqual(second.complaints, []);
  });

  it('use market rates, whose file is previewed, imported and undone', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/imports?of=yields&form=new');
    const dialog = page.getByRole('dialog', { name: 'Import market rates' });
    const { businessDate: day } = (await app().as('ADMIN').get('/api/v1/system/clock')).body;
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'rates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`issue,date,rate\nNTB-364,${day},17.25\nNTB-77,${day},17\n`),
    });
    await dialog.getByText('2 rows: 1 new, 0 replaced, 0 unchanged, 1 refused').waitFor();
    await dialog.getByText('no type or issue has this code').waitFor();
    await desk.picture('market-rates-preview');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: 'rates.csv' });
    await row.waitFor();
    await desk.picture('market-rates');
    await row.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Undone').waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
