// A customer's income over HTTP: by kind, with corrections on their own dates, and the forecast.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { pdfPages } from '../../support/pdf-text.js';
import type { Depositor } from '../asset/app.js';
import { API, type MoneyApp, startMoneyApp } from './money-app.js';

let app: MoneyApp;
before(async () => {
  app = await startMoneyApp();
});
after(() => app.stop());

async function incomeOf(holder: Depositor, query = ''): Promise<Json> {
  const reply = await app.as('OPERATIONS').get(`${API}/income/customer/id/${holder.id}${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

const amounts = (one: Json) => [one.gross, one.tax, one.withheld, one.net];

describe('the income of a customer', () => {
  it('is summed by kind, and marks payments by the registrar', async () => {
    const holder = await app.holder();
    const dividend = await app.event();
    await app.entitle(dividend, holder, { units: 6_200n, gross: 353_400n, withheld: 35_340n });
    const direct = await app.event();
    await app.entitle(direct, holder, { gross: 10_000n, withheld: 1_000n, route: 'DIRECT' });
    const coupon = await app.event({ kind: 'INTR' });
    await app.entitle(coupon, holder, { gross: 81_442n });
    await app.settle(dividend, 3_180.6);
    await app.settle(coupon, 814.42);
    for (const event of [dividend, direct, coupon]) await app.pay(event);

    const income = await incomeOf(holder);
    assert.deepEqual(
      income.kinds.map((one: Json) => [one.kind, one.count, ...amounts(one), one.paidByRegistrar]),
      [
        ['DVCA', 2, 3_634, 363.4, 363.4, 3_270.6, 90],
        ['INTR', 1, 814.42, 0, 0, 814.42, 0],
      ],
    );
    assert.deepEqual(amounts(income.totals[0]), [4_448.42, 363.4, 363.4, 4_085.02]);
    assert.deepEqual(
      income.payments.map((one: Json) => [one.date, one.paidBy, one.net]),
      [
        ['2026-01-05', 'FIRM', 3_180.6],
        ['2026-01-05', 'REGISTRAR', 90],
        ['2026-01-05', 'FIRM', 814.42],
      ],
    );
    assert.deepEqual((await incomeOf(holder, '?sd=2026-01-06&ed=2026-02-01')).payments, []);
    assert.deepEqual((await incomeOf(holder, '?cu=USD')).totals, []);
  });

  it('has a correction and a reversal as differences on their own dates', async () => {
    const holder = await app.holder();
    const event = await app.event();
    await app.entitle(event, holder, { gross: 300_000n, withheld: 30_000n });
    await app.settle(event, 2_700);
    await app.pay(event);
    const at = async (date: string) => {
      await app.skipUntil(date);
      await app.pay(event);
    };
    await app.entitle(event, holder, { gross: 250_000n, withheld: 25_000n });
    await at('2026-02-02');
    await app.db.query(sql`
      update entitlement set state = 'CANCELLED'
      where corporate_action_id = ${event.id} and state = 'PAID'`);
    await at('2026-03-02');
    const { payments, totals } = await incomeOf(holder);
    assert.deepEqual(
      payments.map((one: Json) => [one.date, one.change, one.gross, one.net]),
      [
        ['2026-01-05', 'PAID', 3_000, 2_700],
        ['2026-02-02', 'CORRECTED', -500, -450],
        ['2026-03-02', 'REVERSED', -2_500, -2_250],
      ],
    );
    assert.deepEqual(amounts(totals[0]), [0, 0, 0, 0]);
    const march = await incomeOf(holder, '?sd=2026-03-01&ed=2026-03-31');
    assert.deepEqual(amounts(march.totals[0]), [-2_500, -250, -250, -2_250]);
    await app.skipUntil('2026-01-05');
  });

  it("leaves out the registrar's payments for a cancelled event", async () => {
    const holder = await app.holder();
    const event = await app.event();
    const id = await app.entitle(event, holder, { gross: 10_000n, route: 'DIRECT' });
    await app.pay(event);
    assert.equal((await incomeOf(holder)).payments.length, 1);
    await app.db.query(sql`update entitlement set state = 'CANCELLED' where id = ${id}`);
    assert.deepEqual((await incomeOf(holder)).payments, []);
  });

  it('includes entitled and announced income as expected', async () => {
    const holder = await app.holder();
    const due = await app.event({ paymentDate: '2026-04-01' });
    await app.entitle(due, holder, { gross: 20_000n, withheld: 2_000n });
    const announced = await app.event({
      ...{ status: 'ANNOUNCED', progress: 'OPEN', exDate: '2026-03-02' },
      ...{ paymentDate: null, cashPerUnit: '0.50' },
    });
    await app.db.query(sql`
      insert into holding (portfolio_id, security_id)
      select p.id, a.security_id from portfolio p, corporate_action a
      where p.customer_id = ${holder.id} and a.id = ${announced.id} order by p.id limit 1`);
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, currency, source_type, source_id)
      select h.portfolio_id, h.security_id, 'OPENING', '2000-01-03', 1000, 0, 'NGN', 'OPENING',
        h.portfolio_id
      from holding h join corporate_action a on a.security_id = h.security_id
      where a.id = ${announced.id}`);
    await app.db.query(sql`
      select refold_holdings(array_agg(portfolio_id), array_agg(security_id),
        array_agg('-infinity'::date)) from holding`);
    const { forecast, forecastTotals, payments } = await incomeOf(holder);
    assert.deepEqual(payments, []);
    assert.deepEqual(
      forecast.map((one: Json) => [one.date, one.status, one.quantity, ...amounts(one)]),
      [
        ['2026-04-01', 'CONFIRMED', '100', 200, 20, 20, 180],
        [undefined, 'ANNOUNCED', '1000', 500, 0, 0, 500],
      ],
    );
    assert.equal(forecastTotals[0].net, 680);
  });

  it('is available as a document with each payment', async () => {
    const holder = await app.holder();
    const event = await app.event();
    await app.entitle(event, holder, { units: 6_200n, gross: 353_400n, withheld: 35_340n });
    await app.settle(event, 3_180.6);
    await app.pay(event);
    const direct = await app.event();
    await app.entitle(direct, holder, { gross: 10_000n, withheld: 1_000n, route: 'DIRECT' });
    await app.pay(direct);
    const path = `${API}/income/customer/id/${holder.id}/pdf`;
    const header = await app.header('OPERATIONS');
    const reply = await fetch(`${app.url}${path}`, { headers: header });
    assert.equal(reply.status, 200);
    const text = pdfPages(Buffer.from(await reply.arrayBuffer())).join(' ');
    for (const part of [
      'STATEMENT OF INCOME',
      '3,534.00',
      '6,200 units',
      'paid by the registrar',
    ]) {
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
    }
  });

  it('of another office is not found, and a period that ends too early is refused', async () => {
    const path = `${API}/income/customer/id/${app.rich.id}`;
    const stranger = app.asOffice('OPERATIONS', [app.otherOfficeId]);
    assert.equal((await stranger.get(path)).status, 404);
    const reply = await app.as('OPERATIONS').get(`${path}?sd=2026-02-01&ed=2026-01-01`);
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [400, '/ed']);
  });
});
