// Checks that every page has no serious accessibility violation in the light and dark themes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { untilDrawn } from '../support/page/locator.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const PAGES = [
  ...['/orders?group=SECURITY', '/messages?form=new', '/dashboard?span=HOUR'],
  ...['/market', '/market?ticket=BUY&security=GTCO', '/ledger?a=2&journal=1'],
  ...['/market/GTCO', '/market/GTCO?part=holders', '/market/GEREGU?part=actions'],
  '/ledger?type=CUSTOMER_CASH&currency=NGN',
  ...['/orders', '/orders?ticket=new', '/orders/1', '/customers', '/customers/1'],
  ...['/customers/1?part=income', '/customers/1?part=orders', '/customers/1?part=cash'],
  ...['/customers/7?part=dividends', '/corporate-actions/1'],
  ...[
    '/customers/1?part=profile',
    '/customers/1?part=wealth',
    '/customers/1?part=timeline',
    '/approvals',
    '/leads',
  ],
  ...['/leads?view=list', '/leads?form=new', '/leads/1', '/messages', '/ledger', '/ledger?a=2'],
  ...['/reports', '/reports?report=income-statement', '/reports?report=balance-sheet'],
  ...[
    '/reports?report=client-money',
    '/cash',
    '/cash?state=ALL',
    '/integrity',
    '/wealth',
    '/dashboard',
    '/sessions',
    '/exchange-reports',
    '/corporate-actions',
    '/jobs',
    '/deliveries?state=ALL',
  ],
  ...['/webhooks', '/end-of-day', '/audit', '/account', '/no-such-page'],
  ...['/journals', '/journals?form=new', '/journals?form=import', '/webhooks?form=new'],
  ...['/maturities', '/maturities?by=DAY', '/imports', '/imports?form=new'],
  ...['/imports?of=statements', '/imports?of=statements&form=new'],
  ...['/imports?of=certificates&form=new', '/taxes', '/taxes?of=certificates'],
  ...['/imports?of=prices', '/imports?of=prices&form=new'],
  ...['/users', '/users?open=new', '/roles', '/roles?a=DEALER&b=CRM'],
  ...['/roles?noun=finance.journal&role=FINANCE', '/clients', '/clients?open=new', '/keys'],
  ...['/valuation-policy', '/price-exceptions', '/statements', '/bonds'],
  ...['/elections', '/market-claims', '/custodian-settlements'],
  ...['/cash?form=import', '/customers/1?part=income&form=place'],
  ...['/home', '/reference', '/reference?of=agent&form=new', '/reference/agent/1'],
  ...['/reference/custodian/1', '/reference/payment-gateway/1?form=change'],
  ...['/transfers', '/transfers?form=new', '/fund-values', '/fund-values?form=new'],
];

const SIZES = [
  { width: 1360, height: 820 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Returns the serious and critical violations that axe finds on the current page. */
async function seriousOn({ page }: Desk, rules?: readonly string[]): Promise<string[]> {
  const only = rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } };
  const options = JSON.stringify({ resultTypes: ['violations'], ...only });
  const findings: readonly Finding[] = await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/**
 * Scrolls down a long page, because its lower parts are rendered only when they come near the
 * viewport.
 */
async function lookAtAll({ page }: Desk): Promise<void> {
  const unseen = page.locator('.unseen').first();
  while ((await unseen.count()) > 0) {
    await unseen.scrollIntoViewIfNeeded();
    await unseen.waitFor({ state: 'detached' });
  }
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

describe('the pages of the console', () => {
  const { app, arrive, sit, it } = openRoom();
  it('have no serious or critical violation in light and dark', async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    await app()
      .as('OPERATIONS')
      .post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'PAYMENT', partnerName: '0000000001', amount: 10, currency: 'NGN' },
      });
    const made = await app()
      .as('ADMIN')
      .post('/api/v1/security/user/create', {
        ...{ username: 'looked.at', password: 'a long enough phrase', roles: ['DEALER'] },
      });
    assert.equal(made.status, 201, made.text);
    const desk = await sit('ADMIN');
    const { page } = desk;
    await page.evaluate(AXE);
    const found: Record<string, string[]> = {};
    for (const path of [...PAGES, `/users?open=${made.body.id}`]) {
      await desk.go(path);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await lookAtAll(desk);
      const wrong: string[] = [];
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await lookAtAll(desk);
        await untilDrawn(page);
        const name = `${size.width}${path.replaceAll(/[/?=&]/g, '-')}`;
        const light = await seriousOn(desk);
        await desk.picture(`light-${name}`);
        await page.emulateMedia({ colorScheme: 'dark' });
        // The dark theme changes only colours, so only contrast is checked again.
        const dark = await seriousOn(desk, ['color-contrast']);
        await desk.picture(`dark-${name}`);
        await page.emulateMedia({ colorScheme: 'light' });
        wrong.push(...[...light, ...dark].map((finding) => `${size.width}: ${finding}`));
      }
      if (wrong.length > 0) found[path] = wrong;
    }
    assert.deepEqual(found, {});
    assert.deepEqual(desk.complaints, []);
  });

  it('have no serious or critical violation before sign-in', async () => {
    const desk = await arrive();
    const { page } = desk;
    const found: Record<string, string[]> = {};
    const look = async (place: string) => {
      await page.evaluate(AXE);
      const wrong = await seriousOn(desk);
      if (wrong.length > 0) found[place] = wrong;
    };
    await page.goto(`${app().url}/console/reset-password#token=any`);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await look('reset');
    await page.goto(`${app().url}/console/`);
    await page.getByRole('button', { name: 'Forgot your password?' }).waitFor();
    await look('sign-in');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('User name or e-mail address').waitFor();
    await look('forgot');
    assert.deepEqual(found, {});
    assert.deepEqual(desk.complaints, []);
  });
});
