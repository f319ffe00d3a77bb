// Settlements with custodians that settle trades themselves are entered for due contract notes,
// approved by another person, and reversed. Also tests the custodians of a portfolio.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from '../../src/platform/database/sql.js';
import type { Json } from '../support/app.js';
import { type Desk, openRoom } from '../support/page/browser.js';
import { picturesOf } from '../support/page/size.js';
import { waitFor } from '../support/wait.js';

const V1 = '/api/v1';
const SETTLEMENT = `${V1}/order/custodian/settlement`;

describe('settlements with custodians in the console', () => {
  // Uses its own server, because a portfolio's custodian would also settle the trades of other test
  // files.
  const { app, sit, it } = openRoom('OWN_SERVER');
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);
  const write = async (role: string, path: string, body: object) => {
    const method = path.endsWith('/submit') ? 'post' : 'put';
    const reply = await app().as(role)[method](`${V1}/${path}`, body);
    assert.ok(reply.status < 300, reply.text);
    return reply.body;
  };
  const open = async (): Promise<Json> =>
    (await app().as('FINANCE').get(`${SETTLEMENT}/due/list?custodianName=GLOBAL`)).body;

  /**
   * Buys for a portfolio whose custodian settles trades itself, and makes the settlement due today.
   */
  async function boughtAndDue(): Promise<Json> {
    const proposal = { name: 'GLOBAL', label: 'Global Custody', settles: 'CUSTODIAN' };
    const { id } = await write('OPERATIONS', 'partner/custodian/propose', proposal);
    await write('APPROVER', `system/change/approve/id/${id}`, {});
    await write('CLIENT', 'order/portfolio/custodian/assign', {
      portfolioName: '0000000001',
      custodians: [{ custodianName: 'GLOBAL', standing: true }],
    });
    await write('CLIENT', 'order/tradeorder/submit', {
      ...{ portfolioName: '0000000001', securityName: 'ACCESS', orderType: 'BUY' },
      ...{ priceType: 'MARKET', quantityRequested: '10', orderTermName: 'DAY' },
    });
    const note = await waitFor('the contract note', async () => (await open()).result[0]);
    await app().db.query(sql`
      update contract_note set settlement_date = (select business_date from business_day)
      where id = ${BigInt(note.id)}`);
    return note;
  }

  it('are entered, approved by another person, and reversed', async () => {
    const note = await boughtAndDue();
    const desk = await sit('FINANCE');
    const { page } = desk;
    await desk.go('/custodian-settlements');
    await page.getByText('No settlements with custodians').waitFor();
    await page.getByRole('button', { name: 'New settlement' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Custodian').selectOption('Global Custody');
    const enter = dialog.getByRole('button', { name: 'Enter settlement' });
    assert.ok(await enter.isDisabled());
    await dialog.getByRole('checkbox', { name: note.name }).check();
    await dialog.getByText('The custodian pays the firm').waitFor();
    await dialog.getByLabel('Reference').fill('TRF-4711');
    await picturesOf(desk, 'custodian-settlement-form');
    await enter.click();
    await page.getByText('Settlement entered. A second person must approve it.').waitFor();
    const row = page.getByRole('row', { name: /Global Custody/ });
    await row.getByText('Pending').waitFor();
    await picturesOf(desk, 'custodian-settlements');

    const second = await sit('APPROVER');
    await second.go('/approvals');
    const hasText = 'Custodian trade settlement';
    const line = second.page.getByRole('listitem').filter({ hasText });
    await line.getByRole('button').click();
    await second.page.getByText('TRF-4711').waitFor();
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await line.waitFor({ state: 'detached' });
    assert.equal((await open()).count, 0);
    silent(second);

    await desk.go('/custodian-settlements?state=POSTED');
    await row.dblclick();
    await dialog.getByRole('rowheader', { name: note.name }).waitFor();
    silent(desk);

    await second.go('/custodian-settlements');
    const theirs = second.page.getByRole('row', { name: /Global Custody/ });
    await theirs.dblclick();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
    const confirm = second.page.getByRole('dialog').last();
    await confirm.getByLabel('Reason').fill('Paid to another account');
    await confirm.getByRole('button', { name: 'Reverse' }).click();
    await second.page
      .getByText('Settlement reversed. Its contract notes are open again.')
      .waitFor();
    assert.equal((await open()).count, 1);
    silent(second);
  });

  it('can be exported as a file', async () => {
    const { status, text } = await app().as('FINANCE').get(`${SETTLEMENT}/list/csv`);
    assert.equal(status, 200, text);
    assert.match(text, /GLOBAL,.*,RECEIPT,.*,REVERSED/);
  });

  it("result from a portfolio's custodians, which a profile sets", async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/customers/2?part=profile');
    await page.getByRole('button', { name: 'Set custodians of portfolio 0000000002' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Global Custody', exact: true }).check();
    await dialog.getByLabel('Account at Global Custody').fill('G-77');
    await dialog.getByRole('checkbox', { name: 'Global Custody (default)' }).check();
    await picturesOf(desk, 'custodians-of-portfolio');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Global Custody (default)' }).waitFor();
    await page.getByRole('button', { name: 'Set agent' }).click();
    await dialog.getByLabel('Agent').selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const read = async (path: string): Promise<Json> =>
      (await app().as('CLIENT').get(`${V1}/${path}/2`)).body;
    const { custodians } = await read('order/portfolio/custodian/id');
    assert.deepEqual(
      custodians.map((each: Json) => [each.custodianName, each.accountNo, each.standing]),
      [['GLOBAL', 'G-77', true]],
    );
    assert.equal((await read('partner/agent/customer/id')).agentName, 'INTRODUCER');
    silent(desk);
  });
});
