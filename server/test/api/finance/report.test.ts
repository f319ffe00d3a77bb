// Reports on the books: correct, consistent with each other, and complete as files.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import {
  addDays,
  type BusinessDate,
  dateOf,
  yearOf,
} from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { foldAll } from '../../support/ledger.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const REPORT = `${FINANCE}/report`;
const REPORTS = ['trial-balance', 'income-statement', 'balance-sheet', 'client-money'];
const FILES = [...REPORTS, 'general-ledger'];
const YEAR_BEFORE = 7_000_00n;

let desk: BookDesk;
let firstDay: BusinessDate;
before(async () => {
  desk = await openBookDesk();
  firstDay = dateOf(yearOf(desk.today), 1, 1);
  const sets = [
    [desk.lastYear, 'BANK:FIRM', 'INC:COMM', YEAR_BEFORE],
    [desk.lastYear, 'BANK:FIRM', 'EQ:CAPITAL', 50_000_00n],
    [firstDay, 'BANK:FIRM', 'INC:FEES', 900_00n],
    [desk.monthBefore, 'EXP:BANK', 'BANK:FIRM', 120_50n],
    [desk.lastMonth, 'BANK:FIRM', 'INC:COMM', 300_25n],
    [desk.today, 'BANK:CLIENT', 'LIAB:SEC', 40_00n],
    [desk.today, 'BANK:CLIENT', 'INC:COMM', 10_00n],
  ] as const;
  for (const [on, debit, credit, minor] of sets) await desk.book({ on, debit, credit, minor });
});
after(() => desk.stop());

const read = async (path: string): Promise<Json> => {
  const { status, body, text } = await desk.app.as('AUDITOR').get(`${REPORT}/${path}`);
  assert.equal(status, 200, text);
  return body;
};
/** Reads a report on the desk's office in NGN. */
const own = async (path: string): Promise<Json> => {
  const filter = `businessOfficeName=${desk.office.name}&currency=ngn`;
  const { result } = await read(`${path}${path.includes('?') ? '&' : '?'}${filter}`);
  assert.equal(result.length, 1, path);
  return result[0];
};

describe('the income statement', () => {
  it('has income and expense between two dates, inclusive', async () => {
    const all = await own(`income-statement?sd=${firstDay}&ed=${desk.today}`);
    assert.deepEqual(
      all.income.map(({ acctType, amount }: Json) => [acctType, amount]),
      [
        ['INC:COMM', 310.25],
        ['INC:FEES', 900],
      ],
    );
    assert.deepEqual(all.expenses, [
      { acctType: 'EXP:BANK', acctLabel: 'Bank charges', amount: 120.5 },
    ]);
    assert.deepEqual(
      [all.totalIncome, all.totalExpenses, all.netResult],
      [1210.25, 120.5, 1089.75],
    );
    const month = await own(`income-statement?sd=${desk.lastMonth}&ed=${desk.lastMonth}`);
    assert.equal(month.netResult, 300.25);
  });

  it('covers the year to date if no dates are given', async () => {
    const { startDate, endDate } = await read('income-statement');
    assert.deepEqual([startDate, endDate], [firstDay, desk.today]);
    assert.equal((await own('income-statement')).netResult, 1089.75);
  });
});

describe('the balance sheet', () => {
  it('shows the result of the year and of years that are not closed in equity', async () => {
    const { equity, ...sheet } = await own('balance-sheet');
    assert.deepEqual(
      [sheet.resultOfEarlierYears, sheet.resultOfYear, sheet.totalEquity, sheet.difference],
      [7000, 1089.75, 58_089.75, 0],
    );
    assert.deepEqual(
      equity.map(({ acctType, amount }: Json) => [acctType, amount]),
      [
        ['EQ:CAPITAL', 50_000],
        [undefined, 7000],
        [undefined, 1089.75],
      ],
    );
  });

  it('includes bookings up to its date', async () => {
    const then = await own(`balance-sheet?d=${desk.lastYear}`);
    assert.deepEqual([then.resultOfYear, then.resultOfEarlierYears], [7000, 0]);
    assert.equal(then.totalAssets, 57_000);
  });
});

describe('the reconciliation of client money', () => {
  it("shows the difference and the firm's accounts that make it up", async () => {
    const money = await own('client-money');
    assert.equal(money.pendingLevies, 40);
    assert.equal(money.surplus, 50);
    assert.deepEqual(
      [money.difference, money.differenceKind, money.covered],
      [10, 'FIRM_MONEY', true],
    );
    const stands = money.differenceOn.reduce((sum: number, { amount }: Json) => sum + amount, 0);
    assert.equal(Math.round(stands * 100), 1000);
    const sum = money.customersCash + money.customersUnsettled + money.pendingLevies;
    assert.equal(money.clientBank + money.settlement, sum + money.difference);
  });

  it('returns NONE when only customer and levy accounts hold money at the bank', async () => {
    const { differenceKind } = await own(`client-money?d=${desk.lastYear}`);
    assert.equal(differenceKind, 'NONE');
  });

  it('returns LEVIES_WITH_FIRM for levies moved too early, and SHORTFALL', async () => {
    const move = { debit: 'BANK:FIRM', credit: 'BANK:CLIENT' } as const;
    const later = (days: number) => addDays(desk.today, days);
    await desk.book({ ...move, on: later(1), minor: 30_00n });
    await desk.book({ ...move, on: later(2), minor: 30_00n });
    const kinds = [];
    for (const days of [0, 1, 2]) {
      const { differenceKind, covered } = await own(`client-money?d=${later(days)}`);
      kinds.push([differenceKind, covered]);
    }
    assert.deepEqual(kinds, [
      ['FIRM_MONEY', true],
      ['LEVIES_WITH_FIRM', true],
      ['SHORTFALL', false],
    ]);
  });
});

describe('reports', () => {
  it('agree with each other on any date', async () => {
    for (const date of [desk.lastYear, desk.monthBefore, desk.today]) {
      const trial = await read(`trial-balance?d=${date}`);
      for (const { difference } of trial.totals) assert.equal(difference, 0);
      const start = dateOf(yearOf(date), 1, 1);
      const income = await own(`income-statement?sd=${start}&ed=${date}`).catch(() => undefined);
      const sheet = await own(`balance-sheet?d=${date}`);
      assert.equal(sheet.difference, 0);
      assert.equal(sheet.resultOfYear, income?.netResult ?? 0);
    }
  });

  it('are the sum of the offices if they are consolidated', async () => {
    const sum = (rows: Json[], member: string) =>
      rows
        .filter(({ currency }) => currency === 'NGN')
        .reduce((total, row) => total + Math.round(row[member] * 100), 0);
    for (const [path, member] of [
      ['balance-sheet', 'totalAssets'],
      ['client-money', 'owedToCustomers'],
      ['trial-balance', 'debitBalance'],
    ] as const) {
      const each = (await read(path)).result;
      const one = (await read(`${path}?consolidated=true`)).result;
      assert.equal(one[0].businessOfficeName, undefined);
      assert.ok(one.length < each.length);
      assert.equal(sum(one, member), sum(each, member), path);
    }
  });

  it('ignore later bookings as of an earlier moment', async () => {
    const paths = ['trial-balance', 'balance-sheet', 'client-money', 'income-statement'];
    const [now] = await desk.app.db.query<{ now: string }>(sql`select clock_timestamp() as now`);
    // Times are rounded to milliseconds, so the next millisecond is after the booking.
    const moment = new Date(Date.parse(now?.now ?? '') + 1).toISOString();
    const before = await Promise.all(paths.map((path) => read(path)));
    while (Date.now() <= Date.parse(moment)) await new Promise(setImmediate);
    await desk.book({
      on: desk.monthBefore,
      debit: 'EXP:GENERAL',
      credit: 'BANK:FIRM',
      minor: 77n,
    });
    for (const [index, path] of paths.entries()) {
      const { asOf, ...known } = await read(`${path}?asOf=${moment}`);
      assert.equal(asOf, moment);
      assert.deepEqual(known, before[index]);
      assert.notDeepEqual(await read(path), before[index], path);
    }
  });

  it('as CSV have every row, and their number', async () => {
    for (const report of FILES) {
      const { headers, text } = await desk.app.as('AUDITOR').get(`${REPORT}/${report}/csv`);
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.match(headers.get('content-disposition') ?? '', new RegExp(`"${report}.*\\.csv"`));
      const [titles, ...rows]: string[][] = parse(text, { bom: true });
      assert.equal(titles?.[0], 'Row');
      const count = headers.get('x-row-count');
      assert.equal(String(rows.length - 1), count, report);
      assert.deepEqual(rows.at(-1)?.slice(0, 2), ['END', count]);
    }
  });

  it('as CSV have the figures of JSON', async () => {
    const { result } = await read(`trial-balance?d=${desk.today}`);
    const { text } = await desk.app
      .as('AUDITOR')
      .get(`${REPORT}/trial-balance/csv?d=${desk.today}`);
    const rows = parse(text, { bom: true }).filter(([kind]: string[]) => kind === 'LINE');
    assert.deepEqual(
      rows.map((row: string[]) => [row[1], row[2], row[4], Number(row[7]), Number(row[8])]),
      result.map((row: Json) => [
        ...[row.businessOfficeName, row.currency, row.acctType],
        ...[row.debitBalance, row.creditBalance],
      ]),
    );
  });

  it('as XLSX are spreadsheets with the same number of rows', async () => {
    for (const report of FILES) {
      const csv = await desk.app.as('AUDITOR').get(`${REPORT}/${report}/csv`);
      const { headers, text } = await desk.app.as('AUDITOR').get(`${REPORT}/${report}/xlsx`);
      assert.match(headers.get('content-type') ?? '', /spreadsheetml/);
      assert.equal(headers.get('x-row-count'), csv.headers.get('x-row-count'));
      assert.equal(text.slice(0, 2), 'PK');
    }
  });

  it('show only offices that the caller sees', async () => {
    const stranger = desk.app.asOffice('AUDITOR', [999_999n]);
    for (const report of FILES) {
      const { body } = await stranger.get(`${REPORT}/${report}`);
      assert.deepEqual(body.result, [], report);
      const file = await stranger.get(`${REPORT}/${report}/csv`);
      assert.equal(file.headers.get('x-row-count'), '0', report);
    }
  });

  it('400: invalid dates, a backwards range, unknown members', async () => {
    const status = async (path: string) =>
      (await desk.app.as('AUDITOR').get(`${REPORT}/${path}`)).status;
    assert.equal(await status('balance-sheet?d=2026-02-30'), 400);
    assert.equal(await status('income-statement?sd=2026-02-01&ed=2026-01-31'), 400);
    assert.equal(await status(`income-statement?sd=${addDays(desk.today, 1)}`), 400);
    assert.equal(await status('general-ledger?sd=2026-02-01&ed=2026-01-31'), 400);
    assert.equal(await status('general-ledger/csv?sd=2026-02-01&ed=2026-01-31'), 400);
    assert.equal(await status('client-money?date=2026-01-01'), 400);
    assert.equal(await status(`trial-balance?closed=true&asOf=${desk.today}T00:00:00Z`), 400);
  });

  it('422: an unknown office or currency, or an office that the caller does not see', async () => {
    const stranger = desk.app.asOffice('AUDITOR', [999_999n]);
    for (const report of [...FILES, 'general-ledger/csv', 'trial-balance/xlsx']) {
      for (const [caller, query, member] of [
        [desk.app.as('AUDITOR'), 'businessOfficeName=0000009999', 'businessOfficeName'],
        [stranger, `businessOfficeName=${desk.office.name}`, 'businessOfficeName'],
        [desk.app.as('AUDITOR'), 'currency=XXQ', 'currency'],
      ] as const) {
        const { status, body } = await caller.get(`${REPORT}/${report}?${query}`);
        assert.deepEqual([status, body.msgCode], [422, 'UNKNOWN_REFERENCE'], report);
        assert.equal(body.errors[0].pointer, `/${member}`);
      }
    }
  });

  it('401: no credentials', async () => {
    for (const report of [...FILES, ...FILES.map((name) => `${name}/csv`)]) {
      assert.equal((await desk.app.as('NOBODY').get(`${REPORT}/${report}`)).status, 401);
    }
  });
});

describe('the general ledger', () => {
  const lines = (rows: string[][], account: string) =>
    rows.filter((row) => row[3] === account && row[0] === 'LINE');

  it('lists accounts of a filter, each with its sums over a range', async () => {
    const range = `sd=${desk.monthBefore}&ed=${desk.today}`;
    const body = await read(`general-ledger?${range}&acctType=inc:comm&currency=NGN`);
    const one = body.result.find((row: Json) => row.businessOfficeName === desk.office.name);
    assert.deepEqual(
      [one.openingBalance, one.totalDebits, one.totalCredits, one.closingBalance, one.lines],
      [7000, 0, 310.25, 7310.25, 2],
    );
  });

  it('is paged by number and by cursor', async () => {
    const { count, result } = await read('general-ledger?s=500');
    assert.equal(result.length, count);
    const second = await read('general-ledger?s=10&b=2');
    assert.deepEqual(second.result, result.slice(10, 20));
    const { headers } = await desk.app.as('AUDITOR').get(`${REPORT}/general-ledger?s=10`);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    assert.deepEqual((await desk.app.as('AUDITOR').get(next)).body.result, second.result);
  });

  // Concurrent postings may be recorded in a different order from their numbers.
  it('as of a moment agrees with the trial balance, in any order of recording', async () => {
    const names = [await desk.named('EXP:BANK'), await desk.named('BANK:FIRM')];
    const record = (seconds: number, minor: bigint) => sql`
      with made as (
        insert into journal (id, office_id, transaction_date, value_date, narration, source_type,
          source_id, created_by, created_at, recorded_at)
        values (nextval('journal_id'), ${desk.office.id}, ${desk.today}, ${desk.today}, 'Test',
          'TEST', 1, 'test', now(), clock_timestamp() + make_interval(secs => ${seconds}))
        returning id)
      insert into journal_line (journal_id, line_no, account_id, currency, amount_minor)
      select m.id, a.n, f.id, 'NGN', case a.n when 1 then 1 else -1 end * ${minor}::bigint
      from made m, unnest(${names}::text[]) with ordinality a (name, n)
      join account f on f.name = a.name`;
    await desk.app.db.query(record(7_200, 100n));
    await desk.app.db.query(record(0, 7n));
    const [moment] = await desk.app.db.query<{ at: string }>(
      sql`select clock_timestamp() + interval '1 hour' as at`,
    );
    const known = async () => {
      const query = `asOf=${moment?.at}&businessOfficeName=${desk.office.name}&currency=NGN`;
      const { result } = await read(`trial-balance?${query}`);
      const ledger = await read(`general-ledger?${query}&acctType=EXP:BANK`);
      const row = result.find(({ acctType }: Json) => acctType === 'EXP:BANK');
      return [row.debitBalance, ledger.result[0].closingBalance];
    };
    const unfolded = await known();
    assert.equal(unfolded[0], unfolded[1]);
    await foldAll(desk.app.db);
    assert.deepEqual(await known(), unfolded);
  });

  it('as a file has every line with the balance after it', async () => {
    const path = `general-ledger/csv?sd=${firstDay}&ed=${desk.today}&acctType=INC:COMM`;
    const { text } = await desk.app.as('AUDITOR').get(`${REPORT}/${path}`);
    const rows: string[][] = parse(text, { bom: true });
    const account = await desk.named('INC:COMM');
    assert.deepEqual(
      rows.filter((row) => row[3] === account).map((row) => [row[0], ...row.slice(-3)]),
      [
        ['OPENING', '', '', '7000.00'],
        ['LINE', '', '300.25', '7300.25'],
        ['LINE', '', '10.00', '7310.25'],
        ['CLOSING', '0.00', '310.25', '7310.25'],
      ],
    );
    assert.equal(lines(rows, account).length, 2);
  });
});
