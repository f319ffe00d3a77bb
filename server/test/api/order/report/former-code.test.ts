// Execution reports that name a security by a former code or ISIN.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Desk, openDesk } from '../../../support/order-desk.js';

describe('a report with a former code of its security', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(10n ** 10n);
    await desk.setDate('2026-11-16');
    await desk.db.query(sql`
      insert into security_alias (alias, alias_kind, security_id, valid_to)
      select v.alias, v.kind, s.id, '2026-01-02'
      from security s, (values ('DIAMOND', 'NAME'), ('NGDIAMONDBK2', 'ISIN')) v (alias, kind)
      where s.name = 'ACCESS'`);
  });
  after(() => desk.stop());

  async function reasonsAfter(said: { symbol: string; isin?: string }): Promise<string[]> {
    const row = await desk.send({ quantity: 10 });
    assert.equal(row.security_name, 'ACCESS');
    assert.equal(await desk.say(row, '2', { ...said, fill: [10, '25.00'] }), 'APPLIED');
    const items = await desk.db.query<{ reason: string }>(sql`
      select reason from unmatched_report where order_id = ${row.id}`);
    return items.map(({ reason }) => reason);
  }

  it('is applied like one with the current code', async () => {
    assert.deepEqual(await reasonsAfter({ symbol: 'ACCESS' }), []);
    assert.deepEqual(await reasonsAfter({ symbol: 'DIAMOND', isin: 'NGDIAMONDBK2' }), []);
  });

  it('is a work item if the code is of another security', async () => {
    assert.deepEqual(await reasonsAfter({ symbol: 'GTCO' }), ['SYMBOL_DIFFERS']);
    const isin = { symbol: 'ACCESS', isin: 'NGGTCO000002' };
    assert.deepEqual(await reasonsAfter(isin), ['SYMBOL_DIFFERS']);
  });

  it('is sent out with the current code', async () => {
    const row = await desk.submit({ security: 'DIAMOND', quantity: 10 });
    const sent = await desk.take();
    assert.deepEqual(
      sent.filter(({ clOrdId }) => clOrdId === row.cl_ord_id).map(({ symbol }) => symbol),
      ['ACCESS'],
    );
  });
});
