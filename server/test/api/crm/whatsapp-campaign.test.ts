// WhatsApp messages that belong to a campaign: the campaign's results and stop rules, and received
// messages.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller, Json } from '../../support/app.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const CRM = '/api/v1/crm';

describe('the campaign of a WhatsApp message', () => {
  let app: CrmApp;
  let crm: Caller;
  let template: number;
  let people = 0;

  before(async () => {
    app = await startCrmApp();
    crm = app.as('CRM');
    const made = await crm.post(`${CRM}/template/create`, {
      ...{ name: 'offer', channel: 'WHATSAPP', relatedTo: 'LEAD', purpose: 'SERVICE' },
      contents: [{ language: 'en', text: 'Dear {{lead.firstName}}', whatsappName: 'offer' }],
    });
    assert.equal(made.status, 201, made.text);
    template = made.body.id;
  });
  after(() => app.stop());

  const person = async (members: object = {}): Promise<number> => {
    people += 1;
    const number = `0803555${String(1000 + people)}`;
    const body = { firstName: `Person${people}`, mobilePhone: number, ...members };
    const reply = await crm.post(`${CRM}/lead/create`, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };
  const campaign = async (): Promise<number> => {
    const leadSource = `SOURCE-${people}`;
    const reply = await crm.post(`${CRM}/campaign/create`, {
      ...{ label: 'Offer', templateName: 'offer', throttlePerMinute: 60 },
      audience: { kind: 'LEAD', leadSource },
    });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };
  const draft = async (body: object): Promise<number> => {
    const reply = await crm.post(`${CRM}/whatsapp/create`, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.id;
  };
  const send = (id: number) => crm.post(`${CRM}/whatsapp/send`, { id });
  const consent = (recordId: number, granted: boolean) =>
    crm.put(`${CRM}/consent/update`, {
      ...{ recipientType: 'LEAD', recipientId: recordId, channel: 'WHATSAPP', granted },
      purpose: 'MARKETING',
    });
  const resultsOf = async (id: number): Promise<Json> =>
    (await crm.get(`${CRM}/campaign/id/${id}`)).body.results;

  test('is included in its results, from the draft to the sent message', async () => {
    const id = await campaign();
    const lead = await person();
    assert.equal((await consent(lead, true)).status, 200);
    const about = { relatedTo: 'LEAD', relatedToId: lead, campaign: id, template };
    const message = await draft(about);
    assert.deepEqual([(await resultsOf(id)).drafts, (await resultsOf(id)).queued], [1, 0]);
    const sent = await send(message);
    assert.equal(sent.status, 201, sent.text);
    assert.deepEqual(
      [sent.body.msgCode, sent.body.result.body],
      ['MESSAGE_QUEUED', `Dear Person${people}`],
    );
    const { drafts, queued } = await resultsOf(id);
    assert.deepEqual([drafts, queued], [0, 1]);
    const [transport] = await app.db.query<{ purpose: string; campaign_id: bigint }>(sql`
      select purpose, campaign_id from message_transport
      where whatsapp_message_id = ${BigInt(message)}`);
    assert.deepEqual([transport?.purpose, Number(transport?.campaign_id)], ['MARKETING', id]);
    // A client that sends its messages itself records their state.
    const own = await draft({ ...about, body: 'By the client' });
    for (const status of ['SENT', 'DELIVERED']) {
      const moved = await crm.put(`${CRM}/whatsapp/update`, { id: own, status });
      assert.equal(moved.status, 200, moved.text);
    }
    assert.equal((await resultsOf(id)).delivered, 1);
  });

  test('makes the message marketing: a person without that consent gets nothing', async () => {
    const id = await campaign();
    const lead = await person();
    const withdrawn = await consent(lead, false);
    assert.equal(withdrawn.status, 200, withdrawn.text);
    const message = await draft({ relatedTo: 'LEAD', relatedToId: lead, campaign: id, template });
    const reply = await send(message);
    assert.deepEqual([reply.status, reply.body.msgCode], [201, 'MESSAGE_SUPPRESSED'], reply.text);
    assert.deepEqual([(await resultsOf(id)).suppressed, (await resultsOf(id)).drafts], [1, 0]);
  });

  test('stops a draft while it is paused, and permanently once it is cancelled', async () => {
    const id = await campaign();
    const lead = await person({ leadSource: 'STOPPED' });
    assert.equal((await consent(lead, true)).status, 200);
    const message = await draft({ relatedTo: 'LEAD', relatedToId: lead, campaign: id, template });
    for (const status of ['PAUSED', 'CANCELLED']) {
      await app.db.query(sql`
        update campaign set status = ${status}, started_at = now(), audience_count = 1
        where id = ${BigInt(id)}`);
      const refused = await send(message);
      assert.deepEqual(
        [refused.status, refused.body.msgCode, refused.body.msgArgs],
        [409, 'CAMPAIGN_WRONG_STATE', [status]],
      );
    }
    assert.equal((await resultsOf(id)).queued, 0);
  });

  test('is refused on a received message, as is a template, and neither changes', async () => {
    const id = await campaign();
    for (const [member, value] of [
      ['campaign', id],
      ['template', template],
    ] as const) {
      const made = await crm.post(`${CRM}/whatsapp/create`, {
        direction: 'INBOUND',
        [member]: value,
      });
      assert.deepEqual(
        [made.status, made.body.msgCode, made.body.errors[0].pointer],
        [409, 'MESSAGE_WRONG_STATE', `/${member}`],
        made.text,
      );
    }
    const received = await draft({ direction: 'INBOUND', body: 'Hello' });
    const update = (body: object) => crm.put(`${CRM}/whatsapp/update`, { id: received, ...body });
    const refused = await update({ campaign: id });
    assert.deepEqual(
      [refused.status, refused.body.msgArgs[0], refused.body.errors[0].pointer],
      [409, 'IN_PROGRESS', '/campaign'],
    );
    // Zero and an empty string mean that no campaign is given.
    assert.equal((await update({ campaign: 0, template: '', workflowNotes: 'Read' })).status, 200);
    // A draft that is recorded as received keeps its earlier values, but they no longer have any
    // effect.
    const turned = await draft({ campaign: id });
    assert.equal((await resultsOf(id)).drafts, 1);
    const inbound = { id: turned, direction: 'INBOUND', status: 'IN_PROGRESS' };
    const inwards = await crm.put(`${CRM}/whatsapp/update`, inbound);
    assert.deepEqual([inwards.status, inwards.body.result?.campaign], [200, id], inwards.text);
    assert.equal((await resultsOf(id)).drafts, 0);
  });
});
