// Customer account statements: equal to the ledger to the kobo in every format, by booking date or
// value date, as of any time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type JournalDraft, postJournals } from '../../../src/modules/finance/index.js';
import { addDays, type BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json, TestReply } from '../../support/app.js';
import { foldAll } from '../../support/ledger.js';
import { pdfPages } from '../../support/pdf-text.js';
import { xlsxRows } from '../../support/xlsx.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

const STATEMENT = `${FINANCE}/report/statement`;
const LEDGER = `${FINANCE}/filedger/list/account/id`;
const HARMFUL = '=HYPERLINK("https://example.com";"Pay")';
const PAPER_LINES_MAX = 2_000;
const FIRST_CUSTOMER = 'Ọlá Statement 1';

let desk: BookDesk;
let bank: bigint;
let authorization: string;
before(async () => {
  desk = await openBookDesk();
  const [row] = await desk.app.db.query<{ id: bigint }>(
    sql`select id from account where name = ${await desk.named('BANK:CLIENT')}`,
  );
  assert.ok(row);
  bank = row.id;
  const reader = { label: 'Reader of files', roles: ['AUDITOR'] };
  const made = await desk.app.as('ADMIN').post('/api/v1/security/client/create', reader);
  const pair = `${made.body.name}:${made.body.result.clientSecret}`;
  authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
});
after(() => desk.stop());

const auditor = () => desk.app.as('AUDITOR');

/** The number of customers created. Each test gets a new cash account. */
let customers = 0;
async function newAccount(): Promise<bigint> {
  customers += 1;
  const body = {
    firstName: 'Ọlá',
    lastName: `Statement ${customers}`,
    businessOfficeName: desk.office.name,
  };
  const made = await desk.app.as('CLIENT').post('/api/v1/partner/customer/create', body);
  assert.equal(made.status, 201, made.text);
  const [account] = await desk.app.db.query<{ id: bigint }>(sql`
    select id from account where customer_id = ${made.body.id} and acct_type = 'CUSTOMER_CASH'`);
  assert.ok(account);
  return account.id;
}

interface Line {
  readonly on: BusinessDate;
  readonly value?: BusinessDate;
  /** The amount in minor units. Positive amounts are credits to the customer. */
  readonly minor: bigint;
  readonly words?: string;
}

function post(account: bigint, lines: readonly Line[]): Promise<bigint[]> {
  return systemWork(desk.app.context, 'test', (work) =>
    postJournals(
      work.tx,
      lines.map(
        ({ on, value = on, minor, words = 'Test' }): JournalDraft => ({
          officeId: desk.office.id,
          transactionDate: on,
          valueDate: value,
          narration: words,
          sourceType: 'CASH_TRANSACTION',
          sourceId: 1n,
          createdBy: 'test',
          createdAt: work.now,
          lines: [
            { accountId: bank, amountMinor: minor },
            { accountId: account, amountMinor: -minor },
          ],
        }),
      ),
    ),
  );
}

const day = (days: number) => addDays(desk.today, days);

async function read(path: string): Promise<Json> {
  const { status, body, text } = await auditor().get(path);
  assert.equal(status, 200, text);
  return body;
}

// The test callers decode replies as text, so this fetches the bytes directly.
async function fetchBytes(path: string): Promise<Buffer> {
  const reply = await fetch(`${desk.app.url}${path}`, { headers: { authorization } });
  assert.equal(reply.status, 200);
  return Buffer.from(await reply.arrayBuffer());
}

const minorOf = (amount: number | string) => Math.round(Number(amount) * 100);
const sums = ({ openingBalance, totalDebits, totalCredits, closingBalance }: Json) =>
  [openingBalance, totalDebits, totalCredits, closingBalance].map(minorOf);

describe('a statement', () => {
  let account: bigint;
  before(async () => {
    account = await newAccount();
    await post(account, [
      { on: day(-40), minor: 1_000_000_05n, words: 'Opening' },
      { on: day(-20), value: day(-15), minor: -250_000_03n, words: HARMFUL },
      { on: day(-10), minor: 99n, words: 'Interest, "net"' },
      { on: day(-30), minor: 5_000_00n, words: 'Booked late on an earlier date' },
      { on: day(-10), value: day(5), minor: 70_000_00n, words: 'Proceeds' },
    ]);
  });
  const range = () => `a=${account}&sd=${day(-25)}&ed=${day(-5)}`;

  it('has the opening balance, lines with the balance after each, and totals', async () => {
    const body = await read(`${STATEMENT}?${range()}`);
    assert.deepEqual(sums(body), [100_500_005, 25_000_003, 7_000_099, 82_500_101]);
    assert.deepEqual(
      body.result.map(({ balance }: Json) => minorOf(balance)),
      [75_500_002, 75_500_101, 82_500_101],
    );
    assert.equal(body.customerLabel, FIRST_CUSTOMER);
    assert.equal(body.businessOfficeName, desk.office.name);
  });

  it('equals the ledger of the account, also page by page', async () => {
    for (const query of [range(), `a=${account}`, `${range()}&basis=VALUE`]) {
      const ledger = await read(`${LEDGER}?${query}`);
      const statement = await read(`${STATEMENT}?${query}`);
      assert.deepEqual(statement.result, ledger.result);
      assert.deepEqual(sums(statement), sums(ledger));
      const paged: Json[] = [];
      let path: string | undefined = `${STATEMENT}?${query}&s=2`;
      while (path !== undefined) {
        const reply: TestReply = await auditor().get(path);
        paged.push(...reply.body.result);
        path = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      }
      assert.deepEqual(paged, ledger.result);
    }
  });

  it('by value date includes money from its value date', async () => {
    const body = await read(`${STATEMENT}?${range()}&basis=VALUE`);
    assert.deepEqual(sums(body), [100_500_005, 25_000_003, 99, 75_500_101]);
    const until = await read(`${STATEMENT}?a=${account}&ed=${day(-18)}&basis=VALUE`);
    assert.equal(minorOf(until.closingBalance), 100_500_005);
  });

  it('is the same before and after its lines are folded', async () => {
    const queries = [
      range(),
      `a=${account}`,
      `${range()}&basis=VALUE`,
      `a=${account}&ed=${day(0)}`,
    ];
    const read3 = () => Promise.all(queries.map((query) => read(`${STATEMENT}?${query}`)));
    const fresh = await newAccount();
    await post(fresh, [{ on: day(-3), value: day(-1), minor: 10n }]);
    const before = await read3();
    await foldAll(desk.app.db);
    assert.deepEqual(await read3(), before);
  });

  it('as CSV and XLSX has every line, in the same figures', async () => {
    const { result } = await read(`${LEDGER}?${range()}`);
    const csv = await auditor().get(`${STATEMENT}/csv?${range()}`);
    const rows: string[][] = parse(csv.text, { bom: true }).slice(1);
    assert.equal(csv.headers.get('x-row-count'), String(result.length + 2));
    assert.deepEqual(
      rows.map(([kind]) => kind),
      ['OPENING', 'LINE', 'LINE', 'LINE', 'CLOSING', 'END'],
    );
    assert.deepEqual(
      rows.slice(1, 4).map((row) => row.slice(-3).map(minorOf)),
      result.map(({ debitAmount, creditAmount, balance }: Json) =>
        [debitAmount, creditAmount, balance].map(minorOf),
      ),
    );
    assert.equal(rows[1]?.[9], `'${HARMFUL}`);
    assert.equal(rows[2]?.[9], 'Interest, "net"');
    const bytes = await fetchBytes(`${STATEMENT}/xlsx?${range()}`);
    const sheet = xlsxRows(bytes);
    assert.equal(sheet.length, rows.length + 1);
    assert.equal(sheet[2]?.get('N')?.digits, '755000.02');
    assert.equal(sheet[2]?.get('J')?.text, `'${HARMFUL}`);
  });

  it('as PDF is a letter with the same figures', async () => {
    const [page = ''] = pdfPages(await fetchBytes(`${STATEMENT}/pdf?${range()}`));
    for (const text of [
      ...['STATEMENT OF ACCOUNT', FIRST_CUSTOMER, `${day(-25)} to ${day(-5)}`],
      ...['1,005,000.05', '250,000.03', '70,000.99', '755,000.02', '755,001.01', '825,001.01'],
      ...['Interest, "net"', 'Proceeds', 'Cash transaction 0000000001', 'Page 1 of 1'],
      'Eight hundred and twenty-five thousand and one naira, one kobo only',
    ]) {
      assert.ok(page.replaceAll(/\s+/g, ' ').includes(text), `${text}\n${page}`);
    }
  });

  it('as PDF keeps digits in order next to right-to-left text, and names boxes', async () => {
    const made = await desk.app.as('CLIENT').post('/api/v1/partner/customer/create', {
      ...{ firstName: 'محمد', lastName: 'שלום 77', businessOfficeName: desk.office.name },
    });
    const [row] = await desk.app.db.query<{ id: bigint }>(
      sql`
        select id from account
        where customer_id = ${made.body.id} and acct_type = 'CUSTOMER_CASH'`,
    );
    assert.ok(row);
    await post(row.id, [{ on: day(-2), minor: 500_00n, words: 'تحويل 12345 من ACCESS' }]);
    const path = `${STATEMENT}/pdf?a=${row.id}`;
    const fine = await fetch(`${desk.app.url}${path}`, { headers: { authorization } });
    assert.equal(fine.headers.get('x-missing-letters'), null);
    const [page = ''] = pdfPages(Buffer.from(await fine.arrayBuffer()));
    for (const text of ['500.00', '12345', '77', 'ACCESS', 'םולש']) {
      assert.ok(page.includes(text), `${text}\n${page}`);
    }
    await post(row.id, [{ on: day(-1), minor: 1n, words: '你好' }]);
    const boxed = await fetch(`${desk.app.url}${path}`, { headers: { authorization } });
    assert.equal(boxed.headers.get('x-missing-letters'), 'U+4F60 U+597D');
    assert.equal(boxed.status, 200);
  });

  it('as PDF splits neither a figure nor a row, however large', async () => {
    const large = await newAccount();
    const words = Array.from({ length: 200 }, (_, index) => index % 10).join('\n');
    await post(large, [
      { on: day(-9), minor: 999_999_999_999_999n, words },
      { on: day(-8), minor: -1n },
    ]);
    const pages = pdfPages(await fetchBytes(`${STATEMENT}/pdf?a=${large}`));
    assert.equal(pages.length, 1);
    const figures = pages[0]?.split('\n').filter((text) => text === '9,999,999,999,999.99');
    assert.equal(figures?.length, 3, 'the total, the credit and the balance after it');
  });

  it('of an account without lines has only its balances', async () => {
    const empty = await newAccount();
    const csv = await auditor().get(`${STATEMENT}/csv?a=${empty}`);
    assert.equal(csv.headers.get('x-row-count'), '2');
    const [page = ''] = pdfPages(await fetchBytes(`${STATEMENT}/pdf?a=${empty}`));
    assert.match(page, /Closing balance, NGN\n0\.00/);
  });

  it('as of an earlier moment equals the statement sent then', async () => {
    const known = await newAccount();
    await post(known, [{ on: day(-9), minor: 500n }]);
    const [moment] = await desk.app.db.query<{ at: string }>(sql`
      select max(recorded_at) + interval '1 millisecond' as at from journal`);
    const sent = await read(`${STATEMENT}?a=${known}&ed=${day(-5)}`);
    while (Date.now() <= Date.parse(moment?.at ?? '')) await new Promise(setImmediate);
    await post(known, [{ on: day(-8), value: day(-20), minor: 700n }]);
    for (const basis of ['TRANSACTION', 'VALUE']) {
      const query = `a=${known}&ed=${day(-5)}&basis=${basis}`;
      const then = await read(`${STATEMENT}?${query}&asOf=${moment?.at}`);
      assert.deepEqual([sums(then), then.result], [sums(sent), sent.result]);
      const paper = pdfPages(await fetchBytes(`${STATEMENT}/pdf?${query}&asOf=${moment?.at}`));
      assert.match(paper[0] ?? '', /As known at\n\d{4}-\d\d-\d\d \d\d:/);
      const { text } = await auditor().get(`${STATEMENT}/csv?${query}&asOf=${moment?.at}`);
      assert.equal(parse(text, { bom: true }).at(-2)?.at(-1), '5.00');
      assert.equal(minorOf((await read(`${STATEMENT}?${query}`)).closingBalance), 1_200);
    }
  });

  it('400: a backwards range, an unknown basis, no account', async () => {
    const status = async (query: string) => (await auditor().get(`${STATEMENT}?${query}`)).status;
    assert.equal(await status(`a=${account}&sd=${day(0)}&ed=${day(-1)}`), 400);
    assert.equal(await status(`a=${account}&basis=BOOK`), 400);
    assert.equal(await status(''), 400);
  });

  it('401: no credentials; 404: an unknown account, or one of another office', async () => {
    for (const form of ['', '/csv', '/xlsx', '/pdf']) {
      assert.equal((await desk.app.as('NOBODY').get(`${STATEMENT}${form}?a=1`)).status, 401);
      assert.equal((await auditor().get(`${STATEMENT}${form}?a=999999999`)).status, 404);
      const stranger = desk.app.asOffice('AUDITOR', [999_999n]);
      assert.equal((await stranger.get(`${STATEMENT}${form}?a=${account}`)).status, 404);
    }
  });

  it('422: an account of the firm, and too many lines for a PDF', async () => {
    for (const form of ['', '/csv', '/pdf']) {
      const { status, body } = await auditor().get(`${STATEMENT}${form}?a=${bank}`);
      assert.deepEqual([status, body.msgCode], [422, 'WRONG_KIND_OF_ACCOUNT']);
    }
    const long = await newAccount();
    await post(
      long,
      Array.from({ length: PAPER_LINES_MAX }, () => ({ on: day(-7), minor: 100n })),
    );
    const most = pdfPages(await fetchBytes(`${STATEMENT}/pdf?a=${long}`));
    assert.match(most.at(-1) ?? '', /Closing balance, NGN\n2,000\.00/);
    await post(long, [{ on: day(-6), minor: 1n }]);
    const { status, body } = await auditor().get(`${STATEMENT}/pdf?a=${long}`);
    assert.deepEqual(
      [status, body.msgCode, body.msgArgs],
      [422, 'STATEMENT_TOO_LONG', [String(PAPER_LINES_MAX)]],
    );
    const csv = await auditor().get(`${STATEMENT}/csv?a=${long}`);
    assert.equal(csv.headers.get('x-row-count'), String(PAPER_LINES_MAX + 3));
  });
});
