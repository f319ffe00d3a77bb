// Valuations of a customer and a portfolio: all classes of assets, currencies, dates, refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { addEvent, entitle } from '../../support/stored-event.js';
import type { Depositor } from '../asset/app.js';
import { BILL } from '../asset/discounted-app.js';
import {
  CUSTOMER,
  PORTFOLIO,
  type Portfolio,
  startWealthApp,
  type WealthApp,
} from './wealth-app.js';

const TODAY = '2026-11-25';
const NAIRA = { currency: 'NGN' };

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
});
after(() => app.stop());

const lineOf = (body: Json, ofClass: string): Json => {
  const lines = body.lines.filter((line: Json) => line.class === ofClass);
  assert.equal(lines.length, 1, `${ofClass}: ${lines.length} lines`);
  return lines[0];
};
const valuesOf = (body: Json, member = 'value') =>
  body.lines.map((line: Json) => [line.class, line[member]]);

describe('a customer with every class of assets', () => {
  let owner: Depositor;
  let portfolio: Portfolio;

  // The figures of the worked example. Each is computed by hand in the comment of its line.
  before(async () => {
    owner = await app.depositor(2_000_000_000n);
    portfolio = await app.portfolio(owner);
    const share = await app.share('SHARE-A', [[TODAY, 25, 400]]);
    await app.bring(portfolio, share, { quantity: 10_000, costMinor: 25_463_868n });
    const bond = await app.share('BOND-A', [[TODAY, 97.5, 10]]);
    await app.bond(bond, { rate: 14.55, maturity: '2030-04-26' });
    await app.bring(portfolio, bond, { quantity: 100, costMinor: 9_650_000n });
    const customerId = owner.id;
    await app.bought(BILL, { customerId, faceValue: 10_000_000, portfolioName: portfolio.name });
    await app.skipUntil('2026-10-11');
    await app.running({ customerId, faceValue: 5_000_000 });
    await app.skipUntil('2026-10-26');
    const loan = { instrumentTypeName: 'LOAN', faceValue: 300_000, currentRate: 18 };
    await app.running({ customerId, ...loan });
    await app.units(owner, {
      ...{ name: 'FUND-A', units: 1_961.4258, date: '2026-11-20', portfolioName: portfolio.name },
      values: [
        ['2026-11-19', 126],
        ['2026-11-24', 127.4583],
      ],
    });
    await app.skipUntil(TODAY);
    await app.balance(owner, NAIRA, 100_000_000n);
    await app.balance(owner, { currency: 'NGN', isUnsettled: true }, 24_455_507n);
    await app.balance(owner, { currency: 'USD' }, 100_000n);
    await app.rate('USD/NGN', '2026-11-24', 1480.25);
  });

  it('is worth the sum of its lines, each by its own rule', async () => {
    const body = await app.worth(owner);
    assert.deepEqual(valuesOf(body), [
      ['EQUITY', 250_000], // 10,000 at 25.00
      ['BOND', 98_699.18], // 97,500.00, and 7.275 % of 100,000 for 30 of 182 days: 1,199.18
      ['DEPOSIT', 5_083_219.17], // 15 % for 45 of 365 days: 92,465.75, less a tenth
      ['BILL', 9_424_763.02], // book value 9,546,227.40, less a tenth of 1,214,643.84
      ['FUND', 250_000], // 1,961.4258 at 127.4583
      ['CASH', 1_000_000],
      ['CASH', 1_000], // dollars
      ['RECEIVABLE', 244_555.07],
      ['LOAN', -304_438.36], // 18 % for 30 of 365 days: 4,438.36
    ]);
    assert.deepEqual(
      [body.assets, body.liabilities, body.value],
      [17_831_486.44, -304_438.36, 17_527_048.08],
    );
    assert.deepEqual([body.currency, body.date, body.complete], ['NGN', TODAY, true]);
    assert.deepEqual([body.unvaluedLines, body.staleLines], [0, 0]);
    assert.equal(body.oldestPriceDate, '2026-11-24');
  });

  it('is shown by class with its percent of the assets', async () => {
    const body = await app.worth(owner, '?lines=false');
    assert.equal(body.lines, undefined);
    assert.deepEqual(
      body.classes.map((each: Json) => [each.class, each.share]),
      [
        ['EQUITY', 1.4],
        ['BOND', 0.55],
        ['DEPOSIT', 28.51],
        ['BILL', 52.85],
        ['FUND', 1.4],
        ['CASH', 13.91],
        ['RECEIVABLE', 1.37],
        ['LOAN', -1.71],
      ],
    );
    assert.equal(body.classes.find((each: Json) => each.class === 'CASH').value, 2_480_250);
  });

  it('is converted line by line', async () => {
    const body = await app.worth(owner, '?cu=usd');
    assert.equal(body.currency, 'USD');
    assert.deepEqual(
      body.lines.map((line: Json) => line.valueIn),
      [168.89, 66.68, 3_434.03, 6_367.01, 168.89, 675.56, 1_000, 165.21, -205.67],
    );
    assert.equal(body.value, 11_840.6);
    const naira = body.lines.find((line: Json) => line.class === 'EQUITY');
    // 1 / 1,480.25.
    assert.deepEqual(
      [naira.value, naira.rate, naira.rateDate],
      [250_000, 0.000675561560547, '2026-11-24'],
    );
    const dollars = body.lines.find((line: Json) => line.currency === 'USD');
    assert.deepEqual(
      [dollars.value, dollars.rate, dollars.rateDate],
      [1_000, undefined, undefined],
    );
  });

  it('shows where each price comes from, its cost and its gain', async () => {
    const body = await app.worth(owner);
    const share = lineOf(body, 'EQUITY');
    assert.deepEqual(
      [share.priceSource, share.priceDate, share.daysOld, share.stale, share.quantity],
      ['EXCHANGE', TODAY, 0, false, '10000'],
    );
    assert.deepEqual([share.price, share.cost, share.unrealisedGain], [25, 254_638.68, -4_638.68]);
    assert.deepEqual([share.name, share.portfolioName], ['SHARE-A', portfolio.name]);
    const bond = lineOf(body, 'BOND');
    assert.deepEqual([bond.accrued, bond.unrealisedGain], [1_199.18, 1_000]);
    const fund = lineOf(body, 'FUND');
    assert.deepEqual([fund.priceSource, fund.priceDate, fund.daysOld], ['NAV', '2026-11-24', 1]);
    const bill = lineOf(body, 'BILL');
    assert.deepEqual([bill.priceSource, bill.quantity], ['AMORTISED', '10000000']);
    // 10,000,000 less 16.73 % for 364 of 365 days.
    assert.equal(bill.cost, 8_331_583.56);
    assert.equal(lineOf(body, 'DEPOSIT').priceSource, 'PRINCIPAL');
    assert.equal(lineOf(body, 'RECEIVABLE').priceSource, 'LEDGER');
  });

  it('has in a portfolio what names it, without cash, receivables and loans', async () => {
    const { body } = await app.as('AUDITOR').get(`${PORTFOLIO}/${portfolio.id}`);
    assert.deepEqual(valuesOf(body), [
      ['EQUITY', 250_000],
      ['BOND', 98_699.18],
      ['BILL', 9_424_763.02],
      ['FUND', 250_000],
    ]);
    assert.equal(body.value, 10_023_462.2);
    assert.deepEqual([body.portfolioName, body.customerId], [portfolio.name, owner.id]);
  });

  it('had on an earlier date what it had then, at the prices of then', async () => {
    const body = await app.worth(owner, '?d=2026-10-12');
    assert.equal(lineOf(body, 'EQUITY').unvalued, 'PRICE_MISSING');
    assert.equal(lineOf(body, 'DEPOSIT').value, 5_001_849.31); // one day: 2,054.79, less a tenth
    assert.deepEqual(
      body.lines.filter((line: Json) => ['LOAN', 'FUND', 'RECEIVABLE'].includes(line.class)),
      [],
    );
    assert.equal(lineOf(await app.worth(owner, '?d=2026-11-23'), 'FUND').price, 126);
    const before = await app.worth(owner, '?d=2026-10-10');
    assert.ok(!before.lines.some((line: Json) => line.class === 'DEPOSIT'));
    assert.deepEqual((await app.worth(owner, '?d=1960-01-01')).lines, []);
  });
});

describe('what leaves the total of its day unchanged', () => {
  const unchangedBy = async (owner: Depositor, change: () => Promise<unknown>) => {
    const { value } = await app.worth(owner);
    await change();
    const body = await app.worth(owner);
    assert.equal(body.value, value);
    return body;
  };

  it('is a deposit, whether it waits, is placed or is cancelled', async () => {
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

  it('is a loan, and a bill', async () => {
    const owner = await app.depositor(2_000_000_000n);
    const loan = { instrumentTypeName: 'LOAN', customerId: owner.id, faceValue: 300_000 };
    const drawn = await unchangedBy(owner, () => app.running(loan));
    assert.deepEqual(valuesOf(drawn), [
      ['CASH', 20_300_000],
      ['LOAN', -300_000],
    ]);
    const bill = { customerId: owner.id, faceValue: 1_000_000 };
    const held = await unchangedBy(owner, () => app.bought(BILL, bill));
    // 1,000,000 less 16.73 % for 99 of 365 days.
    assert.equal(lineOf(held, 'BILL').value, 954_622.74);
  });

  it('is a deposit whose interest is paid ahead', async () => {
    const owner = await app.depositor(600_000_000n);
    const terms = { instrumentTypeName: 'AHEAD', customerId: owner.id, faceValue: 5_000_000 };
    const body = await unchangedBy(owner, () => app.running(terms));
    // 15 % for 91 of 365 days is 186,986.30; less a tenth, 168,287.67 is in the cash.
    assert.deepEqual(valuesOf(body), [
      ['DEPOSIT', 4_831_712.33],
      ['CASH', 1_168_287.67],
    ]);
    assert.equal(lineOf(body, 'DEPOSIT').unrealisedGain, 0);
  });

  it('is an early end; it was a deposit until the day on which the end was booked', async () => {
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

  it('is a part of a bill that ends; it was held until then', async () => {
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
  it('is received from its ex-date to its payment, after tax', async () => {
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

  it('of a bond is received from its payment date: until then it is accrued interest', async () => {
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

describe('a price or a rate', () => {
  it('that is missing leaves its line out of the totals, with the reason', async () => {
    const owner = await app.depositor(50_000n);
    const portfolio = await app.portfolio(owner);
    const share = await app.share('SHARE-N', []);
    await app.bring(portfolio, share, { quantity: 300, costMinor: 900_000n });
    await app.units(owner, { name: 'FUND-N', units: 12.5, date: '2026-11-20', values: [] });
    await app.balance(owner, { currency: 'JPY' }, 70_000n);
    const body = await app.worth(owner);
    assert.deepEqual(
      body.lines.map((line: Json) => [line.class, line.value, line.valueIn, line.unvalued]),
      [
        ['EQUITY', undefined, undefined, 'PRICE_MISSING'],
        ['FUND', undefined, undefined, 'NAV_MISSING'],
        ['CASH', 70_000, undefined, 'RATE_MISSING'],
        ['CASH', 500, 500, undefined],
      ],
    );
    assert.deepEqual([body.value, body.complete, body.unvaluedLines], [500, false, 3]);
    assert.deepEqual([body.oldestPriceDate, lineOf(body, 'EQUITY').cost], [undefined, 9_000]);
  });

  it('that only flat bars repeat is as old as its last trade, and becomes stale', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    // Traded on the 9th, imported on the 18th without a trade, and repeated since.
    const share = await app.share('SHARE-S', [
      ['2026-11-09', 12, 500],
      ['2026-11-10', 12, 0],
      ['2026-11-17', 12, 0],
      ['2026-11-18', 13, 0],
      ['2026-11-24', 13, 0],
    ]);
    await app.bring(portfolio, share, { quantity: 10 });
    const ageOn = async (date: string) => {
      const line = lineOf(await app.worth(owner, `?d=${date}`), 'EQUITY');
      return [line.price, line.priceSource, line.priceDate, line.daysOld, line.stale];
    };
    assert.deepEqual(await ageOn('2026-11-09'), [12, 'EXCHANGE', '2026-11-09', 0, false]);
    // Six weekdays: 10 to 13, 16 and 17 November.
    assert.deepEqual(await ageOn('2026-11-17'), [12, 'EXCHANGE', '2026-11-09', 6, false]);
    assert.deepEqual(await ageOn(TODAY), [13, 'IMPORT', '2026-11-18', 5, false]);
    await app.skipUntil('2026-12-02');
    assert.deepEqual(await ageOn('2026-12-02'), [13, 'IMPORT', '2026-11-18', 10, false]);
    await app.skipUntil('2026-12-03');
    const body = await app.worth(owner);
    assert.deepEqual([body.staleLines, body.value, body.complete], [1, 130, true]);
    await app.skipUntil(TODAY);
  });

  it('goes through the currency of the office, and is stale after seven days', async () => {
    const owner = await app.holder();
    await app.balance(owner, { currency: 'GBP' }, 100_000n);
    await app.rate('GBP/NGN', '2026-11-16', 2000);
    // 1,000 pounds are 2,000,000 naira, and 2,000,000 / 1,480.25 dollars.
    const line = lineOf(await app.worth(owner, '?cu=USD'), 'CASH');
    assert.deepEqual([line.valueIn, line.rateDate, line.stale], [1_351.12, '2026-11-16', false]);
    await app.skipUntil('2026-11-26');
    assert.equal((await app.worth(owner, '?cu=USD')).staleLines, 1);
    await app.skipUntil(TODAY);
    assert.equal((await app.worth(owner, '?d=2026-11-15')).lines.length, 0);
  });

  it('of a taxed bond counts its interest after tax, unless the customer is exempt', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const bond = await app.share('BOND-T', [[TODAY, 100, 5]]);
    await app.bond(bond, { rate: 14.55, maturity: '2030-04-26', taxClass: 'CORPORATE_BOND' });
    await app.bring(portfolio, bond, { quantity: 100 });
    // 1,199.18 less 119.92.
    assert.equal(lineOf(await app.worth(owner), 'BOND').value, 101_079.26);
    await app.db.query(sql`
      insert into withholding_exemption (customer_id, instrument_class, certificate, valid_from)
      values (${owner.id}, 'CORPORATE_BOND', 'X1', '2026-01-01')`);
    assert.equal(lineOf(await app.worth(owner), 'BOND').value, 101_199.18);
  });

  it('of a short position makes it a debt', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const share = await app.share('SHARE-X', [[TODAY, 7, 5]]);
    await app.bring(portfolio, share, { quantity: 100 });
    await app.db.query(sql`
      insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
        cost_minor, currency, source_type, source_id)
      values (${portfolio.id}, ${share}, 'REDEMPTION', '2026-11-24', -150, 0, 'NGN',
        'ENTITLEMENT', ${share})`);
    await app.db.query(sql`
      select refold_holdings(array[${portfolio.id}]::bigint[], array[${share}]::bigint[],
        array['-infinity']::date[])`);
    const body = await app.worth(owner);
    assert.deepEqual([body.value, body.assets, body.liabilities], [-350, 0, -350]);
    assert.equal(lineOf(body, 'EQUITY').quantity, '-50');
  });
});

describe('a valuation is refused', () => {
  const refusal = async (path: string) => {
    const { status, body } = await app.as('AUDITOR').get(path);
    const [error] = body.errors ?? [];
    return [status, body.msgCode, error?.pointer];
  };

  it('for a date after the business date or before 1960', async () => {
    const refused = [422, 'VALUATION_DATE_REFUSED', '/d'];
    for (const date of ['2026-11-26', '1959-12-31']) {
      assert.deepEqual(await refusal(`${CUSTOMER}/${app.rich.id}?d=${date}`), refused);
    }
    const portfolio = await app.portfolio(app.rich);
    assert.deepEqual(await refusal(`${PORTFOLIO}/${portfolio.id}?d=2026-11-26`), refused);
  });

  it('for a text that is no currency, and for a parameter that it does not have', async () => {
    const path = `${CUSTOMER}/${app.rich.id}`;
    assert.deepEqual(await refusal(`${path}?cu=XQX`), [422, 'UNKNOWN_REFERENCE', '/cu']);
    assert.deepEqual(await refusal(`${path}?ed=2026-11-25`), [400, 'INVALID_REQUEST', '/ed']);
    assert.deepEqual(await refusal(`${path}?d=soon`), [400, 'INVALID_REQUEST', '/d']);
    assert.deepEqual(await refusal(`${path}?lines=some`), [400, 'INVALID_REQUEST', '/lines']);
  });

  it('for a record that does not exist or belongs to another office', async () => {
    const portfolio = await app.portfolio(app.rich);
    const paths = [`${CUSTOMER}/${app.rich.id}`, `${PORTFOLIO}/${portfolio.id}`];
    const elsewhere = app.asOffice('AUDITOR', [app.otherOfficeId]);
    for (const path of paths) {
      const reply = await elsewhere.get(path);
      assert.deepEqual([reply.status, reply.body.msgCode], [404, 'DOCUMENT_NOT_FOUND']);
      assert.equal((await app.as('AUDITOR').get(path)).status, 200);
    }
    assert.equal((await refusal(`${CUSTOMER}/999999`))[0], 404);
    assert.equal((await refusal(`${PORTFOLIO}/999999`))[0], 404);
  });

  it('for more positions than a reply can have', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    await app.db.query(sql`
      with made as (
        insert into security (id, exchange_id, name, label, security_type, currency, created_by,
          created_at, modified_by, modified_at)
        select nextval('security_id'), e.id, 'MANY' || n, 'Many', 'EQUITY', 'NGN', 'test', now(),
          'test', now()
        from exchange e, generate_series(1, 5000) n where e.name = 'NGX' returning id
      )
      insert into holding (portfolio_id, security_id) select ${portfolio.id}, id from made`);
    const reply = await refusal(`${CUSTOMER}/${owner.id}`);
    assert.deepEqual(reply.slice(0, 2), [422, 'VALUATION_TOO_LARGE']);
  });
});

describe('the end of a day', () => {
  it('turns a deposit that is due into cash; a loan that cannot be collected is owed', async () => {
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
    // 12 % for one of 365 days is 197.26, less a tenth.
    assert.deepEqual(valuesOf(await app.worth(owner, '?d=2026-11-26')), [['CASH', 1_000_177.53]]);
    // 24 % for one of 365 days is 197.26.
    for (const date of ['2026-11-26', '2026-11-27']) {
      const body = await app.worth(debtor, `?d=${date}`);
      assert.deepEqual(valuesOf(body), [['LOAN', -300_197.26]], date);
    }
  });
});
