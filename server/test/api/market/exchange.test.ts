// Exchanges and order terms, changed with four-eyes approval, and trading on a newly created
// market.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MarketDesk, openMarketDesk } from '../order/exchange/market-desk.js';

const EXCHANGE = '/api/v1/order/exchange/propose';
const TERM = '/api/v1/order/tradeorderterm/propose';

const GULF = {
  name: 'gulfx',
  label: 'An exchange on the Gulf',
  aliases: ['OLDGULF'],
  currency: 'NGN',
  timeZone: 'Asia/Dubai',
  weekend: [5, 6],
};
const GTD90 = { name: 'GTD90', label: 'Good for 90 days', fixTimeInForce: '6', defLifeTime: 90 };

describe('exchanges and order terms', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());

  const listed = async (path: string, name: string) => {
    const { body } = await desk.caller.get(`/api/v1/order/${path}/list/active?s=100`);
    return body.result.find((each: { name: string }) => each.name === name);
  };
  const refused = async (path: string, body: object) => {
    const reply = await desk.caller.put(path, body);
    return [reply.status, reply.body.msgCode, reply.body.errors?.[0]?.pointer];
  };
  const rule = (name: string, row: object, assetClass = 'EQUITY') =>
    desk.change(`order/exchange/${name}/propose`, {
      ...{ exchange: 'GULFX', assetClass },
      rows: [{ validFrom: '2020-01-01', ...row }],
    });

  describe('success', () => {
    it('an exchange exists after its approval, with its code in capitals', async () => {
      const proposed = await desk.caller.put(EXCHANGE, GULF);
      assert.equal(proposed.status, 201, proposed.text);
      assert.equal(await listed('exchange', 'GULFX'), undefined);
      await desk.second.put(`/api/v1/system/change/approve/id/${proposed.body.id}`);
      const exchange = await listed('exchange', 'GULFX');
      assert.deepEqual(exchange.aliases, ['OLDGULF']);
      assert.deepEqual(exchange.weekend, [5, 6]);
      assert.equal(exchange.timeZone, 'Asia/Dubai');
    });

    it('a share listed there is refused until the rules are known, and then trades', async () => {
      const security = await desk.caller.post('/api/v1/order/security/create', {
        ...{ exchange: 'OLDGULF', name: 'DATES', label: 'Dates Plc', securityType: 'EQUITY' },
        previousClose: 25,
      });
      assert.equal(security.status, 201, security.text);
      const order = { securityName: 'DATES', quantityRequested: 100 };
      assert.equal((await desk.submit(order)).body.msgCode, 'SECURITY_NOT_TRADABLE');
      await rule('trading-phases', {
        phases: [
          { from: '10:00', phase: 'CONTINUOUS' },
          { from: '15:00', phase: 'CLOSED' },
        ],
      });
      assert.equal((await desk.submit(order)).body.msgCode, 'MARKET_RULE_MISSING');
      await rule('price-tick', { groups: [{ from: 0, tick: 0.01 }] });
      await rule('price-band', { percent: 10 });
      await rule('lot-size', { units: 1 });
      await rule('order-life', {});
      await rule('settlement-lag', { businessDays: 2 });
      // 11:00 in Lagos is 14:00 in Dubai, where Friday is a day off and Sunday is not.
      const { id } = await desk.accepted(order);
      assert.equal((await desk.order(id)).expire_date, '2026-12-07');
      await desk.take();
      await desk.say(id, '2', { fill: [100, '25.00'] });
      assert.equal((await desk.order(id)).order_status, 'EXECUTED');
      await desk.at('13:00', '2026-12-10');
      assert.equal((await desk.order((await desk.accepted(order)).id)).expire_date, '2026-12-13');
      await desk.at('11:00');
    });

    it('a bond there is refused as well until the rules of bonds are known', async () => {
      const bond = await desk.caller.post('/api/v1/order/security/create', {
        ...{ exchange: 'GULFX', name: 'SUKUK', label: 'Sukuk', securityType: 'BOND_NAT' },
        ...{ faceValue: 1000, couponRate: 5, maturityDate: '2030-05-01', previousClose: 100 },
      });
      assert.equal(bond.status, 201, bond.text);
      const order = { securityName: 'SUKUK', quantityRequested: 10, limitPrice: '100.00' };
      assert.deepEqual((await desk.submit(order)).body.msgArgs, ['SETTLEMENT_LAG']);
      await rule('settlement-lag', { businessDays: 2 }, 'BOND');
      assert.equal((await desk.submit(order)).body.msgCode, 'SECURITY_NOT_TRADABLE');
      await rule('trading-phases', { phases: [{ from: '10:00', phase: 'CONTINUOUS' }] }, 'BOND');
      const { status, body } = await desk.submit(order);
      assert.deepEqual([status, body.msgCode], [422, 'MARKET_RULE_MISSING']);
    });

    it('an inactive exchange takes no orders and is not listed; it can be activated', async () => {
      await desk.change('order/exchange/propose', { ...GULF, active: false });
      assert.equal(await listed('exchange', 'GULFX'), undefined);
      const reply = await desk.submit({ securityName: 'DATES' });
      assert.equal(reply.body.msgCode, 'SECURITY_NOT_TRADABLE');
      await desk.change('order/exchange/propose', { ...GULF, label: 'Renamed' });
      assert.equal((await listed('exchange', 'GULFX')).label, 'Renamed');
      const versions = '/api/v1/system/change/version/list?kind=exchange&subject=GULFX';
      assert.equal((await desk.caller.get(versions)).body.count, 3);
    });

    it('an order lives for the days of its term, and no longer than its maximum', async () => {
      await desk.change('order/tradeorderterm/propose', GTD90);
      const { id } = await desk.accepted({ orderTermName: 'GTD90' });
      // Ninety days after 7 December 2026 is a Sunday, so the order ends on the previous trading
      // day.
      assert.equal((await desk.order(id)).expire_date, '2027-03-05');
      await desk.change('order/tradeorderterm/propose', { ...GTD90, longestLifeTime: 90 });
      assert.equal((await listed('tradeorderterm', 'GTD90')).longestLifeTime, 90);
      const late = { orderTermName: 'GTD90', orderEndDate: '2027-03-15T00:00:00.000Z' };
      assert.equal((await desk.submit(late)).body.msgCode, 'ORDER_END_TOO_FAR');
      await desk.change('order/tradeorderterm/propose', { ...GTD90, active: false });
      const reply = await desk.submit({ orderTermName: 'GTD90' });
      assert.equal(reply.body.msgCode, 'UNKNOWN_REFERENCE');
    });

    it('the record of a term has the days that an order lives without an end', async () => {
      for (const [name, days, shown] of [
        ['GTC20', { fixTimeInForce: '1', longestLifeTime: 20 }, 20],
        ['GTC-OPEN', { fixTimeInForce: '1' }, 60],
        ['GTD-OPEN', { fixTimeInForce: '6' }, 0],
        ['CLOSE', { fixTimeInForce: '7' }, 0],
      ] as const) {
        await desk.change('order/tradeorderterm/propose', { name, label: name, ...days });
        assert.equal((await listed('tradeorderterm', name)).defLifeTime, shown, name);
      }
      const { id } = await desk.accepted({ orderTermName: 'GTC20' });
      // Twenty days after 7 December 2026 is a Sunday, so the order ends on the previous trading
      // day, before the Christmas holidays.
      assert.equal((await desk.order(id)).expire_date, '2026-12-24');
    });

    it("the default life of a term is limited by its maximum and the program's", async () => {
      const term = { label: 'Till cancelled', fixTimeInForce: '1' };
      for (const [name, days, end] of [
        ['GTC30', { longestLifeTime: 30 }, '2027-01-06'],
        ['GTCLONG', { defLifeTime: 3_650 }, '2027-12-08'],
      ] as const) {
        await desk.change('order/tradeorderterm/propose', { ...term, ...days, name });
        const { id } = await desk.accepted({ orderTermName: name });
        assert.equal((await desk.order(id)).expire_date, end);
      }
    });

    it("the demonstration's exchanges and terms are version 1", async () => {
      for (const [kind, subject] of [
        ['exchange', 'NGX'],
        ['order-term', 'GF7DAYS'],
      ]) {
        const path = `/api/v1/system/change/version/list?kind=${kind}&subject=${subject}`;
        assert.equal((await desk.caller.get(path)).body.result[0].version, 1);
      }
    });
  });

  describe('400', () => {
    it('a weekend that has no weekdays, and a term without a FIX value, are refused', async () => {
      assert.equal((await refused(EXCHANGE, { ...GULF, weekend: [8] }))[0], 400);
      assert.equal((await refused(TERM, { ...GTD90, fixTimeInForce: '5' }))[0], 400);
      assert.equal((await refused(TERM, { ...GTD90, defLifeTime: 0 }))[0], 400);
    });
  });

  describe('403', () => {
    it('no user approves their own proposal', async () => {
      for (const [path, body] of [
        [EXCHANGE, { ...GULF, name: 'OWNX', aliases: [] }],
        [TERM, { ...GTD90, name: 'OWN' }],
      ] as const) {
        const { id } = (await desk.caller.put(path, body)).body;
        const own = await desk.caller.put(`/api/v1/system/change/approve/id/${id}`);
        assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
      }
    });
  });

  describe('409', () => {
    it('a code or an alias belongs to one exchange, even of concurrent proposals', async () => {
      const nse = { ...GULF, name: 'NSE', aliases: [] };
      assert.deepEqual((await refused(EXCHANGE, nse)).slice(0, 2), [409, 'CODE_TAKEN']);
      const ids: number[] = [];
      for (const name of ['TWINA', 'TWINB']) {
        const twin = { ...GULF, name, aliases: ['TWIN'] };
        ids.push((await desk.caller.put(EXCHANGE, twin)).body.id);
      }
      const replies = await Promise.all(
        ids.map((id) => desk.second.put(`/api/v1/system/change/approve/id/${id}`)),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    });
  });

  describe('422', () => {
    it('an exchange needs valid codes, a known currency and a known time zone', async () => {
      const cases = [
        [{ name: 'A:B' }, 'EXCHANGE_REFUSED', '/name'],
        [{ aliases: ['GULFX'] }, 'EXCHANGE_REFUSED', '/aliases'],
        [{ weekend: [5, 5] }, 'EXCHANGE_REFUSED', '/weekend'],
        [{ timeZone: '+01:00' }, 'EXCHANGE_REFUSED', '/timeZone'],
        [{ timeZone: 'Africa/Atlantis' }, 'EXCHANGE_REFUSED', '/timeZone'],
        // Values that the database accepts but the program does not.
        [{ timeZone: 'Factory' }, 'EXCHANGE_REFUSED', '/timeZone'],
        [{ timeZone: 'localtime' }, 'EXCHANGE_REFUSED', '/timeZone'],
        [{ currency: 'XQZ' }, 'CURRENCY_UNKNOWN', '/currency'],
      ] as const;
      for (const [change, code, pointer] of cases) {
        assert.deepEqual(await refused(EXCHANGE, { ...GULF, ...change }), [422, code, pointer]);
      }
    });

    it('currency and weekend cannot change once a security is listed', async () => {
      const dollars = await refused(EXCHANGE, { ...GULF, currency: 'USD' });
      assert.deepEqual(dollars, [422, 'EXCHANGE_REFUSED', '/currency']);
      const weekend = await refused(EXCHANGE, { ...GULF, weekend: [6, 7] });
      assert.deepEqual(weekend, [422, 'EXCHANGE_REFUSED', '/weekend']);
    });

    it('a term keeps its tag, and only one longer than a session has days', async () => {
      const cases = [
        [{ name: 'DAY', fixTimeInForce: '6' }, '/fixTimeInForce'],
        [{ name: 'DAY2', fixTimeInForce: '0' }, '/defLifeTime'],
        [{ name: 'SHORT', longestLifeTime: 30 }, '/longestLifeTime'],
        [{ name: 'A B' }, '/name'],
      ] as const;
      for (const [change, pointer] of cases) {
        const reply = await refused(TERM, { ...GTD90, ...change });
        assert.deepEqual(reply, [422, 'ORDER_TERM_REFUSED', pointer]);
      }
    });
  });

  describe('dry run', () => {
    it('proposes nothing', async () => {
      for (const [path, body] of [
        [EXCHANGE, { ...GULF, name: 'DRYX', aliases: [] }],
        [TERM, { ...GTD90, name: 'DRY' }],
      ] as const) {
        const reply = await desk.caller.put(path, body, { prefer: 'dry-run' });
        assert.equal(reply.status, 200, reply.text);
        const list = `/api/v1/system/change/list?subject=${body.name}`;
        assert.equal((await desk.caller.get(list)).body.count, 0);
      }
    });
  });
});
