// Schedules and cancellation of term instruments: the schedule planned on the first day matches the
// bookings up to the last day.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  addTermInstrumentType,
  type NewTermInstrumentType,
} from '../../../src/modules/asset/index.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import {
  type AssetApp,
  FIXED,
  LIST,
  POST,
  READ,
  SUBMIT,
  startAssetApp,
  TERMINATE,
  UPDATE,
  VALUATION,
} from './app.js';

const SCHEDULE = '/api/v1/order/terminstrument/schedule';
const CANCEL = '/api/v1/order/terminstrument/cancel/id';
const DELETE = '/api/v1/order/terminstrument/delete/id';

const BASE: NewTermInstrumentType = { ...FIXED, rate_tiers: [{ percent: '15' }] };
const TYPES: readonly NewTermInstrumentType[] = [
  { ...BASE, name: 'AHEAD', label: 'Ahead', interest_payment: 'UPFRONT' },
  {
    ...BASE,
    name: 'MONTHLY',
    label: 'Monthly',
    interest_payment: 'PERIODIC',
    interest_frequency: 'MONTHLY',
    holiday_convention: 'FOLLOWING',
  },
  {
    ...BASE,
    name: 'CAPITAL',
    label: 'Capital',
    interest_payment: 'CAPITALISED',
    interest_frequency: 'DAYS',
    interest_days: 10,
  },
  {
    ...BASE,
    name: 'CHARGED',
    label: 'Charged',
    early_liquidation: { rule: { kind: 'PRINCIPAL_PERCENT', percent: '1' } },
  },
];

let app: AssetApp;

before(async () => {
  app = await startAssetApp();
  await systemWork(app.context, 'fixtures', async (work) => {
    for (const type of TYPES) await addTermInstrumentType(work, type);
  });
});
after(() => app.stop());

const minor = (amount: number) => BigInt(Math.round(amount * 100));

async function scheduleOf(id: number, more = ''): Promise<Json[]> {
  const reply = await app.as('CLIENT').get(`${SCHEDULE}?t=${id}&s=500${more}`);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.body.count, reply.body.result.length);
  return reply.body.result;
}

const total = (lines: readonly Json[], member: string): bigint =>
  lines.reduce((sum: bigint, line) => sum + minor(line[member]), 0n);

const pending = async (more: object = {}) => {
  const reply = await app.as('CLIENT').post(SUBMIT, {
    instrumentTypeName: 'FD',
    customerId: app.rich.id,
    faceValue: 200_000,
    ...more,
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
};

const ofType = async (instrumentTypeName: string) =>
  (await app.running({ instrumentTypeName, faceValue: 1_000_000, tenure: 91 })).body.id;

describe('schedules', () => {
  const planned = new Map<string, { readonly id: number; readonly lines: readonly Json[] }>();

  test('add up to the totals of the instrument for every way of paying interest', async () => {
    for (const type of ['FD', 'AHEAD', 'MONTHLY', 'CAPITAL', 'LOAN']) {
      const id = await ofType(type);
      const lines = await scheduleOf(id);
      planned.set(type, { id, lines });
      const record = (await app.as('CLIENT').get(`${READ}/${id}`)).body;
      assert.equal(total(lines, 'interest'), minor(record.expectedInterest), type);
      const sign = type === 'LOAN' ? -1n : 1n;
      assert.equal(total(lines, 'cashFlow'), sign * minor(record.expectedInterest), type);
      const net = sign * minor(record.expectedNetInterest);
      assert.equal(total(lines, 'netCashFlow'), net, type);
      const days = lines.filter((line) => line.kind === 'ACCRUAL').map((line) => line.date);
      assert.equal(new Set(days).size, 91, `${type}: no day twice, none lost`);
      assert.deepEqual(lines.at(-1)?.bookValue, 0, type);
    }
    const kinds = (type: string) =>
      (planned.get(type)?.lines ?? [])
        .filter((line) => line.kind !== 'ACCRUAL')
        .map((line) => `${line.date} ${line.kind}`);
    assert.deepEqual(kinds('AHEAD'), [
      '2026-01-05 PLACEMENT',
      '2026-01-05 INTEREST',
      '2026-04-06 MATURED',
    ]);
    // 5 April is a Sunday, so its interest is paid at maturity.
    assert.deepEqual(kinds('MONTHLY'), [
      '2026-01-05 PLACEMENT',
      '2026-02-05 INTEREST',
      '2026-03-05 INTEREST',
      '2026-04-06 MATURED',
    ]);
    assert.equal(kinds('CAPITAL').length, 2 + 9);
  });

  test('by period sum up the days between two flows', async () => {
    const { id = 0, lines = [] } = planned.get('MONTHLY') ?? {};
    const periods = await scheduleOf(id, '&by=PERIOD');
    assert.equal(total(periods, 'interest'), total(lines, 'interest'));
    const [, first] = periods;
    assert.deepEqual(
      [first.fromDate, first.date, first.interest],
      ['2026-01-05', '2026-02-04', 12_739.73],
    );
    assert.equal(periods.filter((line) => line.kind === 'ACCRUAL').length, 3);
  });

  test('are read page by page', async () => {
    const { id = 0, lines = [] } = planned.get('FD') ?? {};
    const page = await app.as('CLIENT').get(`${SCHEDULE}?id=${id}&b=2&s=40`);
    assert.equal(page.body.count, 93);
    assert.deepEqual(page.body.result, lines.slice(40, 80));
  });

  test('of a pending instrument are projected from the day on which it would start', async () => {
    const lines = await scheduleOf((await pending()).id);
    assert.equal(lines.length, 93);
    assert.ok(lines.every((line) => line.projected));
  });

  test('half-way, show the past as booked and the future as planned', async () => {
    await app.closeUntil('2026-02-19');
    for (const [type, { id, lines }] of planned) {
      const present = await scheduleOf(id);
      assert.deepEqual(unprojected(present), unprojected(lines), type);
      const booked = present.filter((line) => !line.projected);
      assert.equal(booked.filter((line) => line.kind === 'ACCRUAL').length, 45, type);
    }
  });

  test('end with the payout and the charge after an early termination', async () => {
    const { body } = await app.running({ instrumentTypeName: 'CHARGED', faceValue: 1_000_000 });
    await app.closeUntil('2026-02-23');
    const terminated = await app.as('CLIENT').put(`${TERMINATE}?id=${body.id}`);
    assert.equal(terminated.body.result.terminationCharge, 10_000);
    const lines = await scheduleOf(body.id);
    const end = lines.at(-1);
    assert.equal(end?.kind, 'PRELIQUIDATED');
    assert.equal(minor(end?.netCashFlow), minor(terminated.body.settlement.terminationValue));
    assert.equal(end?.bookValue, 0);
  });

  test('show at the end the figures that were planned on the first day', async () => {
    await app.closeUntil('2026-04-06');
    for (const [type, { id, lines }] of planned) {
      const past = await scheduleOf(id);
      assert.ok(past.every((line) => !line.projected));
      assert.deepEqual(unprojected(past), unprojected(lines), type);
    }
  });

  test('400, 401, 404: no instrument, no user, an instrument of another office', async () => {
    assert.equal((await app.as('CLIENT').get(SCHEDULE)).status, 400);
    assert.equal((await app.as('CLIENT').get(`${SCHEDULE}?t=1&by=WEEK`)).status, 400);
    assert.equal((await app.as('NOBODY').get(`${SCHEDULE}?t=1`)).status, 401);
    const { id } = await pending();
    const elsewhere = app.asOffice('OPERATIONS', [app.otherOfficeId]);
    assert.equal((await elsewhere.get(`${SCHEDULE}?t=${id}`)).status, 404);
  });
});

const unprojected = (lines: readonly Json[]) => lines.map((line) => ({ ...line, projected: 0 }));

describe('cancellation', () => {
  for (const how of ['PUT', 'DELETE'] as const) {
    test(`by ${how} ends a pending instrument: no money moves, and it has no value`, async () => {
      const { id } = await pending();
      const balance = await app.balanceOf(app.rich.accountId);
      const reply =
        how === 'PUT'
          ? await app.as('CLIENT').put(`${CANCEL}/${id}`)
          : await app.as('CLIENT').delete(`${DELETE}/${id}`);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(reply.body.msgCode, 'TERM_INSTRUMENT_CANCELLED');
      const { status, terminationReason, terminationDate, accruedInterest } = reply.body.result;
      assert.deepEqual(
        [status, terminationReason, terminationDate, accruedInterest],
        ['TERMINATED', 'CANCELLED', '2026-04-06T00:00:00.000Z', 0],
      );
      assert.equal(await app.balanceOf(app.rich.accountId), balance);
      const value = await app.as('CLIENT').get(`${VALUATION}?t=${id}&d=2026-08-01`);
      assert.deepEqual([value.body.value, value.body.accruedInterest], [0, 0]);
      assert.deepEqual(await scheduleOf(id), []);
      const [event] = await app.db.query<{ type: string }>(sql`
        select type from outbox_event where subject_id = ${id} order by id desc limit 1`);
      assert.equal(event?.type, 'term-instrument.cancelled');
    });
  }

  test('401, 403, 404: no user, a user without the permission, and an unknown id', async () => {
    const { id } = await pending();
    for (const [role, status] of [
      ['NOBODY', 401],
      ['AUDITOR', 403],
      ['APPROVER', 403],
    ] as const) {
      assert.equal((await app.as(role).put(`${CANCEL}/${id}`)).status, status, role);
    }
    const elsewhere = app.asOffice('OPERATIONS', [app.otherOfficeId]);
    assert.equal((await elsewhere.put(`${CANCEL}/${id}`)).status, 404);
    assert.equal((await app.as('CLIENT').put(`${CANCEL}/999999`)).status, 404);
  });

  test('409 with the current state if the instrument is running or was cancelled', async () => {
    const running = (await app.running({})).body.id;
    const late = await app.as('CLIENT').put(`${CANCEL}/${running}`);
    assert.deepEqual([late.status, late.body.msgArgs], [409, ['RUNNING']]);
    const { id } = await pending();
    await app.as('CLIENT').put(`${CANCEL}/${id}`);
    for (const reply of [
      await app.as('CLIENT').put(`${CANCEL}/${id}`),
      await app.as('CLIENT').put(`${POST}/${id}`),
      await app.as('CLIENT').put(UPDATE, { id, tenure: 30 }),
      await app.as('CLIENT').put(`${TERMINATE}?t=${id}`),
    ]) {
      assert.deepEqual([reply.status, reply.body.msgArgs], [409, ['TERMINATED']]);
    }
  });

  test('412 when the instrument has changed since it was read', async () => {
    const { id } = await pending();
    const headers = { 'if-match': '"77"' };
    assert.equal((await app.as('CLIENT').put(`${CANCEL}/${id}`, undefined, headers)).status, 412);
  });

  test('only one of a concurrent post and cancellation succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await pending();
      const before = await app.balanceOf(app.rich.accountId);
      const [posted, cancelled] = await Promise.all([
        app.as('CLIENT').put(`${POST}/${id}`),
        app.as('CLIENT').put(`${CANCEL}/${id}`),
      ]);
      assert.deepEqual([posted.status, cancelled.status].toSorted(), [200, 409]);
      const paid = before - (await app.balanceOf(app.rich.accountId));
      assert.equal(paid > 0n, posted.status === 200);
    }
  });

  test('a repeated key replays, and a dry run changes nothing', async () => {
    const { id } = await pending();
    const dry = await app.as('CLIENT').put(`${CANCEL}/${id}`, undefined, { prefer: 'dry-run' });
    assert.equal(dry.body.result.terminationReason, 'CANCELLED');
    assert.equal((await app.as('CLIENT').get(`${READ}/${id}`)).body.status, 'PENDING');
    const headers = { 'idempotency-key': 'cancel-of-term-00001' };
    const first = await app.as('CLIENT').put(`${CANCEL}/${id}`, undefined, headers);
    const again = await app.as('CLIENT').put(`${CANCEL}/${id}`, undefined, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, first.text);
  });
});

describe('the parameter set of the specification', () => {
  test('id, c, b, s, u, sd, ed, t and d each filter the list', async () => {
    const owner = await app.depositor(1_000_000_000n);
    const ids: number[] = [];
    for (let made = 0; made < 3; made += 1) {
      ids.push((await pending({ customerId: owner.id, faceValue: 100_000 + made })).id);
    }
    const [one = 0, two = 0, three = 0] = ids;
    await app.as('CLIENT').put(`${POST}/${one}`);
    await app.as('CLIENT').put(`${CANCEL}/${two}`);
    const listed = async (more: string) => {
      const { body } = await app.as('CLIENT').get(`${LIST}?c=${owner.id}${more}`);
      return [body.count, ...body.result.map((row: Json) => row.id)];
    };
    assert.deepEqual(await listed(''), [3, three, two, one]);
    assert.deepEqual(await listed('&b=2&s=2'), [3, one]);
    assert.deepEqual(await listed('&s=1'), [3, three]);
    assert.deepEqual(await listed('&u=PENDING'), [1, three]);
    assert.deepEqual(await listed('&u=RUNNING'), [1, one]);
    assert.deepEqual(await listed('&u=TERMINATED'), [1, two]);
    assert.deepEqual(await listed(`&id=${two}`), [1, two]);
    assert.deepEqual(await listed(`&t=${two}`), [1, two]);
    assert.deepEqual(await listed(`&t=${two}&id=${one}`), [0]);
    assert.deepEqual(await listed('&sd=2026-04-06'), [3, three, two, one]);
    assert.deepEqual(await listed('&sd=2026-04-07'), [0]);
    assert.deepEqual(await listed('&ed=2026-04-05'), [0]);
    assert.deepEqual(await listed('&ed=2026-04-06&u=RUNNING'), [1, one]);
    assert.deepEqual(await listed('&d=2026-04-06&s=1'), [3, three]);
    assert.deepEqual(await listed('&d=2026-04-05'), [0]);
  });

  test('t, id and d apply to valuation and to termination', async () => {
    const id = (await app.running({ faceValue: 3_650_000 })).body.id;
    const valued = (query: string) => app.as('CLIENT').get(`${VALUATION}?${query}`);
    assert.equal((await valued(`t=${id}&d=2026-04-08`)).body.accruedInterest, 3_000);
    assert.equal((await valued(`id=${id}&d=2026-04-08`)).body.accruedInterest, 3_000);
    assert.equal((await valued(`t=${id}`)).body.accruedInterest, 0);
    assert.equal((await valued(`t=${id}&id=${id + 1}`)).status, 400);
    assert.equal((await valued('d=2026-04-08')).status, 400);
    await app.closeUntil('2026-04-09');
    const late = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=2026-04-10`);
    assert.deepEqual([late.status, late.body.msgArgs], [422, ['d']]);
    const early = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=2026-04-01`);
    assert.deepEqual([early.status, early.body.msgArgs], [422, ['d']]);
    const done = await app.as('CLIENT').put(`${TERMINATE}?t=${id}&d=2026-04-08`);
    // The rate is three percentage points lower: two days at 12 %.
    assert.equal(done.body.result.accruedInterest, 2_400);
    assert.equal(done.body.result.terminationDate, '2026-04-08T00:00:00.000Z');
  });
});
