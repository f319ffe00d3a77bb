// The ledger page after the business date has advanced, as of today and as of yesterday, with the
// mouse and the keyboard.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { closeDays } from '../support/end-of-day.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { found, keyboardOf, tell } from '../support/page/keyboard.js';

const CUSTOMER = 6;

// Uses its own server, because closing a day advances the business date of every office.
describe('the console on the next day', () => {
  const { app, sit, it } = openRoom('OWN_SERVER');
  const line = ({ page }: Desk, amount: string) =>
    page.getByRole('gridcell', { name: amount, exact: true });

  const fund = async (amount: number): Promise<void> => {
    const api = app().as('CLIENT');
    const made = await api.post('/api/v1/finance/cash-transaction/create', {
      ...{ transType: 'RECEIPT', partnerName: `000000000${CUSTOMER}`, amount, currency: 'NGN' },
    });
    const posted = await api.put(`/api/v1/finance/cash-transaction/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
  };

  /**
   * Books 555 yesterday and 666 today. Both tests share the result, because closing a day is slow.
   */
  let booked: Promise<{ readonly yesterday: string; readonly account: string }> | undefined;
  const book = async () => {
    const api = app().as('CLIENT');
    await fund(555);
    const yesterday: string = (await api.get('/api/v1/system/clock')).body.businessDate;
    await closeDays(app().as('ADMIN'));
    await fund(666);
    const { body } = await api.get(`/api/v1/partner/customer/id/${CUSTOMER}`);
    return { yesterday, account: String(body.cashAcct) };
  };
  const onTwoDays = () => {
    booked ??= book();
    return booked;
  };

  it('finds a ledger entry as of yesterday', async () => {
    const { account, yesterday } = await onTwoDays();
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/ledger');
    await page.getByRole('combobox', { name: 'Account' }).fill(account);
    await page.getByRole('option', { name: new RegExp(account) }).click();
    await line(desk, '666.00').waitFor();
    await page.getByLabel('To', { exact: true }).fill(yesterday);
    await line(desk, '666.00').waitFor({ state: 'detached' });
    await line(desk, '555.00').waitFor();
    await desk.picture('ledger-yesterday');
    assert.deepEqual(desk.complaints, []);
  });

  it('finds a ledger entry as of yesterday without a mouse', async () => {
    const { account, yesterday } = await onTwoDays();
    const desk = await sit('FINANCE');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('g b');
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await keys.press('/');
    await page.getByRole('combobox', { name: 'Account' }).and(page.locator(':focus')).waitFor();
    await keys.type(account);
    await found(page, new RegExp(account));
    await keys.press('ArrowDown', 'Enter');
    await line(desk, '666.00').waitFor();
    await line(desk, '555.00').waitFor();
    await keys.tabTo(page.getByLabel('To', { exact: true }));
    await keys.type(typedDay(yesterday));
    await line(desk, '666.00').waitFor({ state: 'detached' });
    await line(desk, '555.00').waitFor();
    await desk.picture('keyboard-ledger');
    tell('the ledger as of yesterday', keys);
    assert.ok(keys.count() < 45);
    assert.deepEqual(desk.complaints, []);
  });
});

/** Converts a `yyyy-MM-dd` date to the form in which a person types it. */
function typedDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}/${month}/${year}`;
}
