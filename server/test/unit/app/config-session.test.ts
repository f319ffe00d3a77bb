// The file that configures external exchange sessions: valid and invalid contents.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigRefused, readConfig } from '../../../src/config/config.js';
import { sessionFor } from '../../../src/modules/order/exchange/session-route.js';

const NASD = {
  name: 'nasd',
  exchange: 'NASD',
  host: '10.0.0.7',
  port: 9876,
  beginString: 'FIX.4.4',
  sender: 'BROKER1',
  target: 'NASD',
};
const BRANCH = { ...NASD, name: 'branch', exchange: 'NGX', target: 'NGX', offices: ['ABUJA'] };

describe('sessions of the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countinghouse-sessions-'));
  const file = join(folder, 'sessions.json');
  after(() => rmSync(folder, { recursive: true }));

  function read(sessions: readonly object[], environment: Record<string, string> = {}) {
    writeFileSync(file, JSON.stringify({ sessions }));
    return readConfig({ COUNTINGHOUSE_SESSIONS: file, ...environment });
  }

  it('come from the file, besides the built-in exchange or the environment', () => {
    const builtIn = read([NASD, BRANCH], { COUNTINGHOUSE_EXCHANGE: 'built-in' });
    assert.deepEqual(
      builtIn.sessions.map(({ name }) => name),
      ['nasd', 'branch'],
    );
    assert.deepEqual(builtIn.exchangeRoutes, [
      { session: 'built-in', exchange: 'NGX' },
      { session: 'nasd', exchange: 'NASD' },
      { session: 'branch', exchange: 'NGX', offices: ['ABUJA'] },
    ]);
    const fix = read([NASD], { COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: '9000', FIX_TLS: 'yes' });
    assert.deepEqual(fix.sessions[0], {
      name: 'fix',
      exchange: 'NGX',
      host: '127.0.0.1',
      port: 9000,
      beginString: 'FIX.4.4',
      sender: 'BROKER1',
      target: 'NGX',
      tls: {},
    });
  });

  it('route by office first, then by exchange, and refuse orders without a session', () => {
    const { exchangeRoutes } = read([NASD, BRANCH], { COUNTINGHOUSE_EXCHANGE: 'built-in' });
    const route = (exchange_name: string, office_name: string) =>
      sessionFor(exchangeRoutes, { exchange_name, office_name });
    assert.equal(route('NGX', 'ABUJA'), 'branch');
    assert.equal(route('NGX', 'LAGOS'), 'built-in');
    assert.equal(route('NASD', 'ABUJA'), 'nasd');
    assert.equal(route('JSE', 'LAGOS'), undefined);
    const branchOnly = read([BRANCH]).exchangeRoutes;
    const lagos = { exchange_name: 'NGX', office_name: 'LAGOS' };
    assert.equal(sessionFor(branchOnly, lagos), undefined);
    assert.equal(sessionFor(readConfig({}).exchangeRoutes, lagos), 'unrouted');
  });

  const refused: readonly (readonly [string, readonly object[], RegExp])[] = [
    ['a member that is not a setting', [{ ...NASD, password: 'secret' }], /password/],
    ['a version that is not supported', [{ ...NASD, beginString: 'FIX.9' }], /beginString/],
    ['two of one name', [NASD, { ...NASD, target: 'B' }], /two sessions have the name nasd/],
    ['two with the same CompIDs', [NASD, { ...BRANCH, target: 'NASD' }], /give one a qualifier/],
    [
      'hours of a weekday that does not exist',
      [{ ...NASD, hours: { from: '08:00', until: '18:00', weekdays: [1, 8] } }],
      /hours\/weekdays\/1/,
    ],
    ['hours at no time', [{ ...NASD, hours: { from: '8', until: '18:00' } }], /hours\/from/],
    [
      'two for one exchange',
      [NASD, { ...NASD, name: 'other', sender: 'BROKER2' }],
      /two sessions carry the orders of NASD/,
    ],
    [
      'two for one office',
      [BRANCH, { ...BRANCH, name: 'other', sender: 'BROKER2' }],
      /NGX of ABUJA/,
    ],
  ];
  for (const [what, sessions, sentence] of refused) {
    it(`${what} end the program with an explanation`, () => {
      assert.throws(
        () => read(sessions),
        (error) => error instanceof ConfigRefused && sentence.test(error.message),
      );
    });
  }

  it('a file that is missing or not JSON ends the program with an explanation', () => {
    const none = { COUNTINGHOUSE_SESSIONS: join(folder, 'none.json') };
    assert.throws(() => readConfig(none), /COUNTINGHOUSE_SESSIONS: .*none\.json/);
    writeFileSync(file, 'no');
    assert.throws(() => readConfig({ COUNTINGHOUSE_SESSIONS: file }), ConfigRefused);
  });
});
