// Tokens that the SDK fetches and renews, tested against a real server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Client, createClient, type Fetch, isProblem } from '@countinghouse/sdk';
import { startTestApp, type TestApp } from '../support/app.js';
import { type ClientSecret, secretOf } from '../support/sdk.js';

let app: TestApp;
let secret: ClientSecret;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  secret = await secretOf(app, 'ADMIN');
});
after(() => app.stop());

/** Returns a fetch function that records the grant type of every token request. */
function watching(): { readonly fetch: Fetch; readonly grants: string[] } {
  const grants: string[] = [];
  return {
    grants,
    fetch: (url, init) => {
      if (/token$/.test(url)) grants.push(JSON.parse(String(init.body)).grant_type ?? 'login');
      return fetch(url, init);
    },
  };
}

const look = (client: Client) => client.get('partner/customer/list', { query: { s: 1 } });

describe('client credentials', () => {
  it('are exchanged for one token by any number of concurrent calls', async () => {
    const { fetch: watched, grants } = watching();
    const client = createClient({
      ...{ baseUrl: app.url, clientCredentials: secret, fetch: watched },
    });
    const pages = await Promise.all(Array.from({ length: 20 }, () => look(client)));
    assert.equal(pages.length, 20);
    await look(client);
    assert.deepEqual(grants, ['client_credentials']);
  });

  it("that are wrong are refused with the server's problem, and not retried", async () => {
    const { fetch: watched, grants } = watching();
    const wrong = { clientId: secret.clientId, clientSecret: 'no' };
    const client = createClient({
      ...{ baseUrl: app.url, clientCredentials: wrong, fetch: watched },
    });
    await assert.rejects(look(client), (error: unknown) =>
      isProblem(error, 'OAUTH_INVALID_CLIENT'),
    );
    assert.equal(grants.length, 1);
  });

  it('get a new token if the server ends the old one early', async () => {
    const { fetch: watched, grants } = watching();
    let sent = '';
    const listening: Fetch = (url, init) => {
      sent = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? sent;
      return watched(url, init);
    };
    const client = createClient({
      ...{ baseUrl: app.url, clientCredentials: secret, fetch: listening },
    });
    await look(client);
    await createClient({ baseUrl: app.url }).post('/oauth/revoke', {
      body: { token: sent, client_id: secret.clientId, client_secret: secret.clientSecret },
    });
    await Promise.all(Array.from({ length: 5 }, () => look(client)));
    // The refresh token expired with its session, so the client started one new session.
    assert.deepEqual(grants, ['client_credentials', 'refresh_token', 'client_credentials']);
  });

  it('renew a token before it expires, with each refresh token used once', async () => {
    const { fetch: watched, grants } = watching();
    // Makes the server announce a short token lifetime.
    const hasty: Fetch = async (url, init) => {
      const response = await watched(url, init);
      if (!url.endsWith('/oauth/token')) return response;
      const body = Object.assign(Object(await response.json()), { expires_in: 1 });
      return new Response(JSON.stringify(body), { headers: response.headers });
    };
    const client = createClient({
      ...{ baseUrl: app.url, clientCredentials: secret, fetch: hasty },
    });
    for (let call = 0; call < 4; call += 1) await look(client);
    assert.deepEqual(grants, ['client_credentials', ...Array(3).fill('refresh_token')]);
  });
});

describe('other credentials', () => {
  it('of a staff user are also exchanged for tokens', async () => {
    const password = 'Correct-Horse-7-Battery';
    const admin = createClient({ baseUrl: app.url, clientCredentials: secret });
    const made = await admin.post('security/user/create', {
      body: { username: 'sdk.person', password, roles: ['DEALER'] },
    });
    const { fetch: watched, grants } = watching();
    assert.ok(made.id);
    const person = { username: 'sdk.person', password };
    const client = createClient({ baseUrl: app.url, password: person, fetch: watched });
    await look(client);
    await look(client);
    assert.deepEqual(grants, ['login']);
  });

  it('may be a token from the caller, which is requested again when one is refused', async () => {
    const { access_token: good } = await createClient({ baseUrl: app.url }).post('/oauth/token', {
      body: {
        grant_type: 'client_credentials',
        client_id: secret.clientId,
        client_secret: secret.clientSecret,
      },
    });
    const tokens = ['old', good];
    const client = createClient({ baseUrl: app.url, token: () => tokens.shift() ?? good });
    await look(client);
    const fixed = createClient({ baseUrl: app.url, token: 'old' });
    await assert.rejects(look(fixed), (error: unknown) => isProblem(error, 'INVALID_CREDENTIALS'));
  });

  it('may contain a name with non-ASCII characters', async () => {
    const basic = { username: 'Ọlá', password: 'pä$$' };
    const client = createClient({ baseUrl: app.url, basic });
    await assert.rejects(look(client), (error: unknown) => isProblem(error, 'INVALID_CREDENTIALS'));
  });

  it('are limited to one kind', () => {
    assert.throws(
      () => createClient({ baseUrl: app.url, apiKey: 'a', token: 'b' }),
      /one kind of credentials/,
    );
  });
});
