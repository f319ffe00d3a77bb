// The page of a security: from the market to its chart, its orders, holders and corporate actions.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/page/browser.js';
import { keyboardOf } from '../support/page/keyboard.js';
import { textsOf, untilCount } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

describe('the page of a security', () => {
  const { app, sit, it } = openRoom();

  it('opens from the market by one key, and shows candles over a chosen period', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/market?q=GTCO');
    await untilCount(page.getByRole('row'), 2);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^GTCO / }).waitFor();
    const chart = page.getByRole('img', { name: /^Daily prices of GTCO/ });
    await chart.locator('canvas').waitFor();
    await page.getByText('Figures', { exact: true }).click();
    const rows = page.getByRole('region', { name: 'Figures' }).locator('tbody tr');
    const halfYear = (await textsOf(rows)).length;
    await page.getByRole('radio', { name: '1M' }).check();
    await page.waitForURL(/span=1M/);
    await untilCount(rows, (await barsOf('GTCO', 1)).length);
    assert.ok(halfYear > (await rows.count()));
    await picturesOf(desk, 'security');
    assert.deepEqual(desk.complaints, []);
  });

  /** The server's price bars for a number of recent months. */
  async function barsOf(code: string, months: number) {
    const { body: clock } = await app().as('DEALER').get('/api/v1/system/clock');
    const from = new Date(`${clock.businessDate}T00:00:00Z`);
    from.setUTCMonth(from.getUTCMonth() - months);
    const first = from.toISOString().slice(0, 10);
    const path = `/api/v1/research/get-chart-data/symbol?s=${code}&f=${first}`;
    return (await app().as('DEALER').get(path)).body.result;
  }

  it('announces the prices of a day chosen with the arrow keys', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/market/GTCO?span=1M');
    const chart = page.getByRole('img', { name: /^Daily prices of GTCO/ });
    await chart.locator('canvas').waitFor();
    await keyboardOf(desk).tabTo(chart);
    await page.keyboard.press('Home');
    const [first] = await barsOf('GTCO', 1);
    const price = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
    await page
      .locator('.legend')
      .filter({ hasText: `Close ${price.format(first.close)}` })
      .waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('shows orders, holders, corporate actions, the order book and the terms', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/market/GTCO');
    const part = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await part('Holdings');
    const { body } = await app()
      .as('DEALER')
      .get('/api/v1/order/security/holder/list?securityName=GTCO');
    await page.getByRole('heading', { name: new RegExp(`^${body.count} portfolio`) }).waitFor();
    await desk.picture('security-holders');
    await page.locator('nav.tabs').getByRole('link', { name: 'Corporate actions' }).click();
    await page.getByRole('heading', { name: 'Corporate actions' }).waitFor();
    await desk.picture('security-actions');
    await part('Order book');
    await page.getByText('This exchange’s price feed contains no order book.').waitFor();
    await part('Terms');
    await page.getByText('Units in issue').waitFor();
    await desk.picture('security-terms');
    assert.deepEqual(desk.complaints, []);
  });

  it('marks the corporate actions of the period on the chart', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/market/GEREGU?part=actions');
    const chart = page.getByRole('img', { name: /^Daily prices of GEREGU/ });
    await chart.locator('canvas').waitFor();
    const table = page.getByRole('table');
    const exDate = await table.getByRole('link').first().textContent();
    await keyboardOf(desk).tabTo(chart);
    await page.keyboard.press('End');
    const day = page.locator('.legend').filter({ hasText: 'Cash dividend' });
    for (let days = 0; days < 60 && (await day.count()) === 0; days += 1) {
      await page.keyboard.press('ArrowLeft');
    }
    await day.filter({ hasText: exDate ?? '' }).waitFor();
    await desk.picture('security-marks');
    assert.deepEqual(desk.complaints, []);
  });

  it('opens a ticket for the security, and returns to it', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/market/GTCO');
    await page.getByRole('button', { name: /^Buy/ }).waitFor();
    await page.keyboard.press('b');
    await page.getByRole('dialog', { name: 'New order' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: /^GTCO / }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('shows that a security does not exist, and links back to the market', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/market/NOSUCH');
    await page.getByRole('alert').waitFor();
    await page.locator('main .trail').getByRole('link', { name: 'Market' }).click();
    await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
