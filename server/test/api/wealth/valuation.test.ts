// Valuations of a customer and a portfolio: all classes of assets, currencies, dates, refusals.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import type { Depositor } from '../asset/app.js';
import {
  CUSTOMER,
  lineOf,
  PORTFOLIO,
  type Portfolio,
  startWealthApp,
  valuesOf,
  type WealthApp,
} from './wealth-app.js';
import { openWorkedExample } from './worked-example.js';

const TODAY = '2026-11-25';

let app: WealthApp;
before(async () => {
  app = await startWealthApp();
});
after(() => app.stop());

describe('a customer with every class of assets', () => {
  let owner: Depositor;
  let portfolio: Portfolio;

  before(async () => {
    ({ owner, portfolio } = await openWorkedExample(app));
  });

  it('is worth the sum of its lines, each by its own rule', async () => {
    const body = await app.worth(owner);
    assert.deepEqual(valuesOf(body), [
      ['EQUITY', 250_000], // 10,000 shares at 25.00
      ['BOND', 98_699.18], // 97,500.00, and 30 / 182 of 7.275 % of 100,000: 1,199.18
      ['DEPOSIT', 5_083_219.17], // 15 % for 45 of 365 days is 92,465.75; less 10 % tax
      ['BILL', 9_424_763.02], // the book value 9,546,227.40, less 10 % of 1,214,643.84
      ['FUND', 250_000], // 1,961.4258 units at 127.4583
      ['CASH', 1_000_000],
      ['CASH', 1_000], // in dollars
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

  it('is shown by class with the percentage of the assets', async () => {
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
    // The rate is the inverse of 1,480.25.
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
    // The cost is 10,000,000 less 16.73 % for 364 of 365 days.
    assert.equal(bill.cost, 8_331_583.56);
    assert.equal(lineOf(body, 'DEPOSIT').priceSource, 'PRINCIPAL');
    assert.equal(lineOf(body, 'RECEIVABLE').priceSource, 'LEDGER');
    assert.equal(lineOf(body, 'LOAN').portfolioName, undefined);
  });

  it('has in a portfolio its own assets, without cash, receivables and loans', async () => {
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

  it('has on an earlier date the positions and prices of that date', async () => {
    const body = await app.worth(owner, '?d=2026-10-12');
    assert.equal(lineOf(body, 'EQUITY').unvalued, 'PRICE_MISSING');
    assert.equal(lineOf(body, 'DEPOSIT').value, 5_001_849.31); // one day is 2,054.79; less 10 % tax
    assert.deepEqual(
      body.lines.filter((line: Json) => ['LOAN', 'FUND', 'RECEIVABLE'].includes(line.class)),
      [],
    );
    assert.equal(lineOf(await app.worth(owner, '?d=2026-11-23'), 'FUND').price, 126);
    assert.equal(lineOf(await app.worth(owner, '?d=2026-11-24'), 'FUND').price, 127.4583);
    const before = await app.worth(owner, '?d=2026-10-10');
    assert.ok(!before.lines.some((line: Json) => line.class === 'DEPOSIT'));
    assert.deepEqual((await app.worth(owner, '?d=1960-01-01')).lines, []);
  });
});

describe('cash', () => {
  it('includes held amounts, and shows on the business date how much is available', async () => {
    const owner = await app.depositor(500_000n);
    const hold = (source: string, minor: bigint) =>
      app.db.query(sql`select set_hold(${source}, 1, ${owner.accountId}, ${minor})`);
    await hold('TEST', 120_000n);
    await hold('VALUE_DATE', 30_000n);
    const cash = lineOf(await app.worth(owner), 'CASH');
    assert.deepEqual(
      [cash.value, cash.cleared, cash.uncleared, cash.held, cash.available],
      [5_000, 4_700, 300, 1_500, 3_500],
    );
    const past = lineOf(await app.worth(owner, '?d=2026-11-24'), 'CASH');
    assert.deepEqual([past.value, past.held, past.available], [5_000, undefined, undefined]);
  });
});

describe('a price or a rate', () => {
  it('removes its line from the totals, with the reason, if it is missing', async () => {
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

  it('is as old as its last trade, and becomes stale, if only flat bars repeat it', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    // The price was traded on the 9th, imported on the 18th without a trade, and has been repeated
    // since.
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

  it('is derived through the currency of the office, and is stale after seven days', async () => {
    const owner = await app.holder();
    await app.balance(owner, { currency: 'GBP' }, 100_000n);
    await app.rate('GBP/NGN', '2026-11-16', 2000);
    // 1,000 pounds are 2,000,000 naira, and 2,000,000 / 1,480.25 dollars.
    const line = lineOf(await app.worth(owner, '?cu=USD'), 'CASH');
    assert.deepEqual([line.valueIn, line.rateDate, line.stale], [1_351.12, '2026-11-16', false]);
    // The amount is 1,000 francs, at 0.0005 francs per naira.
    await app.rate('NGN/CHF', '2026-11-18', 0.0005);
    const francs = lineOf(await app.worth(owner, '?cu=CHF'), 'CASH');
    assert.deepEqual([francs.valueIn, francs.rate, francs.rateDate], [1_000, 1, '2026-11-16']);
    await app.skipUntil('2026-11-26');
    assert.equal((await app.worth(owner, '?cu=USD')).staleLines, 1);
    await app.skipUntil(TODAY);
    assert.equal((await app.worth(owner, '?d=2026-11-15')).lines.length, 0);
  });

  it('of a taxed bond includes its interest after tax, unless the customer is exempt', async () => {
    const owner = await app.holder();
    const portfolio = await app.portfolio(owner);
    const bond = await app.share('BOND-T', [[TODAY, 100, 5]]);
    await app.bond(bond, { rate: 14.55, maturity: '2030-04-26', taxClass: 'CORPORATE_BOND' });
    await app.bring(portfolio, bond, { quantity: 100 });
    // The accrued interest is 1,199.18, less 119.92 in tax.
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

  it('for a string that is not a currency, and for a parameter that it does not have', async () => {
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
