// Trades made cum or ex contrary to their date: who is entitled, and which claims arise.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { detectClaims } from '../../../src/modules/custody/claim/detect.js';
import { entitleWithDependents } from '../../../src/modules/custody/entitlement/entitle.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { flagExecution } from '../../../src/modules/order/trade/flag.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { assertBooks } from '../../support/order.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

// As in Nigeria, the ex-date is the first business day after the qualification date.
const RECORD_DATE = '2026-11-13';
const EX_DATE = '2026-11-16';
const DAY = { closing: businessDate('2026-11-19'), next: businessDate('2026-11-20') };

describe('a trade against its date', () => {
  let desk: Desk;
  let eventId: bigint;
  let cum: OrderRow;
  let mixed: OrderRow;
  let ordinary: bigint;

  // On the ex-date, 40 units are bought cum, and 100 in two fills, one of which is flagged by a
  // person.
  before(async () => {
    desk = await openDesk();
    await desk.setDate(EX_DATE);
    await desk.receive(10n ** 9n);
    cum = await desk.send({ quantity: 40 });
    await desk.say(cum, '0');
    await desk.say(cum, '2', { fill: [40, '25.00'], cum: 40, leaves: 0, cumEx: 'CUM' });
    mixed = await desk.send({ quantity: 100 });
    await desk.say(mixed, '0');
    await desk.say(mixed, '1', { execId: 'M1', fill: [30, '25.00'], cum: 30, leaves: 70 });
    await desk.say(mixed, '2', { execId: 'M2', fill: [70, '25.00'], cum: 100, leaves: 0 });
    await desk.endOfDay(EX_DATE, '2026-11-17');
    await desk.endOfDay('2026-11-17', '2026-11-18');
    await desk.endOfDay('2026-11-18', '2026-11-19');
    const [event] = await desk.db.query<{ id: bigint }>(sql`
      insert into corporate_action (id, name, label, kind, participation, security_id, status,
        progress, qualification_date, ex_date, payment_date, withheld_by, claim_days,
        register_basis, created_by, created_at, modified_by, modified_at)
      select nextval('corporate_action_id'), 'SPECIAL', 'Dividend', 'DVCA', 'MAND', s.id,
        'CONFIRMED', 'OPEN', ${RECORD_DATE}, ${EX_DATE}, '2026-11-27', 'ISSUER', 20, 'TRADED',
        'test', now(), 'test', now()
      from security s where s.name = 'ACCESS' returning id`);
    assert.ok(event);
    eventId = event.id;
    await desk.db.query(sql`
      insert into corporate_action_option (corporate_action_id, number, type, is_default,
        cash_per_unit, currency) values (${eventId}, 1, 'CASH', true, 0.75, 'NGN')`);
    const [before] = await desk.db.query<{ units: bigint }>(sql`
      select sum(quantity)::bigint as units from holding_movement
      where portfolio_id = ${cum.portfolio_id} and security_id = ${cum.security_id}
        and effective_date < ${EX_DATE}`);
    ordinary = before?.units ?? 0n;
  });
  after(() => desk?.stop());

  async function entitled(): Promise<bigint> {
    const { context } = desk;
    await entitleWithDependents({ context, eventId, reason: 'test', dateOf: currentBusinessDate });
    const [row] = await desk.db.query<{ units: bigint }>(sql`
      select coalesce(sum(eligible_quantity), 0)::bigint as units from entitlement
      where corporate_action_id = ${eventId} and portfolio_id = ${cum.portfolio_id}
        and state not in ('SUPERSEDED', 'CANCELLED')`);
    return row?.units ?? 0n;
  }
  const flag = (execId: string, value: 'CUM' | 'EX' | 'NONE', orderId = mixed.id) =>
    systemWork(desk.context, 'test', (work) =>
      flagExecution(work, { orderId, execId, flag: value, reason: 'agreed special cum' }),
    );
  const claims = () =>
    desk.db.query<{ state: string }>(sql`
      select direction, quantity, cum_quantity as cum, ex_quantity as ex, amount_minor as amount,
        books, state
      from market_claim where corporate_action_id = ${eventId} order by id`);

  it('entitles the buyer if the exchange or a person flags it as cum', async () => {
    assert.equal(await entitled(), ordinary + 40n);
    const reply = await flag('M2', 'CUM');
    assert.equal(reply.msgCode, 'EXECUTION_FLAGGED');
    assert.equal(await entitled(), ordinary + 110n);
    await assertBooks(desk);
    // An ex flag changes nothing on or after the ex-date.
    await flag('M2', 'EX');
    assert.equal(await entitled(), ordinary + 40n);
    await flag('M2', 'CUM');
    assert.equal(await entitled(), ordinary + 110n);
    await assert.rejects(flag('M3', 'CUM'), /is not the ExecID of a fill/);
  });

  it('leads to a claim on the seller only if it is flagged', async () => {
    const detect = () => detectClaims.run(desk.context, DAY);
    assert.equal(await detect(), 2);
    assert.equal(await detect(), 0);
    // 40 units and 70 units at 0.75, with no tax rule. The entitlement with route FIRM already pays
    // for both trades.
    const owed = { direction: 'RECEIVABLE', books: false, state: 'OPEN' };
    assert.deepEqual(await claims(), [
      { ...owed, quantity: 40n, cum: 40n, ex: 0n, amount: 3_000n },
      { ...owed, quantity: 100n, cum: 70n, ex: 0n, amount: 5_250n },
    ]);
    await flag('M2', 'NONE');
    assert.equal(await detect(), 1);
    assert.deepEqual(
      (await claims()).map((claim) => claim.state),
      ['OPEN', 'CANCELLED'],
    );
    await flag('M2', 'CUM');
    assert.equal(await detect(), 1);
    assert.equal((await claims()).length, 3);
    assert.equal(await entitled(), ordinary + 110n);
    await assertBooks(desk);
  });

  it('entitles no holder if it is busted', async () => {
    await desk.say(cum, '2', { type: 'H', execId: 'B1', ref: await execIdOf(cum), cum: 0 });
    assert.equal(await entitled(), ordinary + 70n);
  });

  async function execIdOf({ id }: OrderRow): Promise<string> {
    const [row] = await desk.db.query<{ exec_id: string }>(sql`
      select exec_id from execution_report where order_id = ${id} and kind = 'TRADE'`);
    return row?.exec_id ?? '';
  }
});
