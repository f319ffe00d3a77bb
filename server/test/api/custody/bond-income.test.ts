// Bond income according to the bonds' terms: announced, fixed, moved, recorded again, paid and
// redeemed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { orderBody } from '../../support/order.js';
import { waitFor } from '../../support/wait.js';
import { type BondApp, openOn, startBondApp } from './bond-app.js';

const STEP = 'announce-bond-income';
const UPDATE = '/api/v1/order/security/update';

const shown = ({ name, kind, status, exDate, paymentDate }: Json) =>
  [name, kind, status, exDate, paymentDate].join(' ');

describe('the income of a bond', () => {
  let app: BondApp;
  before(async () => {
    app = await startBondApp();
    await openOn(app, '2026-12-01');
  });
  after(() => app.stop());

  const announce = async (closing: string, next: string) =>
    (await app.close(closing, next, STEP))[STEP];

  async function linesOf(name: string): Promise<[string, bigint][]> {
    const lines = await app.db.query<{ code: string; minor: bigint }>(sql`
      select a.acct_type as code, l.amount_minor as minor
      from entitlement e join corporate_action c on c.id = e.corporate_action_id
      join journal_line l on l.journal_id = e.journal_id join account a on a.id = l.account_id
      where c.name = ${name} order by l.line_no`);
    return lines.map(({ code, minor }) => [code, minor]);
  }

  it('is announced once, 30 days ahead, and confirmed by the system', async () => {
    await app.bond('FGLIFE');
    await app.hold('FGLIFE', 10, 987_000);
    assert.equal(await announce('2026-11-27', '2026-11-30'), 0);
    assert.equal(await announce('2026-11-30', '2026-12-01'), 1);
    assert.equal(await announce('2026-11-30', '2026-12-01'), 0);
    assert.equal(await announce('2026-12-01', '2026-12-02'), 0);
    const [coupon, ...others] = await app.events('FGLIFE');
    assert.deepEqual(others, []);
    assert.equal(shown(coupon), 'INTR-FGLIFE-2026-12-31 INTR CONFIRMED 2026-12-31 2026-12-31');
    assert.equal(coupon.options[0].cashPerUnit, 3);
    assert.equal(coupon.createdBy, 'system');
  });

  it('409: fixes the terms from which it is computed, and no others', async () => {
    const { id } = await app.security('FGLIFE');
    const admin = app.as('ADMIN');
    const fixed = await admin.put(UPDATE, { id, couponRate: 13 });
    assert.equal(fixed.status, 409, fixed.text);
    assert.equal(fixed.body.msgCode, 'SECURITY_TERMS_FIXED');
    assert.equal(fixed.body.errors[0].pointer, '/couponRate');
    const same = await admin.put(UPDATE, { id, couponRate: 12, sector: 'Government' });
    assert.equal(same.status, 200, same.text);
  });

  // The demonstration's own registrar pays each event on its payment date.
  it('pays two coupons and the redemption, after which the bond is no longer in use', async () => {
    await app.close('2026-12-30', '2026-12-31');
    assert.deepEqual(await linesOf('INTR-FGLIFE-2026-12-31'), [
      ['CA:CONTROL', 30_000n],
      ['CUSTOMER_CASH', -30_000n],
    ]);
    // Good Friday 2027 is 26 March; 31 March is a business day.
    await app.close('2027-03-02', '2027-03-03');
    await app.close('2027-03-30', '2027-03-31');
    await app.close('2027-06-01', '2027-06-02');
    const due = (await app.events('FGLIFE')).filter(({ exDate }) => exDate === '2027-06-30');
    assert.deepEqual(
      due.map(({ kind, status }) => [kind, status]),
      [
        ['INTR', 'CONFIRMED'],
        ['REDM', 'CONFIRMED'],
      ],
    );
    await app.close('2027-06-29', '2027-06-30');
    assert.equal((await app.security('FGLIFE')).active, true);
    assert.deepEqual(await linesOf('INTR-FGLIFE-2027-06-30'), [
      ['CA:CONTROL', 30_000n],
      ['CUSTOMER_CASH', -30_000n],
    ]);
    await app.close('2027-06-30', '2027-07-01');
    assert.deepEqual(await linesOf('REDM-FGLIFE-2027-06-30'), [
      ['CA:CONTROL', 1_000_000n],
      ['CUSTOMER_CASH', -1_000_000n],
    ]);
    const [holding] = await app.db.query(sql`
      select h.quantity, h.cost_minor as cost, h.realised_gain_minor as gain
      from holding h join security s on s.id = h.security_id where s.name = 'FGLIFE'`);
    assert.deepEqual(holding, { quantity: 0n, cost: 0n, gain: 13_000n });
    assert.equal((await app.security('FGLIFE')).active, false);
    const matured = await app.db.query(sql`
      select from outbox_event where type = 'security.matured'`);
    assert.equal(matured.length, 1);
  });

  it('reactivates the bond when its redemption is undone, until the next one', async () => {
    const redemption = (await app.events('FGLIFE')).find(({ kind }) => kind === 'REDM');
    // The next version of an event is refused while the previous version's jobs are pending or
    // running.
    const again = async ({ status }: { readonly status: string }) => {
      await waitFor('the jobs of the event', async () => {
        const jobs = await app.db.query(sql`
          select from job where kind like 'corporate-action.%' and state in ('QUEUED', 'RUNNING')`);
        return jobs.length === 0;
      });
      const { name, kind, securityName, label, qualificationDate } = redemption;
      const { exDate, paymentDate, options } = redemption;
      return app.event({
        ...{ name, kind, securityName, label, qualificationDate, exDate, paymentDate, options },
        status,
      });
    };
    await again({ status: 'DEFAULTED' });
    assert.equal((await app.security('FGLIFE')).active, true);
    await again({ status: 'CONFIRMED' });
    assert.equal((await app.security('FGLIFE')).active, true);
    await app.close('2027-07-01', '2027-07-02', 'announce-bond-income');
    assert.equal((await app.security('FGLIFE')).active, false);
    await app.db.query(sql`update security set active = true where name = 'FGLIFE'`);
    await app.close('2027-07-02', '2027-07-05', 'announce-bond-income');
    await again({ status: 'CANCELLED' });
    assert.equal((await app.security('FGLIFE')).active, true);
    const reinstated = await app.db.query(sql`
      select from outbox_event where type = 'security.reinstated'`);
    assert.equal(reinstated.length, 2);
    await app.close('2027-07-05', '2027-07-06', 'announce-bond-income');
    assert.equal((await app.security('FGLIFE')).active, true);
    await openOn(app, '2026-12-01');
  });

  it('is paid on the next business day, which moves when a holiday is declared', async () => {
    await app.bond('FGSAT', { couponsPerYear: 2, maturityDate: '2027-06-19' });
    await announce('2026-12-01', '2026-12-02');
    const [before] = await app.events('FGSAT');
    assert.equal(shown(before), 'INTR-FGSAT-2026-12-19 INTR CONFIRMED 2026-12-19 2026-12-21');
    await app.db.query(sql`
      insert into market_holiday (exchange_id, holiday, label)
      select id, '2026-12-21', 'Declared late' from exchange where name = 'NGX'`);
    assert.equal(await announce('2026-12-02', '2026-12-03'), 1);
    assert.equal(await announce('2026-12-02', '2026-12-03'), 0);
    const [moved] = await app.events('FGSAT');
    assert.equal(shown(moved), 'INTR-FGSAT-2026-12-19 INTR CONFIRMED 2026-12-19 2026-12-22');
    assert.deepEqual([moved.termsVersion, moved.options[0].cashPerUnit], [2, 6]);
    const told = await app.db.query(sql`
      select from outbox_event
      where type = 'corporate-action.confirmed' and data ->> 'name' = 'INTR-FGSAT-2026-12-19'`);
    assert.equal(told.length, 2);
    await openOn(app, '2026-12-01');
  });

  it('awaits the approval of one person for a corporate bond', async () => {
    const corporate = { securityType: 'BOND_CORP', recordDays: 5, maturityDate: '2027-12-18' };
    await app.bond('CORP', corporate);
    await announce('2026-12-01', '2026-12-02');
    const [coupon] = await app.events('CORP');
    assert.equal(shown(coupon), 'INTR-CORP-2026-12-18 INTR ANNOUNCED 2026-12-18 2026-12-18');
    assert.equal(coupon.qualificationDate, '2026-12-13');
    assert.equal(coupon.taxClass, 'CORPORATE_BOND');
    const changes = await app.db.query<{ id: bigint; created_by: string }>(sql`
      select id, created_by from reference_change where subject = ${coupon.name}`);
    assert.deepEqual(
      changes.map(({ created_by }) => created_by),
      ['system'],
    );
    await app.approve(changes[0]?.id ?? 0n);
    const [confirmed] = await app.events('CORP');
    assert.equal(confirmed.status, 'CONFIRMED');
    assert.equal(await announce('2026-12-02', '2026-12-03'), 0);
    await openOn(app, '2026-12-01');
  });

  it('includes the redemption of a bond that matured before it was created here', async () => {
    await app.bond('FGOLD');
    await app.db.query(sql`
      update security set maturity_date = '2021-05-14', issue_date = null where name = 'FGOLD'`);
    await app.hold('FGOLD', 5, 500_000);
    assert.equal(await announce('2026-12-01', '2026-12-02'), 1);
    const [redemption, ...others] = await app.events('FGOLD');
    assert.deepEqual(others, []);
    assert.deepEqual([redemption.kind, redemption.status], ['REDM', 'CONFIRMED']);
    await app.close('2026-12-01', '2026-12-02');
    assert.deepEqual(await linesOf(redemption.name), [
      ['CA:CONTROL', 500_000n],
      ['CUSTOMER_CASH', -500_000n],
    ]);
    await app.close('2026-12-02', '2026-12-03');
    assert.equal((await app.security('FGOLD')).active, false);
    const [holding] = await app.db.query(sql`
      select h.quantity from holding h join security s on s.id = h.security_id
      where s.name = 'FGOLD'`);
    assert.deepEqual(holding, { quantity: 0n });
    await openOn(app, '2026-12-01');
  });
});

describe('the terms of a bond with announced income', () => {
  let app: BondApp;
  before(async () => {
    app = await startBondApp();
    await openOn(app, '2026-12-01');
    await app.bond('FGTERM', { maturityDate: '2027-12-20' });
    await app.close('2026-12-01', '2026-12-02', STEP);
  });
  after(() => app.stop());

  const proposal = (changes: object) => ({
    ...{ securityName: 'FGTERM', faceValue: 1000, couponRate: 12, couponsPerYear: 4 },
    ...{ maturityDate: '2027-12-20', dayCount: 'ACT_ACT_ICMA', reason: 'mistyped' },
    ...changes,
  });
  async function change(changes: object): Promise<void> {
    const path = '/api/v1/custody/security-terms/propose';
    const made = await app.as('OPERATIONS').put(path, proposal(changes));
    assert.equal(made.status, 201, made.text);
    await app.approve(made.body.id);
  }
  const open = async () =>
    (await app.events('FGTERM')).map(({ name, status, options }: Json) =>
      [name, status, options[0].cashPerUnit].join(' '),
    );

  it('are changed by two people, which generates the events again', async () => {
    assert.deepEqual(await open(), ['INTR-FGTERM-2026-12-20 CONFIRMED 3']);
    await change({ couponRate: 14 });
    assert.equal((await app.security('FGTERM')).couponRate, 14);
    assert.deepEqual(await open(), ['INTR-FGTERM-2026-12-20 CONFIRMED 3.5']);
    await change({ couponRate: 14, maturityDate: '2027-12-21' });
    assert.deepEqual(await open(), [
      'INTR-FGTERM-2026-12-20 CANCELLED 3.5',
      'INTR-FGTERM-2026-12-21 CONFIRMED 3.5',
    ]);
    await change({ couponRate: 14 });
    assert.deepEqual((await open()).sort(), [
      'INTR-FGTERM-2026-12-20 CANCELLED 3.5',
      'INTR-FGTERM-2026-12-20/2 CONFIRMED 3.5',
      'INTR-FGTERM-2026-12-21 CANCELLED 3.5',
    ]);
  });

  it('422 and 400: the terms of a share, and terms that a bond cannot have', async () => {
    const path = '/api/v1/custody/security-terms/propose';
    const cases = [
      [{ securityName: 'ACCESS' }, 422, '/securityName'],
      [{ couponsPerYear: 3 }, 400, '/couponsPerYear'],
      [{ issueDate: '2028-01-01' }, 400, '/issueDate'],
    ] as const;
    for (const [changes, status, pointer] of cases) {
      const reply = await app.as('OPERATIONS').put(path, proposal(changes));
      assert.equal(reply.status, status, reply.text);
      assert.equal(reply.body.errors[0].pointer, pointer);
    }
  });
});

describe('a bond whose issuer pays early or not at all', () => {
  let app: BondApp;
  before(async () => {
    app = await startBondApp();
    await openOn(app, '2026-12-01');
  });
  after(() => app.stop());

  const terms = (securityName: string, kind: string, rest: object) => ({
    ...{ kind, securityName, status: 'CONFIRMED', exDate: '2026-12-15' },
    ...rest,
  });
  const paid = (option: object) => ({
    paymentDate: '2026-12-15',
    options: [{ number: 1, type: 'CASH', isDefault: true, ...option }],
  });
  const holdingOn = async (name: string, date: string): Promise<Json> => {
    const path = `/api/v1/order/portfolio/holdings/id/1?date=${date}`;
    const { body, text } = await app.as('ADMIN').get(path);
    return body.result?.find(({ securityName }: Json) => securityName === name) ?? text;
  };

  it('G22: a partial redemption lowers the face value from its date on', async () => {
    await app.bond('FGPART', { couponRate: 15, couponsPerYear: 2, maturityDate: '2030-06-15' });
    await app.hold('FGPART', 200, 19_000_000);
    const name = await app.event(terms('FGPART', 'PCAL', paid({ percent: 25 })));
    const faces = async () =>
      app.db.query(sql`
        select f.valid_from::text as day, f.face_value::text as face from security_face_value f
        join security s on s.id = f.security_id where s.name = 'FGPART'`);
    assert.deepEqual(await faces(), [{ day: '2026-12-15', face: '750' }]);
    // A GTC sell order gets an earlier end date, so that its trades settle before the 15th and
    // deliver units with a face value of 1,000.
    const order = { ...orderBody(), securityName: 'FGPART', orderType: 'SELL', priceType: 'LIMIT' };
    const lasting = { ...order, quantityRequested: '10', limitPrice: 98, orderTermName: 'GTC' };
    const sold = await app.as('CLIENT').post('/api/v1/order/tradeorder/submit', lasting);
    assert.equal(sold.status, 201, sold.text);
    const [stored] = await app.db.query(sql`
      select expire_date as last, face_value::text as face, order_value_minor as value
      from trade_order where id = ${BigInt(sold.body.id)}`);
    assert.deepEqual(stored, { last: '2026-12-11', face: '1000', value: 980_000n });
    await app.as('CLIENT').put(`/api/v1/order/tradeorder/cancel/id/${sold.body.id}`);
    await app.close('2026-12-01', '2026-12-02');
    // 200 units at 98 per 100 of face value. The face value is 1,000, and 750 from the 15th
    // onwards.
    assert.equal((await holdingOn('FGPART', '2026-12-02')).marketValue, 196_000);
    await app.close('2026-12-14', '2026-12-15');
    const after = await holdingOn('FGPART', '2026-12-15');
    assert.equal(after.marketValue, 147_000);
    assert.deepEqual([after.quantity, after.cost, after.realisedGain], ['200', 142_500, 2_500]);
    const [row] = await app.db.query(sql`
      select e.gross_minor as gross from entitlement e
      join corporate_action c on c.id = e.corporate_action_id where c.name = ${name}`);
    assert.deepEqual(row, { gross: 5_000_000n });
    // The coupon on that date is calculated from the earlier face value.
    const [coupon] = await app.db.query(sql`
      select e.gross_minor as gross from entitlement e
      join corporate_action c on c.id = e.corporate_action_id
      where c.name = 'INTR-FGPART-2026-12-15'`);
    assert.deepEqual(coupon, { gross: 1_500_000n });
    await openOn(app, '2026-12-01');
  });

  it('G23: a call pays the accrued interest, and ends the income after it', async () => {
    await app.bond('FGCALL', { couponRate: 14.5, couponsPerYear: 2, maturityDate: '2031-06-20' });
    await app.close('2026-12-01', '2026-12-02', STEP);
    assert.equal((await app.events('FGCALL'))[0].exDate, '2026-12-20');
    const name = await app.event(terms('FGCALL', 'MCAL', paid({ pricePer100: 102 })));
    const events = await app.events('FGCALL');
    assert.deepEqual(
      events.map(({ kind, status }) => [kind, status]),
      [
        ['MCAL', 'CONFIRMED'],
        ['INTR', 'CANCELLED'],
      ],
    );
    // Interest for 178 of 183 days since 20 June: 7.25 × 178 / 183.
    assert.equal(events[0].name, name);
    assert.equal(events[0].options[0].cashPerUnit, 7.051912568306);
    await openOn(app, '2026-12-01');
  });

  it('stops the accrual of interest from a default until it is cured', async () => {
    await app.bond('FGFAIL', { couponsPerYear: 2, maturityDate: '2030-06-15' });
    await app.hold('FGFAIL', 10, 990_000);
    await app.close('2026-12-01', '2026-12-02', STEP);
    const dflt = terms('FGFAIL', 'DFLT', { exDate: '2026-12-10' });
    const name = await app.event(dflt);
    assert.equal((await app.security('FGFAIL')).tradesFlatFrom, '2026-12-10');
    const [, coupon] = await app.events('FGFAIL');
    assert.deepEqual([coupon.kind, coupon.status], ['INTR', 'CANCELLED']);
    await openOn(app, '2026-12-11');
    assert.equal((await holdingOn('FGFAIL', '2026-12-11')).accruedCoupon, 0);
    await app.event({ ...dflt, name, status: 'CANCELLED' });
    assert.equal((await app.security('FGFAIL')).tradesFlatFrom, undefined);
    assert.ok((await holdingOn('FGFAIL', '2026-12-11')).accruedCoupon > 0);
    const events = await app.events('FGFAIL');
    assert.deepEqual(
      events.map((event) => [event.name, event.status]).sort(),
      [
        [name, 'CANCELLED'],
        ['INTR-FGFAIL-2026-12-15', 'CANCELLED'],
        ['INTR-FGFAIL-2026-12-15/2', 'CONFIRMED'],
      ].sort(),
    );
  });
});
