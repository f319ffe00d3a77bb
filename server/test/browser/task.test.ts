// Tasks of a dealer and an auditor, each within its limit of key presses or clicks, with pictures
// in both languages.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { found, keyboardOf, tell } from '../support/page/keyboard.js';
import { picturesOf } from '../support/page/size.js';

describe('a task', () => {
  const { app, sit, it } = openRoom();

  /** Saves pictures of a page in English and French. */
  async function picturesIn({ desk, name, path }: { desk: Desk; name: string; path?: string }) {
    if (process.env.COUNTINGHOUSE_SCREENSHOTS === undefined) return;
    const { page } = desk;
    await picturesOf(desk, `task-${name}-en`);
    for (const language of ['fr', 'en']) {
      await page.evaluate(`localStorage.setItem('countinghouse.language', '${language}')`);
      if (path !== undefined) await desk.go(path);
      await page.reload();
      await page.locator('main h1').waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      if (language === 'fr') await picturesOf(desk, `task-${name}-fr`);
    }
  }

  it('of a dealer: an order for a value until a date, in 30 keys', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const keys = keyboardOf(desk);
    await keys.press('n');
    const dialog = page.getByRole('dialog', { name: 'New order' });
    await dialog.waitFor();
    await keys.type('adae');
    await found(page, /Adaeze Chidinma Okonkwo/);
    await keys.press('ArrowDown', 'Enter', 'Tab');
    await keys.type('gtco');
    await found(page, /^GTCO/);
    await keys.press('ArrowDown', 'Enter', 'Tab');
    // From the quantity to a market price, then to the term two below "Day".
    await keys.press('Tab', 'm', 'Tab', 'ArrowDown', 'ArrowDown', 'Tab');
    await dialog.getByLabel('Until').and(page.locator(':focus')).waitFor();
    await keys.type('+7');
    await keys.press('Tab', 'ArrowRight', 'Tab');
    await dialog.getByLabel('Value NGN').and(page.locator(':focus')).waitFor();
    await keys.type('10k');
    await page.getByText('The order can be sent.').waitFor();
    await picturesOf(desk, 'task-2-ticket');
    const sent = page.waitForRequest(/order\/tradeorder\/submit/);
    await keys.press('Control+Enter');
    const body = (await sent).postDataJSON();
    assert.deepEqual([body.orderTermName, body.orderEndDate], ['GTD', await afterBusinessDate(7)]);
    await page.getByRole('heading', { name: /^Buy .* GTCO Market/ }).waitFor();
    tell('an order for a value until a date', keys);
    assert.ok(keys.count() <= 30, `${keys.count()} keys`);
    await picturesIn({ desk, name: '2' });
    assert.deepEqual(desk.complaints, []);
  });

  async function afterBusinessDate(days: number): Promise<string> {
    const { body } = await app().as('DEALER').get('/api/v1/system/clock');
    const date = new Date(`${body.businessDate}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().replace('.000', '');
  }

  it('of a dealer: the home page shows why an order waits, without a click', async () => {
    const waiting = { priceType: 'STOP', stopPrice: '24.00' };
    const { body } = await app()
      .as('CLIENT')
      .post('/api/v1/order/tradeorder/submit', orderBody(waiting));
    await orderIn(app(), body.id, ['BOOKED']);
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/home');
    const line = page.locator('.to-dos li').filter({ hasText: 'not yet at the exchange' });
    await line.getByText(/Stop price: \d/).waitFor();
    await line.getByText(/oldest/).waitFor();
    await picturesIn({ desk, name: '4', path: '/home' });
    await app().as('CLIENT').put(`/api/v1/order/tradeorder/cancel/id/${body.id}`);
    assert.deepEqual(desk.complaints, []);
  });

  it('of a dealer: the contract note of a fill as PDF, in 3 clicks', async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const { body: order } = await app().as('DEALER').get(`/api/v1/order/tradeorder/id/${body.id}`);
    const desk = await sit('DEALER');
    const { page } = desk;
    await page.getByRole('link', { name: order.name, exact: true }).click();
    await page.getByRole('heading', { name: /^Contract note 0/ }).waitFor();
    await picturesIn({ desk, name: '5' });
    const paper = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Contract note (PDF)' }).click();
    assert.match((await paper).url(), /^(blob|about):/);
    assert.deepEqual(desk.complaints, []);
  });

  it('of an auditor: who approved a payment and what it changed, in 3 clicks', async () => {
    const payment = {
      transType: 'PAYMENT',
      partnerName: '0000000005',
      currency: 'NGN',
      amount: 29,
    };
    const made = await app()
      .as('OPERATIONS')
      .post('/api/v1/finance/cash-transaction/create', payment);
    const approver = await sit('APPROVER');
    await approver.go('/approvals');
    const item = approver.page.getByRole('button', { name: /Payment NGN 29.00/ });
    await item.click();
    await approver.page.getByRole('button', { name: 'Approve' }).click();
    await item.waitFor({ state: 'detached' });

    const desk = await sit('AUDITOR');
    const { page } = desk;
    await page.getByRole('heading', { name: 'Audit trail', level: 1 }).waitFor();
    const row = page
      .getByRole('row')
      .filter({ hasText: 'approveCashTransaction' })
      .filter({ hasText: String(made.body.id) });
    await row.first().dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('APPROVED', { exact: false }).first().waitFor();
    await dialog.getByText('PENDING', { exact: false }).first().waitFor();
    await picturesOf(desk, 'task-29-en');
    await page.keyboard.press('Escape');
    // By keyboard: the newest entry is the first in the list.
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
