// The units of a holding that had settled before a date. Bond income is paid on these units.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { bringUnits } from '../../../support/holding.js';
import { assertBooks } from '../../../support/order.js';
import { type Desk, openDesk, type Terms } from '../../../support/order-desk.js';

const BOND = 'FG142029S1';
const PORTFOLIO = '0000000001';

describe('settled units', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(10n ** 10n);
    await bringUnits(
      desk.db,
      sql`select p.id as portfolio_id, s.id as security_id, 400 as quantity,
        38000000 as cost_minor
        from portfolio p, security s where p.name = ${PORTFOLIO} and s.name = ${BOND}`,
    );
    await desk.db.query(sql`
      update security_price set previous_close = 98, last = 98
      where security_id = (select id from security where name = ${BOND})`);
    await desk.setDate('2026-11-16');
  });
  after(() => desk.stop());

  const terms = (changes: Terms): Terms => ({
    ...{ security: BOND, limit: '98.00', portfolio: PORTFOLIO },
    ...changes,
  });
  const settledBefore = async (...dates: readonly string[]): Promise<bigint[]> => {
    const rows = await desk.db.query<{ units: bigint }>(sql`
      select settled_units(p.id, s.id, d.date) as units
      from portfolio p, security s, unnest(${dates}::date[]) with ordinality d (date, place)
      where p.name = ${PORTFOLIO} and s.name = ${BOND} order by d.place`);
    return rows.map(({ units }) => units);
  };

  it('count opening units from their own date, and none before', async () => {
    assert.deepEqual(await settledBefore('2000-01-03', '2000-01-04'), [0n, 400n]);
  });

  it('count a fill from the day after its note settles, and not without a note', async () => {
    const bought = await desk.send(terms({ quantity: 70 }));
    await desk.say(bought, '1', { execId: 'S1', fill: [50, '98.00'] });
    assert.deepEqual(await settledBefore('2026-11-16', '2026-11-30'), [400n, 400n]);
    await desk.endOfDay('2026-11-16', '2026-11-17');
    const [note] = await desk.notes(bought.id);
    assert.equal(note?.settlement_date, '2026-11-17');
    assert.deepEqual(await settledBefore('2026-11-17', '2026-11-18'), [400n, 450n]);
  });

  it('keep units that were sold until the sale settles', async () => {
    const sold = await desk.send(terms({ side: 'SELL', quantity: 30 }));
    await desk.say(sold, '2', { fill: [30, '98.00'] });
    await desk.endOfDay('2026-11-17', '2026-11-18');
    const dates = ['2026-11-17', '2026-11-18', '2026-11-19'];
    assert.deepEqual(await settledBefore(...dates), [400n, 450n, 420n]);
  });

  it('leave out a fill that is busted, and follow one that is corrected', async () => {
    const bought = await desk.send(terms({ quantity: 20 }));
    await desk.say(bought, '2', { execId: 'S2', fill: [20, '98.00'] });
    await desk.endOfDay('2026-11-18', '2026-11-19');
    assert.deepEqual(await settledBefore('2026-11-19', '2026-11-20'), [420n, 440n]);
    await desk.say(bought, '1', { type: 'G', execId: 'S3', ref: 'S2', fill: [12, '97.00'] });
    await desk.endOfDay('2026-11-19', '2026-11-20');
    assert.deepEqual(await settledBefore('2026-11-19', '2026-11-20'), [420n, 432n]);
    await desk.say(bought, '1', { type: 'H', execId: 'S4', ref: 'S3' });
    assert.deepEqual(await settledBefore('2026-11-19', '2026-11-20'), [420n, 420n]);
    await assertBooks(desk);
  });
});
