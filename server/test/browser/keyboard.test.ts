// The same work without a mouse, each with the keystrokes that it took.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/browser.js';

/** A keyboard that counts. Words that are typed count by their letters. */
interface Keyboard {
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly count: () => number;
}

function keyboardOf({ page }: Desk): Keyboard {
  let count = 0;
  return {
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      count += keys.length;
    },
    type: async (text) => {
      await page.keyboard.type(text);
      count += text.length;
    },
    count: () => count,
  };
}

describe('the console without a mouse', () => {
  const { app, sit, it } = openRoom();
  const tell = (what: string, { count }: Keyboard) =>
    process.stdout.write(`${what}: ${count()} keystrokes\n`);

  it('goes everywhere, finds a customer, and shows its keys', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('g', 'c');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await keys.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await desk.picture('keys');
    await keys.press('Escape', 'Control+k');
    await page.getByPlaceholder('Search records').waitFor();
    await keys.type('adaeze');
    await page.getByRole('option', { name: /Adaeze Chidinma Okonkwo/ }).waitFor();
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
    await page.getByRole('option', { name: /Adaeze Chidinma Okonkwo/ }).waitFor();
    await keys.press('ArrowDown', 'Enter', 'Tab');
    await keys.type('gtco');
    await page.getByRole('option', { name: /^GTCO/ }).waitFor();
    await keys.press('ArrowDown', 'Enter', 'Tab');
    await keys.type('40');
    // From "Limit" to "Market", by the first letter.
    await keys.press('Tab', 'm');
    await page.getByText('The order can be sent.').waitFor();
    await keys.press('Control+Enter');
    await page.getByRole('heading', { name: /^BUY 40 GTCO/ }).waitFor();
    await page.locator('main .page-head').getByText('Executed').waitFor();
    tell('an order', keys);
    await keys.press('g', 'o');
    await page.getByRole('grid').waitFor();
    await page.getByRole('grid').focus();
    await keys.press('Enter');
    await page.getByRole('heading', { name: /^BUY 40 GTCO/ }).waitFor();
  });

  it('approves a payment', async () => {
    await app()
      .as('OPERATIONS')
      .post('/api/v1/finance/cash-transaction/create', {
        ...{ transType: 'PAYMENT', partnerName: '0000000003', amount: 4321, currency: 'NGN' },
      });
    const desk = await sit('APPROVER');
    const { page } = desk;
    const keys = keyboardOf(desk);
    await keys.press('g', 'a');
    const line = page.getByRole('button', { name: /PAYMENT NGN 4,321.00/ });
    await line.waitFor();
    await keys.press('x');
    await page.getByText('1 record').first().waitFor();
    await keys.press('y');
    await page.getByRole('button', { name: 'Approve (1)' }).and(page.locator(':focus')).waitFor();
    await keys.press('Enter');
    await page.getByText('1 of 1 done, 0 refused').waitFor();
    await keys.press('Escape');
    await line.waitFor({ state: 'detached' });
    tell('a payment approved', keys);
    assert.ok(keys.count() < 10);
  });
});
