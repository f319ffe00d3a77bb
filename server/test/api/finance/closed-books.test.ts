// Closed books: stored once per date, proved, and compared with later bookings.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { firmAccount, postJournal } from '../../../src/modules/finance/index.js';
import { closeBooks } from '../../../src/modules/finance/report/closed-books.js';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';

const LIST = '/api/v1/finance/report/closed-books/list';
const TRIAL_BALANCE = '/api/v1/finance/report/trial-balance';

describe('closed books', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
  });
  after(() => app.stop());

  const auditor = () => app.as('AUDITOR');

  async function bookedOn(date: BusinessDate, from: 'BANK:CLIENT' | 'INC:FEES'): Promise<void> {
    const [office] = await app.db.query<{ id: bigint }>(
      sql`select id from business_office order by id limit 1`,
    );
    const officeId = office?.id ?? 0n;
    await systemWork(app.context, 'test', async (work) => {
      const key = { officeId, currency: 'NGN' };
      const debit = await firmAccount(work, { ...key, code: 'BANK:FIRM' });
      const credit = await firmAccount(work, { ...key, code: from });
      await postJournal(work.tx, {
        officeId,
        transactionDate: date,
        valueDate: date,
        narration: 'Test',
        sourceType: 'TEST',
        sourceId: 1n,
        createdBy: 'test',
        createdAt: work.now,
        lines: [
          { accountId: debit, amountMinor: 700_000_000_000_00n },
          { accountId: credit, amountMinor: -700_000_000_000_00n },
        ],
      });
    });
  }

  it('are stored for each date that closes, balanced and covered', async () => {
    const closing = await currentBusinessDate(app.db);
    const run = await closeDays(app.as('ADMIN'));
    const step = run.days[0].steps.find(({ name }: Json) => name === 'close-books');
    const { body } = await auditor().get(`${LIST}?sd=${closing}&ed=${closing}`);
    assert.ok(body.count > 0);
    for (const row of body.result) {
      assert.deepEqual([row.date, row.balanced, row.covered], [closing, true, true], row.currency);
      assert.equal(row.debitBalance, row.creditBalance);
      assert.equal(
        Math.round((row.clientBank + row.settlement - row.owedToCustomers - row.surplus) * 100),
        0,
      );
    }
    const balance = await auditor().get(`${TRIAL_BALANCE}?d=${closing}`);
    const kept = await auditor().get(`${TRIAL_BALANCE}?d=${closing}&closed=true`);
    assert.ok(kept.body.result.length > 0);
    assert.equal(step.records, kept.body.result.length);
    assert.deepEqual(kept.body, balance.body);
  });

  it('do not change if something is booked on the date later', async () => {
    const closing = await currentBusinessDate(app.db);
    await closeDays(app.as('ADMIN'));
    await bookedOn(closing, 'INC:FEES');
    const total = async (query: string) => {
      const { body } = await auditor().get(`${TRIAL_BALANCE}?d=${closing}${query}`);
      return body.totals.find(({ currency }: Json) => currency === 'NGN').debitBalance;
    };
    assert.equal((await total('')) - (await total('&closed=true')), 700_000_000_000);
  });

  it('404: a trial balance of a date that has not closed, or is not a business date', async () => {
    const open = await currentBusinessDate(app.db);
    for (const date of [open, addDays(open, 400), '2001-01-06']) {
      for (const form of ['', '/csv']) {
        const reply = await auditor().get(`${TRIAL_BALANCE}${form}?d=${date}&closed=true`);
        assert.deepEqual([reply.status, reply.body.msgArgs], [404, [date]], date);
      }
    }
  });

  it('run again for a date, update only changed figures', async () => {
    const next = await currentBusinessDate(app.db);
    const day = { closing: addDays(next, -1), next };
    await closeBooks(app.context, day);
    assert.equal(await closeBooks(app.context, day), 0);
    await bookedOn(day.closing, 'INC:FEES');
    assert.equal(await closeBooks(app.context, day), 2);
  });

  it('send one event for client money that is not covered', async () => {
    const next = await currentBusinessDate(app.db);
    const day = { closing: addDays(next, -1), next };
    await bookedOn(day.closing, 'BANK:CLIENT');
    await closeBooks(app.context, day);
    await closeBooks(app.context, day);
    const events = await app.db.query<{ type: string; data: Json }>(
      sql`select type, data from outbox_event where type like 'closed-books.%'`,
    );
    assert.deepEqual(events, [
      { type: 'closed-books.uncovered', data: { date: day.closing, currency: 'NGN' } },
    ]);
    const { body } = await auditor().get(`${LIST}?sd=${day.closing}&ed=${day.closing}`);
    const uncovered = body.result.filter(({ covered }: Json) => !covered);
    assert.equal(uncovered.length, 1);
  });

  it("are listed newest first, of the caller's offices only", async () => {
    const { body } = await auditor().get(`${LIST}?s=500`);
    const ids = body.result.map(({ id }: Json) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((one: number, other: number) => other - one),
    );
    const elsewhere = await app.asOffice('AUDITOR', [999_999n]).get(LIST);
    assert.equal(elsewhere.body.count, 0);
  });

  it('400: an invalid date; 403: a role without reports', async () => {
    assert.equal((await auditor().get(`${LIST}?sd=2026-02-30`)).status, 400);
    assert.equal((await app.as('NOBODY').get(LIST)).status, 401);
  });
});
