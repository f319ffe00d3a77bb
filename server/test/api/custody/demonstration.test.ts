// The corporate actions of the demonstration: one is paid, two are announced, and the books are
// consistent.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fillDemo } from '../../../src/demo/demo.js';
import { INVARIANTS } from '../../../src/modules/finance/integrity/integrity.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { entitleNow, recordEvent } from '../../support/corporate-action.js';
import { waitFor } from '../../support/wait.js';

const API = '/api/v1/custody';

describe('the corporate actions of the demonstration', () => {
  let app: TestApp;
  const eventOf = async (security: string): Promise<Json> => {
    const { body } = await app
      .as('OPERATIONS')
      .get(`${API}/corporate-action/list?securityName=${security}`);
    assert.equal(body.count, 1);
    return (await app.as('OPERATIONS').get(`${API}/corporate-action/id/${body.result[0].id}`)).body;
  };

  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none', workersLeftOut: [] });
  });
  after(() => app.stop());

  it("have a dividend whose holders are paid with the registrar's money", async () => {
    const event = await eventOf('GEREGU');
    assert.deepEqual([event.status, event.progress], ['CONFIRMED', 'PAID']);
    const [held] = await app.db.query<{ count: bigint; units: bigint }>(sql`
      select count(*) as count, sum(h.quantity)::bigint as units
      from holding h join security s on s.id = h.security_id where s.name = 'GEREGU'`);
    assert.ok(held !== undefined && held.count > 0n);
    const [sum] = event.entitlements;
    assert.equal(event.entitlements.length, 1);
    assert.deepEqual(
      [sum.state, BigInt(sum.count), BigInt(sum.eligibleQuantity)],
      ['PAID', held.count, held.units],
    );
    // 8.50 a unit, of which the issuer withholds a tenth.
    assert.equal(sum.gross, Number(held.units) * 8.5);
    assert.equal(sum.net, Number(held.units) * 7.65);
    const received = event.funding.reduce((all: number, part: Json) => all + part.received, 0);
    assert.equal(received, sum.net);
    const [left] = await app.db.query<{ count: bigint }>(sql`
      select count(*) as count from job where kind like 'corporate-action.%'`);
    assert.equal(left?.count, 0n);
  });

  it('have a future dividend and a future bonus, which have changed nothing yet', async () => {
    for (const security of ['STANBIC', 'NASCON']) {
      const event = await eventOf(security);
      assert.deepEqual([event.progress, event.entitlements], ['OPEN', []]);
    }
  });

  it('are expected as income by the holders of bonds', async () => {
    const [holder] = await app.db.query<{ customer_id: bigint }>(sql`
      select p.customer_id from holding h join security s on s.id = h.security_id
      join portfolio p on p.id = h.portfolio_id where s.name = 'FG192033S1' order by 1 limit 1`);
    assert.ok(holder);
    const { body } = await app
      .as('OPERATIONS')
      .get(`${API}/income/customer/id/${holder.customer_id}`);
    const kinds = body.forecast.map(({ kind }: Json) => kind);
    assert.ok(kinds.filter((kind: string) => kind === 'INTR').length >= 3, String(kinds));
  });

  it('reach each holder by e-mail', async () => {
    const today = await currentBusinessDate(app.db);
    const option = { number: 1, type: 'CASH', isDefault: true, cashPerUnit: 1.25, currency: 'NGN' };
    const eventId = await recordEvent(app, 'DVCA-PRESCO-TEST', {
      ...{ kind: 'DVCA', securityName: 'PRESCO', status: 'ANNOUNCED', options: [option] },
      ...{ exDate: today, qualificationDate: today, source: 'test' },
    });
    await entitleNow(app, eventId);
    const [made] = await app.db.query<{ count: bigint }>(sql`
      select count(*) as count from entitlement where corporate_action_id = ${eventId}`);
    assert.ok(made !== undefined && made.count > 0n);
    const [sent] = await waitFor('the e-mails to holders', async () => {
      const rows = await app.db.query<{ message: bigint }>(sql`
        select n.message_ids[1] as message from notification n
        join notification_rule r on r.id = n.rule_id
        where r.name = 'EVENT-ANNOUNCED' and n.state = 'QUEUED'`);
      return BigInt(rows.length) === made.count && rows;
    });
    const { body } = await app.as('OPERATIONS').get(`/api/v1/crm/message/id/${sent?.message}`);
    assert.match(body.subject, /PRESCO/);
  });

  it('are not created again by a second start, and keep the books consistent', async () => {
    const countOf = async () =>
      (
        await app.db.query(sql`
        select (select count(*) from corporate_action) as events,
          (select count(*) from entitlement) as entitlements,
          (select count(*) from journal) as journals`)
      )[0];
    const before = await countOf();
    await fillDemo(app.context);
    assert.deepEqual(await countOf(), before);
    for (const { number, name, broken } of INVARIANTS) {
      assert.deepEqual(await app.db.query(broken), [], `${number}: ${name}`);
    }
  });
});
