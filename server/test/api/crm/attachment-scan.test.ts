// Attachments and the virus scanner: no file is served before it has been scanned.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { EICAR, startScanner, type TestScanner } from '../../support/outside/virus-scanner.js';
import { waitFor } from '../../support/wait.js';
import { base64, PDF, TEXT } from './attachment-content.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const CRM = '/api/v1/crm';

let scanner: TestScanner;
let app: CrmApp;
let messageId: number;
before(async () => {
  scanner = await startScanner();
  app = await startCrmApp({ clamdUrl: scanner.url });
  const made = await app.as('CRM').post(`${CRM}/whatsapp/create`, { direction: 'INBOUND' });
  messageId = made.body.id;
});
after(async () => {
  await app?.stop();
  await scanner.stop();
});

async function attach(bytes: Buffer, more: object = {}): Promise<Json> {
  const file = { base64Attachment: base64(bytes), fileMimeType: 'text/plain', ...more };
  const body = { id: messageId, attachmentsWS: [file] };
  const reply = await app.as('CRM').put(`${CRM}/whatsapp/update`, body);
  assert.equal(reply.status, 200, reply.text);
  const { id } = Object(more);
  const all: Json[] = reply.body.result.attachmentsWS;
  return id === undefined ? all.at(-1) : all.find((each) => each.id === id);
}

const download = (id: number): Promise<TestReply> =>
  app.as('CRM').get(`${CRM}/attachment/id/${id}`);

async function statusOf(id: number): Promise<string> {
  const rows = await app.db.query<{ status: string }>(
    sql`select scan_status as status from attachment where id = ${id}`,
  );
  return rows[0]?.status ?? '';
}

const settled = (id: number, status: string) =>
  waitFor(`attachment ${id} to be ${status}`, async () => (await statusOf(id)) === status, 20_000);

/** Makes pending scans due now. */
const hurry = () =>
  app.db.query(sql`update job set not_before = now() where kind = 'attachment.scan'`);

describe('success', () => {
  test('a clean file is in quarantine until it is scanned, and then served', async () => {
    scanner.behave('HANGS_UP');
    const { id, scanStatus } = await attach(TEXT);
    assert.equal(scanStatus, 'QUARANTINED');
    const refused = await download(id);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.msgCode, 'ATTACHMENT_QUARANTINED');
    assert.deepEqual(refused.body.msgArgs, ['QUARANTINED']);
    scanner.behave('SCANS');
    await settled(id, 'CLEAN');
    const reply = await download(id);
    assert.equal(reply.status, 200);
    assert.equal(reply.text, TEXT.toString('utf8'));
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment; filename=/);
    assert.equal(reply.headers.get('content-security-policy'), "default-src 'none'; sandbox");
  });

  test('an infected file is never served, and its record shows the infection', async () => {
    const { id } = await attach(EICAR);
    await settled(id, 'INFECTED');
    const reply = await download(id);
    assert.equal(reply.status, 403);
    assert.equal(reply.body.msgCode, 'ATTACHMENT_INFECTED');
    const { body } = await app.as('CRM').get(`${CRM}/whatsapp/id/${messageId}`);
    const shown = body.attachmentsWS.find((each: Json) => each.id === id);
    assert.equal(shown.scanResult, 'Eicar-Test-Signature');
    assert.ok(shown.scannedDttm);
  });

  test('a scan is retried until the scanner responds', async () => {
    scanner.behave('SAYS_ERROR');
    const { id } = await attach(Buffer.from('asked again'));
    await waitFor('two failed attempts', async () => {
      await hurry();
      const [job] = await app.db.query<{ attempts: number }>(sql`
        select attempts from job where kind = 'attachment.scan' order by id desc limit 1`);
      return (job?.attempts ?? 0) > 1;
    });
    assert.equal(await statusOf(id), 'QUARANTINED');
    scanner.behave('SCANS');
    await waitFor('the file to be clean', async () => {
      await hurry();
      return (await statusOf(id)) === 'CLEAN';
    });
  });

  test('new content is scanned again, and a verdict on the former content is ignored', async () => {
    const { id } = await attach(PDF);
    await settled(id, 'CLEAN');
    const changed = await attach(EICAR, { id });
    assert.equal(changed.scanStatus, 'QUARANTINED');
    assert.equal(changed.scanResult, undefined);
    await settled(id, 'INFECTED');
    const described = await attach(EICAR, { id, description: 'the same bytes' });
    assert.equal(described.scanStatus, 'QUARANTINED');
    await settled(id, 'INFECTED');
  });

  test('a file is scanned again on request', async () => {
    const { id } = await attach(EICAR);
    await settled(id, 'INFECTED');
    await app.db.query(sql`
      update attachment set scan_status = 'NOT_SCANNED', scan_result = null where id = ${id}`);
    const reply = await app.as('CRM').put(`${CRM}/attachment/scan/id/${id}`);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.result.scanStatus, 'QUARANTINED');
    await settled(id, 'INFECTED');
  });
});

describe('refusals', () => {
  test('403, 404: a role without the permission; an attachment that does not exist', async () => {
    assert.equal((await app.as('AUDITOR').put(`${CRM}/attachment/scan/id/1`)).status, 403);
    assert.equal((await app.as('CRM').put(`${CRM}/attachment/scan/id/999999`)).status, 404);
  });

  test('409: no scanner is configured, and files are NOT_SCANNED', async () => {
    const bare = await startCrmApp();
    try {
      const crm = bare.as('CRM');
      const file = { base64Attachment: base64(TEXT), fileMimeType: 'text/plain' };
      const made = await crm.post(`${CRM}/whatsapp/create`, { attachmentsWS: [file] });
      const [{ id, scanStatus }] = made.body.result.attachmentsWS;
      assert.equal(scanStatus, 'NOT_SCANNED');
      const reply = await crm.put(`${CRM}/attachment/scan/id/${id}`);
      assert.equal(reply.status, 409);
      assert.equal(reply.body.msgCode, 'NO_VIRUS_SCANNER');
      assert.deepEqual(reply.body.msgArgs, ['NOT_SCANNED']);
    } finally {
      await bare.stop();
    }
  });
});
