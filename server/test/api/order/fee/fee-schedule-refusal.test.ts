// Fee schedules and estimates that are refused because of their body, their caller or a reference,
// and schedules that could not charge any note.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { type FeeDesk, feeDesk, percent } from './fee-desk.js';

const FEES = '/api/v1/order/feeschedule';
const TRADE = { side: 'BUY', securityName: 'ACCESS', quantity: 100, price: 25 };

let app: TestApp;
let desk: FeeDesk;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  desk = feeDesk(app);
});
after(() => app.stop());

const good = percent('COMMISSION', 1);
const vat = (more: object) =>
  percent('VAT', 7.5, { ledgerAccount: 'LIAB:VAT', base: 'EACH_LINE', ...more });

describe('400', () => {
  const wrong: readonly (readonly [string, object, string])[] = [
    ['no rules', { rules: [] }, '/rules'],
    ['a rate below zero', { rules: [percent('COMMISSION', -1)] }, '/rules/0/percent'],
    ['more than the whole', { rules: [percent('COMMISSION', 135)] }, '/rules/0/percent'],
    ['an unknown base', { rules: [{ ...good, base: 'MOON' }] }, '/rules/0/base'],
    ['an unknown member', { rules: [{ ...good, rebate: 5 }] }, '/rules/0/rebate'],
    ['an unknown class', { assetClasses: ['GOLD'], rules: [good] }, '/assetClasses/0'],
    ['a date that does not exist', { validFrom: '2026-02-30', rules: [good] }, '/validFrom'],
    ['sixteen digits', { rules: [{ ...good, min: '0.1234567890123456' }] }, '/rules/0/min'],
  ];
  for (const [name, schedule, pointer] of wrong) {
    it(`answers a proposal with ${name}`, async () => {
      const { status, body } = await desk.tryPropose(schedule);
      assert.equal(status, 400);
      assert.equal(body.errors[0].pointer, pointer);
    });
  }

  const asked: readonly (readonly [string, object, string])[] = [
    ['no side', { side: '' }, 'side'],
    ['half a unit', { quantity: '0.5' }, 'quantity'],
    ['more units than an order takes', { quantity: '1000000001' }, 'quantity'],
    ['no price', { price: 0 }, 'price'],
    ['nothing traded', { securityName: '' }, 'securityName'],
  ];
  for (const [name, more, member] of asked) {
    it(`answers an estimate with ${name}`, async () => {
      const { status, body } = await desk.tryEstimate({ ...TRADE, ...more });
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(body.msgArgs, [member]);
    });
  }
});

describe('401, 403 and 404', () => {
  it('refuses a caller without credentials, and roles without the permission', async () => {
    assert.equal((await app.as('NOBODY').get(`${FEES}/list`)).status, 401);
    for (const role of ['AUDITOR', 'APPROVER', 'FINANCE', 'CRM']) {
      assert.equal((await app.as(role).post(`${FEES}/propose`, {})).status, 403, role);
    }
  });

  it('refuses an approval by the proposer of a schedule', async () => {
    const admin = app.as('ADMIN');
    const { body } = await admin.post(`${FEES}/propose`, {
      ...{ name: 'OWN', label: 'Own', currency: 'KES', assetClasses: ['EQUITY'], rules: [good] },
    });
    const reply = await admin.put(`/api/v1/system/change/approve/id/${body.id}`);
    assert.equal(reply.status, 403);
    assert.equal(reply.body.msgCode, 'OWN_WORK');
  });

  it('an unknown version, and an office that the caller does not see, do not exist', async () => {
    assert.equal((await app.as('CLIENT').get(`${FEES}/id/999999`)).status, 404);
    const [one, two] = await app.db.pool
      .query<{ id: bigint; name: string }>('select id, name from business_office order by id')
      .then(({ rows }) => rows);
    const bound = app.asOffice('CLIENT', [one?.id ?? 0n]);
    const query = new URLSearchParams({ ...TRADE, quantity: '1', price: '1' });
    query.set('businessOffice', two?.name ?? '');
    const reply = await bound.get(`${FEES}/estimate?${query}`);
    assert.equal(reply.status, 422);
    assert.deepEqual(reply.body.msgArgs, ['businessOffice']);
  });
});

describe('422', () => {
  const tiers = [{ upTo: 100, percent: 1 }, { upTo: 50, percent: 2 }, { percent: 3 }];
  const bare = { ...percent('COMMISSION', 1), percent: undefined };
  const refused: readonly (readonly [string, object, string])[] = [
    [
      'a tax on a line that is not before it',
      { rules: [vat({ baseCodes: ['SEC'] })] },
      'baseCodes',
    ],
    ['a tax on nothing', { rules: [good, vat({})] }, 'baseCodes'],
    ['tiers that fall', { rules: [{ ...bare, rate: 'SLAB', tiers }] }, 'tiers/1/upTo'],
    ['tiers that end', { rules: [{ ...bare, rate: 'WHOLE', tiers: [tiers[0]] }] }, 'tiers'],
    ['no percent', { rules: [bare] }, 'percent'],
    ['no amount', { rules: [{ ...bare, rate: 'FLAT' }] }, 'amount'],
    ['a percent that is not read', { rules: [{ ...good, rate: 'FLAT', amount: 1 }] }, 'percent'],
    ['a unit of nothing', { rules: [{ ...good, base: 'PER_STARTED', baseUnit: 0 }] }, 'baseUnit'],
    ['units of what', { rules: [{ ...good, base: 'PER_STARTED', baseUnit: 1 }] }, 'baseOf'],
    ['rounding to nothing', { rules: [{ ...good, roundingUnit: 0 }] }, 'roundingUnit'],
    ['rounding below the kobo', { rules: [{ ...good, roundingUnit: 0.001 }] }, 'roundingUnit'],
    ['a part of a kobo at most', { rules: [{ ...good, max: 10.005 }] }, 'max'],
    ['a line that is never reached', { rules: [good, { ...good, side: 'BUY' }] }, 'code'],
    ['less at most than at least', { rules: [{ ...good, min: 2, max: 1 }] }, 'max'],
    [
      'an account that is not in the chart',
      { rules: [percent('X', 1, { ledgerAccount: 'LIAB:X' })] },
      'ledgerAccount',
    ],
    [
      "the clients' bank as an income",
      { rules: [percent('X', 1, { ledgerAccount: 'BANK:CLIENT' })] },
      'ledgerAccount',
    ],
  ];
  for (const [name, schedule, member] of refused) {
    it(`answers ${name}`, async () => {
      const { status, body } = await desk.tryPropose(schedule);
      assert.equal(status, 422, JSON.stringify(body));
      assert.equal(body.msgCode, 'FEE_SCHEDULE_REFUSED');
      assert.match(body.msgArgs[0], new RegExp(`^rules/[01]/${member}$`));
    });
  }

  const wrong: readonly (readonly [string, object, string, string])[] = [
    ['a name in small letters', { name: 'ngx' }, 'FEE_SCHEDULE_REFUSED', 'name'],
    ['an end before the beginning', { validTo: '2020-01-01' }, 'FEE_SCHEDULE_REFUSED', 'validTo'],
    ['a currency that does not exist', { currency: 'ZZZ' }, 'UNKNOWN_REFERENCE', 'currency'],
    ['an unknown exchange', { exchangeName: 'NOWHERE' }, 'UNKNOWN_REFERENCE', 'exchangeName'],
    ['an unknown office', { businessOffice: 'NOWHERE' }, 'UNKNOWN_REFERENCE', 'businessOffice'],
    [
      'a group that is not there',
      { rules: [{ ...good, customerGroups: ['STANDART'] }, good] },
      'UNKNOWN_REFERENCE',
      'rules/0/customerGroups',
    ],
  ];
  for (const [name, schedule, code, member] of wrong) {
    it(`answers ${name}`, async () => {
      const { status, body } = await desk.tryPropose({ rules: [good], ...schedule });
      assert.equal(status, 422, JSON.stringify(body));
      assert.deepEqual([body.msgCode, body.msgArgs], [code, [member]]);
    });
  }

  it('refuses a schedule that overlaps with another one', async () => {
    const { status, body } = await desk.tryPropose({ name: 'RIVAL', rules: [good] });
    assert.equal(status, 422);
    assert.equal(body.msgCode, 'FEE_SCHEDULE_OVERLAP');
    assert.deepEqual(body.msgArgs, ['NGX_EQUITY', '1']);
  });

  it('refuses an estimate without a schedule, or with contradicting members', async () => {
    const codeOf = async (more: object) =>
      (await desk.tryEstimate({ ...TRADE, ...more })).body.msgCode;
    assert.equal(await codeOf({ tradeDate: '2010-01-04' }), 'FEE_SCHEDULE_MISSING');
    assert.equal(await codeOf({ securityName: 'NOWHERE' }), 'UNKNOWN_REFERENCE');
    assert.equal(await codeOf({ currency: 'USD' }), 'REFERENCE_MISMATCH');
    const noSecurity = { securityName: '', assetClass: 'EQUITY', currency: 'NGN' };
    assert.equal(await codeOf({ ...noSecurity, exchangeName: 'NOWHERE' }), 'UNKNOWN_REFERENCE');
    assert.equal(await codeOf({ exchangeName: 'NOWHERE' }), 'UNKNOWN_REFERENCE');
  });

  it('accepts the former code of an exchange in estimates and proposals', async () => {
    const { securityName: _, ...terms } = TRADE;
    const ofClass = { ...terms, assetClass: 'EQUITY', currency: 'NGN' };
    for (const request of [TRADE, ofClass]) {
      const estimates = ['NGX', 'nse'].map((exchangeName) =>
        desk.tryEstimate({ ...request, exchangeName }),
      );
      const [present, former] = await Promise.all(estimates);
      assert.equal(former?.status, 200, former?.text);
      assert.deepEqual(former?.body, present?.body);
    }
    const body = { name: 'FORMER', currency: 'UGX', rules: [good], exchangeName: 'NSE' };
    const proposed = await desk.tryPropose(body);
    assert.equal(proposed.status, 201, proposed.text);
    assert.match(proposed.text, /"exchangeName":"NGX"/);
  });
});

describe('repeated key and dry run', () => {
  it('a proposal with the same key is stored once', async () => {
    const headers = { 'idempotency-key': 'fee-schedule-key-0001' };
    const body = { label: 'Shares', currency: 'UGX', assetClasses: ['EQUITY'], rules: [good] };
    const send = () =>
      app.as('OPERATIONS').post(`${FEES}/propose`, { name: 'UGANDA', ...body }, headers);
    const [first, second] = [await send(), await send()];
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
  });

  it('a dry run of proposal and approval shows the outcome and changes nothing', async () => {
    const schedule = { rules: [percent('COMMISSION', 9)] };
    const dry = await desk.tryPropose(schedule, '?dryRun=true');
    assert.equal(dry.status, 200, dry.text);
    assert.equal(dry.body.result.state, 'PENDING');
    const { id } = await desk.propose(schedule);
    const approved = await app
      .as('APPROVER')
      .put(`/api/v1/system/change/approve/id/${id}?dryRun=true`);
    assert.equal(approved.body.result.recordName, 'NGX_EQUITY-2');
    assert.equal((await desk.estimate(TRADE)).tariffVersion, 1);
  });
});
