// An exchange report that contradicts its order, and how users find and resolve it.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { keepMessage } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../src/modules/order/record/queries.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { orderBody, orderIn } from '../support/order.js';
import { reportOf } from '../support/order-desk.js';
import { reportOrder } from '../support/order-exchange.js';
import { openRoom } from '../support/page/browser.js';
import { untilValue } from '../support/page/locator.js';

describe('a report that contradicts its order', () => {
  const { app, sit, it } = openRoom();

  async function rowOf(id: number): Promise<OrderRow> {
    const [row] = await app().db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${id}`);
    assert.ok(row);
    return row;
  }

  /** Creates a filled order, and a bust of a fill that the order never had. */
  async function contradicted(): Promise<OrderRow> {
    const submit = '/api/v1/order/tradeorder/submit';
    const { body } = await app().as('CLIENT').post(submit, orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const row = await rowOf(body.id);
    const bust = { status: '2', type: 'H', ref: 'NEVER-DEALT' };
    assert.equal(await reportOrder(app(), row, bust), 'APPLIED');
    return row;
  }

  it('is disputed at the exchange, and shows the reply', async () => {
    const submit = '/api/v1/order/tradeorder/submit';
    const { body } = await app().as('CLIENT').post(submit, orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const row = await rowOf(body.id);
    // The exchange has no such execution, so it rejects the dispute.
    const fill = [3, '22.50'] as const;
    await reportOrder(app(), row, { status: '2', fill, side: '2', execId: 'OTHER-SIDE' });
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/exchange-reports');
    await page.getByLabel('Reason').selectOption('Side differs');
    const cell = page.getByRole('gridcell', { name: row.cl_ord_id, exact: true });
    await cell.dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Dispute the trade' }).click();
    const reason = dialog.getByLabel('Reason for the dispute');
    await untilValue(reason, 'WRONG_SIDE');
    await dialog.getByLabel('Text for the exchange').fill('we bought');
    await desk.picture('exchange-report-dispute');
    await dialog.getByRole('button', { name: 'Dispute the trade' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Dispute refused').waitFor();
    await cell.dblclick();
    await dialog.getByText(/Wrong side, we bought \(unknown execution\)/).waitFor();
    await desk.picture('exchange-report-disputed');
    assert.deepEqual(desk.complaints, []);
  });

  it('is booked with corrected values, which the order shows as entered', async () => {
    const submit = '/api/v1/order/tradeorder/submit';
    const terms = { priceType: 'LIMIT', limitPrice: '20.30' };
    const { body } = await app().as('CLIENT').post(submit, orderBody(terms));
    await orderIn(app(), body.id, ['EXECUTING']);
    const row = await rowOf(body.id);
    await reportOrder(app(), row, { status: '1', type: 'F', execId: 'UNREAD-7' });
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/exchange-reports');
    await page.getByLabel('Reason').selectOption('Malformed');
    await page.getByRole('gridcell', { name: row.cl_ord_id, exact: true }).dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Book with corrections' }).click();
    await dialog.getByLabel('Quantity').fill('130');
    await dialog.getByLabel('Price').fill('20.25');
    await dialog.getByLabel('Reason').fill('read by the exchange desk');
    const book = dialog.getByRole('button', { name: 'Book with corrections' });
    await book.click();
    await dialog.getByText(/above the open quantity of 100/).waitFor();
    await dialog.getByLabel('Quantity').fill('30');
    await desk.picture('exchange-report-correct');
    await book.click();
    await dialog.waitFor({ state: 'detached' });
    await desk.go(`/orders/${row.id}`);
    await page.getByRole('cell', { name: 'UNREAD-7' }).waitFor();
    await page.getByText(/entered by/).waitFor();
    await desk.picture('execution-given');
    assert.deepEqual(desk.complaints, []);
  });

  it('needs approval to be closed when it is unreadable', async () => {
    const row = await contradicted();
    const report = reportOf(row.exchange_id, { row, status: '', said: { clOrdId: 'GARBLED-1' } });
    const unread = { ...report, execId: undefined, exchangeOrderId: undefined };
    await systemWork(app().context, 'test', (work) =>
      keepMessage(work, { reason: 'POISON', sessionName: 'fix', report: unread, text: '8=FIX' }),
    );
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/exchange-reports');
    const cell = page.getByRole('gridcell', { name: 'GARBLED-1', exact: true });
    await cell.dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close without booking' }).click();
    await dialog.getByLabel('Reason').fill('the exchange sent nothing of ours');
    await dialog.getByRole('button', { name: 'Close without booking' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('To be approved').waitFor();
    await cell.dblclick();
    await dialog.getByText(/has proposed a settlement/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Close without booking' }).count(), 0);
    await desk.picture('exchange-report-proposed');
    const checker = await sit('APPROVER');
    await checker.go('/approvals');
    await checker.page
      .getByText(/exchange-report-settlement/)
      .first()
      .click();
    await checker.page
      .getByText(/GARBLED-1/)
      .first()
      .waitFor();
    await checker.picture('exchange-report-approval');
    assert.deepEqual(desk.complaints, []);
  });

  it('is listed with its reason, links to its order, and is closed', async () => {
    const row = await contradicted();
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/exchange-reports');
    const reason = page.getByLabel('Reason');
    await reason.selectOption('Corrects an unknown fill');
    const cell = page.getByRole('gridcell', { name: row.cl_ord_id, exact: true });
    await cell.dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('NEVER-DEALT').waitFor();
    await desk.picture('exchange-report');
    await dialog.getByRole('button', { name: 'Close without booking' }).click();
    await dialog.getByLabel('Reason').fill('the exchange took it back by telephone');
    await dialog.getByRole('button', { name: 'Close without booking' }).click();
    await dialog.waitFor({ state: 'detached' });
    await cell.waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('Settled');
    await cell.dblclick();
    await page.getByText('the exchange took it back by telephone').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: row.cl_ord_id }).click();
    await page.getByRole('heading', { name: /Buy 100 ACCESS/ }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
