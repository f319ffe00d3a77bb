// Accounting periods over HTTP: two people close them (soft or hard), reopen them, and close years
// into retained earnings. A closed period accepts no bookings, even in a race.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import type { Tx } from '../../../src/platform/database/database.js';
import { sql } from '../../../src/platform/database/sql.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const FEES = { debit: 'BANK:FIRM', credit: 'INC:FEES' } as const;
const CLOSE = '/period/close';
const month = (date: BusinessDate) => date.slice(0, 7);

let desk: BookDesk;
before(async () => {
  desk = await openBookDesk();
});
after(() => desk.stop());

const stateOf = async (date: BusinessDate) => {
  const { body } = await desk.app.as('AUDITOR').get(`${FINANCE}/period/list`);
  return body.result.find(({ name }: Json) => name === month(date))?.state;
};

const refusedAs = async (code: string, args: readonly string[], reply: Promise<Json>) => {
  const { body, status, text } = await reply;
  assert.equal(body.msgCode, code, text);
  assert.deepEqual(body.msgArgs, args);
  return status;
};

const bookingRefused = (on: BusinessDate, until: BusinessDate, more = {}) =>
  assert.rejects(desk.book({ ...FEES, on, minor: 1n, more }), {
    kind: { code: 'PERIOD_CLOSED', status: 422, title: 'The books are closed for this date.' },
    details: { detail: `the books are closed up to and including ${until}`, args: [until] },
  });

describe('a month', () => {
  it('is open until it is closed; the month of the business date cannot be closed', async () => {
    const { body } = await desk.app.as('AUDITOR').get(`${FINANCE}/period/list`);
    assert.equal(body.result[0].name, month(desk.today));
    assert.equal(body.result[0].state, 'OPEN');
    const close = { period: month(desk.today), mode: 'SOFT' };
    const { lastDate } = body.result[0];
    assert.equal(await refusedAs('PERIOD_NOT_OVER', [lastDate], desk.propose(CLOSE, close)), 422);
  });

  it('is listed from the month of the first posting on, folded or not', async () => {
    const first = () =>
      desk.app.db.query<{ name: string }>(sql`
      select to_char(min(transaction_date), 'YYYY-MM') as name from journal`);
    await desk.book({ ...FEES, on: desk.monthBefore, minor: 1_00n });
    const [expected] = await first();
    const { body } = await desk.app.as('AUDITOR').get(`${FINANCE}/period/list?s=500`);
    assert.equal(body.result.at(-1).name, expected?.name);
    assert.equal(body.count, body.result.length);
    assert.ok(body.result.length >= 3, 'the months between are listed, too');
    const beyond = await desk.app.as('AUDITOR').get(`${FINANCE}/period/list?b=900`);
    assert.deepEqual([beyond.body.count, beyond.body.result], [body.count, []]);
  });

  it('is not hard closed or reopened before it is soft closed', async () => {
    const period = month(desk.lastMonth);
    const hard = desk.propose(CLOSE, { period, mode: 'HARD' });
    assert.equal(await refusedAs('PERIOD_WRONG_STATE', ['OPEN'], hard), 409);
    await refusedAs('PERIOD_WRONG_STATE', ['OPEN'], desk.propose('/period/reopen', { period }));
  });

  it('is soft closed by two people; journals dated in it or earlier are refused', async () => {
    await desk.book({ ...FEES, on: desk.monthBefore, minor: 500_00n });
    await desk.decide(CLOSE, { period: month(desk.monthBefore), mode: 'SOFT', reason: 'Done' });
    assert.equal(await stateOf(desk.monthBefore), 'SOFT_CLOSED');
    await bookingRefused(desk.monthBefore, desk.monthBefore);
    await bookingRefused(desk.lastYear, desk.monthBefore);
    await desk.book({ ...FEES, on: desk.lastMonth, minor: 1_00n });
  });

  it('accepts a value date in it, once closed, only if two people approve', async () => {
    const client = desk.app.as('CLIENT');
    const { body: customers } = await client.get('/api/v1/partner/customer/list?s=1');
    const receipt = { transType: 'RECEIPT', partnerId: customers.result[0].id, amount: 1 };
    const made = async (valueDate: BusinessDate) => {
      const { body } = await client.post(`${FINANCE}/cash-transaction/create`, {
        ...receipt,
        valueDate,
      });
      return body.result.transState;
    };
    assert.equal(await made(desk.monthBefore), 'PENDING');
    assert.equal(await made(desk.lastMonth), 'APPROVED');
  });

  it('accepts no transaction that its maker approved alone before the close', async () => {
    const client = desk.app.as('CLIENT');
    const { body: customers } = await client.get('/api/v1/partner/customer/list?s=1');
    const [partner] = customers.result;
    const made = await client.post(`${FINANCE}/cash-transaction/create`, {
      ...{ transType: 'RECEIPT', partnerId: partner.id, amount: 2, valueDate: desk.lastMonth },
    });
    assert.equal(made.body.result.transState, 'APPROVED');
    await desk.decide(CLOSE, { period: month(desk.lastMonth), mode: 'SOFT' });
    const post = () => client.put(`${FINANCE}/cash-transaction/post/id/${made.body.id}`);
    await refusedAs('PERIOD_CLOSED', [desk.lastMonth], post());
    await desk.decide('/period/reopen', { period: month(desk.lastMonth) });
    assert.equal((await post()).status, 200);
  });

  it('accepts adjustments while it is soft closed', async () => {
    const more = { intoSoftClosed: true };
    await desk.book({ ...FEES, on: desk.monthBefore, minor: 7_00n, more });
  });

  it('can be reopened only if it was closed last', async () => {
    await desk.decide(CLOSE, { period: month(desk.lastMonth), mode: 'SOFT' });
    const earlier = desk.propose('/period/reopen', { period: month(desk.monthBefore) });
    await refusedAs('PERIOD_OUT_OF_ORDER', [month(desk.lastMonth)], earlier);
    await desk.decide('/period/reopen', { period: month(desk.lastMonth) });
    assert.equal(await stateOf(desk.lastMonth), 'OPEN');
    await desk.book({ ...FEES, on: desk.lastMonth, minor: 1_00n });
    await bookingRefused(desk.monthBefore, desk.monthBefore);
  });

  it('needs a valid month and the permission', async () => {
    for (const period of ['2026-13', '0001-01', '1900-01', '2200-01', '9999-12']) {
      const { status, body } = await desk.propose(CLOSE, { period, mode: 'SOFT' });
      assert.deepEqual([status, body.msgArgs], [400, ['period']], period);
    }
    const close = { period: month(desk.lastMonth), mode: 'SOFT' };
    for (const role of ['AUDITOR', 'APPROVER', 'OPERATIONS', 'CLIENT']) {
      assert.equal((await desk.app.as(role).post(FINANCE + CLOSE, close)).status, 403, role);
    }
    assert.equal((await desk.app.as('NOBODY').post(FINANCE + CLOSE, close)).status, 401);
  });

  it('cannot be closed by its proposer alone, and a dry run changes nothing', async () => {
    const close = { period: month(desk.lastMonth), mode: 'SOFT' };
    const made = await desk.app.as('ADMIN').post(FINANCE + CLOSE, close);
    const path = `/api/v1/system/change/approve/id/${made.body.id}`;
    assert.equal((await desk.app.as('ADMIN').put(path)).body.msgCode, 'OWN_WORK');
    assert.equal((await desk.app.as('APPROVER').put(`${path}?dryRun=true`)).status, 200);
    assert.equal(await stateOf(desk.lastMonth), 'OPEN');
    await desk.app.as('APPROVER').put(`/api/v1/system/change/reject/id/${made.body.id}`, {
      reason: 'not yet',
    });
  });
});

describe('a close and concurrent postings', () => {
  const inPeriod = async () => {
    const [row] = await desk.app.db.query<{ count: bigint }>(
      sql`select count(*) as count from journal where transaction_date = ${desk.lastMonth}`,
    );
    return row?.count ?? 0n;
  };

  const closeWaits = () =>
    waitFor('the close to wait for the posting', async () => {
      const waiting = await desk.app.db.query(sql`
        select l.pid from pg_locks l join pg_stat_activity s on s.pid = l.pid
        where s.datname = current_database() and not l.granted
          and l.mode = 'ExclusiveLock' and l.objid = period_lock()`);
      return waiting.length > 0;
    });

  it('wait for a posting in progress and refuse later ones', async () => {
    const before = await inPeriod();
    const { context } = desk.app;
    let closing: Promise<Json> | undefined;
    await context.db.transaction(async (tx) => {
      await tx.query(sql`select post_journals('[]')`);
      closing = desk.decide(CLOSE, { period: month(desk.lastMonth), mode: 'SOFT' });
      await closeWaits();
      assert.equal(await stateOf(desk.lastMonth), 'OPEN');
    });
    await closing;
    await bookingRefused(desk.lastMonth, desk.lastMonth);
    assert.equal(await inPeriod(), before);
    await desk.decide('/period/reopen', { period: month(desk.lastMonth) });
  });

  it('refuse a hard close that waited for results of the previous year', async () => {
    const period = month(desk.monthBefore);
    const { body } = await desk.propose(CLOSE, { period, mode: 'HARD' });
    const more = { intoSoftClosed: true };
    let approval: Promise<Json> | undefined;
    const meanwhile = () => {
      approval = desk.app.as('APPROVER').put(`/api/v1/system/change/approve/id/${body.id}`);
      return closeWaits();
    };
    await desk.book({ ...FEES, on: desk.lastYear, minor: 5n, more, meanwhile });
    assert.ok(approval);
    await refusedAs('PERIOD_OUT_OF_ORDER', [desk.lastYear.slice(0, 4)], approval);
    await desk.book({ ...FEES, on: desk.lastYear, minor: -5n, more });
  });

  it('book nothing after the reply to the close', async () => {
    let refused = 0;
    let posted = 0;
    const caller = async () => {
      for (let turn = 0; turn < 10_000; turn += 1) {
        try {
          await desk.book({ ...FEES, on: desk.lastMonth, minor: 1n });
          posted += 1;
        } catch (error) {
          assert.ok(error instanceof Problem && error.kind.code === 'PERIOD_CLOSED');
          refused += 1;
          return;
        }
      }
    };
    const callers = Array.from({ length: 10 }, caller);
    await waitFor('some postings', () => Promise.resolve(posted > 20));
    await desk.decide(CLOSE, { period: month(desk.lastMonth), mode: 'SOFT' });
    const atClose = await inPeriod();
    await Promise.all(callers);
    assert.equal(refused, 10);
    assert.equal(await inPeriod(), atClose);
  });

  // The second posting waits for the close, the close waits for the first posting, and the first
  // posting waits for the second. The server must let the second posting go before the close.
  it('do not deadlock if two postings wait for each other', async () => {
    const { db } = desk.app.context;
    const [row] = await db.query<{ id: bigint }>(
      sql`select min(account_id) as id from account_balance where floor_minor is not null`,
    );
    const takeAccount = (tx: Tx) =>
      tx.query(sql`select from account_balance where account_id = ${row?.id ?? 0n} for update`);
    const takePeriod = (tx: Tx) => tx.query(sql`select post_journals('[]')`);
    const waiting = (lock: string) =>
      waitFor(`a session to wait for ${lock}`, async () => {
        const found = await desk.app.db.query(sql`
          select l.pid from pg_locks l join pg_stat_activity s on s.pid = l.pid
          where s.datname = current_database() and not l.granted and l.mode = ${lock}`);
        return found.length > 0;
      });
    let attempts = 0;
    const others: Promise<unknown>[] = [];
    await desk.decide('/period/reopen', { period: month(desk.lastMonth) });
    await db.transaction(async (second) => {
      attempts += 1;
      await takeAccount(second);
      others.push(
        db.transaction(async (first) => {
          attempts += 1;
          await takePeriod(first);
          await takeAccount(first);
        }),
      );
      await waiting('ShareLock');
      others.push(desk.decide(CLOSE, { period: month(desk.lastMonth), mode: 'SOFT' }));
      await waiting('ExclusiveLock');
      await takePeriod(second);
    });
    await Promise.all(others);
    assert.equal(attempts, 2);
    assert.equal(await stateOf(desk.lastMonth), 'SOFT_CLOSED');
  });

  it('approve a close once; a concurrent approval is refused as already decided', async () => {
    const proposed = await desk.propose('/period/reopen', { period: month(desk.lastMonth) });
    const path = `/api/v1/system/change/approve/id/${proposed.body.id}`;
    const replies = await Promise.all([
      desk.app.as('APPROVER').put(path),
      desk.app.as('ADMIN').put(path),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  });
});

describe('a year', () => {
  const year = () => Number(desk.lastYear.slice(0, 4));

  it('must be closed before a later month is hard closed, if it has results', async () => {
    await desk.decide('/period/reopen', { period: month(desk.monthBefore) });
    await desk.book({ ...FEES, on: desk.lastYear, minor: 900_00n, more: { intoSoftClosed: true } });
    await desk.book({
      ...{ on: desk.lastYear, minor: 250_00n, more: { intoSoftClosed: true } },
      ...{ debit: 'EXP:BANK', credit: 'BANK:FIRM' },
    });
    await desk.decide(CLOSE, { period: month(desk.monthBefore), mode: 'SOFT' });
    const hard = desk.propose(CLOSE, { period: month(desk.monthBefore), mode: 'HARD' });
    await refusedAs('PERIOD_OUT_OF_ORDER', [String(year())], hard);
    const december = desk.propose(CLOSE, { period: `${year()}-12`, mode: 'HARD' });
    await refusedAs('PERIOD_OUT_OF_ORDER', [String(year())], december);
  });

  it('books nothing in a dry run of its approval', async () => {
    const proposed = await desk.propose('/period/close-year', { year: year() });
    const path = `/api/v1/system/change/approve/id/${proposed.body.id}`;
    assert.equal((await desk.app.as('APPROVER').put(`${path}?dryRun=true`)).status, 200);
    assert.equal(await desk.net('EQ:RETAINED'), 0n);
  });

  it('is closed into retained earnings once and permanently', async () => {
    await desk.decide('/period/close-year', { year: year() });
    assert.equal(await desk.net('EQ:RETAINED'), -650_00n);
    const [result] = await desk.app.db.query<{ net: bigint | null }>(sql`
      select sum(l.amount_minor)::bigint as net from journal_line l
      join journal j on j.id = l.journal_id join account a on a.id = l.account_id
      where a.class in ('INCOME', 'EXPENSE') and j.transaction_date <= ${desk.lastYear}`);
    assert.equal(result?.net, 0n);
    await bookingRefused(desk.lastYear, desk.monthBefore, { intoSoftClosed: true });
    const again = desk.propose('/period/close-year', { year: year() });
    assert.equal(await refusedAs('PERIOD_WRONG_STATE', ['HARD_CLOSED'], again), 409);
    const reopened = desk.propose('/period/reopen', { period: `${year()}-12` });
    await refusedAs('PERIOD_WRONG_STATE', ['HARD_CLOSED'], reopened);
  });

  it('allows the months after it to be hard closed, in order', async () => {
    const january = `${year() + 1}-01`;
    const february = desk.propose(CLOSE, { period: `${year() + 1}-02`, mode: 'HARD' });
    await refusedAs('PERIOD_OUT_OF_ORDER', [january], february);
    await desk.decide(CLOSE, { period: january, mode: 'HARD' });
  });

  it('cannot be closed while a month of it is open', async () => {
    const open = desk.propose('/period/close-year', { year: year() + 1 });
    await refusedAs('PERIOD_WRONG_STATE', ['OPEN'], open);
  });
});
