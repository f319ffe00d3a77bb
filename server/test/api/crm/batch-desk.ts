// Fixture for tests of batched notices: a demonstration app whose contract-note rule batches, and
// functions that issue notes and read their notices.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crmDocuments } from '../../../src/app/wiring/crm-document.js';
import { crmSubjects } from '../../../src/app/wiring/crm-subject.js';
import type { CrmPorts } from '../../../src/modules/crm/port.js';
import type { DocumentReader } from '../../../src/modules/crm/template/subject.js';
import { sql } from '../../../src/platform/database/sql.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';
import { JOB_SIGNAL } from '../../../src/platform/jobs/job.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { reportOrder, sendOrder, standingNote } from '../../support/order-exchange.js';
import { waitFor } from '../../support/wait.js';
import { nodePorts } from './notification-node.js';

export const RULES = '/api/v1/crm/notification-rule';
export const NOTIFICATIONS = '/api/v1/crm/notification';

/**
 * Settings that switch the rule to order events (ORDER_RULE) and back to contract notes
 * (NOTE_RULE).
 */
export const ORDER_RULE = {
  ...{ eventType: 'trade-order.executed', attachDocument: false },
  channels: [{ channel: 'EMAIL', templateName: 'ORDER-EXECUTED' }],
};
export const NOTE_RULE = {
  ...{ eventType: 'contract-note.issued', attachDocument: true },
  channels: [{ channel: 'EMAIL', templateName: 'CONTRACT-NOTE' }],
};

/** Returns a reader that generates small documents but fails for one note. */
export function penBrokenFor(noteId: bigint): DocumentReader {
  return async (_context, id) => {
    if (id === noteId) throw new TypeError('the pen is broken');
    return { fileName: 'n.pdf', mimeType: 'application/pdf', bytes: Buffer.from(`note ${id}`) };
  };
}

/** A batch and the number of notices in it. */
export interface Gathered {
  readonly id: bigint;
  readonly state: string;
  readonly notices: number;
  readonly gathered: bigint;
}

/** An e-mail sent for a batch. */
export interface Mail {
  readonly id: bigint;
  readonly address: string;
  readonly state: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly related_to: string;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

export type GatherDesk = Awaited<ReturnType<typeof openGatherDesk>>;

/** Starts the fixture. */
export async function openGatherDesk() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'countinghouse-gather-'));
  const app = await startTestApp({ demo: true, dataFolder, exchange: 'none', workersLeftOut: [] });
  const ports: CrmPorts = {
    ...nodePorts,
    attachments: openAttachmentStore(dataFolder),
    subjects: crmSubjects,
    documents: crmDocuments,
  };
  await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  for (const name of ['0000000001', '0000000002']) {
    await app.db.query(sql`
      update customer set email_address = ${`owner-${name}@example.com`}
      where id = (select customer_id from portfolio where name = ${name})`);
  }
  const { body } = await app.as('CLIENT').get(`${RULES}/list?s=500`);
  const ruleId: number = body.result.find((rule: Json) => rule.name === 'CONTRACT-NOTE').id;
  return {
    ...{ app, dataFolder, ports, ruleId, ...actsOf(app, ruleId), ...viewsOf(app) },
    stop: async () => {
      await app.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Returns the fixture's functions that change data. */
function actsOf(app: TestApp, ruleId: number) {
  async function change(members: object): Promise<Json> {
    const reply = await app.as('CLIENT').put(`${RULES}/update`, { id: ruleId, ...members });
    assert.equal(reply.status, 200, reply.text);
    return reply.body.result;
  }

  let executions = 0;

  /** Fills a new order of a portfolio, which issues a contract note and its event. */
  async function newNote(portfolioName = '0000000001'): Promise<bigint> {
    executions += 1;
    const terms = { portfolioName, priceType: 'LIMIT', limitPrice: '25.00' };
    const order = await sendOrder(app, terms);
    const said = { status: '2', execId: `G-${executions}`, fill: [100, '25.00'] } as const;
    await reportOrder(app, order, { ...said });
    return standingNote(app, order.id);
  }

  /** Adds further events about a note to simulate many notes. */
  async function repeatEvent(noteId: bigint, times: number): Promise<void> {
    await app.db.query(sql`
      insert into outbox_event (type, subject_id, office_id, data)
      select type, subject_id, office_id, data
      from outbox_event, generate_series(1, ${times}::integer)
      where type = 'contract-note.issued' and subject_id = ${noteId}`);
  }

  async function makeDue(batchId: bigint): Promise<void> {
    await app.db.query(sql`
      update job set not_before = now() where key = ${`notification batch ${batchId}`}`);
    app.context.signals.raise(JOB_SIGNAL);
  }

  return { change, newNote, repeatEvent, makeDue };
}

/** Returns the fixture's functions that read data. */
function viewsOf(app: TestApp) {
  /** Finds the batches that contain notices about a note. */
  function batchesOf(noteId: bigint): Promise<Gathered[]> {
    return app.db.query<Gathered>(sql`
      select b.id, b.state, b.notices, count(*) as gathered
      from notification_batch b join notification n on n.batch_id = b.id
      where b.id in (select batch_id from notification
        where related_to = 'CONTRACT_NOTE' and related_to_id = ${noteId})
      group by b.id order by b.id`);
  }

  /** Waits until the latest batch with a note has this many notices, and returns the batch. */
  const batchWith = (noteId: bigint, notices: number): Promise<Gathered> =>
    waitFor(`${notices} notices with note ${noteId}`, async () => {
      const batch = (await batchesOf(noteId)).at(-1);
      return batch?.gathered === BigInt(notices) && batch;
    });

  /** Reads the e-mails sent for a batch, each with its files in order. */
  function mailsOf(batchId: bigint): Promise<Mail[]> {
    return app.db.query<Mail>(sql`
      select m.id, t.address, t.state, m.subject, m.body, m.html, m.related_to,
        coalesce((select jsonb_agg(jsonb_build_object('name', a.file_name, 'sha256', a.sha256)
          order by a.position)
        from message_attachment a where a.transport_id = m.id), '[]') as files
      from message m join message_transport t on t.id = m.id
      where m.id in (select unnest(message_ids) from notification where batch_id = ${batchId})
      order by m.id`);
  }

  const noticesOf = async (noteId: bigint): Promise<Json[]> => {
    const query = `relatedTo=CONTRACT_NOTE&relatedToId=${noteId}`;
    return (await app.as('CLIENT').get(`${NOTIFICATIONS}/list?${query}`)).body.result;
  };

  return { batchesOf, batchWith, mailsOf, noticesOf };
}
