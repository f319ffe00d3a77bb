// Rules that send customers their wealth statements and tax packs, with the document attached.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { pdfPages } from '../../support/pdf-text.js';
import { waitFor } from '../../support/wait.js';

let app: TestApp;
let dataFolder: string;
before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'countinghouse-statement-'));
  app = await startTestApp({ demo: true, dataFolder, exchange: 'none', workersLeftOut: [] });
});
after(async () => {
  await app?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

interface DocumentRule {
  readonly name: string;
  readonly relatedTo: string;
  readonly eventType: string;
  readonly subject: string;
  readonly text: string;
  readonly conditions?: readonly object[];
}

/** Creates a rule that mails the document of an event to its customer. */
async function mailDocument(rule: DocumentRule): Promise<void> {
  const { name, relatedTo, eventType, subject, text, conditions = [] } = rule;
  const crm = app.as('CRM');
  const template = await crm.post('/api/v1/crm/template/create', {
    ...{ name, channel: 'EMAIL', relatedTo },
    contents: [{ language: 'en', subject, text }],
  });
  assert.equal(template.status, 201, template.text);
  const made = await crm.post('/api/v1/crm/notification-rule/create', {
    ...{ name, eventType, recipient: 'CUSTOMER', conditions, attachDocument: true },
    channels: [{ channel: 'EMAIL', templateId: template.body.id }],
  });
  assert.equal(made.status, 201, made.text);
}

async function customerWithAddress(): Promise<number> {
  const [customer] = await app.db.query<{ id: bigint }>(sql`
    update customer set email_address = 'owner@example.com'
    where id = (select min(id) from customer) returning id`);
  assert.ok(customer);
  return Number(customer.id);
}

interface Mail {
  readonly body: string;
  readonly file_name: string;
  readonly pages: string;
}

/** Waits for the message with this subject, and returns it with the text of its document. */
async function mailed(subject: string): Promise<Mail> {
  const mail = await waitFor(`the mail ${subject}`, async () => {
    const [sent] = await app.db.query<{ body: string; file_name: string; sha256: string }>(sql`
      select m.body, a.file_name, a.sha256 from message m
      join message_transport t on t.id = m.id
      join message_attachment a on a.transport_id = m.id
      where m.subject = ${subject}`);
    return sent;
  });
  const pdf = await openAttachmentStore(dataFolder).get(mail.sha256);
  return { ...mail, pages: pdfPages(pdf).join(' ') };
}

test('an issued statement is sent to its customer as a PDF', async () => {
  await mailDocument({
    ...{ name: 'WEALTH-STATEMENT', relatedTo: 'WEALTH_STATEMENT' },
    ...{ eventType: 'wealth-statement.issued', subject: 'Statement {{statement.number}}' },
    text: 'Dear {{customer.label}}, attached is your statement to {{statement.to}}.',
  });
  const [day] = await app.db.query<{ date: string }>(sql`
    select business_date - 1 as date from business_day`);
  const issued = await app.as('OPERATIONS').post('/api/v1/wealth/statement/issue', {
    ...{ customerId: await customerWithAddress(), sd: '2026-11-02', ed: day?.date },
  });
  assert.equal(issued.status, 201, issued.text);
  const { name } = issued.body;
  const mail = await mailed(`Statement ${name}`);
  assert.match(mail.body, new RegExp(`attached is your statement to ${day?.date}`));
  assert.equal(mail.file_name, `wealth-statement-${name}.pdf`);
  assert.match(mail.pages, new RegExp(`No. ${name}`));
});

test('a tax pack is sent as a PDF by the rule for its state, and by no other', async () => {
  for (const state of ['FINAL', 'DRAFT']) {
    await mailDocument({
      ...{ name: `TAX-PACK-${state}`, relatedTo: 'TAX_PACK', eventType: 'tax-pack.issued' },
      subject: `${state} pack {{pack.number}}`,
      text: '{{pack.state}} {{pack.version}}: {{pack.from}} to {{pack.until}}.',
      conditions: [{ member: 'state', values: [state] }],
    });
  }
  const issued = await app.as('OPERATIONS').post('/api/v1/wealth/tax-pack/issue', {
    customerId: await customerWithAddress(),
  });
  assert.equal(issued.status, 201, issued.text);
  const { name } = issued.body;
  const [{ year } = { year: 0 }] = await app.db.query<{ year: number }>(sql`
    select extract(year from business_date)::int as year from business_day`);
  const mail = await mailed(`DRAFT pack ${name}`);
  assert.equal(mail.body.trim(), `DRAFT 1: ${year}-01-01 to ${year}-12-31.`);
  assert.equal(mail.file_name, `tax-pack-${name}.pdf`);
  assert.match(mail.pages, new RegExp(name));
  const [{ final } = { final: -1 }] = await app.db.query<{ final: number }>(sql`
    select count(*)::int as final from message where subject like 'FINAL pack%'`);
  assert.equal(final, 0);
});
