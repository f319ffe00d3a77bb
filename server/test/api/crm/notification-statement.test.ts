// A rule that sends customers their statements of wealth, with the document attached.

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
  app = await startTestApp({ demo: true, exchange: 'none', dataFolder });
});
after(async () => {
  await app?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

test('an issued statement is sent to its customer as a PDF', async () => {
  const crm = app.as('CRM');
  const template = await crm.post('/api/v1/crm/template/create', {
    ...{ name: 'WEALTH-STATEMENT', channel: 'EMAIL', relatedTo: 'WEALTH_STATEMENT' },
    contents: [
      {
        language: 'en',
        subject: 'Statement {{statement.number}}',
        text: 'Dear {{customer.label}}, attached is your statement to {{statement.to}}.',
      },
    ],
  });
  assert.equal(template.status, 201, template.text);
  const rule = await crm.post('/api/v1/crm/notification-rule/create', {
    ...{ name: 'WEALTH-STATEMENT', eventType: 'wealth-statement.issued', recipient: 'CUSTOMER' },
    ...{ channels: [{ channel: 'EMAIL', templateId: template.body.id }], attachDocument: true },
  });
  assert.equal(rule.status, 201, rule.text);
  const [customer] = await app.db.query<{ id: bigint }>(sql`
    update customer set email_address = 'owner@example.com'
    where id = (select min(id) from customer) returning id`);
  const [day] = await app.db.query<{ date: string }>(sql`
    select business_date - 1 as date from business_day`);
  const issued = await app.as('OPERATIONS').post('/api/v1/wealth/statement/issue', {
    ...{ customerId: Number(customer?.id), sd: '2026-11-02', ed: day?.date },
  });
  assert.equal(issued.status, 201, issued.text);
  const { name } = issued.body;
  const mail = await waitFor('the mail with the statement', async () => {
    const [sent] = await app.db.query<{ body: string; file_name: string; sha256: string }>(sql`
      select m.body, a.file_name, a.sha256 from message m
      join message_transport t on t.id = m.id
      join message_attachment a on a.transport_id = m.id
      where m.subject = ${`Statement ${name}`}`);
    return sent;
  });
  assert.match(mail.body, new RegExp(`attached is your statement to ${day?.date}`));
  assert.equal(mail.file_name, `wealth-statement-${name}.pdf`);
  const pdf = await openAttachmentStore(dataFolder).get(mail.sha256);
  assert.match(pdfPages(pdf).join(' '), new RegExp(`No. ${name}`));
});
