// Amounts and dates as people type them, in English and French.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/page/browser.js';
import { untilValue } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

const CREATED = /finance\/cash-transaction\/create$/;

describe('amounts and dates in the console', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);

  it('are grouped, sent as exact digits, and refused beside the field', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/4');
    await page.getByRole('button', { name: 'New cash transaction' }).click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel(/^Amount/);
    const send = dialog.getByRole('button', { name: 'Create' });
    let sent = 0;
    page.on('request', (request) => {
      if (CREATED.test(request.url())) sent += 1;
    });
    await amount.waitFor();
    await send.click();
    await dialog.getByText('Enter an amount.').waitFor();
    for (const [typed, says] of [
      ['1 000,50', 'Use the format 1,000.50.'],
      ['USD 5', 'This account is in NGN.'],
      ['12.345', 'NGN has 2 decimals.'],
      ['(5)', 'Must be more than 0.'],
    ] as const) {
      await amount.fill(typed);
      await page.keyboard.press('Enter');
      await dialog.getByText(says, { exact: true }).waitFor();
      await amount.and(page.locator(':focus')).waitFor();
    }
    await dialog.getByLabel('Value date').fill('31/11');
    await dialog.getByLabel('Reference').focus();
    await dialog.getByText('The date 31/11 does not exist.').waitFor();
    await picturesOf(desk, 'typed-refused');
    assert.equal(sent, 0);
    await amount.fill('NGN 1.2345k');
    await dialog.getByLabel('Reference').focus();
    await untilValue(amount, '1,234.5');
    await dialog.getByLabel('Value date').fill('t');
    await dialog.getByLabel('Reference').focus();
    const { body: clock } = await app().as('OPERATIONS').get('/api/v1/system/clock');
    const day = new Intl.DateTimeFormat('en-NG', {
      ...({ day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
    }).format(new Date(clock.businessDate));
    await untilValue(dialog.getByLabel('Value date'), day);
    const request = page.waitForRequest(CREATED);
    await send.click();
    const body: unknown = (await request).postDataJSON();
    assert.deepEqual([Object(body).amount, Object(body).valueDate], ['1234.5', clock.businessDate]);
    await dialog.waitFor({ state: 'detached' });
    silent(desk);
  });

  it('are read with French separators in French', async () => {
    const desk = await sit('DEALER', 'Abuja');
    const { page } = desk;
    await page.evaluate("localStorage.setItem('countinghouse.language', 'fr')");
    await page.reload();
    await desk.go('/orders?ticket=new');
    const dialog = page.getByRole('dialog');
    const price = dialog.locator('input[name="limitPrice"]');
    await price.fill('94.5');
    await page.keyboard.press('Tab');
    await dialog.getByText(/^Écrivez-le comme 1\s000,50\.$/).waitFor();
    await price.fill('1094,5');
    await page.keyboard.press('Tab');
    await untilValue(price, '1\u202f094,5');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The draft stores exact digits, and each language formats them in its own way.
    await page.evaluate("localStorage.setItem('countinghouse.language', 'en')");
    await page.reload();
    await desk.go('/orders?ticket=new');
    await untilValue(price, '1,094.5');
    silent(desk);
  });
});
