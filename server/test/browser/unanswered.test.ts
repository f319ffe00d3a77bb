// Writes whose reply is lost, and settings changes that fail: the console shows the failure,
// nothing is done twice, and nothing is lost silently.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Route } from 'playwright-core';
import { type Desk, openRoom } from '../support/page/browser.js';
import { untilCount } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

const CREATING = '**/finance/cash-transaction/create';
const SETTING = '**/security/own/setting/set';
const PASSWORD = 'a long enough phrase';

describe('a write without an answer', () => {
  const { app, sit, sitAgain, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);

  const begin = async (desk: Desk, customer: number, amount: string) => {
    await desk.go(`/customers/${customer}`);
    await desk.page.getByRole('button', { name: 'New cash transaction' }).click();
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByLabel(/^Amount/).fill(amount);
    return dialog;
  };
  const made = async (amount: number): Promise<number> => {
    const { body } = await app()
      .as('OPERATIONS')
      .get('/api/v1/finance/cash-transaction/list?s=500');
    return body.result.filter((each: { readonly amount: number }) => each.amount === amount).length;
  };
  /** The server performs the write, but its reply does not arrive. */
  const keysOfLost = (keys: (string | undefined)[]) => async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort('connectionreset');
  };

  it('is checked with its key, and done once', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const dialog = await begin(desk, 8, '4321.09');
    const keys: (string | undefined)[] = [];
    await page.route(CREATING, keysOfLost(keys));
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText(/we do not know whether this was done/).waitFor();
    await picturesOf(desk, 'unanswered');
    // A later change to the form is not part of the sent request.
    await dialog.getByLabel('Description').fill('Changed later');
    await dialog.getByText(/we do not know whether this was done/).waitFor();
    await page.unroute(CREATING);
    const answered = page.waitForRequest(/cash-transaction\/create$/);
    await dialog.getByRole('button', { name: 'Check again' }).click();
    const key = (await answered).headers()['idempotency-key'];
    assert.deepEqual([...new Set(keys)], [key]);
    await page.getByText('The cash transaction has been created.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await made(4321.09), 1);
    silent(desk);
  });

  it('keeps its key after a reload, so that sending the draft again does it once', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const dialog = await begin(desk, 9, '5432.1');
    await page.route(CREATING, keysOfLost([]));
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'Check again' }).waitFor();
    await page.unroute(CREATING);
    await page.reload();
    await page.getByRole('button', { name: 'New cash transaction' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The cash transaction has been created.').waitFor();
    assert.equal(await made(5432.1), 1);
    silent(desk);
  });

  it('is done by the check if it never reached the server', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    const dialog = await begin(desk, 10, '6543.21');
    await page.route(CREATING, (route) => route.abort('connectionrefused'));
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'Check again' }).waitFor();
    assert.equal(await made(6543.21), 0);
    await page.unroute(CREATING);
    // The form's button also checks the outcome.
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The cash transaction has been created.').waitFor();
    assert.equal(await made(6543.21), 1);
    silent(desk);
  });

  it('to a setting shows an error and the stored value, and can be retried', async () => {
    const created = await app()
      .as('ADMIN')
      .post('/api/v1/security/user/create', {
        ...{ username: 'unsaved-setting', password: PASSWORD, roles: ['FINANCE'] },
      });
    assert.equal(created.status, 201, created.text);
    const desk = await sitAgain({ name: 'unsaved-setting', secret: PASSWORD });
    const { page } = desk;
    const all = page.getByRole('button', { name: 'All pages' });
    const orders = page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Orders' });
    await page.route(SETTING, (route) => route.abort('connectionrefused'));
    await all.click();
    await page.getByText('Your setting has not been saved.').waitFor();
    await untilCount(orders, 0);
    await picturesOf(desk, 'setting-unsaved');
    await page.unroute(SETTING);
    const stored = page.waitForResponse(/setting\/set/);
    await page.getByRole('button', { name: 'Try again' }).click();
    assert.equal((await stored).status(), 200);
    await orders.waitFor();
    await untilCount(page.getByText('Your setting has not been saved.'), 0);
    await page.reload();
    await orders.waitFor();
    silent(desk);
  });
});
