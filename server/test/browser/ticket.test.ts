// A dealer's ticket and blotter: drafts are kept, a list is exported, and everything fits a narrow
// window.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { untilValue } from '../support/page/locator.js';

const NARROW = { width: 390, height: 844 };

describe('the desk of a dealer', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const send = async (changes: object, status: string) => {
    const { body } = await app()
      .as('CLIENT')
      .post('/api/v1/order/tradeorder/submit', orderBody(changes));
    await orderIn(app(), body.id, [status]);
    return body.id;
  };

  it('exports exactly the filtered rows, and shows their number', async () => {
    await send({ quantityRequested: '100' }, 'EXECUTED');
    await send({ securityName: 'FIDELITYBK', quantityRequested: '70' }, 'EXECUTED');
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders?q=fidelity');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'orders.csv');
    await page.getByText('The file has 1 row.').waitFor();
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /FIDELITYBK/);
    silent(desk);
  });

  it('restores a closed ticket, for a new order and for an amendment', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const dialog = page.getByRole('dialog');
    const reopen = async () => {
      await desk.go('/customers/2');
      await page.getByRole('button', { name: 'New order' }).click();
      await dialog.getByLabel('Quantity').waitFor();
    };
    await reopen();
    await dialog.getByLabel('Quantity').fill('321');
    await dialog.getByLabel('Limit price').fill('1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await reopen();
    await untilValue(dialog.getByLabel('Quantity'), '321');
    await dialog.getByLabel('Security').fill('ACCESS');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: /PRICE_OUTSIDE_BAND/ }).waitFor();
    assert.equal(await dialog.getByText(/^Enter a customer/).count(), 0);
    await dialog.getByLabel('Price type').selectOption('Market');
    await dialog.getByText('Trade alert fee', { exact: true }).waitFor();

    const { body } = await app().as('DEALER').get('/api/v1/order/security/list/active?s=500');
    const access = body.result.find(({ name }: { readonly name: string }) => name === 'ACCESS');
    // Far from the market price, within the daily price limits, and on a five-kobo tick.
    const limitPrice = (Math.round(access.lastPrice * 0.93 * 20) / 20).toFixed(2);
    const id = await send({ priceType: 'LIMIT', limitPrice }, 'EXECUTING');
    await desk.go(`/orders/${id}`);
    await page.getByRole('button', { name: 'Amend' }).click();
    await dialog.getByLabel('Quantity').fill('150');
    await dialog.getByText('The order can be sent.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Amend' }).click();
    await untilValue(dialog.getByLabel('Quantity'), '150');
    silent(desk);
  });

  it('warns that a new record looks like a duplicate', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const twin = page.getByText(/^Done, but record \d+ looks like a duplicate/);
    await desk.go('/customers/7');
    for (const isSecond of [false, true]) {
      await page.getByRole('button', { name: 'New cash transaction' }).click();
      await page.getByLabel(/^Amount/).fill('81234.56');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (isSecond) await twin.waitFor();
      else assert.equal(await twin.count(), 0);
    }
    await desk.picture('look-alike');
    silent(desk);
  });

  it('fits a narrow window', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await page.setViewportSize(NARROW);
    for (const path of ['/orders', '/customers/15', '/customers/15?part=income']) {
      await desk.go(path);
      const right = (box: { x: number; width: number } | null) => (box?.x ?? 0) + (box?.width ?? 0);
      const menu = await page.locator('.bar button').last().boundingBox();
      assert.ok(right(menu) <= NARROW.width, `${path}: the menu ends at ${right(menu)}`);
    }
    const head = await page.locator('.page-head').boundingBox();
    const actions = await page.getByRole('button', { name: 'New order' }).boundingBox();
    const tabs = await page.getByRole('navigation', { name: 'Sections' }).boundingBox();
    assert.ok(head && actions && tabs);
    assert.ok(actions.y + actions.height <= tabs.y, 'the actions stand above the parts');
    await desk.picture('narrow-customer');
    silent(desk);
  });
});
