// Deliveries from providers: stored raw before the acknowledgement, then read once, in order.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { smsReader } from '../../../src/gateways/sms/read.js';
import { readWhatsApp } from '../../../src/gateways/whatsapp/read.js';
import { messageIntake } from '../../../src/modules/crm/inbound/intake.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { captured } from './crm-people.js';
import {
  type InboundDesk,
  openInboundDesk,
  seconds,
  sentSms,
  textMessage,
} from './inbound-desk.js';
import { nodePorts } from './notification-node.js';

const ITEM = '/api/v1/crm/inbound/id';
const RETRY = '/api/v1/crm/inbound/retry/id';
const { party } = nodePorts;

let desk: InboundDesk;

before(async () => {
  desk = await openInboundDesk();
});
after(() => desk.stop());

const lead = (phone: string) =>
  captured(desk.crm, { lastName: 'Person', mobilePhone: phone, businessOfficeId: 900_001 });

async function statementsOf(id: number): Promise<string[]> {
  const query = `recipientType=LEAD&recipientId=${id}`;
  const { body } = await desk.crm.get(`/api/v1/crm/consent/list?${query}`);
  return body.result.map((each: Json) =>
    [each.channel, each.purpose, each.granted, each.source].join(' '),
  );
}

describe('a delivery that is not understood', () => {
  test('is acknowledged, stored as received, and listed with its reason', async () => {
    await desk.deliver({ thoughts: ['hm'] }, 'mind_reading');
    const [item] = await desk.items('state=PARKED');
    assert.equal(item.reason, 'UNKNOWN_FIELD: mind_reading');
    const { body } = await desk.crm.get(`${ITEM}/${item.id}`);
    assert.match(body.content, /"thoughts":\["hm"\]/);
    const gauge = async () =>
      (await desk.app.context.metrics.events.get()).values.find(
        ({ labels }) => labels.name === 'inbound_parked',
      )?.value;
    assert.equal(await gauge(), 1);
  });

  test('is stored even if it is not JSON', async () => {
    assert.equal(await desk.post('{"object":"whatsapp_business_account","entry":[]}'), 200);
    const [item] = await desk.items('state=PARKED');
    assert.match(item.reason, /^NOT_A_DELIVERY/);
    const { body } = await desk.crm.get(`${ITEM}/${item.id}`);
    assert.match(Buffer.from(body.content, 'hex').toString('utf8'), /^\{"object"/);
  });

  test('does not stop the other messages of the delivery', async () => {
    const messages = [
      textMessage({ from: '2348035550501', text: { body: 'before' } }),
      { type: 'text', timestamp: seconds(), from: '2348035550501', text: { body: 'no id' } },
      textMessage({ from: '2348035550501', text: { body: 'after' } }),
    ];
    await desk.deliver({ messages });
    const texts = (await desk.from('+2348035550501')).map(({ body }) => body);
    assert.deepEqual(texts, ['before', 'after']);
    const [item] = await desk.items('state=PARKED');
    assert.match(item.reason, /^NO_ID/);
  });

  test('is read again, once, by a program that understands it', async () => {
    const { context } = desk.app;
    const broken = messageIntake({
      party,
      readers: {
        SMS: smsReader('NG'),
        WHATSAPP: () => {
          throw new TypeError('a bug');
        },
      },
    });
    const message = textMessage({ from: '2348035550502' });
    const body = Buffer.from(JSON.stringify(message));
    const content = JSON.stringify({ field: 'messages', contacts: [], message });
    const sink = broken.sink(context);
    const digest = 'ab'.repeat(32);
    const items = [{ content, sender: '2348035550502' }];
    await sink.read(await sink.store({ channel: 'WHATSAPP', body, digest, items }));
    const [item] = await desk.items('state=PARKED');
    assert.equal(item.reason, 'READER_FAILED: a bug');
    for (const expected of [200, 409]) {
      const reply = await desk.crm.put(`${RETRY}/${item.id}`, {});
      assert.equal(reply.status, expected, reply.text);
      await waitFor('the item', async () => {
        const { state } = (await desk.crm.get(`${ITEM}/${item.id}`)).body;
        return state === 'DONE';
      });
    }
    const [stored] = await desk.from('+2348035550502');
    assert.equal((await desk.crm.get(`${ITEM}/${item.id}`)).body.messageId, stored?.id);
  });

  test('is discarded with a reason, and only while it is parked', async () => {
    await desk.deliver({ feelings: ['hm'] }, 'heart_reading');
    const [item] = await desk.items('state=PARKED');
    const path = `/api/v1/crm/inbound/discard/id/${item.id}`;
    for (const body of [{}, { reason: '' }, { reason: 'x'.repeat(301) }]) {
      assert.equal((await desk.crm.put(path, body)).status, 400);
    }
    const reason = 'a field about dreams';
    const reply = await desk.crm.put(path, { reason });
    assert.equal(reply.status, 200, reply.text);
    const { body } = await desk.crm.get(`${ITEM}/${item.id}`);
    assert.equal(body.state, 'NO_EFFECT');
    assert.equal(body.reason, `DISCARDED: ${reason} (UNKNOWN_FIELD: heart_reading)`);
    assert.match(body.content, /"feelings":\["hm"\]/);
    const again = await desk.crm.put(path, { reason });
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['NO_EFFECT']]);
    assert.equal((await desk.crm.put(`${RETRY}/${item.id}`, {})).status, 200);
    await waitFor('the item to be parked again', async () => {
      const { state } = (await desk.crm.get(`${ITEM}/${item.id}`)).body;
      return state === 'PARKED';
    });
  });

  test('is hidden from callers who are bound to an office', async () => {
    const [item] = await desk.items('state=PARKED');
    const bound = desk.app.asOffice('CRM', [900_001n]);
    assert.equal((await bound.get(`${ITEM}/${item.id}`)).status, 404);
    assert.equal((await bound.put(`${RETRY}/${item.id}`, {})).status, 404);
    const discard = `/api/v1/crm/inbound/discard/id/${item.id}`;
    assert.equal((await bound.put(discard, { reason: 'x' })).status, 404);
    assert.equal((await desk.app.as('AUDITOR').put(`${RETRY}/${item.id}`, {})).status, 403);
  });
});

describe('a delivery that is received twice', () => {
  test('has its effect once, identified by its octets and by the id of the message', async () => {
    const message = textMessage({ from: '2348035550503' });
    await desk.deliver({ messages: [message] });
    await desk.deliver({ messages: [message] });
    await desk.deliver({ messages: [message], contacts: [{ wa_id: '2348035550503' }] });
    assert.equal((await desk.from('+2348035550503')).length, 1);
    const [again] = await desk.items('state=NO_EFFECT&kind=MESSAGE');
    assert.match(again.reason, /^REPEATED/);
  });

  test('is read once by two nodes at the same time, in order', async () => {
    const { context } = desk.app;
    const readers = { SMS: smsReader('NG'), WHATSAPP: readWhatsApp };
    const [one, other] = [messageIntake({ party, readers }), messageIntake({ party, readers })];
    const texts = Array.from({ length: 20 }, (_, index) => `number ${index}`);
    for (const [index, text] of texts.entries()) {
      const message = textMessage({ from: '2348035550504', text: { body: text } });
      const content = JSON.stringify({ field: 'messages', contacts: [], message });
      await one.sink(context).store({
        ...{ channel: 'WHATSAPP', body: Buffer.from(content) },
        digest: `${index}`.padStart(64, 'c'),
        items: [{ content, sender: '2348035550504' }],
      });
    }
    await Promise.all([one.readDue(context), other.readDue(context)]);
    const stored = await waitFor('all to be read', async () => {
      const found = await desk.from('+2348035550504');
      return found.length >= texts.length && found;
    });
    assert.deepEqual(
      stored.map(({ body }) => body),
      texts,
    );
  });
});

describe('consent is withdrawn', () => {
  const preference = (wa_id: string, value: string, timestamp: number) => ({
    contacts: [{ wa_id }],
    user_preferences: [{ wa_id, value, timestamp, category: 'marketing_messages', detail: value }],
  });

  test("by WhatsApp's own setting, in whatever order the statements arrive", async () => {
    const id = await lead('+2348035550510');
    const now = Math.floor(Date.now() / 1_000);
    await desk.deliver(preference('2348035550510', 'stop', now - 10), 'user_preferences');
    await desk.deliver(preference('2348035550510', 'resume', now - 20), 'user_preferences');
    assert.deepEqual(await statementsOf(id), ['WHATSAPP MARKETING false PROVIDER_SETTING']);
    const [outdated] = await desk.items('state=NO_EFFECT&kind=CONSENT');
    assert.match(outdated.reason, /^OUTDATED/);
    await desk.deliver(preference('2348035550510', 'resume', now - 5), 'user_preferences');
    assert.equal((await statementsOf(id))[0], 'WHATSAPP MARKETING true PROVIDER_SETTING');
  });

  const choices: readonly [string, object, string][] = [
    ['a button', { type: 'button', button: { text: 'Stop', payload: 'x' } }, 'ALL'],
    [
      'the value of a button',
      { type: 'button', button: { text: 'Leave', payload: 'STOP_ALL' } },
      'ALL',
    ],
    ['a reply button', reply('button_reply', 'CANCEL'), 'ALL'],
    ['a row of a list', reply('list_reply', 'Unsubscribe'), 'ALL'],
    ['a button about promotions', reply('button_reply', 'Stop promotions'), 'MARKETING'],
  ];
  for (const [index, [what, content, purpose]] of choices.entries()) {
    test(`by ${what}`, async () => {
      const phone = `234803555052${index}`;
      const id = await lead(`+${phone}`);
      await desk.deliver({ messages: [textMessage({ from: phone, text: undefined, ...content })] });
      assert.deepEqual(await statementsOf(id), [`WHATSAPP ${purpose} false BUTTON`]);
    });
  }

  const words = [
    'STOP ALL',
    'cancel',
    'Unsubscribe!',
    'Arrêt',
    'ARRÊTER',
    'se désabonner',
    'St\u200bop',
  ];
  for (const [index, word] of words.entries()) {
    test(`by the text "${word}"`, async () => {
      const phone = `234803555053${index}`;
      const id = await lead(`+${phone}`);
      const referral = { headline: 'An ad', source_type: 'ad' };
      await desk.deliver({
        messages: [textMessage({ from: phone, text: { body: word }, referral })],
      });
      assert.deepEqual(await statementsOf(id), ['WHATSAPP ALL false KEYWORD']);
    });
  }

  test('by error 131050, in a status and in the response to a message', async () => {
    const template = { name: 'news', language: 'en', parameters: [] };
    for (const [phone, isStatus] of [
      ['+2348035550540', true],
      ['+2348035550541', false],
    ] as const) {
      const id = await lead(phone);
      if (!isStatus) desk.refusal = { status: 400, code: 131050, message: 'stopped' };
      const send = {
        recipientType: 'LEAD',
        recipientId: id,
        body: 'x',
        whatsappTemplate: template,
      };
      const queued = await desk.crm.post('/api/v1/crm/whatsapp/send', send);
      if (isStatus) {
        const { providerId } = await waitFor('the message', async () => {
          const { body } = await desk.crm.get(`/api/v1/crm/message/id/${queued.body.id}`);
          return body.providerId !== undefined && body;
        });
        const errors = [{ code: 131050, title: 'stopped' }];
        const status = { id: providerId, status: 'failed', timestamp: seconds(), errors };
        await desk.deliver({ statuses: [status] });
      }
      await waitFor('the statement', async () => (await statementsOf(id)).length > 0);
      assert.deepEqual(await statementsOf(id), ['WHATSAPP MARKETING false PROVIDER']);
      desk.refusal = undefined;
    }
  });
});

function reply(kind: string, title: string): object {
  return { type: 'interactive', interactive: { type: kind, [kind]: { id: 'x', title } } };
}

describe('a text message', () => {
  const fromPhone = (source: object, text: string) =>
    desk.centre.deliver({ destination_addr: '2442', short_message: text, ...source });

  for (const [index, source] of [
    { source_addr: '08035550600', source_addr_ton: 2 },
    { source_addr: '8035550601', source_addr_ton: 2 },
    { source_addr: '08035550602', source_addr_ton: 0 },
    { source_addr: '002348035550603', source_addr_ton: 1 },
    { source_addr: '08035550604', source_addr_ton: 1 },
  ].entries()) {
    const { source_addr: number, source_addr_ton: type } = source;
    test(`with STOP from ${number}, type ${type}, stops it`, async () => {
      const id = await lead(`+234803555060${index}`);
      assert.equal(await fromPhone(source, 'STOP'), true);
      assert.equal((await desk.crm.get(`/api/v1/crm/lead/id/${id}`)).body.smsOptOut, true);
    });
  }

  test('of a short code or a name is stored under it', async () => {
    for (const source of [
      { source_addr: '32442', source_addr_ton: 0 },
      { source_addr: 'ACCESSBANK', source_addr_ton: 5 },
    ]) {
      assert.equal(await fromPhone(source, 'An offer'), true);
      assert.equal((await desk.from(source.source_addr)).length, 1);
    }
  });

  test('is not stored again if the SMS centre repeats it over another connection', async () => {
    const source = { source_addr: '2348035550610', source_addr_ton: 1 };
    assert.equal(await fromPhone(source, 'Once'), true);
    desk.centre.hangUp();
    await waitFor('the repeat', () => fromPhone(source, 'Once'));
    assert.equal((await desk.from('+2348035550610')).length, 1);
    // A person may intentionally send the same text twice.
    assert.equal(await fromPhone(source, 'Once'), true);
    assert.equal((await desk.from('+2348035550610')).length, 2);
  });

  test('is not a duplicate if another text lies between two equal ones', async () => {
    const source = { source_addr: '2348035550611', source_addr_ton: 1 };
    const id = await lead('+2348035550611');
    assert.equal(await fromPhone(source, 'STOP'), true);
    desk.centre.hangUp();
    await waitFor('the START', () => fromPhone(source, 'START'));
    desk.centre.hangUp();
    await waitFor('the second STOP', () => fromPhone(source, 'STOP'));
    assert.equal((await desk.crm.get(`/api/v1/crm/lead/id/${id}`)).body.smsOptOut, true);
  });

  test('is acknowledged and stored even if it is not a complete PDU', async () => {
    const { context } = desk.app;
    const readers = { SMS: smsReader('NG'), WHATSAPP: readWhatsApp };
    const sink = messageIntake({ party, readers }).sink(context);
    const body = Buffer.from('000000140000000500000000000000010001', 'hex');
    await sink.read(
      await sink.store({ channel: 'SMS', body, digest: 'd'.repeat(64), items: [{ sender: 'd' }] }),
    );
    const [item] = await desk.items('channel=SMS&state=PARKED');
    assert.match(item.reason, /^PDU_UNREADABLE/);
  });
});

describe('a receipt', () => {
  const statusOf = async ({ id }: Json): Promise<string> =>
    (await desk.crm.get(`/api/v1/crm/message/id/${id}`)).body.status;
  const receipt = (text: string, more: object = {}) =>
    desk.centre.deliver({
      esm_class: 4,
      source_addr: '2348035550700',
      short_message: text,
      ...more,
    });

  for (const [index, [stored, id, state, status]] of (
    [
      ['0000012345', '12345', 'DELIVRD', 'DELIVERED'],
      ['12346', '0000012346', 'DELIVERED', 'DELIVERED'],
      ['00AF0C', 'af0c', 'Delivered', 'DELIVERED'],
      ['AF0D', '44813', 'DELIVRD', 'DELIVERED'],
      ['44814', 'AF0E', 'UNDELIVERABLE', 'FAILED'],
      ['X-1', 'x-1', 'REJECTED', 'FAILED'],
      ['77001', '77001', '2', 'DELIVERED'],
    ] as const
  ).entries()) {
    test(`for ${id}, sent as ${stored}, with ${state} is ${status}`, async () => {
      const message = await sentSms(desk, '+2348035550700', stored);
      const coding = index % 2 === 0 ? {} : { data_coding: 8 };
      const text = Buffer.from(`id:${id} sub:001 dlvrd:001 stat:${state} err:000 text:`);
      assert.equal(await receipt('', { ...coding, short_message: text }), true);
      assert.equal(await statusOf(message), status);
    });
  }

  test('updates its message even as a data_sm with parameters only', async () => {
    const message = await sentSms(desk, '+2348035550701', 'D-1');
    const parameters = { receipted_message_id: 'D-1', message_state: 2 };
    const members = { esm_class: 4, source_addr: '2348035550701', ...parameters };
    assert.equal(await desk.centre.deliver(members, 'data_sm'), true);
    assert.equal(await statusOf(message), 'DELIVERED');
  });

  test('that arrives before the response to its message waits for it', async () => {
    assert.equal(await receipt('id:early stat:DELIVRD err:000'), true);
    const [waiting] = await desk.items('channel=SMS&state=WAITING');
    assert.match(waiting.reason, /^UNKNOWN_MESSAGE/);
    const message = await sentSms(desk, '+2348035550702', 'early');
    await waitFor('the receipt', async () => (await statusOf(message)) === 'DELIVERED');
  });

  test('is counted and stored even if it changes nothing', async () => {
    await sentSms(desk, '+2348035550703', 'twice');
    await receipt('id:twice stat:DELIVRD err:000');
    await receipt('id:twice stat:DELIVRD err:001');
    const [again] = await desk.items('channel=SMS&state=NO_EFFECT&kind=RECEIPT');
    assert.match(again.reason, /^REPEATED/);
    const { values } = await desk.app.context.metrics.events.get();
    const counted = values.find(({ labels }) => labels.name === 'receipt_without_effect');
    assert.ok((counted?.value ?? 0) >= 1);
  });

  test("is a notice, not a customer's message, if its state is intermediate", async () => {
    await receipt('id:9 stat:ENROUTE err:000', { esm_class: 0x20 });
    const [notice] = await desk.items('channel=SMS&kind=NOTICE');
    assert.match(notice.reason, /^INTERMEDIATE/);
    assert.equal((await desk.from('+2348035550700')).length, 0);
  });
});

describe('a received message', () => {
  const UPDATE = '/api/v1/crm/whatsapp/update';

  test('never changes: a different value is refused, and notes are stored separately', async () => {
    await desk.deliver({
      messages: [textMessage({ from: '2348035550800', text: { body: 'Sell' } })],
    });
    const [message] = await desk.from('+2348035550800');
    const path = `/api/v1/crm/whatsapp/id/${message?.whatsappMessageId}`;
    const { body: before } = await desk.crm.get(path);
    const change = { id: before.id, workflowNotes: 'Asked back', status: 'READ' };
    const others = { body: 'Buy', from: '+2340000000000', startDttm: '2020-01-01' };
    const refused = await desk.crm.put(UPDATE, { ...change, ...others, to: before.to });
    assert.deepEqual(
      [refused.status, refused.body.msgCode, refused.body.msgArgs],
      [409, 'MESSAGE_WRONG_STATE', ['IN_PROGRESS']],
    );
    const pointers = refused.body.errors.map(({ pointer }: Json) => pointer);
    assert.deepEqual(pointers, ['/body', '/from', '/startDttm']);
    assert.deepEqual((await desk.crm.get(path)).body, before);
    const reply = await desk.crm.put(UPDATE, { ...before, attachmentsWS: [], ...change });
    assert.deepEqual([reply.status, reply.body.warnings], [200, undefined], reply.text);
    const { body: now } = await desk.crm.get(path);
    assert.deepEqual([now.body, now.from, now.to], ['Sell', before.from, before.to]);
    assert.deepEqual([now.workflowNotes, now.status], ['Asked back', 'READ']);
    const old = await desk.crm.put(`/ebclient/rest${UPDATE}`, { id: before.id, body: 'Buy' });
    assert.deepEqual([old.body.success, old.body.msgCode], [false, 'MESSAGE_WRONG_STATE']);
  });

  test('keeps a refused file in quarantine, with the reason', async () => {
    const bytes = Buffer.from('<!doctype html><script>1</script>');
    desk.cloud.media.set('page', { mimeType: 'text/html', fileName: 'x', bytes });
    const document = { id: 'page', mime_type: 'text/html', filename: 'invoice\u202efdp.html\n' };
    const message = textMessage({
      from: '2348035550801',
      type: 'document',
      text: undefined,
      document,
    });
    await desk.deliver({ messages: [message] });
    const [stored] = await desk.from('+2348035550801');
    const path = `/api/v1/crm/whatsapp/id/${stored?.whatsappMessageId}`;
    const held = await waitFor('the file', async () => {
      const { body } = await desk.crm.get(path);
      return body.attachmentsWS.length > 0 && body.workflowNotes !== undefined && body;
    });
    const [file] = held.attachmentsWS;
    assert.deepEqual(
      [file.scanStatus, file.scanResult, file.fileName, file.fileSize],
      [
        'QUARANTINED',
        'The type of the attachment is not allowed.',
        'invoicefdp.html',
        bytes.length,
      ],
    );
    const download = await desk.crm.get(`/api/v1/crm/attachment/id/${file.id}`);
    assert.equal(download.status, 409);
    assert.match(held.workflowNotes, /quarantine/);
    const sendBack = (content: string) => {
      const base64Attachment = Buffer.from(content).toString('base64');
      const attachmentsWS = [{ id: file.id, category: 'KYC', base64Attachment }];
      return desk.crm.put(UPDATE, { id: held.id, attachmentsWS });
    };
    const refused = await sendBack('Another page');
    assert.deepEqual(
      [refused.status, refused.body.errors[0].pointer],
      [409, '/attachmentsWS/0/base64Attachment'],
    );
    const [unchanged] = (await sendBack(bytes.toString())).body.result.attachmentsWS;
    assert.deepEqual([unchanged.category, unchanged.scanStatus], ['KYC', 'QUARANTINED']);
  });

  test('has its delivery as evidence, which the database never changes', async () => {
    await assert.rejects(
      desk.app.db.query(sql`update inbound_delivery set body = ''`),
      /never changed/,
    );
  });
});
