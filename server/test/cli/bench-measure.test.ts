// Runs the measurements with small numbers on a separate database. Each of them checks that its
// work was done, so it fails if the books that it prepares are no longer accepted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measureEntitlement } from '../../bench/entitlement.js';
import { measureEventPayment } from '../../bench/event-payment.js';
import { measureGains } from '../../bench/gain.js';
import { measureWealth } from '../../bench/wealth.js';

const databaseUrl = process.env.TEST_DATABASE_URL;
// The tests' database server does not write to disk.
process.env.COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE = 'yes';

describe('a measurement with small numbers', () => {
  it('entitles the holders of a dividend and of a corrected bonus', async () => {
    const { holders, ratio } = await measureEntitlement({ databaseUrl, holders: 20 });
    assert.equal(holders, 20);
    assert.ok(ratio > 0);
  });

  it('pays the holders of an event, and a corrected one again', async () => {
    const { perSecond } = await measureEventPayment({ databaseUrl, holders: 100 });
    assert.ok(perSecond > 0);
  });

  it('reports the gains of a portfolio', async () => {
    const { reportMs } = await measureGains({ databaseUrl, movements: 100 });
    assert.ok(reportMs > 0);
  });

  it('values customers at two closes and returns five years of one', async () => {
    const { rows, fiveYearsMs } = await measureWealth({ databaseUrl, customers: 20 });
    assert.ok(rows >= 20, String(rows));
    assert.ok(fiveYearsMs > 0);
  });
});
