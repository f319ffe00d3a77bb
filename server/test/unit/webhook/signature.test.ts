// Webhook signatures, compared with the specification's own library: it verifies our signatures and
// rejects every mutation.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { makeSecret, signedHeaders } from '../../../src/modules/webhook/signature.js';

const now = () => Math.floor(Date.now() / 1_000);
const secret = makeSecret();
const body = '{"type":"trade-order.executed","id":1043,"data":{"note":"naïve ☂"}}';
const message = { id: 'evt_1043_k3x', body };
const headers = () => ({ ...signedHeaders(message, now(), [secret]) });

interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly secret: string;
}

const sent = (): Sent => ({ headers: headers(), body, secret });
const verify = (one: Sent) => new Webhook(one.secret).verify(one.body, one.headers);
const withHeader = (name: string, change: (text: string) => string): Sent => {
  const all = headers();
  return { ...sent(), headers: { ...all, [name]: change(all[name] ?? '') } };
};
const without = (name: string): Sent => {
  const { [name]: _, ...rest } = headers();
  return { ...sent(), headers: rest };
};
const flip = (text: string, at: number) => {
  const letter = text[at] === 'A' ? 'B' : 'A';
  return text.slice(0, at) + letter + text.slice(at + 1);
};
const signature = 'webhook-signature';
const signedBy = (other: string, at = now()): Sent => ({
  ...sent(),
  headers: { ...signedHeaders(message, at, [other]) },
});

const mutations: Readonly<Record<string, () => Sent>> = {
  'another letter in the body': () => ({ ...sent(), body: body.replace('1043', '1044') }),
  'a space more in the body': () => ({ ...sent(), body: `${body} ` }),
  'a body that is the same JSON in another order': () => ({
    ...sent(),
    body: '{"id":1043,"type":"trade-order.executed","data":{"note":"naïve ☂"}}',
  }),
  'an empty body': () => ({ ...sent(), body: '' }),
  'the body in another normal form': () => ({ ...sent(), body: body.normalize('NFD') }),
  'another id': () => withHeader('webhook-id', (id) => `${id}1`),
  'an empty id': () => withHeader('webhook-id', () => ''),
  'no id': () => without('webhook-id'),
  'a time that is a second later': () => withHeader('webhook-timestamp', (at) => `${+at + 1}`),
  'a time in milliseconds': () => withHeader('webhook-timestamp', (at) => `${at}000`),
  'a time that is no number': () => withHeader('webhook-timestamp', () => 'now'),
  'no time': () => without('webhook-timestamp'),
  'a message six minutes old': () => signedBy(secret, now() - 360),
  'a message from six minutes in the future': () => signedBy(secret, now() + 360),
  'another letter at the start of the signature': () => withHeader(signature, (s) => flip(s, 3)),
  'another letter in the middle of the signature': () => withHeader(signature, (s) => flip(s, 20)),
  'half a signature': () => withHeader(signature, (text) => text.slice(0, 24)),
  'a signature of another version': () => withHeader(signature, (s) => s.replace('v1,', 'v2,')),
  'a signature without its version': () => withHeader(signature, (s) => s.replace('v1,', '')),
  'an empty signature': () => withHeader(signature, () => ''),
  'no signature': () => without(signature),
  'the secret of another endpoint': () => signedBy(makeSecret()),
  'the signature of another message': () => ({
    ...sent(),
    headers: {
      ...headers(),
      [signature]: signedHeaders({ id: 'evt_2_k', body }, now(), [secret])[signature] ?? '',
    },
  }),
  'id and time joined differently': () => {
    const at = now();
    const shifted = { id: `${message.id}.${at}`.slice(0, -1), body };
    const [first] = [signedHeaders(shifted, at, [secret])];
    return { ...sent(), headers: { ...headers(), [signature]: first[signature] ?? '' } };
  },
};

describe('signatures', () => {
  test('the library of the specification verifies ours', () => {
    assert.deepEqual(verify(sent()), JSON.parse(body));
  });

  test('with two secrets, either verifies', () => {
    const other = makeSecret();
    const both = { ...signedHeaders(message, now(), [secret, other]) };
    for (const each of [secret, other]) verify({ headers: both, body, secret: each });
  });

  test('any JSON is signed byte for byte', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const one = { id: 'evt_1_a', body: text };
        const all = { ...signedHeaders(one, now(), [secret]) };
        assert.doesNotThrow(() => new Webhook(secret).verify(text, all));
      }),
    );
  });

  test('secrets have 32 bytes, and no two are equal', () => {
    const made = Array.from({ length: 100 }, makeSecret);
    assert.equal(new Set(made).size, 100);
    for (const each of made) {
      assert.match(each, /^whsec_[A-Za-z\d+/]{43}=$/);
      assert.equal(Buffer.from(each.slice(6), 'base64').length, 32);
    }
  });

  for (const [what, mutate] of Object.entries(mutations)) {
    test(`a message is refused with ${what}`, () => assert.throws(() => verify(mutate())));
  }
});
