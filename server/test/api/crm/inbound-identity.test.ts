// People who write to us with a WhatsApp user id, with or without a phone number.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Candidate, readGateFacts } from '../../../src/modules/crm/message/gate-queries.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { captured } from './crm-people.js';
import { type InboundDesk, openInboundDesk, textMessage } from './inbound-desk.js';

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

describe('a sender without a number', () => {
  const userId = 'NG.13491208655302741918';

  test('is identified by the user id, and answered through it', async () => {
    const contacts = [
      { profile: { name: 'Ngozi\u202e\n O.', username: 'ngozi.o' }, user_id: userId },
    ];
    await desk.deliver({ contacts, messages: [textMessage({ from_user_id: userId })] });
    const [message] = await desk.from(userId);
    const path = `/api/v1/crm/whatsapp/id/${message?.whatsappMessageId}`;
    const { received } = (await desk.crm.get(path)).body;
    assert.deepEqual(
      [received.userId, received.userName, received.profileName],
      [userId, 'ngozi.o', 'Ngozi O.'],
    );
    const answer = { to: userId, body: 'Good morning', businessOfficeId: 900_001 };
    const reply = await desk.crm.post('/api/v1/crm/whatsapp/send', answer);
    assert.equal(reply.body.msgCode, 'MESSAGE_QUEUED', reply.text);
    const sent = await waitFor('the answer', async () =>
      desk.sent.find(({ text }) => text === 'Good morning'),
    );
    assert.deepEqual(sent.body, {
      ...{ messaging_product: 'whatsapp', recipient_type: 'individual', recipient: userId },
      ...{ biz_opaque_callback_data: sent.reference, type: 'text' },
      text: { preview_url: false, body: 'Good morning' },
    });
  });

  test('gets no messages at a number that WhatsApp shows later, after sending STOP', async () => {
    const id = await lead('+2348035550505');
    const own = 'NG.505';
    await desk.deliver({ messages: [textMessage({ from_user_id: own, text: { body: 'Stop' } })] });
    await desk.deliver({ messages: [textMessage({ from: '2348035550505', from_user_id: own })] });
    const send = { recipientType: 'LEAD', recipientId: id, body: 'News' };
    const reply = await desk.crm.post('/api/v1/crm/whatsapp/send', send);
    assert.equal(reply.body.result.rule, 'ADDRESS_SUPPRESSED', reply.text);
  });

  test('is found by the number that came earlier with the user id', async () => {
    const id = await lead('+2348035550506');
    await desk.deliver({
      messages: [textMessage({ from: '2348035550506', from_user_id: 'NG.506' })],
    });
    await desk.deliver({
      messages: [textMessage({ from_user_id: 'NG.506', text: { body: 'STOP' } })],
    });
    const [, second] = await desk.from('+2348035550506');
    assert.equal(second?.relatedToId, id);
    assert.deepEqual(await statementsOf(id), ['WHATSAPP ALL false KEYWORD']);
  });

  test('has the opt-outs of the records with the number of the same user id', async () => {
    const id = await lead('+2348035550507');
    const refusal = { recipientType: 'LEAD', recipientId: id, channel: 'WHATSAPP', granted: false };
    const said = await desk.crm.put('/api/v1/crm/consent/update', refusal);
    assert.equal(said.status, 200, said.text);
    // The opt-out was recorded for another number, so this one is not suppressed.
    const moved = { id, mobilePhone: '+2348035550508' };
    assert.equal((await desk.crm.put('/api/v1/crm/lead/update', moved)).status, 200);
    const queued: Candidate = {
      ...{ channel: 'WHATSAPP', purpose: 'SERVICE', officeId: 900_001n, recipient: undefined },
      ...{ address: 'NG.508', isTemplate: true, ignoresOptOuts: false },
    };
    const factsNow = async () => (await readGateFacts(desk.app.db, [queued], new Map()))[0];
    assert.equal((await factsNow())?.optedOut, false);
    await desk.deliver({
      messages: [textMessage({ from: '2348035550508', from_user_id: 'NG.508' })],
    });
    assert.equal((await factsNow())?.suppressed, false);
    assert.equal((await factsNow())?.optedOut, true);
  });
});
