// Everyday tasks without a mouse, with the number of keystrokes for each task.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { orderBody, orderIn } from '../support/order.js';
import { credentialsOf, type Desk, openRoom } from '../support/page/browser.js';
import { found, keyboardOf, tell } from '../support/page/keyboard.js';
import { untilValue } from '../support/page/locator.js';
import { until } from '../support/wait.js';

/** The office whose cash transactions this file uses. Other files use other offices. */
const OFFICE = 'Abuja';

/** Delays one of a page's files, as a slow connection would. */
async function late(route: Route): Promise<void> {
  await pause(800);
  await route.continue();
}

describe('the console without a mouse', () => {
  const { app, arrive, sit, it } = openRoom();
  const availableOf = async (customer: number): Promise<number> => {
    const { body } = await app()
      .as('CLIENT')
      .get(`/api/v1/finance/account/customer/id/${customer}`);
    return body.result[0].availableBalance;
  };

  /** Has another user find the item in the inbox and approve it. */
  async function approveByKeys(title: string): Promise<void> {
    const { page, complaints } = await sit('APPROVER');
    const keys = keyboardOf({ page });
    await keys.press('g a');
    const line = page.getByRole('button', { name: new RegExp(title) });
    await line.waitFor();
    const shown = page.getByRole('heading', { name: new RegExp(title) });
    // The newest item is last, after items from other files.
    const lines = await page.getByRole('list', { name: 'Approvals' }).getByRole('listitem').count();
    let steps = 0;
    for (; (await shown.count()) === 0; steps += 1) {
      assert.ok(steps < lines, 'the inbox does not lead there');
      await keys.press('j');
    }
    await keys.press('x');
    await page.getByText('1 record').first().waitFor();
    await keys.press('y');
    await page.getByRole('button', { name: 'Approve (1)' }).and(page.locator(':focus')).waitFor();
    await keys.press('Enter');
    await page.getByText('1 of 1 done, 0 refused').waitFor();
    await keys.press('Escape');
    await line.waitFor({ state: 'detached' });
    tell('approved by a second person', keys);
    assert.ok(keys.count() - steps < 10);
    assert.deepEqual(complaints, []);
  }

  /** Posts the newest of the approved transactions. */
  async function postByKeys({ page }: Pick<Desk, 'page'>): Promise<void> {
    const keys = keyboardOf({ page });
    await keys.press('g p');
    await page.getByRole('gridcell', { name: 'NGN 2,500.00' }).waitFor();
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    await keys.press('End', 'Enter');
    await page
      .getByRole('dialog', { name: /Receipt NGN 2,500.00/ })
      .getByRole('button', { name: 'Post', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    await keys.press('Enter');
    await page.getByText('The transaction has been posted.').waitFor();
    tell('posted', keys);
    assert.ok(keys.count() < 6);
  }

  /** Opens the cash section of this office's customer and finds the amount. */
  async function goToCash(desk: Desk, sum: number): Promise<void> {
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('Control+k');
    await page.getByPlaceholder('Search records').waitFor();
    await keys.type('ibrahim');
    await page.getByRole('option', { name: /Ibrahim Musa Abubakar/, selected: true }).waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Ibrahim Musa Abubakar', exact: true }).waitFor();
    await keys.tabTo(page.getByRole('link', { name: 'Cash', exact: true }));
    await keys.press('Enter');
    const shown = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(sum);
    await page.getByRole('cell', { name: shown, exact: true }).first().waitFor();
    await desk.picture('keyboard-funded');
    tell('its balance seen', keys);
    assert.ok(keys.count() < 30);
  }

  it('opens every page, finds a customer, and shows its shortcuts', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('g c');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await keys.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await desk.picture('keys');
    await keys.press('Escape', 'Control+k');
    await page.getByPlaceholder('Search records').waitFor();
    await keys.type('adaeze');
    await page.getByRole('option', { name: /Adaeze Chidinma Okonkwo/, selected: true }).waitFor();
    await desk.picture('palette');
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Adaeze Chidinma Okonkwo', exact: true }).waitFor();
    tell('from anywhere to a customer', keys);
    assert.ok(keys.count() < 20);
  });

  it('sends an order and opens it', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('n');
    await page.getByRole('dialog', { name: 'New order' }).waitFor();
    await keys.type('adaeze');
    await found(page, /Adaeze Chidinma Okonkwo/);
    await keys.press('ArrowDown', 'Enter', 'Tab');
    await keys.type('gtco');
    await found(page, /^GTCO/);
    await keys.press('ArrowDown', 'Enter', 'Tab');
    await keys.type('40');
    // Moves from "Limit" to "Market" by typing the first letter.
    await keys.press('Tab', 'm');
    await page.getByText('The order can be sent.').waitFor();
    await keys.press('Control+Enter');
    await page.getByRole('heading', { name: /^Buy 40 GTCO/ }).waitFor();
    await page.locator('main .page-head').getByText('Executed').waitFor();
    tell('an order', keys);
    await keys.press('g o');
    // Before the rows have loaded, the key would not open anything.
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'GTCO' }).first().waitFor();
    await page.getByRole('grid').focus();
    await keys.press('Enter');
    await page.getByRole('heading', { name: /^Buy 40 GTCO/ }).waitFor();
  });

  it('approves a payment', async () => {
    // Creates two items so that one stays pending, because an empty inbox does not show the
    // outcome.
    for (const amount of [4321, 1234]) {
      const payment = { transType: 'PAYMENT', partnerName: '0000000005', currency: 'NGN' };
      const made = await app()
        .as('OPERATIONS')
        .post('/api/v1/finance/cash-transaction/create', { ...payment, amount });
      assert.equal(made.status, 201, made.text);
    }
    await approveByKeys('Payment NGN 4,321.00');
  });

  it('signs in, and funds a customer: created, approved by another user, posted', async () => {
    const { name, secret } = await credentialsOf(app(), 'OPERATIONS', OFFICE);
    const desk = await arrive();
    const { page } = desk;
    await page.getByLabel('User name').and(page.locator(':focus')).waitFor();
    const signing = keyboardOf(desk);
    await signing.type(name);
    await signing.press('Tab');
    await signing.type(secret);
    await signing.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const letters = name.length + secret.length;
    assert.equal(signing.count(), letters + 2);
    process.stdout.write(`signed in: 2 keystrokes beside name and password\n`);

    const keys = keyboardOf(desk);
    await keys.press('Control+k');
    await page.getByPlaceholder('Search records').waitFor();
    await keys.type('ibrahim');
    await page.getByRole('option', { name: /Ibrahim Musa Abubakar/, selected: true }).waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Ibrahim Musa Abubakar', exact: true }).waitFor();
    await keys.tabTo(page.getByRole('button', { name: 'New cash transaction' }));
    await keys.press('Enter');
    await page
      .getByLabel(/^Amount/)
      .and(page.locator(':focus'))
      .waitFor();
    await keys.type('2500');
    await keys.press('Control+Enter');
    await page.getByText('The cash transaction has been created.').waitFor();
    tell('money of a customer captured', keys);
    assert.ok(keys.count() < 40);
    await approveByKeys('Receipt NGN 2,500.00');
    const before = await availableOf(5);
    await postByKeys(desk);
    await goToCash(desk, before + 2_500);
    assert.equal(await availableOf(5), before + 2_500);
    assert.deepEqual(desk.complaints, []);
  });

  it('converts a lead to a customer', async () => {
    const desk = await sit('CRM');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('Control+k');
    await page.getByPlaceholder('Search records').waitFor();
    await keys.type('yakubu');
    await page.getByRole('option', { name: /Zainab Yakubu/, selected: true }).waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: 'Zainab Yakubu', exact: true }).waitFor();
    for (const status of ['Assigned', 'Contacted', 'Qualified']) {
      await page.getByRole('button', { name: `Mark as ${status}` }).waitFor();
      await keys.press('m');
      await page.locator('main .page-head').getByText(status, { exact: true }).waitFor();
    }
    await page.getByRole('button', { name: 'Convert to customer' }).waitFor();
    await keys.press('c');
    await page.getByRole('dialog').getByLabel('Reason').and(page.locator(':focus')).waitFor();
    await keys.press('Control+Enter');
    await page.getByText('The lead is now a customer.').waitFor();
    tell('a customer made of a lead', keys);
    assert.ok(keys.count() < 15);
  });

  it('opens a contract note, and downloads it as PDF', async () => {
    const { body } = await app()
      .as('CLIENT')
      .post('/api/v1/order/tradeorder/submit', orderBody({ quantityRequested: '60' }));
    await orderIn(app(), body.id, ['EXECUTED']);
    const desk = await sit('DEALER');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    await page.getByRole('gridcell', { name: '60', exact: true }).waitFor();
    await keys.press('Enter');
    await page.getByRole('heading', { name: /^Buy 60 ACCESS/ }).waitFor();
    const note = page.getByRole('heading', { name: /^Contract note 0/ });
    await note.waitFor();
    await page.locator('main').and(page.locator(':focus')).waitFor();
    await keys.press('PageDown');
    await page.getByText('VAT', { exact: false }).first().waitFor();
    // Polls from the test, because the page's security policy forbids polling inside the page.
    await until(() =>
      page.evaluate<boolean>(`(({ scrollTop, scrollHeight, clientHeight }) =>
        scrollTop > 0 || scrollHeight <= clientHeight)(document.querySelector('main'))`),
    );
    const paper = page.waitForEvent('popup');
    await keys.press('p');
    assert.match((await paper).url(), /^(blob|about):/);
    tell('a contract note', keys);
    assert.ok(keys.count() < 5);
  });

  it('opens a page whose shortcut is also a key of the current list', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const keys = keyboardOf(desk);
    for (const [key, heading] of [
      ['g k', 'Wealth'],
      ['g j', 'Jobs'],
    ] as const) {
      await desk.go('/market');
      await page.getByRole('grid').and(page.locator(':focus')).waitFor();
      await keys.press(key);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    assert.equal(await page.getByRole('dialog').count(), 0);
    // While the ticket is loading, no letter opens a page or the ticket of a row.
    await desk.go('/market');
    await page.route('**/assets/order-*.js', late);
    await page.reload();
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.type('gts');
    await page.getByRole('dialog', { name: 'New order' }).waitFor();
    assert.match(page.url(), /orders\?ticket=new/);
    assert.deepEqual(desk.complaints, []);
  });

  it('keeps text that is typed before the palette has loaded', async () => {
    const desk = await sit('CRM');
    const { page } = desk;
    await page.route('**/assets/frame-*.js', late);
    await page.reload();
    await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new lead');
    const field = page.getByRole('combobox');
    await untilValue(field, 'new lead');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New lead' }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('enters a limit order, amends its price and cancels it, each in a few keys', async () => {
    const { body } = await app().as('DEALER').get('/api/v1/order/security/list/active?s=500');
    const gtco = body.result.find(({ name }: { readonly name: string }) => name === 'GTCO');
    // The prices are far from the market, so that nothing is filled.
    const priceAt = (share: number) => (Math.round(gtco.lastPrice * share * 20) / 20).toFixed(2);
    const [first, second] = [priceAt(0.93), priceAt(0.94)];
    const desk = await sit('DEALER');
    const { page } = desk;
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const entering = keyboardOf(desk);
    await entering.press('n');
    await page.getByRole('dialog', { name: 'New order' }).waitFor();
    await entering.type('adae');
    await found(page, /Adaeze Chidinma Okonkwo/);
    await entering.press('ArrowDown', 'Enter', 'Tab');
    await entering.type('gtco');
    await found(page, /^GTCO/);
    await entering.press('ArrowDown', 'Enter', 'Tab');
    await entering.type('30');
    await entering.press('Tab', 'Tab');
    await entering.type(first);
    await page.getByText('The order can be sent.').waitFor();
    await entering.press('Control+Enter');
    await page.getByRole('heading', { name: `Buy 30 GTCO Limit ${first}` }).waitFor();
    tell('a limit order', entering);
    assert.ok(entering.count() - first.length <= 20);

    await page.locator('main .page-head').getByText('Executing').waitFor();
    const amending = keyboardOf(desk);
    await amending.press('e');
    await page.getByLabel('Limit price').and(page.locator(':focus')).waitFor();
    await amending.type(second);
    await page.getByText('The order can be sent.').waitFor();
    await amending.press('Control+Enter');
    await page.getByRole('heading', { name: `Buy 30 GTCO Limit ${second}` }).waitFor();
    tell('a price amended', amending);
    assert.ok(amending.count() - second.length <= 2);

    const cancelling = keyboardOf(desk);
    await cancelling.press('c');
    await page.getByRole('dialog', { name: /^Cancel order/ }).waitFor();
    await cancelling.press('Enter');
    await page.locator('main .page-head').getByText('Cancelled').waitFor();
    tell('an order cancelled', cancelling);
    assert.ok(cancelling.count() <= 3);
    assert.deepEqual(desk.complaints, []);
  });

  it('decides the open item, and all items of its kind, each in a few keys', async () => {
    for (const amount of [31, 32, 33, 34]) {
      const payment = { transType: 'PAYMENT', partnerName: '0000000005', currency: 'NGN', amount };
      const made = await app()
        .as('OPERATIONS')
        .post('/api/v1/finance/cash-transaction/create', payment);
      assert.equal(made.status, 201, made.text);
    }
    const desk = await sit('APPROVER', OFFICE);
    const { page } = desk;
    const lines = page.getByRole('list', { name: 'Approvals' }).getByRole('listitem');
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await page.getByText('Journal to be posted').waitFor();
    const approving = keyboardOf(desk);
    await approving.press('y');
    await page.getByText('Already decided.').waitFor();
    tell('one approved', approving);
    assert.equal(approving.count(), 1);

    await page.keyboard.press('j');
    await approve.waitFor();
    const rejecting = keyboardOf(desk);
    await rejecting.press('r');
    await page.getByLabel('Reason').and(page.locator(':focus')).waitFor();
    const words = 'Not signed';
    await rejecting.type(words);
    await rejecting.press('Control+Enter');
    await page.getByText('Already decided.').waitFor();
    tell('one rejected', rejecting);
    assert.equal(rejecting.count() - words.length, 2);

    await page.keyboard.press('j');
    await approve.waitFor();
    const all = keyboardOf(desk);
    await all.press('X', 'y');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .waitFor();
    await all.press('Enter');
    await page.getByText(/^(\d+) of \1 done, 0 refused$/).waitFor();
    tell('all of a kind approved', all);
    assert.ok(all.count() <= 4);
    await lines.filter({ hasText: 'Payment NGN' }).first().waitFor({ state: 'detached' });
    assert.deepEqual(desk.complaints, []);
  });

  it('does not choose from results for an earlier text', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/ledger');
    const account = page.getByRole('combobox', { name: 'Account' });
    await account.pressSequentially('bello');
    await found(page, /Fatima Aisha Bello/);
    // Makes the replies to the next searches arrive late.
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/finance/account/list?*', async (route) => {
      await asked;
      await route.continue();
    });
    await account.fill('amadi');
    await page
      .getByRole('option', { name: /Fatima Aisha Bello/, disabled: true })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await untilValue(account, 'amadi');
    assert.doesNotMatch(page.url(), /[?&]a=/);
    answer();
    await account.pressSequentially(' ');
    await found(page, /Blessing Ebiere Amadi/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]a=/);
    await page.getByText('Blessing Ebiere Amadi').first().waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
