// Accounts, the ledger of a single account, the trial balance and the integrity report.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { firmAccount, type JournalDraft, postJournal } from '../../../src/modules/finance/index.js';
import { type BusinessDate, businessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../support/app.js';
import { foldAll } from '../../support/ledger.js';
import { until } from '../../support/wait.js';

const LEDGER = '/api/v1/finance/filedger/list/account/id';
const DAY = businessDate('2030-01-10');

let app: TestApp;
let bank: bigint;
let officeId: bigint;
let customers: { id: bigint; name: string; account: bigint; label: string }[];
let source = 0n;
let used = 0;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  for (let number = 1; number <= 15; number += 1) {
    const reply = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
      firstName: 'Ledger',
      lastName: `Person${number}`,
      businessOfficeName: '0000000001',
    });
    assert.equal(reply.status, 201, reply.text);
  }
  customers = await app.db.query(sql`
    select c.id, c.name, c.label, a.id as account from customer c
    join account a on a.customer_id = c.id and a.acct_type = 'CUSTOMER_CASH'
    join account_balance b on b.account_id = a.id
    where c.first_name = 'Ledger' order by c.id`);
  const [office] = await app.db.query<{ id: bigint }>(
    sql`select office_id as id from account where id = ${customers[0]?.account}`,
  );
  officeId = office?.id ?? 0n;
  bank = await app.db.transaction((tx) =>
    firmAccount({ context: app.context, tx }, { code: 'BANK:FIRM', officeId, currency: 'NGN' }),
  );
});
after(() => app.stop());

const client = () => app.as('CLIENT');
const auditor = () => app.as('AUDITOR');

/** Returns an account without money that no other test uses. */
function someone() {
  const one = customers[used];
  used += 1;
  assert.ok(one, 'there are enough customers without money');
  return one;
}

/**
 * Posts a journal that credits this many minor units to the account, or debits them if negative.
 */
function credit(account: bigint, minor: bigint, date: BusinessDate = DAY): Promise<bigint> {
  source += 1n;
  const draft: JournalDraft = {
    officeId,
    transactionDate: date,
    valueDate: date,
    narration: `entry ${source}`,
    sourceType: 'TEST',
    sourceId: source,
    createdBy: 'test',
    createdAt: '2030-01-10T00:00:00.000Z',
    lines: [
      { accountId: bank, amountMinor: minor },
      { accountId: account, amountMinor: -minor },
    ],
  };
  return app.db.transaction((tx) => postJournal(tx, draft));
}

async function ledgerOf(account: bigint, query = ''): Promise<Json> {
  const reply = await client().get(`${LEDGER}?a=${account}${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

/** Asserts that a ledger range adds up line by line. */
function assertAddsUp(body: Json, side: 1 | -1 = -1): void {
  let balance = body.openingBalance;
  for (const line of body.result) {
    balance += side * (line.debitAmount - line.creditAmount);
    assert.ok(Math.abs(line.balance - balance) < 0.001, `${line.balance} is ${balance}`);
  }
  const moved = side * (body.totalDebits - body.totalCredits);
  assert.ok(Math.abs(body.openingBalance + moved - body.closingBalance) < 0.001);
}

describe('accounts', () => {
  test('of a customer show cleared, unsettled, held and available money', async () => {
    const one = someone();
    await credit(one.account, 12_345n);
    const [unsettled] = await app.db.query<{ id: bigint }>(
      sql`select unsettled_account_id as id from account where id = ${one.account}`,
    );
    await credit(unsettled?.id ?? 0n, 500n);
    const reply = await client().get(`/api/v1/finance/account/customer/id/${one.id}`);
    assert.equal(reply.status, 200);
    assert.equal(reply.body.count, 1);
    const [account] = reply.body.result;
    assert.equal(account.id, Number(one.account));
    assert.equal(account.acctType, 'CUSTOMER_CASH');
    assert.equal(account.currency, 'NGN');
    assert.equal(account.clearedBalance, 123.45);
    assert.equal(account.unClearedBalance, 5);
    assert.equal(account.availableBalance, 123.45);
    // Reverses the proceeds, because proceeds without a contract note would break an invariant.
    await credit(unsettled?.id ?? 0n, -500n);
  });

  test('show the business office as the company, with its label', async () => {
    const [office] = await app.db.query<{ name: string; label: string }>(
      sql`select name, label from business_office where id = ${officeId}`,
    );
    for (const account of [bank, someone().account]) {
      const { body } = await client().get(`/api/v1/finance/account/id/${account}`);
      assert.deepEqual([body.companyName, body.companyLabel], [office?.name, office?.label]);
      assert.notEqual(body.companyName, body.companyLabel);
    }
  });

  test('of the firm are opened once by concurrent requests', async () => {
    for (const currency of ['CHF', 'CAD', 'AUD']) {
      const body = { acctType: 'EXP:BANK', businessOfficeName: '0000000001', currency };
      const replies = await Promise.all(
        [1, 2, 3, 4].map(() => client().post('/api/v1/finance/account/create', body)),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    }
  });

  test('are opened in a further currency, once', async () => {
    const one = someone();
    const body = { customerName: one.name, currency: 'usd' };
    const made = await client().post('/api/v1/finance/account/create', body);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.currency, 'USD');
    const again = await client().post('/api/v1/finance/account/create', body);
    assert.equal(again.status, 409);
    assert.equal(again.body.msgCode, 'ACCOUNT_EXISTS');
    const funding = await client().post('/api/v1/finance/cash-transaction/create', {
      transType: 'RECEIPT',
      partnerName: one.name,
      currency: 'USD',
      amount: 10,
    });
    assert.equal(funding.body.result.cashAccountId, made.body.id);
    assert.match(funding.body.result.contraAcctName, /:BANK:CLIENT:USD$/);
  });

  test('of the firm are opened by a code of the chart', async () => {
    const body = { acctType: 'EXP:INTEREST', businessOfficeName: '0000000001', currency: 'EUR' };
    const made = await app.as('FINANCE').post('/api/v1/finance/account/create', body);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.name, '0000000001:EXP:INTEREST:EUR');
    const again = await app.as('FINANCE').post('/api/v1/finance/account/create', body);
    assert.equal(again.status, 409);
    const list = await client().get('/api/v1/finance/account/list?acctType=EXP:INTEREST');
    assert.equal(list.body.count, 1);
  });

  test('are found by part of their code or label, or by their customer', async () => {
    const one = customers[3];
    assert.ok(one);
    const found = async (text: string, by = client()) => {
      const search = encodeURIComponent(text);
      const { body } = await by.get(`/api/v1/finance/account/list?s=100&search=${search}`);
      assert.equal(body.count, body.result.length);
      return body.result.map(({ id }: { id: number }) => BigInt(id));
    };
    assert.ok((await found('bank:firm')).includes(bank));
    assert.ok((await found(one.label.toUpperCase())).includes(one.account));
    assert.deepEqual((await found('Person4')).includes(customers[4]?.account ?? 0n), false);
    assert.ok((await found(one.name)).includes(one.account));
    assert.deepEqual(await found('100%_such'), []);
    assert.deepEqual(await found(one.name, app.asOffice('CLIENT', [999n])), []);
  });

  test('have an ETag that changes with their content', async () => {
    const { account } = someone();
    const etagOf = async (path: string) => {
      const { status, headers } = await client().get(`/api/v1/${path}`);
      assert.equal(status, 200);
      return headers.get('etag') ?? '';
    };
    const before = await etagOf(`finance/account/id/${account}`);
    assert.match(before, /^"[\w-]{43}"$/);
    assert.equal(await etagOf(`finance/account/id/${account}`), before);
    await credit(account, 1n);
    assert.notEqual(await etagOf(`finance/account/id/${account}`), before);
    assert.match(await etagOf('partner/businessoffice/id/1'), /^"[\w-]{43}"$/);
  });

  test('refuse unknown customers, currencies, members and other offices', async () => {
    const create = (body: object) => client().post('/api/v1/finance/account/create', body);
    assert.equal((await create({ customerId: 999_999, currency: 'USD' })).status, 422);
    assert.equal((await create({ customerId: 1, currency: 'AAA' })).status, 422);
    assert.equal((await create({ currency: 'USD' })).status, 400);
    assert.equal((await create({ customerId: 1, currency: 'USD', balance: 5 })).status, 400);
    assert.equal((await client().get('/api/v1/finance/account/id/999999')).status, 404);
    assert.equal((await client().get('/api/v1/finance/account/customer/id/999999')).status, 404);
    const elsewhere = app.asOffice('CLIENT', [999n]);
    const one = customers[0];
    assert.equal((await elsewhere.get(`/api/v1/finance/account/id/${one?.account}`)).status, 404);
    assert.equal(
      (await elsewhere.get(`/api/v1/finance/account/customer/id/${one?.id}`)).status,
      404,
    );
    assert.equal((await elsewhere.get('/api/v1/finance/account/list')).body.count, 0);
  });
});

describe('the ledger of one account', () => {
  test('lists lines with running balance, opening, totals and closing', async () => {
    const { account } = someone();
    const id = await credit(account, 10_000n);
    await credit(account, -2_550n);
    for (const folded of [false, true]) {
      if (folded) await foldAll(app.db);
      const body = await ledgerOf(account);
      assert.equal(body.count, 2);
      assert.equal(body.openingBalance, 0);
      assert.equal(body.totalCredits, 100);
      assert.equal(body.totalDebits, 25.5);
      assert.equal(body.closingBalance, 74.5);
      assertAddsUp(body);
      const [first, second] = body.result;
      assert.equal(first.id, Number(id) * 1000 + 2);
      assert.equal(first.creditAmount, 100);
      assert.equal(first.debitAmount, 0);
      assert.equal(first.currency, 'NGN');
      assert.equal(first.transactionDate, DAY);
      assert.equal(first.valueDate, DAY);
      assert.equal(second.debitAmount, 25.5);
      assert.equal(second.balance, 74.5);
    }
  });

  test('pages by number and by cursor, each opening with the previous closing', async () => {
    const { account } = someone();
    for (let index = 1n; index <= 7n; index += 1n) await credit(account, index * 100n);
    await foldAll(app.db);
    await credit(account, 800n);
    const whole = await ledgerOf(account);
    assert.equal(whole.count, 8);
    const byNumber: Json[] = [];
    for (const page of [1, 2, 3]) {
      byNumber.push(...(await ledgerOf(account, `&s=3&b=${page}`)).result);
    }
    assert.deepEqual(byNumber, whole.result);
    const byCursor: Json[] = [];
    let url: string | undefined = `${LEDGER}?a=${account}&s=3`;
    while (url !== undefined) {
      const reply = await client().get(url);
      byCursor.push(...reply.body.result);
      url = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(byCursor, whole.result);
    assert.equal((await ledgerOf(account, '&b=9')).result.length, 0);
    assert.equal((await client().get(`${LEDGER}?a=${account}&s=501`)).status, 400);
    assert.equal((await client().get(LEDGER)).status, 400);
  });

  test('of a date range adds up, also with lines back-dated into it or to before it', async () => {
    const { account } = someone();
    const days = ['2030-02-01', '2030-02-02', '2030-02-02', '2030-02-03', '2030-02-04'];
    for (const [index, day] of days.entries()) {
      await credit(account, BigInt(100 * (index + 1)), businessDate(day));
    }
    const range = '&sd=2030-02-02&ed=2030-02-03';
    const plain = await ledgerOf(account, range);
    assert.equal(plain.count, 3);
    assert.equal(plain.openingBalance, 1);
    assert.equal(plain.closingBalance, 10);
    assertAddsUp(plain);

    await credit(account, 1_000n, businessDate('2030-02-01'));
    for (const folded of [false, true]) {
      if (folded) await foldAll(app.db);
      const before = await ledgerOf(account, range);
      assert.equal(before.openingBalance, 11);
      assert.equal(before.closingBalance, 20);
      assertAddsUp(before);
    }

    await credit(account, 2_000n, businessDate('2030-02-02'));
    for (const folded of [false, true]) {
      if (folded) await foldAll(app.db);
      const inside = await ledgerOf(account, range);
      assert.equal(inside.count, 4);
      assert.equal(inside.closingBalance, 40);
      assertAddsUp(inside);
      const paged = [
        ...(await ledgerOf(account, `${range}&s=3&b=1`)).result,
        ...(await ledgerOf(account, `${range}&s=3&b=2`)).result,
      ];
      assert.deepEqual(paged, inside.result);
    }
    assert.equal((await ledgerOf(account, '&sd=2031-01-01')).openingBalance, 45);
    assert.equal((await ledgerOf(account, '&ed=2029-01-01')).count, 0);
  });

  test('as of a moment shows the lines recorded by then', async () => {
    const { account } = someone();
    await credit(account, 100n);
    await credit(account, 200n);
    // Times are rounded to milliseconds, so the next millisecond is after all bookings.
    const [row] = await app.db.query<{ moment: string }>(sql`
      select clock_timestamp() + interval '1 millisecond' as moment`);
    const moment = row?.moment ?? '';
    const asOf = encodeURIComponent(moment);
    await until(() => Date.now() > Date.parse(moment));
    await credit(account, 400n, businessDate('2030-01-09'));
    await credit(account, 800n);
    for (const folded of [false, true]) {
      if (folded) await foldAll(app.db);
      const known = await ledgerOf(account, `&asOf=${asOf}`);
      assert.equal(known.count, 2);
      assert.equal(known.closingBalance, 3);
      assert.equal(known.result.length, 2);
      assertAddsUp(known);
      const dated = await ledgerOf(account, `&asOf=${asOf}&sd=2030-01-10`);
      assert.equal(dated.openingBalance, 0);
      assert.equal(dated.closingBalance, 3);
      assertAddsUp(dated);
      const now = await ledgerOf(account, '&sd=2030-01-10');
      assert.equal(now.openingBalance, 4);
      assert.equal(now.closingBalance, 15);
      assertAddsUp(now);
      assert.equal((await ledgerOf(account, '&asOf=2020-01-01')).count, 0);
    }
  });

  test('of a firm account is the same, whether folded or not', async () => {
    const { account } = someone();
    await foldAll(app.db);
    for (let index = 1n; index <= 5n; index += 1n) await credit(account, index);
    const tail = await ledgerOf(bank);
    assertAddsUp(tail, 1);
    const tailPage = await ledgerOf(bank, '&s=2&b=2');
    await foldAll(app.db);
    const folded = await ledgerOf(bank);
    assertAddsUp(folded, 1);
    assert.deepEqual(folded, tail);
    assert.deepEqual(await ledgerOf(bank, '&s=2&b=2'), tailPage);
    assert.deepEqual(
      (await ledgerOf(bank, `&asOf=${encodeURIComponent('2199-01-01')}`)).result,
      folded.result,
    );
    const read = await client().get(`/api/v1/finance/account/id/${bank}`);
    assert.equal(read.body.clearedBalance, folded.closingBalance);
  });

  test('costs the same on the last page of a long ledger as on the first', async () => {
    const { account } = someone();
    await credit(account, 1n);
    const plan = await app.db.transaction(async (tx) => {
      // The planner prefers a sequential scan for few lines. With many, it must read the index in
      // order.
      await tx.query(sql`set local enable_seqscan = off`);
      return tx.query<{ 'QUERY PLAN': string }>(sql`
        explain select * from journal_line where account_id = ${account} and account_version >= 5
          and (100::bigint is null or account_version <= 100)
        order by account_version limit 51`);
    });
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, /journal_line_by_version/);
  });
});

describe('reports', () => {
  test('the trial balance has equal debits and credits on every date, folded or not', async () => {
    const { account } = someone();
    await credit(account, 4_242n, businessDate('2030-03-01'));
    for (const folded of [false, true]) {
      if (folded) await foldAll(app.db);
      for (const date of ['2030-02-28', '2030-03-01', '2030-12-31', '2020-01-01']) {
        const reply = await auditor().get(`/api/v1/finance/report/trial-balance?d=${date}`);
        assert.equal(reply.status, 200, reply.text);
        for (const total of reply.body.totals) assert.equal(total.difference, 0);
        if (date === '2020-01-01') assert.equal(reply.body.result.length, 0);
      }
    }
    const bankOn = async (date: string) => {
      const reply = await auditor().get(`/api/v1/finance/report/trial-balance?d=${date}`);
      const row = reply.body.result.find(
        (one: Json) => one.acctType === 'BANK:FIRM' && one.businessOfficeId === String(officeId),
      );
      return row.debitBalance;
    };
    const moved = (await bankOn('2030-03-01')) - (await bankOn('2030-02-28'));
    assert.ok(Math.abs(moved - 42.42) < 0.001);
    const today = await auditor().get('/api/v1/finance/report/trial-balance');
    assert.equal(today.status, 200);
  });

  test('agrees with the ledger of each account on the same date', async () => {
    const date = '2030-02-03';
    const reply = await auditor().get(`/api/v1/finance/report/trial-balance?d=${date}`);
    const row = reply.body.result.find(
      (one: Json) => one.acctType === 'BANK:FIRM' && one.businessOfficeId === String(officeId),
    );
    const ledger = await ledgerOf(bank, `&ed=${date}&s=1`);
    assert.equal(row.debitBalance, ledger.closingBalance);
  });

  test('integrity returns its invariants and the rows read, and shows that all hold', async () => {
    const reply = await auditor().get('/api/v1/finance/integrity');
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.holds, true);
    assert.ok(reply.body.invariants.length >= 13);
    assert.ok(reply.body.invariants[0].rowsChecked > 0);
    assert.ok(Array.isArray(reply.body.clientMoney));
  });

  test('integrity finds a manipulated balance and a manipulated hold', async () => {
    const { account } = someone();
    await app.db.query(
      sql`
        update account_balance set balance_minor = balance_minor + 5 where account_id = ${account}`,
    );
    await app.db.query(
      sql`insert into cash_hold (source_type, source_id, account_id, amount_minor)
          values ('TAMPER', 1, ${account}, 3)`,
    );
    const reply = await auditor().get('/api/v1/finance/integrity');
    assert.equal(reply.body.holds, false);
    const broken = reply.body.invariants.filter((one: Json) => !one.holds);
    assert.deepEqual(
      broken.map((one: Json) => one.number),
      [3, 6],
    );
    assert.equal(broken[0].examples[0].id, Number(account));
    await app.db.query(sql`delete from cash_hold where source_type = 'TAMPER'`);
    await app.db.query(
      sql`
        update account_balance set balance_minor = balance_minor - 5 where account_id = ${account}`,
    );
  });

  test('need the permission to read them', async () => {
    for (const path of ['report/trial-balance', 'integrity', 'journal/list', 'account/list']) {
      assert.equal((await app.as('NOBODY').get(`/api/v1/finance/${path}`)).status, 401, path);
    }
  });
});
