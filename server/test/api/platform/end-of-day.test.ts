// Closing a day by its operations: once however many ask, and never by a dry run.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { startTestApp, type TestApp } from '../../support/app.js';

const RUN = '/api/v1/system/end-of-day/run';

describe('the end of a day', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const moved = async (work: () => Promise<unknown>) => {
    const before = await currentBusinessDate(app.db);
    await work();
    return (await currentBusinessDate(app.db)) !== before;
  };

  it('is refused as a dry run, because it cannot be taken back', async () => {
    const paths = [`${RUN}?dryRun=true`, RUN];
    const headers = { prefer: 'dry-run' };
    for (const path of paths) {
      const still = await moved(async () => {
        const reply = await app.as('ADMIN').post(path, {}, headers);
        assert.equal(reply.status, 400);
        assert.deepEqual(reply.body.msgArgs, ['dryRun']);
      });
      assert.equal(still, false);
    }
    const clock = await app.as('ADMIN').put('/api/v1/system/clock', { advanceDays: 1 }, headers);
    assert.equal(clock.status, 400);
  });

  it('closes one day when ten callers ask for the same one', async () => {
    const { businessDate } = (await app.as('ADMIN').get('/api/v1/system/clock')).body;
    const next = new Date(Date.parse(businessDate) + 86_400_000).toISOString().slice(0, 10);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.as('ADMIN').post(RUN, { until: next })),
    );
    const closed = replies.reduce((sum, { body }) => sum + (body.result?.daysClosed ?? 0), 0);
    assert.equal(closed, 1);
    for (const { status } of replies) assert.ok(status === 200 || status === 409 || status === 422);
  });
});
