// Reports that wait too long for a person's decision: one alarm at each configured age, across all
// nodes, and metrics for the open reports.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { raiseAlarms, watchReports } from '../../../../src/modules/order/work-item/alarm.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { systemWork } from '../../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import type { Said } from '../../../support/order-desk.js';
import { reportOrder, sendOrder } from '../../../support/order-exchange.js';

const REPORT = '/api/v1/order/unmatched-report';

describe('reports that wait for a person', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({
      ...{ demo: true, exchange: 'none', reportAlarmMinutes: [20, 50, 300] },
      loopIntervalsMs: { 'report-alarm': 3_600_000 },
    });
  });
  after(() => app.stop());

  /** Creates a work item for a report received this many minutes ago. */
  async function waiting(minutes: number, said: Said): Promise<bigint> {
    const row = await sendOrder(app);
    await reportOrder(app, row, { status: '1', ...said });
    const [item] = await app.db.query<{ id: bigint }>(sql`
      update unmatched_report set received_at = ${app.context.clock.now()}::timestamptz
        - ${minutes} * interval '1 minute'
      where id = (select max(id) from unmatched_report) returning id`);
    assert.ok(item);
    return item.id;
  }

  async function alarmsOf(id: bigint): Promise<Json[]> {
    const rows = await app.db.query<{ data: Json }>(sql`
      select data from outbox_event
      where type = 'exchange-report.overdue' and subject_id = ${id} order by id`);
    return rows.map(({ data }) => Number(data.ageMinutes));
  }

  const look = () => systemWork(app.context, 'test', raiseAlarms);
  const grow = (id: bigint, minutes: number) =>
    app.db.query(sql`
      update unmatched_report set received_at = received_at - ${minutes} * interval '1 minute'
      where id = ${id}`);

  it('raise one alarm at each age, whichever of several nodes polls', async () => {
    const id = await waiting(19, { clOrdId: 'OLD-1', execId: 'O1', fill: [10, '24.00'] });
    assert.deepEqual(await look(), []);
    await grow(id, 2);
    const looks = await Promise.all([look(), look(), look(), look()]);
    assert.deepEqual(
      looks.flat().map((each) => [each.id, each.minutes]),
      [[id, 20]],
    );
    assert.deepEqual(await look(), []);
    await grow(id, 290);
    assert.deepEqual(
      (await look()).map(({ minutes }) => minutes),
      [300],
      'one alarm for all ages that were passed',
    );
    assert.deepEqual(await alarmsOf(id), [20, 300]);
    const { body } = await app.as('DEALER').get(`${REPORT}/list?resolved=false`);
    assert.equal(body.result.find((each: Json) => BigInt(each.id) === id).alarms, 3);
  });

  it('raise none after they are closed', async () => {
    const fill = [10, '24.00'] as const;
    const id = await waiting(10, { clOrdId: 'OLD-2', execId: 'O2', symbol: 'ACCESS', fill });
    const closed = { resolution: 'of another firm' };
    await app.as('DEALER').put(`${REPORT}/resolve/id/${id}`, closed);
    await grow(id, 500);
    assert.deepEqual(await look(), []);
  });

  it('are counted by reason, with the age of the oldest', async () => {
    await app.db.query(sql`
      update unmatched_report set resolved = true, resolution = 'test' where not resolved`);
    await waiting(90, { clOrdId: 'OLD-3', execId: 'O3', fill: [10, '24.00'] });
    await waiting(70, { clOrdId: 'OLD-4', execId: 'O4', fill: [10, '24.00'] });
    await waiting(55, { type: 'F', execId: 'O5' });
    await watchReports(app.context);
    const { body } = await app.as('DEALER').get(`${REPORT}/summary`);
    const seen = body.reasons.map(({ reason, count }: Json) => [reason, count]);
    assert.equal(body.open, 3);
    assert.deepEqual(seen, [
      ['UNKNOWN_ORDER', 2],
      ['MALFORMED', 1],
    ]);
    assert.ok(body.oldestSeconds >= 90 * 60 && body.oldestSeconds < 91 * 60);
    const figures = await app.context.metrics.registry.metrics();
    const state = (name: string) =>
      new RegExp(`^countinghouse_state\\{name="${name}"\\} (\\d+)$`, 'm').exec(figures)?.[1];
    assert.deepEqual(
      ['reports_open', 'reports_open_unknown_order', 'reports_open_malformed'].map(state),
      ['3', '2', '1'],
    );
    assert.equal(state('reports_open_poison'), '0');
    assert.ok(Number(state('report_oldest_seconds')) >= 90 * 60);
    const raised = /^countinghouse_events_total\{name="report-overdue"\} (\d+)$/m.exec(figures);
    assert.equal(raised?.[1], '3');
  });

  it('are not counted for an office that does not see them', async () => {
    const { body } = await app.asOffice('DEALER', [999_999n]).get(`${REPORT}/summary`);
    assert.deepEqual(body, { open: 0, oldestSeconds: 0, reasons: [] });
  });
});
