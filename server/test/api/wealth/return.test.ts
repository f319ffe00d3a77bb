// Returns of customers: flows, fees, days without prices or rates, ranges, parts and refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { startWealthApp, type WealthApp } from './wealth-app.js';

const RETURN = '/api/v1/wealth/return/customer/id';
const TODAY = '2026-11-25';
const WEEK = 'sd=2026-11-23&ed=2026-11-25';
const NAIRA = { currency: 'NGN' };
const DOLLAR = { currency: 'USD' };

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
  await app.skipUntil(TODAY);
});
after(() => app.stop());

const returnOf = async (owner: Pick<Depositor, 'id'>, query = WEEK): Promise<Json> => {
  const { status, body, text } = await app.as('AUDITOR').get(`${RETURN}/${owner.id}?${query}`);
  assert.equal(status, 200, text);
  return body;
};

/** Makes a booking on this business date, then returns to the date of the tests. */
async function onDate(date: string, book: () => Promise<unknown>): Promise<void> {
  await app.skipUntil(date);
  await book().finally(() => app.skipUntil(TODAY));
}

/** Books a cash transaction on a date through the API. */
async function transact(owner: Depositor, date: string, body: object): Promise<number> {
  let id = 0;
  await onDate(date, async () => {
    const path = '/api/v1/finance/cash-transaction';
    const client = app.as('ADMIN');
    const made = await client.post(`${path}/create`, { partnerId: owner.id, ...body });
    assert.equal(made.status, 201, made.text);
    id = made.body.id;
    const posted = await client.put(`${path}/post/id/${id}`);
    assert.equal(posted.status, 200, posted.text);
  });
  return id;
}

describe('the return of a customer', () => {
  it('is after the fee of a receipt, unless fees are left out', async () => {
    const owner = await app.holder();
    await onDate('2026-11-20', () => app.balance(owner, NAIRA, 100_000_000n));
    const fee = { processingFees: 700, processingFeeType: 'FLAT' };
    await transact(owner, '2026-11-24', { transType: 'RECEIPT', amount: 400_000, ...fee });
    const body = await returnOf(owner);
    assert.deepEqual(
      [body.openingDate, body.openingValue, body.closingValue, body.currency],
      ['2026-11-20', 1_000_000, 1_399_300, 'NGN'],
    );
    assert.deepEqual([body.paidIn, body.paidOut, body.fees, body.gain], [400_000, 0, 700, -700]);
    assert.deepEqual(body.largeFlowDays, ['2026-11-24']);
    assert.deepEqual(body.flows, [
      { source: 'CASH_TRANSACTION', paidIn: 400_000, paidOut: 0, fees: 700 },
    ]);
    // The fee lowers 1,400,000 to 1,399,300.
    assert.equal(body.timeWeighted.percent, -0.05);
    assert.equal(body.timeWeighted.investedDays, 3);
    assert.equal('annualPercent' in body.timeWeighted, false);
    const net = await returnOf(owner, `${WEEK}&fees=NET`);
    assert.deepEqual([net.timeWeighted.percent, net.moneyWeighted.percent], [0, 0]);
    const gross = await returnOf(owner, `${WEEK}&fees=GROSS`);
    assert.equal(gross.timeWeighted.percent, 0);
    assert.ok(body.moneyWeighted.percent < -0.04 && body.moneyWeighted.percent > -0.07);
  });

  it('includes a reversal on its own date', async () => {
    const owner = await app.holder();
    await onDate('2026-11-20', () => app.balance(owner, NAIRA, 50_000_000n));
    const id = await transact(owner, '2026-11-23', { transType: 'RECEIPT', amount: 80_000 });
    await onDate('2026-11-25', async () => {
      const path = `/api/v1/finance/cash-transaction/reverse/id/${id}`;
      const { status, text } = await app.as('CLIENT').put(path);
      assert.equal(status, 200, text);
    });
    const { parts, ...body } = await returnOf(owner, `${WEEK}&by=DAY`);
    assert.deepEqual(
      parts.map((part: Json) => [part.part, part.paidIn, part.paidOut, part.gain]),
      [
        ['2026-11-23', 80_000, 0, 0],
        ['2026-11-24', 0, 0, 0],
        ['2026-11-25', -80_000, 0, 0],
      ],
    );
    assert.deepEqual([body.paidIn, body.timeWeighted.percent], [0, 0]);
  });

  it('treats a transfer between customers as money out of one and into the other', async () => {
    const [from, to] = [await app.holder(), await app.holder()];
    await onDate('2026-11-20', () => app.balance(from, NAIRA, 90_000_000n));
    await transact(from, '2026-11-24', {
      ...{ transType: 'TRANSFER', amount: 250_000, counterPartyPartnerName: to.name },
    });
    const sent = await returnOf(from);
    assert.deepEqual([sent.paidIn, sent.paidOut, sent.gain], [0, 250_000, 0]);
    const received = await returnOf(to);
    assert.deepEqual([received.paidIn, received.paidOut, received.gain], [250_000, 0, 0]);
    assert.equal(received.timeWeighted.investedDays, 2);
  });

  it('treats a receipt that pays out a corporate action as gain', async () => {
    const owner = await app.holder();
    await onDate('2026-11-20', () => app.balance(owner, NAIRA, 20_000_000n));
    const body = { transType: 'RECEIPT', amount: 3_000, corpAction: true };
    await transact(owner, '2026-11-24', body);
    const { paidIn, gain, timeWeighted } = await returnOf(owner);
    // The return is 3,000, less a tenth in tax, on 200,000.
    assert.deepEqual([paidIn, gain, timeWeighted.percent], [0, 2_700, 1.35]);
  });

  it('treats units that were transferred in as money in, at their close', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share('RET-A', [
      ['2026-11-23', 25, 100],
      ['2026-11-24', 26, 100],
      [TODAY, 26.52, 100],
    ]);
    await app.bring(portfolio, share, { date: '2026-11-23', quantity: 2_000 });
    const { parts, ...body } = await returnOf(owner, `${WEEK}&by=DAY`);
    assert.deepEqual([body.paidIn, body.gain, body.closingValue], [50_000, 3_040, 53_040]);
    assert.equal(body.flows[0].source, 'OPENING_UNITS');
    assert.deepEqual(
      parts.map((part: Json) => part.timeWeighted.percent),
      [0, 4, 2],
    );
    // The return links 1.04 × 1.02.
    assert.equal(body.timeWeighted.percent, 6.08);
    const dietz = await returnOf(owner, `${WEEK}&method=DIETZ`);
    // 3,040 / (50,000 × 3 / 5): there are five days from Friday, and the units are held for three.
    assert.equal(dietz.timeWeighted.percent, 10.1333);
    assert.equal('investedDays' in dietz.timeWeighted, false);
  });

  it('bridges days without a price, and is unavailable if an end has no price', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    await onDate('2026-11-20', () => app.balance(owner, NAIRA, 10_000_000n));
    const share = await app.share('RET-B', [[TODAY, 30, 100]]);
    await app.bring(portfolio, share, { date: '2026-11-23', quantity: 1_000 });
    const body = await returnOf(owner);
    // The units are an inflow on the first day with a price.
    assert.deepEqual([body.paidIn, body.gain], [30_000, 0]);
    assert.deepEqual([body.timeWeighted.percent, body.timeWeighted.bridgedDays], [0, 2]);
    const early = await returnOf(owner, 'sd=2026-11-23&ed=2026-11-24');
    const missing = { status: 'UNAVAILABLE', reason: 'PRICE_MISSING', date: '2026-11-24' };
    assert.deepEqual([early.timeWeighted, early.moneyWeighted], [missing, missing]);
    assert.equal('closingValue' in early || 'gain' in early, false);
    const late = await returnOf(owner, 'sd=2026-11-25&ed=2026-11-25');
    assert.deepEqual(late.timeWeighted, missing);
  });

  it('of a foreign currency has its gain by the rate, and needs a rate', async () => {
    const owner = await app.holder();
    await onDate('2026-11-20', () => app.balance(owner, DOLLAR, 100_000n));
    const missing = await returnOf(owner);
    assert.equal(missing.timeWeighted.reason, 'RATE_MISSING');
    await app.rate('USD/NGN', '2026-11-20', 1_500);
    await app.rate('USD/NGN', '2026-11-24', 1_530);
    const { timeWeighted, gain } = await returnOf(owner);
    assert.deepEqual([timeWeighted.percent, gain], [2, 30_000]);
    const dollars = await returnOf(owner, `${WEEK}&cu=usd`);
    assert.deepEqual([dollars.currency, dollars.timeWeighted.percent], ['USD', 0]);
  });

  it('is unavailable without capital, and for a period before the first', async () => {
    const owner = await app.holder();
    const empty = await returnOf(owner);
    assert.equal(empty.timeWeighted.reason, 'NO_CAPITAL');
    assert.equal(empty.moneyWeighted.reason, 'NO_CAPITAL');
    await onDate('2026-11-20', () => app.balance(owner, NAIRA, 100_000n));
    const year = await returnOf(owner, 'period=1Y');
    assert.equal(year.timeWeighted.reason, 'HISTORY_TOO_SHORT');
    const start = await returnOf(owner, 'period=START');
    assert.deepEqual([start.openingDate, start.timeWeighted.percent], ['2026-11-19', 0]);
  });

  it('has the opening of its period, and parts by month and year', async () => {
    const owner = await app.holder();
    await onDate('2026-08-14', () => app.balance(owner, NAIRA, 60_000_000n));
    const openings = new Map([
      ['period=1M', '2026-10-25'],
      ['period=3M', '2026-08-25'],
      ['period=3M&ed=2026-11-30', undefined],
      ['period=6M', '2026-05-25'],
      ['period=YTD', '2025-12-31'],
      ['ed=2026-11-24', '2025-12-31'],
      ['period=1Y', '2025-11-25'],
    ]);
    for (const [query, opening] of openings) {
      if (opening !== undefined) assert.equal((await returnOf(owner, query)).openingDate, opening);
    }
    const { parts } = await returnOf(owner, 'sd=2026-10-30&ed=2026-11-03&by=MONTH');
    assert.deepEqual(
      parts.map((part: Json) => [part.part, part.closingValue, part.timeWeighted.investedDays]),
      [
        ['2026-10', 600_000, 1],
        ['2026-11', 600_000, 2],
      ],
    );
    const years = await returnOf(owner, 'period=3M&by=YEAR');
    assert.deepEqual(
      years.parts.map((part: Json) => part.part),
      ['2026'],
    );
  });

  it('is not changed by the placement of a deposit', async () => {
    const owner = await app.depositor(300_000_000n);
    await app.running({ customerId: owner.id, faceValue: 1_000_000 });
    const body = await returnOf(owner, 'sd=2026-11-25&ed=2026-11-25');
    assert.deepEqual([body.paidIn, body.gain, body.closingValue], [0, 0, 3_000_000]);
    assert.equal(body.timeWeighted.percent, 0);
  });
});

describe('a return is refused', () => {
  let owner: Depositor;
  before(async () => {
    owner = await app.holder();
  });
  const refusal = async (query: string) => {
    const { status, body } = await app.as('AUDITOR').get(`${RETURN}/${owner.id}?${query}`);
    const [error] = body.errors ?? [];
    return [status, body.msgCode, error?.pointer];
  };

  it('for dates that do not fit', async () => {
    const invalid = (pointer: string) => [400, 'INVALID_REQUEST', pointer];
    assert.deepEqual(await refusal('sd=2026-11-24'), invalid('/sd'));
    assert.deepEqual(await refusal('sd=2026-11-25&ed=2026-11-24'), invalid('/ed'));
    assert.deepEqual(await refusal(`${WEEK}&period=1M`), invalid('/period'));
    assert.deepEqual(await refusal('period=10Y'), invalid('/period'));
    assert.deepEqual(await refusal('fees=SOME'), invalid('/fees'));
    assert.deepEqual(await refusal('bench=X'), invalid('/bench'));
    const date = (pointer: string) => [422, 'VALUATION_DATE_REFUSED', pointer];
    assert.deepEqual(await refusal('ed=2026-11-26'), date('/ed'));
    assert.deepEqual(await refusal('sd=1959-12-31&ed=1960-01-04'), date('/sd'));
  });

  it('for a range that is too long', async () => {
    const tooLong = (pointer: string) => [422, 'DATE_RANGE_TOO_LONG', pointer];
    assert.deepEqual(await refusal('sd=2025-11-24&ed=2026-11-25'), tooLong('/sd'));
    assert.deepEqual(await refusal('period=5Y'), tooLong('/period'));
    assert.equal((await refusal('sd=2025-11-25&ed=2026-11-25'))[0], 200);
  });

  it('for a string that is not a currency', async () => {
    assert.deepEqual(await refusal(`${WEEK}&cu=XQX`), [422, 'UNKNOWN_REFERENCE', '/cu']);
  });

  it('for a customer who does not exist or belongs to another office', async () => {
    const path = `${RETURN}/${owner.id}?${WEEK}`;
    const elsewhere = await app.asOffice('AUDITOR', [app.otherOfficeId]).get(path);
    assert.deepEqual([elsewhere.status, elsewhere.body.msgCode], [404, 'DOCUMENT_NOT_FOUND']);
    assert.equal((await app.asOffice('AUDITOR', [app.officeId]).get(path)).status, 200);
    const unknown = await app.as('AUDITOR').get(`${RETURN}/99999999?${WEEK}`);
    assert.equal(unknown.status, 404);
  });
});
