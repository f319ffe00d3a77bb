// Other people's guesses never block valid credentials, with or without a proxy, on two nodes, and
// after a restart.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { type App, startApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { sql } from '../../../src/platform/database/sql.js';
import {
  basic,
  callerOf,
  startTestApp,
  startTestAppWith,
  type TestApp,
} from '../../support/app.js';
import { TEST_KEYS } from '../../support/data-key.js';
import { type MovedClock, movedClock } from '../../support/moved-clock.js';
import { codeAt } from '../../support/one-time-code.js';
import { type Forwarder, startForwarder } from '../../support/outside/forwarder.js';
import { mainProgram } from '../../support/process/program.js';
import { roundsOr } from '../../support/rounds.js';

const READ = '/api/v1/security/role/list';
const TOKEN = '/api/v1/security/request/access-token';
const PASSWORD = 'correct horse battery';
/** The number of wrong credentials of each kind; a thousand in the proofs. */
const WRONG = roundsOr(40);

const LOCAL = ['127.0.0.1/32'];

async function newUser(app: TestApp, username: string): Promise<number> {
  const body = { username, password: PASSWORD, roles: ['AUDITOR'] };
  const made = await app.as('ADMIN').post('/api/v1/security/user/create', body);
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const loginAt = (url: string, name: string, password: string) =>
  callerOf(url, basic(name, password)).get(READ);

/** Returns the header in which a proxy names the caller's address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const loginFrom = (url: string, address: string) => (name: string, password: string) =>
  callerOf(url, { ...basic(name, password), ...from(address) }).get(READ);

/**
 * Returns a function for each kind of wrong credentials. It takes a number, so that every guess
 * differs.
 */
function guesses(url: string, clientId: string) {
  const stranger = callerOf(url, {});
  const key = (text: string) => callerOf(url, { 'x-api-key': text }).get(READ);
  const oauth = (body: object) => stranger.post('/oauth/token', body);
  return [
    (at: number) => callerOf(url, { authorization: `Bearer wrong.${at}.token` }).get(READ),
    (at: number) => key(`${clientId}.wrong${at}`),
    (at: number) => key(`client-00000000000000${String(at % 100).padStart(2, '0')}.wrong`),
    (at: number) => key(`no key at all ${at}`),
    (at: number) => loginAt(url, clientId, `wrong ${at}`),
    (at: number) => loginAt(url, 'victim', `wrong ${at}`),
    (at: number) => loginAt(url, `guess.${at}`, 'wrong'),
    (at: number) => stranger.post(TOKEN, { username: 'victim', password: `wrong ${at}` }),
    (at: number) => oauth({ grant_type: 'refresh_token', refresh_token: `wrong ${at}` }),
    (at: number) =>
      oauth({ grant_type: 'client_credentials', client_id: clientId, client_secret: `no ${at}` }),
  ];
}

for (const isProxied of [false, true]) {
  const place = isProxied ? 'behind a proxy' : 'from an address';
  describe(`wrong credentials of each kind ${place}`, () => {
    let app: TestApp;
    let proxy: Forwarder | undefined;
    let url: string;
    before(async () => {
      app = await startTestApp(isProxied ? { trustedProxies: LOCAL } : {});
      proxy = isProxied ? await startForwarder(app.url) : undefined;
      url = proxy?.url ?? app.url;
    });
    after(async () => {
      await proxy?.stop();
      await app.stop();
    });

    it('do not block valid credentials of any kind from there', async () => {
      const client = await app
        .as('ADMIN')
        .post('/api/v1/security/client/create', { label: 'Victim', roles: ['AUDITOR'] });
      const { clientId, clientSecret } = client.body.result;
      await newUser(app, 'victim');
      const stranger = callerOf(url, {});
      const opened = await stranger.post(TOKEN, { username: 'victim', password: PASSWORD });
      assert.equal(opened.status, 200, opened.text);
      let refresh: string = opened.body.refresh_token;
      const served = async () => {
        const token = { authorization: `Bearer ${opened.body.access_token}` };
        const secret = { grant_type: 'client_credentials', client_id: clientId };
        const renewed = await stranger.post('/oauth/token', {
          ...{ grant_type: 'refresh_token', refresh_token: refresh },
        });
        refresh = renewed.body.refresh_token;
        const replies = [
          await callerOf(url, token).get(READ),
          await callerOf(url, { 'x-api-key': `${clientId}.${clientSecret}` }).get(READ),
          await loginAt(url, clientId, clientSecret),
          await stranger.post('/oauth/token', { ...secret, client_secret: clientSecret }),
          renewed,
          await stranger.post(TOKEN, { username: 'victim', password: PASSWORD }),
          await loginAt(url, 'victim', PASSWORD),
        ];
        assert.deepEqual(
          replies.map(({ status }) => status),
          [200, 200, 200, 200, 200, 200, 200],
        );
      };
      const seen = new Map<number, number>();
      for (let at = 0; at < WRONG; at += 20) {
        const wrong = Array.from({ length: Math.min(20, WRONG - at) }, (_, index) =>
          guesses(url, clientId).map((guess) => guess(at + index)),
        );
        for (const { status } of await Promise.all(wrong.flat())) {
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
        await served();
      }
      const total = [...seen].map(([status, count]) => `${count} answered ${status}`).join(', ');
      console.log(`PROOF ${WRONG} of each kind, ${place}: ${total}`);
      assert.deepEqual(
        [...seen.keys()].filter((status) => ![400, 401, 429].includes(status)),
        [],
      );
    });
  });
}

describe('a proxy in front of the server', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'] });
  });
  after(() => app.stop());

  const addressOfLast = async () => {
    const [row] = await app.db.query<{ address: string }>(sql`
      select address from audit_entry where msg_code in ('LOGIN_FAILED', 'LOGIN_DELAYED')
      order by id desc limit 1`);
    return row?.address;
  };

  it('determines the client: the first hop from the right that is not trusted', async () => {
    const cases = [
      ['203.0.113.7', '203.0.113.7'],
      ['198.51.100.66, 203.0.113.8', '203.0.113.8'],
      ['198.51.100.66, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
      ['2001:db8::5', '2001:db8::5'],
    ] as const;
    for (const [forwarded, address] of cases) {
      await loginFrom(app.url, forwarded)(`from ${address}`, 'wrong');
      assert.equal(await addressOfLast(), address);
    }
  });

  it('passes on the address that sessions show', async () => {
    await newUser(app, 'session.user');
    const opened = await callerOf(app.url, from('203.0.113.20')).post(TOKEN, {
      ...{ username: 'session.user', password: PASSWORD },
    });
    const token = { authorization: `Bearer ${opened.body.access_token}` };
    const list = await callerOf(app.url, token).get('/api/v1/security/own/session/list');
    assert.equal(list.body.result[0].address, '203.0.113.20');
  });

  it('is ignored if it is not trusted, so that spoofed addresses share one limit', async () => {
    const plain = await startTestApp();
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 8; guess += 1) {
        const login = loginFrom(plain.url, `203.0.113.${guess}`);
        statuses.push((await login('spoofed', `wrong ${guess}`)).status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
      const [row] = await plain.db.query<{ all: string }>(sql`
        select string_agg(distinct address, ' ') as all from audit_entry
        where msg_code = 'LOGIN_FAILED'`);
      assert.equal(row?.all, '127.0.0.1');
    } finally {
      await plain.stop();
    }
  });

  it('counts IPv6 clients by their /64', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const login = loginFrom(app.url, `2001:db8:1:1::${guess}`);
      statuses.push((await login('six', `wrong ${guess}`)).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  });
});

describe('delays', () => {
  let app: TestApp;
  let clock: MovedClock;
  before(async () => {
    clock = movedClock();
    app = await startTestAppWith({ clock }, { trustedProxies: LOCAL });
  });
  after(() => app.stop());

  function secondNode(): Promise<App> {
    const flags = { port: 0, logLevel: 'silent', allowUnsafeDatabase: true } as const;
    const config = readConfig(
      { DATABASE_URL: app.database.url },
      { ...flags, ...TEST_KEYS, trustedProxies: LOCAL },
    );
    return startApp(config, { clock });
  }

  it('are equal on two nodes, and after a restart', async () => {
    await newUser(app, 'nodes.user');
    let other = await secondNode();
    try {
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess += 1) {
        const { url } = guess % 2 === 0 ? app : other;
        const login = loginFrom(url, '192.0.2.1');
        statuses.push((await login('nodes.user', `wrong ${guess}`)).status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
      await other.stop();
      other = await secondNode();
      const login = loginFrom(other.url, '192.0.2.1');
      assert.equal((await login('nodes.user', PASSWORD)).status, 429);
      clock.pass(3);
      assert.equal((await login('nodes.user', PASSWORD)).status, 200);
    } finally {
      await other.stop();
    }
  });

  it('of strangers do not affect a known address, a known device or a passkey', async () => {
    await newUser(app, 'known.user');
    const body = { username: 'known.user', password: PASSWORD };
    const first = await callerOf(app.url, from('192.0.2.10')).post(TOKEN, body);
    const [cookie = ''] = first.headers.get('set-cookie')?.split(';', 1) ?? [];
    assert.match(cookie, /^countinghouse-device-\d+=/);
    const guess = (at: number) => loginFrom(app.url, `192.0.2.${100 + at}`)('known.user', 'wrong');
    for (let at = 0; at < 5; at += 1) assert.equal((await guess(at)).status, 401);
    assert.equal((await guess(0)).status, 429);
    // This node has cached the correct password, so the request goes to the other node.
    const other = await secondNode();
    try {
      const post = (headers: Record<string, string>) =>
        callerOf(other.url, headers).post(TOKEN, body);
      assert.equal((await post(from('192.0.2.10'))).status, 200, 'the address');
      assert.equal((await post({ ...from('192.0.2.50'), cookie })).status, 200, 'the device');
    } finally {
      await other.stop();
    }
  });

  it('do not affect a correct second-factor code', async () => {
    const body = { username: 'factor.user', password: PASSWORD };
    await newUser(app, 'factor.user');
    const own = callerOf(app.url, { ...basic('factor.user', PASSWORD), ...from('192.0.2.40') });
    const path = '/api/v1/security/own/second-factor';
    const begun = await own.post(`${path}/begin`, { password: PASSWORD });
    const secret = new URL(begun.body.result.uri).searchParams.get('secret') ?? '';
    const codeIn = (seconds: number) => {
      const ahead = (clock.millis() - Date.now()) / 1_000;
      return codeAt(secret, ahead + seconds);
    };
    assert.equal((await own.post(`${path}/confirm`, { code: codeIn(-30) })).status, 200);
    for (let at = 0; at < 5; at += 1) {
      await loginFrom(app.url, `192.0.2.${140 + at}`)('factor.user', 'wrong');
    }
    const other = await secondNode();
    try {
      const post = (address: string, code: string) =>
        callerOf(other.url, from(address)).post(TOKEN, { ...body, code });
      assert.equal((await post('192.0.2.140', '000000')).status, 429, 'a wrong code');
      for (let at = 0; at < 6; at += 1) {
        await loginFrom(app.url, '192.0.2.140')('factor.user', `wrong ${at}`);
      }
      assert.equal((await post('192.0.2.140', codeIn(0))).status, 200, 'the right one');
    } finally {
      await other.stop();
    }
  });

  it('of an address do not affect a known device at that address', async () => {
    await newUser(app, 'shared.user');
    const body = { username: 'shared.user', password: PASSWORD };
    const first = await callerOf(app.url, from('192.0.2.20')).post(TOKEN, body);
    const [cookie = ''] = first.headers.get('set-cookie')?.split(';', 1) ?? [];
    for (let guess = 0; guess < 12; guess += 1) {
      await loginFrom(app.url, '192.0.2.20')('shared.user', `wrong ${guess}`);
    }
    const other = await secondNode();
    try {
      const plain = callerOf(other.url, from('192.0.2.20'));
      assert.equal((await plain.post(TOKEN, body)).status, 429);
      const forged = cookie.replace(/.{6}$/, 'AAAAAA');
      const stranger = callerOf(other.url, { ...from('192.0.2.20'), cookie: forged });
      assert.equal((await stranger.post(TOKEN, body)).status, 429);
      const known = callerOf(other.url, { ...from('192.0.2.20'), cookie });
      assert.equal((await known.post(TOKEN, body)).status, 200);
    } finally {
      await other.stop();
    }
  });

  it('are cleared by `countinghouse user unlock`, which is audited', async () => {
    const id = await newUser(app, 'locked.user');
    for (let guess = 0; guess < 5; guess += 1) {
      await loginFrom(app.url, '192.0.2.30')('locked.user', `wrong ${guess}`);
    }
    const login = () => loginFrom(app.url, '192.0.2.30')('locked.user', PASSWORD);
    assert.equal((await login()).status, 429);
    const unlock = (name: string) =>
      spawnSync(process.execPath, [...mainProgram(), 'user', 'unlock', name], {
        env: { ...process.env, DATABASE_URL: app.database.url },
        encoding: 'utf8',
      });
    assert.equal(unlock('nobody.here').status, 1);
    const done = unlock('Locked.User');
    assert.equal(done.status, 0, done.stderr);
    assert.match(done.stdout, /user locked\.user: failed logins have been reset/);
    assert.equal((await login()).status, 200);
    const audit = await app.as('AUDITOR').get('/api/v1/security/audit/list?e=USER_UNLOCKED');
    assert.equal(audit.body.result[0].subjectId, id);
  });
});
