// The market claim that the end of day opens for a trade between the ex-date and the record date.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { detectClaims } from '../../../src/modules/custody/claim/detect.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

const EX_DATE = '2026-11-16';
const RECORD_DATE = '2026-11-20';
const DAY = { closing: businessDate('2026-11-19'), next: businessDate(RECORD_DATE) };

describe('the claim for a trade after the ex-date', () => {
  let desk: Desk;
  let eventId: bigint;
  before(async () => {
    desk = await openDesk();
    await desk.setDate(EX_DATE);
    await desk.receive(10n ** 9n);
    const order = await desk.send({ quantity: 40 });
    await desk.say(order, '0');
    await desk.say(order, '2', { fill: [40, '25.00'], cum: 40, leaves: 0 });
    await desk.endOfDay(EX_DATE, '2026-11-17');
    await desk.endOfDay('2026-11-17', '2026-11-18');
    await desk.endOfDay('2026-11-18', '2026-11-19');
    const [event] = await desk.db.query<{ id: bigint }>(sql`
      insert into corporate_action (id, name, label, kind, participation, security_id, status,
        progress, entitled_version, qualification_date, ex_date, payment_date, withheld_by,
        claim_days, register_basis, created_by, created_at, modified_by, modified_at)
      select nextval('corporate_action_id'), 'CUMEX', 'Dividend', 'DVCA', 'MAND', s.id, 'CONFIRMED',
        'ENTITLED', 1, ${RECORD_DATE}, ${EX_DATE}, '2026-11-27', 'ISSUER', 20, 'TRADED', 'test',
        now(), 'test', now()
      from security s where s.name = 'ACCESS' returning id`);
    assert.ok(event);
    eventId = event.id;
    await desk.db.query(sql`
      insert into corporate_action_option (corporate_action_id, number, type, is_default,
        cash_per_unit, currency) values (${eventId}, 1, 'CASH', true, 0.75, 'NGN')`);
  });
  after(() => desk?.stop());

  const detect = () => detectClaims.run(desk.context, DAY);
  const claims = () =>
    desk.db.query(sql`
      select kind, direction, quantity, state, books from market_claim
      where corporate_action_id = ${eventId} order by id`);

  it('is opened once, and cancelled with its event', async () => {
    assert.equal(await detect(), 1);
    assert.equal(await detect(), 0);
    const claim = { kind: 'CUM_EX', direction: 'PAYABLE', quantity: 40n, books: false };
    assert.deepEqual(await claims(), [{ ...claim, state: 'OPEN' }]);
    await desk.db.query(sql`
      update corporate_action set status = 'CANCELLED' where id = ${eventId}`);
    assert.equal(await detect(), 1);
    assert.deepEqual(await claims(), [{ ...claim, state: 'CANCELLED' }]);
    assert.equal(await detect(), 0);
  });
});
