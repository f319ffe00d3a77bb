// An exchange that disconnects and reconnects, as a dealer sees it in the top bar, the ticket and
// the order.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { openRoom } from '../support/page/browser.js';
import { picturesOf } from '../support/page/size.js';
import { waitFor } from '../support/wait.js';

const V1 = '/api/v1';

// Uses its own server, because every dealer sees the outage.
describe('an exchange that is not connected', () => {
  const { app, sit, it } = openRoom('OWN_SERVER');

  async function session(verb: 'logout' | 'logon', isLoggedOn: boolean): Promise<void> {
    const admin = app().as('ADMIN');
    const { body } = await admin.get(`${V1}/system/fix-session/list`);
    const [first] = body.result;
    const reply = await admin.put(`${V1}/system/fix-session/${verb}/id/${first.id}`);
    assert.equal(reply.status, 200, reply.text);
    await waitFor(`the session to be ${isLoggedOn ? 'there' : 'gone'}`, async () => {
      const list = await app().as('DEALER').get(`${V1}/order/exchange/connection/list`);
      return list.body.result[0].loggedOn === isLoggedOn;
    });
  }

  it('is shown in the bar, the ticket and the order, and so is its return', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders');
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    await session('logout', false);
    const bar = page.locator('header.bar').getByText(/has been disconnected since .*waiting\./);
    await bar.waitFor();
    await page.locator('header.bar').getByText('NGX logged out').waitFor();
    const notice = page.locator('#page .notice').getByText(/has been disconnected since/);
    await notice.waitFor();
    await picturesOf(desk, 'exchange-down-orders');
    await desk.go('/home');
    await notice.waitFor();
    await desk.go('/orders?ticket=new');
    const ticket = page.getByRole('dialog');
    await ticket.getByLabel('Customer').fill('Adaeze');
    await page.getByRole('option', { name: /Adaeze Chidinma Okonkwo/ }).click();
    await ticket.getByLabel('Security').fill('GTCO');
    await page.getByRole('option', { name: /^GTCO/ }).click();
    await ticket.getByLabel('Price type').selectOption('Market');
    await ticket.getByRole('textbox', { name: 'Quantity' }).fill('17');
    await ticket.getByText(/has been disconnected since/).waitFor();
    await picturesOf(desk, 'exchange-down-ticket');
    await ticket.getByRole('button', { name: 'Book order' }).click();
    await page.getByText(/^Booked \d+\. It will be sent when NGX reconnects\.$/).waitFor();

    const submit = await app().as('CLIENT').post(`${V1}/order/tradeorder/submit`, orderBody());
    assert.match(JSON.stringify(submit.body.warnings), /EXCHANGE_UNREACHABLE/);
    await page
      .locator('header.bar')
      .getByText(/2 orders are waiting\./)
      .waitFor();
    await desk.go(`/orders/${submit.body.id}`);
    await page
      .locator('#page')
      .getByText(/has been disconnected since/)
      .waitFor();
    await desk.picture('exchange-down');

    await session('logon', true);
    await page.getByText(/is connected again/).waitFor();
    await bar.waitFor({ state: 'detached' });
    await page
      .locator('header.bar')
      .getByText(/NGX has been connected since/)
      .waitFor();
    await notice.waitFor({ state: 'detached' });
    await orderIn(app(), submit.body.id, ['EXECUTED']);
    assert.deepEqual(desk.complaints, []);
  });
});
