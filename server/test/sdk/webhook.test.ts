// Webhooks in the SDK: signatures computed independently, and altered messages.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { signWebhook, verifyWebhook, WebhookError, type WebhookRequest } from '@countinghouse/sdk';

const KEY = Buffer.from('a key of thirty-two bytes, quite');
const SECRET = `whsec_${KEY.toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another key of thirty-two bytes').toString('base64')}`;
const NOW = 1_700_000_000;
const BODY = '{"id":7,"type":"lead.created","subjectId":12,"time":"","data":{"name":"Ọlá"}}';

/** Signs as the specification defines, with Node's crypto module. */
function signed(changes: Partial<Record<string, string>> = {}): Record<string, string> {
  const { id = 'msg_1', timestamp = String(NOW), body = BODY } = changes;
  const signature = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

const at = (seconds: number) => ({ nowMs: seconds * 1_000 });
const verify = (request: WebhookRequest, secrets: string | readonly string[] = SECRET) =>
  verifyWebhook(secrets, request, at(NOW));

async function faultOf(request: WebhookRequest): Promise<string> {
  const error = await verify(request).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof WebhookError, 'the message was believed');
  return error.fault;
}

describe('a webhook', () => {
  it('is verified with headers and body in any form', async () => {
    const headers = signed();
    const capital = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const form of [headers, capital, new Headers(headers)]) {
      for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) {
        const message = await verify({ headers: form, body });
        assert.equal(message.id, 'msg_1');
        assert.equal(message.sentAtSeconds, NOW);
        assert.deepEqual(message.event, JSON.parse(BODY));
      }
    }
  });

  it('is verified by one of two secrets, and by one of two signatures', async () => {
    const headers = signed();
    assert.ok(await verify({ headers, body: BODY }, [OTHER, SECRET]));
    const two = `v1a,xyz v1,AAAA ${headers['webhook-signature']}`;
    assert.ok(await verify({ headers: { ...headers, 'webhook-signature': two }, body: BODY }));
    await assert.rejects(verify({ headers, body: BODY }, OTHER), WebhookError);
  });

  it('signed by the SDK has the signature of the specification', async () => {
    const message = { id: 'msg_1', sentAtSeconds: NOW, body: BODY };
    assert.deepEqual(await signWebhook(SECRET, message), signed());
  });

  it('is refused when any character differs', async () => {
    const headers = signed();
    const signature = headers['webhook-signature'] ?? '';
    let refused = 0;
    for (let place = 0; place < BODY.length; place += 4) {
      const body = `${BODY.slice(0, place)}~${BODY.slice(place + 1)}`;
      assert.equal(await faultOf({ headers, body }), 'SIGNATURE_WRONG');
      refused += 1;
    }
    const mutations: Record<string, string>[] = [
      { 'webhook-id': 'msg_2' },
      { 'webhook-id': 'msg_1.' },
      { 'webhook-timestamp': String(NOW + 1) },
      { 'webhook-timestamp': `0${NOW}` },
      { 'webhook-signature': signature.replace('v1,', 'v2,') },
      { 'webhook-signature': signature.replace('v1,', '') },
      { 'webhook-signature': signature.slice(0, -4) },
      { 'webhook-signature': 'v1,' },
      { 'webhook-signature': 'v1,%%%' },
      { 'webhook-signature': `v1,${signature.slice(3).split('').reverse().join('')}` },
    ];
    for (const mutation of mutations) {
      const fault = await faultOf({ headers: { ...headers, ...mutation }, body: BODY });
      assert.equal(fault, 'SIGNATURE_WRONG', JSON.stringify(mutation));
      refused += 1;
    }
    assert.ok(refused >= 20, `${refused} mutations`);
  });

  it('is refused without one of its headers', async () => {
    for (const name of Object.keys(signed())) {
      const { [name]: _, ...headers } = signed();
      assert.equal(await faultOf({ headers, body: BODY }), 'HEADER_MISSING');
      assert.equal(
        await faultOf({ headers: { ...headers, [name]: '' }, body: BODY }),
        'HEADER_MISSING',
      );
    }
  });

  it('is refused beyond the tolerance of its time, or with an invalid time', async () => {
    const request = { headers: signed(), body: BODY };
    for (const away of [-300, 300]) assert.ok(await verifyWebhook(SECRET, request, at(NOW + away)));
    for (const away of [-301, 301]) {
      await assert.rejects(verifyWebhook(SECRET, request, at(NOW + away)), WebhookError);
    }
    const strict = { ...at(NOW + 10), toleranceSeconds: 5 };
    await assert.rejects(verifyWebhook(SECRET, request, strict), WebhookError);
    for (const timestamp of ['now', '-1', '1e9', '', ' ']) {
      const headers = signed({ timestamp });
      const fault = await faultOf({ headers, body: BODY });
      assert.match(fault, /HEADER_MISSING|TIME_OUTSIDE_TOLERANCE/);
    }
  });
});
