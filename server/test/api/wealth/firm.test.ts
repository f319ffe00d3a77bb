// All customers' values: the list by value, and the summary with the control accounts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';
import { openWorkedExample, TODAY } from './worked-example.js';

const LIST = '/api/v1/wealth/valuation/list';
const SUMMARY = '/api/v1/wealth/valuation/summary';

let app: WealthApp;
let owner: Depositor;
let portfolio: Portfolio;
before(async () => {
  app = await startWealthApp();
  ({ owner, portfolio } = await openWorkedExample(app));
  await app.db.query(sql`
    update customer set first_name = 'Zora', label = 'Zora Bello' where id = ${app.poor.id}`);
});
after(() => app.stop());

const get = async (path: string, role = 'ADMIN'): Promise<Json> => {
  const { status, body, text } = await app.as(role).get(path);
  assert.equal(status, 200, text);
  return body;
};
const ids = ({ result }: Json) => result.map((row: Json) => row.customerId);

describe('the list of values', () => {
  it('has every customer, largest value first, each as valued alone', async () => {
    const body = await get(LIST);
    assert.equal(body.count, 4);
    // Two customers have 20,000,000, one is the worked example, and one has 100 naira.
    assert.deepEqual(
      body.result.map((row: Json) => row.value),
      [20_000_000, 20_000_000, 17_527_048.08, 100],
    );
    for (const row of body.result) {
      const alone = await app.worth({ id: row.customerId });
      assert.deepEqual([row.value, row.assets], [alone.value, alone.assets]);
    }
  });

  it('shows the change since the business day before', async () => {
    const row = (await get(LIST)).result[2];
    const before = await app.worth(owner, '?d=2026-11-24');
    const change = new Decimal(row.value).minus(before.value).toNumber();
    assert.equal(row.change, change);
    assert.notEqual(change, 0);
  });

  it('is ordered and filtered as requested, by pages', async () => {
    assert.deepEqual(ids(await get(`${LIST}?sort=NAME`)).at(-1), app.poor.id);
    assert.deepEqual(ids(await get(`${LIST}?q=zora`)), [app.poor.id]);
    assert.deepEqual(ids(await get(`${LIST}?o=0000000002`)), [app.stranger.id]);
    const unknown = await app.as('AUDITOR').get(`${LIST}?g=NO-GROUP`);
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [422, '/g']);
    const second = await get(`${LIST}?b=2&s=3`);
    assert.deepEqual([second.count, ids(second)], [4, [app.poor.id]]);
    const dollars = await get(`${LIST}?cu=USD&q=${owner.name}`);
    assert.deepEqual([dollars.result[0].value, dollars.result[0].currency], [11_840.6, 'USD']);
  });

  it('has only the customers of the offices of the caller', async () => {
    const reply = await app.asOffice('DEALER', [app.otherOfficeId]).get(LIST);
    assert.deepEqual(ids(reply.body), [app.stranger.id]);
  });

  it('refuses unknown parameters and dates, and counts positions without a value', async () => {
    const refused = async (query: string) => {
      const { status, body } = await app.as('ADMIN').get(`${LIST}?${query}`);
      return [status, body.msgCode];
    };
    assert.deepEqual(await refused('colour=RED'), [400, 'INVALID_REQUEST']);
    assert.deepEqual(await refused('d=2026-11-26'), [422, 'VALUATION_DATE_REFUSED']);
    assert.deepEqual(await refused('cu=XXY'), [422, 'UNKNOWN_REFERENCE']);
    // Ghanaian cedis have no rate.
    const body = await get(`${LIST}?cu=GHS&sort=UNVALUED`);
    assert.deepEqual([body.result[0].customerId, body.result[0].unvaluedLines], [owner.id, 9]);
    assert.deepEqual([body.result[0].complete, body.result[0].value], [false, 0]);
  });
});

describe('the lists of wealth', () => {
  it('are written to files, with a row for each record and its members as columns', async () => {
    const lists = [
      ...['valuation?sort=VALUE', 'price-exception?', `lot?p=${portfolio.id}`, 'restatement?'],
      ...['withholding-certificate?', 'statement?', 'tax-pack?'],
    ];
    for (const each of lists) {
      const [name, query] = each.split('?');
      const path = `/api/v1/wealth/${name}/list`;
      const { count, result } = await get(`${path}?${query}`);
      const csv = await app.as('ADMIN').get(`${path}/csv?${query}`);
      assert.equal(csv.status, 200, csv.text);
      assert.equal(csv.headers.get('x-row-count'), String(count), each);
      const [titles = [], ...rows] = csv.text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(','));
      assert.equal(rows.length, count + 1);
      const [first = {}] = result;
      for (const [member, value] of Object.entries<Json>(first)) {
        if (typeof value === 'object') continue;
        assert.equal(rows[0]?.[titles.indexOf(member)], String(value), `${each} ${member}`);
      }
      const xlsx = await app.as('ADMIN').get(`${path}/xlsx?${query}`);
      assert.deepEqual([xlsx.status, xlsx.headers.get('x-row-count')], [200, String(count)]);
    }
    const refused = await app.as('ADMIN').get('/api/v1/wealth/restatement/list/csv?b=2');
    assert.equal(refused.status, 400);
  });
});

describe('the summary of values', () => {
  const total = 57_527_148.08;

  it('adds up to the sum of customers, by every criterion', async () => {
    for (const by of ['OFFICE', 'GROUP', 'CLASS', 'CURRENCY']) {
      const body = await get(`${SUMMARY}?by=${by}`);
      assert.deepEqual([body.value, body.customers, body.date], [total, 4, TODAY]);
      const sum = body.parts.reduce(
        (all: Decimal, part: Json) => all.plus(part.value),
        new Decimal(0),
      );
      assert.equal(sum.toNumber(), total, by);
    }
    const offices = await get(`${SUMMARY}?by=OFFICE`);
    assert.deepEqual(
      offices.parts.map((part: Json) => [part.key, part.customers, part.value]),
      [
        ['0000000001', 3, 37_527_148.08],
        ['0000000002', 1, 20_000_000],
      ],
    );
  });

  it('agrees with the control accounts and the register of each fund', async () => {
    const { controls } = await get(SUMMARY);
    const shown = controls.map((each: Json) => [
      each.control,
      each.businessOfficeName ?? each.fundName,
      each.currency,
      each.customers,
      each.difference,
    ]);
    assert.deepEqual(shown, [
      ['MONEY', '0000000001', 'NGN', 21_244_655.07, 0],
      ['MONEY', '0000000001', 'USD', 1_000, 0],
      ['MONEY', '0000000002', 'NGN', 20_000_000, 0],
      ['DEPOSITS', '0000000001', 'NGN', 5_000_000, 0],
      ['LOANS', '0000000001', 'NGN', 300_000, 0],
      ['BILLS', '0000000001', 'NGN', 8_331_583.56, 0],
      ['FUND_UNITS', 'FUND-A', undefined, 1_961.4258, 0],
    ]);
  });

  it('shows a difference where a control account does not agree', async () => {
    await app.db.query(sql`
      update fund_register set units = units + 1
      where fund_id = (select id from fund where name = 'FUND-A')`);
    const { controls } = await get(SUMMARY);
    const fund = controls.find((each: Json) => each.control === 'FUND_UNITS');
    assert.deepEqual([fund.accounts, fund.difference], [1_962.4258, -1]);
    await app.db.query(sql`
      update fund_register set units = units - 1
      where fund_id = (select id from fund where name = 'FUND-A')`);
  });

  it('of a past date has the balances of that date', async () => {
    const body = await get(`${SUMMARY}?d=2026-03-04`);
    const { controls } = body;
    // The money of the worked example, 20,000,000, plus that of the other three customers.
    assert.deepEqual(
      controls.map((each: Json) => [each.control, each.customers, each.difference]),
      [
        ['MONEY', 40_000_100, 0],
        ['MONEY', 20_000_000, 0],
      ],
    );
    assert.equal(body.value, 60_000_100);
  });
});
