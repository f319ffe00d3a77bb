// Settlements with fund custodians over HTTP: client money for purchased units is transferred only
// once, and the transfer requires two people.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { surplusOf } from './app.js';
import { API, type FundApp, startFundApp } from './fund-app.js';

const SETTLEMENT = `${API}/fund/settlement`;
const CREATE = `${SETTLEMENT}/create`;
const OFFICE = '0000000001';

let app: FundApp;
before(async () => {
  app = await startFundApp();
});
after(() => app.stop());

const maker = () => app.as('FINANCE');
const checker = () => app.as('APPROVER');

/**
 * Creates a fund and sells a customer units for 1,000.00, so that the custodian is owed that
 * amount.
 */
async function owedFund(): Promise<string> {
  const fundName = await app.fund();
  await app.holder(fundName, 1000);
  return fundName;
}

const payment = (fundName: string, amount: number, more: object = {}) => ({
  ...{ fundName, businessOfficeName: OFFICE, direction: 'PAYMENT', amount },
  ...more,
});

async function made(body: object): Promise<number> {
  const reply = await maker().post(CREATE, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}

const approve = (id: number) => checker().put(`${SETTLEMENT}/approve/id/${id}`);

async function due(fundName: string): Promise<readonly [number, number]> {
  const { fundId } = (await maker().get(`${API}/fund/list/active?s=500`)).body.result
    .map((fund: { id: number; name: string }) => ({ fundId: fund.id, name: fund.name }))
    .find((fund: { name: string }) => fund.name === fundName);
  const { body } = await maker().get(`${SETTLEMENT}/due/list?f=${fundId}`);
  assert.equal(body.count, 1);
  return [body.result[0].owedToFund, body.result[0].owedByFund];
}

async function linesOf(fundName: string, id: number): Promise<[string, bigint][]> {
  const lines = await app.db.query<{ code: string; amount_minor: bigint }>(sql`
    select a.acct_type as code, l.amount_minor from journal j
    join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
    where j.source_type = ${`FUND-SETTLEMENT:${fundName}`} and j.source_id = ${id}
    order by l.line_no`);
  return lines.map((line) => [line.code, line.amount_minor]);
}

describe('a settlement', () => {
  it('pays the custodian for units bought by clients, booked by a second person', async () => {
    const fundName = await owedFund();
    assert.deepEqual(await due(fundName), [1000, 0]);
    const reply = await maker().post(CREATE, payment(fundName, 600.5, { reference: 'TRF-1' }));
    assert.deepEqual([reply.status, reply.body.msgCode], [201, 'FUND_SETTLEMENT_CREATED']);
    assert.equal(reply.body.result.label, `PAYMENT ${fundName} NGN 600.50`);
    const { id } = reply.body;
    assert.deepEqual([await linesOf(fundName, id), await due(fundName)], [[], [1000, 0]]);

    const posted = await approve(id);
    assert.deepEqual([posted.status, posted.body.msgCode], [200, 'FUND_SETTLEMENT_POSTED']);
    assert.deepEqual(await linesOf(fundName, id), [
      [`FUND:CONTROL:${fundName}`, 60050n],
      ['BANK:CLIENT', -60050n],
    ]);
    assert.deepEqual(await due(fundName), [399.5, 0]);
    assert.equal(await surplusOf(app), 0);
    const location = reply.headers.get('location') ?? '';
    const shown = (await maker().get(location)).body;
    assert.deepEqual([shown.status, shown.reference], ['POSTED', 'TRF-1']);
    assert.notEqual(shown.decidedBy, shown.createdBy);
    assert.equal(
      shown.settlementDate,
      (await maker().get('/api/v1/system/clock')).body.businessDate,
    );
    assert.ok(shown.journalId > 0);
  });

  it('receives the money for redeemed units from the custodian', async () => {
    const fundName = await app.fund();
    const customer = await app.holder(fundName, 1000);
    await approve(await made(payment(fundName, 1000)));
    const body = { transType: 'REDEMPTION', fundName, customerId: customer.id, amount: 400 };
    await app.order(body);
    await app.value(fundName, 100);
    assert.deepEqual(await due(fundName), [0, 400]);
    const id = await made(payment(fundName, 400, { direction: 'RECEIPT' }));
    assert.equal((await approve(id)).body.result.status, 'POSTED');
    assert.deepEqual(await linesOf(fundName, id), [
      [`FUND:CONTROL:${fundName}`, -40000n],
      ['BANK:CLIENT', 40000n],
    ]);
    assert.deepEqual([await due(fundName), await surplusOf(app)], [[0, 0], 0]);
  });

  it('is reversed by an opposite one, and an excess receipt is a debt to the fund', async () => {
    const fundName = await owedFund();
    await approve(await made(payment(fundName, 1000)));
    await approve(await made(payment(fundName, 1500, { direction: 'RECEIPT' })));
    assert.deepEqual(await due(fundName), [1500, 0]);
    await approve(await made(payment(fundName, 500)));
    assert.deepEqual([await due(fundName), await surplusOf(app)], [[1000, 0], 0]);
  });

  it('books nothing if it is rejected', async () => {
    const fundName = await owedFund();
    const id = await made(payment(fundName, 10));
    const reply = await checker().put(`${SETTLEMENT}/reject/id/${id}`);
    assert.deepEqual(
      [reply.body.msgCode, reply.body.result.status, reply.body.result.active],
      ['FUND_SETTLEMENT_REJECTED', 'REJECTED', false],
    );
    assert.deepEqual(await due(fundName), [1000, 0]);
  });

  it('can still be made for a fund that was closed permanently', async () => {
    const fundName = await owedFund();
    await app.db.query(sql`update fund set active = false where name = ${fundName}`);
    const reply = await approve(await made(payment(fundName, 1000)));
    assert.equal(reply.status, 200, reply.text);
  });

  it('is listed by fund and state', async () => {
    const fundName = await owedFund();
    const first = await made(payment(fundName, 1));
    const second = await made(payment(fundName, 2));
    await approve(first);
    const { fundId } = (await maker().get(`${SETTLEMENT}/id/${first}`)).body;
    const ids = async (query: string) => {
      const { body } = await maker().get(`${SETTLEMENT}/list?f=${fundId}${query}`);
      return [body.count, body.result.map((row: { id: number }) => row.id)];
    };
    assert.deepEqual(await ids(''), [2, [second, first]]);
    assert.deepEqual(await ids('&u=POSTED'), [1, [first]]);
    assert.deepEqual(await ids('&s=1'), [2, [second]]);
  });

  it('pays a debt once if two people book it concurrently', async () => {
    const fundName = await owedFund();
    const ids = await Promise.all([1000, 1000, 700].map((sum) => made(payment(fundName, sum))));
    const replies = await Promise.all(ids.map((id) => approve(id)));
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 422, 422]);
    const [owed] = await due(fundName);
    assert.ok(owed === 0 || owed === 300);
  });
});

it('400 for a body without direction or office, and for unknown members', async () => {
  const body = payment('F1', 1);
  for (const wrong of [{ direction: 'OUT' }, { businessOfficeName: undefined }, { amonut: 1 }]) {
    assert.equal((await maker().post(CREATE, { ...body, ...wrong })).status, 400);
  }
});

it('401 without credentials, 403 without permission', async () => {
  assert.equal((await app.as('NOBODY').post(CREATE, {})).status, 401);
  assert.equal((await checker().post(CREATE, payment('F1', 1))).status, 403);
  assert.equal((await maker().put(`${SETTLEMENT}/approve/id/1`)).status, 403);
  assert.equal((await app.as('DEALER').put(`${SETTLEMENT}/reject/id/1`)).status, 403);
});

it('403 OWN_WORK: a settlement booked or rejected by its maker', async () => {
  const fundName = await owedFund();
  const { id } = (await app.as('ADMIN').post(CREATE, payment(fundName, 1))).body;
  for (const step of ['approve', 'reject']) {
    const reply = await app.as('ADMIN').put(`${SETTLEMENT}/${step}/id/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [403, 'OWN_WORK']);
  }
});

it('404 for an unknown settlement', async () => {
  assert.equal((await approve(999_999)).status, 404);
  assert.equal((await maker().get(`${SETTLEMENT}/id/999999`)).status, 404);
});

it('409 FUND_SETTLEMENT_WRONG_STATE after a decision', async () => {
  const fundName = await owedFund();
  const id = await made(payment(fundName, 1));
  await approve(id);
  const reply = await checker().put(`${SETTLEMENT}/reject/id/${id}`);
  assert.deepEqual(
    [reply.status, reply.body.msgCode, reply.body.msgArgs],
    [409, 'FUND_SETTLEMENT_WRONG_STATE', ['POSTED']],
  );
});

describe('422', () => {
  const refused = async (code: string, member: string, body: object) => {
    const reply = await maker().post(CREATE, body);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
    assert.equal(reply.body.errors[0].pointer, `/${member}`);
  };

  it('FUND_SETTLEMENT_REFUSED: a kobo more than is owed, or nothing owed', async () => {
    const fundName = await owedFund();
    await refused('FUND_SETTLEMENT_REFUSED', 'amount', payment(fundName, 1000.01));
    await refused('FUND_SETTLEMENT_REFUSED', 'amount', payment(await app.fund(), 0.01));
  });

  it('amounts that are zero, negative, or half a kobo; an unknown fund and office', async () => {
    const fundName = await owedFund();
    await refused('AMOUNT_NOT_POSITIVE', 'amount', payment(fundName, 0));
    await refused('AMOUNT_NOT_POSITIVE', 'amount', payment(fundName, -1));
    await refused('TOO_MANY_DECIMALS', 'amount', payment(fundName, 0.005));
    await refused('UNKNOWN_REFERENCE', 'fundName', payment('NONE', 1));
    const nowhere = payment(fundName, 1, { businessOfficeName: '9999999999' });
    await refused('UNKNOWN_REFERENCE', 'businessOfficeName', nowhere);
  });
});

it('a repeated key creates one settlement', async () => {
  const body = payment(await owedFund(), 1);
  const key = { 'idempotency-key': 'fund-settlement-0001' };
  const first = await maker().post(CREATE, body, key);
  const second = await maker().post(CREATE, body, key);
  assert.deepEqual([second.status, second.body.id], [201, first.body.id]);
});

it('a dry run shows what would be booked, and books nothing', async () => {
  const fundName = await owedFund();
  const id = await made(payment(fundName, 1000));
  const reply = await checker().put(`${SETTLEMENT}/approve/id/${id}`, undefined, {
    prefer: 'dry-run',
  });
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.body.journalLines, [
    { accountCode: `FUND:CONTROL:${fundName}`, debitAmount: 1000 },
    { accountCode: 'BANK:CLIENT', creditAmount: 1000 },
  ]);
  assert.deepEqual(await due(fundName), [1000, 0]);
  assert.equal((await maker().get(`${SETTLEMENT}/id/${id}`)).body.status, 'PENDING');
});
