// The hours of the exchanges in the header, and warnings of closed days in forms.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page } from 'playwright-core';
import { openRoom } from '../support/page/browser.js';
import { picturesOf } from '../support/page/size.js';

const NGX = {
  ...{ id: 1, exchange: 'NGX', label: 'Nigerian Exchange', currency: 'NGN' },
  ...{ timeZone: 'Africa/Lagos', weekend: [6, 7], assetClass: 'EQUITY', aroundTheClock: false },
};

/** Replies with these hours, whatever the test's clock shows. */
async function withHours(page: Page, hours: object): Promise<void> {
  const reply = { count: 1, result: [{ ...NGX, ...hours }] };
  await page.route('**/order/exchange/hours/list*', (route) => route.fulfill({ json: reply }));
}

describe('the hours of an exchange', () => {
  const { app, sit, it } = openRoom();
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('are shown in the header as the server has them, with the local time', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const { body } = await app().as('DEALER').get('/api/v1/order/exchange/hours/list');
    assert.equal(body.result[0].phase, 'CONTINUOUS');
    await page.locator('.bar .exchange').getByText('NGX open', { exact: true }).waitFor();
    assert.match((await page.locator('.bar .clock').textContent()) ?? '', /^\d\d:\d\d WAT$/);
    await picturesOf(desk, 'hours-open');
    assert.deepEqual(desk.complaints, []);
  });

  it('include the end of the phase, the next opening and a holiday', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const bar = page.locator('.bar .exchange .words');
    const show = async (hours: object, words: RegExp) => {
      await withHours(page, hours);
      await page.reload();
      await bar.filter({ hasText: words }).waitFor();
    };
    await show({ phase: 'CONTINUOUS', phaseEnds: soon(60) }, /^NGX open until /);
    await show({ phase: 'PRE_OPEN', phaseEnds: soon(9) }, /^NGX pre-open until /);
    await show(
      { phase: 'CLOSED', nextOpening: soon(3_000) },
      /^NGX closed, opens \w{3} \d\d:\d\d$/,
    );
    const holiday = { phase: 'CLOSED', nextOpening: soon(3_000), holiday: 'Christmas Day' };
    await show(holiday, /^NGX closed: Christmas Day, opens \w{3} \d\d:\d\d$/);
    await picturesOf(desk, 'hours-holiday');
    assert.deepEqual(desk.complaints, []);
  });

  it('warn of a value date on a holiday or a weekend before the form is sent', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/3');
    await page.getByRole('button', { name: 'New cash transaction' }).click();
    const dialog = page.getByRole('dialog');
    const date = dialog.getByLabel('Value date');
    await date.fill('25/12/2026');
    await dialog.getByText('NGX is closed on 25 Dec 2026: Christmas Day').waitFor();
    await desk.picture('closed-day');
    await date.fill('5/12/2026');
    await dialog.getByText('NGX is closed on 05 Dec 2026: weekend').waitFor();
    await date.fill('7/12/2026');
    await dialog.getByText(/^NGX is closed/).waitFor({ state: 'detached' });
    assert.deepEqual(desk.complaints, []);
  });
});
