// Reference data in the console: an agent is proposed, changed, withdrawn and approved by another
// person; lists, versions, and the uses of a record.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Desk, openRoom } from '../support/page/browser.js';
import { textsOf, untilDisabled, untilValue } from '../support/page/locator.js';
import { picturesOf } from '../support/page/size.js';

describe('reference data in the console', () => {
  const { app, sit, it } = openRoom();
  const silent = ({ complaints }: Desk) => assert.deepEqual(complaints, []);

  /** Has another person open the change in the inbox and approve it. */
  async function approve(subject: string): Promise<void> {
    const second = await sit('APPROVER');
    await second.go('/approvals');
    const line = second.page.getByRole('listitem').filter({ hasText: subject });
    await line.getByRole('button').click();
    await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await line.waitFor({ state: 'detached' });
    silent(second);
  }

  it('proposes an agent with its shares, which another person approves', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/reference?of=agent');
    await page.getByRole('grid', { name: 'Agents' }).waitFor();
    await page.getByRole('button', { name: 'New agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code', { exact: true }).fill('north');
    await dialog.getByLabel('Name', { exact: true }).fill('North Introducers');
    await dialog.getByLabel('From trade date 1').fill('2026-03-02');
    await dialog.getByLabel('Percent 1').fill('101');
    await dialog.getByText('must be at most 100', { exact: true }).waitFor();
    await dialog.getByLabel('Percent 1').fill('12.5');
    await dialog.getByRole('button', { name: 'Add a share' }).click();
    await dialog.getByLabel('From trade date 2').fill('2026-03-02');
    await dialog.getByLabel('Percent 2').fill('15');
    await dialog.getByText('must be later than in the previous share').waitFor();
    await picturesOf(desk, 'reference-refused');
    await dialog.getByLabel('From trade date 2').fill('2026-09-01');
    await dialog.getByRole('heading', { name: 'What would change' }).waitFor();
    await dialog.getByLabel('Reason').fill('A new introducer');
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('north has been proposed. A second person must approve it.').waitFor();
    const waiting = page.getByRole('list', { name: 'Waiting for a second person' });
    await waiting.getByText('NORTH').waitFor();
    await waiting.getByRole('button', { name: 'What changes' }).click();
    await dialog.getByText('A new introducer').waitFor();
    await page.keyboard.press('Escape');
    await picturesOf(desk, 'reference-waiting');
    silent(desk);

    await approve('agent NORTH');
    await desk.go('/reference?of=agent');
    await page.getByRole('gridcell', { name: 'North Introducers' }).waitFor();
    await page.getByRole('gridcell', { name: /^15%/ }).waitFor();
    const { body } = await app().as('AUDITOR').get('/api/v1/partner/agent/list/active');
    const found = body.result.find(({ name }: { readonly name: string }) => name === 'NORTH');
    assert.deepEqual(found.shares, [
      { validFrom: '2026-03-02', percent: 12.5 },
      { validFrom: '2026-09-01', percent: 15 },
    ]);
    silent(desk);
  });

  it('changes a record: members in force, differences, withdrawal and versions', async () => {
    const { body } = await app().as('AUDITOR').get('/api/v1/partner/custodian/list/active');
    const [{ id, name, label }] = body.result;
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go(`/reference/custodian/${id}`);
    await page.getByRole('heading', { name: label }).waitFor();
    await page.getByRole('button', { name: 'Propose a change' }).click();
    const dialog = page.getByRole('dialog');
    await untilValue(dialog.getByLabel('Code', { exact: true }), name);
    assert.equal(await dialog.getByLabel('Code', { exact: true }).getAttribute('readonly'), '');
    await dialog.getByText('There are no changes from the version in force.').waitFor();
    await untilDisabled(dialog.getByRole('button', { name: 'Propose', exact: true }));
    await dialog.getByLabel('E-mail address').fill('no address');
    await dialog.getByText('is not an e-mail address').waitFor();
    await dialog.getByLabel('E-mail address').fill('desk@custody.example');
    await dialog.getByRole('cell', { name: /@custody.example$/ }).waitFor();
    await picturesOf(desk, 'reference-change');
    const send = dialog.getByRole('button', { name: 'Propose', exact: true });
    await send.click();
    const waiting = page.getByRole('list', { name: 'Waiting for a second person' });
    await waiting.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await waiting.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Propose a change' }).click();
    await dialog.getByLabel('E-mail address').fill('settle@custody.example');
    await dialog.getByRole('cell', { name: /@custody.example$/ }).waitFor();
    await send.click();
    await waiting.waitFor();
    await approve(`custodian ${name}`);
    await desk.go(`/reference/custodian/${id}?sd=2026-01-01`);
    await page.getByText('settle@custody.example').waitFor();
    const versions = page.locator('.panel').filter({ hasText: 'Versions' }).locator('tbody th');
    assert.deepEqual(await textsOf(versions), ['2', '1']);
    await page.getByRole('row', { name: /^2 / }).getByRole('button').click();
    await page.getByRole('dialog').getByText('settle@custody.example').waitFor();
    await page.keyboard.press('Escape');
    await picturesOf(desk, 'reference-record');
    silent(desk);
  });

  it('shows the portfolios of a custodian, and the statement of an agent', async () => {
    const as = (role: string) => app().as(role);
    const custodians = await as('AUDITOR').get('/api/v1/partner/custodian/list/active');
    const [{ id, name }] = custodians.body.result;
    const assigned = await as('OPERATIONS').put('/api/v1/order/portfolio/custodian/assign', {
      portfolioName: '0000000004',
      custodians: [{ custodianName: name, accountNo: 'CUS-4' }],
    });
    assert.equal(assigned.status, 200, assigned.text);
    const desk = await sit('AUDITOR');
    const { page } = desk;
    await desk.go(`/reference/custodian/${id}`);
    await page
      .getByRole('row', { name: /^0000000004 / })
      .getByText('CUS-4')
      .waitFor();
    await page.getByRole('link', { name: /^(No|\d+) orders?$/ }).click();
    await page.waitForURL(/custodianName=/);
    await page.getByText(`Custodian ${name}`).waitFor();

    const agents = await as('AUDITOR').get('/api/v1/partner/agent/list/active');
    await desk.go(`/reference/agent/${agents.body.result[0].id}`);
    await page.getByRole('heading', { name: 'Commission statement' }).waitFor();
    await page.getByText('No commission yet').waitFor();
    await picturesOf(desk, 'reference-agent');
    await page.getByLabel('From').fill('2026-01-01');
    await page.waitForURL(/sd=2026-01-01/);
    assert.equal(await page.getByRole('button', { name: 'Propose a change' }).count(), 0);

    const gateways = await as('AUDITOR').get('/api/v1/finance/payment-gateway/list/active');
    const [gateway] = gateways.body.result;
    await desk.go(`/reference/payment-gateway/${gateway.id}`);
    await page.getByRole('link', { name: /through this gateway/ }).click();
    await page.waitForURL(/gateway=/);
    await page.getByRole('button', { name: `Gateway ${gateway.label}` }).click();
    await page.waitForURL((url) => !url.search.includes('gateway'));
    silent(desk);
  });

  it('edits former codes of a portfolio type, and the limits of an office', async () => {
    const desk = await sit('OPERATIONS');
    const { page } = desk;
    await desk.go('/reference?of=portfolio-type&form=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code', { exact: true }).fill('COOPERATIVE');
    await dialog.getByLabel('Name', { exact: true }).fill('Cooperative');
    await dialog.getByLabel('Former codes').fill('COOP\nINDIVIDUAL');
    await dialog.getByText(/is a code or the label of INDIVIDUAL/).waitFor();
    await dialog.getByLabel('Former codes').fill('COOP\n0000000033');
    await dialog.getByRole('heading', { name: 'What would change' }).waitFor();
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.getByText('COOPERATIVE has been proposed.').waitFor();
    silent(desk);
    const admin = await sit('ADMIN');
    await admin.go('/reference?of=business-office');
    await admin.page.getByRole('gridcell', { name: 'Abuja office' }).dblclick();
    await admin.page.getByRole('button', { name: 'Propose a change' }).click();
    const change = admin.page.getByRole('dialog');
    await change
      .getByLabel('Amount at which cash transactions need a second approval')
      .fill('1,250,000.50');
    await change.getByRole('cell', { name: '1250000.5', exact: true }).waitFor();
    await admin.page.keyboard.press('Escape');
    silent(admin);
  });

  it('offers no proposal to a user of one office', async () => {
    const desk = await sit('OPERATIONS', 'Lagos');
    await desk.go('/reference?of=custodian');
    await desk.page.getByRole('grid', { name: 'Custodians' }).waitFor();
    assert.equal(await desk.page.getByRole('button', { name: 'New custodian' }).count(), 0);
    silent(desk);
  });
});
