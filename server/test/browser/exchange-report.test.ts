// A report that contradicts its order, as the people of the desk find it and settle it.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type OrderRow, SELECT_ORDER } from '../../src/modules/order/record.js';
import { sql } from '../../src/platform/database/sql.js';
import { openRoom } from '../support/browser.js';
import { orderBody, orderIn } from '../support/order.js';
import { reportOrder } from '../support/order-exchange.js';

describe('a report that contradicts its order', () => {
  const { app, sit, it } = openRoom();

  /** An order that was dealt, and a bust of a fill that it never had. */
  async function contradicted(): Promise<OrderRow> {
    const submit = '/api/v1/order/tradeorder/submit';
    const { body } = await app().as('CLIENT').post(submit, orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const [row] = await app().db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${body.id}`);
    assert.ok(row);
    const bust = { status: '2', type: 'H', ref: 'NEVER-DEALT' };
    assert.equal(await reportOrder(app(), row, bust), 'APPLIED');
    return row;
  }

  it('is listed with its reason, leads to its order, and is closed', async () => {
    const row = await contradicted();
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/exchange-reports');
    const reason = page.getByLabel('Why it waits');
    await reason.selectOption('Corrects a fill that is not known');
    const cell = page.getByRole('gridcell', { name: row.cl_ord_id, exact: true });
    await cell.dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('NEVER-DEALT').waitFor();
    await desk.picture('exchange-report');
    await dialog.getByRole('button', { name: 'Close it' }).click();
    await dialog.getByLabel('Reason').fill('the exchange took it back by telephone');
    await dialog.getByRole('button', { name: 'Close it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await cell.waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('Settled');
    await cell.dblclick();
    await page.getByText('the exchange took it back by telephone').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: row.cl_ord_id }).click();
    await page.getByRole('heading', { name: new RegExp(row.name) }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
