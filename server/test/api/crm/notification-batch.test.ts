// Batched customer notices: within the limits, each sent once, none lost.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { crmDocuments } from '../../../src/app/wiring/crm-document.js';
import { NOTIFICATION } from '../../../src/modules/crm/limits.js';
import { sendBatch } from '../../../src/modules/crm/notification/batch.js';
import { deleteOldBatches } from '../../../src/modules/crm/notification/batch-queries.js';
import { notify } from '../../../src/modules/crm/notification/job.js';
import { findNotification } from '../../../src/modules/crm/notification/queries.js';
import { sql } from '../../../src/platform/database/sql.js';
import { openAttachmentStore } from '../../../src/platform/files/attachment-store.js';
import type { TestReply } from '../../support/app.js';
import { pdfPages } from '../../support/pdf-text.js';
import { waitFor } from '../../support/wait.js';
import {
  type GatherDesk,
  type Gathered,
  type Mail,
  NOTE_RULE,
  NOTIFICATIONS,
  ORDER_RULE,
  openGatherDesk,
  penBrokenFor,
  RULES,
} from './batch-desk.js';

let desk: GatherDesk;

before(async () => {
  desk = await openGatherDesk();
});
after(() => desk.stop());
// Each test starts without open batches and with a rule that batches for half an hour.
beforeEach(async () => {
  await desk.app.db.query(sql`update notification_batch set state = 'DONE'`);
  await desk.change({ gather: 'MINUTES', gatherMinutes: 30, active: true });
});

describe('batched notices', () => {
  test('are sent in one mail per customer when they are due, with all their files', async () => {
    const mine = [await desk.newNote(), await desk.newNote(), await desk.newNote()];
    const other = await desk.newNote('0000000002');
    const [first] = mine;
    assert.ok(first);
    const batch = await desk.batchWith(first, 3);
    const alone = await desk.batchWith(other, 1);
    assert.notEqual(batch.id, alone.id);
    assert.deepEqual(
      (await desk.noticesOf(first)).map(({ state, messageIds }) => [state, messageIds]),
      [['GATHERED', []]],
    );
    assert.equal((await desk.mailsOf(batch.id)).length, 0);
    await desk.makeDue(batch.id);
    await desk.makeDue(alone.id);
    const [mail, ...more] = await waitFor('the mail', async () => {
      const mails = await desk.mailsOf(batch.id);
      return mails.length > 0 && mails;
    });
    assert.equal(more.length, 0);
    assert.equal(mail?.address, 'owner-0000000001@example.com');
    assert.equal(mail?.related_to, 'CUSTOMER');
    assert.match(mail?.subject ?? '', /^Contract note \d{10}: .* \(\+2\)$/);
    assert.equal(mail?.files.length, 3);
    for (const [index, noteId] of mine.entries()) {
      const { body }: TestReply = await desk.app
        .as('CLIENT')
        .get(`/api/v1/order/contractnote/id/${noteId}`);
      const file: Mail['files'][number] | undefined = mail?.files[index];
      assert.equal(file?.name, `contract-note-${body.name}.pdf`);
      const pdf = await openAttachmentStore(desk.dataFolder).get(file?.sha256 ?? '');
      assert.match(pdfPages(pdf).join(' '), new RegExp(body.name));
      const [notice] = await desk.noticesOf(noteId);
      assert.deepEqual([notice.state, notice.messageIds], ['QUEUED', [Number(mail?.id)]]);
    }
    assert.equal(mail?.body.match(/Please find attached:/g)?.length, 1);
    assert.equal(mail?.body.match(/^contract note \d{10} of BUY 100 ACCESS/gm)?.length, 3);
    assert.equal(mail?.html.match(/contract note \d{10} of BUY 100 ACCESS/g)?.length, 3);
    const [single] = await waitFor('the other mail', async () => {
      const mails = await desk.mailsOf(alone.id);
      return mails.length > 0 && mails;
    });
    assert.equal(single?.address, 'owner-0000000002@example.com');
    assert.equal(single?.related_to, 'CONTRACT_NOTE');
    assert.doesNotMatch(single?.subject ?? '', /\(\+/);
  });

  test('contain each text in full if the template has no section for each record', async () => {
    const template = {
      ...{ name: 'PLAIN-NOTE', channel: 'EMAIL', relatedTo: 'CONTRACT_NOTE' },
      contents: [
        {
          ...{ language: 'en', subject: 'Note {{note.number}}' },
          ...{ text: 'Note {{note.number}} & more', html: '<p>Note {{note.number}}</p>' },
        },
      ],
    };
    const made = await desk.app.as('CLIENT').post('/api/v1/crm/template/create', template);
    assert.equal(made.status, 201, made.text);
    await desk.change({ channels: [{ channel: 'EMAIL', templateName: 'PLAIN-NOTE' }] });
    const notes = [await desk.newNote(), await desk.newNote()];
    const { id } = await desk.batchWith(notes[0] ?? 0n, 2);
    await sendBatch(desk.app.context, { id, attempt: 1 }, desk.ports);
    await desk.change(NOTE_RULE);
    const [mail] = await desk.mailsOf(id);
    const [one, other] = await Promise.all(
      notes.map(async (noteId) => {
        return (await desk.app.as('CLIENT').get(`/api/v1/order/contractnote/id/${noteId}`)).body
          .name;
      }),
    );
    assert.equal(mail?.subject, `Note ${one} (+1)`);
    assert.equal(mail?.body, `Note ${one} & more\n\n—\n\nNote ${other} & more`);
    assert.equal(mail?.html, `<p>Note ${one}</p>\n<hr>\n<p>Note ${other}</p>`);
  });

  test('are at most twenty in a mail; the rest are in further mails', async () => {
    const note = await desk.newNote();
    await desk.repeatEvent(note, 44);
    const { id } = await desk.batchWith(note, 45);
    await sendBatch(desk.app.context, { id, attempt: 1 }, desk.ports);
    const sizes = (await desk.mailsOf(id)).map(({ files }) => files.length);
    assert.deepEqual(sizes, [20, 20, 5]);
  });

  test('are split by the size of their files', async () => {
    const note = await desk.newNote();
    await desk.repeatEvent(note, 4);
    const { id } = await desk.batchWith(note, 5);
    const bytes = Buffer.alloc(2_400_000, 1);
    const drawn = { fileName: 'large.pdf', mimeType: 'application/pdf', bytes };
    await sendBatch(
      desk.app.context,
      { id, attempt: 1 },
      { ...desk.ports, documents: { CONTRACT_NOTE: async () => drawn } },
    );
    const sizes = (await desk.mailsOf(id)).map(({ files }) => files.length);
    assert.deepEqual(sizes, [2, 2, 1]);
  });

  test('close their batch when it is full, and the next notice opens another one', async () => {
    const note = await desk.newNote();
    await desk.repeatEvent(note, 204);
    const batches = await waitFor('205 notices', async () => {
      const found = await desk.batchesOf(note);
      const all = found.reduce((sum, { gathered }) => sum + gathered, 0n);
      return all === 205n && found;
    });
    assert.deepEqual(
      batches.map(({ state, notices }) => [state, notices]),
      [
        ['CLOSED', 200],
        ['OPEN', 5],
      ],
    );
  });

  test('are sent once if two nodes send the batch concurrently', async () => {
    const note = await desk.newNote();
    await desk.repeatEvent(note, 2);
    const { id } = await desk.batchWith(note, 3);
    await Promise.all(
      [1, 2, 3].map(() => sendBatch(desk.app.context, { id, attempt: 1 }, desk.ports)),
    );
    await sendBatch(desk.app.context, { id, attempt: 1 }, desk.ports);
    const mails = await desk.mailsOf(id);
    assert.deepEqual(
      mails.map(({ files }) => files.length),
      [3],
    );
    const [row] = await desk.app.db.query<{ count: bigint }>(sql`
      select count(*) from message_transport
      where once_key like ${`notification batch ${id}/%`}`);
    assert.equal(row?.count, 1n);
  });

  test('open another batch while the documents of their batch are generated', async () => {
    const note = await desk.newNote();
    const { id } = await desk.batchWith(note, 1);
    let next: Gathered | undefined;
    const documents = {
      CONTRACT_NOTE: async (
        ...args: Parameters<NonNullable<typeof crmDocuments.CONTRACT_NOTE>>
      ) => {
        await desk.repeatEvent(note, 1);
        next = await waitFor('another batch', async () => {
          const batch = (await desk.batchesOf(note)).find((each) => each.id !== id);
          return batch;
        });
        const draw = crmDocuments.CONTRACT_NOTE;
        assert.ok(draw);
        return draw(...args);
      },
    };
    await sendBatch(desk.app.context, { id, attempt: 1 }, { ...desk.ports, documents });
    assert.equal((await desk.mailsOf(id))[0]?.files.length, 1);
    assert.ok(next);
    await sendBatch(desk.app.context, { id: next.id, attempt: 1 }, desk.ports);
    assert.equal((await desk.mailsOf(next.id))[0]?.files.length, 1);
  });

  test('all wait if one document fails, and a dead batch is shown and replayed', async () => {
    const note = await desk.newNote();
    await desk.repeatEvent(note, 1);
    const { id } = await desk.batchWith(note, 2);
    let drawn = 0;
    const documents = {
      CONTRACT_NOTE: async () => {
        drawn += 1;
        if (drawn === 2) throw new TypeError('the pen is broken');
        return { fileName: 'n.pdf', mimeType: 'application/pdf', bytes: Buffer.from('n') };
      },
    };
    await assert.rejects(
      sendBatch(desk.app.context, { id, attempt: 1 }, { ...desk.ports, documents }),
      /the pen is broken/,
    );
    assert.equal((await desk.mailsOf(id)).length, 0);
    const key = `notification batch ${id}`;
    await desk.app.db.query(sql`
      update job set state = 'DEAD', attempts = attempts_most, finished_at = now(),
        last_error = 'the pen is broken' where key = ${key}`);
    const dead = (await desk.noticesOf(note)).map(({ state, lastError }) => [state, lastError]);
    assert.deepEqual(dead, Array(2).fill(['DEAD', 'the pen is broken']));
    const { body } = await desk.app.as('CLIENT').get(`${NOTIFICATIONS}/list?state=DEAD`);
    assert.equal(body.count, 2);
    const [notice] = body.result;
    const replay = await desk.app.as('CLIENT').put(`${NOTIFICATIONS}/replay/id/${notice.id}`);
    assert.equal(replay.status, 200, replay.text);
    assert.equal(replay.body.result.state, 'GATHERED');
    await waitFor('the replayed batch', async () => (await desk.mailsOf(id)).length > 0);
    assert.deepEqual(
      (await desk.noticesOf(note)).map(({ state }) => state),
      ['QUEUED', 'QUEUED'],
    );
  });

  test("follow the rule and the customer's preference at the time of sending", async () => {
    const note = await desk.newNote();
    const { id } = await desk.batchWith(note, 1);
    await desk.change({ active: false });
    await sendBatch(desk.app.context, { id, attempt: 1 }, desk.ports);
    const [disabled] = await desk.noticesOf(note);
    assert.deepEqual([disabled.state, disabled.reason], ['NOBODY', 'RULE_DISABLED']);
    await desk.change({ active: true });

    const single = await desk.newNote();
    await desk.repeatEvent(single, 1);
    const batch = await desk.batchWith(single, 2);
    await desk.change({ gather: 'AT_ONCE' });
    await sendBatch(desk.app.context, { id: batch.id, attempt: 1 }, desk.ports);
    assert.deepEqual(
      (await desk.mailsOf(batch.id)).map(({ files }) => files.length),
      [1, 1],
    );

    await desk.change({ gather: 'MINUTES', gatherMinutes: 5 });
    const unwanted = await desk.newNote('0000000002');
    const last = await desk.batchWith(unwanted, 1);
    const [row] = await desk.app.db.query<{ id: bigint }>(sql`
      select customer_id as id from portfolio where name = '0000000002'`);
    const wish = { groups: [{ group: 'CONTRACT_NOTES', channels: [] }] };
    const reply = await desk.app
      .as('CLIENT')
      .put('/api/v1/crm/preference/update', { customerId: Number(row?.id), ...wish });
    assert.equal(reply.status, 200, reply.text);
    await sendBatch(desk.app.context, { id: last.id, attempt: 1 }, desk.ports);
    const [notice] = await desk.noticesOf(unwanted);
    assert.deepEqual([notice.state, notice.reason], ['NOBODY', 'NOT_WANTED']);
  });

  test('leave their batch if they fail repeatedly, and the others are sent', async () => {
    const [good, bad] = [await desk.newNote(), await desk.newNote()];
    const { id } = await desk.batchWith(good, 2);
    const last = { id, attempt: NOTIFICATION.wholeBatchAttemptsMax + 1 };
    const documents = { CONTRACT_NOTE: penBrokenFor(bad) };
    const attempts = [1, 2, 3].map(() =>
      sendBatch(desk.app.context, last, { ...desk.ports, documents }),
    );
    await Promise.all(attempts);
    const [sent, ...more] = await desk.mailsOf(id);
    assert.deepEqual([sent?.files.length, more.length], [1, 0]);
    const [notice] = await waitFor('the notice that left the batch', async () => {
      const notices = await desk.noticesOf(bad);
      return notices[0]?.state === 'QUEUED' && notices;
    });
    const [own] = await desk.app.db.query<{
      alone: boolean;
      batch_id: bigint | null;
      key: string;
    }>(sql`
      select n.alone, n.batch_id, t.once_key as key
      from notification n join message_transport t on t.id = n.message_ids[1]
      where n.id = ${notice.id} and cardinality(n.message_ids) = 1`);
    assert.deepEqual([own?.alone, own?.batch_id], [true, null]);
    assert.match(own?.key ?? '', new RegExp(`^notification ${notice.id} CUSTOMER`));

    const key = `notification ${notice.id} alone`;
    await desk.app.db.query(sql`
      update notification set state = 'WAITING', done_at = null where id = ${notice.id}`);
    await desk.app.db.query(sql`
      update job set state = 'DEAD', attempts = attempts_most, finished_at = now(),
        last_error = 'the pen is broken' where key = ${key}`);
    const dead = (await desk.noticesOf(bad)).map(({ state, lastError }) => [state, lastError]);
    assert.deepEqual(dead, [['DEAD', 'the pen is broken']]);
    const replay = await desk.app.as('CLIENT').put(`${NOTIFICATIONS}/replay/id/${notice.id}`);
    assert.equal(replay.body.result?.state, 'WAITING', replay.text);
    await waitFor(
      'the replayed notice',
      async () => (await desk.noticesOf(bad))[0].state === 'QUEUED',
    );
    assert.equal((await desk.batchesOf(bad)).length, 0);
  });

  test('stay in their batch at first, if all fail, and if it is not sent', async () => {
    const [good, bad] = [await desk.newNote(), await desk.newNote()];
    const { id } = await desk.batchWith(good, 2);
    const last = NOTIFICATION.wholeBatchAttemptsMax + 1;
    const broken = penBrokenFor(bad);
    const cases: readonly (readonly [number, typeof broken, RegExp])[] = [
      [last - 1, broken, /the pen is broken/],
      [last, () => assert.fail('no pen at all'), /no pen at all/],
      [
        last,
        async (...args) => {
          await desk.change({ label: `Contract notes ${args[1]}` });
          return broken(...args);
        },
        /rule was changed/,
      ],
    ];
    for (const [attempt, draw, error] of cases) {
      const documents = { CONTRACT_NOTE: draw };
      await assert.rejects(
        sendBatch(desk.app.context, { id, attempt }, { ...desk.ports, documents }),
        error,
      );
      assert.deepEqual((await desk.batchesOf(good))[0]?.gathered, 2n);
    }
    await sendBatch(desk.app.context, { id, attempt: last }, desk.ports);
    const counts = (await desk.mailsOf(id)).map(({ files }) => files.length);
    assert.deepEqual(counts, [2]);
  });

  test('are not sent if their rule has another type of event when they are due', async () => {
    const note = await desk.newNote();
    const { id } = await desk.batchWith(note, 1);
    await desk.change(ORDER_RULE);
    // Under the changed rule, the executed order of another note adds a notice to the batch.
    const other = await desk.newNote();
    await desk.batchWith(note, 2);
    const documents = { CONTRACT_NOTE: () => assert.fail('drawn for a rule of another type') };
    await sendBatch(desk.app.context, { id, attempt: 1 }, { ...desk.ports, documents });
    await desk.change(NOTE_RULE);
    const [notice] = await desk.noticesOf(note);
    assert.deepEqual([notice.state, notice.reason], ['NOBODY', 'RULE_CHANGED']);
    assert.deepEqual(await desk.noticesOf(other), []);
    const mails = await desk.mailsOf(id);
    assert.deepEqual(
      mails.map(({ subject, related_to: about }) => [/^Order .* executed$/.test(subject), about]),
      [[true, 'TRADE_ORDER']],
    );
  });

  test('get new documents if their rule changes while the documents are generated', async () => {
    const note = await desk.newNote();
    const { id } = await desk.batchWith(note, 1);
    const documents = {
      CONTRACT_NOTE: async () => {
        await desk.change({ attachDocument: false });
        return { fileName: 'n.pdf', mimeType: 'application/pdf', bytes: Buffer.from('n') };
      },
    };
    await assert.rejects(
      sendBatch(desk.app.context, { id, attempt: 1 }, { ...desk.ports, documents }),
      /rule was changed/,
    );
    assert.deepEqual(await desk.mailsOf(id), []);
    await sendBatch(desk.app.context, { id, attempt: 1 }, { ...desk.ports, documents });
    await desk.change(NOTE_RULE);
    assert.deepEqual(
      (await desk.mailsOf(id)).map(({ files }) => files),
      [[]],
    );
  });

  test('are due at a time of day of the office, or some minutes after the first', async () => {
    const dueOf = async (id: bigint) => {
      const [row] = await desk.app.db.query<{ local: string; minutes: number }>(sql`
        select to_char(b.due_at at time zone 'Africa/Lagos', 'HH24:MI') as local,
          ceil(extract(epoch from b.due_at - now()) / 60)::integer as minutes
        from notification_batch b where id = ${id}`);
      assert.ok(row);
      return row;
    };
    const half = await desk.batchWith(await desk.newNote(), 1);
    const { minutes } = await dueOf(half.id);
    assert.ok(minutes > 25 && minutes <= 30, String(minutes));
    for (const gatherTime of ['00:00', '15:30', '23:59']) {
      await desk.app.db.query(sql`update notification_batch set state = 'DONE'`);
      await desk.change({ gather: 'TIME_OF_DAY', gatherTime });
      const due = await dueOf((await desk.batchWith(await desk.newNote(), 1)).id);
      assert.equal(due.local, gatherTime);
      assert.ok(due.minutes >= 0 && due.minutes <= 1_440, String(due.minutes));
    }
  });

  test('are in batches that are deleted once old and without notifications', async () => {
    const note = await desk.newNote();
    const { id } = await desk.batchWith(note, 1);
    await sendBatch(desk.app.context, { id, attempt: 1 }, desk.ports);
    await desk.app.db.query(sql`
      update notification_batch set due_at = now() - interval '400 days' where id = ${id}`);
    assert.equal(await deleteOldBatches(desk.app.db), 0);
    await desk.app.db.query(sql`delete from notification where batch_id = ${id}`);
    assert.equal(await deleteOldBatches(desk.app.db), 1);
  });
});

test('a notice without a batch is not sent by a rule for another type of event', async () => {
  await desk.change({ gather: 'AT_ONCE' });
  const [row] = await desk.app.db.query<{ id: bigint }>(sql`
    insert into notification (rule_id, position, event_type, related_to, related_to_id, state)
    select ${desk.ruleId}, -1, 'trade-order.executed', 'TRADE_ORDER', max(id), 'WAITING'
    from trade_order returning id`);
  assert.ok(row);
  await notify(desk.app.context, row.id, desk.ports);
  const notification = await findNotification(desk.app.db, row.id);
  assert.deepEqual([notification?.state, notification?.reason], ['NOBODY', 'RULE_CHANGED']);
});

describe('a rule that batches', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ['minutes without how many', { gather: 'MINUTES' }, 'gatherMinutes'],
    ['minutes for another way', { gather: 'AT_ONCE', gatherMinutes: 5 }, 'gatherMinutes'],
    ['a time without which', { gather: 'TIME_OF_DAY' }, 'gatherTime'],
    ['a time that does not exist', { gather: 'TIME_OF_DAY', gatherTime: '24:00' }, 'gatherTime'],
    ['a time for another way', { gatherTime: '15:30' }, 'gatherTime'],
    [
      'text messages',
      {
        ...{ gather: 'MINUTES', gatherMinutes: 5, eventType: 'trade-order.executed' },
        channels: [{ channel: 'SMS', templateName: 'ORDER-EXECUTED-SMS' }],
        attachDocument: false,
      },
      'gather',
    ],
    [
      'approvers',
      {
        ...{ gather: 'MINUTES', gatherMinutes: 5, eventType: 'cash-transaction.created' },
        ...{ recipient: 'APPROVERS', permission: 'finance.cash-transaction.approve' },
        channels: [{ channel: 'EMAIL', templateName: 'APPROVAL-WAITING' }],
        attachDocument: false,
      },
      'gather',
    ],
  ];
  const draft = {
    ...{ name: 'GATHER-NOTES', eventType: 'contract-note.issued', recipient: 'CUSTOMER' },
    channels: [{ channel: 'EMAIL', templateName: 'CONTRACT-NOTE' }],
    attachDocument: true,
    active: false,
  };
  for (const [title, members, member] of cases) {
    test(`422: ${title}`, async () => {
      const reply = await desk.app.as('CLIENT').post(`${RULES}/create`, { ...draft, ...members });
      const { status, body } = reply;
      assert.deepEqual([status, body.msgCode], [422, 'NOTIFICATION_RULE_REFUSED'], reply.text);
      assert.deepEqual(body.msgArgs, [member]);
    });
  }

  test('400: minutes beyond a day, and an unknown mode', async () => {
    for (const members of [{ gatherMinutes: 1_441 }, { gatherMinutes: 0 }, { gather: 'DAILY' }]) {
      const reply = await desk.app.as('CLIENT').post(`${RULES}/create`, { ...draft, ...members });
      assert.equal(reply.status, 400, reply.text);
    }
  });

  test('sends at once by default, and its record may be sent back unchanged', async () => {
    const made = await desk.app.as('CLIENT').post(`${RULES}/create`, draft);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.gather, 'AT_ONCE');
    const { id } = made.body;
    const put = (members: object) =>
      desk.app.as('CLIENT').put(`${RULES}/update`, { id, ...members });
    const timed = await put({ gather: 'TIME_OF_DAY', gatherTime: '16:00' });
    assert.equal(timed.body.result.gatherTime, '16:00', timed.text);
    const minutes = await put({ gather: 'MINUTES', gatherMinutes: 90 });
    assert.deepEqual(
      [minutes.body.result.gatherMinutes, minutes.body.result.gatherTime],
      [90, undefined],
    );
    const read = await desk.app.as('CLIENT').get(`${RULES}/id/${id}`);
    const back = await desk.app.as('CLIENT').put(`${RULES}/update`, read.body);
    assert.equal(back.status, 200, back.text);
    assert.equal(back.body.result.gatherMinutes, 90);
  });
});
