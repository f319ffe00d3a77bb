// Work items above the amount that one person may settle alone: the settlement is proposed, and
// another person approves it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keepMessage } from '../../../../src/modules/order/index.js';
import type { OrderRow } from '../../../../src/modules/order/record/order.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import type { Json, TestApp } from '../../../support/app.js';
import { reportOf } from '../../../support/order-desk.js';
import { sendOrder } from '../../../support/order-exchange.js';
import { ORDER, openWorkItemDesk, REPORT, type WorkItemDesk } from './work-item-desk.js';

const CHANGE = '/api/v1/system/change';
const LIMIT = { priceType: 'LIMIT', limitPrice: '24.00' };
const WHY = { resolution: 'agreed with the exchange desk' };

describe('work items above the value for one person', () => {
  let desk: WorkItemDesk;
  let app: TestApp;
  before(async () => {
    // 1,000.00 is forty units at 25.00.
    desk = await openWorkItemDesk({ reportAloneMax: { NGN: '1000' } });
    app = desk.app;
  });
  after(() => desk?.stop());

  const dealer = () => desk.dealer();
  const approver = () => app.as('APPROVER');
  const say: WorkItemDesk['say'] = (...words) => desk.say(...words);
  /** Finds a work item, whether open or settled. */
  const itemOf = (clOrdId: string) => desk.itemOf(clOrdId, '');

  /** Creates a work item for a fill of this many units that may be a duplicate. */
  async function suspected(units: number) {
    const row = await sendOrder(app, { ...LIMIT, quantityRequested: String(3 * units) });
    await say(row, '1', { fill: [units, '23.00'], cum: units });
    assert.equal(await say(row, '1', { fill: [units, '23.00'], cum: units }), 'UNMATCHED');
    return { row, item: await itemOf(row.cl_ord_id) };
  }

  const settle = (verb: string, item: Json, body: object = WHY) =>
    dealer().put(`${REPORT}/${verb}/id/${item.id}`, body);

  const filled = async (row: OrderRow): Promise<string> => (await desk.read(row)).quantityFilled;

  it('are settled at once if their value is lower', async () => {
    const { row, item } = await suspected(43);
    assert.equal((await settle('apply', item)).body.msgCode, 'UNMATCHED_REPORT_APPLIED');
    assert.equal(await filled(row), '86');
  });

  it('wait for another person, who sees the proposal, and are booked once', async () => {
    const { row, item } = await suspected(44);
    const { status, body } = await settle('apply', item);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_PROPOSED');
    const { proposal, resolved } = body.result;
    assert.equal(resolved, false);
    assert.equal(await filled(row), '44');
    const shown = await approver().get(`${CHANGE}/id/${proposal.changeId}`);
    assert.equal(shown.body.kind, 'exchange-report-settlement');
    assert.equal(shown.body.after.act, 'APPLY');
    assert.match(shown.body.after.report, /DUPLICATE_EXECUTION_SUSPECTED .* NGN 1,012\.00/);
    const again = await settle('resolve', item);
    assert.deepEqual([again.status, again.body.msgCode], [409, 'REPORT_PROPOSED']);
    assert.equal((await dealer().put(`${CHANGE}/approve/id/${proposal.changeId}`)).status, 403);
    const replies = await Promise.all(
      [1, 2, 3].map(() => approver().put(`${CHANGE}/approve/id/${proposal.changeId}`)),
    );
    assert.deepEqual(replies.map((reply) => reply.status).sort(), [200, 409, 409]);
    assert.equal(await filled(row), '88');
    const closed = await itemOf(row.cl_ord_id);
    assert.deepEqual([closed.resolved, closed.resolution], [true, WHY.resolution]);
    assert.equal(closed.proposal, undefined);
  });

  it('are refused to the person who proposed them', async () => {
    const { row, item } = await suspected(50);
    const maker = app.as('ADMIN');
    const { body } = await maker.put(`${REPORT}/apply/id/${item.id}`, WHY);
    const { changeId } = body.result.proposal;
    const own = await maker.put(`${CHANGE}/approve/id/${changeId}`);
    assert.equal(own.body.msgCode, 'OWN_WORK');
    assert.equal(await filled(row), '50');
  });

  it('can be settled in another way after a rejection', async () => {
    const { row, item } = await suspected(60);
    const { body } = await settle('apply', item);
    const { changeId } = body.result.proposal;
    const rejection = { reason: 'it is the same trade' };
    assert.equal((await approver().put(`${CHANGE}/reject/id/${changeId}`, rejection)).status, 200);
    const dropped = await settle('resolve', await itemOf(row.cl_ord_id));
    assert.equal(dropped.body.msgCode, 'UNMATCHED_REPORT_PROPOSED');
    const second = dropped.body.result.proposal.changeId;
    assert.equal((await approver().put(`${CHANGE}/approve/id/${second}`)).status, 200);
    assert.equal(await filled(row), '60');
    assert.equal((await itemOf(row.cl_ord_id)).resolved, true);
  });

  it('show the person who entered the corrected values, not the approver', async () => {
    const row = await sendOrder(app, LIMIT);
    await say(row, '1', { type: 'F', execId: 'BIG' });
    const item = await itemOf(row.cl_ord_id);
    const given = { ...WHY, quantity: 90, price: 23.95 };
    const wrong = await settle('correct', item, { ...given, quantity: 101 });
    assert.equal(wrong.body.msgCode, 'CORRECTION_REFUSED');
    const { body } = await settle('correct', item, given);
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_PROPOSED', JSON.stringify(body));
    const { changeId, proposedBy } = body.result.proposal;
    assert.equal((await approver().put(`${CHANGE}/approve/id/${changeId}`)).status, 200);
    const order = await desk.read(row);
    const [execution] = order.executions;
    assert.deepEqual(
      [order.quantityFilled, execution.source, execution.givenBy],
      ['90', 'PERSON', proposedBy],
    );
    assert.equal(await say(row, '1', { execId: 'BIG', fill: [90, '23.95'] }), 'DUPLICATE');
  });

  it('are checked again at the approval, in case the exchange has reported', async () => {
    const row = await sendOrder(app, LIMIT);
    await say(row, '1', { type: 'F', execId: 'RACE' });
    const { body } = await settle('correct', await itemOf(row.cl_ord_id), {
      ...{ ...WHY, quantity: 70, price: 23.95, execId: 'RACE' },
    });
    const { changeId } = body.result.proposal;
    assert.equal(await say(row, '1', { execId: 'RACE', fill: [70, '23.95'] }), 'APPLIED');
    const late = await approver().put(`${CHANGE}/approve/id/${changeId}`);
    assert.equal(late.body.msgCode, 'CORRECTION_REFUSED');
    assert.equal(await filled(row), '70');
  });

  it('are refused at once, and not proposed, if they cannot be booked', async () => {
    const row = await sendOrder(app, LIMIT);
    await say(row, '2', { clOrdId: 'BY-FAX', execId: 'FAX', fill: [100, '23.90'] });
    const { status, body } = await settle('apply', await itemOf('BY-FAX'));
    assert.deepEqual([status, body.msgCode], [422, 'REPORT_NOT_BOOKABLE']);
    assert.equal((await itemOf('BY-FAX')).proposal, undefined);
    assert.equal(await filled(row), '0');
  });

  it('need two people if the dropped message cannot be read', async () => {
    const row = await sendOrder(app, LIMIT);
    const report = reportOf(row.exchange_id, { row, status: '', said: { clOrdId: 'LOST' } });
    const unread = { ...report, execId: undefined, exchangeOrderId: undefined };
    await systemWork(app.context, 'test', (work) =>
      keepMessage(work, { reason: 'POISON', sessionName: 'other', report: unread, text: '?' }),
    );
    const { body } = await settle('resolve', await itemOf('LOST'));
    assert.equal(body.msgCode, 'UNMATCHED_REPORT_PROPOSED');
    await systemWork(app.context, 'test', (work) =>
      keepMessage(work, {
        reason: 'NEWS',
        sessionName: 'other',
        report: { ...unread, clOrdId: 'LUNCH' },
        text: 'closed at noon',
      }),
    );
    const news = await settle('resolve', await itemOf('LUNCH'));
    assert.equal(news.body.msgCode, 'UNMATCHED_REPORT_RESOLVED');
  });

  it('have the value of the order if it has ended and the report is unreadable', async () => {
    // At 24.00, 41 units are 984.00 and 42 units are 1,008.00.
    for (const [units, outcome] of [
      ['41', 'UNMATCHED_REPORT_RESOLVED'],
      ['42', 'UNMATCHED_REPORT_PROPOSED'],
    ] as const) {
      const row = await sendOrder(app, { ...LIMIT, quantityRequested: units });
      await say(row, '4', { type: '4' });
      const order = (await dealer().get(`${ORDER}/id/${row.id}`)).body;
      assert.deepEqual([order.orderStatus, order.orderValue], ['CANCELLED', 0]);
      const report = reportOf(row.exchange_id, { row, status: '', said: {} });
      await systemWork(app.context, 'test', (work) =>
        keepMessage(work, { reason: 'MALFORMED', sessionName: 'other', report, text: '?' }),
      );
      const { body } = await settle('resolve', await itemOf(row.cl_ord_id));
      assert.equal(body.msgCode, outcome, JSON.stringify(body));
    }
  });
});
