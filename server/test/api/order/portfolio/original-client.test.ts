// Portfolios, holdings, valuations and balances, as clients of the original read them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../../src/platform/database/sql.js';
import { type Json, startTestApp, type TestApp } from '../../../support/app.js';
import { bringUnits } from '../../../support/holding.js';

const CREATE = '/api/v1/order/portfolio/create';
const LIST = '/api/v1/order/portfolio/customer/id';
const READ = '/api/v1/order/portfolio/id';
const HOLDINGS = '/api/v1/order/portfolio/holdings/id';
const VALUATION = '/api/v1/partner/portfolio-valuation-for-date-range/id';
const CUSTOMER_VALUATION = '/api/v1/partner/customer-valuation-for-date-range/id';
const NAIRA = (amount: number) => ({ currency: 'NGN', amount });

describe('a client of the original', () => {
  let app: TestApp;
  let customer = 0;
  let portfolio: Json;
  before(async () => {
    app = await startTestApp({ demo: true, exchange: 'none' });
    customer = await newCustomer();
    portfolio = await newPortfolio(customer, { chnNumber: 'C0042' });
    await hold(portfolio.id, 'ACCESS', { quantity: 1200, costMinor: 990_000 });
    await hold(portfolio.id, 'MTNN', { quantity: 40, costMinor: 2_049_600 });
    await priced('ACCESS', '9.10');
    await priced('MTNN', '485.20');
    await receive(customer, 5_000);
  });
  after(() => app.stop());

  const get = async (path: string): Promise<Json> => {
    const { status, body, text } = await app.as('OPERATIONS').get(path);
    assert.equal(status, 200, text);
    return body;
  };
  const newCustomer = async (): Promise<number> => {
    const { status, body, text } = await app.as('CLIENT').post('/api/v1/partner/customer/create', {
      firstName: 'Original',
      lastName: 'Client',
    });
    assert.equal(status, 201, text);
    return body.id;
  };
  const newPortfolio = async (customerId: number, members: object = {}): Promise<Json> => {
    const body = { customerId, ...members };
    const reply = await app.as('OPERATIONS').post(CREATE, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.result;
  };
  const hold = (
    portfolioId: number,
    security: string,
    { quantity, costMinor }: { quantity: number; costMinor: number },
  ) =>
    bringUnits(
      app.db,
      sql`select ${BigInt(portfolioId)}::bigint as portfolio_id, id as security_id,
        ${BigInt(quantity)}::bigint as quantity, ${BigInt(costMinor)}::bigint as cost_minor
        from security where name = ${security}`,
    );
  const priced = (security: string, price: string) =>
    app.db.query(sql`
      update security_price set last = ${price}::numeric
      where security_id = (select id from security where name = ${security})`);
  const receive = async (customerId: number, amount: number): Promise<void> => {
    const { result } = await get(`/api/v1/finance/account/customer/id/${customerId}`);
    const body = { partnerId: customerId, cashAccountId: result[0].id, amount };
    const create = '/api/v1/finance/cash-transaction/create';
    const members = { transType: 'RECEIPT', transMethod: 'BANK_TRANSFER', currency: 'NGN' };
    const made = await app.as('CLIENT').post(create, { ...body, ...members });
    assert.equal(made.status, 201, made.text);
    const post = `/api/v1/finance/cash-transaction/post/id/${made.body.id}`;
    const posted = await app.as('CLIENT').put(post);
    assert.equal(posted.status, 200, posted.text);
  };
  const held = (rows: readonly Json[], name: string): Json =>
    rows.find(({ securityName }) => securityName === name);
  const picked = (record: Json, members: readonly string[]): Json =>
    members.map((member) => record[member]);

  describe('reads a portfolio', () => {
    const TOTALS = ['currentValuation', 'costBasis', 'percGain', 'availableCash'];

    it('with the value, cost and gain of its holdings, and the cash', async () => {
      const { result } = await get(`${LIST}/${customer}`);
      const record = result.find(({ id }: Json) => id === portfolio.id);
      const totals = [NAIRA(30_328), NAIRA(30_396), -0.22, NAIRA(5_000)];
      assert.deepEqual(picked(record, TOTALS), totals);
      assert.deepEqual(picked(record, ['clearingHouseNo', 'dateOpened']), [
        'C0042',
        record.createdDttm,
      ]);
      const { result: accounts } = await get(`/api/v1/finance/account/customer/id/${customer}`);
      assert.equal(record.cashAccountId, accounts[0].id);
      const margin = ['marginTradingPower', 'marginCallValue', 'marginEquityValue'];
      assert.deepEqual(picked(record, margin), [NAIRA(0), NAIRA(0), NAIRA(0)]);
    });

    it('in the same form by its id, when it is opened, and when its account changes', async () => {
      const { result } = await get(`${LIST}/${customer}`);
      const listed = result.find(({ id }: Json) => id === portfolio.id);
      assert.deepEqual(await get(`${READ}/${portfolio.id}`), listed);
      const path = `/api/v1/order/portfolio/account/update?name=${portfolio.name}&accountNo=77`;
      const changed = (await app.as('OPERATIONS').put(path)).body.result;
      assert.deepEqual(picked(changed, TOTALS), picked(listed, TOTALS));
      assert.deepEqual(changed.portfolioHoldings, listed.portfolioHoldings);
      assert.deepEqual(portfolio.portfolioHoldings, []);
      assert.deepEqual(portfolio.currentValuation, NAIRA(0));
      assert.equal(portfolio.percGain, 0);
    });

    it('with the holdings that the list of holdings has', async () => {
      const { portfolioHoldings } = await get(`${READ}/${portfolio.id}`);
      assert.deepEqual(portfolioHoldings, (await get(`${HOLDINGS}/${portfolio.id}`)).result);
    });

    it('with the overdraft as its credit, and the cash less holds', async () => {
      const account = (await get(`${READ}/${portfolio.id}`)).cashAccountId;
      await app.db.query(sql`
        insert into cash_account_rule (account_id, overdraft_minor, minimum_minor, lien_minor,
          version_no, created_by, created_at, modified_by, modified_at)
        values (${BigInt(account)}, 75000, 0, 0, 1, 'test', now(), 'test', now())`);
      await app.db.query(sql`
        update account_balance set held_minor = held_minor + 120050
        where account_id = ${BigInt(account)}`);
      const record = await get(`${READ}/${portfolio.id}`);
      const balance = await get(`/api/v1/partner/portfolio-trade-balance/id/${portfolio.id}`);
      await app.db.query(sql`
        update account_balance set held_minor = held_minor - 120050
        where account_id = ${BigInt(account)}`);
      assert.deepEqual(record.availableCredit, NAIRA(750));
      assert.deepEqual(record.availableCash, NAIRA(3_799.5));
      assert.equal(balance.amount, 3_799.5);
    });
  });

  describe('reads a holding', () => {
    const MEMBERS = ['quantityHeld', 'costBasis', 'marketPrice', 'marketValue', 'valuation'];

    it('with its cost, price and gain per unit', async () => {
      const { result } = await get(`${HOLDINGS}/${portfolio.id}`);
      const access = held(result, 'ACCESS');
      assert.deepEqual(picked(access, MEMBERS), [1200, 8.25, 9.1, 10_920, 10_920]);
      assert.deepEqual(picked(access, ['gain', 'percentGain']), [0.85, 10.3]);
      assert.equal(access.quantity, '1200');
      const mtnn = held(result, 'MTNN');
      assert.deepEqual(picked(mtnn, MEMBERS), [40, 512.4, 485.2, 19_408, 19_408]);
      assert.deepEqual(picked(mtnn, ['gain', 'percentGain']), [-27.2, -5.31]);
      const common = picked(mtnn, ['priceValueMultiple', 'securityExchange', 'couponRate']);
      assert.deepEqual(common, [1, 'NGX', undefined]);
      assert.match(mtnn.valueDate, /^\d{4}-\d\d-\d\d$/);
      const security = await get(`/api/v1/order/security/id/${mtnn.securityId}`);
      assert.deepEqual([security.name, security.sector], ['MTNN', mtnn.securitySector]);
    });

    it('at its cost if it has no price, and marked as one without a price', async () => {
      const owner = await newCustomer();
      const { id } = await newPortfolio(owner);
      await hold(id, 'GTCO', { quantity: 100, costMinor: 400_000 });
      await hold(id, 'ZENITHBANK', { quantity: 10, costMinor: 30_000 });
      await priced('ZENITHBANK', '33.00');
      await app.db.query(sql`
        delete from security_price
        where security_id = (select id from security where name = 'GTCO')`);
      await app.db.query(sql`
        delete from security_price_day
        where security_id = (select id from security where name = 'GTCO')`);
      const record = await get(`${READ}/${id}`);
      const gtco = held(record.portfolioHoldings, 'GTCO');
      assert.deepEqual(picked(gtco, MEMBERS), [100, 40, undefined, 4_000, 4_000]);
      assert.deepEqual(picked(gtco, ['gain', 'percentGain', 'valueDate']), [0, 0, undefined]);
      assert.equal(record.holdingsWithoutPrice, 1);
      assert.deepEqual(record.currentValuation, NAIRA(4_330));
      // The gain is 30 naira on a cost of 4,300.
      assert.equal(record.percGain, 0.7);
      const listed = held((await get(`${HOLDINGS}/${id}`)).result, 'GTCO');
      assert.deepEqual([listed.marketValue, listed.valuation], [undefined, 4_000]);
      const valuation = await get(`${VALUATION}/${id}`);
      assert.equal(valuation.totalPortfolioValue, 4_330);
      assert.equal(valuation.amount, 330);
    });

    it('with no gain in percent if it cost nothing', async () => {
      const owner = await newCustomer();
      const { id } = await newPortfolio(owner);
      await hold(id, 'ACCESS', { quantity: 7, costMinor: 0 });
      const record = await get(`${READ}/${id}`);
      const [access] = record.portfolioHoldings;
      assert.deepEqual(picked(access, ['costBasis', 'gain', 'percentGain']), [0, 9.1, 0]);
      assert.deepEqual([record.percGain, record.currentValuation.amount], [0, 63.7]);
    });

    it('of a bond at the dirty price, with its coupon', async () => {
      const [bond] = await app.db.query<{ name: string; face_value: unknown }>(sql`
        select s.name, s.face_value from security s join security_price p on p.security_id = s.id
        where s.security_type = 'BOND_NAT' order by s.id limit 1`);
      assert.ok(bond);
      const { id } = await newPortfolio(await newCustomer());
      await hold(id, bond.name, { quantity: 30, costMinor: 2_500_000 });
      await priced(bond.name, '96.50');
      const record = await get(`${READ}/${id}`);
      const [row] = record.portfolioHoldings;
      const face = Number(bond.face_value);
      assert.equal(row.priceValueMultiple, face / 100);
      assert.equal(row.valuation, row.dirtyValue);
      assert.ok(row.accruedCoupon > 0 && row.dirtyPrice > row.marketPrice);
      assert.equal(row.marketValue, (30 * 96.5 * face) / 100);
      assert.equal(record.currentValuation.amount, row.dirtyValue);
      assert.ok(row.lastCouponDate < row.maturityDate && row.couponRate > 0);
      const valuation = await get(`${VALUATION}/${id}`);
      assert.deepEqual(picked(valuation, ['bondValue', 'equityValue', 'totalPortfolioValue']), [
        row.dirtyValue,
        0,
        row.dirtyValue,
      ]);
      assert.equal(valuation.portfolioHoldings[0].assetClass, 'BOND');
    });
  });

  describe('reads a valuation', () => {
    it('of a portfolio, with totals that do not include the cash', async () => {
      const body = await get(`${VALUATION}/${portfolio.id}`);
      const totals = ['totalPortfolioValue', 'totalPortfolioCost', 'totalPortfolioReturnPerc'];
      assert.deepEqual(picked(body, totals), [30_328, 30_396, -0.22]);
      const others = ['cashBalance', 'amount', 'totalValue', 'marketValue', 'equityValue'];
      assert.deepEqual(picked(body, others), [5_000, 35_328, 35_328, 30_328, 30_328]);
      const none = ['bondValue', 'fundValue', 'termInstrumentValue', 'treasuryBillValue'];
      assert.deepEqual(picked(body, none), [0, 0, 0, 0]);
      const names = picked(body, ['active', 'portfolioName', 'portfolioLabel']);
      assert.deepEqual(names, [true, portfolio.name, portfolio.label]);
    });

    it('with the share and gain of each holding, as numbers', async () => {
      const { portfolioHoldings } = await get(`${VALUATION}/${portfolio.id}`);
      const members = ['totalGainLoss', 'totalGainLossPercent', 'portPercentage'];
      const access = held(portfolioHoldings, 'ACCESS');
      assert.deepEqual(picked(access, members), [1_020, 10.3, 36.01]);
      assert.deepEqual(picked(held(portfolioHoldings, 'MTNN'), members), [-1_088, -5.31, 63.99]);
      const units = ['quantity', 'totalUnitsHeld', 'unitCost', 'investedAmount', 'currentValueLC'];
      assert.deepEqual(picked(access, units), [1200, 1200, 8.25, 9_900, 10_920]);
      assert.deepEqual(picked(access, ['symbol', 'assetClass', 'currency']), [
        'ACCESS',
        'EQUITY',
        'NGN',
      ]);
    });

    it('of a customer, with the name of the customer', async () => {
      const body = await get(`${CUSTOMER_VALUATION}/${customer}`);
      const { name, label } = await get(`/api/v1/partner/customer/id/${customer}`);
      assert.deepEqual(picked(body, ['portfolioName', 'portfolioLabel']), [name, label]);
      assert.deepEqual(picked(body, ['totalPortfolioValue', 'amount']), [30_328, 35_328]);
    });

    it('of a portfolio in another currency than a holding, which is converted', async () => {
      const owner = await newCustomer();
      const { id } = await newPortfolio(owner, { currency: 'USD' });
      await hold(id, 'ACCESS', { quantity: 10, costMinor: 8_250 });
      const record = await get(`${READ}/${id}`);
      assert.deepEqual(record.currentValuation, { currency: 'USD', amount: 0 });
      assert.equal(record.holdingsInOtherCurrency, 1);
      assert.equal(record.cashAccountId, undefined);
      const valuation = await get(`${VALUATION}/${id}`);
      const totals = ['totalValue', 'amount', 'complete', 'holdingsWithoutPrice'];
      assert.deepEqual(picked(valuation, totals), [0, 0, false, 1]);
      const members = ['currentValueFC', 'currentValueLC', 'conversionRate'];
      const [row] = valuation.portfolioHoldings;
      assert.deepEqual(picked(row, members), [91, undefined, undefined]);
      await app.db.query(sql`
        insert into exchange_rate (name, base_currency, quote_currency, rate_date, rate, source,
          version_no, created_by, created_at, modified_by, modified_at)
        select 'USD/NGN', 'USD', 'NGN', business_date, 4, 'TEST', 1, 'test', now(), 'test', now()
        from business_day`);
      const converted = await get(`${VALUATION}/${id}`);
      assert.deepEqual(picked(converted, totals), [22.75, 22.75, true, undefined]);
      assert.deepEqual(picked(converted.portfolioHoldings[0], members), [91, 22.75, 0.25]);
    });

    it('with at most as many holdings as one reply can contain', async () => {
      const owner = await newCustomer();
      const { id } = await newPortfolio(owner);
      await app.db.query(sql`
        with made as (
          insert into security (id, exchange_id, name, label, security_type, currency, created_by,
            created_at, modified_by, modified_at)
          select nextval('security_id'), e.id, 'MANY' || n, 'Many', 'EQUITY', 'NGN', 'test',
            now(), 'test', now()
          from exchange e, generate_series(1, 5000) n where e.name = 'NGX' returning id
        )
        insert into holding (portfolio_id, security_id) select ${BigInt(id)}, id from made`);
      for (const path of [VALUATION, HOLDINGS]) {
        const { status, body } = await app.as('OPERATIONS').get(`${path}/${id}`);
        assert.deepEqual([status, body.msgCode], [422, 'HOLDINGS_TOO_MANY']);
      }
      // Empty holdings are not part of the portfolio.
      assert.deepEqual((await get(`${READ}/${id}`)).portfolioHoldings, []);
    });
  });

  it('reads a balance by any of its names', async () => {
    for (const [path, id] of [
      ['portfolio-trade-balance', portfolio.id],
      ['portfolio-net-trade-balance', portfolio.id],
      ['customer-net-trade-balance', customer],
    ]) {
      const body = await get(`/api/v1/partner/${path}/id/${id}`);
      const names = picked(body, ['amount', 'purchasingPower', 'balance']);
      assert.deepEqual(names, [5_000, 5_000, 5_000], path);
    }
  });

  it('parses the balance of a customer as a number', async () => {
    const owner = await newCustomer();
    await receive(owner, 1_234_567.8);
    const { cashAcctBalance } = await get(`/api/v1/partner/customer/id/${owner}`);
    assert.equal(cashAcctBalance, 'NGN 1234567.80');
    assert.equal(Number(cashAcctBalance.slice(3)), 1_234_567.8);
  });
});
