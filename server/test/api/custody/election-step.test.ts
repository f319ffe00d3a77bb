// Elections after the deadline: instructed, delivered, lapsed and settled by the end of day.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { instructElections } from '../../../src/modules/custody/election/instruct.js';
import { lapseElections } from '../../../src/modules/custody/election/lapse.js';
import { deliverEntitlements } from '../../../src/modules/custody/entitlement/delivery.js';
import { entitleEvent } from '../../../src/modules/custody/entitlement/entitle.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent, addShare } from '../../support/stored-event.js';
import { surplusOf } from '../asset/app.js';
import { type Choice, ELECTION, type ElectionDesk, openElectionDesk } from './election-desk.js';

const PAST = '2020-01-01T00:00:00Z';

describe('after the deadline', () => {
  let desk: ElectionDesk;
  before(async () => {
    desk = await openElectionDesk();
  });
  after(() => desk?.stop());

  const day = { closing: businessDate('2026-02-02'), next: businessDate('2026-02-03') };
  const instruct = () => instructElections.run(desk.context, day);
  const lapse = () => lapseElections.run(desk.context, day);
  const entitle = (event: Choice) =>
    entitleEvent({
      context: desk.context,
      eventId: event.id,
      reason: 'test',
      dateOf: () => Promise.resolve(day.next),
    });
  const sound = async () => {
    const { body } = await desk.as('FINANCE').get('/api/v1/finance/integrity');
    const broken = body.invariants.filter(({ holds, number }: Json) => !holds && number !== 34);
    assert.deepEqual(broken, []);
    assert.equal(await surplusOf(desk), 0);
  };

  it('rights are taken up for money, and the rest lapses back into the share (G10)', async () => {
    const event = await desk.call();
    const holder = await desk.holder(2_000_000n);
    const portfolio = await desk.portfolioOf(holder);
    await desk.give(portfolio, event.shareId, [1_000n, 3_468_182n]);
    await desk.give(portfolio, event.securityId, [116n, 22_234n]);
    const body = { quantity: '100', additionalQuantity: '200' };
    const { body: made } = await desk.submit(event, portfolio, body);
    assert.equal(await instruct(), 0, 'the deadline has not passed');
    await desk.moveDeadline(event, PAST);
    assert.equal(await instruct(), 1);
    assert.equal(await instruct(), 0, 'once');
    const row = await desk.election(made.id);
    assert.deepEqual(
      [row.state, row.quantity, row.heldAmount, row.paidAmount, row.newUnits, row.pendingUnits],
      ['INSTRUCTED', '100', 0, 10_800, '100', '100'],
    );
    assert.equal(await desk.heldOf(holder), 0n);
    assert.deepEqual(await desk.lines('ELECTION', made.id), [
      ['CA:CONTROL', -1_080_000n],
      ['CUSTOMER_CASH', 1_080_000n],
    ]);
    const share = await desk.holding(portfolio, event.shareId);
    // The rights' share of the cost is 222.34 × 100 / 116 = 191.67.
    assert.deepEqual(
      [share.quantity, share.pending_quantity, share.cost_minor],
      [1_100n, 100n, 3_468_182n + 379_167n],
    );
    assert.equal(await lapse(), 1);
    assert.equal(await lapse(), 0, 'once');
    const rights = await desk.holding(portfolio, event.securityId);
    assert.deepEqual(
      [rights.quantity, rights.cost_minor, rights.realised_gain_minor],
      [0n, 0n, 0n],
    );
    const after = await desk.holding(portfolio, event.shareId);
    assert.equal(after.cost_minor - share.cost_minor, 3_067n, 'the 16 rights that lapsed');
    const list = await desk.as('DEALER').get(`${ELECTION}/list?e=${event.id}&state=LAPSED`);
    assert.deepEqual([list.body.count, list.body.result[0].quantity], [1, '16']);
    await sound();

    const delivery = { id: String(event.id), date: '2026-02-03' };
    const deliver = '/api/v1/custody/corporate-action/deliver';
    const proposed = await desk.as('OPERATIONS').put(`${deliver}/propose`, delivery);
    assert.equal(proposed.body.result?.units, '100', proposed.text);
    const { id } = proposed.body;
    const approved = await desk.as('APPROVER').put(`${deliver}/approve/id/${id}`);
    assert.equal(approved.status, 200, approved.text);
    await deliverEntitlements.run(desk.context, day);
    assert.equal((await desk.holding(portfolio, event.shareId)).pending_quantity, 0n);
    assert.equal((await desk.election(made.id)).pendingUnits, '0');
  });

  it('rights that leave before their delivery are no longer pending for the holder', async () => {
    const event = await desk.call();
    const portfolio = await desk.portfolioOf(await desk.holder(2_000_000n));
    const path = `/api/v1/order/portfolio/holdings/id/${portfolio.id}`;
    const rights = async () => {
      const { body } = await desk.as('DEALER').get(path);
      const ofRights = (row: Json) => row.securityId === Number(event.securityId);
      const { quantity, pendingQuantity, availableQuantity } = body.result.find(ofRights) ?? {};
      return [quantity, pendingQuantity, availableQuantity];
    };
    const free = () =>
      desk.db.query(sql`
        select quantity, available_units(h) as free from holding h
        where h.portfolio_id = ${portfolio.id} and h.security_id = ${event.securityId}`);
    await desk.give(portfolio, event.securityId, [166n, 0n, 166n]);
    const made = await desk.submit(event, portfolio, { quantity: '100' });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(await rights(), ['166', '166', '0']);
    await desk.moveDeadline(event, PAST);
    await instruct();
    assert.deepEqual(await free(), [{ quantity: 66n, free: 0n }]);
    // The exercised rights are removed on the next business date.
    await desk.db.query(sql`update business_day set business_date = ${day.next}`);
    assert.deepEqual(await rights(), ['66', '66', '0']);
    await desk.db.query(sql`update business_day set business_date = ${day.closing}`);
    await lapse();
    assert.deepEqual(await free(), [{ quantity: 0n, free: 0n }]);
    await sound();
  });

  it('only available rights are taken up, and the rest of the money is released', async () => {
    const event = await desk.call();
    const holder = await desk.holder(1_000_000n);
    const portfolio = await desk.portfolioOf(holder);
    await desk.give(portfolio, event.securityId, [100n, 0n]);
    const { body: made } = await desk.submit(event, portfolio, { quantity: '100' });
    await desk.give(portfolio, event.securityId, [-60n, 0n]);
    await desk.moveDeadline(event, PAST);
    await instruct();
    const row = await desk.election(made.id);
    assert.deepEqual([row.electedQuantity, row.quantity, row.paidAmount], ['100', '40', 1_440]);
    assert.equal(await desk.heldOf(holder), 0n);
    const gone = await desk.call();
    await desk.give(portfolio, gone.securityId, [10n, 0n]);
    const { body: none } = await desk.submit(gone, portfolio, { quantity: '10' });
    await desk.give(portfolio, gone.securityId, [-10n, 0n]);
    await desk.moveDeadline(gone, PAST);
    await instruct();
    assert.equal((await desk.election(none.id)).state, 'LAPSED');
    assert.equal(await desk.heldOf(holder), 0n);
    await sound();
  });

  it('an extended deadline restores lapsed rights', async () => {
    const event = await desk.call();
    const portfolio = await desk.portfolioOf(await desk.holder(1_000_000n));
    await desk.give(portfolio, event.securityId, [10n, 500n]);
    await desk.moveDeadline(event, PAST);
    await lapse();
    const lost = await desk.holding(portfolio, event.securityId);
    assert.deepEqual([lost.quantity, lost.realised_gain_minor], [0n, -500n], 'no share is left');
    await desk.moveDeadline(event, '2099-01-01T00:00:00Z');
    await lapse();
    const back = await desk.holding(portfolio, event.securityId);
    assert.deepEqual([back.quantity, back.cost_minor, back.realised_gain_minor], [10n, 500n, 0n]);
    const published = await desk.db.query<{ type: string; units: string }>(sql`
      select type, data->>'units' as units from outbox_event
      where type like 'election.%' and data->>'eventName' = ${event.name} order by id`);
    assert.deepEqual(published, [
      { type: 'election.lapsed', units: '10' },
      { type: 'election.cancelled', units: '10' },
    ]);
    const made = await desk.submit(event, portfolio, { quantity: '10' });
    assert.equal(made.status, 201, made.text);
  });

  it('a tender is accepted by the terms, and the other units are free (G25)', async () => {
    const event = await desk.tender();
    await desk.db.query(sql`
      update corporate_action_option set percent = 63.5
      where corporate_action_id = ${event.id} and number = 1`);
    const portfolio = await desk.portfolioOf(await desk.holder());
    await desk.give(portfolio, event.securityId, [1_000n, 4_100_000n]);
    const { body: made } = await desk.submit(event, portfolio, { quantity: '1000' });
    await desk.moveDeadline(event, PAST);
    await instruct();
    await entitle(event);
    await lapse();
    const left = await desk.holding(portfolio, event.securityId);
    assert.deepEqual(
      [left.quantity, left.held_quantity, left.cost_minor, left.realised_gain_minor],
      [365n, 0n, 1_496_500n, 254_000n],
    );
    assert.equal((await desk.election(made.id)).state, 'PART_SETTLED');
    assert.equal(await lapse(), 0);
  });

  it('exchanged units are included in later events of the new share, not of the old', async () => {
    const event = await desk.tender({ paymentDate: '2026-01-30' });
    const otherId = await addShare(desk.db, 'EXCHANGED');
    await desk.db.query(sql`
      update corporate_action set kind = 'EXOF', progress = 'ENTITLED' where id = ${event.id}`);
    await desk.db.query(sql`
      update corporate_action_option set type = 'SECU', cash_per_unit = null, new_units = 3,
        old_units = 2, new_security_id = ${otherId}
      where corporate_action_id = ${event.id} and number = 1`);
    const terms = { cashPerUnit: '0.5', paymentDate: '2026-03-02' };
    const own = await addEvent(desk.db, event.securityId, { ...terms, exDate: '2026-01-12' });
    const other = await addEvent(desk.db, otherId, { ...terms, exDate: '2026-01-13' });
    const portfolio = await desk.portfolioOf(await desk.holder());
    await desk.give(portfolio, event.securityId, [100n, 250_000n]);
    const body = { quantity: '60' };
    assert.equal((await desk.submit(event, portfolio, body)).status, 201);
    await entitle({ ...event, ...own });
    const units = async ({ id }: { readonly id: bigint }) => {
      const rows = await desk.db.query<{ units: bigint }>(sql`
        select eligible_quantity as units from entitlement
        where corporate_action_id = ${id} and state = 'DUE'`);
      return rows.map((row) => row.units);
    };
    assert.deepEqual(await units(own), [100n]);
    await desk.moveDeadline(event, PAST);
    assert.equal(await instruct(), 1);
    assert.deepEqual([await units(own), await units(other)], [[40n], [90n]]);
  });

  it('a cancelled event releases the holds of elections', async () => {
    const event = await desk.call();
    const holder = await desk.holder(1_000_000n);
    const portfolio = await desk.portfolioOf(holder);
    await desk.give(portfolio, event.securityId, [10n, 0n]);
    const { body: made } = await desk.submit(event, portfolio, { quantity: '10' });
    await desk.db.query(
      sql`update corporate_action set status = 'CANCELLED' where id = ${event.id}`,
    );
    await lapse();
    assert.equal((await desk.election(made.id)).state, 'LAPSED');
    assert.equal(await desk.heldOf(holder), 0n);
  });

  it('units applied for are allotted by two people, and the rest is refunded (G10)', async () => {
    const event = await desk.call();
    const holder = await desk.holder(2_000_000n);
    const portfolio = await desk.portfolioOf(holder);
    await desk.give(portfolio, event.securityId, [100n, 0n]);
    const { body: made } = await desk.submit(event, portfolio, {
      quantity: '100',
      additionalQuantity: '200',
    });
    const state = (allotted: string, election = String(made.id)) =>
      desk
        .as('ADMIN')
        .post(`${ELECTION}/allotment/import?e=${event.id}`, { rows: [{ election, allotted }] });
    const early = await state('60');
    assert.deepEqual([early.status, early.body.msgCode], [422, 'ALLOTMENT_REFUSED']);
    await desk.moveDeadline(event, PAST);
    await instruct();
    for (const [units, election] of [['201'], ['1.5'], ['1', '999999']]) {
      const wrong = await state(units ?? '', election);
      assert.deepEqual([wrong.status, wrong.body.msgCode], [422, 'ALLOTMENT_REFUSED']);
      assert.equal(wrong.body.errors[0].pointer, '/rows/0');
    }
    const stated = await state('60');
    assert.equal(stated.status, 201, stated.text);
    const approve = `${ELECTION}/allotment/approve/id/${stated.body.id}`;
    const own = await desk.as('ADMIN').put(approve);
    assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
    const [one, two] = await Promise.all([
      desk.as('APPROVER').put(approve),
      desk.as('APPROVER').put(approve),
    ]);
    assert.deepEqual([one.status, two.status].toSorted(), [200, 409]);
    const row = await desk.election(made.id);
    assert.deepEqual(
      [row.state, row.allottedQuantity, row.paidAmount, row.refundedAmount, row.newUnits],
      ['PART_SETTLED', '60', 10_800, 5_040, '160'],
    );
    const share = await desk.holding(portfolio, event.shareId);
    assert.deepEqual(
      [share.quantity, share.pending_quantity, share.cost_minor],
      [160n, 160n, 576_000n],
    );
    const [due] = await desk.dues(event);
    assert.equal(due.paid, -5_760, 'what is left for the receiving agent');
    await sound();
  });

  it('a refund waits until the registrar has returned the money', async () => {
    const event = await desk.call();
    const portfolio = await desk.portfolioOf(await desk.holder(2_000_000n));
    await desk.give(portfolio, event.securityId, [100n, 0n]);
    const body = { quantity: '100', additionalQuantity: '100' };
    const { body: made } = await desk.submit(event, portfolio, body);
    await desk.moveDeadline(event, PAST);
    await instruct();
    await desk.settle(event, 7_200, { direction: 'PAYMENT' });
    const stated = await desk.as('OPERATIONS').post(`${ELECTION}/allotment/import?e=${event.id}`, {
      csv: `election,allotted\n${made.id},0\n`,
    });
    assert.equal(stated.status, 201, stated.text);
    const approve = `${ELECTION}/allotment/approve/id/${stated.body.id}`;
    const early = await desk.as('APPROVER').put(approve);
    assert.deepEqual([early.status, early.body.msgArgs?.[1]], [409, 'NOT_FUNDED'], early.text);
    await desk.settle(event, 3_600);
    const paid = await desk.as('APPROVER').put(approve);
    assert.equal(paid.status, 200, paid.text);
    assert.equal((await desk.election(made.id)).refundedAmount, 3_600);
    await sound();
  });

  it('an accepted part of a tender stays on hold until it is delivered (G25)', async () => {
    const event = await desk.tender();
    const portfolio = await desk.portfolioOf(await desk.holder());
    await desk.give(portfolio, event.securityId, [1_000n, 4_100_000n]);
    const { body: made } = await desk.submit(event, portfolio, { quantity: '1000' });
    await desk.moveDeadline(event, PAST);
    await instruct();
    const stated = await desk.as('OPERATIONS').post(`${ELECTION}/allotment/import?e=${event.id}`, {
      rows: [{ election: String(made.id), allotted: '635' }],
    });
    assert.equal(stated.status, 201, stated.text);
    const approve = `${ELECTION}/allotment/approve/id/${stated.body.id}`;
    const approved = await desk.as('APPROVER').put(approve);
    assert.equal(approved.status, 200, approved.text);
    const held = (await desk.holding(portfolio, event.securityId)).held_quantity;
    assert.equal(held, 635n);
    await entitle(event);
    await lapse();
    const left = await desk.holding(portfolio, event.securityId);
    assert.deepEqual(
      [left.quantity, left.held_quantity, left.cost_minor, left.realised_gain_minor],
      [365n, 0n, 1_496_500n, 254_000n],
    );
  });
});
