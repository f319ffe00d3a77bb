// The home page: each role starts with its own work, the navigation rail shows the pages of its
// desk, and a user's choice of start page is kept.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Route } from 'playwright-core';
import { orderBody, orderIn } from '../support/order.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { keyboardOf } from '../support/page/keyboard.js';
import { textsOf, untilCount, untilDrawn, untilValue } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

const PASSWORD = 'a long enough phrase';
const STARTS = [
  ['ADMIN', 'Users', '/users'],
  ['APPROVER', 'Approvals', '/approvals'],
  ['AUDITOR', 'Audit trail', '/audit'],
  ['CRM', 'Leads', '/leads'],
  ['DEALER', 'Orders', '/orders'],
  ['FINANCE', /’s home page$/, '/home'],
  ['OPERATIONS', /’s home page$/, '/home'],
] as const;

/**
 * Returns a route handler that holds requests until `release` is called. `asked` resolves at the
 * first request.
 */
function held() {
  let release = () => {};
  let note = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    note = resolve;
  });
  const hold = async (route: Route): Promise<void> => {
    note();
    await released;
    await route.continue();
  };
  return { hold, asked, release: () => release() };
}

describe('the first page', () => {
  const { app, sit, sitAgain, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const rail = ({ page }: Desk) => page.getByRole('navigation', { name: 'Pages' });
  const pathOf = ({ page }: Desk) => new URL(page.url()).pathname.replace('/console', '');

  /** Signs in a new user, who can store settings. */
  async function enter(name: string, roles: readonly string[]): Promise<Desk> {
    const body = { username: name, password: PASSWORD, roles };
    const made = await app().as('ADMIN').post('/api/v1/security/user/create', body);
    assert.equal(made.status, 201, made.text);
    return sitAgain({ name, secret: PASSWORD });
  }

  it('shows the work of the role', async () => {
    for (const [role, heading, path] of STARTS) {
      const desk = await sit(role);
      await desk.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      assert.equal(pathOf(desk), path, role);
      silent(desk);
    }
  });

  it('does not replace a page that the user opens before the start page is known', async () => {
    const desk = await enter('quick-presser', ['DEALER']);
    const { page } = desk;
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const [settings, chunk] = [held(), held()];
    await page.route('**/security/own/setting/list?*', settings.hold);
    await page.route('**/assets/market-*.js', chunk.hold);
    await page.goto(new URL('/console/', page.url()).href);
    await settings.asked;
    await rail(desk).getByRole('link', { name: 'Market', exact: true }).click();
    await chunk.asked;
    const known = page.waitForResponse(/own\/setting\/list/);
    settings.release();
    await (await known).finished();
    await untilDrawn(page);
    chunk.release();
    await page.getByRole('heading', { name: 'Market', level: 1 }).waitFor();
    assert.equal(pathOf(desk), '/market');
    silent(desk);
  });

  it("has a rail with the role's desk, which can also show all pages", async () => {
    const desk = await enter('rail-finance', ['FINANCE']);
    const { page } = desk;
    const links = rail(desk).getByRole('link');
    const all = rail(desk).getByRole('button', { name: 'All pages' });
    const names = await textsOf(links);
    assert.ok(names.includes('Ledger') && names.includes('Reference data'), names.join());
    assert.ok(!names.includes('Orders') && !names.includes('Jobs'), names.join());
    await picturesOf(desk, 'home-finance');
    await all.click();
    await rail(desk).getByRole('link', { name: 'Orders' }).waitFor();
    assert.equal(await all.getAttribute('aria-pressed'), 'true');
    await page.reload();
    await rail(desk).getByRole('link', { name: 'Orders' }).waitFor();
    await keyboardOf(desk).press('g .');
    await untilCount(links, names.length);
    // A page that is not on the role's desk keeps its URL, its shortcut and its entry in the
    // command palette.
    await keyboardOf(desk).press('g o');
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    silent(desk);
  });

  it('is the page that the user chose, in any browser', async () => {
    const desk = await enter('start-chooser', ['DEALER']);
    const { page } = desk;
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    await keyboardOf(desk).press('g g');
    const choice = page.getByLabel('Page after sign-in');
    await choice.getByText('Default for your role: Orders').waitFor({ state: 'attached' });
    const stored = page.waitForResponse(/setting\/set/);
    await choice.selectOption({ label: 'Customers' });
    assert.equal((await stored).status(), 200);
    silent(desk);
    const other = await sitAgain({ name: 'start-chooser', secret: PASSWORD });
    await other.page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await other.page.getByRole('link', { name: 'Countinghouse: your start page' }).click();
    await other.page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await other.go('/home');
    await untilValue(other.page.getByLabel('Page after sign-in'), '/customers');
    const forgotten = other.page.waitForResponse(/setting\/set/);
    await other.page.getByLabel('Page after sign-in').selectOption('');
    assert.equal((await forgotten).status(), 200);
    await other.go('/');
    await other.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    silent(other);
  });

  it('links to a market page with the watch list of the user', async () => {
    const desk = await enter('market-watcher', ['DEALER']);
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('g M');
    const grid = page.getByRole('grid', { name: 'Market' });
    await grid.and(page.locator(':focus')).waitFor();
    const [, cell = ''] = await textsOf(grid.getByRole('row').nth(1).getByRole('gridcell'));
    const name = cell.trim();
    const watching = keyboardOf(desk);
    const stored = page.waitForResponse(/setting\/set/);
    await watching.press('w');
    assert.equal((await stored).status(), 200);
    assert.equal(watching.count(), 1);
    await picturesOf(desk, 'market');
    const other = await sitAgain({ name: 'market-watcher', secret: PASSWORD });
    await other.go('/market');
    await other.page.getByLabel('List').selectOption('Watch list');
    await other.page.getByText('1 security', { exact: true }).waitFor();
    const star = other.page.getByRole('button', { name: `Watch ${name}` });
    await star.and(other.page.locator('[aria-pressed="true"]')).waitFor();
    // The ticket has the security of the row, and the side that the key selects.
    await keyboardOf(other).press('s');
    const dialog = other.page.getByRole('dialog', { name: 'New order' });
    await untilValue(dialog.getByRole('combobox', { name: 'Security' }), name);
    await dialog.getByRole('radio', { name: 'Sell', checked: true }).waitFor();
    await other.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await star.click();
    await other.page.getByText('Your watch list is empty').waitFor();
    silent(desk);
    silent(other);
  });

  it('of several roles is the home page, with the pages of each', async () => {
    const desk = await enter('two-roles', ['CRM', 'FINANCE']);
    await desk.page.getByRole('heading', { name: 'two-roles’s home page' }).waitFor();
    const names = await textsOf(rail(desk).getByRole('link'));
    assert.ok(names.includes('Leads') && names.includes('Journals'), names.join());
    assert.ok(!names.includes('Sessions'), names.join());
    silent(desk);
  });

  it('is available in French, like the pages of its desk', async () => {
    const desk = await enter('french-desk', ['OPERATIONS']);
    const { page } = desk;
    await page.evaluate("localStorage.setItem('countinghouse.language', 'fr')");
    await page.reload();
    await page.getByRole('heading', { name: 'Accueil de french-desk' }).waitFor();
    await picturesOf(desk, 'french-home');
    for (const [path, heading] of [
      ['/reference?of=custodian&form=new', 'Données de référence'],
      ['/transfers?form=new', 'Transferts de titres'],
      ['/orders?ticket=new', 'Ordres'],
    ] as const) {
      await desk.go(path);
      await page
        .getByRole('heading', { name: heading, exact: true, includeHidden: true })
        .waitFor();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
      await picturesOf(desk, `french${path.replaceAll(/[/?=&]/g, '-')}`);
    }
    silent(desk);
  });

  it("has its desk's figures, each of which links to the list that it counts", async () => {
    const path = ({ page }: Desk) => new URL(page.url()).pathname.replace('/console', '');
    for (const role of ['DEALER', 'OPERATIONS', 'CRM', 'ADMIN', 'APPROVER', 'FINANCE', 'AUDITOR']) {
      const desk = await sit(role);
      const { page } = desk;
      await desk.go('/home');
      const figures = page.getByRole('region', { name: 'Key figures' }).getByRole('link');
      await figures.first().waitFor();
      await untilCount(figures.getByText('–', { exact: true }), 0);
      await picturesOf(desk, `home-figures-${role}`);
      const names = await textsOf(figures.locator('.label'));
      const values = await textsOf(figures.locator('.value'));
      for (const [at, name] of names.entries()) {
        const value = (values[at] ?? '').replaceAll(',', '');
        if (!/^\d+$/.test(value) || role === 'APPROVER') continue;
        await figures.nth(at).click();
        await page.waitForFunction("location.pathname !== '/console/home'");
        const counted = value === '0' ? /^(Nothing|0 )/ : new RegExp(`^${value} `);
        // The leads page does not show how many leads it lists, so its count cannot be compared.
        const found = page.locator('#page').getByText(counted).first();
        if (path(desk) !== '/leads') await found.waitFor();
        assert.notEqual(path(desk), '/home', `${role}: ${name}`);
        await page.goBack();
        await figures.nth(at).waitFor();
      }
      silent(desk);
    }
  });

  it("has today's commission, which links to the lines that make it up", async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const desk = await sit('DEALER');
    const { page } = desk;
    await desk.go('/home');
    const figure = page
      .getByRole('region', { name: 'Key figures' })
      .getByRole('link', { name: /^Commission today NGN [1-9]/ });
    await figure.waitFor();
    await picturesOf(desk, 'home-dealer');
    const [value = ''] = await textsOf(figure.locator('.value'));
    await figure.click();
    await page.getByRole('heading', { name: 'Ledger', level: 1 }).waitFor();
    await page.getByText(value.replace('NGN ', '')).first().waitFor();
    assert.match(page.url(), /type=INC/);
    silent(desk);
  });

  it('counts waiting items like the list to which it links', async () => {
    const asked = { transType: 'RECEIPT', partnerName: '0000000006', currency: 'NGN', amount: 61 };
    const made = await app()
      .as('OPERATIONS')
      .post('/api/v1/finance/cash-transaction/create', asked);
    assert.equal(made.status, 201, made.text);
    const approved = await app()
      .as('APPROVER')
      .put(`/api/v1/finance/cash-transaction/approve/id/${made.body.id}`);
    assert.equal(approved.status, 200, approved.text);
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await page.getByRole('heading', { name: /’s home page$/ }).waitFor();
    const line = page.getByRole('link', { name: /approved cash transactions? to post/ });
    const [text = ''] = await textsOf(line);
    // The sum and the age are those of the transactions that the figure counts.
    const figure = page
      .getByRole('region', { name: 'Key figures' })
      .getByRole('link', { name: /^Receipts approved/ });
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/finance/cash-transaction/waiting/summary');
    const approvedReceipts = body.result.find(
      (row: { readonly transType: string; readonly transState: string }) =>
        row.transType === 'RECEIPT' && row.transState === 'APPROVED',
    );
    const shown = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
    await figure.getByText(`NGN ${shown.format(approvedReceipts.amount)}, oldest`).waitFor();
    await page.locator('.to-dos .age').first().waitFor();
    await picturesOf(desk, 'home-operations');
    await line.click();
    const count = Number(/^\d+/.exec(text)?.[0]);
    await page.getByText(`${count} record${count === 1 ? '' : 's'}`, { exact: true }).waitFor();
    silent(desk);
    // Other files expect no pending work in this office.
    const posted = await app()
      .as('CLIENT')
      .put(`/api/v1/finance/cash-transaction/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
  });
});
