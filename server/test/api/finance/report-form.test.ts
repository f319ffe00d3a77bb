// Every report with several forms shows the same figures in JSON, CSV, XLSX and PDF. The account
// ledger is also compared with a model, for both bases and for open and closed ranges.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type JournalDraft, postJournals } from '../../../src/modules/finance/index.js';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json } from '../../support/app.js';
import { foldAll } from '../../support/ledger.js';
import { pdfPages } from '../../support/pdf-text.js';
import { xlsxRows } from '../../support/xlsx.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const STATEMENT = `${FINANCE}/report/statement`;
const LEDGER = `${FINANCE}/filedger/list/account/id`;
const DAYS = 12;
const LINES = 30;

/** A posted line: days before the business date, and the credit to the customer in minor units. */
interface Line {
  readonly booked: BusinessDate;
  readonly valued: BusinessDate;
  readonly minor: bigint;
}

let desk: BookDesk;
let authorization: string;
let account: bigint;
let lines: readonly Line[];
before(async () => {
  desk = await openBookDesk();
  const reader = { label: 'Reader of forms', roles: ['AUDITOR'] };
  const made = await desk.app.as('ADMIN').post('/api/v1/security/client/create', reader);
  const pair = `${made.body.name}:${made.body.result.clientSecret}`;
  authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  const customer = await desk.app.as('CLIENT').post('/api/v1/partner/customer/create', {
    ...{ firstName: 'Forms', lastName: 'Alike', businessOfficeName: desk.office.name },
  });
  const [row] = await desk.app.db.query<{ id: bigint }>(sql`
    select id from account
    where customer_id = ${customer.body.id} and acct_type = 'CUSTOMER_CASH'`);
  assert.ok(row);
  account = row.id;
  lines = Array.from({ length: LINES }, (_, place) => lineAt(place));
  await postLines();
  await desk.book({ on: day(-3), debit: 'BANK:FIRM', credit: 'INC:COMM', minor: 310_25n });
});
after(() => desk.stop());

// A fixed sequence with booking and value dates in every order. Its credits exceed its debits.
function lineAt(place: number): Line {
  const spread = (factor: number) => (place * factor + 3) % DAYS;
  return {
    booked: day(-spread(7)),
    valued: day(-spread(5) + (place % 3)),
    minor: place % 4 === 3 ? BigInt(-100 - place) : BigInt(1_000 + place * 37),
  };
}

const day = (days: number) => addDays(desk.today, days);

async function postLines(): Promise<void> {
  const [bank] = await desk.app.db.query<{ id: bigint }>(
    sql`select id from account where name = ${await desk.named('BANK:CLIENT')}`,
  );
  assert.ok(bank);
  await systemWork(desk.app.context, 'test', async (work) => {
    for (const { booked, valued, minor } of lines) {
      const draft: JournalDraft = {
        ...{ officeId: desk.office.id, transactionDate: booked, valueDate: valued },
        ...{ narration: 'Test', sourceType: 'CASH_TRANSACTION', sourceId: 1n },
        ...{ createdBy: 'test', createdAt: work.now },
        lines: [
          { accountId: bank.id, amountMinor: minor },
          { accountId: account, amountMinor: -minor },
        ],
      };
      await postJournals(work.tx, [draft]);
    }
  });
}

type Basis = 'TRANSACTION' | 'VALUE';
interface Range {
  readonly basis: Basis;
  readonly sd: BusinessDate | undefined;
  readonly ed: BusinessDate | undefined;
}

function ranges(): Range[] {
  const bounds = [undefined, day(-DAYS - 1), day(-8), day(-5), day(-1)];
  return (['TRANSACTION', 'VALUE'] as const).flatMap((basis) =>
    bounds.flatMap((sd) =>
      bounds
        .filter((ed) => sd === undefined || ed === undefined || ed >= sd)
        .map((ed) => ({ basis, sd, ed })),
    ),
  );
}

const queryOf = ({ basis, sd, ed }: Range) =>
  [`a=${account}`, `basis=${basis}`, ...(sd ? [`sd=${sd}`] : []), ...(ed ? [`ed=${ed}`] : [])].join(
    '&',
  );

/** The debit, credit and balance of each line in minor units, computed from the posted lines. */
function modelOf({ basis, sd, ed }: Range): number[][] {
  const dated = lines.map(({ booked, valued, minor }) => ({
    date: basis === 'VALUE' ? valued : booked,
    minor,
  }));
  let balance = dated
    .filter(({ date }) => sd !== undefined && date < sd)
    .reduce((sum, { minor }) => sum + minor, 0n);
  return dated
    .filter(({ date }) => (sd === undefined || date >= sd) && (ed === undefined || date <= ed))
    .map(({ minor }) => {
      balance += minor;
      return [minor < 0n ? -minor : 0n, minor > 0n ? minor : 0n, balance].map(Number);
    });
}

const minorOf = (amount: number | string | undefined) =>
  Math.round(Number(String(amount ?? '').replaceAll(',', '') || 0) * 100);
const shownIn = (rows: readonly Json[]) =>
  rows.map(({ debitAmount, creditAmount, balance }) =>
    [debitAmount, creditAmount, balance].map(minorOf),
  );

async function read(path: string): Promise<Json> {
  const { status, body, text } = await desk.app.as('AUDITOR').get(path);
  assert.equal(status, 200, `${path}: ${text}`);
  return body;
}

async function pagesOf(path: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { body, headers } = await desk.app.as('AUDITOR').get(next);
    rows.push(...body.result);
    next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return rows;
}

async function fetchBytes(path: string): Promise<Buffer> {
  const reply = await fetch(`${desk.app.url}${path}`, { headers: { authorization } });
  assert.equal(reply.status, 200, path);
  return Buffer.from(await reply.arrayBuffer());
}

async function rowsOfCsv(path: string): Promise<string[][]> {
  return parse((await fetchBytes(path)).toString('utf8'), { bom: true });
}

function rowsOfXlsx(bytes: Buffer): string[][] {
  const columns = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return xlsxRows(bytes).map((row) =>
    columns.map((column) => row.get(column)?.digits ?? row.get(column)?.text ?? ''),
  );
}

const linesOf = (rows: readonly string[][]) => rows.filter(([kind]) => kind === 'LINE');

/** A figure in the PDF with two decimals, as text on its own line. */
const FIGURE = /^-?[\d,]+\.\d\d$/;

async function compareForms(range: Range, withPdf: boolean): Promise<void> {
  const query = queryOf(range);
  const expected = modelOf(range);
  const about = query;
  for (const path of [LEDGER, STATEMENT]) {
    assert.deepEqual(shownIn((await read(`${path}?${query}`)).result), expected, `JSON ${about}`);
    assert.deepEqual(shownIn(await pagesOf(`${path}?${query}&s=7`)), expected, `pages ${about}`);
    const second = await read(`${path}?${query}&s=7&b=2`);
    assert.deepEqual(shownIn(second.result), expected.slice(7, 14), `page 2 ${about}`);
  }
  const csv = linesOf(await rowsOfCsv(`${STATEMENT}/csv?${query}`));
  assert.deepEqual(
    csv.map((row) => row.slice(11, 14).map(minorOf)),
    expected,
    `CSV ${about}`,
  );
  const xlsx = linesOf(rowsOfXlsx(await fetchBytes(`${STATEMENT}/xlsx?${query}`)));
  assert.deepEqual(
    xlsx.map((row) => row.slice(11, 14).map(minorOf)),
    expected,
    `XLSX ${about}`,
  );
  if (!withPdf) return;
  const text = pdfPages(await fetchBytes(`${STATEMENT}/pdf?${query}`)).join('\n');
  const figures = text.split('\n').filter((line) => FIGURE.test(line));
  // The four sums come first, then the opening balance. Each row has one amount and a balance.
  const shown = figures.slice(5, 5 + expected.length * 2).map(minorOf);
  assert.deepEqual(
    shown,
    expected.flatMap(([debit = 0, credit = 0, balance = 0]) => [debit + credit, balance]),
    `PDF ${about}`,
  );
}

describe('the ledger and the statement of an account', () => {
  it('show equal balances in every form, for every basis and range', async () => {
    for (const [place, range] of ranges().entries()) await compareForms(range, place % 3 === 0);
  });

  it('show the same balances after the lines are folded', async () => {
    await foldAll(desk.app.db);
    const byValue = ranges().filter(({ basis }) => basis === 'VALUE');
    for (const [place, range] of byValue.entries()) await compareForms(range, place % 5 === 0);
  });
});

describe('the reports on the books', () => {
  const RANGE = () => `sd=${day(-5)}&ed=${day(0)}`;
  const reports = () => [
    ...['trial-balance', 'balance-sheet', 'client-money'].map((name) => [name, `d=${day(-2)}`]),
    ['income-statement', RANGE()],
    ['general-ledger', `${RANGE()}&s=500`],
  ];

  it('have the same cells in CSV and XLSX', async () => {
    for (const [name, query] of reports()) {
      const filter = query?.replace('&s=500', '');
      const csv = await rowsOfCsv(`${FINANCE}/report/${name}/csv?${filter}`);
      const xlsx = rowsOfXlsx(await fetchBytes(`${FINANCE}/report/${name}/xlsx?${filter}`));
      const width = csv[0]?.length ?? 0;
      const cells = (rows: string[][]) =>
        rows.slice(1).map((row) => row.slice(0, width).map(comparable));
      assert.deepEqual(cells(xlsx), cells(csv), name);
    }
  });

  it('have every figure of their files in JSON', async () => {
    for (const [name, query] of reports()) {
      const json = JSON.stringify(await read(`${FINANCE}/report/${name}?${query}`));
      const numbers = new Set([...json.matchAll(/-?\d+(?:\.\d+)?/g)].map(([one]) => Number(one)));
      const csv = await rowsOfCsv(`${FINANCE}/report/${name}/csv?${query?.replace('&s=500', '')}`);
      const figures = csv
        .filter(([kind]) => name !== 'general-ledger' || kind === 'OPENING' || kind === 'CLOSING')
        .flatMap((row) => row.filter((cell) => FIGURE.test(cell)).map(Number));
      assert.ok(figures.length > 0, name);
      for (const figure of figures) assert.ok(numbers.has(figure), `${name}: ${figure}`);
    }
  });
});

/**
 * Returns a cell's number or text, because spreadsheets write 10.00 as 10 and dates as day numbers.
 */
function comparable(cell: string): number | string {
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) {
    return Math.round(Date.parse(cell) / 86_400_000 - Date.parse('1899-12-30') / 86_400_000);
  }
  return cell !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}
