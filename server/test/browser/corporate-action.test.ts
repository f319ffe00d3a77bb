// Corporate actions in the console: the calendar, an event's page, and a customer's income.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/browser.js';

const NARROW = { width: 390, height: 844 };

describe('corporate actions in the console', () => {
  const { app, sit, it } = openRoom();

  it('are listed by date and kind, and open with what their holders got', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/corporate-actions');
    await page.getByRole('grid').getByText('GEREGU').waitFor();
    await page.getByRole('grid').getByText('1 for 5').waitFor();
    await desk.picture('corporate-actions');
    await page.getByLabel('Kind').selectOption('DVCA');
    await page.getByText('NASCON', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Progress').selectOption('PAID');
    await page.getByText('STANBIC', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('gridcell', { name: 'GEREGU' }).first().dblclick();
    await page.getByRole('heading', { name: 'Final dividend Geregu Power' }).waitFor();
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/custody/corporate-action/list?securityName=GEREGU');
    const event = body.result[0].id;
    const paid = await app().as('OPERATIONS').get(`/api/v1/custody/entitlement/list?e=${event}`);
    assert.ok(paid.body.count >= 5, 'the demonstration has holders');
    await page.getByRole('grid').getByText(paid.body.result[0].portfolioName).waitFor();
    await page.getByRole('columnheader', { name: 'Received' }).waitFor();
    await page.getByRole('columnheader', { name: 'Version 1' }).waitFor();
    await desk.picture('corporate-action');
    await page.setViewportSize(NARROW);
    await desk.picture('corporate-action-390');
    assert.deepEqual(desk.complaints, []);
  });

  it('show before the ex-date what holders would get now', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/custody/corporate-action/list?securityName=NASCON');
    await desk.go(`/corporate-actions/${body.result[0].id}`);
    await page.getByRole('heading', { name: 'What holders would get now' }).waitFor();
    await page.getByRole('gridcell').first().waitFor();
    await desk.picture('corporate-action-open');
    assert.deepEqual(desk.complaints, []);
  });

  it('are income of the customer, paid and expected', async () => {
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
});
