// Price exceptions in the console: the list by kind and date, and the dashboard's tile.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import type { TestApp } from '../support/app.js';
import { type Desk, openRoom } from '../support/page/browser.js';

const NARROW = { width: 390, height: 844 };

/**
 * Adds a share to the exchange. The last portfolio of the Port Harcourt office holds 40 units of
 * it. Each close is given with its number of days before the business date. The share is inactive,
 * so that the simulated exchange sends no price for it.
 */
async function holdShare(
  { db }: TestApp,
  name: string,
  closes: readonly (readonly [days: number, close: number])[],
): Promise<void> {
  await db.query(sql`
    insert into security (id, exchange_id, name, label, security_type, currency, active,
      created_by, created_at, modified_by, modified_at)
    select nextval('security_id'), min(id), ${name}, ${`${name} plc`}, 'EQUITY', 'NGN', false,
      'test', now(), 'test', now() from exchange`);
  for (const [days, close] of closes) {
    await db.query(sql`
      insert into security_price_day (security_id, price_date, open, high, low, close, volume)
      select s.id, d.business_date - ${days}::integer, ${close}, ${close}, ${close}, ${close}, 1
      from security s, business_day d where s.name = ${name}`);
  }
  await db.query(sql`
    insert into security_price (security_id, previous_close, last, price_date, priced_at)
    select security_id, close, close, price_date, now() from security_price_day
    where security_id = (select id from security where name = ${name})
    order by price_date desc limit 1`);
  await db.query(sql`
    with chosen as (
      select max(p.id) as portfolio_id,
        (select id from security where name = ${name}) as security_id
      from portfolio p join business_office o on o.id = p.office_id
      where o.label = 'Port Harcourt office'
    ), held as (
      insert into holding (portfolio_id, security_id) select portfolio_id, security_id from chosen
    )
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, currency, source_type, source_id, source_line)
    select portfolio_id, security_id, 'OPENING', (select business_date - 5 from business_day), 40,
      0, 'NGN', 'OPENING', portfolio_id, security_id from chosen`);
  await db.query(sql`
    select refold_holdings(array_agg(portfolio_id), array_agg(security_id),
      array['-infinity']::date[])
    from holding where security_id = (select id from security where name = ${name})`);
}

/** Scrolls down until every part of the page is rendered. */
async function showAll({ page }: Desk): Promise<void> {
  const unseen = page.locator('.unseen').first();
  while ((await unseen.count()) > 0) {
    await unseen.scrollIntoViewIfNeeded();
    await unseen.waitFor({ state: 'detached' });
  }
}

describe('price exceptions in the console', () => {
  const { app, sit, it } = openRoom();

  it('are listed by kind and date, and link to the import of prices', async () => {
    await holdShare(app(), 'XPGONE', []);
    await holdShare(app(), 'XPJUMP', [
      [7, 10],
      [1, 25],
    ]);
    const desk = await sit('OPERATIONS', 'Port Harcourt');
    const { page } = desk;
    await desk.go('/price-exceptions');
    const missing = page.getByRole('row', { name: 'XPGONE' });
    await missing.getByText('No price', { exact: true }).waitFor();
    await missing.getByText('Shares', { exact: true }).waitFor();
    await missing.getByText('40', { exact: true }).waitFor();
    const jump = page.getByRole('row', { name: 'XPJUMP' });
    await jump.getByText('150%').waitFor();
    await desk.picture('price-exceptions');
    await page.getByRole('radio', { name: 'Jump' }).check({ force: true });
    await missing.waitFor({ state: 'detached' });
    await jump.getByText('NGN 25.00').waitFor();
    assert.equal(
      await jump.getByRole('link', { name: 'XPJUMP' }).getAttribute('href'),
      '/console/corporate-actions?security=XPJUMP',
    );
    await page.getByRole('radio', { name: 'Too old to use' }).check({ force: true });
    await page.getByText('No holding’s price has this kind of exception').waitFor();
    await page.getByRole('radio', { name: 'All' }).check({ force: true });
    await missing.waitFor();
    await page.getByLabel('At the end of').fill('1990-01-02');
    await page.getByText('No holding’s price needs attention').waitFor();
    await desk.picture('price-exceptions-none');
    await page.getByLabel('At the end of').fill('');
    await missing.waitFor();
    await page.setViewportSize(NARROW);
    await desk.picture('price-exceptions-390');
    assert.deepEqual(desk.complaints, []);
  });

  it('are counted on the dashboard, which links to the list and to each kind', async () => {
    await holdShare(app(), 'XPTILE', []);
    const desk = await sit('ADMIN', 'Port Harcourt');
    const { page } = desk;
    await desk.go('/dashboard');
    await showAll(desk);
    const all = page.getByRole('link', { name: /^\d+ prices? needs? attention$/ });
    await all.waitFor();
    await all.scrollIntoViewIfNeeded();
    await desk.picture('price-exceptions-tile');
    await all.click();
    await page.getByRole('heading', { name: 'Price exceptions', level: 1 }).waitFor();
    await page.getByRole('row', { name: 'XPTILE' }).waitFor();
    await page.getByRole('button', { name: 'Import prices' }).click();
    await page.getByRole('dialog', { name: 'Import prices' }).waitFor();
    await desk.go('/dashboard');
    await showAll(desk);
    await page.getByRole('listitem').filter({ hasText: 'XPTILE' }).getByRole('link').click();
    await page.getByRole('radio', { name: 'No price', checked: true }).waitFor();
    await page.getByRole('row', { name: 'XPTILE' }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });
});
