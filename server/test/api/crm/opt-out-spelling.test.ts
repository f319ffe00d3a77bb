// People who have opted out get no message, however their address is spelled: a whole app with its
// real sender, and fakes of the three providers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type FakeCloudApi, startFakeCloudApi } from '../../../src/gateways/fake/cloud-api.js';
import {
  type FakeMailServer,
  startFakeMailServer,
} from '../../../src/gateways/fake/mail-server.js';
import { type FakeSmsCentre, startFakeSmsCentre } from '../../../src/gateways/fake/sms-centre.js';
import type { Channel } from '../../../src/modules/crm/channel/channel.js';
import { MESSAGE_SIGNAL } from '../../../src/modules/crm/message/message.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Caller } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type CrmApp, inAnHour, startCrmApp } from './crm-app.js';
import { MAIL_PEOPLE, type OptedOut, PHONE_PEOPLE } from './opt-out-spelling.js';

const OFFICE = 900_001;
/** The recipients of every message that a provider got. */
const reached: string[] = [];
let mailServer: FakeMailServer;
let centre: FakeSmsCentre;
let cloud: FakeCloudApi;
let app: CrmApp;
let crm: Caller;
let lastId = 0;

const nextId = () => {
  lastId += 1;
  return `id-${lastId}`;
};

before(async () => {
  mailServer = await startFakeMailServer({ onMail: async ({ to }) => void reached.push(...to) });
  centre = await startFakeSmsCentre({
    ...{ systemId: 'ada', password: 'secret', deliversAll: false, nextId },
    onMessage: async ({ to }) => {
      reached.push(to);
      return 0;
    },
  });
  cloud = await startFakeCloudApi({
    ...{ phoneNumberId: '109876543210', accessToken: 'EAAtoken', nextId },
    onMessage: async ({ to }) => {
      reached.push(to);
      return undefined;
    },
  });
  app = await startCrmApp({
    ...{ smtpUrl: mailServer.url, smsUrl: centre.url, smsFrom: '2442' },
    ...{ whatsappUrl: cloud.url, whatsappPhoneNumberId: '109876543210' },
    ...{ whatsappAccessToken: 'EAAtoken', whatsappAppSecret: 's', whatsappVerifyToken: 'v' },
    loopIntervalsMs: { 'message-look': 50 },
  });
  crm = app.as('CRM');
});
after(async () => {
  await app.stop();
  await mailServer.close();
  await centre.close();
  await cloud.close();
});

interface Group {
  readonly what: string;
  readonly people: readonly OptedOut[];
  readonly channels: readonly Channel[];
}

const GROUPS: readonly Group[] = [
  { what: 'e-mail', people: MAIL_PEOPLE, channels: ['EMAIL'] },
  { what: 'text messages and WhatsApp', people: PHONE_PEOPLE, channels: ['SMS', 'WHATSAPP'] },
];

const PATH: Readonly<Record<Channel, string>> = {
  EMAIL: 'email',
  SMS: 'sms',
  WHATSAPP: 'whatsapp',
};

const CONTENT: Readonly<Record<Channel, object>> = {
  EMAIL: { subject: 'Hello', body: 'Good morning' },
  SMS: { body: 'Good morning' },
  WHATSAPP: { body: 'Hello', whatsappTemplate: { name: 'hello', language: 'en' } },
};

// A null character is refused in every string.
const REFUSED = /EMAIL_WRONG|PHONE_WRONG|NUL character/;

/** Sends a message. Returns its id, or undefined if the spelling was refused. */
async function send(channel: Channel, to: object): Promise<number | undefined> {
  const path = `/api/v1/crm/${PATH[channel]}/send`;
  const reply = await crm.post(path, { ...CONTENT[channel], businessOfficeId: OFFICE, ...to });
  if (reply.status === 201) return reply.body.id;
  assert.match(reply.text, REFUSED);
  return undefined;
}

/** Captures a lead with this address. Returns its id, or undefined if the spelling was refused. */
async function leadWith(channel: Channel, address: string): Promise<number | undefined> {
  const member = channel === 'EMAIL' ? 'emailAddress1' : 'mobilePhone';
  const lead = { lastName: 'Someone', businessOfficeId: OFFICE, [member]: address };
  const reply = await crm.post('/api/v1/crm/lead/create', lead);
  // A lead is stored even if its phone number cannot be read.
  if (channel === 'EMAIL' && reply.status !== 201) {
    assert.match(reply.text, REFUSED);
    return undefined;
  }
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const AT_ONCE = 8;

/**
 * Sends to each spelling in each channel. Every second spelling is used through a new lead with
 * that address.
 */
async function sendAll({ people, channels }: Group, more: object) {
  const spellings = people.flatMap((person) => person.spellings);
  const ids: (number | undefined)[] = [];
  const sendTo = async (spelling: string, index: number) => {
    const [first = 'EMAIL'] = channels;
    const lead = index % 2 === 0 ? undefined : await leadWith(first, spelling);
    const to = lead === undefined ? { to: spelling } : { recipientType: 'LEAD', recipientId: lead };
    for (const channel of channels) ids.push(await send(channel, { ...more, ...to }));
  };
  for (let start = 0; start < spellings.length; start += AT_ONCE) {
    await Promise.all(
      spellings.slice(start, start + AT_ONCE).map((spelling, place) => sendTo(spelling, place)),
    );
  }
  return ids.filter((id) => id !== undefined);
}

async function optOut({ road, address }: OptedOut, channels: readonly Channel[]): Promise<void> {
  if (road === 'KEYWORD') {
    assert.equal(await centre.fromPhone({ from: address, to: '2442', text: 'STOP' }), true);
    await withdraw({ channel: 'WHATSAPP', address: `+${address}` });
    return;
  }
  const record = road === 'ADDRESS' ? undefined : await recordOf(road, address);
  for (const channel of channels) {
    await withdraw({ channel, ...(record === undefined ? { address } : record) });
  }
}

async function withdraw(body: object): Promise<void> {
  const reply = await crm.put('/api/v1/crm/consent/update', { ...body, granted: false });
  assert.equal(reply.status, 200, reply.text);
}

const KINDS = {
  LEAD: { path: 'crm/lead/create', email: 'emailAddress1', phone: 'mobilePhone' },
  CONTACT: { path: 'crm/contact/create', email: 'emailAddress1', phone: 'mobilePhone' },
  CUSTOMER: { path: 'partner/customer/create', email: 'emailAddress1', phone: 'cellPhone' },
} as const;

async function recordOf(road: 'LEAD' | 'CONTACT' | 'CUSTOMER', address: string) {
  const { path, email, phone } = KINDS[road];
  const caller = road === 'CUSTOMER' ? app.as('OPERATIONS') : crm;
  const reply = await caller.post(`/api/v1/${path}`, {
    ...{ firstName: 'Out', lastName: 'Opted', businessOfficeId: OFFICE },
    [address.includes('@') ? email : phone]: address,
  });
  assert.equal(reply.status, 201, reply.text);
  return { recipientType: road, recipientId: reply.body.id };
}

async function statesOf(ids: readonly number[]): Promise<Record<string, number>> {
  const rows = await app.db.query<{ state: string; rule: string | null; count: bigint }>(sql`
    select state, rule, count(*) from message_transport where id = any(${ids}::bigint[])
    group by state, rule`);
  return Object.fromEntries(
    rows.map(({ state, rule, count }) => [rule ?? state, Number(count)] as const),
  );
}

/** Makes waiting messages due, and waits until the sender has decided about each. */
async function sendDue(ids: readonly number[]): Promise<Record<string, number>> {
  await app.db.query(sql`
    update message_transport set not_before = clock_timestamp()
    where id = any(${ids}::bigint[]) and state = 'WAITING'`);
  app.context.signals.raise(MESSAGE_SIGNAL);
  return waitFor('the sender to decide about each message', async () => {
    const states = await statesOf(ids);
    return (states.WAITING ?? 0) + (states.SENDING ?? 0) === 0 && states;
  });
}

test('the table has at least two hundred spellings', () => {
  const all = [...MAIL_PEOPLE, ...PHONE_PEOPLE].flatMap(({ spellings }) => spellings);
  assert.ok(new Set(all).size >= 200, `${new Set(all).size} spellings`);
});

for (const group of GROUPS) {
  describe(`people who have opted out of ${group.what}`, () => {
    test('get no message in any spelling, whether queued before or after the opt-out', async () => {
      const { people, channels } = group;
      const early = await sendAll(group, { notBefore: inAnHour() });
      const before = await statesOf(early);
      assert.ok((before.WAITING ?? 0) > people.length, JSON.stringify(before));
      for (const person of people) await optOut(person, channels);

      const afterwards = await sendDue(early);
      assert.equal(afterwards.SENT ?? 0, 0, JSON.stringify(afterwards));
      const late = await sendDue(await sendAll(group, {}));
      assert.equal(late.SENT ?? 0, 0, JSON.stringify(late));
      assert.deepEqual(reached, []);
    });

    test('do not stop messages to others', async () => {
      const others = { EMAIL: 'other@free.example', SMS: '08031230299', WHATSAPP: '08031230299' };
      for (const channel of group.channels) {
        const id = await send(channel, { to: others[channel] });
        assert.ok(id !== undefined);
        assert.deepEqual(await sendDue([id]), { SENT: 1 });
      }
      const expected = group.channels.map((channel) =>
        channel === 'EMAIL' ? 'other@free.example' : '2348031230299',
      );
      assert.deepEqual(reached.splice(0), expected);
    });
  });
}
