// Taxes: a customer's tab with the tax pack for a year, and withholding tax certificates.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/page/browser.js';

const API = '/api/v1';

describe('taxes', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);

  it('shows the tax of a customer, and issues and lists the tax pack of the year', async () => {
    // Uses a customer without holdings, because moving prices would change the current year's
    // figures.
    const person = { firstName: 'Without', lastName: 'Shares' };
    const made = await app().as('OPERATIONS').post(`${API}/partner/customer/create`, person);
    assert.equal(made.status, 201, made.text);
    const { id } = made.body;
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go(`/customers/${id}?part=gains`);
    await page.getByRole('heading', { name: /^Tax on gains in 20/ }).waitFor();
    await page.getByRole('button', { name: 'Issue the tax pack' }).click();
    await page.getByText('Tax pack issued').waitFor();
    const row = page.getByRole('row').filter({ hasText: /TP\d+/ });
    await row.getByText('Draft').waitFor();
    await page.getByRole('button', { name: 'Issue the tax pack' }).click();
    await page.getByText('The figures have not changed since the last tax pack').waitFor();
    const { body } = await app().as('ADMIN').get(`${API}/wealth/tax-pack/list?c=${id}`);
    assert.deepEqual([body.count, body.result[0].state], [1, 'DRAFT']);
    await desk.picture('tax-customer');
    const saved = page.waitForEvent('download');
    await row.getByRole('button', { name: 'XLSX' }).click();
    assert.match((await saved).suggestedFilename(), /^tax-pack-TP\d+\.xlsx$/);
    await desk.go('/taxes');
    await page.getByText(body.result[0].name).waitFor();
    await desk.picture('taxes');
    silent(desk);
  });

  it('shows why a certificate is refused, and a preview of a file of certificates', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/taxes?of=certificates');
    await page.getByText('No certificates').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const header = 'customerName,number,certificateDate,periodFrom,periodUntil,amount';
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'receipts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${header}\nNOBODY,R-1,2026-01-05,2026-01-01,2026-01-02,10.00\n`),
    });
    await dialog.getByText(/row 1, column "customerName", cell "NOBODY"/).waitFor();
    await dialog.getByText(/1 row: 0 recorded, 0 unchanged, 1 refused/).waitFor();
    await desk.picture('certificate-import');
    silent(desk);
  });
});
