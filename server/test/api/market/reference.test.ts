// Reference data for orders: exchanges, order terms, calendars and prices.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillDemo } from '../../../src/demo/demo.js';
import { isTaxClass } from '../../../src/modules/asset/index.js';
import { isIncomeAnnounced } from '../../../src/modules/custody/index.js';
import {
  addHolidays,
  applyPrices,
  calendarOf,
  exchangeByCode,
  firstBusinessDate,
  marketModule,
  nigerianHolidays,
} from '../../../src/modules/market/index.js';
import { isBusinessDay } from '../../../src/platform/calendar/business-calendar.js';
import { addDays, businessDate } from '../../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../src/platform/calendar/business-day.js';
import { sql } from '../../../src/platform/database/sql.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { storedClose, storedPrice } from '../../support/price.js';

let app: TestApp;

before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
});
after(() => app.stop());

test('the exchange is listed with its old code', async () => {
  const reply = await app.as('CLIENT').get('/api/v1/order/exchange/list/active');
  assert.equal(reply.status, 200);
  assert.equal(reply.body.count, 1);
  assert.equal(reply.body.result[0].name, 'NGX');
  assert.deepEqual(reply.body.result[0].aliases, ['NSE']);
  assert.equal((await exchangeByCode(app.db, 'nse'))?.name, 'NGX');
});

test('order terms are listed with the codes that clients of the original send', async () => {
  const reply = await app.as('CLIENT').get('/api/v1/order/tradeorderterm/list/active');
  const terms = new Map<string, { fixTimeInForce: string; defLifeTime?: number }>(
    reply.body.result.map((term: { name: string }) => [term.name, term]),
  );
  assert.equal(terms.get('0000000000')?.fixTimeInForce, '0');
  assert.equal(terms.get('0001000101')?.fixTimeInForce, '0');
  assert.equal(terms.get('0000000001')?.fixTimeInForce, '1');
  assert.equal(terms.get('GF7DAYS')?.defLifeTime, 7);
  for (const [name, { fixTimeInForce, defLifeTime }] of terms) {
    const endsWithSession = fixTimeInForce !== '1' && fixTimeInForce !== '6';
    assert.equal(typeof defLifeTime, 'number', name);
    if (endsWithSession) assert.equal(defLifeTime, 0, name);
  }
  assert.ok((terms.get('GTC')?.defLifeTime ?? 0) > 0);
  for (const name of ['DAY', 'GTC', 'GTD', 'IOC', 'FOK', 'ATO', 'ATC']) assert.ok(terms.has(name));
});

test('the calendar has Easter, and a change to a holiday applies at once', async () => {
  const exchange = await exchangeByCode(app.db, 'NGX');
  assert.ok(exchange);
  const before = await calendarOf(app.db, exchange.id);
  assert.equal(isBusinessDay(businessDate('2026-04-03'), before), false);
  assert.equal(isBusinessDay(businessDate('2026-04-06'), before), false);
  assert.equal(isBusinessDay(businessDate('2026-04-07'), before), true);
  assert.equal(await calendarOf(app.db, exchange.id), before);
  const holiday = businessDate('2026-04-07');
  await app.db.transaction((tx) => addHolidays(tx, exchange.id, [{ holiday, label: 'Extra' }]));
  assert.equal(isBusinessDay(holiday, await calendarOf(app.db, exchange.id)), false);
  await app.db.query(sql`
    delete from market_holiday where exchange_id = ${exchange.id} and holiday = ${holiday}`);
  assert.equal(isBusinessDay(holiday, await calendarOf(app.db, exchange.id)), true);
});

test('holidays on a weekend are observed on the next working days', async () => {
  const holidays = await nigerianHolidays({ from: 2025, to: 2028 });
  const dates = holidays.map((holiday) => holiday.holiday);
  for (const date of ['2025-03-31', '2025-04-01', '2027-12-27', '2027-12-28', '2028-01-03']) {
    assert.ok(dates.includes(businessDate(date)), date);
  }
  assert.ok(!dates.includes(businessDate('2027-12-25')));
});

test('the first business date is determined in Lagos time and skips closed days', async () => {
  assert.equal(await firstBusinessDate('2026-07-14T23:30:00.000Z'), '2026-07-15');
  assert.equal(await firstBusinessDate('2026-04-03T08:00:00.000Z'), '2026-04-07');
  assert.equal(await firstBusinessDate('2027-12-31T23:30:00.000Z'), '2028-01-04');
});

test('prices update the last price, the range, the volume and the bar of the day', async () => {
  const at = app.context.clock.now();
  const tick = (last: string, quantity: bigint) => ({
    securityId: 3n,
    last: new Decimal(last),
    quantity,
    at,
  });
  const touched = await app.db.transaction((tx) =>
    applyPrices(tx, [tick('65', 100n), tick('66.05', 50n), tick('64.5', 25n)]),
  );
  assert.equal(touched, 1);
  await app.db.transaction((tx) => applyPrices(tx, [tick('65.5', 10n)]));
  const price = await storedPrice(app.db, 3n);
  assert.equal(String(price?.open), '65');
  assert.equal(String(price?.high), '66.05');
  assert.equal(String(price?.low), '64.5');
  assert.equal(String(price?.last), '65.5');
  assert.equal(price?.volume, 185n);
});

test('the end of day makes the last price the previous close once', async () => {
  const closing = await currentBusinessDate(app.db);
  const next = addDays(closing, 1);
  const [step] = marketModule({ isTaxClass, isIncomeAnnounced }).endOfDay ?? [];
  assert.equal(step?.name, 'roll-prices');
  assert.equal(await step.run(app.context, { closing, next }), 34);
  assert.equal(await step.run(app.context, { closing, next }), 0);
  const price = await storedPrice(app.db, 3n);
  assert.equal(String(price?.previousClose), '65.5');
  assert.equal(price?.open, null);
  assert.equal(price?.volume, 0n);
  const later = addDays(closing, 5);
  assert.equal(String(await storedClose(app.db, 3n, later)), '65.5');
  assert.equal(String(await storedClose(app.db, 1n, later)), '22.5');
});

test('filling the demonstration data again changes nothing', async () => {
  await fillDemo(app.context);
  const reply = await app.as('ADMIN').get('/api/v1/order/security/list/active?s=500');
  assert.equal(reply.body.count, 34);
});
