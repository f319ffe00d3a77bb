// Saved views and user settings over HTTP: private and shared views, and limits.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { type Caller, type Json, startTestApp, type TestApp } from '../../support/app.js';

const VIEW = '/api/v1/security/own/view';
const SETTING = '/api/v1/security/own/setting';
const LIVE = { place: 'orders', label: 'Live', search: 'status=EXECUTING' };

describe('saved views', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.stop());

  const labels = async (who: Caller) => {
    const { body } = await who.get(`${VIEW}/list?place=orders`);
    return body.result.map(({ label, own }: Json) => `${label}${own ? '' : ' of another'}`);
  };
  const save = (who: Caller, view: object) => who.put(`${VIEW}/save`, { ...LIVE, ...view });

  it('are stored under a name, and replaced under it', async () => {
    const dealer = app.asOffice('DEALER', [1n]);
    const first = await save(dealer, { label: 'Kept' });
    assert.equal(first.status, 200);
    assert.equal(first.body.msgCode, 'VIEW_SAVED');
    const again = await save(dealer, { label: 'KEPT', search: 'status=BOOKED' });
    assert.equal(again.body.id, first.body.id);
    const { body } = await dealer.get(`${VIEW}/list?place=orders`);
    assert.equal(body.count, 1);
    const [{ label, search, own, shared }] = body.result;
    assert.deepEqual([label, search, own, shared], ['KEPT', 'status=BOOKED', true, false]);
    assert.equal((await dealer.get(`${VIEW}/list?place=leads`)).body.count, 0);
  });

  it('are visible to others if shared, and only in a common office', async () => {
    const here = app.asOffice('DEALER', [1n, 2n]);
    const colleague = app.asOffice('DEALER', [2n]);
    const elsewhere = app.asOffice('DEALER', [3n]);
    await save(here, { label: 'Shared here', shared: true });
    await save(here, { label: 'Private here' });
    assert.deepEqual(await labels(colleague), ['Shared here of another']);
    assert.deepEqual(await labels(elsewhere), []);
    const everywhere = app.as('APPROVER');
    assert.ok((await labels(everywhere)).includes('Shared here of another'));
    await save(everywhere, { label: 'Of the firm', shared: true });
    assert.deepEqual(await labels(elsewhere), ['Of the firm of another']);
    // Names are unique per owner: the same name used by another user creates another view.
    await save(elsewhere, { label: 'Of the firm' });
    assert.deepEqual(await labels(elsewhere), ['Of the firm', 'Of the firm of another']);
    await save(everywhere, { label: 'Of the firm', shared: false });
    assert.deepEqual(await labels(elsewhere), ['Of the firm']);
  });

  it('are refused without a place or with strings that are too long', async () => {
    const { status, body } = await app.as('DEALER').put(`${VIEW}/save`, {
      ...{ place: 'Orders!', label: 'x'.repeat(81), search: 'q=1' },
    });
    assert.equal(status, 400);
    const pointers = body.errors.map(({ pointer }: Json) => pointer).sort();
    assert.deepEqual(pointers, ['/label', '/place']);
  });

  it('are for users with credentials, not for API clients', async () => {
    assert.equal((await save(app.as('NOBODY'), {})).status, 401);
    assert.equal((await save(app.as('CLIENT'), {})).status, 403);
  });

  it('are removed by their owner, and are not found by others', async () => {
    const owner = app.asOffice('DEALER', [4n]);
    const { body } = await save(owner, { label: 'To go', shared: true });
    const other = await app.asOffice('DEALER', [4n]).delete(`${VIEW}/remove/id/${body.id}`);
    assert.equal(other.status, 404);
    assert.equal((await owner.delete(`${VIEW}/remove/id/${body.id}`)).status, 200);
    assert.equal((await owner.delete(`${VIEW}/remove/id/${body.id}`)).status, 404);
  });

  it('are limited to a hundred for one user', async () => {
    const owner = app.asOffice('AUDITOR', [5n]);
    const { body } = await save(owner, { label: 'First' });
    await app.db.query(sql`
      insert into saved_view
      select 1000 + n, principal_id, place, 'View ' || n, search, shared, created_at, modified_at
      from saved_view, generate_series(1, 99) n where id = ${BigInt(body.id)}`);
    const refused = await save(owner, { label: 'One too many' });
    assert.equal(refused.status, 409);
    assert.equal(refused.body.msgCode, 'TOO_MANY_KEPT');
    assert.deepEqual(refused.body.msgArgs, ['101', '0']);
    assert.equal((await save(owner, { label: 'first' })).status, 200);
    assert.equal((await owner.get(`${VIEW}/list?place=orders`)).body.count, 100);
  });

  it('are saved once per key, and not at all in a dry run', async () => {
    const owner = app.asOffice('DEALER', [6n]);
    const key = { 'idempotency-key': 'a-view-that-is-saved-once' };
    const body = { ...LIVE, label: 'Once' };
    const first = await owner.put(`${VIEW}/save`, body, key);
    const again = await owner.put(`${VIEW}/save`, body, key);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.body.id, first.body.id);
    const dry = await owner.put(`${VIEW}/save?dryRun=true`, { ...LIVE, label: 'Dry' });
    assert.equal(dry.status, 200);
    assert.deepEqual(await labels(owner), ['Once']);
  });

  it('are private to their user, like settings', async () => {
    const [one, other] = [app.asOffice('DEALER', [7n]), app.asOffice('DEALER', [7n])];
    const setting = { name: 'orders.columns', value: '["term"]' };
    await one.put(`${SETTING}/set`, { ...setting, value: '[]' });
    await one.put(`${SETTING}/set`, setting);
    assert.deepEqual((await one.get(`${SETTING}/list`)).body.result, [setting]);
    assert.equal((await other.get(`${SETTING}/list`)).body.count, 0);
    const wrong = await one.put(`${SETTING}/set`, { ...setting, name: 'NAME' });
    assert.equal(wrong.status, 400);
  });

  it('allow an empty setting', async () => {
    const user = app.asOffice('DEALER', [7n]);
    await user.put(`${SETTING}/set`, { name: 'page.start', value: '/customers' });
    for (const value of ['', undefined]) {
      const emptied = await user.put(`${SETTING}/set`, { name: 'page.start', value });
      assert.equal(emptied.status, 200, emptied.text);
      const { result } = (await user.get(`${SETTING}/list`)).body;
      assert.deepEqual(result, [{ name: 'page.start', value: '' }]);
    }
  });
});
