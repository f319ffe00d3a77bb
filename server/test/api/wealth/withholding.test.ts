// A list of tax withheld from income of every kind, and the certificates that prove it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent, entitle } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { BILL } from '../asset/discounted-app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const LIST = '/api/v1/wealth/withholding';
const CERTIFICATE = '/api/v1/wealth/withholding-certificate';

let app: WealthApp;
let owner: Depositor;
let other: Depositor;

before(async () => {
  app = await startWealthApp();
  owner = await app.depositor(5_000_000_000n);
  other = await app.depositor(5_000_000_000n);
  await fill();
});
after(() => app.stop());

/** Withholds tax from each kind of income of a customer, in March 2026. */
async function fill(): Promise<void> {
  const { db } = app;
  const portfolio = await app.portfolio(owner);
  await app.running({ customerId: owner.id, instrumentTypeName: 'AHEAD' });
  await app.running({ customerId: other.id, instrumentTypeName: 'AHEAD' });
  const bill = await app.bought(BILL, { customerId: owner.id, faceValue: 10_000_000 });
  await app.skipUntil('2026-03-16');
  const query = `id=${bill.body.id}&c=${owner.id}&r=16&d=2026-03-16`;
  const ended = await app.as('CLIENT').put(`${BILL}/terminate?${query}`);
  assert.equal(ended.status, 200, ended.text);
  const share = await app.share('PAYER', [['2026-03-16', 25, 400]]);
  await db.query(sql`update security set issuer = 'Payer Plc' where id = ${share}`);
  await app.bring(portfolio, share, { quantity: 100 });
  const event = await addEvent(db, share, { cashPerUnit: '10' });
  await db.query(sql`
    update corporate_action set tax_class = 'DIVIDEND' where id = ${event.id}`);
  const key = { eventId: event.id, customerId: owner.id };
  const first = await entitle(db, key, { gross: 100_000n, withheld: 10_000n });
  await db.query(sql`update entitlement set paid_on = '2026-03-17' where id = ${first}`);
  const second = await entitle(db, key, { gross: 120_000n, withheld: 12_000n, state: 'PAID' });
  await db.query(sql`update entitlement set paid_on = '2026-03-18' where id = ${second}`);
  await app.units(owner, { name: 'UNITS', units: 100, date: '2026-03-05', values: [] });
  await db.query(sql`
    with d as (
      insert into fund_distribution (id, name, label, fund_id, income_per_unit, status,
        creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
      select 1, 'D1', 'D1', id, 5, 'PAID', 'USER', 1, 'test', now(), 'test', now()
      from fund where name = 'UNITS' returning id, fund_id
    )
    insert into fund_income (distribution_id, holding_id, units, income_option, gross_minor,
      tax_minor, paid_on)
    select d.id, h.id, 100, 'PAY', 50000, 7777, '2026-03-19'
    from d join fund_holding h on h.fund_id = d.fund_id`);
  await app.skipUntil('2026-04-30');
}

const listed = async (query: string): Promise<Json> => {
  const reply = await app.as('AUDITOR').get(`${LIST}/list?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const mine = () => `c=${owner.id}&sd=2026-03-01&ed=2026-03-31`;

describe('the list of withheld tax', () => {
  it('has the tax of deposits, bills, corrected dividends and funds, by date', async () => {
    const { result, count, sums } = await listed(mine());
    assert.deepEqual(
      result.map((row: Json) => [row.date, row.kind, row.taxClass, row.payer, row.gross, row.tax]),
      [
        // Interest of 15 % on 5 million for 91 of 365 days, paid at the start.
        ['2026-03-05', 'DEPOSIT_INTEREST', 'TERM_DEPOSIT', 'Office', 186_986.3, 18_698.63],
        // The bill was bought at 16.73 % and sold at 16 % with 353 of its 364 days left, for
        // 9,528,986.30.
        ['2026-03-16', 'DISCOUNT', 'TREASURY_BILL', 'Office', result[1].gross, result[1].tax],
        ['2026-03-17', 'ENTITLEMENT', 'DIVIDEND', 'Payer Plc', 1_000, 100],
        ['2026-03-18', 'ENTITLEMENT', 'DIVIDEND', 'Payer Plc', 200, 20],
        ['2026-03-19', 'FUND_INCOME', undefined, 'UNITS', 500, 77.77],
      ],
    );
    assert.equal(count, 5);
    const tax = result.reduce((sum: number, row: Json) => sum + Math.round(row.tax * 100), 0);
    assert.equal(Math.round(sums[0].tax * 100), tax);
    assert.deepEqual([sums.length, sums[0].certified, sums[0].missing], [1, 0, sums[0].tax]);
  });

  it('has the rate of the rules, or the withheld percentage if no rule applies', async () => {
    const { result } = await listed(mine());
    assert.deepEqual(
      result.map((row: Json) => row.rate),
      [10, 10, 10, 10, 15.554],
    );
    assert.deepEqual([...new Set(result.map((row: Json) => row.treatment))], ['CREDIT']);
  });

  it('has the day on which the tax is due, the 21st of the next month', async () => {
    const { result } = await listed(mine());
    assert.deepEqual([...new Set(result.map((row: Json) => row.remitBy))], ['2026-04-21']);
  });

  it('marks the tax as final if every rule on its date does', async () => {
    await app.db.query(sql`
      update withholding_rule set is_final = true where instrument_class = 'DIVIDEND'`);
    const { result } = await listed(mine());
    assert.deepEqual(
      result.map((row: Json) => row.treatment),
      ['CREDIT', 'CREDIT', 'FINAL', 'FINAL', 'CREDIT'],
    );
  });

  it('includes all customers, page by page, without the parameter c', async () => {
    const all = await listed('sd=2026-03-01&ed=2026-03-31');
    assert.equal(all.count, 6);
    const page = await listed('sd=2026-03-01&ed=2026-03-31&s=2&b=2');
    assert.deepEqual(page.result, all.result.slice(2, 4));
  });

  it('is a file with the same rows', async () => {
    const reply = await app.as('AUDITOR').get(`${LIST}/csv?${mine()}`);
    assert.equal(reply.status, 200, reply.text);
    const lines = reply.text.trim().split('\r\n');
    assert.match(lines[0] ?? '', /^date,customerName/);
    assert.match(lines[3] ?? '', /^2026-03-17.*DIVIDEND,PAYER,Payer Plc,NGN,1000,10,100,FINAL/);
  });

  it('is refused for a range after the business date, or an unknown customer', async () => {
    const late = await app.as('AUDITOR').get(`${LIST}/list?ed=2026-05-01`);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'VALUATION_DATE_REFUSED']);
    const long = await app.as('AUDITOR').get(`${LIST}/list?sd=2015-01-01&ed=2026-03-31`);
    assert.deepEqual([long.status, long.body.msgCode], [422, 'DATE_RANGE_TOO_LONG']);
    assert.equal((await app.as('AUDITOR').get(`${LIST}/list?sd=2026-03-01`)).status, 400);
    const unknown = await app.as('AUDITOR').get(`${LIST}/list?c=999`);
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/c']);
    assert.equal((await app.as('AUDITOR').get(`${LIST}/list?customer=1`)).status, 400);
  });
});

describe('a certificate', () => {
  const receipt = (more: object = {}) => ({
    ...{ customerId: owner.id, number: 'WHT/1', certificateDate: '2026-04-21' },
    ...{ periodFrom: '2026-03-01', periodUntil: '2026-03-31', ...more },
  });
  const create = (more: object, key?: string) =>
    app
      .as('FINANCE')
      .post(`${CERTIFICATE}/create`, receipt(more), key ? { 'idempotency-key': key } : {});
  const refused = async (more: object, status: number, code: string) => {
    const reply = await create(more);
    assert.deepEqual([reply.status, reply.body.msgCode], [status, code], reply.text);
    return reply.body;
  };
  let id: number;

  it('is refused if its amount is not the sum of the deductions', async () => {
    const body = await refused(
      { amount: 120.01, taxClass: 'dividend' },
      422,
      'CERTIFICATE_DIFFERS',
    );
    assert.match(
      body.detail,
      /2 deductions is NGN 120\.00, but the certificate is for NGN 120\.01/,
    );
    await refused({ amount: 119.99, taxClass: 'dividend' }, 422, 'CERTIFICATE_DIFFERS');
    const { body: list } = await app.as('AUDITOR').get(`${CERTIFICATE}/list`);
    assert.equal(list.count, 0);
  });

  it('is refused for an unknown customer, deduction or wrong dates', async () => {
    await refused({ customerId: 999, amount: 1 }, 422, 'UNKNOWN_REFERENCE');
    await refused({ customerId: undefined, amount: 1 }, 400, 'INVALID_REQUEST');
    await refused({ amount: 1, deductions: ['DISCOUNT-999'] }, 422, 'UNKNOWN_REFERENCE');
    await refused({ amount: 1, periodFrom: '2026-04-01' }, 400, 'INVALID_REQUEST');
    await refused({ amount: 1, certificateDate: '2026-05-01' }, 400, 'INVALID_REQUEST');
    await refused({ amount: 1.001 }, 422, 'TOO_MANY_DECIMALS');
    const { result } = await listed(`c=${other.id}&sd=2026-03-01&ed=2026-03-31`);
    const deductions = [result[0].name];
    await refused({ amount: result[0].tax, deductions }, 422, 'UNKNOWN_REFERENCE');
  });

  it('names the deductions that it proves, once for a repeated key', async () => {
    const made = await create({ amount: 120, taxClass: 'DIVIDEND' }, 'certificate-key-0001');
    assert.equal(made.status, 201, made.text);
    const again = await create({ amount: 120, taxClass: 'DIVIDEND' }, 'certificate-key-0001');
    assert.equal(again.body.id, made.body.id);
    ({ id } = made.body);
    assert.deepEqual(
      made.body.result.deductions.map((each: Json) => each.tax),
      [100, 20],
    );
    const { result, sums } = await listed(mine());
    assert.deepEqual(
      result.map((row: Json) => row.certificateNumber),
      [undefined, undefined, 'WHT/1', 'WHT/1', undefined],
    );
    assert.equal(sums[0].certified, 120);
  });

  it('is refused if its number or a deduction is already used', async () => {
    const body = await refused({ number: 'wht/1', amount: 77.77 }, 409, 'CERTIFICATE_EXISTS');
    assert.match(body.detail, /number wht\/1/);
    const { result } = await listed(mine());
    const deductions = [result[2].name];
    const had = await refused(
      { number: 'WHT/2', amount: 100, deductions },
      409,
      'CERTIFICATE_EXISTS',
    );
    assert.match(had.detail, /is already on certificate WHT\/1/);
  });

  it('is not stored by a dry run', async () => {
    const { result } = await listed(mine());
    const body = receipt({ number: 'WHT/3', amount: 77.77, deductions: [result[4].name] });
    const dry = await app.as('FINANCE').post(`${CERTIFICATE}/create?dryRun=true`, body);
    assert.equal(dry.body.result?.amount, 77.77, dry.text);
    assert.equal((await app.as('AUDITOR').get(`${CERTIFICATE}/list`)).body.count, 1);
  });

  it('is undone once, and its number and deductions can then be used again', async () => {
    const undo = () =>
      app.as('FINANCE').put(`${CERTIFICATE}/undo/id/${id}`, { reason: 'Wrong customer' });
    const undone = await undo();
    assert.deepEqual([undone.status, undone.body.result.state], [200, 'UNDONE'], undone.text);
    const again = await undo();
    assert.deepEqual([again.status, again.body.msgCode], [409, 'CERTIFICATE_WRONG_STATE']);
    const made = await create({ amount: 120, taxClass: 'DIVIDEND' });
    assert.equal(made.status, 201, made.text);
    const { body } = await app.as('AUDITOR').get(`${CERTIFICATE}/list?c=${owner.id}&state=UNDONE`);
    assert.deepEqual([body.count, body.result[0].undoReason], [1, 'Wrong customer']);
    const { body: one } = await app.as('AUDITOR').get(`${CERTIFICATE}/id/${made.body.id}`);
    assert.equal(one.number, 'WHT/1');
  });

  it('covers all remaining deductions of a period if none are named', async () => {
    const { sums } = await listed(mine());
    const made = await create({ number: 'WHT/9', amount: sums[0].missing });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.result.deductions.length, 3);
    assert.equal((await listed(mine())).sums[0].missing, 0);
  });

  it('sends events without amounts', async () => {
    const kinds = await app.db.query<{ type: string; data: Json }>(sql`
      select type, data from outbox_event where type like 'withholding-certificate.%' order by id`);
    assert.deepEqual(
      kinds.map(({ type }) => type.split('.')[1]),
      ['recorded', 'undone', 'recorded', 'recorded'],
    );
    assert.deepEqual(Object.keys(kinds[0]?.data ?? {}).sort(), ['customerId', 'deductions']);
  });

  it('is refused to read-only roles', async () => {
    const reply = await app.as('AUDITOR').post(`${CERTIFICATE}/create`, receipt({ amount: 1 }));
    assert.equal(reply.status, 403);
  });
});
