// Trades of a bond around its coupon date. The party that pays accrued interest receives the
// coupon.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { withdrawUnits } from '../../support/holding.js';
import { assertBooks } from '../../support/order.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

// A coupon of 16.2884 % a year, half of it paid on 17 March and half on 17 September. Trades settle
// on the next business day.
const BOND = 'FG162027S1';
const PORTFOLIO = '0000000001';

describe('trades around a coupon date', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(10n ** 10n);
    await desk.db.query(sql`
      update security_price set previous_close = 98, last = 98
      where security_id = (select id from security where name = ${BOND})`);
    await withdrawUnits(
      desk.db,
      sql`select h.portfolio_id, h.security_id from holding h
        join security s on s.id = h.security_id where s.name = ${BOND}`,
    );
    await desk.setDate('2026-08-20');
    await step('announce-bond-income', '2026-08-20', '2026-08-21');
  });
  after(() => desk.stop());

  async function step(name: string, closing: string, next: string): Promise<void> {
    const found = desk.steps.find((each) => each.name === name);
    assert.ok(found, name);
    await found.run(desk.context, { closing: businessDate(closing), next: businessDate(next) });
  }

  async function buy(date: string, next: string) {
    await desk.setDate(date);
    const terms = { security: BOND, portfolio: PORTFOLIO, limit: '98.00', quantity: 10 };
    const row = await desk.send(terms);
    await desk.say(row, '2', { fill: [10, '98.00'] });
    await desk.endOfDay(date, next);
    const [note] = await desk.notes(row.id);
    return note;
  }

  it('a buy that settles the day before pays 183 of 184 days, and gets the coupon', async () => {
    const before = await buy('2026-09-15', '2026-09-16');
    assert.equal(before?.settlement_date, '2026-09-16');
    assert.deepEqual([before?.accrued_days, before?.accrued_minor], [183, 80_999n]);
    const onDate = await buy('2026-09-16', '2026-09-17');
    assert.equal(onDate?.settlement_date, '2026-09-17');
    assert.deepEqual([onDate?.accrued_days, onDate?.accrued_minor], [0, 0n]);
    await step('entitle-holders', '2026-09-16', '2026-09-17');
    const rows = await desk.db.query(sql`
      select e.eligible_quantity as units, e.gross_minor as gross, e.tax_minor as tax
      from entitlement e join corporate_action c on c.id = e.corporate_action_id
      where c.name = ${`INTR-${BOND}-2026-09-17`}`);
    assert.deepEqual(rows, [{ units: 10n, gross: 81_442n, tax: 0n }]);
    await assertBooks(desk);
  });
});
