// The report on the tax on a customer's gains: base, threshold, estimate, payer classes, years.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const TAX = '/api/v1/wealth/tax/customer/id';

let app: WealthApp;
let owner: Depositor;
let share: bigint;
let sources = 900;

before(async () => {
  app = await startWealthApp();
  owner = await app.holder();
  const portfolio = await app.portfolio(owner);
  // The last close of 2025 is on 30 December.
  share = await app.share('TAXED', [
    ['2025-12-30', 30, 500],
    ['2026-03-05', 36, 500],
  ]);
  await app.bring(portfolio, share, {
    date: '2025-06-02',
    quantity: 10_000_000,
    costMinor: 29_000_000_000n,
  });
  await tender(portfolio, share, { units: 10_000_000, cost: 29_000_000_000n, at: 36_000_000_000n });
  const bond = await app.share('TAXED-BOND', [['2026-03-05', 97, 10]]);
  await app.bond(bond, { rate: 14.55, maturity: '2030-04-26' });
  await app.bring(portfolio, bond, { date: '2025-06-02', quantity: 10, costMinor: 900_000n });
  await tender(portfolio, bond, { units: 10, cost: 900_000n, at: 950_000n });
});
after(() => app.stop());

/** Stores a sale of units to a bidder, on 2026-02-02. */
async function tender(
  portfolio: Portfolio,
  securityId: bigint,
  { units, cost, at }: { readonly units: number; readonly cost: bigint; readonly at: bigint },
): Promise<void> {
  sources += 1;
  await app.db.query(sql`
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, proceeds_minor, gain_minor, currency, source_type, source_id)
    values (${portfolio.id}, ${securityId}, 'TENDER', '2026-02-02', ${-units}, ${-cost}, ${at},
      ${at - cost}, 'NGN', 'ENTITLEMENT', ${sources})`);
}

const report = async (query = ''): Promise<Json> => {
  const reply = await app.as('AUDITOR').get(`${TAX}/${owner.id}${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const setPayer = async (members: object): Promise<void> => {
  const body = { id: owner.id, ...members };
  const reply = await app.as('CLIENT').put('/api/v1/partner/customer/update', body);
  assert.equal(reply.status, 200, reply.text);
};

describe('the report of the tax on gains', () => {
  it('has the base of the reset date: 10 million at 30, above a cost of 290 million', async () => {
    const { year, from, until, status, classes, notice } = await report();
    assert.deepEqual(
      [year, from, until, status],
      [2026, '2026-01-01', '2026-12-31', 'PROVISIONAL'],
    );
    assert.match(notice, /not advice/);
    const [sold] = classes[0].disposals;
    assert.deepEqual(
      [sold.proceeds, sold.cost, sold.gain, sold.taxBase, sold.taxGain, sold.closeDate],
      [360_000_000, 290_000_000, 70_000_000, 300_000_000, 60_000_000, '2025-12-30'],
    );
    assert.deepEqual(
      [sold.chargeable, sold.window.proceeds, sold.taxBaseUnknown],
      [true, 360_000_000, false],
    );
  });

  it('estimates the tax of a person by the bands, alone and on top of other income', async () => {
    const { classes } = await report('?y=2026&otherIncome=12000000');
    assert.equal(classes[0].chargeableGain, 60_000_000);
    assert.deepEqual(
      classes[0].indicativeTax.map((each: Json) => [each.basis, each.tax, each.estimate]),
      [
        // The tax by bands: 330,000 + 1,620,000 + 2,730,000 + 5,750,000, and 25 % of 10 million.
        ['GAIN_ALONE', 12_930_000, true],
        ['TOP_BAND', 15_000_000, true],
        // The tax is 15,930,000 on 72 million, and 1,950,000 on the other income of 12 million.
        ['OTHER_INCOME', 13_980_000, true],
      ],
    );
  });

  it('shows the provisions that were not read in the act, with their sources', async () => {
    const { classes } = await report();
    const statuses = new Set(classes[0].notes.map((note: Json) => note.status));
    assert.deepEqual([...statuses].sort(), ['OPEN', 'PRESS', 'STATED']);
  });

  it('lists disposals without a rule, and computes no tax on them', async () => {
    const { untaxed } = await report();
    assert.deepEqual(
      untaxed.map((each: Json) => [each.assetClass, each.securityName, each.gain]),
      [['BOND', 'TAXED-BOND', 500]],
    );
  });

  it('taxes a company at its rate, and an exempt payer not at all', async () => {
    await setPayer({ payerClass: 'ORGANIZATION' });
    const company = await report();
    assert.deepEqual(company.classes[0].indicativeTax, [
      { basis: 'RATE', tax: 18_000_000, estimate: false },
    ]);
    await setPayer({ payerClass: 'PENSION_FUND' });
    const { payerClass, classes } = await report();
    assert.deepEqual(
      [payerClass, classes[0].exempt, classes[0].chargeableGain, classes[0].indicativeTax],
      ['PENSION_FUND', true, 0, []],
    );
    await setPayer({ payerClass: 'INDIVIDUAL' });
  });

  it("has a company's tax year that starts in another month", async () => {
    await setPayer({ taxYearStart: 4 });
    const { year, from, until, classes } = await report();
    assert.deepEqual([year, from, until], [2025, '2025-04-01', '2026-03-31']);
    assert.equal(classes[0].disposals.length, 1);
    await setPayer({ taxYearStart: 1 });
  });

  it('has no class in a year before the first rule, but shows its disposals', async () => {
    const { classes, untaxed } = await report('?y=2025');
    assert.deepEqual([classes, untaxed], [[], []]);
  });

  it('is final twelve months after its end, once its books are hard closed', async () => {
    await app.skipUntil('2027-12-31');
    assert.equal((await report('?y=2026')).status, 'PROVISIONAL');
    await app.skipUntil('2028-01-01');
    assert.equal((await report('?y=2026')).status, 'PROVISIONAL');
    await app.db.query(sql`
      update period_closing set soft_closed_through = '2026-12-31',
        hard_closed_through = '2026-12-31'`);
    assert.equal((await report('?y=2026')).status, 'FINAL');
    assert.equal((await report('?y=2027')).status, 'PROVISIONAL');
    await app.skipUntil('2026-03-05');
  });

  it('is refused for a wrong year, one that has not begun, or an unknown customer', async () => {
    const get = (path: string) => app.as('AUDITOR').get(`${TAX}/${path}`);
    const late = await get(`${owner.id}?y=2027`);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'VALUATION_DATE_REFUSED']);
    assert.equal((await get(`${owner.id}?y=26`)).status, 400);
    assert.equal((await get(`${owner.id}?y=abc`)).status, 400);
    assert.equal((await get(`${owner.id}?year=2026`)).status, 400);
    assert.equal((await get('999')).status, 404);
  });
});
