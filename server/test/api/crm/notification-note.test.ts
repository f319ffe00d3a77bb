// Notifications about orders and contract notes under the shipped rules, on the demonstration data.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { sql } from '../../../src/platform/database/sql.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { idleProcess, killAtWork, newProcess } from '../../support/background/kill.js';
import { reportOrder, sendOrder, standingNote } from '../../support/order-exchange.js';
import { pdfPages } from '../../support/pdf-text.js';
import { waitFor } from '../../support/wait.js';

let app: TestApp;
let dataFolder: string;

before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'countinghouse-note-'));
  app = await startTestApp({ demo: true, dataFolder, exchange: 'none', workersLeftOut: [] });
  await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  await app.db.query(sql`
    update customer set email_address = 'owner@example.com', label = 'Ada & Obi <Ltd>'
    where id = (select customer_id from portfolio where name = '0000000001')`);
});
after(async () => {
  await app?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

interface Sent {
  readonly id: bigint;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly address: string;
  readonly file_name: string | null;
  readonly mime_type: string | null;
  readonly sha256: string | null;
}

const mailAbout = (kind: string, id: bigint): Promise<Sent> =>
  waitFor(`the mail about ${kind} ${id}`, async () => {
    const [sent] = await app.db.query<Sent>(sql`
      select m.id, m.subject, m.body, m.html, t.address, a.file_name, a.mime_type, a.sha256
      from message m join message_transport t on t.id = m.id
        left join message_attachment a on a.transport_id = m.id
      where m.related_to = ${kind} and m.related_to_id = ${id}`);
    return sent;
  });

test('a filled order and its contract note send e-mails, the note with its PDF', async () => {
  const order: OrderRow = await sendOrder(app, { priceType: 'LIMIT', limitPrice: '25.00' });
  await reportOrder(app, order, { status: '2', execId: 'NGX-1', fill: [100, '24.95'] });
  const executed = await mailAbout('TRADE_ORDER', order.id);
  assert.equal(executed.address, 'owner@example.com');
  assert.equal(executed.subject, `Order ${order.name} has been executed`);
  assert.match(
    executed.body,
    /Dear Ada & Obi <Ltd>,[\s\S]*BUY 100 ACCESS .*average price of NGN 24\.95/,
  );
  assert.match(executed.html, /Dear Ada &amp; Obi &lt;Ltd&gt;,/);
  assert.equal(executed.sha256, null);
  const noteId = await standingNote(app, order.id);
  const mail = await mailAbout('CONTRACT_NOTE', noteId);
  assert.equal(mail.mime_type, 'application/pdf');
  const pdf = await openAttachmentStore(dataFolder).get(mail.sha256 ?? '');
  const read = await app.as('CLIENT').get(`/api/v1/order/contractnote/id/${noteId}`);
  assert.equal(mail.file_name, `contract-note-${read.body.name}.pdf`);
  assert.match((await pdfPages(pdf)).join(' '), new RegExp(read.body.name));
  assert.match(mail.subject, new RegExp(`Contract note ${read.body.name}: ACCESS`));
});

test('the demonstration data itself sends no messages', async () => {
  const { body } = await app.as('CLIENT').get('/api/v1/crm/notification/list?s=500');
  const types = new Set(body.result.map((each: Json) => each.eventType));
  assert.deepEqual([...types].sort(), ['contract-note.issued', 'trade-order.executed']);
  assert.equal(body.count, 2);
});

test('each note is sent once while the processes that generate it are killed', async () => {
  const orders: OrderRow[] = [];
  for (let index = 0; index < 6; index += 1) {
    orders.push(await sendOrder(app, { priceType: 'LIMIT', limitPrice: '25.00' }));
  }
  const killing = new AbortController();
  const killer = killProcesses(await newProcess(), killing.signal);
  for (const order of orders) {
    await reportOrder(app, order, { status: '2', execId: `K-${order.id}`, fill: [100, '25.00'] });
  }
  const notes = await Promise.all(orders.map((order) => standingNote(app, order.id)));
  await waitFor('some notes to be sent', async () => (await told(notes)).length > 0);
  killing.abort();
  assert.ok((await killer) > 0);
  const mails = await waitFor('all notes to be sent', async () => {
    const done = await told(notes);
    return done.length >= notes.length && done;
  });
  assert.deepEqual(mails.map(({ related_to_id: id }) => id).sort(), notes.map(String).sort());
  for (const { files, sha256 } of mails) {
    assert.equal(files, 1n);
    const pdf = await openAttachmentStore(dataFolder).get(sha256);
    assert.match(pdfPages(pdf).join(' '), /Net amount payable by you/);
  }
});

/** The maximum number of kills, so that every note is eventually sent. */
const KILLS_MAX = 12;

interface Told {
  readonly related_to_id: string;
  readonly files: bigint;
  readonly sha256: string;
}

/** Reads the e-mails about these notes, each with its number of files. */
function told(notes: readonly bigint[]): Promise<Told[]> {
  return app.db.query<Told>(sql`
    select m.related_to_id::text, count(*) as files, max(a.sha256) as sha256
    from message m join message_attachment a on a.transport_id = m.id
    where m.related_to = 'CONTRACT_NOTE' and m.related_to_id = any(${notes.map(String)}::bigint[])
    group by m.id`);
}

/** Kills the process and each of its successors while they work. Returns the number of kills. */
async function killProcesses(first: number, signal: AbortSignal): Promise<number> {
  let kills = 0;
  for (let pid = first; !signal.aborted && kills < KILLS_MAX; pid = await idleProcess()) {
    if (await killAtWork(pid, signal)) kills += 1;
  }
  return kills;
}
