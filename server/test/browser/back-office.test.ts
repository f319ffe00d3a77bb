// Work of the back office at the console: journals by hand and from a file, an endpoint of
// webhooks, an answer to a customer, the days that the dashboard draws.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { openRoom } from '../support/browser.js';

const NUMBER = '+2348031234567';
const CSV = [
  'journal,account,debit,credit,narration',
  'A1,EXP:BANK,100.50,,Charges',
  'A1,BANK:FIRM,,100.50,',
  'A2,NO:SUCH,7,,Wrong',
  'A2,BANK:FIRM,,7,',
].join('\n');

describe('the back office at the console', () => {
  const { app, sit, it } = openRoom({ webhookLoopback: true });

  it('writes a journal that balances, which then waits for somebody else', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/journals');
    await page.getByRole('button', { name: 'New journal' }).click();
    await page.getByLabel('Description').fill('Charges of October');
    await page.getByLabel('Office').selectOption({ label: 'Lagos office' });
    await page.getByLabel('Account 1').selectOption('EXP:BANK');
    await page.getByLabel('Account 2').selectOption('BANK:FIRM');
    await page.getByLabel('Debit 1').fill('1500.25');
    await page.getByText('Between debits and credits: 1,500.25').waitFor();
    await page.getByLabel('Credit 2').fill('1500.25');
    await page.getByText('Balances: 1,500.25 on each side').waitFor();
    await desk.picture('journal-form');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The journal waits for a second person.').waitFor();
    await page.getByRole('grid').getByText('Charges of October').waitFor();
    const { body } = await app().as('FINANCE').get('/api/v1/finance/journal/draft/list');
    assert.deepEqual(
      body.result.map(({ state, lines }: { state: string; lines: object[] }) => [
        state,
        lines.length,
      ]),
      [['PENDING', 2]],
    );
    assert.deepEqual(desk.complaints, []);
  });

  it('shows the verdict of each row of a file before anything is kept', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/journals?form=import');
    const list = '/api/v1/finance/journal/import/list';
    const file = { name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.getByLabel('File (CSV)').setInputFiles(file);
    await page.getByText(/^4 rows in \d journals?, [1-4] refused$/).waitFor();
    await desk.picture('journal-import');
    assert.equal((await app().as('FINANCE').get(list)).body.count, 0);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('rowheader', { name: 'october.csv' }).waitFor();
    await page.getByRole('button', { name: 'Refused rows' }).waitFor();
    assert.equal((await app().as('FINANCE').get(list)).body.count, 1);
    assert.deepEqual(desk.complaints, []);
  });

  it('makes an endpoint of webhooks and shows its secret once', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await desk.go('/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('http://127.0.0.1:9000/countinghouse');
    await page.getByLabel('Events').fill('no-such-noun.*');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: /WEBHOOK_TYPE_UNKNOWN/ }).waitFor();
    await page.getByLabel('Events').fill('trade-order.*');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await desk.picture('webhook-secret');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('rowheader', { name: /127.0.0.1:9000/ }).waitFor();
    assert.equal(await page.getByText(/^whsec_/).count(), 0);
    assert.deepEqual(desk.complaints, []);
  });

  it('answers a conversation', async () => {
    const made = await app()
      .as('CRM')
      .post('/api/v1/crm/whatsapp/create', { to: NUMBER, body: 'Your statement is ready.' });
    assert.equal(made.status, 201, made.text);
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/messages');
    await page.getByRole('button', { name: /2348031234567/ }).click();
    await page.getByLabel(/^Answer to .*2348031234567/).fill('Here it is.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('It is handed over').waitFor();
    await page.locator('.bubble').getByText('Here it is.').waitFor();
    await desk.picture('messages');
    assert.deepEqual(desk.complaints, []);
  });

  it('draws what was traded, from the sums of the blotter', async () => {
    const desk = await sit('ADMIN');
    await desk.go('/dashboard');
    await desk.page.getByRole('img', { name: /^Bought and sold/ }).waitFor();
    // What is further down comes when somebody goes there.
    await desk.page.locator('.unseen').first().scrollIntoViewIfNeeded();
    await desk.page.getByRole('heading', { name: 'Client money' }).waitFor();
    await desk.picture('dashboard');
    assert.deepEqual(desk.complaints, []);
  });
});
