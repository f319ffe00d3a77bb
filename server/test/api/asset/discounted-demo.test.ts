// Demonstration data for commercial paper and bills: one instrument of each kind is running, and
// the examples in the API document are valid.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { discountedExamples } from '../../../src/modules/asset/paper/schema.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { BILL, PAPER } from './discounted-app.js';

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

for (const [path, example, types] of [
  [PAPER, discountedExamples.DISCOUNTED_INSTRUMENT, 'discountedinstrumenttype'],
  [BILL, discountedExamples.TREASURY_BILL, 'treasurybillissue'],
] as const) {
  test(`${path} has a product, a running instrument, and a valid example of a submit`, async () => {
    const client = app.as('CLIENT');
    const listed = await client.get(`/api/v1/order/${types}/list/active`);
    const names = listed.body.result.map((type: Json) => type.name);
    assert.ok(names.includes(example.instrumentTypeName), names.join());
    const id = path === PAPER ? 1 : 2;
    const running = await client.get(`${path}/id/${id}`);
    assert.equal(running.status, 200, running.text);
    assert.equal(running.body.status, 'RUNNING');
    const found = await client.get(`${path}/customer/list?c=${running.body.customerId}`);
    assert.equal(found.body.count, 1);
    const reply = await client.post(`${path}/submit`, example);
    assert.equal(reply.status, 201, reply.text);
  });
}
