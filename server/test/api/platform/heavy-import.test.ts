// Large imports in every format: each is read completely while other callers are served. The proof
// sends them at their maximum size.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type HeavyBody, heavyImports, IMPORT_NAMES } from '../../../bench/body/heavy.js';
import { type Caller, startTestApp, type TestApp, type TestReply } from '../../support/app.js';

/** The size of the imports, as a share of the maximum. */
const SHARE = process.env.COUNTINGHOUSE_WHOLE === '1' ? 1 : 0.2;

/**
 * At the maximum size, an import of prices is limited by the size of its body, not by the number of
 * its rows.
 */
const PRICES = Math.min(8_665, 10_000 * SHARE);

/** The number of rows or lines in the reply to each import, or REFUSED. */
const EXPECTED: Readonly<Record<string, number | 'REFUSED'>> = {
  'journals, JSON': 5_000 * SHARE,
  'journals, CSV': 5_000 * SHARE,
  'prices, JSON': PRICES,
  'prices, CSV': PRICES,
  'leads, JSON': 2_000 * SHARE,
  'leads, CSV': 2_000 * SHARE,
  'rows of wrong members': 'REFUSED',
  'lists for a list of rows': 'REFUSED',
  'lists of an unknown member': 'REFUSED',
  'bank statement, CSV': 5_000 * SHARE,
  'bank statement, MT940': 5_000 * SHARE,
  'bank statement, camt.053': 5_000 * SHARE,
  'cash batch': 500 * SHARE,
};

const PAUSE_MS = 3;

let app: TestApp;
let admin: Caller;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  admin = app.as('ADMIN');
});
after(() => app.stop());

/** Sends a body and returns the reply with the number of other requests answered before it. */
async function sendBesideOthers({ path, body, type }: HeavyBody) {
  let isOver = false;
  const sending: Promise<TestReply> = admin
    .post(`${path}&dryRun=true`, body, { 'content-type': type })
    .finally(() => {
      isOver = true;
    });
  let served = 0;
  while (!isOver) {
    const reply = await fetch(`${app.url}/livez`);
    await reply.arrayBuffer();
    assert.equal(reply.status, 200);
    if (!isOver) served += 1;
    // The import runs in this process, so requests without pauses would take half its CPU time.
    await pause(PAUSE_MS);
  }
  return { reply: await sending, served };
}

it('the benchmark has every import under its name', () => {
  assert.deepEqual(
    heavyImports().map(({ name }) => name),
    [...IMPORT_NAMES],
  );
});

describe('a large import', () => {
  for (const heavy of heavyImports(SHARE)) {
    it(`is read completely while others are served: ${heavy.name}`, async () => {
      const { reply, served } = await sendBesideOthers(heavy);
      const expected = EXPECTED[heavy.name];
      const { status, body, text } = reply;
      if (expected === 'REFUSED') {
        assert.equal(status, 400, text.slice(0, 300));
        assert.ok(body.errors.length > 0 && body.errors.length <= 100);
        assert.ok(served >= 1, 'others were served');
      } else {
        assert.equal(status, 200, text.slice(0, 300));
        const shown = body.result.verdicts ?? body.lines ?? body.result.rows;
        assert.equal(shown.length, expected);
        assert.ok(served >= 10 * SHARE, `${served} others were served`);
      }
    });
  }
});
