// Entitlements over HTTP: created by a job, in lists and files, computed in advance, and the
// delivery of new units by two people.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { DIVIDEND, type EventDesk, openEventDesk, TODAY } from './event-desk.js';

const API = '/api/v1/custody';
const EX_DATE = '2026-09-03';
const BONUS = {
  kind: 'BONU',
  securityName: 'ZENITHBANK',
  status: 'CONFIRMED',
  exDate: EX_DATE,
  options: [{ number: 1, type: 'SECU', isDefault: true, newUnits: 1, oldUnits: 10 }],
};

describe('entitlements over HTTP', () => {
  let desk: EventDesk;
  let bonus: Json;
  before(async () => {
    desk = await openEventDesk();
    await desk.db.query(sql`update security set tax_class = 'DIVIDEND'`);
    bonus = await desk.record(BONUS);
    await waitFor('the bonus to be entitled', async () =>
      (await desk.read(bonus.id)).progress === 'ENTITLED' ? true : undefined,
    );
  });
  after(() => desk.stop());

  const list = async (query: string): Promise<Json> => {
    const reply = await desk.maker.get(`${API}/entitlement/list?${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };

  it('are created by the approval of an event whose ex-date has passed', async () => {
    const { count, result } = await list(`e=${bonus.id}`);
    assert.ok(count > 0);
    for (const row of result) {
      assert.equal(row.newUnits, String(Math.floor(Number(row.eligibleQuantity) / 10)));
      assert.equal(row.pendingUnits, row.newUnits);
      assert.equal(row.revision, 1);
      assert.equal(row.effectiveDate, EX_DATE);
    }
    const [made] = await desk.db.query<{ count: bigint }>(sql`
      select count(*) as count from outbox_event where type = 'entitlement.made'
        and data ->> 'eventName' = ${bonus.name}`);
    assert.equal(Number(made?.count), count);
  });

  it('are found by portfolio, customer, office, state, route and ex-date', async () => {
    const [row] = (await list(`e=${bonus.id}&s=1`)).result;
    const one = await desk.maker.get(`${API}/entitlement/id/${row.id}`);
    assert.equal(one.status, 200, one.text);
    assert.equal(one.body.revisions.length, 1);
    const found = await list(`e=${bonus.id}&p=${row.portfolioId}&c=${row.customerId}`);
    assert.deepEqual(
      found.result.map(({ id }: Json) => id),
      [row.id],
    );
    assert.equal((await list(`e=${bonus.id}&state=CANCELLED`)).count, 0);
    assert.equal((await list(`e=${bonus.id}&sd=${TODAY}`)).count, 0);
    assert.equal(
      (await list(`e=${bonus.id}&ed=${EX_DATE}&route=${row.route}&p=${row.portfolioId}`)).count,
      1,
    );
    const missing = await desk.maker.get(`${API}/entitlement/id/999999999`);
    assert.equal(missing.body.msgCode, 'DOCUMENT_NOT_FOUND');
  });

  it('are found in the stock record by the kind of their movements', async () => {
    const [row] = (await list(`e=${bonus.id}&s=1`)).result;
    const record = `/api/v1/order/portfolio/holding-movements`;
    const filter = `p=${row.portfolioId}&securityName=ZENITHBANK&kind=BONUS`;
    const { status, text, body } = await desk.maker.get(`${record}?${filter}`);
    assert.equal(status, 200, text);
    const [moved] = body.result;
    assert.deepEqual(
      [body.count, moved.sourceType, moved.sourceId, moved.quantity, moved.pendingQuantity],
      [1, 'ENTITLEMENT', row.id, row.newUnits, row.newUnits],
    );
    assert.equal(moved.gain, 0);
    const csv = await desk.maker.get(`${record}/csv?${filter}`);
    assert.match(csv.text, /Recorded.*Pending quantity.*Gain/);
  });

  it('of other offices are not shown', async () => {
    const elsewhere = desk.asOffice('OPERATIONS', [999_999n]);
    const [row] = (await list(`e=${bonus.id}&s=1`)).result;
    assert.equal((await elsewhere.get(`${API}/entitlement/list?e=${bonus.id}`)).body.count, 0);
    assert.equal((await elsewhere.get(`${API}/entitlement/id/${row.id}`)).status, 404);
    const preview = await elsewhere.get(`${API}/corporate-action/preview/id/${bonus.id}`);
    assert.equal(preview.body.count, 0);
  });

  it('are written to a file with every column', async () => {
    const reply = await desk.maker.get(`${API}/entitlement/list/csv?e=${bonus.id}`);
    assert.equal(reply.status, 200);
    const lines = reply.text.trim().split(/\r?\n/);
    assert.equal(lines.length, (await list(`e=${bonus.id}`)).count + 2);
    const columns = new Set(lines.slice(0, -1).map((line) => line.split(',').length));
    assert.equal(columns.size, 1, [...columns].join());
  });

  it('are shown before the ex-date without being created', async () => {
    const event = await desk.record(DIVIDEND);
    const preview = await desk.maker.get(`${API}/corporate-action/preview/id/${event.id}?s=2`);
    assert.equal(preview.status, 200, preview.text);
    assert.ok(preview.body.count > 0);
    for (const row of preview.body.result) {
      assert.equal(row.state, 'PROVISIONAL');
      assert.equal(row.gross, Math.round(Number(row.eligibleQuantity) * 57) / 100);
    }
    assert.equal((await list(`e=${event.id}`)).count, 0);
    const early = await desk.maker.put(`${API}/corporate-action/entitle/id/${event.id}`);
    assert.deepEqual(
      [early.status, early.body.msgCode, early.body.msgArgs],
      [409, 'EVENT_WRONG_STATE', ['OPEN', 'BEFORE_EX_DATE']],
    );
  });

  it('are compared again on request', async () => {
    const path = `${API}/corporate-action/entitle/id/${bonus.id}`;
    const reply = await desk.maker.put(path);
    assert.equal(reply.status, 200, reply.text);
    assert.ok(reply.body.result.jobId > 0);
    const unknown = await desk.maker.put(`${API}/corporate-action/entitle/id/999999999`);
    assert.equal(unknown.status, 404);
    assert.equal((await desk.as('DEALER').put(path)).status, 403);
  });

  it('have new units that two people make deliverable', async () => {
    const path = `${API}/corporate-action/deliver`;
    const early = await desk.maker.put(`${path}/propose`, { id: bonus.id, date: '2026-09-01' });
    assert.deepEqual([early.status, early.body.msgCode], [422, 'EVENT_REFUSED']);
    const proposed = await desk.maker.put(`${path}/propose`, { id: bonus.id, date: TODAY });
    assert.equal(proposed.status, 200, proposed.text);
    const again = await desk.maker.put(`${path}/propose`, { id: bonus.id, date: TODAY });
    assert.deepEqual(again.body.msgArgs, ['ENTITLED', 'DELIVERY_PROPOSED']);
    const decide = `${path}/approve/id/${proposed.body.id}`;
    assert.equal((await desk.maker.put(decide, {})).status, 403);
    const approved = await desk.checker.put(decide, {});
    assert.equal(approved.status, 200, approved.text);
    assert.equal((await desk.checker.put(decide, {})).body.msgCode, 'EVENT_DELIVERY_WRONG_STATE');
    await waitFor('the units to be delivered', async () => {
      const { result } = (await desk.maker.get(`${path}/list?state=DELIVERED`)).body;
      return result.length === 1 ? true : undefined;
    });
    for (const row of (await list(`e=${bonus.id}`)).result) {
      assert.equal(row.pendingUnits, '0');
      if (row.newUnits !== '0') assert.equal(row.deliveredOn, TODAY);
    }
    const pending = await desk.db.query(sql`
      select from holding h join security s on s.id = h.security_id
      where s.name = 'ZENITHBANK' and h.pending_quantity <> 0`);
    assert.equal(pending.length, 0);
    const more = await desk.maker.put(`${path}/propose`, { id: bonus.id, date: TODAY });
    assert.deepEqual(more.body.msgArgs, ['ENTITLED', 'NOTHING_PENDING']);
  });
});
