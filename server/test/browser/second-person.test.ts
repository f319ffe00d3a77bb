// Work that needs two people: the approval inbox, placements, the maturity ladder, imports and
// undoing them, and the audit trail.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { LEAD_COLUMNS } from '../../src/modules/crm/lead-import/column.js';
import { JOURNAL_COLUMNS } from '../../src/modules/finance/journal/import-csv.js';
import { PRICE_TABLE } from '../../src/modules/market/price-import/csv.js';
import { sql } from '../../src/platform/database/sql.js';
import type { Json } from '../support/app.js';
import { type Desk, officeId, openRoom } from '../support/page/browser.js';
import { untilCount, untilDisabled } from '../support/page/locator.js';

const API = '/api/v1';
const JOURNALS = [
  'journal,account,debit,credit,narration,cost centre',
  'A1,EXP:BANK,100.50,,Charges,7',
  'A1,BANK:FIRM,,100.50,,',
].join('\n');
const LEADS = ['firstName,lastName,emailAddress1,shoe', 'Imported,Person,imported@example.com,43'];
const file = (name: string, text: string) => ({
  ...{ name, mimeType: 'text/csv', buffer: Buffer.from(text) },
});

const NARROW = { width: 390, height: 844 };

describe('two people in the console', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const as = (role: string) => app().as(role);

  /** Creates one pending item of each kind, all by the same user. */
  async function makeAll(): Promise<void> {
    const made = [
      await as('OPERATIONS').post(`${API}/order/fundtransaction/submit`, {
        ...{ transType: 'SUBSCRIPTION', fundName: 'CHMMF', customerName: '0000000001' },
        amount: 25_000,
      }),
      await as('ADMIN').post(`${API}/order/fund/nav/create`, {
        ...{ fundName: 'CHEQF', navPerUnit: 101 },
      }),
      await as('ADMIN').post(`${API}/order/fund/distribution/create`, {
        ...{ fundName: 'CHMMF', incomePerUnit: 0.5 },
      }),
      await as('FINANCE').post(`${API}/order/fund/settlement/create`, {
        ...{ fundName: 'CHMMF', businessOfficeName: '0000000001', direction: 'RECEIPT', amount: 3 },
      }),
      await as('FINANCE').post(
        `${API}/finance/journal/import?businessOfficeName=0000000001&label=waits.csv`,
        { csv: JOURNALS },
      ),
      await as('ADMIN').put(`${API}/system/fix-session/reset/id/1`, { reason: 'agreed by phone' }),
    ];
    for (const reply of made) assert.ok(reply.status < 300, reply.text);
  }

  it('shows the open item below the list, and the chosen tab, in a narrow window', async () => {
    const made = await as('ADMIN').post(`${API}/order/fund/distribution/create`, {
      ...{ fundName: 'CHMMF', incomePerUnit: 0.25 },
    });
    const desk = await sit('APPROVER');
    const { page } = desk;
    await page.setViewportSize(NARROW);
    await desk.go('/approvals');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Distribution' })
      .getByRole('button')
      .click();
    await page.getByText('Ex-date').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click({ trial: true });
    await desk.picture('approval-narrow');
    await desk.go('/customers/1?part=timeline');
    const chosen = await page.getByRole('link', { name: 'Timeline' }).boundingBox();
    assert.ok(chosen !== null && chosen.x + chosen.width <= NARROW.width);
    const path = `${API}/order/fund/distribution/reject/id/${made.body.id}`;
    await as('APPROVER').put(path, { reason: 'shown' });
    silent(desk);
  });

  it('shows every pending item with its changes and journals', async () => {
    await makeAll();
    const desk = await sit('APPROVER');
    const { page } = desk;
    await desk.go('/approvals');
    const line = (what: string) => page.getByRole('listitem').filter({ hasText: what }).first();
    for (const kind of [
      ...['Fund order', 'Net asset value', 'Distribution', 'Custodian settlement'],
      ...['Journal import', 'Sequence number reset'],
    ]) {
      await line(kind).getByRole('button').click();
      await page.getByText('Details').waitFor();
      await desk.picture(`approval-${kind.toLowerCase().replaceAll(' ', '-')}`);
    }
    await line('Custodian settlement').getByRole('button').click();
    await page.getByText('Journal to be posted').waitFor();
    await untilCount(page.getByRole('cell', { name: '3.00' }), 2);
    await line('waits.csv').getByRole('button').click();
    await page.getByRole('cell', { name: 'EXP:BANK' }).waitFor();
    silent(desk);
  });

  it('rejects only with a reason, which every user sees at once', async () => {
    const [one, other] = [await sit('APPROVER'), await sit('APPROVER')];
    for (const desk of [one, other]) await desk.go('/approvals');
    const line = (desk: Desk) =>
      desk.page.getByRole('listitem').filter({ hasText: 'Subscription CHMMF NGN 25,000' });
    await line(other).getByRole('button').click();
    await line(one).getByRole('button').click();
    await one.page.getByRole('button', { name: 'Reject', exact: true }).click();
    const dialog = one.page.getByRole('dialog');
    const reject = dialog.getByRole('button', { name: 'Reject' });
    await untilDisabled(reject);
    await dialog.getByLabel('Reason').fill('Not signed');
    await reject.click();
    await line(one).waitFor({ state: 'detached' });
    await line(other).waitFor({ state: 'detached' });
    // The next item does not open automatically, so that users never approve or reject an item that
    // they have not read.
    const approve = other.page.getByRole('button', { name: 'Approve', exact: true });
    await other.page.getByText('Already decided.').waitFor();
    assert.equal(await approve.count(), 0);
    await other.picture('approval-gone');
    await other.page.keyboard.press('j');
    await approve.waitFor();
    const { body } = await as('ADMIN').get(`${API}/order/fundtransaction/list?t=REJECTED`);
    assert.equal(body.result[0].reason, 'Not signed');
    silent(one);
  });

  it('approves the displayed journal, and is refused for another one', async () => {
    const propose = async (path: string, body: Json) => {
      const made = await as('ADMIN').post(`${API}/finance/${path}/propose`, body);
      assert.equal(made.status, 201, made.text);
      const agreed = await as('APPROVER').put(`${API}/system/change/approve/id/${made.body.id}`);
      assert.equal(agreed.status, 200, agreed.text);
    };
    const made = await as('OPERATIONS').post(`${API}/finance/cash-transaction/create`, {
      ...{ transType: 'TRANSFER', amount: 31, description: 'Between offices' },
      ...{ partnerName: '0000000001', counterPartyPartnerName: '0000000002' },
      ...{ reference: 'BO-31', processingFees: 1.5 },
    });
    assert.equal(made.status, 201, made.text);
    const desk = await sit('APPROVER');
    const { page } = desk;
    await desk.go('/approvals');
    await page.getByRole('button', { name: /Transfer NGN 31.00/ }).click();
    await page.getByText('0000000001:TRANSFER:CONTROL:NGN').waitFor();
    // The approver sees the recipient, fees and value date.
    await page.getByRole('row', { name: /Babatunde Olumide Adeyemi.*NGN 31.00/ }).waitFor();
    for (const [term, said] of [
      ['To', '0000000002 · 0000000004'],
      ['Reference', 'BO-31'],
      ['Fee', 'NGN 1.50'],
      ['Value date', 'The posting date'],
    ] as const) {
      const shown = page
        .locator('.terms > div')
        .filter({ has: page.getByText(term, { exact: true }) });
      await shown.locator('dd').filter({ hasText: said }).waitFor();
    }
    await propose('ledger-code', {
      ...{
        code: 'LIAB:OFFICES',
        label: 'Between offices',
        accountClass: 'LIABILITY',
        control: true,
      },
    });
    await propose('account-mapping', {
      ...{ entry: 'CASH_TRANSFER', line: 'OFFICE_CONTROL', code: 'LIAB:OFFICES' },
    });
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await approve.click();
    await page.getByRole('link', { name: /JOURNAL_CHANGED/ }).waitFor();
    await page.getByText('0000000001:LIAB:OFFICES:NGN').waitFor();
    await approve.click();
    await page.getByText('Approved: Transfer NGN 31.00').waitFor();
    silent(desk);
  });

  it('decides many items of several kinds, and shows each outcome', async () => {
    const asked = { ...{ transType: 'PAYMENT', partnerName: '0000000001', currency: 'NGN' } };
    await as('OPERATIONS').post(`${API}/finance/cash-transaction/create`, { ...asked, amount: 7 });
    const own = await as('APPROVER').get(`${API}/finance/cash-transaction/list?transState=PENDING`);
    const desk = await sit('APPROVER');
    const { page } = desk;
    await desk.go('/approvals');
    const lines = page.getByRole('listitem');
    await lines.filter({ hasText: 'Payment NGN 7.00' }).getByRole('checkbox').check();
    await lines.filter({ hasText: 'Receipt CHMMF NGN 3.00' }).getByRole('checkbox').check();
    // Another user has already approved or rejected this item, so only this approval is refused.
    const waiting = own.body.result.find(({ amount }: Json) => amount === 7);
    await page.getByText('2 records').first().waitFor();
    const bulk = page.locator('.bulk').getByRole('button', { name: 'Approve' });
    await bulk.click();
    await as('ADMIN').put(`${API}/finance/cash-transaction/cancel/id/${waiting.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Approve (2)' }).click();
    await page.getByText('1 of 2 done, 1 refused').waitFor();
    await page.getByRole('link', { name: /CASH_TRANSACTION_WRONG_STATE/ }).waitFor();
    await desk.picture('approval-outcomes');
    silent(desk);
  });

  it('shows an approver the items of one office, and several outcomes', async () => {
    // This office differs from that of working-day.test.ts, which counts its approved transactions.
    const office = 'Lagos';
    const [customer] = await app().db.query<{ name: string }>(sql`
      select name from customer where office_id = ${await officeId(app(), office)} limit 1`);
    const asked = { transType: 'RECEIPT', partnerName: customer?.name, currency: 'NGN' };
    for (const amount of [41, 42]) {
      const path = `${API}/finance/cash-transaction/create`;
      const made = await as('OPERATIONS').post(path, { ...asked, amount });
      assert.equal(made.status, 201, made.text);
    }
    const desk = await sit('APPROVER', office);
    const { page } = desk;
    await desk.go('/approvals');
    for (const amount of [41, 42]) {
      const line = page.getByRole('listitem').filter({ hasText: `Receipt NGN ${amount}.00` });
      await line.getByRole('checkbox').check();
    }
    await page.locator('.bulk').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve (2)' }).click();
    await page.getByText('2 of 2 done').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Receipt NGN 42.00' }).waitFor({
      state: 'detached',
    });
    await page.getByText('2 of 2 done').waitFor();
    silent(desk);
  });

  it('places a deposit: schedule, start, and entry in the maturity ladder', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/1?part=income');
    await page.getByRole('button', { name: 'New placement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Product').selectOption({ index: 1 });
    await dialog.getByLabel('Face value').fill('250000');
    await dialog.getByText('Withholding tax').first().waitFor();
    await dialog.getByRole('table', { name: 'Schedule' }).waitFor();
    await dialog.getByRole('img', { name: /^Book value by day/ }).waitFor();
    await desk.picture('placement-deposit');
    const held = async () =>
      (await as('ADMIN').get(`${API}/order/terminstrument/customer/list?c=1`)).body.count;
    const before = await held();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText('This debits the money now').waitFor();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('The placement has started.').waitFor();
    assert.equal(await held(), before + 1);
    await page.getByRole('table', { name: /^Maturity ladder NGN/ }).waitFor();
    await page.getByRole('cell', { name: '250,000.00' }).first().waitFor();
    await desk.picture('income');
    silent(desk);
  });

  it('shows cost and hold of a bill and a fund order', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/7?part=income&form=place');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Treasury bill' }).check();
    await dialog.getByLabel('Product').selectOption({ index: 1 });
    await dialog.getByLabel('Face value').fill('100000');
    await dialog.getByText('Cost', { exact: true }).waitFor();
    await desk.picture('placement-bill');
    await dialog.getByRole('radio', { name: 'Fund' }).check();
    await dialog.getByLabel('Product').selectOption('CHMMF');
    await dialog.getByLabel('Amount', { exact: true }).fill('1');
    await dialog.getByRole('link', { name: /FUND_MINIMUM/ }).waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('20000');
    await dialog.getByText('Held until dealt').waitFor();
    await desk.picture('placement-fund');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('The order is waiting for approval.').waitFor();
    await page.getByRole('heading', { name: 'Fund orders' }).waitFor();
    silent(desk);
  });

  it('totals the maturity ladder of the firm', async () => {
    const desk = await sit('FINANCE');
    await desk.go('/maturities');
    const table = desk.page.getByRole('table', { name: /^Maturity ladder NGN/ });
    await table.waitFor();
    const { body } = await as('ADMIN').get(`${API}/order/maturity/ladder`);
    const sum = body.rungs
      .filter(({ currency }: Json) => currency === 'NGN')
      .reduce((total: number, { principal }: Json) => total + principal, 0);
    const shown = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(sum);
    await table.getByRole('row', { name: `Total ${shown}` }).waitFor();
    await desk.picture('maturities');
    await desk.page.getByRole('radio', { name: 'Week' }).check();
    await desk.page.waitForURL(/by=WEEK/);
    silent(desk);
  });

  it('imports journals, posts them and undoes them, each after approval', async () => {
    const maker = await sit('FINANCE');
    const checker = await sit('APPROVER');
    await maker.go('/journals?form=import');
    // The file has a column with an unusual header, which the user maps.
    const foreign = 'Beleg,Konto,Soll,Haben\nB1,EXP:BANK,1,\nB1,BANK:FIRM,,1\n';
    await maker.page.getByLabel(/^File/).setInputFiles(file('beleg.csv', foreign));
    await maker.page
      .getByRole('alert')
      .getByRole('link', { name: /INVALID_REQUEST/ })
      .waitFor();
    const told = maker.page.getByLabel('Beleg', { exact: true }).locator('option');
    await untilCount(told, JOURNAL_COLUMNS.length + 2);
    for (const [header, label] of [
      ['Beleg', 'Journal'],
      ['Konto', 'Account'],
      ['Soll', 'Debit'],
      ['Haben', 'Credit'],
    ] as const) {
      await maker.page.getByLabel(header, { exact: true }).selectOption({ label });
    }
    await maker.page.getByText(/^2 rows in 1 journals?, 0 refused$/).waitFor();
    await maker.picture('import-journals-mapped');
    await maker.page.getByLabel(/^File/).setInputFiles(file('undo.csv', JOURNALS));
    await maker.page.getByText(/^2 rows in 1 journals?, 0 refused$/).waitFor();
    await maker.page.getByText('Ignored columns: cost centre').waitFor();
    await maker.picture('import-journals');
    await maker.page.getByRole('button', { name: 'Import', exact: true }).click();
    await maker.page.getByText('The import is waiting for approval.').waitFor();
    const decide = async (kind: string) => {
      await checker.go('/approvals');
      const line = checker.page
        .getByRole('listitem')
        .filter({ hasText: kind })
        .filter({ hasText: 'undo.csv' });
      await line.getByRole('button').click();
      await checker.page.getByText('Journal rows').waitFor();
      await checker.page.getByRole('button', { name: 'Approve', exact: true }).click();
      await line.waitFor({ state: 'detached' });
    };
    await decide('Journal import');
    const row = maker.page.getByRole('row').filter({ hasText: 'undo.csv' });
    await row.getByText('Posted').waitFor();
    await row.getByRole('button', { name: 'Undo' }).click();
    await maker.page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Undo pending').waitFor();
    await decide('Import undo');
    await row.getByText('Undone').waitFor();
    await maker.picture('journal-import-undone');
    silent(maker);
    silent(checker);
  });

  it('imports leads and a bank statement with a preview, and undoes both', async () => {
    const desk = await sit('ADMIN');
    const { page } = desk;
    await desk.go('/imports?of=leads&form=new');
    await page.getByLabel(/^File/).setInputFiles(file('leads.csv', LEADS.join('\n')));
    await page.getByText('1 row: 1 accepted, 0 duplicates, 0 refused').waitFor();
    await page.getByText('Ignored columns: shoe').waitFor();
    const members = page.getByLabel('shoe', { exact: true }).locator('option');
    await untilCount(members, LEAD_COLUMNS.length + 2);
    // The user maps a column with an unusual header.
    await page.getByLabel('shoe', { exact: true }).selectOption({ label: 'Notes' });
    await page.getByText('Ignored columns').waitFor({ state: 'detached' });
    await desk.picture('import-leads');
    await page.getByLabel('shoe', { exact: true }).selectOption({ label: 'First name' });
    await page.getByLabel('firstName', { exact: true }).selectOption({ label: 'First name' });
    await page
      .getByRole('alert')
      .getByRole('link', { name: /INVALID_REQUEST/ })
      .waitFor();
    const go = page.getByRole('button', { name: 'Import', exact: true });
    await untilDisabled(go);
    await page.getByLabel('shoe', { exact: true }).selectOption({ label: 'Ignored' });
    await page.getByText('Ignored columns: shoe').waitFor();
    await page.getByLabel('shoe', { exact: true }).selectOption({ label: 'Notes' });
    await page.getByText('1 row: 1 accepted, 0 duplicates, 0 refused').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const lead = page.getByRole('row').filter({ hasText: 'leads.csv' });
    await lead.getByText('Committed').waitFor();
    const leads = async () =>
      (await as('ADMIN').get(`${API}/crm/lead/list?q=imported@example.com`)).body.count;
    assert.equal(await leads(), 1);
    const [made] = (await as('ADMIN').get(`${API}/crm/lead/list?q=imported@example.com`)).body
      .result;
    assert.equal(made.description, '43');
    await lead.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await lead.getByText('Undone').waitFor();

    await desk.go('/imports?of=statements&form=new');
    await page.getByLabel('Bank account').fill('0000000001');
    await page
      .getByRole('option', { name: /0000000001/ })
      .first()
      .click();
    const lines = 'When;Amount;Ref;Narration\n2026-01-05;1250.50;FT-1;Transfer in';
    await page.getByLabel(/^File/).setInputFiles(file('bank.csv', lines));
    await page.getByLabel('When', { exact: true }).selectOption({ label: 'Date' });
    await page.getByText('1 new line, 0 known lines, 0 matched automatically').waitFor();
    await page.getByRole('cell', { name: '1,250.50' }).waitFor();
    await desk.picture('import-statement');
    await page.getByLabel('Amount', { exact: true }).selectOption({ label: 'Ignored' });
    await page.getByRole('link', { name: /BANK_STATEMENT_REFUSED/ }).waitFor();
    await page.getByLabel('Amount', { exact: true }).selectOption({ label: 'Amount' });
    await page.getByRole('cell', { name: '1,250.50' }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const statement = page.getByRole('row').filter({ hasText: 'bank.csv' });
    await statement.getByRole('button', { name: 'Unmatched lines' }).click();
    await page.getByRole('cell', { name: 'FT-1' }).waitFor();
    await statement.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await statement.getByText('Undone').waitFor();
    await desk.picture('imports');
    silent(desk);
  });

  it('imports prices from mapped columns, shows refused rows, and undoes all', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/imports?of=prices&form=new');
    const rows = ['Symbol;Tag;Open;High;Low;Close', 'ACCESS;2025-03-03;20;21;19;20.5'];
    const text = [...rows, 'NOSUCH;2025-03-03;1;1;1;1'].join('\n');
    await page.getByLabel(/^File/).setInputFiles(file('prices.csv', text));
    await page
      .getByRole('alert')
      .getByRole('link', { name: /INVALID_REQUEST/ })
      .waitFor();
    await untilDisabled(page.getByRole('button', { name: 'Import', exact: true }));
    const members = page.getByLabel('Tag', { exact: true }).locator('option');
    await untilCount(members, PRICE_TABLE.columns.length + 2);
    await page.getByLabel('Symbol', { exact: true }).selectOption({ label: 'Security' });
    await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'Date' });
    const sum = '2 rows: 1 new, 0 replaced, 0 unchanged, 1 refused';
    await page.getByText(sum).waitFor();
    await page.getByRole('row', { name: /^2 NOSUCH .* Refused UNKNOWN_SECURITY/ }).waitFor();
    await desk.picture('import-prices');
    const closes = () =>
      app().db.query<{ close: string }>(sql`
      select d.close::text from security_price_day d join security s on s.id = d.security_id
      where s.name = 'ACCESS' and d.price_date = '2025-03-03'`);
    assert.deepEqual(await closes(), []);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const line = page.getByRole('row').filter({ hasText: 'prices.csv' });
    await line.getByText('Imported').waitFor();
    assert.deepEqual(await closes(), [{ close: '20.5' }]);
    const saving = page.waitForEvent('download');
    await line.getByRole('button', { name: 'Refused rows' }).click();
    assert.match((await saving).suggestedFilename(), /^price-import-.*\.csv$/);
    await line.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await line.getByText('Undone').waitFor();
    assert.deepEqual(await closes(), []);
    await desk.picture('price-imports');
    silent(desk);
  });

  it('shows the changes of a decision in the audit trail, and exports by filter', async () => {
    const desk = await sit('AUDITOR');
    const { page } = desk;
    await desk.go('/audit?e=rejectFundTransaction');
    await page.getByRole('gridcell', { name: 'rejectFundTransaction' }).first().dblclick();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row', { name: /status PENDING REJECTED$/ }).waitFor();
    await dialog.getByText('Not signed').waitFor();
    await desk.picture('audit-entry');
    await page.keyboard.press('Escape');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const saved = await saving;
    assert.match(saved.suggestedFilename(), /^audit.*\.csv$/);
    silent(desk);
  });

  it('finds an account by part of its label', async () => {
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/ledger');
    await page.getByLabel('Account').fill('settlement bank');
    await page
      .getByRole('option', { name: /settlement bank/i })
      .first()
      .click();
    await page.waitForURL(/[?&]a=/);
    await desk.picture('ledger-found');
    silent(desk);
  });
});
