// Price exceptions: prices that are missing, are too old under the policy, or have jumped without a
// corporate action.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { adopt } from './policy.js';
import { type Portfolio, startWealthApp, type WealthApp } from './wealth-app.js';

const LIST = '/api/v1/wealth/price-exception/list';
/** The office of `app.stranger`. */
const OTHER_OFFICE = '0000000002';

let app: WealthApp;
let owner: Depositor;
let portfolio: Portfolio;
let elsewhere: Portfolio;
before(async () => {
  app = await startWealthApp();
  owner = await app.holder();
  portfolio = await app.portfolio(owner);
  elsewhere = await app.portfolio(app.stranger);
});
after(() => app.stop());

type Bars = Parameters<WealthApp['share']>[1];

/** Adds a share that the owner holds, with its price history. */
async function held(name: string, bars: Bars): Promise<bigint> {
  const id = await app.share(name, bars);
  await app.bring(portfolio, id, { date: '2026-01-05', quantity: 100 });
  return id;
}

const listed = async (query = '', role = 'AUDITOR'): Promise<Json> => {
  const { status, body, text } = await app.as(role).get(`${LIST}${query}`);
  assert.equal(status, 200, text);
  return body;
};
const of = async (name: string, query = ''): Promise<Json[]> =>
  (await listed(query)).result.filter((row: Json) => row.name === name);
const kindsOf = async (name: string, query = ''): Promise<string[]> =>
  (await of(name, query)).map(({ kind }) => kind);

describe('a security without a price', () => {
  it('is UNVALUED with all customers who hold it, from the day on which they hold it', async () => {
    const id = await held('XP-NONE', []);
    await app.bring(elsewhere, id, { date: '2026-03-05', quantity: 50 });
    await app.share('XP-UNHELD', []);
    const [row, ...others] = await of('XP-NONE');
    assert.deepEqual(others, []);
    assert.deepEqual(row, {
      ...{ kind: 'UNVALUED', class: 'EQUITY', subjectType: 'SECURITY', subjectId: Number(id) },
      ...{ name: 'XP-NONE', label: 'XP-NONE', currency: 'NGN', customers: 2, quantity: 150 },
    });
    const [before] = await of('XP-NONE', '?d=2026-03-04');
    assert.deepEqual([before?.customers, before?.quantity], [1, 100]);
    assert.deepEqual(await of('XP-NONE', '?d=2026-01-04'), []);
    assert.deepEqual(await of('XP-UNHELD'), []);
  });

  it('is shown to a caller of one office with the customers of that office alone', async () => {
    const office = app.officeId;
    const reply = await app.asOffice('AUDITOR', [office]).get(LIST);
    const row = reply.body.result.find(({ name }: Json) => name === 'XP-NONE');
    assert.deepEqual([row?.customers, row?.quantity], [1, 100], reply.text);
    await held('XP-OWN', []);
    const [other] = await app.db.query<{ id: bigint }>(sql`
      select office_id as id from customer where id = ${app.stranger.id}`);
    assert.ok(other);
    const theirs = await app.asOffice('AUDITOR', [other.id]).get(LIST);
    assert.deepEqual(
      theirs.body.result.map(({ name, customers, quantity }: Json) => [name, customers, quantity]),
      [['XP-NONE', 1, 50]],
    );
  });
});

describe('a price that changed', () => {
  it('is a JUMP beyond 30 percent from the last traded price', async () => {
    await held('XP-FALL', [
      ['2026-02-27', 10, 5],
      ['2026-03-02', 10, 0],
      ['2026-03-03', 10, 0],
      ['2026-03-04', 6.99, 5],
    ]);
    await held('XP-EDGE', [
      ['2026-03-03', 10, 5],
      ['2026-03-04', 13, 5],
    ]);
    const [row, ...others] = await of('XP-FALL');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [row?.kind, row?.price, row?.priceDate, row?.daysOld, row?.customers],
      ['JUMP', 6.99, '2026-03-04', 1, 1],
    );
    assert.deepEqual(
      [row?.previousPrice, row?.previousPriceDate, row?.changePercent],
      [10, '2026-02-27', -30.1],
    );
    assert.deepEqual(await of('XP-EDGE'), []);
    assert.deepEqual(await of('XP-FALL', '?d=2026-03-03'), []);
  });

  it('is not a JUMP after a split, unless the split was cancelled or at another time', async () => {
    const halved: Bars = [
      ['2026-03-02', 100, 5],
      ['2026-03-04', 50, 5],
    ];
    const splits = [
      ['XP-SPLIT', '2026-03-04', 'CONFIRMED', []],
      ['XP-SPLIT-3', '2026-03-03', 'ANNOUNCED', []],
      ['XP-EARLY', '2026-03-02', 'CONFIRMED', ['JUMP']],
      ['XP-LATE', '2026-03-05', 'CONFIRMED', ['JUMP']],
      ['XP-OFF', '2026-03-04', 'CANCELLED', ['JUMP']],
    ] as const;
    for (const [name, exDate, status, kinds] of splits) {
      await addEvent(app.db, await held(name, halved), { kind: 'SPLF', exDate, status });
      assert.deepEqual(await kindsOf(name), kinds, name);
    }
  });

  it('is a JUMP of a bond whose interest is due, because its price is clean', async () => {
    const bond = await held('XP-BOND', [
      ['2026-03-02', 90, 5],
      ['2026-03-04', 60, 5],
    ]);
    await app.bond(bond, { rate: 12, maturity: '2029-03-04' });
    await addEvent(app.db, bond, { kind: 'INTR', exDate: '2026-03-04' });
    const [row] = await of('XP-BOND');
    assert.deepEqual([row?.kind, row?.class, row?.changePercent], ['JUMP', 'BOND', -33.3333]);
  });

  it('is the last price on the business date', async () => {
    const id = await held('XP-TODAY', [['2026-03-04', 10, 5]]);
    assert.deepEqual(await of('XP-TODAY'), []);
    await app.db.query(sql`
      update security_price set last = 14, volume = 3, price_date = '2026-03-05'
      where security_id = ${id}`);
    const [row] = await of('XP-TODAY');
    assert.deepEqual(
      [row?.kind, row?.price, row?.priceDate, row?.daysOld, row?.previousPriceDate],
      ['JUMP', 14, '2026-03-05', 0, '2026-03-04'],
    );
    assert.deepEqual(await of('XP-TODAY', '?d=2026-03-04'), []);
  });
});

describe('the value per unit of a fund', () => {
  const fund = async (name: string, values: readonly (readonly [string, number])[]) => {
    await app.units(owner, { name, units: 12.5, date: '2026-02-20', values });
  };

  it('is missing, older than the fund allows, or a JUMP', async () => {
    await fund('XF-NONE', []);
    await fund('XF-OLD', [['2026-02-26', 50]]);
    await fund('XF-FRESH', [['2026-03-04', 50]]);
    await fund('XF-JUMP', [
      ['2026-03-03', 10],
      ['2026-03-04', 14],
    ]);
    const [none] = await of('XF-NONE');
    assert.deepEqual(
      [none?.kind, none?.class, none?.subjectType, none?.quantity],
      ['UNVALUED', 'FUND', 'FUND', 12.5],
    );
    const [old] = await of('XF-OLD');
    assert.deepEqual([old?.kind, old?.daysOld, old?.previousPrice], ['STALE', 5, undefined]);
    assert.deepEqual(await of('XF-FRESH'), []);
    const [jump] = await of('XF-JUMP');
    assert.deepEqual(
      [jump?.kind, jump?.price, jump?.previousPrice, jump?.changePercent],
      ['JUMP', 14, 10, 40],
    );
  });

  it('is not a JUMP over the ex-date of a distribution', async () => {
    await app.db.query(sql`
      insert into fund_distribution (id, name, label, fund_id, income_per_unit, status, record_date,
        ex_date, creator_kind, creator_id, created_by, created_at, modified_by, modified_at)
      select 900001, 'XD', 'XD', id, 4, 'APPROVED', '2026-03-03', '2026-03-04', 'USER', 1, 'test',
        now(), 'test', now() from fund where name = 'XF-JUMP'`);
    assert.deepEqual(await of('XF-JUMP'), []);
  });
});

describe('an old price', () => {
  before(async () => {
    // The price is 17 business days old on 2026-03-05, and fell by half at its last trade.
    const id = await held('XP-OLD', [
      ['2026-02-09', 80, 5],
      ['2026-02-10', 40, 5],
    ]);
    await app.bring(elsewhere, id, { quantity: 30 });
  });
  const ofOld = async (query = '') =>
    (await of('XP-OLD', query)).map(({ kind, customers, quantity }) => [kind, customers, quantity]);

  it('is STALE by the policy of the firm, and also a JUMP', async () => {
    assert.deepEqual(await ofOld(), [
      ['STALE', 2, 130],
      ['JUMP', 2, 130],
    ]);
    // The price is ten business days old, which the policy still allows.
    assert.deepEqual(await ofOld('?d=2026-02-24'), [['JUMP', 2, 130]]);
    assert.deepEqual((await ofOld('?d=2026-02-25'))[0], ['STALE', 2, 130]);
  });

  it('is UNUSABLE, and not a JUMP, for customers whose policy does not use it', async () => {
    await adopt(app, { unusableAfterDays: { EQUITY: 16 } });
    assert.deepEqual(await ofOld(), [['UNUSABLE', 2, 130]]);
    await adopt(app, {
      businessOfficeName: OTHER_OFFICE,
      staleAfterDays: { EQUITY: 17, BOND: 30, RATE: 7 },
    });
    assert.deepEqual(await ofOld(), [
      ['UNUSABLE', 1, 100],
      ['JUMP', 1, 30],
    ]);
    // The previous policies apply to the day before.
    assert.deepEqual((await ofOld('?d=2026-03-04'))[0], ['STALE', 2, 130]);
  });

  it('agrees with the valuation of each customer', async () => {
    const unvalued = (await listed('?s=100')).result.filter(({ kind }: Json) =>
      ['UNVALUED', 'UNUSABLE'].includes(kind),
    );
    const count = unvalued.reduce((sum: number, row: Json) => sum + row.customers, 0);
    const lines = [await app.worth(owner), await app.worth(app.stranger)].map(
      ({ unvaluedLines }) => unvaluedLines,
    );
    assert.equal(count, lines[0] + lines[1]);
    assert.ok(count > 3, String(count));
  });
});

describe('the list of price exceptions', () => {
  it('begins with the most serious kind and the most widely held security', async () => {
    const { result, count } = await listed('?s=100');
    assert.equal(count, result.length);
    const order = ['UNVALUED', 'UNUSABLE', 'STALE', 'JUMP'];
    const places = result.map(({ kind }: Json) => order.indexOf(kind));
    assert.deepEqual(places, [...places].sort());
    assert.deepEqual(new Set(places).size, 4);
    assert.deepEqual([result[0].name, result[0].customers], ['XP-NONE', 2]);
  });

  it('can be filtered by kind, and has pages', async () => {
    const jumps = await listed('?kind=JUMP&s=100');
    assert.ok(jumps.count > 3);
    assert.ok(jumps.result.every(({ kind }: Json) => kind === 'JUMP'));
    const second = await listed('?kind=JUMP&s=2&b=2');
    assert.equal(second.count, jumps.count);
    assert.deepEqual(second.result, jumps.result.slice(2, 4));
  });

  it('is refused after the business date, and for an unknown kind', async () => {
    const late = await app.as('AUDITOR').get(`${LIST}?d=2026-03-06`);
    assert.deepEqual([late.status, late.body.msgCode], [422, 'VALUATION_DATE_REFUSED'], late.text);
    const unknown = await app.as('AUDITOR').get(`${LIST}?kind=ODD`);
    assert.deepEqual([unknown.status, unknown.body.msgCode], [400, 'INVALID_REQUEST']);
  });
});
