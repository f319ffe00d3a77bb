// Entitlements of holders: who is entitled, to what, and the effect of a later fill, bust,
// correction or cancellation.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { entitleEvent } from '../../../src/modules/custody/entitlement/entitle.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import {
  assertIntegrity,
  brokenAfter,
  deliverNow,
  entitlementsOf,
  entitleNow,
  holdingIn,
  recordEvent,
} from '../../support/corporate-action.js';
import { bringInstead } from '../../support/holding.js';
import { type Desk, openDesk } from '../../support/order-desk.js';

const PORTFOLIO = '0000000001';
const CUM = '2026-11-16';
const EX = '2026-11-18';
const PAID_ON = '2026-12-01';

const dividend = (more: object = {}, option: object = {}) => ({
  kind: 'DVCA',
  securityName: 'ACCESS',
  status: 'CONFIRMED',
  exDate: EX,
  paymentDate: PAID_ON,
  options: [
    { number: 1, type: 'CASH', isDefault: true, cashPerUnit: 0.57, currency: 'NGN', ...option },
  ],
  ...more,
});

const bonus = (more: object = {}, option: object = {}) => ({
  kind: 'BONU',
  securityName: 'ACCESS',
  status: 'CONFIRMED',
  exDate: EX,
  options: [{ number: 1, type: 'SECU', isDefault: true, newUnits: 1, oldUnits: 1, ...option }],
  ...more,
});

describe('entitlements', () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = await openDesk();
    await desk.receive(10n ** 11n);
    await desk.setDate(CUM);
    await desk.db.query(sql`update security set tax_class = 'DIVIDEND'`);
  });
  afterEach(() => desk.stop());

  const hold = (quantity: bigint, costMinor: bigint) =>
    bringInstead(
      desk.db,
      sql`select p.id as portfolio_id, s.id as security_id,
        ${quantity}::bigint as quantity, ${costMinor}::bigint as cost_minor
        from portfolio p, security s where p.name = ${PORTFOLIO} and s.name = 'ACCESS'`,
    );

  const mine = async (eventId: bigint) =>
    (await entitlementsOf(desk, eventId)).filter((row) => row.portfolio_name === PORTFOLIO);

  const access = () => holdingIn(desk, PORTFOLIO, 'ACCESS');

  async function fill(
    side: 'BUY' | 'SELL',
    [quantity, price]: readonly [number, string],
    tradeDate: string,
  ) {
    const row = await desk.send({ side, quantity, limit: price });
    const execId = `E${row.id}`;
    await desk.say(row, '2', { fill: [quantity, price], tradeDate, execId });
    return { row, execId };
  }

  const bust = async ({ row, execId }: Awaited<ReturnType<typeof fill>>) =>
    desk.say(row, '4', { type: 'H', ref: execId });

  it('include units bought before the ex-date, even if they were sold since', async () => {
    await hold(5_000n, 12_500_000n);
    await fill('BUY', [1_200, '25.00'], '2026-11-17');
    await desk.setDate(EX);
    await fill('SELL', [500, '25.00'], EX);
    const id = await recordEvent(desk, 'E1', dividend());
    await entitleNow(desk, id);
    const rows = await mine(id);
    assert.deepEqual(
      rows.map((row) => [row.eligible_quantity, row.gross_minor, row.net_minor, row.state]),
      [[6_200n, 353_400n, 318_060n, 'DUE']],
    );
    await assertIntegrity(desk);
  });

  it('get a revision when a fill before the ex-date is busted, and not otherwise', async () => {
    await hold(5_000n, 12_500_000n);
    const bought = await fill('BUY', [1_200, '25.00'], '2026-11-17');
    await desk.setDate(EX);
    const id = await recordEvent(desk, 'E1', dividend());
    await entitleNow(desk, id);
    const before = await entitlementsOf(desk, id);
    await bust(bought);
    await entitleNow(desk, id);
    await entitleNow(desk, id);
    const rows = await mine(id);
    assert.deepEqual(
      rows.map((row) => [row.revision, row.eligible_quantity, row.net_minor, row.state]),
      [
        [1, 6_200n, 318_060n, 'SUPERSEDED'],
        [2, 5_000n, 256_500n, 'DUE'],
      ],
    );
    assert.equal((await entitlementsOf(desk, id)).length, before.length + 1);
    await assertIntegrity(desk);
  });

  it('are zero once every unit is gone', async () => {
    await hold(0n, 0n).catch(() => undefined);
    const bought = await fill('BUY', [100, '25.00'], '2026-11-17');
    await desk.setDate(EX);
    const { quantity } = await access();
    const id = await recordEvent(desk, 'E1', dividend());
    await entitleNow(desk, id);
    await bust(bought);
    await entitleNow(desk, id);
    const last = (await mine(id)).at(-1);
    assert.equal(last?.eligible_quantity, quantity - 100n);
    await assertIntegrity(desk);
  });

  it('for a late bonus change the sales since the ex-date', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate('2026-11-19');
    await desk.priceAt('5.20');
    await desk.db.query(sql`update security_price set previous_close = 5.20`);
    await fill('SELL', [400, '5.20'], '2026-11-19');
    const sold = await access();
    assert.deepEqual([sold.quantity, sold.cost_minor], [600n, 600_000n]);
    await desk.setDate('2026-11-24');
    const id = await recordEvent(desk, 'E1', bonus());
    await entitleNow(desk, id);
    const holding = await access();
    assert.deepEqual(
      [holding.quantity, holding.cost_minor, holding.pending_quantity],
      [1_600n, 800_000n, 1_000n],
    );
    assert.equal(holding.realised_gain_minor - sold.realised_gain_minor, 200_000n);
    await assertIntegrity(desk);
  });

  it('become deliverable once', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate(EX);
    const id = await recordEvent(desk, 'E1', bonus());
    await entitleNow(desk, id);
    await desk.db.query(sql`
      insert into event_delivery (id, corporate_action_id, delivery_date, state, creator_kind,
        creator_id, created_by, created_at, modified_by, modified_at)
      values (1, ${id}, ${EX}, 'APPROVED', 'user', 1, 'a', now(), 'a', now())`);
    await desk.endOfDay(EX, '2026-11-19');
    await deliverNow(desk, '2026-11-19');
    await deliverNow(desk, '2026-11-19');
    assert.equal((await access()).pending_quantity, 0n);
    const [row] = await mine(id);
    assert.equal(row?.pending_units, 0n);
    await assertIntegrity(desk);
  });

  it('that were delivered remain delivered when they are revised', async () => {
    await hold(1_000n, 1_000_000n);
    const bought = await fill('BUY', [200, '25.00'], '2026-11-17');
    const late = await desk.send({ side: 'BUY', quantity: 300 });
    await desk.setDate(EX);
    const id = await recordEvent(desk, 'E1', bonus());
    await entitleNow(desk, id);
    await desk.db.query(sql`
      insert into event_delivery (id, corporate_action_id, delivery_date, state, creator_kind,
        creator_id, created_by, created_at, modified_by, modified_at)
      values (1, ${id}, ${EX}, 'APPROVED', 'user', 1, 'a', now(), 'a', now())`);
    await deliverNow(desk, EX);
    await bust(bought);
    await entitleNow(desk, id);
    const holding = await access();
    assert.deepEqual([holding.quantity, holding.pending_quantity], [2_000n, 0n]);
    await desk.say(late, '2', { fill: [300, '25.00'], tradeDate: '2026-11-17' });
    await entitleNow(desk, id);
    const more = await access();
    assert.deepEqual([more.quantity, more.pending_quantity], [2_600n, 300n]);
    await assertIntegrity(desk);
  });

  it('are provisional while the event is announced, and cancelled with it', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate(EX);
    const before = await access();
    const announced = { status: 'ANNOUNCED', paymentDate: undefined };
    const id = await recordEvent(desk, 'E1', dividend(announced));
    const units = await recordEvent(desk, 'E2', bonus({ status: 'ANNOUNCED' }));
    await entitleNow(desk, id);
    await entitleNow(desk, units);
    assert.deepEqual(
      (await mine(id)).map(({ state }) => state),
      ['PROVISIONAL'],
    );
    assert.equal((await access()).quantity, 2_000n);
    await recordEvent(desk, 'E1', dividend());
    await entitleNow(desk, id);
    assert.deepEqual(
      (await mine(id)).map(({ state, revision }) => [state, revision]),
      [['DUE', 1]],
    );
    await recordEvent(desk, 'E1', dividend({ status: 'CANCELLED' }));
    await recordEvent(desk, 'E2', bonus({ status: 'CANCELLED' }));
    await entitleNow(desk, id);
    await entitleNow(desk, units);
    assert.deepEqual(
      [...(await mine(id)), ...(await mine(units))].map(({ state }) => state),
      ['CANCELLED', 'CANCELLED'],
    );
    assert.deepEqual(await access(), before);
    await assertIntegrity(desk);
  });

  it('follow corrected terms, and leave equal ones unchanged', async () => {
    await hold(1_234n, 2_591_400n);
    await desk.setDate(EX);
    const terms = { newUnits: 1, oldUnits: 10, fractions: 'CINL' };
    const id = await recordEvent(desk, 'E1', bonus({ status: 'ANNOUNCED' }, terms));
    await entitleNow(desk, id);
    assert.equal((await access()).quantity, 1_357n);
    const priced = { ...terms, fractionPrice: 18.2 };
    await recordEvent(desk, 'E1', bonus({ paymentDate: PAID_ON }, priced));
    await entitleNow(desk, id);
    const holding = await access();
    assert.deepEqual(
      [holding.quantity, holding.cost_minor, holding.pending_quantity],
      [1_357n, 2_590_636n, 123n],
    );
    assert.deepEqual(
      (await mine(id)).map((row) => [row.state, row.cash_in_lieu_minor, row.gain_minor]),
      [
        ['SUPERSEDED', 0n, 0n],
        ['DUE', 728n, -36n],
      ],
    );
    await assertIntegrity(desk);
  });

  it('for a later event are computed again when an earlier event comes late', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate('2026-11-24');
    const later = await recordEvent(desk, 'E1', dividend({ exDate: '2026-11-20' }));
    await entitleNow(desk, later);
    const id = await recordEvent(desk, 'E2', bonus());
    await entitleNow(desk, id);
    assert.deepEqual(
      (await mine(later)).map((row) => [row.eligible_quantity, row.state]),
      [
        [1_000n, 'SUPERSEDED'],
        [2_000n, 'DUE'],
      ],
    );
    await assertIntegrity(desk);
  });

  it('are withdrawn when the ex-date is postponed', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate(EX);
    const id = await recordEvent(desk, 'E1', bonus({ status: 'ANNOUNCED' }));
    await entitleNow(desk, id);
    await recordEvent(desk, 'E1', bonus({ status: 'ANNOUNCED', exDate: '2026-11-25' }));
    await entitleNow(desk, id);
    assert.equal((await access()).quantity, 1_000n);
    const [event] = await desk.db.query<{ progress: string }>(
      sql`select progress from corporate_action where id = ${id}`,
    );
    assert.equal(event?.progress, 'OPEN');
    await desk.setDate('2026-11-25');
    await entitleNow(desk, id);
    assert.deepEqual(
      (await mine(id)).map(({ revision, state }) => [revision, state]),
      [
        [1, 'SUPERSEDED'],
        [2, 'PROVISIONAL'],
      ],
    );
    await assertIntegrity(desk);
  });

  it('are created once even if the run stops in any of its transactions', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate(EX);
    const id = await recordEvent(desk, 'E1', bonus());
    for (const stop of [1, 2]) {
      let counted = 0;
      const count = async () => {
        counted += 1;
        if (counted === stop) throw new Error('stopped');
      };
      const dateOf = currentBusinessDate;
      const run = { context: desk.context, eventId: id, reason: 'test', dateOf };
      await assert.rejects(entitleEvent({ ...run, progress: { count } }), /stopped/);
    }
    const [event] = await desk.db.query<{ progress: string }>(
      sql`select progress from corporate_action where id = ${id}`,
    );
    assert.equal(event?.progress, 'OPEN');
    await entitleNow(desk, id);
    assert.deepEqual(
      (await mine(id)).map(({ revision, state }) => [revision, state]),
      [[1, 'DUE']],
    );
    assert.equal((await access()).quantity, 2_000n);
    await assertIntegrity(desk);
  });

  it('violate an invariant if units, cost or eligibility are edited', async () => {
    await hold(1_000n, 1_000_000n);
    await desk.setDate(EX);
    const id = await recordEvent(desk, 'E1', bonus());
    await entitleNow(desk, id);
    await assertIntegrity(desk);
    for (const [change, invariant] of [
      [sql`eligible_quantity = eligible_quantity + 1`, 33],
      [sql`gain_minor = 1`, 34],
      [sql`pending_units = 0`, 34],
      [sql`revision = 3`, undefined],
    ] as const) {
      const broken = await brokenAfter(
        desk,
        sql`update entitlement set ${change} where corporate_action_id = ${id}`,
      );
      assert.equal(broken.includes(invariant ?? -1), invariant !== undefined, String(invariant));
    }
  });
});
