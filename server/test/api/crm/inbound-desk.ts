// An app connected to a fake Cloud API and a fake SMS centre, for tests of incoming messages.

import assert from 'node:assert/strict';
import type { Config } from '../../../src/config/config.js';
import {
  type CloudRefusal,
  deliveryOf,
  type FakeCloudApi,
  type ReceivedWhatsApp,
  startFakeCloudApi,
} from '../../../src/gateways/fake/cloud-api.js';
import { type FakeSmsCentre, startFakeSmsCentre } from '../../../src/gateways/fake/sms-centre.js';
import { signatureOf } from '../../../src/gateways/whatsapp/webhook-signature.js';
import type { Caller, Json } from '../../support/app.js';
import { until, waitFor } from '../../support/wait.js';
import { type CrmApp, startCrmApp } from './crm-app.js';

const OURS = {
  phoneNumberId: '109876543210',
  displayPhoneNumber: '2347005550100',
  appSecret: 'the secret of our app',
};

export interface InboundDesk {
  readonly app: CrmApp;
  readonly crm: Caller;
  readonly cloud: FakeCloudApi;
  readonly centre: FakeSmsCentre;
  /** The messages that the Cloud API accepted. */
  readonly sent: ReceivedWhatsApp[];
  /** The error with which the Cloud API refuses the next messages. */
  refusal: CloudRefusal | undefined;
  /** The id that the SMS centre will give the next text message. */
  nextSmsId: string;
  /** Delivers a signed body and returns the status. */
  post(body: string): Promise<number>;
  /** Delivers messages or statuses, or the value of another field. */
  deliver(value: Json, field?: string): Promise<void>;
  /** Returns the received messages of a sender, oldest first. */
  from(sender: string): Promise<Json[]>;
  /** Returns the items that match a query, newest first. */
  items(query: string): Promise<Json[]>;
  stop(): Promise<void>;
}

let last = 0;

/** Returns a text message as the Cloud API delivers it. */
export function textMessage(members: object): Json {
  last += 1;
  return {
    ...{ id: `wamid.in-${last}`, timestamp: seconds(), type: 'text', text: { body: 'Hello' } },
    ...members,
  };
}

/** Returns a time in seconds since 1970. */
export const seconds = (ago = 0): string => String(Math.floor(Date.now() / 1_000) - ago);

export async function openInboundDesk(flags: Partial<Config> = {}): Promise<InboundDesk> {
  const sent: ReceivedWhatsApp[] = [];
  const state: Pick<InboundDesk, 'refusal' | 'nextSmsId'> = { refusal: undefined, nextSmsId: '1' };
  let ids = 0;
  const cloud = await startFakeCloudApi({
    ...{ phoneNumberId: OURS.phoneNumberId, accessToken: 'EAAtoken' },
    nextId: () => `wamid.out-${++ids}`,
    onMessage: async (message) => {
      if (state.refusal === undefined) sent.push(message);
      return state.refusal;
    },
  });
  const centre = await startFakeSmsCentre({
    ...{ systemId: 'ada', password: 'secret', deliversAll: false },
    ...{ nextId: () => state.nextSmsId, onMessage: async () => 0 },
  });
  const app = await startCrmApp({
    ...{ whatsappUrl: cloud.url, whatsappPhoneNumberId: OURS.phoneNumberId },
    ...{ whatsappAccessToken: 'EAAtoken', whatsappAppSecret: OURS.appSecret },
    ...{ whatsappVerifyToken: 'our-word', smsUrl: centre.url, smsFrom: '2442' },
    ...flags,
  });
  const crm = app.as('CRM');
  const test = { source_addr: '2348000000001', destination_addr: '2442', short_message: 'Up?' };
  await until(() => centre.deliver(test));
  const post = async (body: string) => {
    const signature = signatureOf(Buffer.from(body), OURS.appSecret);
    const response = await fetch(`${app.url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  return Object.assign(state, {
    ...{ app, crm, cloud, centre, sent, post },
    deliver: async (value: Json, field = 'messages') => {
      const { body } = deliveryOf(OURS, value);
      assert.equal(await post(body.replace('"field":"messages"', `"field":"${field}"`)), 200);
    },
    from: async (sender: string) => {
      const { body } = await crm.get('/api/v1/crm/message/list?s=500&direction=INBOUND');
      return body.result.filter((each: Json) => each.from === sender).reverse();
    },
    items: async (query: string) =>
      (await crm.get(`/api/v1/crm/inbound/list?s=500&${query}`)).body.result,
    stop: async () => {
      await app.stop();
      await cloud.close();
      await centre.close();
    },
  });
}

/** Sends a text message and returns it once the SMS centre has accepted it under this id. */
export async function sentSms(desk: InboundDesk, to: string, id: string): Promise<Json> {
  desk.nextSmsId = id;
  const body = { to, body: 'Your balance', businessOfficeId: 900_001 };
  const reply = await desk.crm.post('/api/v1/crm/sms/send', body);
  assert.equal(reply.status, 201, reply.text);
  return waitFor('the text message to be sent', async () => {
    const { body: message } = await desk.crm.get(`/api/v1/crm/message/id/${reply.body.id}`);
    return message.providerId === id && message;
  });
}
