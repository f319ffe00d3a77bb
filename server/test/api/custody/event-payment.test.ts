// Paying entitlements: from the registrar's money, with tax, corrections, and reversals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { surplusOf } from '../asset/app.js';
import { type MoneyApp, SETTLEMENT, type StoredName, startMoneyApp } from './money-app.js';

let app: MoneyApp;
before(async () => {
  app = await startMoneyApp();
});
after(() => app.stop());

const stateOf = async (id: bigint) => {
  const { state, paid_minor, reason } = await app.stored(id);
  return [state, paid_minor, reason];
};

async function progressOf(event: StoredName): Promise<string> {
  const [row] = await app.db.query<{ progress: string }>(
    sql`select progress from corporate_action where id = ${event.id}`,
  );
  return row?.progress ?? '';
}

async function eventsOf(type: string, subjectId: bigint): Promise<number> {
  const rows = await app.db.query(sql`
    select from outbox_event where type = ${type} and subject_id = ${subjectId}`);
  return rows.length;
}

async function shortsOf(event: StoredName): Promise<Json[]> {
  return app.db.query(sql`
    select direction, amount_minor, state, customer_id from market_claim
    where corporate_action_id = ${event.id} and kind = 'SHORT' order by id`);
}

async function sound(): Promise<void> {
  const { body } = await app.as('FINANCE').get('/api/v1/finance/integrity');
  const broken = body.invariants.filter((one: Json) => !one.holds);
  assert.deepEqual(broken, []);
  assert.equal(await surplusOf(app), 0);
}

describe('an entitlement', () => {
  it('is paid by one journal with its narration, once the money has arrived (G3, G4)', async () => {
    const event = await app.event({ cashPerUnit: '0.57' });
    const [a, exempt, small, direct] = [
      await app.holder(),
      await app.holder(),
      await app.holder(),
      await app.holder(),
    ];
    const first = { units: 6_200n, gross: 353_400n, withheld: 35_340n };
    const ids = [
      await app.entitle(event, a, first),
      await app.entitle(event, exempt, {
        ...{ units: 20_000n, gross: 1_140_000n, withheld: 114_000n, tax: 0n },
      }),
      await app.entitle(event, small, { units: 7n, gross: 399n, withheld: 40n }),
      await app.entitle(event, direct, {
        ...{ units: 3_333n, gross: 189_981n, withheld: 18_998n, route: 'DIRECT' },
      }),
    ];
    await app.pay(event);
    assert.deepEqual(await Promise.all(ids.map(stateOf)), [
      ['DUE', 0n, null],
      ['DUE', 0n, null],
      ['DUE', 0n, null],
      ['PAID', 0n, null],
    ]);
    assert.equal(await progressOf(event), 'PART_PAID');
    assert.equal(await eventsOf('corporate-action.underfunded', event.id), 1);

    await app.settle(event, 13_444.19);
    await app.pay(event);
    const states = await Promise.all(ids.map(stateOf));
    assert.deepEqual(states, [
      ['PAID', 318_060n, null],
      ['PAID', 1_026_000n, null],
      ['PAID', 359n, null],
      ['PAID', 0n, null],
    ]);
    assert.deepEqual(await app.lines('ENTITLEMENT', ids[0] ?? 0n), [
      ['CA:CONTROL', 318_060n],
      ['CUSTOMER_CASH', -318_060n],
    ]);
    assert.deepEqual(await app.lines('ENTITLEMENT', ids[3] ?? 0n), []);
    const [journal] = await app.db.query<{ narration: string }>(sql`
      select narration from journal where source_type = 'ENTITLEMENT' and source_id = ${ids[0]}`);
    const label = `Dividend ${await securityOf(event)}, 6,200 units at 0.57, gross 3,534.00`;
    assert.equal(journal?.narration, `${label}, tax 353.40`);
    assert.equal(await progressOf(event), 'PAID');
    assert.equal(await eventsOf('corporate-action.paid', event.id), 1);
    const [due] = await app.dues(event);
    assert.deepEqual(
      [due.due, due.received, due.paid, due.missing, due.state],
      [13_444.19, 13_444.19, 13_444.19, 0, 'FUNDED'],
    );
    assert.equal(await app.pay(event), 0);
    await sound();
  });

  it("bears tax that the firm withholds, which becomes the firm's money (G4)", async () => {
    const event = await app.event({ withheldBy: 'FIRM' });
    const holders = [await app.holder(), await app.holder(), await app.holder()];
    const rows = [
      { gross: 353_400n, withheld: 35_340n },
      { gross: 1_140_000n, withheld: 0n },
      { gross: 399n, withheld: 40n },
    ];
    const ids: bigint[] = [];
    for (const [index, row] of rows.entries()) {
      const holder = holders[index];
      assert.ok(holder);
      ids.push(await app.entitle(event, holder, row));
    }
    const before = [await app.booked('LIAB:WHT'), await app.booked('BANK:FIRM')];
    await app.settle(event, 14_937.99);
    await app.pay(event);
    const gained = [
      (await app.booked('LIAB:WHT')) - (before[0] ?? 0n),
      (await app.booked('BANK:FIRM')) - (before[1] ?? 0n),
    ];
    assert.deepEqual(gained, [-35_380n, 35_380n]);
    assert.deepEqual(await app.lines('ENTITLEMENT', ids[0] ?? 0n), [
      ['CA:CONTROL', 353_400n],
      ['CUSTOMER_CASH', -318_060n],
      ['LIAB:WHT', -35_340n],
      ['BANK:CLIENT', -35_340n],
      ['BANK:FIRM', 35_340n],
    ]);
    const paid = await Promise.all(ids.map(async (id) => (await stateOf(id))[1]));
    assert.equal(
      paid.reduce((sum, minor) => sum + minor, 0n),
      1_458_419n,
    );
    await sound();
  });

  it('waits for its account and its price, while the others are paid', async () => {
    const event = await app.event({ fractions: 'CINL', fractionPrice: null });
    const [paid, closed, priceless] = [await app.holder(), await app.holder(), await app.holder()];
    await app.db.query(sql`update account set active = false where id = ${closed.accountId}`);
    const foreign = await app.holder();
    const ids = [
      await app.entitle(event, paid, { gross: 1_000n }),
      await app.entitle(event, closed, { gross: 2_000n }),
      await app.entitle(event, priceless, { gross: 4_000n, fraction: '0.5' }),
      await app.entitle(event, foreign, { gross: 500n, currency: 'USD' }),
    ];
    await app.pay(event);
    await app.settle(event, 70, { currency: 'NGN' });
    await app.settle(event, 5, { currency: 'USD' });
    await app.pay(event);
    assert.deepEqual(await Promise.all(ids.map(stateOf)), [
      ['PAID', 1_000n, null],
      ['DUE', 0n, 'ACCOUNT_CLOSED'],
      ['DUE', 0n, 'NO_FRACTION_PRICE'],
      ['DUE', 0n, 'NO_ACCOUNT'],
    ]);
    assert.equal(await progressOf(event), 'PART_PAID');
    await app.db.query(sql`update account set active = true where id = ${closed.accountId}`);
    await app.pay(event);
    assert.deepEqual(await stateOf(ids[1] ?? 0n), ['PAID', 2_000n, null]);
    await sound();
  });

  it('of a customer whose account is at another office passes between the offices', async () => {
    const event = await app.event();
    const holder = await app.holder();
    await app.db.query(
      sql`update portfolio set office_id = ${app.otherOfficeId} where customer_id = ${holder.id}`,
    );
    const id = await app.entitle(event, holder, { gross: 5_000n });
    await app.settle(event, 50, { businessOfficeName: '0000000002', bankOfficeName: '0000000001' });
    await app.pay(event);
    assert.deepEqual(await app.lines('ENTITLEMENT', id), [
      ['CA:CONTROL', 5_000n],
      ['CUSTOMER_CASH', -5_000n],
      ['TRANSFER:CONTROL', -5_000n],
      ['TRANSFER:CONTROL', 5_000n],
    ]);
    const { body } = await app.as('FINANCE').get('/api/v1/finance/integrity');
    assert.ok(body.holds);
  });
});

describe('a difference in rounding', () => {
  it('is written off up to half a minor unit per portfolio, in both directions (G5)', async () => {
    const parts = [3_747n, 3_747n, 3_757n];
    for (const [received, rounding] of [
      [112.5, -1n],
      [112.53, 2n],
    ] as const) {
      const event = await app.event();
      for (const gross of parts) await app.entitle(event, await app.holder(), { gross });
      await app.settle(event, received);
      await app.pay(event);
      assert.equal(await progressOf(event), 'PAID');
      const [due] = await app.dues(event);
      assert.deepEqual([due.rounding, due.missing], [Number(rounding) / 100, 0]);
      await app.pay(event);
      await sound();
    }
    assert.equal(await app.booked('EXP:ROUNDING'), -1n);
  });

  it('that is larger is not rounding: a shortfall pays no holder, an excess remains', async () => {
    for (const [received, state] of [
      [112.48, 'UNDERFUNDED'],
      [112.54, 'FUNDING_DIFFERS'],
    ] as const) {
      const event = await app.event();
      for (const gross of [3_747n, 3_747n, 3_757n]) {
        await app.entitle(event, await app.holder(), { gross });
      }
      await app.settle(event, received);
      await app.pay(event);
      assert.equal((await app.dues(event))[0].state, state);
      assert.equal(await progressOf(event), state === 'UNDERFUNDED' ? 'ENTITLED' : 'PAID');
    }
  });
});

describe('a correction of a payment', () => {
  const paidEvent = async (cashMinor: bigint) => {
    const event = await app.event({ cashPerUnit: '0.30' });
    const holder = await app.holder(cashMinor);
    const id = await app.entitle(event, holder, { ...AT_30, units: 10_000n });
    await app.settle(event, 2_700);
    await app.pay(event);
    return { event, holder, id };
  };
  const AT_30 = { gross: 300_000n, withheld: 30_000n };

  it('pays an increase when the registrar has paid it (G16)', async () => {
    const { event, holder } = await paidEvent(100n);
    const id = await app.entitle(event, holder, { gross: 350_000n, withheld: 35_000n });
    await app.pay(event);
    assert.deepEqual(await stateOf(id), ['DUE', 0n, null]);
    assert.equal((await app.dues(event))[0].missing, 450);
    await app.settle(event, 450);
    await app.pay(event);
    assert.deepEqual(await stateOf(id), ['PAID', 45_000n, null]);
    assert.equal(await app.balanceOf(holder.accountId), 315_100n);
    await sound();
  });

  it('takes a decrease from the account, below zero if the money is spent (G16)', async () => {
    const { event, holder } = await paidEvent(10_000n);
    await app.db.query(
      sql`select set_hold('TEST', ${event.id}, ${holder.accountId}, 270000::bigint)`,
    );
    const id = await app.entitle(event, holder, { gross: 250_000n, withheld: 25_000n });
    await app.pay(event);
    assert.deepEqual(await stateOf(id), ['PAID', -45_000n, null]);
    assert.equal(await app.balanceOf(holder.accountId), 235_000n);
    const [short] = await shortsOf(event);
    assert.deepEqual(short, {
      ...{ direction: 'PAYABLE', amount_minor: 35_000n, state: 'OPEN' },
      customer_id: BigInt(holder.id),
    });
    const [due] = await app.dues(event);
    assert.deepEqual([due.missing, due.state], [-450, 'FUNDING_DIFFERS']);
    await app.settle(event, 450, { direction: 'PAYMENT' });
    assert.equal((await app.dues(event))[0].state, 'FUNDED');
    await sound();
  });

  it('takes back the payment for units of a busted buy (G17)', async () => {
    const event = await app.event({ cashPerUnit: '0.57' });
    const holder = await app.holder(100n);
    await app.entitle(event, holder, { units: 6_200n, gross: 353_400n, withheld: 35_340n });
    await app.settle(event, 3_180.6);
    await app.pay(event);
    const lower = { units: 5_000n, gross: 285_000n, withheld: 28_500n };
    const id = await app.entitle(event, holder, lower);
    await app.pay(event);
    assert.deepEqual(await stateOf(id), ['PAID', -61_560n, null]);
    assert.equal(await app.balanceOf(holder.accountId), 256_600n);
    assert.deepEqual(await shortsOf(event), []);
    await sound();
  });

  it('to zero reverses its journal, with the tax (G16)', async () => {
    const event = await app.event({ withheldBy: 'FIRM' });
    const holder = await app.holder(100n);
    const id = await app.entitle(event, holder, AT_30);
    await app.settle(event, 3_000);
    await app.pay(event);
    const paid = await app.stored(id);
    await app.db.query(sql`
      update corporate_action set status = 'CANCELLED' where id = ${event.id};`);
    await app.db.query(sql`update entitlement set state = 'CANCELLED' where id = ${id}`);
    await app.pay(event);
    const after = await app.stored(id);
    assert.deepEqual([after.state, after.paid_minor, after.paid_tax_minor], ['CANCELLED', 0n, 0n]);
    const [reversal] = await app.db.query<{ reversal_of_id: bigint; narration: string }>(
      sql`select reversal_of_id, narration from journal where id = ${after.reversal_journal_id}`,
    );
    assert.equal(reversal?.reversal_of_id, paid.journal_id);
    assert.ok(reversal?.narration.startsWith('Reversal: Dividend'));
    assert.equal(await app.balanceOf(holder.accountId), 100n);
    assert.equal(await eventsOf('entitlement.reversed', id), 1);
    assert.equal(await app.pay(event), 0);
    await app.settle(event, 3_000, { direction: 'PAYMENT' });
    await sound();
  });

  it('after a correction reverses everything in one journal', async () => {
    const { event, holder } = await paidEvent(100n);
    await app.entitle(event, holder, { gross: 350_000n, withheld: 35_000n });
    await app.settle(event, 450);
    await app.pay(event);
    await app.entitle(event, holder, { gross: 0n, state: 'NOTHING_DUE' });
    assert.equal(await app.pay(event), 1);
    assert.equal(await app.pay(event), 0);
    assert.equal(await app.balanceOf(holder.accountId), 100n);
    assert.equal((await app.dues(event))[0].missing, -3_150);
    await sound();
  });
});

describe('an advance', () => {
  it('pays from the firm’s money, and is repaid when the money is received', async () => {
    const event = await app.event();
    const [one, other] = [await app.holder(100n), await app.holder(100n)];
    const ids = [
      await app.entitle(event, one, { gross: 60_000n }),
      await app.entitle(event, other, { gross: 40_000n }),
    ];
    await app.settle(event, 300);
    const path = `/api/v1/custody/corporate-action/pay/id/${event.id}`;
    const refused = await app.as('OPERATIONS').put(path);
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body.msgArgs, ['ENTITLED', 'NOT_FUNDED']);
    const proposed = await app.as('OPERATIONS').put(path, { payBefore: true });
    assert.equal(proposed.status, 200, proposed.text);
    const [advance] = proposed.body.result.advances;
    assert.deepEqual(
      [advance.direction, advance.amount, advance.state],
      ['ADVANCE', 700, 'PENDING'],
    );
    await app.pay(event);
    assert.equal((await stateOf(ids[0] ?? 0n))[0], 'DUE');
    const approved = await app.as('APPROVER').put(`${SETTLEMENT}/approve/id/${advance.id}`);
    assert.equal(approved.status, 200, approved.text);
    await app.pay(event);
    assert.deepEqual(await Promise.all(ids.map(stateOf)), [
      ['PAID', 60_000n, null],
      ['PAID', 40_000n, null],
    ]);
    const [due] = await app.dues(event);
    assert.deepEqual([due.advanced, due.missing, due.state], [700, 700, 'ADVANCED']);
    assert.equal(await app.booked('CA:ADVANCED'), 70_000n);
    await sound();
    const settled = await app.settle(event, 700);
    assert.deepEqual(await app.lines('EVENT_SETTLEMENT', settled.id), [
      ['BANK:CLIENT', 70_000n],
      ['CA:CONTROL', -70_000n],
      ['CA:CONTROL', 70_000n],
      ['CA:ADVANCED', -70_000n],
      ['BANK:CLIENT', -70_000n],
      ['BANK:FIRM', 70_000n],
    ]);
    const [after] = await app.dues(event);
    assert.deepEqual([after.advanced, after.missing, after.state], [0, 0, 'FUNDED']);
    await sound();
  });
});

describe('the integrity report', () => {
  it('finds money of an event or entitlement that no journal has moved', async () => {
    const event = await app.event();
    const id = await app.entitle(event, await app.holder(), { gross: 1_000n });
    await app.settle(event, 10);
    await app.pay(event);
    const broken = async () => {
      const { body } = await app.as('FINANCE').get('/api/v1/finance/integrity');
      return body.invariants.filter((one: Json) => !one.holds).map((one: Json) => one.number);
    };
    const tamper = (by: number) =>
      app.db.query(sql`update entitlement set paid_minor = paid_minor + ${by} where id = ${id}`);
    await tamper(1);
    assert.deepEqual(await broken(), [37]);
    await tamper(-1);
    const move = (by: number) =>
      app.db.query(sql`
        update event_funding set received_minor = received_minor + ${by}
        where corporate_action_id = ${event.id}`);
    await move(1);
    assert.deepEqual(await broken(), [38]);
    await move(-1);
    assert.deepEqual(await broken(), []);
  });
});

async function securityOf(event: StoredName): Promise<string> {
  const [row] = await app.db.query<{ name: string }>(sql`
    select s.name from corporate_action a join security s on s.id = a.security_id
    where a.id = ${event.id}`);
  return row?.name ?? '';
}
