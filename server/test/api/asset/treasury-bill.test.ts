// Treasury bills over HTTP: issues, published prices, and requests refused because of an issue's
// dates.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import {
  AGREES,
  BILL,
  bodyFor,
  type DiscountedApp,
  discountedBooks,
  startDiscountedApp,
} from './discounted-app.js';

let app: DiscountedApp;

before(async () => {
  app = await startDiscountedApp();
});
after(() => app.stop());

const submit = (more: object = {}, headers?: Record<string, string>) =>
  app.as('CLIENT').post(`${BILL}/submit`, bodyFor(BILL, app.rich, more), headers);

describe('success', () => {
  const STOP_RATES = [
    ['NTB-91', 91, 15.95, 96.023425, '16.6105'],
    ['NTB-182', 182, 16.65, 91.697808, '18.1575'],
    ['NTB-364', 364, 16.73, 83.315836, '20.0802'],
    ['NTB-2017', 364, 18.8, 81.251507, '23.1380'],
  ] as const;
  for (const [name, tenure, rate, price, trueYield] of STOP_RATES) {
    test(`${name} at ${rate} costs ${price} and yields ${trueYield}`, async () => {
      const reply = await submit({ instrumentTypeName: name });
      assert.equal(reply.status, 201, reply.text);
      assert.equal(reply.body.msgCode, 'TREASURY_BILL_SUBMITTED');
      const { result } = reply.body;
      assert.equal(result.tenure, tenure);
      assert.equal(result.currentRate, rate);
      assert.equal(result.price, price);
      assert.equal(result.trueYield.toFixed(4), trueYield);
    });
  }

  test('Kenya: 12,000,000 at a yield of 7.65 % cost 11,775,360, after tax 190,944', async () => {
    const reply = await submit({ instrumentTypeName: 'KTB-91', faceValue: 12_000_000 });
    assert.equal(reply.status, 201, reply.text);
    const { result } = reply.body;
    assert.equal(result.price, 98.128);
    assert.equal(result.cost, 11_775_360);
    assert.equal(result.currentRate, 7.65);
    assert.equal(result.expectedInterest, 224_640);
    assert.equal(result.expectedNetInterest, 190_944);
  });

  test('a bill of an exempt issue earns the whole discount', async () => {
    const { result } = (await submit({ instrumentTypeName: 'OMO-364' })).body;
    assert.equal(result.expectedInterest, 33_368.33);
    assert.equal(result.expectedNetInterest, 33_368.33);
  });

  test('an issue is listed with its auction, settlement, stop rate and maturity', async () => {
    const { body } = await app.as('CLIENT').get('/api/v1/order/treasurybillissue/list/active?s=1');
    assert.equal(body.count, 7);
    const [issue] = body.result;
    assert.equal(issue.name, 'NTB-364');
    assert.equal(issue.stopRate, 16.73);
    assert.equal(issue.rate, undefined);
    assert.equal(issue.auctionDate, '2026-03-04');
    assert.equal(issue.settlementDate, '2026-03-05');
    assert.equal(issue.maturityDate, '2027-03-04');
    assert.equal(issue.tenure, 364);
    assert.equal(issue.denomination, 1000);
  });

  test('of an issue that settles next week begins on that day', async () => {
    const { result } = (await submit({ instrumentTypeName: 'NTB-NEXT', tenure: 91 })).body;
    assert.equal(result.expectedStart, '2026-03-12T00:00:00.000Z');
    assert.equal(result.tenure, 91);
  });

  test('all terms of a pending bill can change, including its issue', async () => {
    const { id } = (await submit()).body;
    const change = { id, instrumentTypeName: 'NTB-91', faceValue: 300_000 };
    const reply = await app.as('CLIENT').put(`${BILL}/update`, change);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.msgCode, 'TREASURY_BILL_UPDATED');
    assert.equal(reply.body.result.tenure, 91);
    assert.equal(reply.body.result.price, 96.023425);
  });
});

describe('refusals', () => {
  const REFUSED: readonly (readonly [object, string, string])[] = [
    [{ instrumentTypeName: 'CP' }, 'UNKNOWN_REFERENCE', 'instrumentTypeName'],
    [{ faceValue: 200_500 }, 'TERM_AMOUNT_REFUSED', 'faceValue'],
    [{ tenure: 91 }, 'TENURE_NOT_OFFERED', 'tenure'],
    [{ currentRate: 17 }, 'RATE_NOT_OFFERED', 'currentRate'],
    [{ autoRollover: true, rolloverRule: 'NONE' }, 'ROLLOVER_REFUSED', 'rolloverRule'],
    [{ instrumentTypeName: 'NTB-91', startDate: '2026-06-04' }, 'START_DATE_REFUSED', 'startDate'],
  ];
  for (const [body, code, member] of REFUSED) {
    test(`422 ${code} for ${JSON.stringify(body)}, naming ${member}`, async () => {
      const reply = await submit(body);
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, code);
      assert.deepEqual(reply.body.msgArgs, [member]);
    });
  }

  test('400, 401 and 403 as for every operation', async () => {
    assert.deepEqual((await submit({ faceValue: undefined })).body.msgArgs, ['faceValue']);
    assert.equal((await app.as('NOBODY').put(`${BILL}/post/1`)).status, 401);
    assert.equal((await app.as('AUDITOR').put(`${BILL}/post/1`)).status, 403);
  });

  test('404 for a bill by the path of the other kind', async () => {
    const { id } = (await submit()).body;
    const reply = await app.as('CLIENT').get(`/api/v1/order/discountedinstrument/id/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [404, 'DOCUMENT_NOT_FOUND']);
  });

  test('409 for a second post, and a repeated key replays the first', async () => {
    const { id } = (await submit()).body;
    const key = { 'idempotency-key': 'bill-01234567890123' };
    const first = await app.as('CLIENT').put(`${BILL}/post/${id}`, undefined, key);
    assert.equal(first.status, 200, first.text);
    const replayed = await app.as('CLIENT').put(`${BILL}/post/${id}`, undefined, key);
    assert.equal(replayed.text, first.text);
    const again = await app.as('CLIENT').put(`${BILL}/post/${id}`);
    assert.deepEqual([again.status, again.body.msgArgs], [409, ['RUNNING']]);
  });

  test('422 when posted before its issue settles', async () => {
    const { id } = (await submit({ instrumentTypeName: 'NTB-NEXT' })).body;
    const reply = await app.as('CLIENT').put(`${BILL}/post/${id}`);
    assert.deepEqual([reply.status, reply.body.msgCode], [422, 'START_DATE_REFUSED']);
    assert.deepEqual(reply.body.msgArgs, ['startDate']);
  });

  test('a dry run of a post shows the four lines and writes nothing', async () => {
    const { id } = (await submit()).body;
    const { body } = await app.as('CLIENT').put(`${BILL}/post/${id}?dryRun=true`);
    assert.deepEqual(body.journalLines, [
      { accountId: Number(app.rich.accountId), debitAmount: 166_631.67 },
      { accountCode: 'TB:PLACEMENT', creditAmount: 166_631.67 },
      { accountCode: 'TB:HOLDING', debitAmount: 166_631.67 },
      { accountCode: 'BANK:CLIENT', creditAmount: 166_631.67 },
    ]);
    assert.equal((await app.shown(BILL, id)).status, 'PENDING');
  });
});

describe('a week later', () => {
  test('a pending bill is priced at the post for the remaining days', async () => {
    const { id } = (await submit()).body;
    const unsettled = (await submit({ instrumentTypeName: 'NTB-NEXT' })).body;
    await app.closeUntil('2026-03-12');
    const { result } = (await app.as('CLIENT').put(`${BILL}/post/${id}`)).body;
    assert.equal(result.startDate, '2026-03-12T00:00:00.000Z');
    assert.equal(result.tenure, 357);
    // 200,000 × (1 − 16.73 % × 357 / 365)
    assert.equal(result.cost, 167_273.37);
    assert.equal(result.expectedMaturity, '2027-03-04T00:00:00.000Z');
    assert.equal((await app.as('CLIENT').put(`${BILL}/post/${unsettled.id}`)).status, 200);
  });

  test('is listed, terminated and annotated by the specified parameter set', async () => {
    const owner = await app.depositor(200_000_000n);
    const label = 'For the children';
    const body = { customerId: owner.id, faceValue: 300_000, label };
    const { id } = (await app.bought(BILL, body)).body;
    await app.bought(BILL, { customerId: owner.id, instrumentTypeName: 'NTB-182' });
    await app.closeUntil('2026-03-16');
    const ended = (query: string) =>
      app.as('CLIENT').put(`${BILL}/terminate?id=${id}&c=${owner.id}&${query}`);
    for (const [query, member] of [
      ['fv=300000.01', 'fv'],
      ['fv=0', 'fv'],
      ['fv=1.001', 'fv'],
      ['dr=0.009', 'dr'],
      ['dr=60.1', 'dr'],
      ['td=2026-03-12', 'td'],
      ['td=2026-03-17', 'td'],
      ['td=2027-03-04', 'td'],
    ] as const) {
      const reply = await ended(query);
      assert.deepEqual([reply.status, reply.body.msgArgs], [422, [member]], reply.text);
    }
    const part = await ended('dc=School+fees&fv=100000&dr=17.5&td=2026-03-14');
    assert.equal(part.status, 200, part.text);
    const list = async (query: string) => {
      const path = `${BILL}/customer/list?c=${owner.id}&${query}`;
      const reply = await app.as('CLIENT').get(path);
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    for (const [query, count] of [
      ['', 2],
      [`id=${id}`, 1],
      ['dc=children', 1],
      ['fv=200000', 2],
      ['fv=300000', 0],
      ['dr=16.65', 1],
      ['e=RUNNING', 2],
      ['e=TERMINATED', 0],
      ['sd=2026-03-12&ed=2026-03-12', 2],
      ['sd=2026-03-13', 0],
      ['ed=2026-03-11', 0],
      ['td=2026-03-14', 0],
    ] as const) {
      assert.equal((await list(query)).count, count, query);
    }
    assert.equal((await list('b=2&s=1')).result.length, 1);
    await ended('');
    assert.equal((await list('td=2026-03-16&e=terminated')).result[0].id, id);
    const { result } = (await app.as('CLIENT').get(`${BILL}/history?id=${id}`)).body;
    assert.equal(result[1].description, 'School fees');
  });

  test('a customer who is exempt on the payment date bears no tax', async () => {
    const owner = await app.depositor(100_000_000n);
    const body = { customerId: owner.id, instrumentTypeName: 'NTB-91' };
    const { id } = (await app.bought(BILL, body)).body;
    const record = await app.shown(BILL, id);
    assert.ok(record.expectedNetInterest < record.expectedInterest);
    const exempt = (taxClass: string, to: string) =>
      app.db.query(sql`
        insert into withholding_exemption (customer_id, instrument_class, certificate, valid_from,
          valid_to)
        values (${owner.id}, ${taxClass}, 'C-1', '2026-01-01', ${to})`);
    await exempt('TERM_DEPOSIT', '2030-01-01');
    await exempt('TREASURY_BILL', '2026-06-03');
    assert.deepEqual(await app.shown(BILL, id), record);
    await exempt('TREASURY_BILL', '2026-06-04');
    assert.equal((await app.shown(BILL, id)).expectedNetInterest, record.expectedInterest);
  });

  test('tax is that of the payment date: exempt until the rule begins', async () => {
    const { id } = (await app.bought(BILL, { instrumentTypeName: 'NTB-91' })).body;
    const net = async () => (await app.shown(BILL, id)).expectedNetInterest;
    const gross = (await app.shown(BILL, id)).expectedInterest;
    assert.ok((await net()) < gross);
    await app.db.query(sql`
      update withholding_rule set valid_from = '2026-06-05'
      where instrument_class = 'TREASURY_BILL'`);
    assert.equal(await net(), gross);
    await app.skipUntil('2026-06-01');
    await app.closeUntil('2026-06-04');
    const { result } = (await app.as('CLIENT').get(`${BILL}/history?id=${id}`)).body;
    assert.equal(result[1].kind, 'MATURITY');
    assert.equal(result[1].withholdingTax, 0);
    assert.equal(result[1].paidOut, 200_000);
    assert.deepEqual(await discountedBooks(app), AGREES);
    await app.closeUntil('2026-06-11');
    const list = `${BILL}/customer/list?c=${app.rich.id}&td=2026-06-11`;
    const matured = await app.as('CLIENT').get(list);
    assert.equal(matured.body.result[0].instrumentTypeName, 'NTB-NEXT');
    const issues = await app.as('CLIENT').get('/api/v1/order/treasurybillissue/list/active');
    assert.equal(issues.body.count, 4, 'matured issues are not on offer');
    const [next] = matured.body.result;
    assert.ok(next.accruedNetInterest < next.accruedInterest);
  });
});
