// Pictures of customers and the virus scanner: no picture is served before it has been scanned.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { EICAR, startScanner, type TestScanner } from '../../support/outside/virus-scanner.js';
import { waitFor } from '../../support/wait.js';
import { base64, PNG } from '../crm/attachment-content.js';

const UPDATE = '/api/v1/partner/customer/update';
const CUSTOMER = 1;

let scanner: TestScanner;
let app: TestApp;
let folder: string;
before(async () => {
  scanner = await startScanner();
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-picture-scan-'));
  app = await startTestApp({
    ...{ demo: true, exchange: 'none', dataFolder: folder, clamdUrl: scanner.url },
  });
});
after(async () => {
  await app?.stop();
  await scanner.stop();
  await rm(folder, { recursive: true, force: true });
});

const read = () => app.as('CLIENT').get(`/api/v1/partner/customer/picture/id/${CUSTOMER}`);

async function store(bytes: Buffer): Promise<void> {
  const reply = await app.as('CLIENT').put(UPDATE, { id: CUSTOMER, picture: base64(bytes) });
  assert.equal(reply.status, 200, reply.text);
}

/** The scan statuses of all stored pictures, oldest first. */
async function statuses(): Promise<readonly string[]> {
  const rows = await app.db.query<{ status: string }>(
    sql`select scan_status as status from customer_picture order by id`,
  );
  return rows.map(({ status }) => status);
}

/** Waits until the pictures have these statuses. Pending scans become due at once. */
const settled = (...wanted: readonly string[]) =>
  waitFor(
    `pictures to be ${wanted}`,
    async () => {
      await app.db.query(
        sql`update job set not_before = now() where kind = 'customer-picture.scan'`,
      );
      return String(await statuses()) === String(wanted);
    },
    20_000,
  );

async function refused(status: number, code: string, state: string): Promise<void> {
  const reply = await read();
  assert.equal(reply.status, status, reply.text);
  const { msgCode, msgArgs }: Json = reply.body;
  assert.deepEqual([msgCode, msgArgs], [code, [state]]);
}

test('a picture is served only after the scanner has found it clean', async () => {
  scanner.behave('HANGS_UP');
  await store(PNG);
  await refused(409, 'ATTACHMENT_QUARANTINED', 'QUARANTINED');
  scanner.behave('SCANS');
  await settled('CLEAN');
  assert.equal((await read()).status, 200);
  // The same picture is not scanned again.
  await store(PNG);
  assert.deepEqual(await statuses(), ['CLEAN']);

  // An infected picture hides the clean one that it replaced.
  const infected = Buffer.concat([PNG, EICAR]);
  await store(infected);
  await settled('CLEAN', 'INFECTED');
  await refused(403, 'ATTACHMENT_INFECTED', 'INFECTED');
  const [row] = await app.db.query<{ result: string }>(
    sql`select scan_result as result from customer_picture where scan_status = 'INFECTED'`,
  );
  assert.equal(row?.result, 'Eicar-Test-Signature');

  // A picture stored before there was a scanner is scanned when it is sent again.
  const older = Buffer.concat([PNG, Buffer.from('older')]);
  await store(older);
  await settled('CLEAN', 'INFECTED', 'CLEAN');
  await app.db.query(sql`
    update customer_picture set scan_status = 'NOT_SCANNED' where replaced_at is null`);
  await store(older);
  await settled('CLEAN', 'INFECTED', 'NOT_SCANNED', 'CLEAN');
  assert.equal((await read()).status, 200);
});
