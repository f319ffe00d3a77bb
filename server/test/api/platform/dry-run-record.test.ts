// Dry runs of writes that create several numbered records: the reply equals that of the real write
// except for the numbers, and nothing is stored.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type Caller, callerOf, type Json } from '../../support/app.js';
import { type BookDesk, openBookDesk } from '../finance/book-desk.js';
import { leftBy, rowsOf } from './dry-run-trace.js';
import type { Own } from './reference-body.js';
import { makeRecords } from './reference-record.js';

let desk: BookDesk;
let folder: string;
let own: Own;
/** Two users, because one must approve what the other creates. */
let maker: Caller;
let checker: Caller;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-dry-run-'));
  desk = await openBookDesk({ dataFolder: folder });
  const { app } = desk;
  maker = callerOf(app.url, await app.header('ADMIN'));
  checker = callerOf(app.url, await app.header('ADMIN'));
  own = await makeRecords(app, 1n);
});
after(async () => {
  await desk.stop();
  await rm(folder, { recursive: true, force: true });
});

type Verb = 'post' | 'put';

/**
 * Dry-runs a write and expects that nothing was stored, then runs it and expects the same reply.
 */
async function tryAndDo(by: Caller, asked: readonly [Verb, string, object?]): Promise<Json> {
  const [verb, path, body] = asked;
  let tried: Json;
  const requests: string[] = [];
  const left = await leftBy(desk.app, async () => {
    const reply = await by[verb](`/api/v1/${path}`, body, { prefer: 'dry-run' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.dryRun, true);
    requests.push(reply.headers.get('x-request-id') ?? '');
    tried = reply.body;
  });
  assert.deepEqual(left, []);
  assert.deepEqual(await rowsOf(desk.app, requests), []);
  const done = await by[verb](`/api/v1/${path}`, body);
  assert.ok(done.status === 200 || done.status === 201, done.text);
  const written = await rowsOf(desk.app, [done.headers.get('x-request-id') ?? '']);
  assert.ok(written.length > 0, 'what was done is in the audit log');
  expectSame(tried, done.body, '');
  return done.body;
}

/** Members that only a dry run returns, and members that it may omit. */
const OF_TRIALS = /^(dryRun|journal|journalLines|lines|schedule|estimate|warnings)$/;
/** Members that are record numbers or refer to them. */
const NUMBER = new RegExp(
  '[a-z](Id|Ids|Name|Names|Number|Code|Ref|Acct|Account|Contact)$|' +
    '^(id|name|msgArgs|number|code)$',
);
/** Times, and values that depend on a record number. */
const OTHERWISE = /Dttm$|[fF]ingerprint$|^(version|dateTime)$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;
/** A record number inside a text. */
const NUMBER_IN_TEXT = / ?\(?\b\d{10}(-\d+)?\)?/g;

/** Expects that a dry run returned the result of the real write, except for record numbers. */
function expectSame(tried: Json, done: Json, path: string): void {
  if (path === '/msgArgs') return;
  if (Array.isArray(tried)) {
    assert.equal(tried.length, done?.length, path);
    for (const [index, item] of tried.entries()) expectSame(item, done[index], `${path}/${index}`);
    return;
  }
  if (typeof tried !== 'object' || tried === null) {
    if (tried === done || typeof tried !== 'string' || typeof done !== 'string') {
      assert.equal(tried, done, path);
      return;
    }
    if (MOMENT.test(tried) && MOMENT.test(done)) return;
    const shown = done.replaceAll(NUMBER_IN_TEXT, '').trim();
    assert.notEqual(shown, done, `${path} differs by a number alone`);
    assert.ok(tried.startsWith(shown), `${path}: ${tried} instead of ${done}`);
    return;
  }
  for (const [name, value] of Object.entries<Json>(tried)) {
    if (OTHERWISE.test(name) || (OF_TRIALS.test(name) && done[name] === undefined)) continue;
    expectSame(value, done?.[name], `${path}/${name}`);
  }
  const missing = Object.keys(done).filter((name) => !(name in tried));
  assert.deepEqual(
    missing.filter((name) => !NUMBER.test(name) && !OTHERWISE.test(name) && !OF_TRIALS.test(name)),
    [],
    `${path} shows all but numbers`,
  );
}

it('a new customer, with accounts and portfolios', async () => {
  const body = { firstName: 'Dry', lastName: 'Run', businessOfficeName: own.officeName };
  await tryAndDo(maker, ['post', 'partner/customer/create', body]);
});

it('a lead that becomes a customer', async () => {
  await tryAndDo(maker, ['put', `crm/lead/convert/id/${own.qualified}`, {}]);
});

it('a lead import and its leads', async () => {
  const rows = ['Ade', 'Obi', 'Eze'].map((lastName) => ({ lastName, firstName: 'Dry' }));
  const made = await tryAndDo(maker, ['post', 'crm/lead/import', { rows }]);
  await tryAndDo(maker, ['put', `crm/lead/import/commit/id/${made.id}`, {}]);
  await tryAndDo(maker, ['put', `crm/lead/import/undo/id/${made.id}`]);
});

it('a message with a file', async () => {
  const file = { fileName: 'a.txt', fileMimeType: 'text/plain', base64Attachment: 'ZHJ5IHJ1bg==' };
  const body = {
    direction: 'OUTBOUND',
    to: '+2348035550142',
    body: 'Hello',
    attachmentsWS: [file],
  };
  await tryAndDo(maker, ['post', 'crm/whatsapp/create', body]);
});

it('a batch of cash: created, approved and posted', async () => {
  const row = { transType: 'RECEIPT', partnerName: own.customerName };
  const rows = [2_000_000, 3_000_000, 14].map((amount) => ({ ...row, amount }));
  const batch = 'finance/cash-transaction/batch';
  await desk.app.db.pool.query('update business_office set four_eyes_threshold_minor = 100000000');
  await tryAndDo(maker, ['post', `${batch}/create`, { batchName: 'DRY', rows }]);
  await tryAndDo(checker, ['put', `${batch}/approve`, { batchName: 'DRY' }]);
  await tryAndDo(maker, ['put', `${batch}/post`, { batchName: 'DRY' }]);
});

it('a posted cash transaction that is reversed', async () => {
  const body = { transType: 'RECEIPT', partnerName: own.customerName, amount: 77 };
  const { id } = await tryAndDo(maker, ['post', 'finance/cash-transaction/create', body]);
  await tryAndDo(maker, ['put', `finance/cash-transaction/post/id/${id}`]);
  const reason = { reason: 'Returned by the bank' };
  await tryAndDo(maker, ['put', `finance/cash-transaction/reverse/id/${id}`, reason]);
});

it('an import of journals: created, posted, and undone', async () => {
  const path = 'finance/journal/import';
  const rows = ['A', 'B', 'C'].flatMap((journal) => [
    { journal, account: 'EXP:BANK', debit: '10.00', narration: `Charges ${journal}` },
    { journal, account: 'BANK:FIRM', credit: '10.00' },
  ]);
  const made = await tryAndDo(maker, [
    ...(['post', `${path}?businessOfficeName=${own.officeName}`, { rows }] as const),
  ]);
  await tryAndDo(checker, ['put', `${path}/approve/id/${made.id}`]);
  await tryAndDo(maker, ['put', `${path}/undo/id/${made.id}`]);
  await tryAndDo(checker, ['put', `${path}/approve/id/${made.id}`]);
});

it('imports of prices and of a bank statement', async () => {
  const bar = { open: '22.50', high: '22.90', low: '22.30', close: '22.75', volume: '1250000' };
  const rows = ['02', '03', '06'].map((day) => ({
    ...{ security: 'ACCESS', date: `1995-01-${day}` },
    ...bar,
  }));
  await tryAndDo(maker, ['post', 'order/security/price/import', { rows }]);
  const columns = { date: 'Date', amount: 'Amount', reference: 'Reference' };
  await tryAndDo(maker, [
    'post',
    'finance/bank-statement/import',
    {
      contraAcctName: `${own.officeName}:BANK:CLIENT:NGN`,
      csv: 'Date,Amount,Reference\n2026-05-29,50000.00,DRY-1\n2026-05-29,60000.00,DRY-2\n',
      columns,
    },
  ]);
});

it('a deposit and paper: posted, and terminated early', async () => {
  const term = { customerId: own.customer, faceValue: 1_000_000 };
  const placed = async (path: string, instrumentTypeName: string): Promise<number> => {
    const body = { ...term, instrumentTypeName };
    const { id } = await tryAndDo(maker, ['post', `order/${path}/submit`, body]);
    await tryAndDo(checker, ['put', `order/${path}/post/${id}`]);
    return id;
  };
  const deposit = await placed('terminstrument', 'FD-NGN');
  const paper = await placed('discountedinstrument', 'CP-NGN');
  await tryAndDo(maker, ['put', `order/terminstrument/terminate?t=${deposit}`]);
  // Commercial paper cannot mature before the day after its placement. Funds do not deal on a
  // Saturday.
  await desk.app.db.pool.query(`update business_day set business_date = business_date
    + case when extract(isodow from business_date) < 5 then 1 else 3 end`);
  const query = `id=${paper}&c=${own.customer}`;
  await tryAndDo(maker, ['put', `order/discountedinstrument/terminate?${query}`]);
});

it('an order', async () => {
  await tryAndDo(maker, [
    'post',
    'order/tradeorder/submit',
    {
      ...{ portfolioName: own.portfolioName, securityName: 'ACCESS', orderType: 'BUY' },
      ...{ priceType: 'MARKET', quantityRequested: '10', orderTermName: 'DAY' },
    },
  ]);
});

it('a value of a fund, at which subscriptions are dealt', async () => {
  const subscription = { transType: 'SUBSCRIPTION', fundName: 'CHMMF', customerId: own.customer };
  const submit = ['post', 'order/fundtransaction/submit/get-cash-account'] as const;
  const first = await tryAndDo(maker, [...submit, { ...subscription, amount: 50_000 }]);
  const second = await tryAndDo(maker, [...submit, { ...subscription, amount: 60_000 }]);
  for (const { id } of [first, second]) {
    await tryAndDo(checker, ['put', `order/fundtransaction/approve/id/${id}`]);
  }
  const value = { fundName: 'CHMMF', navPerUnit: 1 };
  const { id } = await tryAndDo(maker, ['post', 'order/fund/nav/create', value]);
  await tryAndDo(checker, ['put', `order/fund/nav/approve/id/${id}`]);
});

it('a year that is closed into retained earnings', async () => {
  const year = Number(desk.lastYear.slice(0, 4));
  const journal = { on: desk.lastYear, minor: 900_00n } as const;
  await desk.book({ ...journal, debit: 'BANK:FIRM', credit: 'INC:FEES' });
  await desk.book({ ...journal, debit: 'EXP:BANK', credit: 'BANK:FIRM', minor: 250_00n });
  await desk.decide('/period/close', { period: `${year}-12`, mode: 'SOFT' });
  const { id } = await tryAndDo(maker, ['post', 'finance/period/close-year', { year }]);
  await tryAndDo(checker, ['put', `system/change/approve/id/${id}`]);
});
