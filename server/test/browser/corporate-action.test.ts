// Corporate actions in the console: the calendar, an event's page, and a customer's income.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/page/browser.js';

const NARROW = { width: 390, height: 844 };

describe('corporate actions in the console', () => {
  const { app, sit, it } = openRoom();

  it('are listed by date and kind, and open with the entitlements of their holders', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/corporate-actions');
    await page.getByRole('grid').getByText('GEREGU', { exact: true }).waitFor();
    await page.getByRole('grid').getByText('1 for 5', { exact: true }).waitFor();
    await desk.picture('corporate-actions');
    await page.getByLabel('Kind').selectOption('DVCA');
    await page.getByText('NASCON', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Progress').selectOption('PAID');
    await page.getByText('STANBIC', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: 'GEREGU', exact: true }).dblclick();
    await page.getByRole('heading', { name: 'Final dividend Geregu Power' }).waitFor();
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/custody/corporate-action/list?securityName=GEREGU');
    const event = body.result[0].id;
    const paid = await app().as('OPERATIONS').get(`/api/v1/custody/entitlement/list?e=${event}`);
    assert.ok(paid.body.count >= 5, 'the demonstration has holders');
    const [holder] = paid.body.result;
    await page.getByRole('grid').getByText(holder.portfolioName).first().waitFor();
    await page.getByRole('columnheader', { name: 'Received' }).waitFor();
    await page.getByRole('columnheader', { name: 'Version 1' }).waitFor();
    await desk.picture('corporate-action');
    await page.setViewportSize(NARROW);
    await desk.picture('corporate-action-390');
    assert.deepEqual(desk.complaints, []);
  });

  it('show a preview of the entitlements before the ex-date', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/custody/corporate-action/list?securityName=NASCON');
    await desk.go(`/corporate-actions/${body.result[0].id}`);
    await page.getByRole('heading', { name: 'Entitlements based on current positions' }).waitFor();
    await page.getByRole('gridcell').first().waitFor();
    await desk.picture('corporate-action-open');
    assert.deepEqual(desk.complaints, []);
  });

  it('appear as paid and expected income of the customer', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/custody/entitlement/list?state=PAID');
    const [paid] = body.result;
    await desk.go(`/customers/${paid.customerId}?part=dividends`);
    await page.getByRole('rowheader', { name: /^GEREGU/ }).waitFor();
    await page.getByRole('heading', { name: 'Expected within 12 months' }).waitFor();
    await desk.picture('customer-income');
    await page.setViewportSize(NARROW);
    await desk.picture('customer-income-390');
    assert.deepEqual(desk.complaints, []);
  });

  it('of bonds form a ladder of coupons and redemptions, by month and date', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const ladder = await app().as('OPERATIONS').get('/api/v1/custody/bond/ladder');
    const [first] = ladder.body.payments;
    await desk.go('/corporate-actions');
    await page.getByRole('link', { name: 'Bond ladder' }).click();
    await page.getByRole('cell', { name: first.securityName }).first().waitFor();
    await page.getByRole('rowheader', { name: 'Total' }).waitFor();
    await desk.picture('bond-ladder');
    await page.setViewportSize(NARROW);
    await desk.picture('bond-ladder-390');
    await page.getByLabel('Until').fill('2020-01-01');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Until').fill('2060-01-01');
    await page.getByRole('cell', { name: 'FG192033S1' }).first().waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('are proposed with their members, tried out, and approved in the inbox', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const list = '/api/v1/custody/corporate-action/list';
    const coming = await app().as('OPERATIONS').get(`${list}?securityName=STANBIC`);
    await desk.go('/corporate-actions');
    await page.getByRole('button', { name: 'Propose' }).waitFor();
    await page.keyboard.press('p');
    const form = page.getByRole('dialog', { name: 'Propose' });
    await form.getByLabel('Cash per unit').waitFor();
    await form.getByLabel('Kind').selectOption('BONU');
    await form.getByLabel('Cash per unit').waitFor({ state: 'detached' });
    await form.getByLabel('Security', { exact: true }).fill('PRESCO');
    await form.getByLabel('Ex-date', { exact: true }).fill(coming.body.result[0].exDate);
    await form.getByLabel('New units').fill('1');
    await form.getByLabel('For old units').fill('0');
    await form.getByLabel('Reason').fill('Board meeting');
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByLabel('For old units').and(page.locator('[aria-invalid=true]')).waitFor();
    await form.getByLabel('For old units').fill('4');
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByText(/portfolios would be entitled/).waitFor();
    await desk.picture('corporate-action-form');
    await form.getByRole('button', { name: 'Propose' }).click();
    await page.getByText('The proposal is waiting for approval by another person.').waitFor();
    assert.deepEqual(desk.complaints, []);
    const second = await sit('APPROVER');
    await second.go('/approvals');
    const line = second.page.getByRole('listitem').filter({ hasText: 'Board meeting' });
    await line.getByRole('button').click();
    await second.page.getByText('PRESCO').first().waitFor();
    await second.picture('corporate-action-approval');
    await second.page.getByRole('button', { name: 'Approve' }).click();
    await line.waitFor({ state: 'detached' });
    const { body } = await app().as('OPERATIONS').get(`${list}?securityName=PRESCO`);
    assert.deepEqual([body.count, body.result[0]?.status], [1, 'ANNOUNCED']);
    assert.deepEqual(second.complaints, []);
  });
});
