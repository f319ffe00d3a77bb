// Daily snapshots after a corporate action is cancelled: the days that included its entitlements
// are valued again.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countDiffering } from '../../../src/modules/wealth/day/check.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { momentOf } from './policy.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

describe('the snapshots of a holder whose dividend is withdrawn', () => {
  let app: WealthApp;
  let owner: Depositor;
  let eventId: bigint;
  let known: Record<string, number>;
  let grown: Json[];
  let moment: string;

  before(async () => {
    app = await startWealthApp();
    owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share('PAYER', [['2026-03-05', 25, 1_000]]);
    await app.bring(portfolio, share, { quantity: 1_000, costMinor: 2_000_000n });
    const terms = { cashPerUnit: '0.5', exDate: '2026-03-06', paymentDate: '2026-03-30' };
    ({ id: eventId } = await addEvent(app.db, share, { ...terms, progress: 'OPEN' }));
    await app.closeUntil('2026-03-10');
    known = await values();
    grown = await growth();
    moment = await momentOf(app);
  });
  after(() => app.stop());

  const DATES = ['2026-03-05', '2026-03-06', '2026-03-09'] as const;

  const values = async () =>
    Object.fromEntries(
      await Promise.all(
        DATES.map(async (date) => [date, (await app.worth(owner, `?d=${date}`)).value] as const),
      ),
    );
  // The return and the contributions for the dates, without the time at which they were read.
  const growth = (asOf = '') =>
    Promise.all(
      ['return', 'contribution'].map(async (kind) => {
        const path = `/api/v1/wealth/${kind}/customer/id/${owner.id}`;
        const { body } = await app.as('AUDITOR').get(`${path}?sd=2026-03-06&ed=2026-03-09${asOf}`);
        return { ...body, asOf: undefined };
      }),
    );
  const receivables = async () => {
    const rows = await app.db.query<{ date: string; version: number; minor: bigint }>(sql`
      select value_date::text as date, version_no as version, receivable_minor as minor
      from wealth_day where customer_id = ${owner.id} and value_date < '2026-03-10'
        and value_date > '2026-03-05' and portfolio_id = 0
      order by 1, 2`);
    return rows.map(({ date, version, minor }) => [date, version, minor]);
  };
  const restatement = async (): Promise<Json> => {
    const path = `/api/v1/wealth/restatement/list?c=${owner.id}`;
    const { body } = await app.as('AUDITOR').get(path);
    return body.result.map(({ fromDate, reason, state }: Json) => [fromDate, reason, state]);
  };
  const differingThen = () =>
    app.db.transaction(async (tx) => {
      let count = 0;
      const closes = await tx.query<{ date: string; moment: string }>(sql`
        select value_date::text as date, known_at::text as moment from wealth_close
        where finished_at is not null`);
      for (const { date, moment } of closes) {
        const day = { date: businessDate(date), knownAt: moment };
        count += await countDiffering(tx, [BigInt(owner.id)], day);
      }
      return count;
    });

  it('show it from the ex-date on', async () => {
    // From the ex-date onwards, the price is 24.50, and the receivable makes up the difference.
    assert.deepEqual(known, { '2026-03-05': 25_000, '2026-03-06': 25_000, '2026-03-09': 25_000 });
    assert.deepEqual(await receivables(), [['2026-03-06', 1, 50_000n]]);
    assert.equal(await differingThen(), 0);
  });

  it('are valued again once it is cancelled, and keep the state known before', async () => {
    await app.db.query(sql`
      update corporate_action set status = 'CANCELLED', terms_version = terms_version + 1
      where id = ${eventId}`);
    await app.closeUntil('2026-03-11');
    assert.deepEqual(await restatement(), [['2026-03-06', 'CORPORATE_ACTION', 'DONE']]);
    assert.deepEqual(await receivables(), [
      ['2026-03-06', 1, 50_000n],
      ['2026-03-06', 2, 0n],
    ]);
    assert.deepEqual(await values(), {
      ...{ '2026-03-05': 25_000, '2026-03-06': 24_500, '2026-03-09': 24_500 },
    });
    assert.deepEqual(await growth(`&asOf=${moment}`), grown);
    const [now] = await growth();
    assert.deepEqual([grown[0]?.income, now?.income, now?.gain], [500, 0, -500]);
    assert.equal(await differingThen(), 0);
  });
});

describe('the snapshots of a holder whose dividend is withdrawn after its payment', () => {
  let app: WealthApp;
  let owner: Depositor;
  let event: { readonly id: bigint; readonly name: string };
  const moments = new Map<string, string>();

  before(async () => {
    app = await startWealthApp();
    owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    await app.db.query(sql`
      update portfolio set income_route = 'FIRM' where id = ${portfolio.id}`);
    const share = await app.share('REPAYER', [['2026-03-05', 40, 900]]);
    await app.bring(portfolio, share, { quantity: 700, costMinor: 2_100_000n });
    const terms = { cashPerUnit: '0.3', exDate: '2026-03-06', paymentDate: '2026-03-12' };
    event = await addEvent(app.db, share, { ...terms, status: 'ANNOUNCED', progress: 'OPEN' });
  });
  after(() => app.stop());

  const become = (status: string) =>
    app.db.query(sql`
      update corporate_action set status = ${status}, terms_version = terms_version + 1
      where id = ${event.id}`);
  const closeAs = async (state: string, next: string) => {
    await app.closeUntil(next);
    moments.set(state, await momentOf(app));
  };
  const receive = async (amount: number) => {
    const made = await app.as('FINANCE').post('/api/v1/custody/event-settlement/create', {
      ...{ eventName: event.name, businessOfficeName: '0000000001', direction: 'RECEIPT', amount },
    });
    assert.equal(made.status, 201, made.text);
    const path = `/api/v1/custody/event-settlement/approve/id/${made.body.id}`;
    assert.equal((await app.as('APPROVER').put(path)).status, 200);
  };
  const differing = (date: string, knownAt: string) =>
    app.db.transaction((tx) =>
      countDiffering(tx, [BigInt(owner.id)], { date: businessDate(date), knownAt }),
    );
  const valueAt = async (state: string, date: string) => {
    const moment = moments.get(state) ?? '';
    return (await app.worth(owner, `?d=${date}&asOf=${moment}`)).value;
  };

  it('show the state known at each time', async () => {
    await closeAs('PROVISIONAL', '2026-03-09');
    await become('CONFIRMED');
    await closeAs('DUE', '2026-03-10');
    await receive(210);
    await closeAs('PAID', '2026-03-13');
    await become('CANCELLED');
    await closeAs('CANCELLED', '2026-03-16');
    const [row] = await app.db.query<{ states: string[]; state: string; paid: bigint }>(sql`
      select states_before as states, state, paid_minor as paid from entitlement
      where corporate_action_id = ${event.id}`);
    assert.deepEqual(row, {
      ...{ states: ['PROVISIONAL', 'PAID'], state: 'CANCELLED', paid: 0n },
    });
    // 700 units at 39.70. From the confirmation until the cancellation, a further 210 is in cash or
    // due.
    const found = [];
    for (const state of moments.keys()) found.push(await valueAt(state, '2026-03-06'));
    assert.deepEqual(found, [27_790, 28_000, 28_000, 27_790]);
    assert.equal(await valueAt('PAID', '2026-03-12'), 28_000);
  });

  it('equal their recomputation as known then', async () => {
    const closes = await app.db.query<{ date: string; moment: string }>(sql`
      select value_date::text as date, known_at::text as moment from wealth_close
      where finished_at is not null order by value_date`);
    assert.ok(closes.length > 4);
    for (const { date, moment } of closes) {
      assert.equal(await differing(date, moment), 0, `the close of ${date}`);
    }
  });
});
