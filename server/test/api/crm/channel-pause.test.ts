// WhatsApp account errors that arrive in a status: the message waits, and the channel pauses.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { captured } from './crm-people.js';
import { type InboundDesk, openInboundDesk, seconds } from './inbound-desk.js';

const UNPAID = { code: 131042, title: 'Business eligibility payment issue' };
const UNDELIVERABLE = { code: 131026, title: 'Message undeliverable' };
const template = { name: 'statement_ready', language: 'en', parameters: [] };

let desk: InboundDesk;

before(async () => {
  desk = await openInboundDesk();
});
after(() => desk.stop());
beforeEach(async () => {
  desk.refusal = undefined;
  await desk.app.context.db.query(sql`delete from message_pause`);
});

async function send(to: string): Promise<number> {
  const body = { to, body: 'x', whatsappTemplate: template, businessOfficeId: 900_001 };
  const reply = await desk.crm.post('/api/v1/crm/whatsapp/send', body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const shown = async (id: number): Promise<Json> =>
  (await desk.crm.get(`/api/v1/crm/message/id/${id}`)).body;

const sentAs = (id: number, otherThan?: string): Promise<Json> =>
  waitFor('the message to be sent', async () => {
    const message = await shown(id);
    return message.status === 'SENT' && message.providerId !== otherThan && message;
  });

const statusOf = ({ providerId }: Json, status: string, errors: readonly object[] = []) =>
  desk.deliver({
    statuses: [{ id: providerId, status, timestamp: seconds(), ...(errors[0] ? { errors } : {}) }],
  });

const pauses = (): Promise<Json[]> =>
  desk.app.context.db.query(sql`select channel, wait_ms, reason from message_pause`);

describe('a status with an error of our account', () => {
  test('lets the message wait and sends it again once the provider accepts it', async () => {
    const id = await send('+2348035551701');
    const first = await sentAs(id);
    await statusOf(first, 'failed', [UNPAID]);
    const [pause] = await pauses();
    assert.equal(pause.channel, 'WHATSAPP');
    assert.equal(pause.reason, '131042 Business eligibility payment issue');
    const second = await sentAs(id, first.providerId);
    assert.deepEqual(
      second.attemptList.map(({ outcome }: Json) => outcome),
      ['UNAVAILABLE', 'SENT'],
    );
    assert.equal(second.failures, 0);
    assert.equal((await pauses()).length, 1, 'an accepted message does not end the pause');
    await statusOf(second, 'sent');
    assert.deepEqual(await pauses(), []);
  });

  test('changes nothing if it is about an earlier attempt, or one with another end', async () => {
    const id = await send('+2348035551702');
    const first = await sentAs(id);
    await statusOf(first, 'failed', [UNPAID]);
    const second = await sentAs(id, first.providerId);
    await statusOf(second, 'delivered');
    await statusOf(first, 'failed', [UNPAID, UNPAID]);
    await statusOf(second, 'failed', [UNPAID]);
    assert.equal((await shown(id)).status, 'DELIVERED');
    assert.deepEqual(await pauses(), []);
    const [outdated] = await desk.items('state=NO_EFFECT&kind=RECEIPT');
    assert.match(outdated.reason, /^OUTDATED/);
  });

  test('sends only one message until a status shows that the account works', async () => {
    const id = await send('+2348035551703');
    const first = await sentAs(id);
    await statusOf(first, 'failed', [UNPAID]);
    // The provider accepts messages at first, so only statuses show whether it delivers them.
    await desk.app.context.db.query(sql`
      update message_pause set wait_ms = 600000, paused_until = clock_timestamp()`);
    const before = desk.sent.length;
    const others = [await send('+2348035551704'), await send('+2348035551705')];
    const ids = [id, ...others];
    await waitFor('the probe', async () => desk.sent.length > before);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.equal(desk.sent.length, before + 1);
    const all = await Promise.all(ids.map(shown));
    const probe = all.find(({ status, providerId }) => {
      return status === 'SENT' && providerId !== first.providerId;
    });
    assert.ok(probe !== undefined);
    await statusOf(probe, 'failed', [UNDELIVERABLE]);
    for (const other of ids) if (other !== probe.id) await sentAs(other, first.providerId);
    assert.equal((await shown(probe.id)).status, 'FAILED');
  });

  test('does not pause the channel for an error of the recipient', async () => {
    const id = await send('+2348035551706');
    await statusOf(await sentAs(id), 'failed', [UNDELIVERABLE]);
    assert.equal((await shown(id)).status, 'FAILED');
    assert.deepEqual(await pauses(), []);
  });

  test('waits twice as long after each failed probe', async () => {
    const id = await send('+2348035551707');
    let last = await sentAs(id);
    for (const waitMs of [500, 1_000, 2_000]) {
      await statusOf(last, 'failed', [UNPAID]);
      assert.equal((await pauses())[0]?.wait_ms, waitMs);
      last = await sentAs(id, last.providerId);
    }
    assert.equal((await shown(id)).failures, 0);
  });
});

test('131050 with HTTP 403 fails its message, withdraws consent, and pauses nothing', async () => {
  const lead = await captured(desk.crm, {
    ...{ lastName: 'Okoye', mobilePhone: '+2348035551710', businessOfficeId: 900_001 },
  });
  desk.refusal = { status: 403, code: 131050, message: 'stopped' };
  const id = await send('+2348035551710');
  await waitFor('the outcome', async () => (await shown(id)).status === 'FAILED');
  const query = `recipientType=LEAD&recipientId=${lead}`;
  const { body } = await desk.crm.get(`/api/v1/crm/consent/list?${query}`);
  const [said] = body.result;
  assert.deepEqual(
    [said.channel, said.purpose, said.granted, said.source, said.note],
    ['WHATSAPP', 'MARKETING', false, 'PROVIDER', '131050 stopped'],
  );
  desk.refusal = undefined;
  await sentAs(await send('+2348035551711'));
});
