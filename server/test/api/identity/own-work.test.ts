// The counts of a caller's waiting work agree with the lists that they count.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FIGURES, WORK } from '../../../src/app/own-work/kind.js';
import { startTestApp, type TestApp } from '../../support/app.js';

const API = '/api/v1';
const PATH = `${API}/security/own/work`;

describe('the counts of own work', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true });
  });
  after(() => app.stop());

  it('agree with the lists, and have the time of the oldest record', async () => {
    const { body: clock } = await app.as('ADMIN').get(`${API}/system/clock`);
    const { status, body } = await app.as('ADMIN').get(PATH);
    assert.equal(status, 200);
    const kinds = Object.entries({ ...WORK, ...FIGURES });
    const codes = kinds.map(([code]) => code).join();
    const chosen = await app.as('ADMIN').get(`${PATH}?codes=${codes}`);
    assert.deepEqual(chosen.body, body);
    assert.equal(body.result.length, kinds.length);
    for (const [code, { list, query, isOfToday }] of kinds) {
      const days = isOfToday ? { sd: clock.businessDate, ed: clock.businessDate } : {};
      const filters = new URLSearchParams({ ...query, ...days });
      const { body: rows } = await app.as('ADMIN').get(`${API}/${list}?${filters}`);
      const [own] = body.result.filter((each: { readonly code: string }) => each.code === code);
      assert.equal(own.count, rows.count, code);
      assert.equal(own.oldestDttm !== undefined, code in WORK && rows.count > 0, code);
    }
    const leads = await app.as('ADMIN').get(`${API}/crm/lead/list?status=NEW&s=500`);
    const [own] = (await app.as('ADMIN').get(`${PATH}?codes=LEAD_NEW`)).body.result;
    const entered = leads.body.result.map((lead: { createdDttm: string }) => lead.createdDttm);
    assert.equal(own.oldestDttm, entered.toSorted()[0]);
  });

  it('include only the requested codes', async () => {
    const { body } = await app.as('ADMIN').get(`${PATH}?codes=USER,ORDER_BOOKED`);
    const codes = body.result.map(({ code }: { readonly code: string }) => code);
    assert.deepEqual(codes, ['ORDER_BOOKED', 'USER']);
  });

  it('leave out lists that the caller has no permission to read', async () => {
    const { body } = await app.as('DEALER').get(`${PATH}?codes=USER,ORDER_BOOKED`);
    const codes = body.result.map(({ code }: { readonly code: string }) => code);
    assert.deepEqual(codes, ['ORDER_BOOKED']);
  });

  it('refuse an unknown code', async () => {
    const { status, body } = await app.as('ADMIN').get(`${PATH}?codes=USER,NONSENSE`);
    assert.equal(status, 400);
    assert.match(JSON.stringify(body.errors), /contains NONSENSE/);
  });
});
