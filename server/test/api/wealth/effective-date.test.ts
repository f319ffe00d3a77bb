// The positions in a valuation follow the dates in the ledger: a start, an end or a payment does
// not change the total on its day.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent, entitle } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { BILL } from '../asset/discounted-app.js';
import { lineOf, startWealthApp, valuesOf, type WealthApp } from './wealth-app.js';

const TODAY = '2026-11-25';
const NAIRA = { currency: 'NGN' };

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
  await app.skipUntil(TODAY);
});
after(() => app.stop());

describe('what leaves the total of its day unchanged', () => {
  const unchangedBy = async (owner: Depositor, change: () => Promise<unknown>) => {
    const { value } = await app.worth(owner);
    await change();
    const body = await app.worth(owner);
    assert.equal(body.value, value);
    return body;
  };

  it('includes a deposit that waits, is placed or is cancelled', async () => {
    const owner = await app.depositor(9_399_635_000n);
    const body = { instrumentTypeName: 'FD', customerId: owner.id, faceValue: 500_000 };
    const client = app.as('CLIENT');
    const path = '/api/v1/order/terminstrument';
    let id = 0;
    await unchangedBy(owner, async () => {
      id = (await client.post(`${path}/submit`, body)).body.id;
    });
    const after = await unchangedBy(owner, () => client.put(`${path}/post/${id}`));
    assert.deepEqual(valuesOf(after), [
      ['DEPOSIT', 500_000],
      ['CASH', 93_496_350],
    ]);
    const other = (await client.post(`${path}/submit`, { ...body, faceValue: 300_000 })).body;
    const cancelled = await unchangedBy(owner, () => client.put(`${path}/cancel/id/${other.id}`));
    assert.equal(cancelled.lines.length, 2);
  });

  it('includes a loan and a bill', async () => {
    const owner = await app.depositor(2_000_000_000n);
    const loan = { instrumentTypeName: 'LOAN', customerId: owner.id, faceValue: 300_000 };
    const drawn = await unchangedBy(owner, () => app.running(loan));
    assert.deepEqual(valuesOf(drawn), [
      ['CASH', 20_300_000],
      ['LOAN', -300_000],
    ]);
    const bill = { customerId: owner.id, faceValue: 1_000_000 };
    const held = await unchangedBy(owner, () => app.bought(BILL, bill));
    // The value is 1,000,000 less a discount of 16.73 % for 99 of 365 days.
    assert.equal(lineOf(held, 'BILL').value, 954_622.74);
  });

  it('includes a deposit whose interest is paid upfront', async () => {
    const owner = await app.depositor(600_000_000n);
    const terms = { instrumentTypeName: 'AHEAD', customerId: owner.id, faceValue: 5_000_000 };
    const body = await unchangedBy(owner, () => app.running(terms));
    // 15 % for 91 of 365 days is 186,986.30; less a tenth, 168,287.67 is in cash.
    assert.deepEqual(valuesOf(body), [
      ['DEPOSIT', 4_831_712.33],
      ['CASH', 1_168_287.67],
    ]);
    assert.equal(lineOf(body, 'DEPOSIT').unrealisedGain, 0);
  });

  it('includes a terminated deposit until the booking date of its termination', async () => {
    const owner = await app.depositor(600_000_000n);
    await app.skipUntil('2026-11-16');
    const made = await app.running({ customerId: owner.id, faceValue: 1_000_000 });
    await app.skipUntil(TODAY);
    const path = `/api/v1/order/terminstrument/terminate?id=${made.body.id}&d=2026-11-20`;
    const ended = await app.as('CLIENT').put(path);
    assert.equal(ended.status, 200, ended.text);
    const { settlement } = ended.body;
    assert.deepEqual(valuesOf(await app.worth(owner)), [
      ['CASH', (500_000_000 + Math.round(settlement.terminationValue * 100)) / 100],
    ]);
    for (const date of ['2026-11-19', '2026-11-20', '2026-11-24']) {
      const body = await app.worth(owner, `?d=${date}`);
      assert.deepEqual(
        body.classes.map((each: Json) => each.class),
        ['DEPOSIT', 'CASH'],
        date,
      );
      assert.equal(lineOf(body, 'CASH').value, 5_000_000);
    }
  });

  it('includes the end of a part of a bill, which is held until then', async () => {
    const owner = await app.depositor(600_000_000n);
    await app.skipUntil('2026-11-16');
    const { id } = (await app.bought(BILL, { customerId: owner.id, faceValue: 1_000_000 })).body;
    await app.skipUntil(TODAY);
    const before = await app.worth(owner);
    const path = `${BILL}/terminate?id=${id}&c=${owner.id}&fv=400000`;
    const ended = await app.as('CLIENT').put(path);
    assert.equal(ended.status, 200, ended.text);
    const after = await app.worth(owner);
    assert.deepEqual(
      [lineOf(before, 'BILL').quantity, lineOf(after, 'BILL').quantity],
      ['1000000', '600000'],
    );
    assert.ok(Math.abs(after.value - before.value) <= 0.01, `${after.value} ${before.value}`);
    const past = await app.worth(owner, '?d=2026-11-24');
    assert.equal(lineOf(past, 'BILL').quantity, '1000000');
  });
});

describe('income of a corporate action', () => {
  it('is a receivable from its ex-date to its payment, after tax', async () => {
    const owner = await app.holder();
    await app.portfolio(owner);
    const share = await app.share('SHARE-D', [[TODAY, 10, 1]]);
    const exDate = '2026-11-23';
    const event = await addEvent(app.db, share, { exDate, paymentDate: '2026-12-10' });
    const key = { eventId: event.id, customerId: owner.id };
    const id = await entitle(app.db, key, { gross: 353_400n, withheld: 35_340n });
    assert.deepEqual(valuesOf(await app.worth(owner, '?d=2026-11-22')), []);
    const due = lineOf(await app.worth(owner, '?d=2026-11-23'), 'RECEIVABLE');
    assert.deepEqual([due.value, due.subjectType, due.name], [3_180.6, 'ENTITLEMENT', event.name]);
    await app.db.query(sql`
      update entitlement set state = 'PAID', paid_on = '2026-11-25', paid_minor = 318060
      where id = ${id}`);
    assert.equal(lineOf(await app.worth(owner, '?d=2026-11-24'), 'RECEIVABLE').value, 3_180.6);
    assert.deepEqual(
      (await app.worth(owner)).lines.filter((line: Json) => line.class === 'RECEIVABLE'),
      [],
    );
  });

  it('of a bond is a receivable from its payment date, and accrued interest before', async () => {
    const owner = await app.holder();
    await app.portfolio(owner);
    const bond = await app.share('BOND-I', [[TODAY, 97, 1]]);
    const terms = { kind: 'INTR', exDate: '2026-11-16', paymentDate: '2026-11-24' };
    const event = await addEvent(app.db, bond, terms);
    await entitle(app.db, { eventId: event.id, customerId: owner.id }, { gross: 727_500n });
    assert.deepEqual(valuesOf(await app.worth(owner, '?d=2026-11-23')), []);
    assert.deepEqual(valuesOf(await app.worth(owner)), [['RECEIVABLE', 7_275]]);
  });
});

describe('the end of a day', () => {
  it('turns a due deposit into cash, and a loan that cannot be collected stays owed', async () => {
    const owner = await app.depositor(100_000_000n);
    await app.running({ customerId: owner.id, faceValue: 600_000, tenure: 1 });
    const debtor = await app.holder();
    const loan = { instrumentTypeName: 'LOAN', faceValue: 300_000, tenure: 1 };
    await app.running({ customerId: debtor.id, ...loan });
    await app.balance(debtor, NAIRA, 0n);
    await app.closeUntil('2026-11-27');
    assert.deepEqual(valuesOf(await app.worth(owner, `?d=${TODAY}`)), [
      ['DEPOSIT', 600_000],
      ['CASH', 400_000],
    ]);
    // Interest of 12 % for one of 365 days is 197.26, less a tenth in tax.
    assert.deepEqual(valuesOf(await app.worth(owner, '?d=2026-11-26')), [['CASH', 1_000_177.53]]);
    // Interest of 24 % for one of 365 days is 197.26.
    for (const date of ['2026-11-26', '2026-11-27']) {
      const body = await app.worth(debtor, `?d=${date}`);
      assert.deepEqual(valuesOf(body), [['LOAN', -300_197.26]], date);
    }
  });
});

describe('the list of a customer’s fund units', () => {
  const LIST = '/api/v1/order/fund/holding/customer/list';

  it('has the units and the value of its date', async () => {
    const owner = await app.holder();
    await app.units(owner, {
      ...{ name: 'FUND-D', units: 100, date: '2026-02-24' },
      values: [
        ['2026-02-20', 126],
        ['2026-02-26', 127.4583],
      ],
    });
    const on = async (query: string): Promise<Json> => {
      const { status, body, text } = await app.as('ADMIN').get(`${LIST}?c=${owner.id}${query}`);
      assert.equal(status, 200, text);
      const [row] = body.result;
      return [row.units, row.navPerUnit, row.navDate, row.value, row.availableUnits, row.active];
    };
    assert.deepEqual(await on(''), [100, 127.4583, '2026-02-26', 12_745.83, 100, true]);
    assert.deepEqual(await on('&d=2099-01-01'), await on(''));
    const past = [100, 126, '2026-02-20', 12_600, undefined, true];
    assert.deepEqual(await on('&d=2026-02-25'), past);
    assert.deepEqual(await on('&d=2026-02-24'), past);
    assert.deepEqual(await on('&d=2026-02-23'), [0, 126, '2026-02-20', 0, undefined, false]);
    assert.deepEqual(await on('&d=2026-02-19'), [
      0,
      undefined,
      undefined,
      undefined,
      undefined,
      false,
    ]);
    const wrong = await app.as('ADMIN').get(`${LIST}?c=${owner.id}&day=2026-02-23`);
    assert.deepEqual([wrong.status, wrong.body.msgCode], [400, 'INVALID_REQUEST']);
  });
});
