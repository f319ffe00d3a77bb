// First messages to contacts and to phone numbers, the dashboard charts, and a page that fails.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { untilCount, untilValue } from '../support/page/locator.js';

const CUSTOMER = 'Adaeze Chidinma Okonkwo';
const NUMBER = '+2348035550188';

describe('messages and the dashboard', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const makeTemplate = () =>
    app()
      .as('CLIENT')
      .post('/api/v1/crm/template/create', {
        ...{ name: 'GREETING', label: 'A greeting', channel: 'WHATSAPP', relatedTo: 'CUSTOMER' },
        contents: [
          {
            ...{ language: 'en', text: 'Good morning {{customer.firstName}}.' },
            ...{ whatsappName: 'greeting', whatsappParameters: ['customer.firstName'] },
          },
        ],
      });

  it('sends a customer a first message by template, which is allowed at any time', async () => {
    assert.equal((await makeTemplate()).status, 201);
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/messages');
    await page.getByRole('button', { name: 'New message' }).click();
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByRole('combobox', { name: 'To' }).fill('Adaeze');
    await page.getByRole('option', { name: new RegExp(CUSTOMER) }).click();
    await dialog.getByText(/No message was received in the last 24 hours/).waitFor();
    await desk.picture('message-window');
    await dialog.getByRole('radio', { name: 'Template' }).check();
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption('A greeting');
    await dialog.getByText('Good morning Adaeze.').waitFor();
    await dialog.getByText(/No message was received/).waitFor({ state: 'detached' });
    await desk.picture('message-template');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.split').getByText('Good morning Adaeze.').last().waitFor();
    assert.match(decodeURIComponent(page.url()), /with=.?\+234/);
    const { body } = await app().as('CRM').get('/api/v1/crm/whatsapp/list');
    assert.equal(body.result[0].body, 'Good morning Adaeze.');
    assert.notEqual(body.result[0].status, 'SUPPRESSED');
    silent(desk);
  });

  it('writes to a number, shows why it would be suppressed, and keeps the draft', async () => {
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/messages');
    await page.keyboard.press('w');
    const dialog = page.getByRole('dialog', { name: 'New message' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('Choose a person or enter a number.').waitFor();
    await dialog.getByRole('combobox', { name: 'To' }).fill(NUMBER);
    await page.getByRole('option', { name: NUMBER }).click();
    await dialog.getByText(/Choose a customer, lead or contact/).waitFor();
    await dialog.getByLabel('Text', { exact: true }).fill('Good morning');
    await page.reload();
    await untilValue(dialog.getByLabel('Text', { exact: true }), 'Good morning');
    await untilValue(dialog.getByRole('combobox', { name: 'To' }), NUMBER);
    // An incoming message opens the messaging window, after which the same text may be sent.
    await app()
      .as('CLIENT')
      .post('/api/v1/demo/inbox/reply', {
        ...{ channel: 'WHATSAPP', from: NUMBER, text: 'Hello' },
      });
    await page.getByRole('button', { name: NUMBER }).first().waitFor();
    await dialog.getByLabel('Text', { exact: true }).fill('Good morning to you');
    await dialog.getByText(/Choose a customer, lead/).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.bubble.out').getByText('Good morning to you').waitFor();
    await desk.picture('message-thread');
    silent(desk);
  });

  it('draws cash and order latency, with every figure in a table', async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const desk = await sit('ADMIN');
    const { page } = desk;
    await desk.go('/dashboard?span=HOUR');
    const cash = page.locator('.panel', { hasText: 'Cash over time' });
    const drawing = cash.getByRole('img', { name: /Customer cash NGN .*Client banks NGN/ });
    await drawing.locator('canvas').waitFor();
    await cash.getByText('Figures').click();
    await cash.getByRole('row').nth(60).waitFor();
    await untilCount(cash.getByRole('row'), 61);
    const latency = page.locator('.panel', { hasText: 'Order latency' });
    await latency
      .getByRole('img', { name: /95% .* ms/ })
      .locator('canvas')
      .waitFor();
    await latency.getByRole('radio', { name: 'Filled' }).check();
    await latency.getByText('Figures').click();
    await latency.getByRole('cell', { name: / ms$/ }).first().waitFor();
    await desk.picture('dashboard-hour');
    await page.getByRole('radio', { name: 'Week' }).check();
    await page.waitForURL(/span=WEEK/);
    await latency.getByRole('row').nth(84).waitFor();
    await cash.getByRole('row').nth(84).waitFor();
    await untilCount(cash.getByRole('row'), 85);
    silent(desk);
  });

  it('shows an error in words, inside the frame, when a page fails', async () => {
    const desk = await sit('DEALER');
    const { page } = desk;
    await page.route('**/assets/system-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await desk.picture('broken');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
});
