// Fixture for tests of the books: an app, an office with the firm's accounts, and two users who
// approve.

import assert from 'node:assert/strict';
import type { Config } from '../../../src/config/config.js';
import { firmAccountName } from '../../../src/modules/finance/account/account.js';
import { firmAccount, type JournalDraft, postJournal } from '../../../src/modules/finance/index.js';
import { checkIntegrity } from '../../../src/modules/finance/integrity/integrity.js';
import {
  addDays,
  type BusinessDate,
  dateOf,
  firstOfMonth,
  yearOf,
} from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { type Json, startTestApp, type TestApp, type TestReply } from '../../support/app.js';

export const FINANCE = '/api/v1/finance';

/** A journal between two of the firm's accounts. */
export interface JournalPlan {
  readonly on: BusinessDate;
  readonly debit: `${string}:${string}`;
  readonly credit: `${string}:${string}`;
  readonly minor: bigint;
  readonly more?: Partial<JournalDraft>;
  /** A callback to run between the posting and the commit. */
  readonly meanwhile?: () => Promise<unknown>;
}

export interface BookDesk {
  readonly app: TestApp;
  readonly office: { readonly id: bigint; readonly name: string };
  readonly today: BusinessDate;
  /**
   * The last day of the previous month, of the month before that (`monthBefore`), and of last year.
   */
  readonly lastMonth: BusinessDate;
  readonly monthBefore: BusinessDate;
  readonly lastYear: BusinessDate;
  /** Returns the name of the office's NGN account with this code, and opens it if missing. */
  named(code: JournalPlan['debit']): Promise<string>;
  book(plan: JournalPlan): Promise<bigint>;
  /** Proposes a change as FINANCE. */
  propose(path: string, body: object): Promise<TestReply>;
  /** Proposes a change as FINANCE and approves it as APPROVER. */
  decide(path: string, body: object): Promise<Json>;
  /** Returns the net balance over all accounts with this code, debit positive. */
  net(code: string): Promise<bigint>;
  stop(): Promise<void>;
}

export async function openBookDesk(flags: Partial<Config> = {}): Promise<BookDesk> {
  const app = await startTestApp({ demo: true, exchange: 'none', ...flags });
  const [office] = await app.db.query<{ id: bigint; name: string }>(
    sql`select id, name from business_office order by id limit 1`,
  );
  assert.ok(office);
  const today = await currentBusinessDate(app.db);
  const lastMonth = addDays(firstOfMonth(today), -1);
  const place = { officeId: office.id, currency: 'NGN' };
  const propose = (path: string, body: object) => app.as('FINANCE').post(FINANCE + path, body);
  return {
    app,
    office,
    today,
    lastMonth,
    monthBefore: addDays(firstOfMonth(lastMonth), -1),
    lastYear: addDays(dateOf(yearOf(today), 1, 1), -1),
    named: async (code) => {
      await systemWork(app.context, 'test', (work) => firmAccount(work, { ...place, code }));
      return firmAccountName({ ...place, code });
    },
    book: (plan) => book(app, place, plan),
    propose,
    decide: async (path, body) => {
      const proposed = await propose(path, body);
      assert.equal(proposed.status, 201, proposed.text);
      const change = `/api/v1/system/change/approve/id/${proposed.body.id}`;
      const approved = await app.as('APPROVER').put(change);
      assert.equal(approved.status, 200, approved.text);
      return approved.body;
    },
    net: async (code) => {
      const [row] = await app.db.query<{ net: bigint }>(sql`
        select coalesce(sum(l.amount_minor), 0)::bigint as net
        from journal_line l join account a on a.id = l.account_id where a.acct_type = ${code}`);
      return row?.net ?? 0n;
    },
    stop: async () => {
      const { invariants } = await checkIntegrity({ db: app.db });
      await app.stop();
      assert.deepEqual(
        invariants.filter((one) => !one.holds),
        [],
      );
    },
  };
}

function book(
  app: TestApp,
  place: { readonly officeId: bigint; readonly currency: string },
  { on, debit, credit, minor, more, meanwhile }: JournalPlan,
): Promise<bigint> {
  return systemWork(app.context, 'test', async (work) => {
    const id = await postJournal(work.tx, {
      officeId: place.officeId,
      transactionDate: on,
      valueDate: on,
      narration: 'Test',
      sourceType: 'TEST',
      sourceId: 1n,
      createdBy: 'test',
      createdAt: work.now,
      lines: [
        { accountId: await firmAccount(work, { ...place, code: debit }), amountMinor: minor },
        { accountId: await firmAccount(work, { ...place, code: credit }), amountMinor: -minor },
      ],
      ...more,
    });
    await meanwhile?.();
    return id;
  });
}
