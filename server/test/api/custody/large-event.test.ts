// An event with so many holders that several batches run at the same time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { entitleEvent } from '../../../src/modules/custody/entitlement/entitle.js';
import { CUSTODY } from '../../../src/modules/custody/limits.js';
import { lockEvent } from '../../../src/modules/custody/record/queries.js';
import { bookFunded, MoneyUsed } from '../../../src/modules/custody/settlement/booking.js';
import { payEvent } from '../../../src/modules/custody/settlement/pay.js';
import { selectPayable } from '../../../src/modules/custody/settlement/pay-queries.js';
import { receiveFromRegistrar } from '../../../src/modules/custody/settlement/registrar.js';
import { present } from '../../../src/platform/assert.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { assertIntegrity, entitleNow, recordEvent } from '../../support/corporate-action.js';
import { addHolders } from '../../support/many-holders.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

/** Three batches of entitlements, and four of payments. */
const HOLDERS = CUSTODY.portfoliosPerBatch * 2 + 700;
const EX = '2026-11-18';
const PAID_ON = '2026-12-01';

const dividend = (cashPerUnit: number) => ({
  ...{ kind: 'DVCA', securityName: 'ACCESS', status: 'CONFIRMED', label: 'Large' },
  ...{ exDate: EX, paymentDate: PAID_ON, source: 'test' },
  options: [{ number: 1, type: 'CASH', isDefault: true, cashPerUnit, currency: 'NGN' }],
});

describe('an event with many holders', () => {
  let desk: Desk;
  let eventId: bigint;

  before(async () => {
    desk = await openDesk();
    await desk.setDate('2026-11-16');
    await desk.db.query(sql`update security set tax_class = 'DIVIDEND'`);
    await addHolders(desk, 'ACCESS', HOLDERS);
    eventId = await recordEvent(desk, 'LARGE', dividend(0.57));
    await desk.setDate(EX);
  });
  after(() => desk.stop());

  const run = () => ({
    ...{ context: desk.context, eventId, reason: 'test', dateOf: currentBusinessDate },
  });
  /** Counts the batches of a run, and fails in the given one. */
  const failingIn = (batch: number) => {
    let batches = 0;
    const count = async () => {
      batches += 1;
      if (batches === batch) throw new Error('stopped');
    };
    return { count };
  };
  const tally = async () => {
    const [row] = await desk.db.query<Record<string, bigint>>(sql`
      select count(*) as rows, count(distinct portfolio_id) as portfolios,
        count(*) filter (where state = 'PAID') as paid, count(distinct journal_id) as journals,
        sum(gross_minor)::bigint as gross, sum(eligible_quantity)::bigint as units,
        count(*) filter (where portfolio_id > 10000000) as many
      from entitlement where corporate_action_id = ${eventId} and state in ('DUE', 'PAID')`);
    return present(row, 'an aggregate has a row');
  };

  it('is entitled once if two runs begin at the same time', async () => {
    await Promise.all([entitleEvent(run()), entitleEvent(run())]);
    const { rows, portfolios, many, gross, units } = await tally();
    assert.deepEqual([rows, many], [portfolios, BigInt(HOLDERS)]);
    assert.equal(gross, (units ?? 0n) * 57n);
    const [revised] = await desk.db.query(sql`
      select from entitlement where corporate_action_id = ${eventId} and revision > 1`);
    assert.equal(revised, undefined);
  });

  it('follows terms that change during a run, after a run that failed in a batch', async () => {
    await entitleNow(desk, eventId);
    await recordEvent(desk, 'LARGE', dividend(0.6));
    await assert.rejects(entitleEvent({ ...run(), progress: failingIn(2) }), /stopped/);
    await desk.db.query(sql`delete from job where kind = 'corporate-action.entitle'`);
    await Promise.all([entitleEvent(run()), recordEvent(desk, 'LARGE', dividend(0.75))]);
    await entitleNow(desk, eventId);
    const { rows, portfolios, gross, units } = await tally();
    assert.equal(rows, portfolios);
    assert.equal(gross, (units ?? 0n) * 75n);
    await assertIntegrity(desk);
  });

  it('books nothing in a batch whose money was used up in the meantime', async () => {
    await desk.setDate(PAID_ON);
    await entitleNow(desk, eventId);
    const booked = systemWork(desk.context, 'test', async (work) => {
      const event = present(await lockEvent(work.tx, eventId), 'the event exists');
      const [first] = await desk.db.query<{ office_id: bigint; currency: string }>(sql`
        select office_id, currency from entitlement
        where corporate_action_id = ${eventId} and route = 'FIRM' order by id limit 1`);
      const funded = [present(first, 'the firm pays a holder')];
      const rows = await selectPayable(work.tx, { event, after: 0n, most: 10, funded });
      assert.ok(rows.some(({ by_firm: byFirm }) => byFirm));
      return bookFunded(work, { event, date: await currentBusinessDate(work.tx) }, rows);
    });
    await assert.rejects(booked, MoneyUsed);
    assert.equal((await tally()).paid, 0n);
  });

  it('is paid once if a run fails, and two runs then begin at the same time', async () => {
    await receiveFromRegistrar(desk.context, eventId, await currentBusinessDate(desk.db));
    await assert.rejects(payEvent({ ...run(), progress: failingIn(4) }), /stopped/);
    const { paid: before = 0n } = await tally();
    assert.ok(before > 0n && before < BigInt(HOLDERS), `${before} are paid`);
    await Promise.all([payEvent(run()), payEvent(run())]);
    const { rows, paid, journals = 0n, many } = await tally();
    assert.equal(paid, rows);
    assert.ok(journals >= (many ?? 0n), 'each holder has a journal');
    const [twice] = await desk.db.query(sql`
      select source_id from journal where source_type = 'ENTITLEMENT'
      group by source_id having count(*) > 1`);
    assert.equal(twice, undefined);
    const [funding] = await desk.db.query<{ wrong: bigint }>(sql`
      select count(*) as wrong from event_funding
      where corporate_action_id = ${eventId}
        and received_minor - paid_minor - rounding_minor not between -1 and 1`);
    assert.equal(funding?.wrong, 0n);
    await assertIntegrity(desk);
  });
});
