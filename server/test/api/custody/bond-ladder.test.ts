// The bond ladder: future coupons and redemptions, by date and by month, as JSON and as files.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { bringUnits } from '../../support/holding.js';
import { type BondApp, openOn, startBondApp } from './bond-app.js';

const LADDER = '/api/v1/custody/bond/ladder';

describe('the ladder of bonds', () => {
  let app: BondApp;
  let customerId: bigint;
  before(async () => {
    app = await startBondApp();
    await openOn(app, '2026-11-27');
    await app.bond('LADDER');
    // The interest of this bond is taxed at 10 %.
    await app.bond('CORPLAD', {
      ...{ securityType: 'BOND_CORP', couponRate: 10, couponsPerYear: 2 },
      maturityDate: '2027-05-15',
    });
    await app.hold('LADDER', 100, 9_800_000);
    await app.hold('CORPLAD', 7, 700_000);
    // The second portfolio belongs to a customer of another office.
    await bringUnits(
      app.db,
      sql`select p.id as portfolio_id, s.id as security_id, 50::bigint as quantity,
        4900000::bigint as cost_minor
        from portfolio p, security s where p.name = '0000000005' and s.name = 'LADDER'`,
    );
    const [row] = await app.db.query<{ customer_id: bigint }>(
      sql`select customer_id from portfolio where name = '0000000001'`,
    );
    customerId = row?.customer_id ?? 0n;
  });
  after(() => app?.stop());

  async function ladder(query: string): Promise<Json> {
    const { status, body, text } = await app.as('AUDITOR').get(`${LADDER}?${query}`);
    assert.equal(status, 200, text);
    return body;
  }
  const shown = ({ payments }: Json) =>
    payments.map((each: Json) => [
      ...[each.date, each.kind, each.securityName, each.status, each.quantity],
      ...[each.interest, each.principal, each.tax, each.net],
    ]);

  it('has the payments of a customer by date, with tax, and their sums by month', async () => {
    const found = await ladder(`c=${customerId}`);
    assert.deepEqual([found.from, found.until], ['2026-11-27', '2027-11-27']);
    // 100 units of 1,000 at 12 %, paid quarterly, and 7 units at 10 %, paid half-yearly. 15 May
    // 2027 is a Saturday before two holidays.
    assert.deepEqual(shown(found), [
      ['2026-12-31', 'INTR', 'LADDER', 'SCHEDULED', '100', 3_000, 0, 0, 3_000],
      ['2027-03-31', 'INTR', 'LADDER', 'SCHEDULED', '100', 3_000, 0, 0, 3_000],
      ['2027-05-19', 'INTR', 'CORPLAD', 'SCHEDULED', '7', 350, 0, 35, 315],
      ['2027-05-19', 'REDM', 'CORPLAD', 'SCHEDULED', '7', 0, 7_000, 0, 7_000],
      ['2027-06-30', 'INTR', 'LADDER', 'SCHEDULED', '100', 3_000, 0, 0, 3_000],
      ['2027-06-30', 'REDM', 'LADDER', 'SCHEDULED', '100', 0, 100_000, 0, 100_000],
    ]);
    const sums = ({ month, currency, payments, interest, principal, tax, net }: Json) => [
      ...[month, currency, payments, interest, principal, tax, net],
    ];
    assert.deepEqual(found.months.map(sums), [
      ['2026-12', 'NGN', 1, 3_000, 0, 0, 3_000],
      ['2027-03', 'NGN', 1, 3_000, 0, 0, 3_000],
      ['2027-05', 'NGN', 2, 350, 7_000, 35, 7_315],
      ['2027-06', 'NGN', 2, 3_000, 100_000, 0, 103_000],
    ]);
    assert.deepEqual(found.totals.map(sums), [[undefined, 'NGN', 6, 9_350, 107_000, 35, 116_315]]);
  });

  it('agrees with the income that a customer expects, on the days of payment', async () => {
    const path = `/api/v1/custody/income/customer/id/${customerId}`;
    const { status, body, text } = await app.as('OPERATIONS').get(path);
    assert.equal(status, 200, text);
    const own = body.forecast.filter(({ securityName }: Json) => /LAD/.test(securityName));
    assert.deepEqual(
      own.map((each: Json) => [
        ...[each.date, each.kind, each.securityName, each.quantity],
        ...[each.gross, each.proceeds, each.tax, each.net],
      ]),
      (await ladder(`c=${customerId}`)).payments.map((each: Json) => [
        ...[each.date, each.kind, each.securityName, each.quantity],
        ...[each.interest + each.principal, each.principal, each.tax, each.net],
      ]),
    );
    assert.ok(own.some(({ date }: Json) => date === '2027-05-19'));
  });

  it('adds up all customers for the firm, and shows an office only its own customers', async () => {
    const [first] = (await ladder('ed=2026-12-31')).payments;
    assert.deepEqual([first.portfolios, first.quantity, first.interest], [2, '150', 4_500]);
    const [office] = await app.db.query<{ office_id: bigint }>(
      sql`select office_id from portfolio where name = '0000000005'`,
    );
    const scoped = app.asOffice('AUDITOR', [office?.office_id ?? 0n]);
    const { body } = await scoped.get(`${LADDER}?ed=2026-12-31`);
    assert.deepEqual(
      body.payments.map((each: Json) => [each.portfolios, each.interest]),
      [[1, 1_500]],
    );
    assert.equal((await scoped.get(`${LADDER}?c=${customerId}`)).status, 422);
    assert.deepEqual((await ladder('cu=USD')).payments, []);
  });

  it('shows announced payments once, and unpaid ones of past dates', async () => {
    await app.close('2026-12-30', '2026-12-31', 'announce-bond-income');
    const announced = await ladder('ed=2027-01-05');
    // The ex-date of the event is the business date.
    assert.deepEqual(shown(announced), [
      ['2026-12-31', 'INTR', 'LADDER', 'CONFIRMED', '150', 4_500, 0, 0, 4_500],
    ]);
    assert.match(announced.payments[0].eventName, /^INTR-LADDER/);
    await app.close('2026-12-30', '2026-12-31', 'entitle-holders');
    await openOn(app, '2027-01-04');
    assert.deepEqual(shown(await ladder('ed=2027-01-05')), shown(announced));
    await app.event({
      ...{ kind: 'PCAL', securityName: 'LADDER', status: 'CONFIRMED', exDate: '2027-02-01' },
      ...{ paymentDate: '2027-02-02', options: [{ number: 1, type: 'CASH', percent: 20 }] },
    });
    const lowered = await ladder(`c=${customerId}&ed=2027-04-01`);
    assert.deepEqual(shown(lowered).slice(1), [
      ['2027-02-02', 'PCAL', 'LADDER', 'CONFIRMED', '100', 0, 20_000, 0, 20_000],
      ['2027-03-31', 'INTR', 'LADDER', 'SCHEDULED', '100', 2_400, 0, 0, 2_400],
    ]);
  });

  it('is a file of the payments, and a workbook', async () => {
    const csv = await app.as('AUDITOR').get(`${LADDER}/csv?c=${customerId}&ed=2027-02-28`);
    assert.equal(csv.status, 200, csv.text);
    const rows = csv.text.trim().split(/\r?\n/);
    assert.match(rows[0] ?? '', /^\uFEFF?Month,Payment date,Kind,Security,Status,Event/);
    assert.match(rows[1] ?? '', /^2026-12,2026-12-31,INTR,LADDER,CONFIRMED,INTR-LADDER-2026-12-31/);
    assert.match(rows[2] ?? '', /^2027-02,2027-02-02,PCAL,LADDER,CONFIRMED/);
    assert.match(rows[3] ?? '', /^END,2/);
    const xlsx = await app.as('AUDITOR').get(`${LADDER}/xlsx?c=${customerId}`);
    assert.equal(xlsx.status, 200);
    const past = await app.as('AUDITOR').get(`${LADDER}?ed=2027-01-04`);
    assert.deepEqual([past.status, past.body.errors[0].pointer], [400, '/ed']);
  });
});
