// Fee schedules over HTTP: what they charge, how they are changed, and which version a note keeps.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openApp } from '../../../../src/app/app.js';
import { readConfig } from '../../../../src/config/config.js';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { TEST_KEYS } from '../../../support/data-key.js';
import { assertBooks, orderBody } from '../../../support/order.js';
import { reportOrder, sendOrder, standingNote } from '../../../support/order-exchange.js';
import { type FeeDesk, feeDesk, percent, startNode } from './fee-desk.js';

const FEES = '/api/v1/order/feeschedule';
const VALIDATE = '/api/v1/order/tradeorder/validate';
const MILLION = { securityName: 'ACCESS', quantity: 40_000, price: 25, commissionGroupName: 'X' };

let app: TestApp;
let desk: FeeDesk;
before(async () => {
  app = await startTestApp({ demo: true, exchange: 'none' });
  await app.db.query(sql`update security_price set previous_close = 25, last = 25`);
  desk = feeDesk(app);
  await desk.fund(10_000_000);
});
after(() => app.stop());

const linesOf = (charges: readonly Json[]): (readonly [string, number])[] =>
  charges.map(({ code, onCode, amount }) => [
    onCode === undefined ? code : `${code} on ${onCode}`,
    amount,
  ]);

const BUY_OF_A_MILLION = [
  ['COMMISSION', 13_500],
  ['SEC', 3_000],
  ['STAMP', 800],
  ['ALERT', 4],
  ['VAT on COMMISSION', 1_012.5],
  ['VAT on SEC', 225],
  ['VAT on ALERT', 0.3],
];
const SELL_OF_A_MILLION = [
  ['COMMISSION', 13_500],
  ['NGX', 3_000],
  ['CSCS', 3_000],
  ['STAMP', 800],
  ['ALERT', 4],
  ['VAT on COMMISSION', 1_012.5],
  ['VAT on NGX', 225],
  ['VAT on CSCS', 225],
  ['VAT on ALERT', 0.3],
];

describe('a million naira at 1.35 %', () => {
  it('costs 18,541.80 on a buy and 21,766.80 on a sell by estimate', async () => {
    const buy = await desk.estimate({ ...MILLION, side: 'BUY' });
    assert.deepEqual(linesOf(buy.charges), BUY_OF_A_MILLION);
    assert.equal(buy.consideration, 1_000_000);
    assert.equal(buy.totalCharges, 18_541.8);
    assert.equal(buy.netAmount, 1_018_541.8);
    assert.deepEqual([buy.tariffName, buy.tariffVersion], ['NGX_EQUITY', 1]);
    const [, sec, , , vat] = buy.charges;
    assert.deepEqual([sec.label, sec.basis], ['SEC fee', '0.3% of consideration']);
    assert.deepEqual(
      [vat.label, vat.basis],
      ['VAT on Brokerage commission', '7.5% of Brokerage commission'],
    );
    const sell = await desk.estimate({ ...MILLION, side: 'SELL' });
    assert.deepEqual(linesOf(sell.charges), SELL_OF_A_MILLION);
    assert.equal(sell.totalCharges, 21_766.8);
    assert.equal(sell.netAmount, 978_233.2);
  });

  it('costs the same by a validated order, and by the note of a filled one', async () => {
    const terms = { priceType: 'LIMIT', limitPrice: '25.00', quantityRequested: '40000' };
    const validate = async (more: object) => {
      const reply = await app.as('CLIENT').post(VALIDATE, orderBody({ ...terms, ...more }));
      assert.equal(reply.status, 200, reply.text);
      return reply.body.estimate;
    };
    const buy = await validate({});
    assert.deepEqual(linesOf(buy.charges), BUY_OF_A_MILLION);
    assert.deepEqual([buy.totalCharges, buy.tariffVersion], [18_541.8, 1]);
    const bought = await desk.noteOfFill(terms);
    assert.deepEqual(linesOf(bought.charges), BUY_OF_A_MILLION);
    assert.deepEqual([bought.totalCharges, bought.netAmount], [18_541.8, 1_018_541.8]);
    assert.deepEqual([bought.tariffName, bought.tariffVersion], ['NGX_EQUITY', 1]);
    const sell = await validate({ orderType: 'SELL' });
    assert.deepEqual(linesOf(sell.charges), SELL_OF_A_MILLION);
    const sold = await desk.noteOfFill({ ...terms, orderType: 'SELL' });
    assert.deepEqual(linesOf(sold.charges), SELL_OF_A_MILLION);
    assert.deepEqual([sold.totalCharges, sold.netAmount], [21_766.8, 978_233.2]);
    await assertBooks(app);
  });

  it('costs 0.375 % or 0.675 %, and 4.00 flat, in 2018 under the tariff of 2017', async () => {
    const of2018 = { ...MILLION, tradeDate: '2018-05-02' };
    const buy = await desk.estimate({ ...of2018, side: 'BUY' });
    assert.deepEqual(linesOf(buy.charges), [
      ['COMMISSION', 10_000],
      ['LEVIES', 3_750],
      ['ALERT', 4],
    ]);
    assert.equal(buy.tariffName, 'NGX_EQUITY_2017');
    const sell = await desk.estimate({ ...of2018, side: 'SELL', commissionGroupName: 'EXEMPT' });
    assert.deepEqual(linesOf(sell.charges), [
      ['LEVIES', 6_750],
      ['ALERT', 4],
    ]);
  });

  it('costs commission, depository fee and alert fee with VAT for bonds', async () => {
    const asked = { assetClass: 'BOND', currency: 'NGN', side: 'BUY', quantity: 100_000 };
    const buy = await desk.estimate({ ...asked, price: 100 });
    assert.equal(buy.consideration, 10_000_000);
    assert.deepEqual(linesOf(buy.charges), [
      ['COMMISSION', 100_000],
      ['CSCS', 10],
      ['ALERT', 4],
      ['VAT on COMMISSION', 7_500],
      ['VAT on CSCS', 0.75],
      ['VAT on ALERT', 0.3],
    ]);
  });
});

describe('what ships', () => {
  it('is stored at the first start without demonstration data, once for two nodes', async () => {
    const bare = await startTestApp();
    try {
      const flags = {
        ...TEST_KEYS,
        port: 0,
        logLevel: 'silent',
        allowUnsafeDatabase: true,
      } as const;
      const second = await openApp(readConfig({ DATABASE_URL: bare.database.url }, flags));
      await second.close();
      const { body } = await bare.as('AUDITOR').get(`${FEES}/list`);
      const names = body.result.map(({ name, version, createdBy }: Json) => [
        ...[name, version, createdBy],
      ]);
      assert.deepEqual(names.sort(), [
        ['NGX_BOND', 1, 'system'],
        ['NGX_EQUITY', 1, 'system'],
        ['NGX_EQUITY_2017', 1, 'system'],
      ]);
      const versions = await bare
        .as('AUDITOR')
        .get('/api/v1/system/change/version/list?kind=fee-schedule&subject=NGX_EQUITY');
      assert.equal(versions.body.count, 1);
      assert.equal(versions.body.result[0].madeBy, 'system');
    } finally {
      await bare.stop();
    }
  });

  it('is listed by date, class and currency, and read by id', async () => {
    const list = async (query: string) => {
      const { body } = await app.as('CLIENT').get(`${FEES}/list?${query}`);
      return body.result.map(({ name }: Json) => name);
    };
    assert.deepEqual(await list('tradeDate=2018-05-02&assetClass=EQUITY'), ['NGX_EQUITY_2017']);
    assert.deepEqual(await list('tradeDate=2026-05-04&assetClass=EQUITY'), ['NGX_EQUITY']);
    assert.deepEqual(await list('currency=USD'), []);
    for (const code of ['NGX', 'NSE', 'ngx']) {
      assert.deepEqual(await list(`exchangeName=${code}&assetClass=BOND`), ['NGX_BOND']);
    }
    const unknown = await app.as('CLIENT').get(`${FEES}/list?exchangeName=LSE`);
    assert.deepEqual([unknown.status, unknown.body.msgArgs], [422, ['exchangeName']]);
    const first = await app.as('CLIENT').get(`${FEES}/list?name=NGX_EQUITY`);
    const [schedule] = first.body.result;
    const read = await app.as('CLIENT').get(`${FEES}/id/${schedule.id}`);
    assert.deepEqual(read.body, schedule);
    const commission = schedule.rules.find(({ code }: Json) => code === 'COMMISSION');
    assert.deepEqual([commission.percent, commission.customerGroups], [0, ['EXEMPT']]);
  });
});

describe('a new version', () => {
  it('is in force from its first day on, and earlier notes keep their version', async () => {
    const today = await desk.today();
    const row = await sendOrder(app, { priceType: 'LIMIT', limitPrice: '25.00' });
    await reportOrder(app, row, { status: '2', execId: 'OLD-1', fill: [100, '25.00'] });
    const oldNote = await desk.note(await standingNote(app, row.id));
    assert.equal(oldNote.tariffVersion, 1);
    const tomorrow = desk.dayAfter(today);
    await desk.change({ validFrom: tomorrow, rules: [percent('COMMISSION', 1)] });
    const estimate = (tradeDate: string) => desk.estimate({ ...MILLION, side: 'BUY', tradeDate });
    assert.equal((await estimate(today)).totalCharges, 18_541.8);
    const next = await estimate(tomorrow);
    assert.deepEqual([next.tariffVersion, next.totalCharges], [2, 10_000]);
    await app.db.query(sql`update business_day set business_date = ${tomorrow}`);
    await reportOrder(app, row, {
      ...{ status: '2', execId: 'OLD-2', type: 'G', ref: 'OLD-1' },
      fill: [100, '24.90'],
    });
    const corrected = await desk.note(await standingNote(app, row.id));
    assert.notEqual(corrected.id, oldNote.id);
    assert.deepEqual([corrected.tradeDate, corrected.tariffVersion], [today, 1]);
    const newNote = await desk.noteOfFill({});
    assert.deepEqual([newNote.tradeDate, newNote.tariffVersion], [tomorrow, 2]);
    assert.deepEqual(linesOf(newNote.charges), [['COMMISSION', 25]]);
    assert.deepEqual(await desk.note(corrected.id), corrected);
    await assertBooks(app);
  });

  it('applies at once on another node that has cached the version before', async () => {
    const other = await startNode(app);
    try {
      const validate = async () => {
        const reply = await other.caller.post(VALIDATE, orderBody());
        assert.equal(reply.status, 200, reply.text);
        return reply.body.estimate;
      };
      const before = await validate();
      await desk.change({ rules: [percent('COMMISSION', 1.5)] });
      const { tariffVersion, totalCharges, consideration } = await validate();
      assert.equal(tariffVersion, before.tariffVersion + 1);
      assert.equal(totalCharges, Math.round(consideration * 1.5) / 100);
    } finally {
      await other.stop();
    }
  });

  it('may have a rate for a group, which customers of the group pay', async () => {
    await desk.change({
      rules: [percent('COMMISSION', 0.75, { customerGroups: ['STAFF'] }), percent('COMMISSION', 1)],
    });
    const of = async (commissionGroupName: string) =>
      (await desk.estimate({ ...MILLION, side: 'BUY', commissionGroupName })).totalCharges;
    assert.deepEqual([await of('STAFF'), await of('STANDARD')], [7_500, 10_000]);
    await desk.setGroup('STAFF');
    const note = await desk.noteOfFill({});
    assert.equal(note.totalCharges, 18.75);
  });

  it('applies only to customers of its office if it has one', async () => {
    const [office] = await app.db.query<{ name: string }>(sql`
      select o.name from portfolio p join business_office o on o.id = p.office_id
      where p.name = '0000000001'`);
    const own = { name: 'OFFICE_FEES', businessOffice: office?.name };
    await desk.change({ ...own, rules: [percent('COMMISSION', 2)] });
    assert.equal((await desk.noteOfFill({})).tariffName, 'OFFICE_FEES');
    const asked = { ...MILLION, side: 'BUY' };
    const general = await desk.estimate(asked);
    const local = await desk.estimate({ ...asked, businessOffice: office?.name });
    assert.deepEqual([general.tariffName, local.tariffName], ['NGX_EQUITY', 'OFFICE_FEES']);
    const [elsewhere] = await app.db.query<{ id: bigint }>(
      sql`select id from business_office where name <> ${office?.name} order by id limit 1`,
    );
    const bound = app.asOffice('CLIENT', [elsewhere?.id ?? 0n]);
    const seen = await bound.get(`${FEES}/list?name=OFFICE_FEES`);
    assert.equal(seen.body.count, 0);
    await desk.change({ ...own, validTo: '2020-12-31', rules: [percent('COMMISSION', 2)] });
  });

  it('leaves orders without a schedule once it has ended, but not past trades', async () => {
    const today = await desk.today();
    await desk.change({ rules: [percent('COMMISSION', 1.1)] });
    const row = await sendOrder(app, { priceType: 'LIMIT', limitPrice: '25.00' });
    await desk.change({ validTo: desk.dayBefore(today), rules: [percent('COMMISSION', 3)] });
    const refused = await app.as('CLIENT').post(VALIDATE, orderBody());
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.msgCode, 'FEE_SCHEDULE_MISSING');
    assert.deepEqual(refused.body.msgArgs, ['EQUITY', 'NGN', today]);
    assert.equal((await desk.tryEstimate({ ...MILLION, side: 'BUY' })).status, 422);
    assert.equal(await reportOrder(app, row, { status: '2', fill: [100, '25.00'] }), 'APPLIED');
    const note = await desk.note(await standingNote(app, row.id));
    assert.equal(note.tariffName, 'NGX_EQUITY');
    assert.ok(note.totalCharges > 0);
    await desk.change({ rules: [percent('COMMISSION', 1)] });
  });
});

describe('a maximum per day', () => {
  const capped = percent('COMMISSION', 1, { maxPerDay: 30 });

  it('applies over the notes of a customer and date, also for two concurrent notes', async () => {
    await desk.change({ rules: [capped] });
    const next = desk.dayAfter(await desk.today());
    await app.db.query(sql`update business_day set business_date = ${next}`);
    const terms = { priceType: 'LIMIT', limitPrice: '25.00' };
    const rows = [];
    for (let count = 0; count < 4; count += 1) rows.push(await sendOrder(app, terms));
    await Promise.all(
      rows.map((row) => reportOrder(app, row, { status: '2', fill: [100, '25.00'] })),
    );
    const notes = [];
    for (const row of rows) notes.push(await desk.note(await standingNote(app, row.id)));
    const charges = notes.map(({ totalCharges }) => totalCharges);
    assert.deepEqual(
      charges.sort((left, right) => left - right),
      [0, 0, 5, 25],
    );
    await assertBooks(app);
    await desk.change({ rules: [percent('COMMISSION', 1)] });
  });
});

describe('races', () => {
  it('between orders and an approval leave each note charged by a single version', async () => {
    const two = [percent('COMMISSION', 2), percent('SEC', 2, { ledgerAccount: 'LIAB:SEC' })];
    const four = [percent('COMMISSION', 4), percent('SEC', 4, { ledgerAccount: 'LIAB:SEC' })];
    await desk.change({ rules: two });
    const { id } = await desk.propose({ rules: four });
    const terms = { priceType: 'LIMIT', limitPrice: '25.00' };
    const [rows] = await Promise.all([
      Promise.all(
        Array.from({ length: 16 }, async () => {
          const row = await sendOrder(app, terms);
          await reportOrder(app, row, { status: '2', fill: [100, '25.00'] });
          return row;
        }),
      ),
      desk.approve(id),
    ]);
    const later = await desk.noteOfFill({});
    const versions = new Map([
      [later.tariffVersion - 1, 50],
      [later.tariffVersion, 100],
    ]);
    for (const row of rows) {
      const note = await desk.note(await standingNote(app, row.id));
      const each = versions.get(note.tariffVersion);
      assert.deepEqual(
        linesOf(note.charges),
        [
          ['COMMISSION', each],
          ['SEC', each],
        ],
        `version ${note.tariffVersion}`,
      );
    }
    assert.deepEqual(linesOf(later.charges)[0], ['COMMISSION', 100]);
    await assertBooks(app);
  });

  it('between two approvals of versions store one, and the other is outdated', async () => {
    const ids = [];
    for (const rate of [1, 1.1]) {
      ids.push((await desk.propose({ rules: [percent('COMMISSION', rate)] })).id);
    }
    const replies = await Promise.all(ids.map((id) => desk.tryApprove(id)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    const late = replies.find(({ status }) => status === 409);
    assert.equal(late?.body.msgCode, 'CHANGE_OUTDATED');
  });

  it('between two approvals of schedules for the same trades refuse one', async () => {
    const rules = [percent('COMMISSION', 1)];
    const names = ['RIVAL_A', 'RIVAL_B'];
    const ids = [];
    for (const name of names) {
      ids.push((await desk.propose({ name, currency: 'GHS', rules })).id);
    }
    const replies = await Promise.all(ids.map((id) => desk.tryApprove(id)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    const late = replies.find(({ status }) => status === 422);
    assert.equal(late?.body.msgCode, 'FEE_SCHEDULE_OVERLAP');
  });
});
