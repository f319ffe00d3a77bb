// Transfers of units in the console: entered after a dry run or imported from a file, approved by
// another person, and cancelled.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/page/browser.js';
import { found } from '../support/page/keyboard.js';
import { picturesOf } from '../support/page/size.js';

/** No other file moves units of this customer's portfolio. */
const CUSTOMER = { search: 'danjuma', label: /Danjuma/ };

describe('transfers of units in the console', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const held = async (name: string) => {
    const { body } = await app().as('AUDITOR').get('/api/v1/order/portfolio/holdings/id/9');
    const row = body.result.find(
      ({ securityName }: { readonly securityName: string }) => securityName === name,
    );
    return Number(row?.quantity ?? 0);
  };

  it('bring units with their purchases, after the approval of another person', async () => {
    const before = await held('UBA');
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/transfers');
    await page.getByRole('button', { name: 'New transfer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Customer').fill(CUSTOMER.search);
    await found(page, CUSTOMER.label);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Security 1').fill('uba');
    await dialog.getByLabel('Units 1').fill('300');
    await dialog.getByLabel('Cost 1').fill('1,250.50');
    await dialog.getByLabel('Bought on 1').fill('2024-02-05');
    await dialog.getByRole('button', { name: 'Add a row' }).click();
    await dialog.getByLabel('Security 2').fill('UBA');
    await dialog.getByLabel('Units 2').fill('45');
    await dialog.getByLabel('Cost 2').fill('200');
    // A transfer from another firm must name that firm.
    await dialog.getByRole('alert').waitFor();
    await picturesOf(desk, 'transfer-refused');
    await dialog.getByLabel('Other firm’s code').fill('OTHERBROKER');
    await dialog.getByText('The transfer can be entered.').waitFor();
    await picturesOf(desk, 'transfer-form');
    await dialog.getByRole('button', { name: 'Enter transfer' }).click();
    await page.getByText('Transfer entered. A second person must approve it.').waitFor();
    await page.getByRole('gridcell', { name: '345 UBA' }).waitFor();
    await picturesOf(desk, 'transfers');
    silent(desk);
    assert.equal(await held('UBA'), before);

    const second = await sit('APPROVER');
    await second.go('/approvals');
    const line = second.page.getByRole('listitem').filter({ hasText: 'From another firm 345 UBA' });
    await line.getByRole('button').click();
    await second.page.getByText('OTHERBROKER').waitFor();
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await line.waitFor({ state: 'detached' });
    assert.equal(await held('UBA'), before + 345);
    const { body } = await app().as('AUDITOR').get('/api/v1/custody/holding-transfer/list?s=1');
    const [{ lines }] = body.result;
    assert.deepEqual(
      [lines[0].costBasis, lines[0].cost, lines[0].lots.length],
      ['GIVEN', 1_450.5, 2],
    );
    silent(second);
  });

  it('of outgoing units are refused if the units are missing, and can be cancelled', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/transfers?form=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Customer').fill(CUSTOMER.search);
    await found(page, CUSTOMER.label);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Kind').selectOption('WITHDRAWAL');
    await dialog.getByLabel('Security 1').fill('ARADEL');
    await dialog.getByLabel('Units 1').fill('999999');
    assert.equal(await dialog.getByLabel('Cost 1').count(), 0);
    await dialog.getByRole('link', { name: /INSUFFICIENT_HOLDING/ }).waitFor();
    await dialog.getByLabel('Units 1').fill('12');
    await dialog.getByText('The transfer can be entered.').waitFor();
    await dialog.getByRole('button', { name: 'Enter transfer' }).click();
    const row = page.getByRole('row', { name: /12 ARADEL/ });
    await row.dblclick();
    await dialog.getByRole('button', { name: 'Cancel the transfer' }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: 'Cancel the transfer' })
      .click();
    await page.getByText('The transfer has been cancelled.').waitFor();
    await row.getByText('Cancelled').waitFor();
    silent(desk);
  });

  it('are imported from a file, whose wrong cells are named by row and column', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const file = (quantity: string) => ({
      ...{ name: 'units.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(
        [
          'type,portfolioName,effectiveDate,securityName,quantity,costBasis,memberCode',
          'IN_FREE,0000000009,2025-01-06,FCMB,70,UNKNOWN,OTHERBROKER',
          `DEPOSIT,0000000009,2025-01-06,WAPCO,${quantity},UNKNOWN,`,
        ].join('\n'),
      ),
    });
    await desk.go('/imports?of=transfers');
    await page.getByRole('button', { name: 'Import transfers' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(file('1.5'));
    await dialog.getByText('1 cell is wrong.').first().waitFor();
    await dialog.getByRole('cell', { name: 'Units', exact: true }).first().waitFor();
    await picturesOf(desk, 'transfer-import-refused');
    await dialog.locator('input[type=file]').setInputFiles(file('30'));
    await dialog.getByText('2 rows: 2 transfers can be entered').waitFor();
    await picturesOf(desk, 'transfer-import');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    const row = page.getByRole('row', { name: /units\.csv/ });
    await row.waitFor();
    // The user who entered the transfers cannot approve them.
    assert.equal(await row.getByRole('button', { name: 'Approve' }).count(), 0);
    silent(desk);

    const before = [await held('FCMB'), await held('WAPCO')];
    const second = await sit('APPROVER');
    await second.go('/imports?of=transfers');
    const line = second.page.getByRole('row', { name: /units\.csv/ });
    await line.getByRole('button', { name: 'Approve' }).click();
    const question = second.page.getByRole('dialog');
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await second.page.getByText('The transfers have been approved.').waitFor();
    await line.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
    await picturesOf(second, 'transfer-imports');
    assert.deepEqual(
      [await held('FCMB'), await held('WAPCO')],
      [(before[0] ?? 0) + 70, (before[1] ?? 0) + 30],
    );
    silent(second);

    await desk.go('/imports?of=transfers&form=new');
    await dialog.locator('input[type=file]').setInputFiles(file('31'));
    await dialog.getByText('2 rows: 2 transfers can be entered').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).first().waitFor();
    silent(desk);
  });
});
