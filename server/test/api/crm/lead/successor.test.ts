// Messages to a lead during and after its conversion belong to the new customer.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { queueMessage } from '../../../../src/modules/crm/message/message.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import type { Caller, Json, TestReply } from '../../../support/app.js';
import { waitFor } from '../../../support/wait.js';
import { type CrmApp, startCrmApp } from '../crm-app.js';
import { qualified } from '../crm-people.js';

const ROUNDS = 12;

let app: CrmApp;
let crm: Caller;
let client: Caller;
let people = 0;

before(async () => {
  app = await startCrmApp();
  crm = app.as('CRM');
  client = app.as('CLIENT');
});
after(() => app.stop());

function someone(): { readonly emailAddress1: string; readonly mobilePhone: string } {
  people += 1;
  const mobilePhone = `0803777${String(people).padStart(4, '0')}`;
  return { emailAddress1: `heir${people}@example.com`, mobilePhone };
}

const qualifiedLead = (members: object = {}): Promise<number> =>
  qualified(crm, { firstName: 'Heir', lastName: 'Apparent', ...someone(), ...members });

const convert = (id: number): Promise<TestReply> => client.put(`/api/v1/crm/lead/convert/id/${id}`);

async function converted(id: number): Promise<{ customerId: number; contactId: number }> {
  const reply = await convert(id);
  assert.equal(reply.status, 200, reply.text);
  const { convertedCustomerId: customerId, convertedContact: contactId } = reply.body.result;
  return { customerId, contactId };
}

const mailTo = (recipientType: string, recipientId: number, more: object = {}) =>
  crm.post('/api/v1/crm/email/send', {
    ...{ recipientType, recipientId, subject: 'Papers', body: 'Please sign' },
    ...more,
  });

const read = async (id: number): Promise<Json> =>
  (await crm.get(`/api/v1/crm/message/id/${id}`)).body;

const timeline = async (kind: string, id: number): Promise<Json[]> =>
  (await crm.get(`/api/v1/crm/timeline/list?relatedTo=${kind}&relatedToId=${id}`)).body.result;

async function ruleFor(path: string, who: readonly [string, number], more: object = {}) {
  const body = { recipientType: who[0], recipientId: who[1], body: 'News', ...more };
  const reply = await crm.post(`/api/v1/crm/${path}/send?dryRun=true`, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.result.rule;
}

/** Returns whether a transaction is waiting for a lead's row lock. */
const someoneWaits = async (): Promise<boolean> => {
  const [row] = await app.db.query<{ count: bigint }>(sql`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return (row?.count ?? 0n) > 0n;
};

describe('a message to a lead that is being converted', () => {
  test('moves to the customer if it is queued but not committed yet', async () => {
    const id = await qualifiedLead();
    let commit = () => {};
    const released = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let queuedId = 0n;
    const queueing = systemWork(app.context, 'test', async (work) => {
      const queued = await queueMessage(work, {
        ...{ channel: 'EMAIL', recipient: { kind: 'LEAD', id: BigInt(id) } },
        ...{ officeId: 900_001n, purpose: 'SERVICE', subject: 'Hello', text: 'On its way' },
      });
      queuedId = queued.id;
      await released;
    });
    await waitFor('the message to be written', async () => queuedId !== 0n);
    const converting = converted(id);
    await waitFor('the conversion to wait for it', someoneWaits);
    commit();
    await queueing;
    const { customerId } = await converting;
    const message = await read(Number(queuedId));
    assert.deepEqual(
      [message.recipientType, message.recipientId, message.relatedTo, message.relatedToId],
      ['CUSTOMER', customerId, 'CUSTOMER', customerId],
    );
    const shown = await timeline('CUSTOMER', customerId);
    assert.ok(shown.some((entry) => entry.kind === 'MESSAGE' && entry.id === Number(queuedId)));
  });

  test('moves to the customer with many others, in every channel', async () => {
    const ids = await Promise.all(Array.from({ length: ROUNDS }, () => qualifiedLead()));
    const sends = ids.flatMap((id) => [
      mailTo('LEAD', id),
      crm.post('/api/v1/crm/sms/send', { recipientType: 'LEAD', recipientId: id, body: 'Hi' }),
      crm.post('/api/v1/crm/whatsapp/create', {
        ...{ relatedTo: 'LEAD', relatedToId: id, from: '1', direction: 'INBOUND', body: 'Hi' },
      }),
    ]);
    const heirs = await Promise.all([...ids.map(convert), ...sends]);
    for (const reply of heirs) assert.ok(reply.status < 300, reply.text);
    const [left] = await app.db.query<{ count: bigint }>(sql`
      select (select count(*) from message_transport where recipient_kind = 'LEAD')
        + (select count(*) from message where related_to = 'LEAD')
        + (select count(*) from whatsapp_message where related_to = 'LEAD') as count`);
    assert.equal(left?.count, 0n);
  });
});

describe('after the conversion', () => {
  test('a message to the lead is sent to its customer', async () => {
    const id = await qualifiedLead();
    const { customerId } = await converted(id);
    const { body } = await mailTo('LEAD', id);
    const { recipientType, recipientId, relatedTo, relatedToId } = body.result;
    assert.deepEqual(
      [recipientType, recipientId, relatedTo, relatedToId],
      ['CUSTOMER', customerId, 'CUSTOMER', customerId],
    );
    const shown = await timeline('CUSTOMER', customerId);
    assert.ok(shown.some((entry) => entry.kind === 'MESSAGE' && entry.id === body.id));
  });

  test('opt-outs of the customer and of a contact with the same address apply', async () => {
    const id = await qualifiedLead();
    const { customerId, contactId } = await converted(id);
    const say = ([recipientType, recipientId]: readonly [string, number], granted: boolean) =>
      crm.put('/api/v1/crm/consent/update', {
        ...{ recipientType, recipientId, channel: 'EMAIL', granted },
      });
    for (const who of [['CUSTOMER', customerId] as const, ['CONTACT', contactId] as const]) {
      await say(who, false);
      for (const to of [
        ['LEAD', id],
        ['CUSTOMER', customerId],
        ['CONTACT', contactId],
      ] as const) {
        const label = `${who[0]} refused, to the ${to[0]}`;
        assert.equal(await ruleFor('email', to, { subject: 'S' }), 'OPTED_OUT', label);
      }
      await say(who, true);
      assert.equal(await ruleFor('email', ['LEAD', id], { subject: 'S' }), undefined);
    }
  });

  test('an opt-out of a contact with another address applies to that contact alone', async () => {
    const { customerId } = await converted(await qualifiedLead());
    const other = await crm.post('/api/v1/crm/contact/create', {
      ...{ customerId, firstName: 'Other', lastName: 'Person', emailOptOut: true, ...someone() },
    });
    assert.equal(other.status, 201, other.text);
    assert.equal(await ruleFor('email', ['CUSTOMER', customerId], { subject: 'S' }), undefined);
    const own = await ruleFor('email', ['CONTACT', other.body.id], { subject: 'S' });
    assert.equal(own, 'OPTED_OUT');
  });

  test('opt-outs of the lead that have no flag apply to customer and contact', async () => {
    const id = await qualifiedLead();
    const who = { recipientType: 'LEAD', recipientId: id, granted: false };
    await crm.put('/api/v1/crm/consent/update', { ...who, channel: 'WHATSAPP' });
    await crm.put('/api/v1/crm/consent/update', { ...who, channel: 'EMAIL', purpose: 'MARKETING' });
    const { customerId, contactId } = await converted(id);
    for (const to of [
      ['CUSTOMER', customerId],
      ['CONTACT', contactId],
    ] as const) {
      assert.equal(await ruleFor('whatsapp', to), 'OPTED_OUT');
      const offer = { subject: 'S', purpose: 'MARKETING' };
      assert.equal(await ruleFor('email', to, offer), 'CONSENT_WITHDRAWN');
      assert.equal(await ruleFor('email', to, { subject: 'S' }), undefined);
    }
  });

  test('consent of the lead applies to its customer', async () => {
    const id = await qualifiedLead();
    const { customerId } = await converted(id);
    const customer = async (): Promise<Json> =>
      (await client.get(`/api/v1/partner/customer/id/${customerId}`)).body;
    await crm.put('/api/v1/crm/consent/update', {
      ...{ recipientType: 'LEAD', recipientId: id, channel: 'SMS', granted: false },
    });
    assert.equal((await customer()).smsOptOut, true);
    const flagged = await crm.put('/api/v1/crm/lead/update', { id, emailOptOut: true });
    assert.equal(flagged.status, 200, flagged.text);
    assert.equal((await customer()).emailOptOut, true);
    assert.equal(await ruleFor('email', ['LEAD', id], { subject: 'S' }), 'OPTED_OUT');
    const list = await crm.get(
      `/api/v1/crm/consent/list?recipientType=CUSTOMER&recipientId=${customerId}`,
    );
    assert.deepEqual(
      list.body.result.map(({ channel, granted }: Json) => [channel, granted]),
      [
        ['EMAIL', false],
        ['SMS', false],
      ],
    );
  });
});
