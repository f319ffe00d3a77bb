// The examples from the page on corporate actions that span several steps, from the entitlement to
// the last refund. The figures are those of the page.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { instructElections } from '../../../src/modules/custody/election/instruct.js';
import { lapseElections } from '../../../src/modules/custody/election/lapse.js';
import { deliverEntitlements } from '../../../src/modules/custody/entitlement/delivery.js';
import { entitleEvent } from '../../../src/modules/custody/entitlement/entitle.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { type Sql, sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent, addShare } from '../../support/stored-event.js';
import { surplusOf } from '../asset/app.js';
import { type Choice, ELECTION, type ElectionDesk, openElectionDesk } from './election-desk.js';
import type { StoredName } from './money-app.js';

const PAST = '2020-01-01T00:00:00Z';
const API = '/api/v1/custody';

describe('an example of the page, from end to end', () => {
  let desk: ElectionDesk;
  before(async () => {
    desk = await openElectionDesk();
  });
  // The income goes to the firm, so that it is booked here.
  async function newPortfolio(cashMinor?: bigint) {
    const portfolio = await desk.portfolioOf(await desk.holder(cashMinor));
    await desk.db.query(sql`
      update portfolio set income_route = 'FIRM' where id = ${portfolio.id}`);
    return portfolio;
  }
  after(() => desk?.stop());

  const day = { closing: businessDate('2026-02-02'), next: businessDate('2026-02-03') };
  const entitle = ({ id }: StoredName) =>
    entitleEvent({
      ...{ context: desk.context, eventId: id, reason: 'test' },
      dateOf: () => Promise.resolve(day.next),
    });
  async function entitlement({ id }: StoredName): Promise<Json> {
    const { body } = await desk.as('FINANCE').get(`${API}/entitlement/list?e=${id}`);
    const [row, ...more] = body.result.filter(({ state }: Json) => state !== 'NOTHING_DUE');
    assert.deepEqual(more, []);
    return row;
  }
  const optionOf = ({ id }: StoredName, terms: Sql) =>
    desk.db.query(sql`
      update corporate_action_option set ${terms}
      where corporate_action_id = ${id} and number = 1`);
  async function deliver({ id }: StoredName): Promise<void> {
    const body = { id: String(id), date: '2026-02-03' };
    const path = `${API}/corporate-action/deliver`;
    const proposed = await desk.as('OPERATIONS').put(`${path}/propose`, body);
    assert.equal(proposed.status, 200, proposed.text);
    const approved = await desk.as('APPROVER').put(`${path}/approve/id/${proposed.body.id}`);
    assert.equal(approved.status, 200, approved.text);
    await deliverEntitlements.run(desk.context, day);
  }
  // The rights of a call are distributed by another event of the share.
  async function distribution(call: Choice, terms: Sql): Promise<StoredName> {
    const event = await addEvent(desk.db, call.shareId, { kind: 'RHDI', progress: 'OPEN' });
    await optionOf(
      event,
      sql`type = 'SECU', currency = null, new_security_id = ${call.securityId}, ${terms}`,
    );
    return event;
  }
  async function instructed(event: Choice): Promise<void> {
    await desk.moveDeadline(event, PAST);
    assert.equal(await instructElections.run(desk.context, day), 1);
  }
  async function sound(): Promise<void> {
    const { body } = await desk.as('FINANCE').get('/api/v1/finance/integrity');
    // Units of the fixture have no entitlement.
    const broken = body.invariants.filter(({ holds, number }: Json) => !holds && number !== 34);
    assert.deepEqual(broken, []);
    assert.equal(await surplusOf(desk), 0);
  }

  it('G2: a dividend of 1.00 on all 10,113,674,444 shares', async () => {
    const shareId = await addShare(desk.db, 'WHOLE');
    const portfolio = await newPortfolio();
    await desk.give(portfolio, shareId, [10_113_674_444n, 1n]);
    const event = await addEvent(desk.db, shareId, { cashPerUnit: '1.00', progress: 'OPEN' });
    await entitle(event);
    const { eligibleQuantity, gross, net } = await entitlement(event);
    assert.deepEqual(
      [eligibleQuantity, gross, net],
      ['10113674444', 10_113_674_444, 10_113_674_444],
    );
    await desk.settle(event, 10_113_674_444);
    assert.equal(await desk.pay(event), 1);
    assert.equal((await entitlement(event)).state, 'PAID');
    await sound();
  });

  it('G11: rights of 4 for 5 on 5,145,370,074 shares, 75.83 percent taken up', async () => {
    const call = await desk.call({ price: '0.5' });
    const portfolio = await newPortfolio(200_000_000_000n);
    await desk.give(portfolio, call.shareId, [5_145_370_074n, 1_000n]);
    const rights = await distribution(call, sql`new_units = 4, old_units = 5`);
    await entitle(rights);
    const offered = await entitlement(rights);
    assert.deepEqual([offered.newUnits, offered.fraction], ['4116296059', '0.2']);
    const made = await desk.submit(call, portfolio, { quantity: '3121328866' });
    assert.equal(made.status, 201, made.text);
    await instructed(call);
    await lapseElections.run(desk.context, day);
    const share = await desk.holding(portfolio, call.shareId);
    assert.equal(share.quantity, 8_266_698_940n, 'shares in issue');
    assert.equal((await desk.holding(portfolio, call.securityId)).quantity, 0n);
    const percent = (3_121_328_866 / 4_116_296_059) * 100;
    assert.equal(percent.toFixed(2), '75.83');
    await sound();
  });

  it('G12: a dividend of 0.60 on 50,000 units, elected in shares at 39.45', async () => {
    const shareId = await addShare(desk.db, 'SCRIP');
    const portfolio = await newPortfolio();
    await desk.give(portfolio, shareId, [50_000n, 1_500_000_00n]);
    const event = await addEvent(desk.db, shareId, {
      ...{ kind: 'DVOP', cashPerUnit: '0.60', progress: 'OPEN', paymentDate: '2026-01-05' },
    });
    await optionOf(event, sql`is_default = true`);
    await desk.db.query(sql`
      insert into corporate_action_option (corporate_action_id, number, type, is_default,
        cash_per_unit, price, currency)
      values (${event.id}, 2, 'SECU', false, 0.60, 39.45, 'NGN')`);
    await desk.db.query(sql`
      update corporate_action set participation = 'CHOS', tax_class = 'DIVIDEND',
        deadline = '2099-01-01' where id = ${event.id}`);
    await entitle(event);
    assert.equal((await entitlement(event)).newUnits, '0', 'cash, as long as nothing is elected');
    const choice = { ...event, securityId: shareId, shareId };
    const made = await desk.submit(choice, portfolio, { optionNumber: 2, quantity: '50000' });
    assert.equal(made.status, 201, made.text);
    await instructed(choice);
    await entitle(event);
    const row = await entitlement(event);
    assert.deepEqual(
      [row.gross, row.withheld, row.newUnits, row.net],
      [30_000, 3_000, '684', 27_000],
    );
    const share = await desk.holding(portfolio, shareId);
    assert.deepEqual(
      [share.quantity, share.pending_quantity, share.cost_minor],
      [50_684n, 684n, 1_500_000_00n + 26_983_80n],
    );
    await desk.settle(event, 16.2);
    assert.equal(await desk.pay(event), 1);
    const paid = await entitlement(event);
    assert.deepEqual([paid.state, paid.paidAmount ?? paid.paid], ['PAID', 16.2]);
    await sound();
  });

  it('G10: rights of 1 for 6 are sold, taken up, applied for, refunded, and lapse', async () => {
    const call = await desk.call({ price: '36' });
    const portfolio = await newPortfolio(2_000_000n);
    await desk.give(portfolio, call.shareId, [1_000n, 3_500_000n]);
    const rights = await distribution(
      call,
      sql`new_units = 1, old_units = 6, first_day_price = 2.10`,
    );
    await desk.db.query(sql`
      update corporate_action set ex_price = 38.15 where id = ${rights.id}`);
    await entitle(rights);
    const both = async () => {
      const [share, right] = [
        await desk.holding(portfolio, call.shareId),
        await desk.holding(portfolio, call.securityId),
      ];
      return [share.quantity, share.cost_minor, right.quantity, right.cost_minor];
    };
    assert.deepEqual(await both(), [1_000n, 3_468_182n, 166n, 31_818n]);
    await deliver(rights);
    // 50 rights are sold for 100.00 net, against payment to another firm.
    const today = await currentBusinessDate(desk.db);
    const [right] = await desk.db.query<{ name: string }>(
      sql`select name from security where id = ${call.securityId}`,
    );
    const sold = await desk.as('OPERATIONS').post(`${API}/holding-transfer/create`, {
      ...{ type: 'OUT_PAID', portfolioName: portfolio.name, effectiveDate: today },
      counterParty: { memberCode: 'ABC' },
      lines: [{ securityName: right?.name, quantity: '50', amount: 100 }],
    });
    assert.equal(sold.status, 201, sold.text);
    const transfer = `${API}/holding-transfer/approve/id/${sold.body.id}`;
    assert.equal((await desk.as('APPROVER').put(transfer, {})).status, 200);
    assert.deepEqual(await both(), [1_000n, 3_468_182n, 116n, 22_234n]);
    const gain = (await desk.holding(portfolio, call.securityId)).realised_gain_minor;
    assert.equal(gain, 416n);
    const body = { quantity: '100', additionalQuantity: '200' };
    const made = await desk.submit(call, portfolio, body);
    assert.deepEqual([made.status, made.body.result.heldAmount], [201, 10_800], made.text);
    await instructed(call);
    assert.deepEqual(await both(), [1_100n, 3_847_349n, 16n, 3_067n]);
    await lapseElections.run(desk.context, day);
    assert.deepEqual(await both(), [1_100n, 3_850_416n, 0n, 0n]);
    const stated = await desk.as('OPERATIONS').post(`${ELECTION}/allotment/import?e=${call.id}`, {
      rows: [{ election: String(made.body.id), allotted: '60' }],
    });
    assert.equal(stated.status, 201, stated.text);
    const allotment = `${ELECTION}/allotment/approve/id/${stated.body.id}`;
    assert.equal((await desk.as('APPROVER').put(allotment)).status, 200);
    const election = await desk.election(made.body.id);
    assert.deepEqual([election.paidAmount, election.refundedAmount], [10_800, 5_040]);
    // The cost is 34,712.49 for the first shares, 3,791.67 for those taken up, and 2,160.00 for
    // those applied for.
    assert.deepEqual(await both(), [1_160n, 4_066_416n, 0n, 0n]);
    await deliver(call);
    assert.equal((await desk.holding(portfolio, call.shareId)).pending_quantity, 0n);
    await sound();
  });
});
