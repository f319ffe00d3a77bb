// Copies of contract notes for an order's custodian, as the shipped rule defines.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { sql } from '../../../src/platform/database/sql.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { reportOrder, sendOrder, standingNote } from '../../support/order-exchange.js';
import { pdfPages } from '../../support/pdf-text.js';
import { waitFor } from '../../support/wait.js';

let app: TestApp;
let dataFolder: string;

before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'countinghouse-custodian-'));
  app = await startTestApp({ demo: true, dataFolder, exchange: 'none', workersLeftOut: [] });
  await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  const custodians = [];
  for (const [name, settles, email] of CUSTODIANS) {
    const body = { name, label: `${name} Trust`, settles, ...(email === '' ? {} : { email }) };
    const made = await app.as('OPERATIONS').put('/api/v1/partner/custodian/propose', body);
    await app.as('APPROVER').put(`/api/v1/system/change/approve/id/${made.body.id}`);
    custodians.push({ custodianName: name });
  }
  const done = await app
    .as('CLIENT')
    .put('/api/v1/order/portfolio/custodian/assign', { portfolioName: '0000000001', custodians });
  assert.equal(done.status, 200, done.text);
});
after(async () => {
  await app?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const CUSTODIANS = [
  ['KEEPS', 'OWN', 'notes@keeps.example'],
  ['SETTLES', 'CUSTODIAN', 'notes@settles.example'],
  ['SILENT', 'OWN', ''],
] as const;

interface Sent {
  readonly subject: string;
  readonly body: string;
  readonly address: string;
  readonly sha256: string | null;
}

const mailsAbout = (noteId: bigint): Promise<Sent[]> =>
  app.db.query<Sent>(sql`
    select m.subject, m.body, t.address, a.sha256
    from message m join message_transport t on t.id = m.id
      left join message_attachment a on a.transport_id = m.id
    where m.related_to = 'CONTRACT_NOTE' and m.related_to_id = ${noteId} order by t.address`);

/** Waits until all notifications about a note have an outcome, and returns them by rule. */
const outcomesOf = (noteId: bigint, count: number): Promise<Map<string, Json>> =>
  waitFor(`the notifications about note ${noteId}`, async () => {
    const path = `/api/v1/crm/notification/list?relatedTo=CONTRACT_NOTE&relatedToId=${noteId}`;
    const { body } = await app.as('CLIENT').get(path);
    const decided = body.result.filter((each: Json) => each.state !== 'WAITING');
    if (decided.length < count) return undefined;
    return new Map(decided.map((each: Json) => [each.ruleName, each]));
  });

async function filled(custodianName: string | undefined, execId: string): Promise<OrderRow> {
  const terms = { priceType: 'LIMIT', limitPrice: '25.00' };
  const order = await sendOrder(app, { ...terms, ...(custodianName ? { custodianName } : {}) });
  await reportOrder(app, order, { status: '2', execId, fill: [100, '24.95'] });
  return order;
}

describe('a contract note is copied to the custodian of its order', () => {
  for (const [name, settles, email] of CUSTODIANS.slice(0, 2)) {
    test(`with its PDF, if the custodian settles as ${settles}`, async () => {
      const order = await filled(name, `${name}-1`);
      const noteId = await standingNote(app, order.id);
      await outcomesOf(noteId, 2);
      const copies = (await mailsAbout(noteId)).filter(({ address }) => address === email);
      assert.equal(copies.length, 1);
      const [copy] = copies;
      assert.match(copy?.subject ?? '', /^Copy of contract note \d+: ACCESS, /);
      assert.match(copy?.body ?? '', new RegExp(`Dear ${name} Trust,`));
      const pdf = await openAttachmentStore(dataFolder).get(copy?.sha256 ?? '');
      assert.match((await pdfPages(pdf)).join(' '), new RegExp(`through ${name} Trust`));

      // The note that replaces it after a correction is also copied once.
      const correction = { status: '2', execId: `${name}-2`, type: 'G', ref: `${name}-1` };
      const terms = { cum: 100, leaves: 0 };
      await reportOrder(app, order, { ...correction, ...terms, fill: [100, '24.90'] });
      const replacing = await standingNote(app, order.id);
      assert.notEqual(replacing, noteId);
      await outcomesOf(replacing, 2);
      const again = (await mailsAbout(replacing)).filter(({ address }) => address === email);
      assert.equal(again.length, 1);
      assert.equal((await mailsAbout(noteId)).length, 2);
    });
  }

  test('but not if the custodian has no address, which the notification shows', async () => {
    const order = await filled('SILENT', 'SILENT-1');
    const outcomes = await outcomesOf(await standingNote(app, order.id), 2);
    const copy = outcomes.get('CONTRACT-NOTE-CUSTODIAN');
    assert.deepEqual([copy.state, copy.reason], ['NOBODY', 'NO_ADDRESS']);
  });

  test('and not at all if the order has no custodian', async () => {
    const order = await filled(undefined, 'NONE-1');
    const outcomes = await outcomesOf(await standingNote(app, order.id), 1);
    assert.deepEqual([...outcomes.keys()], ['CONTRACT-NOTE']);
  });
});
