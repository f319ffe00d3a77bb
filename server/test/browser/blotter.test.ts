// The grouped blotter, its saved views, and columns that a user hides.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { credentialsOf, type Desk, openRoom } from '../support/page/browser.js';
import { untilCount } from '../support/page/locator.js';

/** The office whose orders this file counts. Other files use other offices. */
const OFFICE = 'Abuja';

describe('the blotter', () => {
  const { app, sit, sitAgain, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const send = async (changes: object) => {
    const { body } = await app()
      .as('CLIENT')
      .post(
        '/api/v1/order/tradeorder/submit',
        orderBody({ portfolioName: '0000000002', ...changes }),
      );
    await orderIn(app(), body.id, ['EXECUTED']);
  };

  it('groups orders on the server, and expands a group by keyboard', async () => {
    for (const quantity of ['100', '200', '300']) await send({ quantityRequested: quantity });
    await send({ securityName: 'ZENITHBANK', quantityRequested: '70' });
    const desk = await sit('DEALER', OFFICE);
    const { page } = desk;
    await desk.go('/orders');
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('By security');
    await page.getByRole('row', { name: /^ACCESS .*3 orders.*Bought NGN/ }).waitFor();
    const zenith = page.getByRole('row', { name: /^ZENITHBANK .*1 order/ });
    await zenith.waitFor();
    assert.match(page.url(), /group=SECURITY/);
    // Only group headers are visible: one group of three orders and one of a single order.
    await untilCount(page.getByRole('row'), 3);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('gridcell', { name: '70', exact: true }).waitFor();
    assert.equal(await zenith.getAttribute('aria-expanded'), 'true');
    await desk.picture('blotter-groups');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByText('1 record').first().waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('gridcell', { name: '70', exact: true }).waitFor({ state: 'detached' });
    // The event stream updates the counts.
    await send({ securityName: 'ZENITHBANK', quantityRequested: '80' });
    await page.getByRole('row', { name: /^ZENITHBANK .*2 orders/ }).waitFor();
    silent(desk);
  });

  it('saves a named view, shares it with the office, and keeps it in the address', async () => {
    const desk = await sit('DEALER', OFFICE);
    const { page } = desk;
    await desk.go('/orders?status=EXECUTED&group=SIDE');
    await page.getByRole('row', { name: /^Buy/ }).waitFor();
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('v');
    await page.getByRole('menuitem', { name: 'Save this view' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name', { exact: true }).fill('Filled by side');
    await dialog.getByLabel('Share with all users of your office').check();
    await desk.picture('blotter-view-form');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Filled by side' }).waitFor();

    const colleague = await sit('OPERATIONS', OFFICE);
    await colleague.go('/orders');
    await colleague.page.getByRole('button', { name: 'Views' }).click();
    await colleague.page.getByText('Shared in your office').waitFor();
    await colleague.picture('blotter-views');
    await colleague.page.getByRole('menuitem', { name: /Filled by side/ }).click();
    await colleague.page.getByRole('row', { name: /^Buy/ }).waitFor();
    const { searchParams } = new URL(colleague.page.url());
    assert.deepEqual([searchParams.get('status'), searchParams.get('group')], ['EXECUTED', 'SIDE']);
    await colleague.page.getByRole('button', { name: 'Filled by side' }).click();
    const removal = { name: 'Remove “Filled by side”' };
    assert.equal(await colleague.page.getByRole('menuitem', removal).count(), 0);

    await page.getByRole('button', { name: 'Filled by side' }).click();
    await page.getByRole('menuitem', removal).click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
    silent(desk);
    silent(colleague);
  });

  it('keeps the hidden columns of a user in every browser', async () => {
    const credentials = await credentialsOf(app(), 'DEALER', OFFICE);
    const desk = await sitAgain(credentials);
    const { page } = desk;
    await desk.go('/orders');
    const header = (of: Desk) => of.page.getByRole('columnheader', { name: 'Portfolio' });
    await header(desk).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    const kept = page.waitForResponse(/setting\/set/);
    await page.getByRole('menuitemcheckbox', { name: 'Portfolio' }).click();
    await header(desk).waitFor({ state: 'detached' });
    assert.equal((await kept).status(), 200);
    const elsewhere = await sitAgain(credentials);
    await elsewhere.go('/orders');
    await elsewhere.page.getByRole('columnheader', { name: 'Time in force' }).waitFor();
    await header(elsewhere).waitFor({ state: 'detached' });
    const other = await sit('DEALER', OFFICE);
    await other.go('/orders');
    await header(other).waitFor();
    silent(desk);
  });
});
