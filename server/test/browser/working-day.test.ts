// A working day in the console. Each task is done by a user with the role for it.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { INVARIANTS } from '../../src/modules/finance/integrity/integrity.js';
import { credentialsOf, type Desk, openRoom } from '../support/page/browser.js';
import { textsOf, untilValue } from '../support/page/locator.js';
import { waitFor } from '../support/wait.js';

const CUSTOMER = 'Adaeze Chidinma Okonkwo';
/** The office whose cash transactions this file uses. Other files use other offices. */
const OFFICE = 'Port Harcourt';

describe('a working day in the console', () => {
  const { app, sit, sitAgain, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);

  it('refuses a wrong password in words, with a link to the problem page', async () => {
    const desk = await sitAgain(await credentialsOf(app(), 'DEALER'));
    const { page } = desk;
    await page.getByRole('button', { name: /client-/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('User name').fill('dealer');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await alert.getByRole('link', { name: /INVALID_CREDENTIALS/ }).waitFor();
    await desk.picture('sign-in');
    silent(desk);
  });

  it('offers the permitted actions, and no others', async () => {
    const auditor = await sit('AUDITOR');
    await auditor.go('/orders');
    await auditor.page.getByRole('link', { name: 'Audit trail' }).waitFor();
    assert.equal(await auditor.page.getByRole('button', { name: 'New order' }).count(), 0);
    const dealer = await sit('DEALER');
    await dealer.page.getByRole('button', { name: 'New order' }).waitFor();
    assert.equal(await dealer.page.getByRole('link', { name: 'Audit trail' }).count(), 0);
  });

  it('funds a customer: created by one user, approved by another, posted', async () => {
    const available = async () =>
      (await app().as('CLIENT').get('/api/v1/finance/account/customer/id/3')).body.result[0];
    const before = (await available()).availableBalance;
    const maker = await sit('OPERATIONS', OFFICE);
    const { page } = maker;
    await maker.go('/customers/3');
    await page.getByRole('button', { name: 'New cash transaction' }).click();
    await page.getByLabel(/^Amount/).fill('76543.21');
    await page.getByLabel('Description').fill('First funding');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The cash transaction has been created.').waitFor();
    await maker.go('/cash?state=PENDING');
    await page.getByRole('gridcell', { name: 'NGN 76,543.21' }).waitFor();

    const checker = await sit('APPROVER', OFFICE);
    await checker.go('/approvals');
    const line = checker.page.getByRole('button', { name: /Receipt NGN 76,543.21/ });
    await line.click();
    await checker.page.getByRole('button', { name: 'Approve' }).click();
    await line.waitFor({ state: 'detached' });

    // The page shows approved transactions by default.
    await page.getByRole('link', { name: 'Cash transactions' }).click();
    await page.getByRole('gridcell', { name: 'NGN 76,543.21' }).dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Journal to be posted').waitFor();
    await maker.picture('cash-transaction');
    await dialog.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByText('The transaction has been posted.').waitFor();
    await page.getByText('No cash transactions').waitFor();
    await maker.go('/customers/3?part=cash');
    const funded = before + 76_543.21;
    const shown = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(funded);
    await page.getByRole('cell', { name: shown, exact: true }).first().waitFor();
    await maker.picture('funded');
    assert.equal((await available()).availableBalance, funded);
    silent(maker);
    silent(checker);
  });

  it('approves a payment as a second user, then posts it with others', async () => {
    const maker = await sit('OPERATIONS', OFFICE);
    await maker.go('/customers/3');
    await maker.page.getByRole('button', { name: 'New cash transaction' }).click();
    await maker.page.getByRole('radio', { name: 'Payment' }).check();
    await maker.page.getByLabel(/^Amount/).fill('12345.67');
    await maker.page.getByLabel('Description').fill('Withdrawal at the counter');
    await maker.picture('cash-form');
    await maker.page.getByRole('button', { name: 'Create' }).click();
    await maker.page.getByText('The cash transaction has been created.').waitFor();

    const checker = await sit('APPROVER', OFFICE);
    await checker.go('/approvals');
    const line = checker.page.getByRole('button', { name: /Payment NGN 12,345.67/ });
    await line.click();
    await checker.page.getByText('Journal to be posted').waitFor();
    await checker.page.getByText('Withdrawal at the counter').waitFor();
    await checker.picture('approval');
    await checker.page.getByRole('button', { name: 'Approve' }).click();
    await line.waitFor({ state: 'detached' });
    await app()
      .as('CLIENT')
      .post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'RECEIPT', partnerName: '0000000006', amount: 88, currency: 'NGN' },
      });

    const { page } = maker;
    await maker.go('/cash');
    await page.getByRole('gridcell', { name: 'NGN 88.00' }).waitFor();
    await page.getByRole('grid').focus();
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await maker.picture('cash');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.getByRole('button', { name: 'Post (2)' }).click();
    await page.getByText('2 of 2 done, 0 refused').waitFor();
    await maker.picture('cash-posted');
    silent(maker);
    silent(checker);
    const { body } = await app()
      .as('CLIENT')
      .get('/api/v1/finance/cash-transaction/list?transState=POSTED');
    const posted = body.result.map(({ amount }: { amount: number }) => amount);
    assert.ok(posted.includes(12_345.67) && posted.includes(88));
  });

  it('shows a rejected payment to every user at once, with its reason', async () => {
    const { body } = await app()
      .as('OPERATIONS')
      .post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'PAYMENT', partnerName: '0000000006', amount: 777, currency: 'NGN' },
      });
    const one = await sit('APPROVER', OFFICE);
    const other = await sit('APPROVER', OFFICE);
    await one.go('/approvals');
    await other.go('/approvals');
    const line = (desk: Desk) => desk.page.getByRole('button', { name: /Payment NGN 777.00/ });
    await line(other).waitFor();
    await line(one).click();
    await one.page.getByRole('button', { name: 'Reject' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Not signed');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await line(other).waitFor({ state: 'detached' });
    const after = await app().as('CLIENT').get(`/api/v1/finance/cash-transaction/id/${body.id}`);
    assert.equal(after.body.transState, 'REJECTED');
  });

  it('sends an order after a dry run, sees it fill, and opens its contract note', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders?ticket=new');
    await page.getByRole('combobox', { name: 'Customer' }).fill('Adaeze');
    await page.getByRole('option', { name: new RegExp(CUSTOMER) }).click();
    await page.getByRole('combobox', { name: 'Security' }).fill('ACCESS');
    await page.getByRole('option', { name: /^ACCESS/ }).click();
    await page.getByRole('textbox', { name: 'Quantity' }).fill('150');
    await page.getByRole('combobox', { name: 'Price type' }).selectOption('MARKET');
    await page.getByText('The order can be sent.').waitFor();
    await page.getByText('Cash after this order').waitFor();
    await desk.picture('ticket');
    await page.getByRole('button', { name: 'Send order' }).click();
    await page.getByRole('heading', { name: /^Buy 150 ACCESS/ }).waitFor();
    // No reload is needed: the event stream updates the page.
    await page.locator('main .page-head').getByText('Executed').waitFor();
    await page.getByRole('heading', { name: /^Contract note 0/ }).waitFor();
    await page.getByRole('link', { name: 'Brokerage commission' }).waitFor();
    await desk.picture('order');
    const paper = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Contract note (PDF)' }).click();
    assert.match((await paper).url(), /^(blob|about):/);
    silent(desk);
  });

  it('shows a refusal next to the field it concerns', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders?ticket=new');
    await page.getByRole('combobox', { name: 'Customer' }).fill('Adaeze');
    await page.getByRole('option', { name: new RegExp(CUSTOMER) }).click();
    await page.getByRole('combobox', { name: 'Security' }).fill('ACCESS');
    await page.getByRole('option', { name: /^ACCESS/ }).click();
    await page.getByRole('textbox', { name: 'Quantity' }).fill('150');
    await page.getByRole('textbox', { name: 'Limit price' }).fill('1');
    await page.getByRole('alert').getByRole('link', { name: /PRICE/ }).waitFor();
    await page.getByRole('textbox', { name: 'Limit price' }).fill('one');
    await page.locator('input[name="limitPrice"][aria-invalid="true"]').waitFor();
    await desk.picture('ticket-refused');
    // After a reload the draft is restored.
    await page.reload();
    await untilValue(page.getByRole('textbox', { name: 'Quantity' }), '150');
  });

  it('converts a lead to a customer', async () => {
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/leads');
    await desk.picture('leads');
    await page.getByRole('link', { name: /Segun Oladipo/ }).click();
    for (const status of ['Assigned', 'Contacted', 'Qualified']) {
      await page.getByRole('button', { name: `Mark as ${status}` }).click();
    }
    await page.getByRole('button', { name: 'Convert to customer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Convert to customer' }).click();
    await page.getByText('The lead is now a customer.').waitFor();
    await page.getByRole('link', { name: 'Segun Oladipo' }).click();
    await page.getByRole('heading', { name: 'Segun Oladipo', exact: true }).waitFor();
    await desk.picture('converted');
    silent(desk);
  });

  it('cancels many orders, with the outcome of each', async () => {
    const api = app().as('CLIENT');
    const { body } = await api.get('/api/v1/order/security/list/active?x=NGX&s=500');
    const { lastPrice } = body.result.find((one: { name: string }) => one.name === 'ZENITHBANK');
    const limitPrice = Math.round(Math.ceil(lastPrice * 0.93 * 20) * 5) / 100;
    for (let made = 0; made < 3; made += 1) {
      await api.post('/api/v1/order/tradeorder/submit', {
        ...{ portfolioName: '0000000001', securityName: 'ZENITHBANK', orderType: 'BUY' },
        ...{ priceType: 'LIMIT', limitPrice, quantityRequested: '10', orderTermName: 'DAY' },
      });
    }
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/orders?q=ZENITH&status=EXECUTING');
    await page.getByRole('gridcell', { name: 'ZENITHBANK' }).nth(2).waitFor();
    await page.getByRole('grid').focus();
    for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('3 records').first().waitFor();
    await page.getByRole('button', { name: 'Cancel orders' }).click();
    await page.getByRole('button', { name: 'Cancel orders (3)' }).click();
    await page.getByText('3 of 3 done, 0 refused').waitFor();
    await desk.picture('cancelled');
  });

  it('switches to French, and remembers it', async () => {
    const desk = await sitAgain(await credentialsOf(app(), 'DEALER'));
    const { page } = desk;
    const names = INVARIANTS.map(({ name }) => name);
    const rows = page.locator('tbody').first().locator('tr');
    await desk.go('/integrity');
    await rows.first().waitFor();
    assert.deepEqual(await textsOf(rows.locator('td:nth-child(2)')), names);
    await page.getByRole('button', { name: /client-/ }).click();
    await page.getByRole('menuitemradio', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Intégrité', exact: true }).waitFor();
    const said = await textsOf(rows.locator('td:nth-child(2)'));
    assert.ok(said.length === names.length && said.every((name) => !names.includes(name)));
    await desk.go('/orders');
    await page.getByRole('heading', { name: 'Ordres', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Clients' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await desk.picture('french');
    await desk.go('/leads?view=list');
    await page.getByRole('gridcell', { name: 'Recyclé' }).first().waitFor();
    await desk.go('/sessions');
    await page.getByRole('cell', { name: 'Connectée' }).first().waitFor();
    silent(desk);
  });
  it('finds the ledger as known at an earlier moment', async () => {
    const api = app().as('CLIENT');
    const fund = async (amount: number) => {
      const made = await api.post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'RECEIPT', partnerName: '0000000005', amount, currency: 'NGN' },
      });
      await api.put(`/api/v1/finance/cash-transaction/post/id/${made.body.id}`);
    };
    await fund(111);
    // The field has a resolution of one second, so the second entry waits for the next second.
    const between = new Date(Math.ceil((Date.now() + 1) / 1_000) * 1_000);
    await waitFor('the next second', async () => Date.now() > between.getTime());
    await fund(222);
    const desk = await sit('FINANCE');
    const { page } = desk;
    const { body } = await api.get('/api/v1/partner/customer/id/5');
    await desk.go(`/ledger?a=${body.cashAcctId}`);
    await page.getByRole('gridcell', { name: '222.00', exact: true }).waitFor();
    const local = new Date(between.getTime() - between.getTimezoneOffset() * 60_000);
    await page.getByLabel('As known at').fill(local.toISOString().slice(0, 19));
    await page.getByRole('gridcell', { name: '222.00', exact: true }).waitFor({
      state: 'detached',
    });
    await page.getByRole('gridcell', { name: '111.00', exact: true }).waitFor();
    await page.getByText('As known at an earlier time').waitFor();
    await desk.picture('ledger-as-of');
    silent(desk);
  });
});
