// Valuations over a date range at the paths of the original, and allocations, both with all kinds
// of assets.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type Depositor, POST, SUBMIT } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';
import { openWorkedExample, TODAY } from './worked-example.js';

const RANGE = '/api/v1/partner/customer-valuation-for-date-range/id';
const PORTFOLIO_RANGE = '/api/v1/partner/portfolio-valuation-for-date-range/id';
const ALLOCATION = '/api/v1/wealth/allocation';
const SECTORS = '/api/v1/research/get-sector-allocation';

let app: WealthApp;
let owner: Depositor;
let portfolio: Portfolio;
before(async () => {
  app = await startWealthApp();
  ({ owner, portfolio } = await openWorkedExample(app));
});
after(() => app.stop());

const get = async (path: string): Promise<Json> => {
  const { status, body, text } = await app.as('ADMIN').get(path);
  assert.equal(status, 200, text);
  return body;
};
const picked = (record: Json, members: readonly string[]): Json =>
  members.map((member) => record[member]);
const parts = (body: Json, member = 'percent'): Json =>
  body.parts.map((part: Json) => [part.key, part[member]]);

describe('the original valuation of a customer', () => {
  it('has every class of assets, and the original’s names next to ours', async () => {
    const body = await get(`${RANGE}/${owner.id}`);
    assert.deepEqual(
      picked(body, ['amount', 'value', 'closingValue', 'ownValue']),
      [17_527_048.08, 17_527_048.08, 17_527_048.08, 17_527_048.08],
    );
    assert.deepEqual(picked(body, ['assets', 'liabilities', 'complete', 'cashOfCustomer']), [
      17_831_486.44,
      -304_438.36,
      true,
      false,
    ]);
    const classes = ['equityValue', 'bondValue', 'fundValue', 'termInstrumentValue'];
    assert.deepEqual(picked(body, classes), [250_000, 98_699.18, 250_000, 5_083_219.17]);
    assert.equal(body.treasuryBillValue, 9_424_763.02);
    // Naira, dollars at 1,480.25, and unsettled proceeds.
    assert.deepEqual(picked(body, ['cashValue', 'cashBalance']), [2_724_805.07, 2_724_805.07]);
    // The sum of the five classes.
    assert.equal(body.totalPortfolioValue, 15_106_681.37);
    assert.equal(body.totalValue, 17_831_486.44);
    // The cost: shares 254,638.68, bonds 96,500.00, the deposit 5,000,000.00 and the bill
    // 8,331,583.56.
    assert.deepEqual(picked(body, ['cost', 'totalPortfolioCost']), [13_682_722.24, 13_682_722.24]);
    // The gain as a percentage of cost: 14,856,681.37 less the cost, divided by the cost.
    assert.equal(body.totalPortfolioReturnPerc, 8.58);
    assert.deepEqual(picked(body, ['securitiesValue', 'accruedCoupon']), [347_500, 1_199.18]);
  });

  it('lists positions as the original did, and securities alone as holdings', async () => {
    const body = await get(`${RANGE}/${owner.id}`);
    assert.deepEqual(
      body.portfolioHoldings.map((row: Json) => [row.assetClass, row.currentValueLC]),
      [
        ['EQUITY', 250_000],
        ['BOND', 98_699.18],
        ['DEPOSIT', 5_083_219.17],
        ['BILL', 9_424_763.02],
        ['FUND', 250_000],
      ],
    );
    const deposit = body.portfolioHoldings[2];
    assert.deepEqual(
      picked(deposit, ['quantity', 'totalPurchaseCost', 'totalGainLoss']),
      [5_000_000, 5_000_000, 83_219.17],
    );
    assert.deepEqual(picked(deposit, ['totalGainLossPercent', 'sector']), [1.66, 'Fixed deposits']);
    const fund = body.portfolioHoldings[4];
    // Clients of the original read the unit price here.
    assert.deepEqual(
      picked(fund, ['currentValue', 'marketValue', 'totalUnitsHeld']),
      [127.4583, 250_000, 1_961.4258],
    );
    assert.deepEqual(
      body.holdings.map((row: Json) => row.securityName),
      ['BOND-A', 'SHARE-A'],
    );
    assert.equal(body.lines.length, 9);
  });

  it('is converted into another currency', async () => {
    const body = await get(`${RANGE}/${owner.id}?cu=usd`);
    assert.deepEqual(picked(body, ['currency', 'amount']), ['USD', 11_840.6]);
    const [share] = body.portfolioHoldings;
    assert.deepEqual(
      picked(share, ['currentValueFC', 'currentValueLC', 'conversionRate']),
      [250_000, 168.89, 0.000675561560547],
    );
  });

  it('has on each day the value of the range that ends on it', async () => {
    const range = await get(`${RANGE}/${owner.id}?sd=2026-11-16&ed=${TODAY}`);
    assert.equal(range.values.length, 8);
    for (const day of range.values) {
      const alone = await get(`${RANGE}/${owner.id}?sd=${day.date}&ed=${day.date}`);
      assert.deepEqual([alone.amount, alone.values.length], [day.amount, 1], day.date);
      const worth = await app.worth(owner, `?d=${day.date}`);
      assert.equal(worth.value, day.amount, day.date);
      assert.deepEqual(
        day.classes,
        worth.classes
          .map((each: Json) => ({ class: each.class, value: each.value }))
          .filter((each: Json) => each.value !== 0),
      );
      assert.equal(day.holdingsWithoutPrice ?? 0, worth.unvaluedLines);
    }
  });

  it('shows money paid in and out, the gain and the returns of at most 366 days', async () => {
    const body = await get(`${RANGE}/${owner.id}?sd=2026-11-25&ed=2026-11-25`);
    const day = 'sd=2026-11-25&ed=2026-11-25';
    const growth = await get(`/api/v1/wealth/return/customer/id/${owner.id}?${day}`);
    const members = ['paidIn', 'paidOut', 'gain', 'timeWeighted', 'moneyWeighted'];
    assert.deepEqual(picked(body, members), picked(growth, members));
    const long = await get(`${RANGE}/${owner.id}?sd=2025-11-20&ed=2026-11-25`);
    assert.deepEqual(picked(long, members), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of a portfolio adds the customer’s cash, and shows its own value without it', async () => {
    const body = await get(`${PORTFOLIO_RANGE}/${portfolio.id}`);
    // Shares, bonds, the bill and the units. The deposit does not belong to a portfolio.
    assert.deepEqual(picked(body, ['ownValue', 'cashOfCustomer']), [10_023_462.2, true]);
    assert.equal(body.cashValue, 2_724_805.07);
    assert.equal(body.amount, 12_748_267.27);
    assert.equal(body.values[0].amount, body.amount);
  });

  it('does not change on the day on which a deposit is placed', async () => {
    const body = { instrumentTypeName: 'FD', customerId: owner.id, faceValue: 500_000 };
    const before = await get(`${RANGE}/${owner.id}`);
    const made = await app.as('ADMIN').post(SUBMIT, body);
    assert.equal(made.status, 201, made.text);
    const posted = await app.as('ADMIN').put(`${POST}/${made.body.id}`);
    assert.equal(posted.status, 200, posted.text);
    const placed = await get(`${RANGE}/${owner.id}`);
    assert.equal(placed.termInstrumentValue, before.termInstrumentValue + 500_000);
    assert.equal(placed.amount, before.amount);
    assert.deepEqual(picked(placed, ['gain', 'paidIn']), picked(before, ['gain', 'paidIn']));
  });
});

describe('an allocation', () => {
  let other: Depositor;
  before(async () => {
    ({ owner: other } = await openWorkedExample(app, '-2'));
  });

  it('by class is in percent of assets, with loans as negative values', async () => {
    const body = await get(`${ALLOCATION}/customer/id/${other.id}`);
    assert.deepEqual(parts(body), [
      ['EQUITY', 1.4],
      ['BOND', 0.55],
      ['DEPOSIT', 28.51],
      ['BILL', 52.85],
      ['FUND', 1.4],
      ['CASH', 13.91],
      ['RECEIVABLE', 1.37],
      ['LOAN', -1.71],
    ]);
    assert.deepEqual(picked(body, ['assets', 'value']), [17_831_486.44, 17_527_048.08]);
  });

  it('has parts that add up to the value, by every criterion', async () => {
    for (const by of ['SECTOR', 'ISSUER', 'CURRENCY', 'MATURITY', 'SECURITY', 'PORTFOLIO']) {
      const body = await get(`${ALLOCATION}/customer/id/${other.id}?by=${by}`);
      const kobo = body.parts.reduce(
        (sum: number, part: Json) => sum + Math.round(part.value * 100),
        0,
      );
      assert.equal(kobo, 1_752_704_808, by);
    }
  });

  it('by issuer has the federal government, the firm and the labels of others', async () => {
    await app.db.query(sql`update security set issuer = 'Beta Plc' where name = 'BOND-A-2'`);
    const body = await get(`${ALLOCATION}/customer/id/${other.id}?by=ISSUER`);
    const [office] = await app.db.query<{ label: string }>(
      sql`select label from business_office where id = ${app.officeId}`,
    );
    assert.deepEqual(parts(body, 'value'), [
      ['Federal Government of Nigeria', 9_424_763.02],
      [office?.label, 5_083_219.17],
      ['Cash', 2_480_250],
      ['FUND-A-2', 250_000],
      ['SHARE-A-2', 250_000],
      ['Receivables', 244_555.07],
      ['Beta Plc', 98_699.18],
      ['Loans', -304_438.36],
    ]);
  });

  it('by maturity is in order, counted from the date', async () => {
    const body = await get(`${ALLOCATION}/customer/id/${other.id}?by=MATURITY`);
    const keys = body.parts.map((part: Json) => part.key);
    // The bond is due on 2030-04-26. Shares and units have no maturity.
    assert.deepEqual(parts(body, 'value').at(-1), ['NONE', 500_000]);
    assert.deepEqual(parts(body, 'value')[0], ['ON_DEMAND', 2_480_250]);
    assert.deepEqual(
      parts(body, 'value').find(([key]: [string]) => key === 'YEARS_3_5'),
      ['YEARS_3_5', 98_699.18],
    );
    assert.ok(keys.includes('DAYS_91_180'), keys.join());
  });

  it('by currency and portfolio divides the whole', async () => {
    const currencies = await get(`${ALLOCATION}/customer/id/${other.id}?by=CURRENCY&cu=USD`);
    assert.deepEqual(parts(currencies, 'value'), [
      ['NGN', 10_840.6],
      ['USD', 1_000],
    ]);
    const body = await get(`${ALLOCATION}/customer/id/${other.id}?by=PORTFOLIO`);
    assert.deepEqual(parts(body, 'value')[0]?.[1], 10_023_462.2);
    assert.equal(body.parts[1].key, 'NONE');
  });

  it('of a portfolio has no cash and no loans', async () => {
    const body = await get(`${ALLOCATION}/portfolio/id/${portfolio.id}?by=SECTOR`);
    assert.deepEqual(parts(body, 'value'), [
      ['Treasury bills', 9_424_763.02],
      ['Funds', 250_000],
      ['Unclassified', 250_000],
      ['Corporate bonds', 98_699.18],
    ]);
    assert.equal(body.portfolioName, portfolio.name);
  });

  it('refuses an unknown parameter, date, currency and customer', async () => {
    const path = `${ALLOCATION}/customer/id/${other.id}`;
    const refused = async (query: string) => {
      const { status, body } = await app.as('ADMIN').get(`${path}?${query}`);
      return [status, body.msgCode];
    };
    assert.deepEqual(await refused('by=COLOUR'), [400, 'INVALID_REQUEST']);
    assert.deepEqual(await refused('colour=RED'), [400, 'INVALID_REQUEST']);
    assert.deepEqual(await refused('d=2026-11-26'), [422, 'VALUATION_DATE_REFUSED']);
    assert.deepEqual(await refused('cu=XXY'), [422, 'UNKNOWN_REFERENCE']);
    const unknown = await app.as('ADMIN').get(`${ALLOCATION}/customer/id/999999`);
    assert.equal(unknown.status, 404);
  });
});

describe('the sector allocation of the original', () => {
  it('has shares by sector, other classes as sectors, cash on request, and no loans', async () => {
    const { owner: other } = await openWorkedExample(app, '-3');
    const sectors = (body: Json) => body.result.map((part: Json) => [part.sector, part.amount]);
    const without = await get(`${SECTORS}?id=${other.id}&type=C`);
    assert.deepEqual(sectors(without), [
      ['Treasury bills', 9_424_763.02],
      ['Fixed deposits', 5_083_219.17],
      ['Funds', 250_000],
      ['Unclassified', 250_000],
      ['Receivables', 244_555.07],
      ['Corporate bonds', 98_699.18],
    ]);
    const all = await get(`${SECTORS}?id=${other.id}&type=C&cash=true`);
    assert.deepEqual(sectors(all)[2], ['Cash', 2_480_250]);
    assert.equal(all.amount, 17_831_486.44);
    assert.deepEqual(all.result[0].percent, 52.85);
  });
});
