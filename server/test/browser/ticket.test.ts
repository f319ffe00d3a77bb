// A dealer's ticket and blotter: drafts are kept, a list is exported, and everything fits into a
// narrow window.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { type Desk, openRoom, signIn } from '../support/page/browser.js';
import { untilValue } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

const CUSTODIANS = '/api/v1/order/portfolio/custodian/assign';
const NARROW = { width: 390, height: 844 };

describe('the desk of a dealer', () => {
  const { app, sit, sitAgain, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const send = async (changes: object, status: string) => {
    const { body } = await app()
      .as('CLIENT')
      .post('/api/v1/order/tradeorder/submit', orderBody(changes));
    await orderIn(app(), body.id, [status]);
    return body.id;
  };

  it('exports exactly the filtered rows, and shows their number', async () => {
    await send({ quantityRequested: '100' }, 'EXECUTED');
    await send({ securityName: 'FIDELITYBK', quantityRequested: '70' }, 'EXECUTED');
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders?q=fidelity');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'orders.csv');
    await page.getByText('The file has 1 row.').waitFor();
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /FIDELITYBK/);
    silent(desk);
  });

  it('restores a closed ticket, for a new order and for an amendment', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const dialog = page.getByRole('dialog');
    const reopen = async () => {
      await desk.go('/customers/2');
      await page.getByRole('button', { name: 'New order' }).click();
      await dialog.getByLabel('Quantity').waitFor();
    };
    await reopen();
    await dialog.getByLabel('Quantity').fill('321');
    await dialog.getByLabel('Limit price').fill('1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await reopen();
    await untilValue(dialog.getByLabel('Quantity'), '321');
    await dialog.getByLabel('Security').fill('ACCESS');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: /PRICE_OUTSIDE_BAND/ }).waitFor();
    assert.equal(await dialog.getByText(/^Enter a customer/).count(), 0);
    await dialog.getByLabel('Price type').selectOption('Market');
    await dialog.getByText('Trade alert fee', { exact: true }).waitFor();

    const { body } = await app().as('DEALER').get('/api/v1/order/security/list/active?s=500');
    const access = body.result.find(({ name }: { readonly name: string }) => name === 'ACCESS');
    // The price is far from the market, within the daily price limits, and on a five-kobo tick.
    const limitPrice = (Math.round(access.lastPrice * 0.93 * 20) / 20).toFixed(2);
    const id = await send({ priceType: 'LIMIT', limitPrice }, 'EXECUTING');
    await desk.go(`/orders/${id}`);
    await page.getByRole('button', { name: 'Amend' }).click();
    await dialog.getByLabel('Quantity').fill('150');
    await dialog.getByText('The order can be sent.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Amend' }).click();
    await untilValue(dialog.getByLabel('Quantity'), '150');
    silent(desk);
  });

  it('sends the members of its closed section, and shows them on the order', async () => {
    const first = await send({ quantityRequested: '90' }, 'EXECUTED');
    const assigned = await app()
      .as('OPERATIONS')
      .put(CUSTODIANS, {
        portfolioName: '0000000001',
        custodians: [{ custodianName: 'CUSTODY', accountNo: 'CUS-1' }],
      });
    assert.equal(assigned.status, 200, assigned.text);
    const desk = await sit('DEALER');
    const { page } = desk;
    const dialog = page.getByRole('dialog');
    await desk.go('/customers/1');
    await page.getByRole('button', { name: 'New order' }).click();
    await dialog.getByText('More', { exact: true }).waitFor();
    assert.equal(await dialog.getByLabel('Settlement instructions').count(), 0);
    await dialog.getByLabel('Security').fill('GTCO');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Quantity').fill('30');
    const { body } = await app().as('DEALER').get('/api/v1/order/security/list/active?s=500');
    const gtco = body.result.find(({ name }: { readonly name: string }) => name === 'GTCO');
    const limit = (Math.round(gtco.lastPrice * 0.93 * 20) / 20).toFixed(2);
    await dialog.getByLabel('Limit price').fill(limit);
    await dialog.getByLabel('Time in force').selectOption('GTC');
    await dialog.getByText('The order can be sent.').waitFor();
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByLabel('Custodian').selectOption('CUSTODY');
    await dialog.getByLabel('Agent').selectOption('INTRODUCER');
    await dialog.getByLabel('Commission group').selectOption('STANDARD');
    await dialog.getByLabel('Reference order').fill('99999999');
    await dialog.getByText('is not another order of the customer', { exact: true }).waitFor();
    await dialog.getByLabel('Reference order').fill(String(first));
    await page.getByRole('option', { name: new RegExp(`^${first}`) }).click();
    await dialog.getByLabel('Settlement instructions').fill('Deliver free of payment');
    await dialog.getByLabel(/^Do not adjust this order/).check();
    await dialog.getByText('The order can be sent.').waitFor();
    await picturesOf(desk, 'ticket-more');
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByText('Custodian · Agent · Commission group').waitFor();
    await dialog.getByRole('button', { name: 'Send order' }).click();
    await page.getByRole('heading', { name: /^Buy 30 GTCO/ }).waitFor();
    for (const text of [
      'CUSTODY',
      'INTRODUCER',
      /^STANDARD, chosen by /,
      'Deliver free of payment',
    ])
      await page.getByText(text).waitFor();
    await page.getByText('Exempt from adjustment on the ex-date').waitFor();
    await picturesOf(desk, 'order-more');
    const order = page.url();
    // An amendment keeps the other terms, and removes the exemption.
    await page.getByRole('button', { name: 'Amend' }).click();
    await dialog.getByText(/^More/).click();
    await untilValue(dialog.getByLabel('Settlement instructions'), 'Deliver free of payment');
    assert.equal(await dialog.getByLabel('Commission group').count(), 0);
    await dialog.getByLabel(/^Do not adjust this order/).uncheck();
    await dialog.getByLabel('Quantity').fill('20');
    await dialog.getByText('The order can be sent.').waitFor();
    await dialog.getByRole('button', { name: 'Amend' }).click();
    await page.getByText('Adjusted on the ex-date', { exact: true }).waitFor();
    await page.getByRole('link', { name: String(first), exact: true }).click();
    await page.getByText('Followed by').waitFor();
    const id = order.split('/').at(-1) ?? '';
    await page.getByRole('link', { name: id, exact: true }).waitFor();
    silent(desk);
  });

  it('offers no agent and no commission group to a role that may not choose them', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/orders?ticket=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByLabel('Custodian').waitFor();
    assert.equal(await dialog.getByLabel('Agent').count(), 0);
    assert.equal(await dialog.getByLabel('Commission group').count(), 0);
    silent(desk);
  });

  it('warns that a new record looks like a duplicate', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const twin = page.getByText(/^Done, but this looks like a duplicate of record \d+/);
    await desk.go('/customers/7');
    for (const isSecond of [false, true]) {
      await page.getByRole('button', { name: 'New cash transaction' }).click();
      await page.getByLabel(/^Amount/).fill('81234.56');
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      if (isSecond) await twin.waitFor();
      else assert.equal(await twin.count(), 0);
    }
    await desk.picture('look-alike');
    silent(desk);
  });

  const ordersOf = async (quantity: string): Promise<number> => {
    const { body } = await app().as('DEALER').get('/api/v1/order/tradeorder/list?q=GTCO&s=500');
    const same = body.result.filter(
      (order: { readonly quantityRequested: string }) => order.quantityRequested === quantity,
    );
    return same.length;
  };
  const fillIn = async ({ page }: Desk, quantity: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Customer').fill('Adaeze');
    await page.getByRole('option', { name: /Adaeze Chidinma Okonkwo/ }).click();
    await dialog.getByLabel('Security').fill('GTCO');
    await page.getByRole('option', { name: /^GTCO/ }).click();
    await dialog.getByLabel('Quantity').fill(quantity);
    await dialog.getByLabel('Price type').selectOption('Market');
    await page.getByText('The order can be sent.').waitFor();
  };

  it('sizes an order by its value, and by the cash of the customer', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await page.getByRole('button', { name: 'New order' }).click();
    const dialog = page.getByRole('dialog');
    await fillIn(desk, '1');
    const { body } = await app().as('DEALER').get('/api/v1/order/security/list/active?s=500');
    const { lastPrice } = body.result.find((one: { name: string }) => one.name === 'GTCO');
    const limit = (Math.round(lastPrice * 0.95 * 20) / 20).toFixed(2);
    await dialog.getByLabel('Price type').selectOption('Limit');
    await dialog.getByLabel('Limit price').fill(limit);
    await dialog.getByRole('radio', { name: 'Value' }).check();
    await dialog.getByLabel('Value NGN').fill('1m');
    const units = Math.floor(1_000_000 / Number(limit));
    const shown = new Intl.NumberFormat('en').format(units);
    await dialog.getByText(new RegExp(`^${shown} units at `)).waitFor();
    await picturesOf(desk, 'ticket-value');
    await dialog.getByRole('radio', { name: 'Units' }).check();
    await untilValue(dialog.getByRole('textbox', { name: 'Quantity' }), shown);
    const most = dialog.getByText(/^The customer’s cash covers at most [\d,]+ units/);
    await most.waitFor();
    await dialog.getByRole('button', { name: 'Use', exact: true }).click();
    await dialog.getByText('The order can be sent.').waitFor();
    await picturesOf(desk, 'ticket-at-most');
    const quantity = Number(
      (await dialog.getByRole('textbox', { name: 'Quantity' }).inputValue()).replaceAll(',', ''),
    );
    // One lot more than the maximum is refused.
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill(String(quantity + 1));
    await dialog.getByRole('link', { name: /INSUFFICIENT/ }).waitFor();
    await dialog.getByLabel('Price type').selectOption('Stop');
    await dialog.getByRole('radio', { name: 'Value' }).waitFor({ state: 'detached' });
    silent(desk);
  });

  it('sends one order for a double click, and Back does not open the ticket again', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await page.getByRole('button', { name: 'New order' }).click();
    await fillIn(desk, '41');
    await page.getByRole('button', { name: 'Send order' }).dblclick();
    await page.getByRole('heading', { name: /^Buy 41 GTCO/ }).waitFor();
    assert.equal(await ordersOf('41'), 1);
    await page.goBack();
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    silent(desk);
  });

  it('keeps a filled ticket when the session ends elsewhere, and sends it once', async () => {
    const password = 'a long enough phrase';
    const body = { username: 'ended-elsewhere', password, roles: ['DEALER'] };
    const made = await app().as('ADMIN').post('/api/v1/security/user/create', body);
    assert.equal(made.status, 201, made.text);
    const user = { name: 'ended-elsewhere', secret: password };
    const desk = await sitAgain(user);
    const { page } = desk;
    await page.getByRole('button', { name: 'New order' }).click();
    await fillIn(desk, '42');
    const other = await page.context().newPage();
    await other.goto(`${app().url}/console/`);
    await other.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const admin = app().as('ADMIN');
    const sessions = await admin.get(`/api/v1/security/user/session/list?u=${made.body.id}`);
    for (const { session } of sessions.body.result) {
      const ended = await admin.put(`/api/v1/security/user/session/end/id/${session}`);
      assert.equal(ended.status, 200, ended.text);
    }
    // The page may notice that its session has ended before the click reaches it.
    const click = page.getByRole('button', { name: 'Send order' }).click({ timeout: 5_000 });
    await Promise.all([click.catch(() => undefined), page.getByLabel('User name').waitFor()]);
    // The browser's other tab has also lost the session.
    await other.getByLabel('User name').waitFor();
    await signIn(page, user);
    await untilValue(page.getByRole('dialog').getByLabel('Quantity'), '42');
    await page.getByText('The order can be sent.').waitFor();
    assert.equal(await ordersOf('42'), 0);
    await page.getByRole('button', { name: 'Send order' }).click();
    await page.getByRole('heading', { name: /^Buy 42 GTCO/ }).waitFor();
    assert.equal(await ordersOf('42'), 1);
    // One sign-in is enough for both tabs.
    await other.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    silent(desk);
  });

  it('shows at once that the connection is lost, and continues when it is back', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders');
    const live = page.locator('.bar .live');
    await live.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await live.getByText('Not live, reconnecting').waitFor({ timeout: 5_000 });
    await page.getByRole('searchbox').fill('GTCO');
    // This order is submitted while the page receives no events.
    const id = await send({ securityName: 'GTCO', quantityRequested: '43' }, 'EXECUTED');
    await page.context().setOffline(false);
    await live.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: String(id).padStart(10, '0'), exact: true }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    silent(desk);
  });

  it('fits a narrow window', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await page.setViewportSize(NARROW);
    for (const path of ['/orders', '/customers/15', '/customers/15?part=income']) {
      await desk.go(path);
      const right = (box: { x: number; width: number } | null) => (box?.x ?? 0) + (box?.width ?? 0);
      const menu = await page.locator('.bar button').last().boundingBox();
      assert.ok(right(menu) <= NARROW.width, `${path}: the menu ends at ${right(menu)}`);
    }
    const head = await page.locator('.page-head').boundingBox();
    const actions = await page.getByRole('button', { name: 'New order' }).boundingBox();
    const tabs = await page.getByRole('navigation', { name: 'Sections' }).boundingBox();
    assert.ok(head && actions && tabs);
    assert.ok(actions.y + actions.height <= tabs.y, 'the actions stand above the parts');
    await desk.picture('narrow-customer');
    silent(desk);
  });
});
