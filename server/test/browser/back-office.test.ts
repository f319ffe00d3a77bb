// Back-office work in the console: manual and imported journals, a webhook endpoint, a reply to a
// customer, and the dashboard charts.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { orderBody, orderIn } from '../support/order.js';
import { openRoom } from '../support/page/browser.js';
import { textsOf } from '../support/page/locator.js';

const NUMBER = '+2348031234567';
const CSV = [
  'journal,account,debit,credit,narration',
  'A1,EXP:BANK,100.50,,Charges',
  'A1,BANK:FIRM,,100.50,',
  'A2,NO:SUCH,7,,Wrong',
  'A2,BANK:FIRM,,7,',
].join('\n');

describe('the back office in the console', () => {
  const { app, sit, it } = openRoom();

  it('creates a balanced journal, which then waits for approval', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/journals');
    await page.getByRole('button', { name: 'New journal' }).click();
    await page.getByLabel('Description').fill('Charges of October');
    await page.getByLabel('Office').selectOption({ label: 'Lagos office' });
    await page.getByLabel('Account 1').selectOption('EXP:BANK');
    await page.getByLabel('Account 2').selectOption('BANK:FIRM');
    // An amount that is ambiguous in the user's language is rejected at its field.
    await page.getByLabel('Debit 1').fill('1500,25');
    await page.getByText('Between debits and credits: 0.00').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const debit = page.getByLabel('Debit 1');
    await debit.and(page.locator('[aria-invalid=true]')).waitFor();
    await page.locator('td').filter({ has: debit }).getByText('Use the format 1,000.50.').waitFor();
    await debit.fill('1,500.25');
    await page.getByText('Between debits and credits: 1,500.25').waitFor();
    await page.getByLabel('Credit 2').fill('1500.25');
    await page.getByText('Balanced: 1,500.25 on each side').waitFor();
    await desk.picture('journal-form');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The journal is waiting for approval.').waitFor();
    await page.getByRole('grid').getByText('Charges of October').waitFor();
    const { body } = await app().as('FINANCE').get('/api/v1/finance/journal/draft/list');
    const written = body.result.filter(
      ({ narration }: { narration: string }) => narration === 'Charges of October',
    );
    assert.deepEqual(
      written.map(({ state, lines }: { state: string; lines: object[] }) => [state, lines.length]),
      [['PENDING', 2]],
    );
    assert.deepEqual(desk.complaints, []);
  });

  it('cancels a pending journal, and reverses a booked one', async () => {
    const api = '/api/v1/finance/journal';
    const journal = (narration: string) => ({
      ...{ businessOfficeName: '0000000001', narration },
      lines: [
        { code: 'EXP:BANK', currency: 'NGN', debitAmount: 5 },
        { code: 'BANK:FIRM', currency: 'NGN', creditAmount: 5 },
      ],
    });
    const made = await app().as('FINANCE').post(`${api}/create`, journal('To be undone'));
    assert.equal(made.status, 201, made.text);
    const booked = await app().as('APPROVER').put(`${api}/draft/approve/id/${made.body.id}`);
    assert.equal(booked.status, 200, booked.text);
    const waits = await app().as('FINANCE').post(`${api}/create`, journal('Made by mistake'));
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/journals?state=PENDING');
    await page.getByRole('gridcell', { name: 'Made by mistake' }).dblclick();
    await page.getByRole('button', { name: 'Cancel the journal' }).click();
    const question = page.getByRole('dialog', { name: /^Cancel the journal:/ });
    await question.getByRole('button', { name: 'Cancel the journal' }).click();
    await page.getByText('The journal has been cancelled.').waitFor();
    // The URL contains the open journal, so users can share it.
    await desk.go(`/journals?id=${made.body.id}`);
    const open = page.getByRole('dialog', { name: /To be undone/ });
    await open
      .getByText('Lagos office')
      .or(open.getByText('0000000001', { exact: true }))
      .waitFor();
    await desk.picture('journal');
    await open.getByRole('button', { name: 'Reverse' }).click();
    const reversal = page.getByRole('dialog', { name: /^Reverse:/ });
    await reversal.getByLabel('Reason').fill('Booked twice');
    await reversal.getByRole('button', { name: 'Reverse' }).click();
    await page.getByText('The journal is waiting for approval.').waitFor();
    const { body } = await app().as('FINANCE').get(`${api}/draft/list`);
    const stateOf = (narration: string) =>
      body.result.find((one: { narration: string }) => one.narration === narration)?.state;
    assert.equal(stateOf('Booked twice'), 'PENDING');
    assert.equal(stateOf('Made by mistake'), 'CANCELLED');
    assert.equal(waits.status, 201);
    assert.deepEqual(desk.complaints, []);
  });

  it('sends a form once although its key is held down', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/3?part=cash');
    await page.getByRole('button', { name: 'New cash transaction' }).click();
    await page.getByLabel(/^Amount/).fill('4711.25');
    await page.keyboard.down('Control');
    for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await page.getByText('The cash transaction has been created.').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const list = '/api/v1/finance/cash-transaction/list?partnerId=3';
    const { body } = await app().as('FINANCE').get(list);
    const made = body.result.filter(({ amount }: { amount: number }) => amount === 4711.25);
    assert.equal(made.length, 1);
    assert.deepEqual(desk.complaints, []);
  });

  it('totals the reports exactly, and updates when another user posts', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    const api = '/api/v1/finance';
    const opened = await app()
      .as('ADMIN')
      .post(`${api}/account/create`, { customerName: '0000000001', currency: 'KWD' });
    assert.equal(opened.status, 201, opened.text);
    await desk.go('/reports?report=client-money');
    const settlement = page.getByRole('columnheader', { name: 'Settlement' });
    await settlement.waitFor();
    await desk.go('/reports');
    await page
      .getByRole('row', { name: /^Total/ })
      .first()
      .waitFor();
    // Another user posts a transaction while the page is open.
    const receipt = { transType: 'RECEIPT', amount: 1.005, cashAccountName: opened.body.name };
    const made = await app().as('CLIENT').post(`${api}/cash-transaction/create`, receipt);
    const step = `id/${made.body.id}`;
    await app().as('APPROVER').put(`${api}/cash-transaction/approve/${step}`);
    const posted = await app().as('CLIENT').put(`${api}/cash-transaction/post/${step}`);
    assert.equal(posted.status, 200, posted.text);
    await page.getByRole('row', { name: 'Total 1.005 1.005', exact: true }).waitFor();
    await desk.picture('trial-balance');
    // The URL contains the income statement's date range, office and time.
    await desk.go('/reports?report=income-statement&sd=2020-01-01&d=2020-01-31');
    await page.getByText('From 01 Jan 2020 to 31 Jan 2020').waitFor();
    await page.getByText('Nothing booked').waitFor();
    await page.getByRole('link', { name: 'Trial balance' }).click();
    await page.getByLabel('As at').fill('');
    await page.getByRole('heading', { name: 'Lagos office · KWD' }).waitFor();
    await page.getByLabel('Office').selectOption({ label: 'Abuja office' });
    await page.getByRole('heading', { name: 'Lagos office · KWD' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Abuja office · NGN' }).waitFor();
    await desk.picture('reports');
    await desk.go('/cash?state=POSTED');
    await page.getByRole('gridcell', { name: 'KWD 1.005' }).waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it("follows a report's figure to its accounts, its journal and its order", async () => {
    const { body } = await app().as('CLIENT').post('/api/v1/order/tradeorder/submit', orderBody());
    await orderIn(app(), body.id, ['EXECUTED']);
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/reports');
    const lagos = page.locator('section').filter({ hasText: 'Lagos office · NGN' });
    const figureOf = (name: RegExp) => lagos.getByRole('row', { name }).getByRole('link');
    // A figure that sums several accounts links to all of them.
    const [sum = ''] = await textsOf(figureOf(/CUSTOMER_CASH/));
    await figureOf(/CUSTOMER_CASH/).click();
    await page.getByRole('grid', { name: /^Accounts of CUSTOMER_CASH/ }).waitFor();
    await page.locator('.grid-foot').getByText(`NGN ${sum}`, { exact: true }).waitFor();
    await desk.picture('figure-accounts');
    await page.getByRole('link', { name: 'Reports', exact: true }).last().click();
    // A figure that consists of one account links to its lines.
    await figureOf(/Brokerage commission/).click();
    const grid = page.getByRole('grid', { name: 'Ledger' });
    await page.keyboard.press('End');
    await grid.getByRole('row').last().getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: /^Journal \d+/ });
    await dialog.getByRole('link', { name: `Order ${body.id}` }).waitFor();
    await desk.picture('figure-journal');
    const paper = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'PDF' }).click();
    assert.match((await paper).url(), /^(blob|about):/);
    await dialog.getByRole('link', { name: `Order ${body.id}` }).click();
    await page.getByRole('heading', { name: /^Buy 100 ACCESS/ }).waitFor();
    // Back returns to the journal, whose address can be sent to another person.
    await page.goBack();
    await dialog.waitFor();
    assert.deepEqual(desk.complaints, []);
  });

  it('prints a report as of a date, without the frame', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await page.evaluate('window.print = () => { globalThis.isPrinted = true; }');
    await desk.go('/reports');
    const { body } = await app().as('CLIENT').get('/api/v1/system/clock');
    await page.getByLabel('As at').fill(body.businessDate);
    const total = page.getByRole('row', { name: /^Total/ });
    await total.first().waitFor();
    await page.getByRole('button', { name: 'Print' }).click();
    assert.equal(await page.evaluate('globalThis.isPrinted'), true);
    const height = async () => (await total.last().boundingBox())?.y ?? 0;
    await page.emulateMedia({ media: 'print' });
    await page.getByText(/^Trial balance · All offices · Printed by /).waitFor();
    for (const part of ['.rail', '.bar', '.filters', '.tabs', '.page-head .actions']) {
      assert.equal(await page.locator(part).first().isVisible(), false, part);
    }
    // No part of the page scrolls separately, because the document is as long as the report.
    const length: number = await page.evaluate('document.documentElement.scrollHeight');
    assert.ok(length >= (await height()), `${length}`);
    await desk.picture('report-printed');
    const paper = await page.pdf({ preferCSSPageSize: true });
    const pages = paper.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 1 && pages <= 6, `${pages} pages`);
    await page.emulateMedia({ media: 'screen' });
    assert.deepEqual(desk.complaints, []);
  });

  it('shows the verdict of each row of a file before anything is stored', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/journals?form=import');
    const count = async () =>
      (await app().as('FINANCE').get('/api/v1/finance/journal/import/list')).body.count;
    const before = await count();
    const file = { name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) };
    await page.getByLabel(/^File/).setInputFiles(file);
    await page.getByText(/^4 rows in \d journals?, [1-4] refused$/).waitFor();
    await desk.picture('journal-import');
    assert.equal(await count(), before);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const imported = page.getByRole('row').filter({ hasText: 'october.csv' });
    await imported.getByRole('button', { name: 'Refused rows' }).waitFor();
    assert.equal(await count(), before + 1);
    assert.deepEqual(desk.complaints, []);
  });

  it('transfers between customers, from the chosen account, at a value date', async () => {
    const opened = await app()
      .as('ADMIN')
      .post('/api/v1/finance/account/create', { customerName: '0000000004', currency: 'USD' });
    assert.equal(opened.status, 201, opened.text);
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/4?part=cash');
    const make = async (kind: string, amount: string) => {
      await page.getByRole('button', { name: 'New cash transaction' }).click();
      await page.getByRole('radio', { name: kind }).check();
      await page.getByLabel(/^Amount/).fill(amount);
    };
    await make('Receipt', '1,250.75');
    await page.getByLabel('Account').selectOption({ label: `USD ${opened.body.name}` });
    await page.getByLabel('Amount (USD)').waitFor();
    await page.getByLabel('Value date').fill('2026-01-05');
    await page.getByLabel('Reference').fill('WIRE-1');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The cash transaction has been created.').waitFor();
    await make('Transfer', '31.5');
    await page.getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .or(page.locator('.field .fault'))
      .first()
      .waitFor();
    await page.getByLabel('To', { exact: true }).fill('Adaeze');
    await page
      .getByRole('option', { name: /Adaeze/ })
      .first()
      .click();
    await desk.picture('cash-transfer');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const list = '/api/v1/finance/cash-transaction/list?partnerId=4';
    const { body } = await app().as('FINANCE').get(list);
    const [receipt, transfer] = body.result;
    assert.deepEqual(
      [receipt.cashAccountName, receipt.currency, receipt.amount, receipt.reference],
      [opened.body.name, 'USD', 1250.75, 'WIRE-1'],
    );
    assert.match(receipt.valueDate, /^2026-01-0[45]/);
    assert.deepEqual(
      [transfer.transType, transfer.counterPartyPartnerName, transfer.amount],
      ['TRANSFER', '0000000001', 31.5],
    );
    assert.deepEqual(desk.complaints, []);
  });

  it('shows whether a reversal is done or waits for approval', async () => {
    const api = '/api/v1/finance/cash-transaction';
    const receipt = { transType: 'RECEIPT', amount: 12.5, partnerName: '0000000001' };
    const made = await app().as('CLIENT').post(`${api}/create`, receipt);
    const posted = await app().as('CLIENT').put(`${api}/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
    const reverse = async (role: string, said: string) => {
      const desk = await sit(role);
      await desk.go(`/cash?id=${made.body.id}`);
      const dialog = desk.page.getByRole('dialog');
      await dialog.getByText('Journals').waitFor();
      await dialog.getByRole('button', { name: 'Reverse' }).click();
      await desk.page.getByText(said).waitFor();
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual(desk.complaints, []);
    };
    await reverse(
      'FINANCE',
      'The reversal is waiting for approval. Until then the transaction remains posted.',
    );
    await reverse('ADMIN', 'The transaction has been reversed.');
  });

  it('matches a bank statement line by hand, and removes the match', async () => {
    const api = '/api/v1/finance';
    const receipt = { transType: 'RECEIPT', amount: 64.25, partnerName: '0000000001' };
    const made = await app().as('CLIENT').post(`${api}/cash-transaction/create`, receipt);
    const posted = await app().as('CLIENT').put(`${api}/cash-transaction/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
    const isCleared = async () =>
      (await app().as('FINANCE').get(`${api}/cash-transaction/id/${made.body.id}`)).body
        .bankStmtCleared;
    const { businessDate } = (await app().as('FINANCE').get('/api/v1/system/clock')).body;
    const imported = await app()
      .as('FINANCE')
      .post(`${api}/bank-statement/import`, {
        ...{ contraAcctName: '0000000001:BANK:CLIENT:NGN', fileName: 'hand.csv' },
        csv: `Date,Amount,Ref\n${businessDate},64.25,FT-9\n${businessDate},7.77,FT-10`,
        dateFormat: 'YYYY-MM-DD',
        columns: { date: 'Date', amount: 'Amount', reference: 'Ref' },
      });
    assert.equal(imported.status, 201, imported.text);
    assert.equal(await isCleared(), false);
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/imports?of=statements');
    const statement = page.getByRole('row').filter({ hasText: 'hand.csv' });
    await statement.getByRole('button', { name: 'Unmatched lines' }).click();
    const line = (reference: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: reference, exact: true }) });
    await line('FT-10').getByRole('button', { name: 'Match' }).click();
    await page.getByText(/^No uncleared cash transaction with this account/).waitFor();
    await page.keyboard.press('Escape');
    await line('FT-9').getByRole('button', { name: 'Match' }).click();
    const dialog = page.getByRole('dialog', { name: 'Match this line' });
    await desk.picture('bank-line');
    await dialog
      .getByRole('row', { name: new RegExp(made.body.name) })
      .getByRole('button', { name: 'Match' })
      .click();
    await page.getByText('The line has been matched.').waitFor();
    await line('FT-9').waitFor({ state: 'detached' });
    assert.equal(await isCleared(), true);
    await statement.getByRole('button', { name: 'All lines' }).click();
    await line('FT-9').getByRole('cell', { name: made.body.name }).waitFor();
    await desk.picture('bank-lines');
    await line('FT-9').getByRole('button', { name: 'Unmatch' }).click();
    await page.getByText('The match has been removed.').waitFor();
    assert.equal(await isCleared(), false);
    assert.deepEqual(desk.complaints, []);
  });

  it('creates a webhook endpoint and shows its secret once', async () => {
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
    await page.getByRole('button', { name: 'I have saved the codes' }).click();
    await page.getByRole('rowheader', { name: /127.0.0.1:9000/ }).waitFor();
    assert.equal(await page.getByText(/^whsec_/).count(), 0);
    assert.deepEqual(desk.complaints, []);
  });

  it('replies in a conversation', async () => {
    const made = await app()
      .as('CRM')
      .post('/api/v1/crm/whatsapp/create', { to: NUMBER, body: 'Your statement is ready.' });
    assert.equal(made.status, 201, made.text);
    const desk = await sit('CRM');
    const { page } = desk;
    await desk.go('/messages');
    await page.getByRole('button', { name: /2348031234567/ }).click();
    await page.getByLabel(/^Reply to .*2348031234567/).fill('Here it is.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The message has been queued').waitFor();
    await page.locator('.bubble').getByText('Here it is.').waitFor();
    await desk.picture('messages');
    assert.deepEqual(desk.complaints, []);
  });

  it('draws the traded volume from the totals of the blotter', async () => {
    const desk = await sit('ADMIN');
    await desk.go('/dashboard');
    await desk.page.getByRole('img', { name: /^Bought and sold/ }).waitFor();
    // The lower parts of the page load when the user scrolls to them.
    await desk.page.locator('.unseen').first().scrollIntoViewIfNeeded();
    await desk.page.getByRole('heading', { name: 'Client money' }).waitFor();
    await desk.picture('dashboard');
    assert.deepEqual(desk.complaints, []);
  });
});
