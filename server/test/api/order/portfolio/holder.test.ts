// The holders of a security in the caller's offices: largest first, in pages, with the total.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';

const PATH = '/api/v1/order/security/holder/list';

describe('the holders of a security', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const read = async (query: string, role = 'DEALER'): Promise<Json> =>
    (await app.as(role).get(`${PATH}?securityName=${query}`)).body;

  it('are listed largest first, and their units add up to the total', async () => {
    const all = await read('GTCO&s=500');
    const units = all.result.map(({ quantity }: Json) => Number(quantity));
    assert.ok(units.length > 1);
    assert.deepEqual(
      units,
      units.toSorted((one: number, other: number) => other - one),
    );
    const sum = units.reduce((total: number, each: number) => total + each, 0);
    assert.deepEqual([all.count, Number(all.totalQuantity)], [units.length, sum]);
    const [first] = all.result;
    const holdings = await app
      .as('DEALER')
      .get(`/api/v1/order/portfolio/holdings/id/${first.portfolioId}?s=500`);
    const own = holdings.body.result.find(({ securityName }: Json) => securityName === 'GTCO');
    assert.deepEqual(
      [first.quantity, first.cost, first.averageCost],
      [own.quantity, own.cost, own.averageCost],
    );
  });

  it('continue on the next page by the cursor, without a gap', async () => {
    const all = (await read('GTCO&s=500')).result.map(({ portfolioId }: Json) => portfolioId);
    const seen: number[] = [];
    let path = `${PATH}?securityName=GTCO&s=2`;
    for (let pages = 0; pages < all.length; pages += 1) {
      const reply = await app.as('DEALER').get(path);
      seen.push(...reply.body.result.map(({ portfolioId }: Json) => portfolioId));
      const next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      if (next === undefined) break;
      path = next.replace(/^https?:\/\/[^/]+/, '');
    }
    assert.deepEqual(seen, all);
  });

  it('refuses an unknown security, and a cursor of another server', async () => {
    const unknown = await app.as('DEALER').get(`${PATH}?securityName=NOSUCH`);
    assert.deepEqual([unknown.status, unknown.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
    const cursor = Buffer.from('["1"]').toString('base64url');
    const wrong = await app.as('DEALER').get(`${PATH}?securityName=GTCO&cursor=${cursor}`);
    assert.equal(wrong.status, 400, wrong.text);
  });
});
