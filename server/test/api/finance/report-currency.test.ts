// Reports in one currency, converted at the exchange rates for their date.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import { type BookDesk, FINANCE, openBookDesk } from './book-desk.js';

let desk: BookDesk;
before(async () => {
  desk = await openBookDesk();
  const line = (code: string, side: 'debitAmount' | 'creditAmount', amount: number) => ({
    ...{ code, currency: 'CHF', [side]: amount },
  });
  await hand(desk.office.name, [
    line('BANK:FIRM', 'debitAmount', 100.01),
    line('EQ:CAPITAL', 'creditAmount', 33.33),
    line('INC:FEES', 'creditAmount', 66.68),
  ]);
  await rate(addDays(desk.today, -1), 2);
  await rate(desk.today, 0.45);
});
after(() => desk.stop());

/** Enters and approves a manual journal. */
async function hand(businessOfficeName: string, lines: readonly object[]): Promise<void> {
  const body = { businessOfficeName, narration: 'By hand', lines };
  const made = await desk.app.as('FINANCE').post(`${FINANCE}/journal/create`, body);
  assert.equal(made.status, 201, made.text);
  const path = `${FINANCE}/journal/draft/approve/id/${made.body.id}`;
  const approved = await desk.app.as('APPROVER').put(path);
  assert.equal(approved.status, 200, approved.text);
}

const rate = (rateDate: string, price: number) =>
  desk.decide('/exchange-rate/propose', {
    ...{ baseCurrency: 'CHF', quoteCurrency: 'NGN', rateDate, rate: price, source: 'Test' },
    reason: 'Rates far from the last one',
  });
const report = (path: string): Promise<TestReply> =>
  desk.app.as('AUDITOR').get(`${FINANCE}/report/${path}`);
const francs = async (path: string): Promise<Json> => {
  const reply = await report(`${path}&currency=CHF&businessOfficeName=${desk.office.name}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

describe('success', () => {
  test('each row is converted at the rate of the date, and rounding has its own row', async () => {
    const { result, totals } = await francs('trial-balance?cu=ngn');
    const rows = result.map((row: Json) => [
      ...[row.acctType, row.acctLabel, row.currency, row.debitBalance, row.creditBalance],
    ]);
    // The converted amounts are 45.0045, 14.9985 and 30.0060, each rounded half up.
    assert.deepEqual(rows, [
      ['BANK:FIRM', "Firm's own bank account", 'NGN', 45, 0],
      ['EQ:CAPITAL', 'Share capital', 'NGN', 0, 15],
      ['INC:FEES', 'Processing fees', 'NGN', 0, 30.01],
      ['REPORT:ROUNDING', 'Difference from rounding', 'NGN', 0.01, 0],
    ]);
    assert.deepEqual(totals, [
      { currency: 'NGN', debitBalance: 45.01, creditBalance: 45.01, difference: 0 },
    ]);
  });

  test('a balance sheet balances, with the rounding in equity', async () => {
    const [sheet] = (await francs('balance-sheet?cu=NGN')).result;
    assert.deepEqual([sheet.currency, sheet.totalAssets, sheet.difference], ['NGN', 45, 0]);
    assert.deepEqual([sheet.resultOfYear, sheet.totalEquity], [30.01, 45]);
  });

  test('rounding does not create a result of earlier years', async () => {
    const [other] = (
      await desk.app.as('ADMIN').get('/api/v1/partner/businessoffice/list/active')
    ).body.result.slice(-1);
    // In minor units, 4 and 2 are converted to 2.8 and 1.4, and their difference of 2 to 1.4. After
    // rounding, 3 − 1 is not 1.
    await desk.decide('/exchange-rate/propose', {
      ...{ baseCurrency: 'SEK', quoteCurrency: 'NGN', rateDate: desk.today, rate: 0.7 },
      source: 'Test',
    });
    const sides = ['debitAmount', 'creditAmount'] as const;
    const krona = (codes: readonly string[], amount: number) =>
      sides.map((side, index) => ({ code: codes[index], currency: 'SEK', [side]: amount }));
    await hand(desk.office.name, krona(['BANK:FIRM', 'INC:FEES'], 0.04));
    await hand(other.name, krona(['INC:FEES', 'BANK:FIRM'], 0.02));
    const sheet = async (path: string) =>
      (await report(`${path}?consolidated=true&currency=SEK&cu=NGN`)).body.result[0];
    const { resultOfYear, resultOfEarlierYears, difference } = await sheet('balance-sheet');
    assert.deepEqual([resultOfEarlierYears, difference], [0, 0]);
    assert.equal((await sheet('income-statement')).netResult, resultOfYear);
  });

  test('an income statement has the same result as the balance sheet', async () => {
    const [statement] = (await francs('income-statement?cu=NGN')).result;
    assert.deepEqual([statement.currency, statement.netResult], ['NGN', 30.01]);
  });

  test('a report as of a moment uses the rates known then', async () => {
    const at = (moment: string) => francs(`trial-balance?cu=NGN&asOf=${moment}`);
    const [first] = await desk.app.db.query<{ before: string }>(sql`
      select min(approved_at) - interval '1 millisecond' as before from reference_version
      where kind = 'exchange-rate' and subject like 'CHF/NGN %'`);
    const early = await report(`trial-balance?cu=NGN&currency=CHF&asOf=${first?.before}`);
    assert.equal(early.body.msgCode, 'EXCHANGE_RATE_MISSING', 'its rates came later');
    const moment = new Date().toISOString();
    const before = (await at(moment)).totals;
    await rate(desk.today, 0.5);
    assert.deepEqual((await at(moment)).totals, before);
    assert.notDeepEqual((await francs('trial-balance?cu=NGN')).totals, before);
    await rate(desk.today, 0.45);
  });

  test('all currencies of an office become one, balanced', async () => {
    const others = (await report('trial-balance?consolidated=true')).body.totals.map(
      ({ currency }: Json) => currency,
    );
    for (const currency of others) {
      if (currency === 'NGN' || currency === 'CHF') continue;
      await desk.decide('/exchange-rate/propose', {
        ...{ baseCurrency: currency, quoteCurrency: 'NGN', rateDate: desk.today },
        ...{ rate: 1480.377, source: 'Test' },
      });
    }
    const { totals } = (await report('trial-balance?consolidated=true&cu=NGN')).body;
    assert.ok(others.length > 1);
    assert.deepEqual(
      totals.map(({ currency }: Json) => currency),
      ['NGN'],
    );
    assert.equal(totals[0].difference, 0);
  });
});

test('400 and 422: an unknown parameter, no currency, no rate on or before the date', async () => {
  assert.equal((await report('client-money?cu=NGN')).status, 400);
  assert.deepEqual((await report('trial-balance?cu=XXQ')).body.msgArgs, ['cu']);
  const before = await report(`trial-balance?cu=ZAR&currency=CHF`);
  assert.deepEqual([before.status, before.body.msgCode], [422, 'EXCHANGE_RATE_MISSING']);
});
