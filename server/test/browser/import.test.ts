// Files as banks and programs write them, imported in the console: encodings, preambles, decimal
// commas, unclear cells, consent columns and saved mappings.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Json } from '../support/app.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { textsOf, untilDisabled } from '../support/page/locator.js';

const API = '/api/v1';

/** Today's date, which is near the date on which the matched receipt is posted. */
const DAY = new Date().toISOString().slice(0, 10).split('-').reverse().join('.');

/** A statement as German banks write it: Windows-1252, a preamble, a footer and a direction. */
const STATEMENT = [
  'Kontoauszug;;;;',
  'Kunde;Müller & Söhne;;;',
  ';;;;',
  'Buchungstag;Betrag;Soll/Haben;Referenz;Verwendungszweck',
  `${DAY};1.250,50;Haben;IMP-1250;Überweisung Müller`,
  `${DAY};12,30;Soll;;Gebühr Kontoführung`,
  'Summe;1.238,20;;;',
].join('\r\n');

const file = (name: string, text: string, encoding: BufferEncoding = 'utf8') => ({
  ...{ name, mimeType: 'text/csv', buffer: Buffer.from(text, encoding) },
});

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

describe('imports in the console', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);

  /** Saves pictures of the open dialog in both widths and themes. */
  async function pictures({ page, picture }: Desk, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const window of [WIDE, NARROW]) {
        await page.setViewportSize(window);
        await picture(`${name}-${window.width}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(WIDE);
  }

  async function openStatement(desk: Desk): Promise<void> {
    const { page } = desk;
    await page.setViewportSize(WIDE);
    await desk.go('/imports?of=statements&form=new');
    await page.getByLabel('Bank account').fill('0000000001');
    await page
      .getByRole('option', { name: /0000000001/ })
      .first()
      .click();
  }

  /** Posts a receipt with this reference, for the statement to match. */
  async function receive(amount: number, reference: string): Promise<void> {
    const cash = `${API}/finance/cash-transaction`;
    const made = await app()
      .as('OPERATIONS')
      .post(`${cash}/create`, {
        ...{ transType: 'RECEIPT', partnerName: '0000000001', currency: 'NGN' },
        ...{ amount, reference },
      });
    assert.equal(made.status, 201, made.text);
    const approved = await app().as('APPROVER').put(`${cash}/approve/id/${made.body.id}`);
    assert.equal(approved.status, 200, approved.text);
    const posted = await app().as('FINANCE').put(`${cash}/post/id/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
  }

  /** Books a bank fee from its statement line. A second person approves it. */
  async function bookCharge(desk: Desk, statementId: number): Promise<void> {
    const { page } = desk;
    const fee = page.getByRole('row').filter({ hasText: 'Gebühr Kontoführung' });
    await fee.getByRole('button', { name: 'Book', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Book this line' });
    await dialog.getByLabel('Template').selectOption({ label: 'Bank charge' });
    await pictures(desk, 'import-book-line');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await fee.getByText('Journal pending approval').waitFor();
    const list = `${API}/finance/bank-statement/line/list?statementId=${statementId}`;
    const { body } = await app().as('FINANCE').get(list);
    const { journalDraftId } = body.result.find((one: Json) => one.journalState === 'PENDING');
    const approve = `${API}/finance/journal/draft/approve/id/${journalDraftId}`;
    const approved = await app().as('APPROVER').put(approve);
    assert.equal(approved.status, 200, approved.text);
    await fee.getByText('Booked with a journal').waitFor();
  }

  it('asks which account is meant if a file has the statements of several', async () => {
    const day = new Date().toISOString().slice(2, 10).replaceAll('-', '');
    const statement = (account: string, reference: string, amount: string) =>
      [
        ...[`:20:${reference}`, `:25:${account}`, ':28C:1/1', `:60F:C${day}NGN100,00`],
        ...[
          `:61:${day}C${amount},00NTRF${reference}`,
          `:62F:C${day}NGN${100 + Number(amount)},00`,
          '-',
        ],
      ].join('\r\n');
    const text = [
      statement('GTB/0211177001', 'TWO-1', '40'),
      statement('GTB/0211177002', 'TWO-2', '75'),
    ].join('\r\n');
    const desk = await sit('FINANCE');
    const { page } = desk;
    await openStatement(desk);
    const dialog = page.getByRole('dialog', { name: 'Import a bank statement' });
    await dialog.locator('input[type=file]').setInputFiles(file('two.sta', text));
    const account = dialog.getByLabel('Account in the file');
    await account.waitFor();
    assert.deepEqual(await textsOf(account.locator('option')), [
      'Choose an account',
      ...['GTB/0211177001 NGN', 'GTB/0211177002 NGN'],
    ]);
    const go = dialog.getByRole('button', { name: 'Import', exact: true });
    await untilDisabled(go);
    await desk.picture('import-statement-accounts');
    await account.selectOption('GTB/0211177002 NGN');
    await dialog.getByRole('cell', { name: 'TWO-2' }).waitFor();
    assert.equal(await dialog.getByRole('cell', { name: 'TWO-1' }).count(), 0);
    await desk.picture('import-statement-account');
    await go.click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await app().as('FINANCE').get(`${API}/finance/bank-statement/list`);
    assert.equal(body.result[0].fileName, 'two.sta');
    assert.equal(body.result[0].lineCount, 1);
    silent(desk);
  });

  it('reads a Windows-1252 statement with preamble, decimal commas and directions', async () => {
    await receive(1250.5, 'IMP-1250');
    const desk = await sit('ADMIN');
    const { page } = desk;
    await openStatement(desk);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^File/).setInputFiles(file('auszug.csv', STATEMENT, 'latin1'));
    const facts = dialog.getByText(/^CSV · WINDOWS-1252/);
    await facts.waitFor();
    const text = (await facts.textContent()) ?? '';
    for (const fact of [
      ...['detected from the content', 'Semicolon', 'header in row 4, last row 6'],
      ...['Decimal comma', 'DD.MM.YYYY', '3 rows skipped'],
    ]) {
      assert.ok(text.includes(fact), `${fact} in ${text}`);
    }
    await dialog.getByRole('cell', { name: '1,250.50', exact: true }).waitFor();
    await dialog.getByRole('cell', { name: /^.12\.30$/ }).waitFor();
    await dialog.getByRole('cell', { name: 'Gebühr Kontoführung' }).waitFor();
    await pictures(desk, 'import-statement-read');
    await facts.click();
    await dialog.getByRole('row', { name: /^2 Above the header .*Müller & Söhne/ }).waitFor();
    await pictures(desk, 'import-statement-change');
    await dialog.getByLabel('Last row').fill('5');
    await page.keyboard.press('Enter');
    await dialog.getByText(/^1 new lines?, 0 known/).waitFor();
    await dialog.getByLabel('Last row').fill('');
    await page.keyboard.press('Enter');
    await dialog.getByText(/^2 new lines, 0 known lines, 1 matched/).waitFor();
    await dialog.getByLabel('Encoding').selectOption('ISO-8859-2');
    await dialog.getByText(/^CSV · ISO-8859-2 \(chosen\)/).waitFor();
    await dialog.getByLabel('Encoding').selectOption('');
    await facts.waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    const statement = page.getByRole('row').filter({ hasText: 'auszug.csv' });
    await statement.getByRole('button', { name: 'All lines' }).click();
    const matched = page.getByRole('row').filter({ hasText: 'Überweisung Müller' });
    await matched.getByRole('button', { name: 'Unmatch' }).waitFor();
    const { body } = await app().as('FINANCE').get(`${API}/finance/bank-statement/list`);
    const stored = body.result.find((one: Json) => one.fileName === 'auszug.csv');
    assert.deepEqual([stored.lineCount, stored.matchedCount], [2, 1]);
    await bookCharge(desk, stored.id);
    silent(desk);
  });

  it('asks which separator and date an unclear cell has, and keeps the answers', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await openStatement(desk);
    const dialog = page.getByRole('dialog', { name: 'Import a bank statement' });
    const unclear = 'When,Sum,What\n05/06/2025,"1,234",Fee';
    await dialog.getByLabel(/^File/).setInputFiles(file('unclear.csv', unclear));
    await dialog.getByLabel('When', { exact: true }).selectOption({ label: 'Date' });
    await dialog.getByLabel('Sum', { exact: true }).selectOption({ label: 'Amount' });
    await dialog.getByText(/column "When", cell "05\/06\/2025": can mean/).waitFor();
    await pictures(desk, 'import-unclear');
    const go = dialog.getByRole('button', { name: 'Import', exact: true });
    await untilDisabled(go);
    await dialog.getByRole('button', { name: 'DD/MM/YYYY', exact: true }).click();
    await dialog.getByText(/column "Sum", cell "1,234": can mean 1234 or 1\.234/).waitFor();
    await dialog.getByRole('button', { name: 'Decimal point (1,234.56)' }).click();
    await dialog.getByRole('cell', { name: '1,234.00', exact: true }).waitFor();
    await dialog.getByLabel('What', { exact: true }).selectOption({ label: 'Description' });
    await dialog.getByRole('button', { name: 'Save mapping' }).click();
    const form = page.getByRole('dialog', { name: 'Save mapping' });
    await form.getByLabel('Source name').fill('Unclear bank');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The mapping “Unclear bank” has been saved.').waitFor();
    await form.waitFor({ state: 'detached' });

    // The next file from the same source raises no questions.
    const next = 'When,Sum,What\n07/06/2025,"2,345",Fee';
    await dialog.getByLabel(/^File/).setInputFiles(file('next.csv', next));
    await dialog.getByRole('button', { name: 'Use “Unclear bank”' }).click();
    await dialog.getByRole('cell', { name: '2,345.00', exact: true }).waitFor();
    await pictures(desk, 'import-saved-mapping');
    await dialog.getByRole('button', { name: 'Remove “Unclear bank”' }).click();
    await page.getByText('The mapping “Unclear bank” has been removed.').waitFor();
    const list = `${API}/system/row-file/mapping/list?kind=BANK_STATEMENT`;
    assert.equal((await app().as('ADMIN').get(list)).body.count, 0);
    silent(desk);
  });

  it('stops at a consent column until the user maps or ignores it', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await page.setViewportSize(WIDE);
    await desk.go('/imports?of=leads&form=new');
    const leads = [
      'Full Name,Email,Marketing opt out,Newsletter',
      'Ada Consent,ada.consent@example.com,yes,no',
    ].join('\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^File/).setInputFiles(file('consent.csv', leads));
    const stop = dialog.getByRole('alert').filter({ hasText: 'Nothing has been imported yet' });
    await stop.getByLabel('Consent column: Newsletter').waitFor();
    await pictures(desk, 'import-consent');
    const go = dialog.getByRole('button', { name: 'Import', exact: true });
    await untilDisabled(go);
    await stop.getByLabel('Consent column: Newsletter').selectOption({ label: 'Ignored' });
    await stop.getByLabel('Consent column: Newsletter').waitFor({ state: 'detached' });
    const marketing = stop.getByLabel('Consent column: Marketing opt out');
    await marketing.selectOption({ label: 'Do not e-mail' });
    await dialog.getByText('1 row: 1 accepted, 0 duplicates, 0 refused').waitFor();
    await dialog.getByText('Ignored columns: Newsletter').waitFor();
    await pictures(desk, 'import-leads-read');
    silent(desk);
  });

  it('creates a batch of cash transactions from a file, and cancels the batch', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await page.setViewportSize(WIDE);
    await desk.go('/cash?form=import');
    const rows = [
      'transType;partnerName;currency;amount;reference;Filiale',
      'RECEIPT;0000000001;NGN;1.234,50;BATCH-1;Köln',
      'RECEIPT;0000000001;NGN;9,999;BATCH-2;Köln',
    ].join('\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^File/).setInputFiles(file('console-batch.csv', rows, 'latin1'));
    // The user must first decide about a column that matches no member.
    await dialog.getByRole('link', { name: /INVALID_REQUEST/ }).waitFor();
    await dialog.getByLabel('Filiale', { exact: true }).selectOption({ label: 'Ignored' });
    await dialog.getByText('2 rows: 1 new, 0 unchanged, 1 refused').waitFor();
    await dialog.getByRole('row', { name: /^2 Refused TOO_MANY_DECIMALS/ }).waitFor();
    await pictures(desk, 'import-batch');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.waitForURL(/batch=console-batch/);
    await page.getByRole('gridcell', { name: /1,234\.50/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel the batch' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the batch: console-batch' });
    await question.getByRole('button', { name: 'Cancel the batch' }).click();
    await page.getByRole('gridcell', { name: 'Cancelled' }).waitFor();
    silent(desk);
  });
});
