// FIX messages with the meaning of each field, on the page of an order and with an exchange report.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { openRoom } from '../support/page/browser.js';
import { textsOf } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

describe('the FIX messages of an order', () => {
  const { app, sit, it } = openRoom();

  it('are shown as fields with number, name, value and meaning', async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go(`/orders/${body.id}`);
    const messages = page.locator('.fix-messages > li');
    const sent = messages.filter({ hasText: 'New order' });
    await sent.waitFor();
    await messages
      .filter({ hasText: /Execution report · .*fill/i })
      .first()
      .waitFor();
    await sent.locator('summary').click();
    const row = (tag: string) =>
      sent.getByRole('row').filter({ has: page.getByRole('cell', { name: tag, exact: true }) });
    assert.deepEqual(await textsOf(row('54').first().getByRole('cell')), [
      ...['54', 'Side', '1', 'Buy'],
    ]);
    assert.deepEqual((await textsOf(row('35').first().getByRole('cell'))).slice(1), [
      ...['MsgType', 'D', 'New order'],
    ]);
    await sent.scrollIntoViewIfNeeded();
    await picturesOf(desk, 'fix-messages');
    assert.deepEqual(desk.complaints, []);
  });
});
