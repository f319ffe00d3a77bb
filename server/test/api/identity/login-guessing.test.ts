// Guessing all staff passwords from many addresses: few guesses are checked, and afterwards each
// user can log in with the first correct attempt.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { basic, callerOf, startTestApp, type TestApp } from '../../support/app.js';
import { roundsOr } from '../../support/rounds.js';

const PASSWORD = 'correct horse battery';
const READ = '/api/v1/security/role/list';
const STAFF = Array.from({ length: 8 }, (_, at) => `staff.${at}`);
/** The login time is checked only in the proofs, because a busy machine takes longer. */
const isWhole = process.env.COUNTINGHOUSE_ROUNDS !== undefined;
/** The number of wrong passwords; ten thousand in the proofs. */
const WRONG = roundsOr(400);
const AT_ONCE = 50;
const SIGNED_IN_WITHIN_MS = 5_000;

let app: TestApp;

before(async () => {
  app = await startTestApp({ trustedProxies: ['127.0.0.1/32'] });
  for (const username of STAFF) {
    const body = { username, password: PASSWORD, roles: ['AUDITOR'] };
    assert.equal((await app.as('ADMIN').post('/api/v1/security/user/create', body)).status, 201);
  }
});
after(() => app.stop());

const loginFrom = (address: string, name: string, password: string) =>
  callerOf(app.url, { ...basic(name, password), 'x-forwarded-for': address }).get(READ);

/** Sends one wrong password. Each address sends ten. */
async function guess(at: number): Promise<number> {
  const address = `198.18.${Math.floor(at / 10 / 250)}.${(Math.floor(at / 10) % 250) + 1}`;
  const name = STAFF[at % STAFF.length] ?? '';
  return (await loginFrom(address, name, `wrong ${at}`)).status;
}

test('after many guesses, the first correct password of each user is accepted', async () => {
  const seen = new Map<number, number>();
  const began = performance.now();
  let next = 0;
  const guesser = async () => {
    while (next < WRONG) {
      next += 1;
      const status = await guess(next);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guesser));
  const seconds = (performance.now() - began) / 1_000;
  const checked = seen.get(401) ?? 0;
  // For each name: five guesses at once, and then one every three seconds.
  const mayBeChecked = STAFF.length * (6 + Math.ceil(seconds / 3));
  assert.ok(checked <= mayBeChecked, `${checked} checked, at most ${mayBeChecked}`);
  assert.deepEqual([...seen.keys()].sort(), [401, 429]);
  const tookMs = await Promise.all(
    STAFF.map(async (name, at) => {
      const from = performance.now();
      const { status, text } = await loginFrom(`203.0.113.${at + 1}`, name, PASSWORD);
      assert.equal(status, 200, text);
      return performance.now() - from;
    }),
  );
  const slowestMs = Math.max(...tookMs);
  if (isWhole) assert.ok(slowestMs < SIGNED_IN_WITHIN_MS, `${slowestMs} ms`);
  console.log(
    `PROOF ${WRONG} wrong passwords over ${STAFF.length} names in ${seconds.toFixed(1)} s: ` +
      `${checked} checked; then all signed in, the slowest in ${(slowestMs / 1_000).toFixed(2)} s`,
  );
});
