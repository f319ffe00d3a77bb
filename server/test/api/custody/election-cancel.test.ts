// A call on rights that is cancelled after its take-up: money, rights and shares are returned.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { instructElections } from '../../../src/modules/custody/election/instruct.js';
import { lapseElections } from '../../../src/modules/custody/election/lapse.js';
import { deliverEntitlements } from '../../../src/modules/custody/entitlement/delivery.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type EventDesk, LIST, openEventDesk, PROPOSE, TODAY } from './event-desk.js';

const API = '/api/v1/custody';
const DAY = { closing: businessDate('2026-09-04'), next: businessDate(TODAY) };
const TERMS = [
  'name',
  'kind',
  'securityName',
  'label',
  'qualificationDate',
  'exDate',
  'paymentDate',
  'deadline',
  'linkedEventName',
  'options',
];

/** A one-for-four rights issue at 9.00 on a share, with its ex-date on the business date. */
interface Issue {
  readonly share: string;
  readonly right: string;
  readonly distribution: Json;
  readonly call: Json;
}

describe('a call on rights that is cancelled after its take-up', () => {
  let desk: EventDesk;
  before(async () => {
    desk = await openEventDesk();
  });
  after(() => desk?.stop());

  async function issueOf(share: string): Promise<Issue> {
    const right = await desk.security({
      ...{ name: `${share}RT`, securityType: 'RIGHT', tradableTo: '2026-09-04' },
    });
    const distribution = await desk.record({
      ...{ kind: 'RHTS', securityName: share, status: 'CONFIRMED', exDate: TODAY },
      ...{ paymentDate: '2026-09-30', deadline: '2099-01-01T12:00:00Z' },
      options: [
        { number: 1, type: 'SECU', newUnits: 1, oldUnits: 4, newSecurityName: right },
        { number: 2, type: 'EXER', price: 9 },
        { number: 3, type: 'OVER', price: 9 },
        { number: 4, type: 'LAPS', isDefault: true },
      ],
    });
    const { body } = await desk.maker.get(`${LIST}?kind=EXRI&securityName=${right}`);
    const call = body.result[0];
    for (const { id } of [distribution, call]) await progressed(id);
    return { share, right, distribution, call };
  }

  const progressed = (id: number) =>
    waitFor('the event to be entitled', async () =>
      (await desk.read(id)).progress === 'ENTITLED' ? true : undefined,
    );

  // The assets of a portfolio: units, cost and pending units by security, and its customer's cash.
  async function booksOf(portfolio: number): Promise<Json> {
    const holdings = await desk.maker.get(`/api/v1/order/portfolio/holdings/id/${portfolio}`);
    const cash = await desk.maker.get(`/api/v1/partner/portfolio-trade-balance/id/${portfolio}`);
    const rows = holdings.body.result.map((row: Json) => [
      ...[row.securityName, row.quantity, row.cost, row.pendingQuantity, row.realisedGain],
    ]);
    return { rows, cash: cash.body.amount };
  }

  async function elect(issue: Issue, portfolio: number, body: object): Promise<number> {
    const made = await desk.as('DEALER').post(`${API}/election/submit`, {
      ...{ eventName: issue.call.name, optionNumber: 1 },
      ...{ portfolioName: String(portfolio).padStart(10, '0'), ...body },
    });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  async function takeUp({ call }: Issue): Promise<void> {
    await desk.db.query(sql`
      update corporate_action set deadline = '2020-01-01T00:00:00Z' where id = ${call.id}`);
    await instructElections.run(desk.context, DAY);
    await lapseElections.run(desk.context, DAY);
  }

  async function cancel(id: number): Promise<Json> {
    const event = await desk.read(id);
    const terms = Object.fromEntries(TERMS.map((member) => [member, event[member]]));
    return desk.maker.put(PROPOSE, { ...terms, status: 'CANCELLED' });
  }

  async function cancelled(id: number): Promise<void> {
    const proposed = await cancel(id);
    assert.equal(proposed.status, 201, proposed.text);
    const approved = await desk.approve(proposed.body.id);
    assert.equal(approved.status, 200, approved.text);
  }

  async function settle(issue: Issue, direction: string, amount: number): Promise<Json> {
    const [office] = (await desk.read(issue.call.id)).funding;
    const made = await desk.as('FINANCE').post(`${API}/event-settlement/create`, {
      ...{ eventName: issue.call.name, businessOfficeName: office.businessOfficeName },
      ...{ direction, amount },
    });
    if (made.status !== 201) return made;
    return desk.checker.put(`${API}/event-settlement/approve/id/${made.body.id}`);
  }

  // A payment and an allotment that are pending approval.
  async function propose(issue: Issue, id: number): Promise<number[]> {
    const payment = await desk.as('FINANCE').post(`${API}/event-settlement/create`, {
      ...{ eventName: issue.call.name, businessOfficeName: '0000000003' },
      ...{ direction: 'PAYMENT', amount: 449 },
    });
    const rows = [{ election: String(id), allotted: '0' }];
    const stated = await desk.maker.post(`${API}/election/allotment/import?e=${issue.call.id}`, {
      rows,
    });
    assert.deepEqual([payment.status, stated.status], [201, 201], payment.text + stated.text);
    return [payment.body.id, stated.body.id];
  }

  const election = async (id: number): Promise<Json> =>
    (await desk.maker.get(`${API}/election/id/${id}`)).body;

  const ended = (id: number) =>
    waitFor('the election to be cancelled', async () => {
      const row = await election(id);
      return row.state === 'CANCELLED' ? row : undefined;
    });

  async function sound(): Promise<void> {
    const { body } = await desk.as('FINANCE').get('/api/v1/finance/integrity');
    assert.deepEqual(
      body.invariants.filter(({ holds }: Json) => !holds),
      [],
    );
  }

  it('leaves the books as before the issue, with its distribution', async () => {
    const before = await booksOf(1);
    const issue = await issueOf('FCMB');
    const id = await elect(issue, 1, { quantity: '700' });
    await takeUp(issue);
    const taken = await election(id);
    assert.deepEqual([taken.state, taken.paidAmount], ['INSTRUCTED', 6_300]);
    assert.equal((await booksOf(1)).cash, before.cash - 6_300);
    await sound();

    const early = await cancel(issue.distribution.id);
    assert.deepEqual([early.status, early.body.msgArgs], [409, ['ENTITLED', 'RIGHTS_USED']]);

    await cancelled(issue.call.id);
    const row = await ended(id);
    assert.deepEqual(
      [row.refundedAmount, row.newUnits, row.pendingUnits, row.heldAmount],
      [6_300, '0', '0', 0],
    );
    const [reversal] = await desk.db.query<{ reversal_of_id: bigint; units: bigint }>(sql`
      select j.reversal_of_id, (select count(*) from journal o
        where o.source_type = 'ELECTION' and o.source_id = ${id}) as units
      from journal j where j.id = ${row.reversalJournalId}`);
    assert.deepEqual(reversal, { reversal_of_id: BigInt(row.journalId), units: 2n });
    await waitFor('the rights that lapsed to be back', async () => {
      const { rows } = await booksOf(1);
      const rights = rows.find(([name]: Json) => name === issue.right);
      return rights?.[1] === '3000' ? true : undefined;
    });
    assert.equal(await lapseElections.run(desk.context, DAY), 0, 'once');
    const [part] = (await desk.read(issue.call.id)).funding;
    assert.deepEqual([part.received, part.paid], [0, 0]);
    const late = await settle(issue, 'PAYMENT', 0.01);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'EVENT_SETTLEMENT_REFUSED']);

    await cancelled(issue.distribution.id);
    await waitFor('the rights to be gone', async () =>
      (await booksOf(1)).rows.some(([name]: Json) => name === issue.right) ? undefined : true,
    );
    assert.deepEqual(await booksOf(1), before);
    await sound();
  });

  it('is refused while the registrar has the money', async () => {
    const issue = await issueOf('ACCESS');
    const before = await booksOf(3);
    const id = await elect(issue, 3, { quantity: '50' });
    await takeUp(issue);
    const paid = await settle(issue, 'PAYMENT', 450);
    assert.equal(paid.status, 200, paid.text);
    const refused = await cancel(issue.call.id);
    assert.deepEqual([refused.status, refused.body.msgArgs], [409, ['ENTITLED', 'REGISTRAR_PAID']]);
    assert.match(refused.body.detail, /Enter its return as a RECEIPT/);
    assert.equal((await settle(issue, 'RECEIPT', 449.99)).status, 200);
    assert.equal((await cancel(issue.call.id)).status, 409, 'one kobo is missing');
    assert.equal((await settle(issue, 'RECEIPT', 0.01)).status, 200);
    const [waiting, stated] = await propose(issue, id);
    await cancelled(issue.call.id);
    await ended(id);
    const reason = 'The corporate action is cancelled.';
    const payment = await desk.maker.get(`${API}/event-settlement/id/${waiting}`);
    assert.deepEqual([payment.body.state, payment.body.decisionReason], ['REJECTED', reason]);
    const allotment = await desk.maker.get(`${API}/election/allotment/id/${stated}`);
    assert.deepEqual([allotment.body.state, allotment.body.decisionReason], ['REJECTED', reason]);
    assert.equal((await booksOf(3)).cash, before.cash);
    await sound();
  });

  it('reserves the money for customers from the moment of the approval', async () => {
    const issue = await issueOf('ZENITHBANK');
    const id = await elect(issue, 5, { quantity: '20' });
    await takeUp(issue);
    // Simulates that the job has not run yet.
    await desk.db.query(sql`
      update corporate_action set status = 'CANCELLED' where id = ${issue.call.id}`);
    const early = await settle(issue, 'PAYMENT', 180);
    assert.deepEqual([early.status, early.body.msgCode], [422, 'EVENT_SETTLEMENT_REFUSED']);
    const both = await Promise.all([
      lapseElections.run(desk.context, DAY),
      lapseElections.run(desk.context, DAY),
    ]);
    assert.ok(both.reduce((sum, count) => sum + count, 0) > 0);
    assert.equal((await ended(id)).refundedAmount, 180);
    const [count] = await desk.db.query<{ journals: bigint }>(sql`
      select count(*) as journals from journal
      where source_type = 'ELECTION' and source_id = ${id}`);
    assert.equal(count?.journals, 2n, 'paid once, given back once');
    await sound();
  });

  it('refunds the remaining money after an allotment, and removes delivered shares', async () => {
    const issue = await issueOf('UBA');
    const before = await booksOf(4);
    const id = await elect(issue, 4, { quantity: '30', additionalQuantity: '10' });
    await takeUp(issue);
    const csv = `election,allotted\n${id},4\n`;
    const stated = await desk.maker.post(`${API}/election/allotment/import?e=${issue.call.id}`, {
      csv,
    });
    assert.equal(stated.status, 201, stated.text);
    await desk.checker.put(`${API}/election/allotment/approve/id/${stated.body.id}`);
    const deliver = `${API}/corporate-action/deliver`;
    const proposed = await desk.maker.put(`${deliver}/propose`, {
      ...{ id: issue.call.id, date: TODAY },
    });
    await desk.checker.put(`${deliver}/approve/id/${proposed.body.id}`);
    await deliverEntitlements.run(desk.context, DAY);
    const taken = await election(id);
    assert.deepEqual([taken.refundedAmount, taken.newUnits, taken.pendingUnits], [54, '34', '0']);

    await cancelled(issue.call.id);
    const row = await ended(id);
    assert.deepEqual([row.paidAmount, row.refundedAmount], [360, 360]);
    assert.equal((await booksOf(4)).cash, before.cash);
    const shareOf = ({ rows }: Json) => rows.find(([name]: Json) => name === 'UBA');
    await waitFor('the shares to be gone', async () =>
      shareOf(await booksOf(4))[1] === shareOf(before)[1] ? true : undefined,
    );
    assert.deepEqual(shareOf(await booksOf(4)), shareOf(before));
    await sound();
  });
});
