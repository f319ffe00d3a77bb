// Contributions to the returns of customers and portfolios, and a portfolio's return.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const TODAY = '2026-11-25';
const WEEK = 'sd=2026-11-23&ed=2026-11-25';

let app: WealthApp;
let owner: Depositor;
let portfolio: Portfolio;

const get = async (path: string): Promise<Json> => {
  const { status, body, text } = await app.as('AUDITOR').get(`/api/v1/wealth/${path}`);
  assert.equal(status, 200, text);
  return body;
};

async function onDate(date: string, book: () => Promise<unknown>): Promise<void> {
  await app.skipUntil(date);
  await book().finally(() => app.skipUntil(TODAY));
}

before(async () => {
  app = await startWealthApp();
  await app.skipUntil(TODAY);
  owner = await app.holder();
  portfolio = await app.portfolio(owner);
  await onDate('2026-11-20', () => app.balance(owner, { currency: 'NGN' }, 20_000_000n));
  const bars = (closes: readonly number[]) =>
    ['2026-11-20', '2026-11-23', '2026-11-24', TODAY].map(
      (date, index) => [date, closes[index] ?? 0, 100] as const,
    );
  // The first share is worth 300,000, 315,000, 299,250 and 299,250 at the closes, and the second
  // one 500,000, 495,000, 519,750 and 519,750.
  const first = await app.share('CON-A', bars([30, 31.5, 29.925, 29.925]));
  const second = await app.share('CON-B', bars([50, 49.5, 51.975, 51.975]));
  const held = { date: '2026-11-20', quantity: 10_000 };
  await app.bring(portfolio, first, held);
  await app.bring(portfolio, second, held);
});
after(() => app.stop());

describe('contributions', () => {
  it('of lines add up to the return of the customer', async () => {
    const body = await get(`contribution/customer/id/${owner.id}?${WEEK}`);
    const { timeWeighted } = await get(`return/customer/id/${owner.id}?${WEEK}`);
    // The return links two days: 1,010,000 / 1,000,000 x 1,019,000 / 1,010,000.
    assert.deepEqual([body.status, body.percent], ['AVAILABLE', 1.9]);
    assert.equal(timeWeighted.percent, 1.9);
    assert.deepEqual(
      body.lines.map((line: Json) => [line.name, line.subjectType, line.gain, line.priceGain]),
      [
        ['CON-B', 'SECURITY', 19_750, 19_750],
        ['CON-A', 'SECURITY', -750, -750],
      ],
    );
    const sum = body.lines.reduce((total: number, line: Json) => total + line.contribution, 0);
    assert.ok(Math.abs(sum - body.percent) < 0.0002, `${sum}`);
    for (const line of body.lines) assert.equal(line.priceContribution, line.contribution);
    assert.equal(body.lines[0].portfolioName, portfolio.name);
  });

  it('of classes are the sums of their lines', async () => {
    const body = await get(`contribution/customer/id/${owner.id}?${WEEK}&by=CLASS`);
    assert.deepEqual(
      body.lines.map((line: Json) => [line.class, line.gain, line.contribution]),
      [['EQUITY', 19_000, 1.9]],
    );
    assert.equal('name' in body.lines[0], false);
  });

  it('of a portfolio are relative to its capital, without cash', async () => {
    const path = `portfolio/id/${portfolio.id}?${WEEK}`;
    const body = await get(`contribution/${path}`);
    const whole = await get(`return/${path}`);
    // Without cash, the return links 810,000 / 800,000 x 819,000 / 810,000.
    assert.deepEqual(
      [body.percent, body.cash, whole.timeWeighted.percent],
      [2.375, 'EXCLUDED', 2.375],
    );
    const sum = body.lines.reduce((total: number, line: Json) => total + line.contribution, 0);
    assert.ok(Math.abs(sum - 2.375) < 0.0002, `${sum}`);
  });

  it('have a reason if there is no return, and still show the gains', async () => {
    const year = await get(`contribution/customer/id/${owner.id}?period=1Y`);
    assert.deepEqual([year.status, year.reason], ['UNAVAILABLE', 'HISTORY_TOO_SHORT']);
    assert.equal('percent' in year, false);
    assert.equal(
      year.lines.some((line: Json) => 'contribution' in line),
      false,
    );
    const none = await get(`contribution/customer/id/${(await app.holder()).id}?${WEEK}`);
    assert.deepEqual([none.reason, none.lines], ['NO_CAPITAL', []]);
  });

  it('are refused like returns, in their order', async () => {
    const refusal = async (query: string, path = `customer/id/${owner.id}`) => {
      const reply = await app.as('AUDITOR').get(`/api/v1/wealth/contribution/${path}?${query}`);
      return [reply.status, reply.body.msgCode, reply.body.errors?.[0]?.pointer];
    };
    assert.deepEqual(await refusal('by=SECTOR'), [400, 'INVALID_REQUEST', '/by']);
    assert.deepEqual(await refusal('sd=2026-11-24'), [400, 'INVALID_REQUEST', '/sd']);
    const late = [422, 'VALUATION_DATE_REFUSED', '/ed'];
    assert.deepEqual(await refusal('ed=2026-11-26'), late);
    assert.deepEqual(await refusal('period=5Y'), [422, 'DATE_RANGE_TOO_LONG', '/period']);
    assert.deepEqual(await refusal(`${WEEK}&cu=XQX`), [422, 'UNKNOWN_REFERENCE', '/cu']);
    assert.deepEqual((await refusal(WEEK, 'customer/id/99999999'))[0], 404);
    assert.deepEqual((await refusal(WEEK, 'portfolio/id/99999999'))[0], 404);
    const loans = await refusal(`${WEEK}&loans=false`, `portfolio/id/${portfolio.id}`);
    assert.deepEqual(loans, [400, 'INVALID_REQUEST', '/loans']);
  });
});

describe('the return of a portfolio', () => {
  it('treats a purchase, and units that are transferred in, as money in', async () => {
    const share = await app.share('CON-C', [[TODAY, 12, 100]]);
    const other = await app.portfolio(owner);
    await app.bring(other, share, { date: TODAY, quantity: 5_000 });
    const body = await get(`return/portfolio/id/${other.id}?${WEEK}&by=DAY`);
    assert.deepEqual([body.openingValue, body.closingValue, body.paidIn], [0, 60_000, 60_000]);
    assert.equal(body.portfolioName, other.name);
    const start = await get(`return/portfolio/id/${other.id}?period=START`);
    assert.deepEqual([start.openingDate, start.timeWeighted.percent], ['2026-11-24', 0]);
    const year = await get(`return/portfolio/id/${other.id}?period=1Y`);
    assert.equal(year.timeWeighted.reason, 'HISTORY_TOO_SHORT');
  });
});
