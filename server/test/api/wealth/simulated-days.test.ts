// Days of the demonstration with bookings, prices, units and dividends that are recorded late or
// withdrawn. Each snapshot equals its recomputation from the records known then, every change is
// explained, and exactly the customers affected by a late record are valued again.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { firmAccount, postJournal } from '../../../src/modules/finance/index.js';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import { countDiffering } from '../../../src/modules/wealth/day/check.js';
import { countUnexplained } from '../../../src/modules/wealth/day/explanation.js';
import {
  addDays,
  type BusinessDate,
  businessDate,
} from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { onSnapshot } from '../../../src/platform/database/snapshot.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { sayProof } from '../../support/proof.js';
import { randomFrom } from '../../support/random.js';
import { addEvent } from '../../support/stored-event.js';

/** `COUNTINGHOUSE_DAYS=90` runs the whole simulation. */
const DAYS = Number(process.env.COUNTINGHOUSE_DAYS ?? 3);
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_127);

/** A closed date, the previous close, and the as-of time of its snapshots. */
interface Closed {
  readonly date: BusinessDate;
  readonly after: BusinessDate;
  readonly knownAt: string;
}

/** A holding of one of the demonstration's shares. */
interface Held {
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly customer_id: bigint;
}

describe(`${DAYS} days of the demonstration from seed ${SEED}`, () => {
  let app: TestApp;
  let customers: readonly bigint[];
  let held: readonly Held[];
  let accounts: readonly { id: bigint; customer_id: bigint; office_id: bigint }[];
  const random = randomFrom(SEED);
  const done = { bookings: 0, prices: 0, units: 0, dividends: 0, cancelled: 0, restatements: 0 };
  /** For each customer, the first date affected by a late record since the last close. */
  let expected = new Map<bigint, BusinessDate>();
  const announced: bigint[] = [];

  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    const { db } = app;
    customers = (await db.query<{ id: bigint }>(sql`select id from customer order by id`)).map(
      ({ id }) => id,
    );
    held = await db.query<Held>(sql`
      select h.portfolio_id, h.security_id, p.customer_id from holding h
      join portfolio p on p.id = h.portfolio_id join security s on s.id = h.security_id
      where h.quantity > 0 and s.security_type = 'EQUITY' and s.currency = 'NGN'
      order by 1, 2`);
    accounts = await db.query(sql`
      select id, customer_id, office_id from account
      where acct_type = 'CUSTOMER_CASH' and currency = 'NGN' order by id`);
    assert.ok(held.length > 0 && accounts.length > 0);
  });
  after(() => app.stop());

  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    assert.ok(item !== undefined);
    return item;
  };
  const units = (most: number) => 1 + Math.floor(random() * most);
  const expect = (customerId: bigint, date: BusinessDate) => {
    const first = expected.get(customerId);
    if (first === undefined || date < first) expected.set(customerId, date);
  };
  const closes = () =>
    app.db.query<Closed>(sql`
      select value_date as date, known_at::text as "knownAt",
        coalesce(lag(value_date) over (order by value_date), value_date - 1) as after
      from wealth_close where finished_at is not null order by value_date`);

  /** Books a receipt or a payment on a closed date. */
  async function bookLate(date: BusinessDate): Promise<void> {
    const { id, customer_id: customerId, office_id: officeId } = pick(accounts);
    const minor = BigInt(units(1_000_000));
    await systemWork(app.context, 'fixture', async (work) => {
      const bank = await firmAccount(work, { code: 'BANK:CLIENT', officeId, currency: 'NGN' });
      await postJournal(work.tx, {
        ...{ officeId, transactionDate: date, valueDate: date, narration: 'Late' },
        ...{ sourceType: 'MANUAL_JOURNAL', sourceId: 1n, createdBy: 'test', createdAt: work.now },
        lines: [
          { accountId: bank, amountMinor: minor },
          { accountId: id, amountMinor: -minor },
        ],
      });
    });
    expect(customerId, date);
    done.bookings += 1;
  }

  /** Corrects the close of a share on a closed date. */
  async function correctPrice(date: BusinessDate): Promise<void> {
    const { security_id: securityId } = pick(held);
    const rows = await app.db.query(sql`
      update security_price_day set close = close + ${units(9)}::numeric / 100
      where security_id = ${securityId} and price_date = ${date} returning security_id`);
    if (rows.length === 0) return;
    const holders = await app.db.query<{ customer_id: bigint }>(sql`
      select distinct p.customer_id from holding h join portfolio p on p.id = h.portfolio_id
      where h.security_id = ${securityId}`);
    for (const { customer_id: id } of holders) expect(id, date);
    done.prices += 1;
  }

  /** Receives units on a closed date. */
  async function receiveUnits(date: BusinessDate): Promise<void> {
    const { portfolio_id, security_id, customer_id: customerId } = pick(held);
    done.units += 1;
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, currency, source_type, source_id)
      values (${portfolio_id}, ${security_id}, 'TRANSFER_IN', ${date}, ${units(500)}, 100000, 'NGN',
        'TRANSFER', ${900_000 + done.units})`);
    await app.db.query(sql`
      select refold_holdings(array[${portfolio_id}]::bigint[], array[${security_id}]::bigint[],
        array['-infinity']::date[])`);
    expect(customerId, date);
  }

  /** Announces a dividend with the ex-date of the business date, or cancels an earlier one. */
  async function announce(today: BusinessDate): Promise<void> {
    const eventId = announced.length > 0 && random() < 0.5 ? announced.pop() : undefined;
    if (eventId !== undefined) {
      await app.db.query(sql`
        update corporate_action set status = 'CANCELLED', terms_version = terms_version + 1
        where id = ${eventId}`);
      done.cancelled += 1;
      return;
    }
    const terms = { cashPerUnit: '0.5', exDate: today, paymentDate: addDays(today, 10) };
    const { security_id: securityId } = pick(held);
    announced.push((await addEvent(app.db, securityId, { ...terms, progress: 'OPEN' })).id);
    done.dividends += 1;
  }

  /** Customers who had an entitlement to a cancelled dividend may also be valued again. */
  async function assertRestated(found: BusinessDate): Promise<void> {
    const rows = await app.db.query<{
      customer_id: bigint;
      from_date: BusinessDate;
      reason: string;
      is_done: boolean;
    }>(sql`
      select customer_id, from_date, reason, finished_at is not null as is_done
      from wealth_restatement where found_on = ${found}`);
    const restated = new Map(rows.map((row) => [row.customer_id, row]));
    for (const [id, date] of expected) {
      const row = restated.get(id);
      assert.ok(row?.is_done && row.from_date <= date, `customer ${id} from ${date}, ${found}`);
    }
    for (const { customer_id: id, reason } of rows) {
      assert.ok(expected.has(id) || reason === 'CORPORATE_ACTION', `customer ${id}: ${reason}`);
    }
    done.restatements += rows.length;
    expected = new Map();
  }

  async function assertAsKnown(closed: readonly Closed[]): Promise<void> {
    for (const close of closed) {
      const counts = await onSnapshot(app.db, async (tx) => [
        await countDiffering(tx, customers, close),
        await countUnexplained(tx, customers, close),
      ]);
      assert.deepEqual(counts, [0, 0], `differing and unexplained on ${close.date}`);
    }
  }

  it('have snapshots as known then, restated if records were late', async () => {
    for (let day = 0; day < DAYS; day += 1) {
      const today = await app.db.transaction((tx) => currentBusinessDate(tx));
      const past = (await closes()).map(({ date }) => date).slice(-20);
      if (past.length > 0) {
        await bookLate(pick(past));
        await correctPrice(pick(past));
        await receiveUnits(pick(past));
      }
      await announce(today);
      await closeDays(app.as('ADMIN'));
      const closed = await closes();
      const latest = closed.at(-1)?.date ?? businessDate('1960-01-01');
      await assertRestated(latest);
      await assertAsKnown(closed.slice(-1));
    }
    const closed = await closes();
    await assertAsKnown(closed.length > 10 ? closed.filter((_, index) => index % 9 === 0) : closed);
    const { invariants } = await checkIntegrity({ db: app.db });
    const broken = invariants.filter(({ number, holds }) => number >= 39 && !holds);
    assert.deepEqual(broken, []);
    sayProof(`wealth days, seed ${SEED}`, { ...done, days: DAYS, customers: customers.length });
  });
});
