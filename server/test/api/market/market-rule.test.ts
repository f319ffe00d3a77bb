// Dated market rules: changed with four-eyes approval, never for past dates, and applied
// immediately.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../../support/app.js';
import { type MarketDesk, openMarketDesk } from '../order/exchange/market-desk.js';

const RULE = '/api/v1/order/exchange/rule?x=NSE&t=EQUITY';
const BEGINNING = '1960-01-01';
const SUBJECT = { exchange: 'NGX', assetClass: 'EQUITY' };

describe('the rules of a market', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(() => desk.stop());

  const rules = async (): Promise<Json> => (await desk.caller.get(RULE)).body;
  const propose = (rule: string, rows: readonly object[], more: object = {}) =>
    desk.caller.put(`/api/v1/order/exchange/${rule}/propose`, { ...SUBJECT, rows, ...more });
  const change = (rule: string, rows: readonly object[]) =>
    desk.change(`order/exchange/${rule}/propose`, { ...SUBJECT, rows });

  describe('success', () => {
    it('are read by exchange and asset class, an old code of the exchange included', async () => {
      const { exchange, priceTick, settlementLag, priceBand } = await rules();
      assert.equal(exchange, 'NGX');
      assert.deepEqual(priceBand, [{ validFrom: BEGINNING, percent: 10 }]);
      assert.deepEqual(priceTick[0].groups.at(-1), { from: 100, tick: 0.1 });
      assert.deepEqual(settlementLag, [
        { validFrom: BEGINNING, businessDays: 3 },
        { validFrom: '2025-11-28', businessDays: 2 },
        { validFrom: '2026-06-01', businessDays: 1 },
      ]);
    });

    it('determine the ex-date of securities and who is entitled, also by asset class', async () => {
      const [shares] = (await rules()).entitlement;
      assert.deepEqual(
        [shares.exOffsetBusinessDays, shares.registerBasis, shares.claimDays, shares.orders.SPLR],
        [1, 'TRADED', 20, 'CANCEL'],
      );
      const bonds = (await desk.caller.get(RULE.replace('EQUITY', 'BOND'))).body.entitlement;
      assert.deepEqual(bonds, [
        {
          validFrom: BEGINNING,
          exOffsetBusinessDays: 0,
          registerBasis: 'SETTLED',
          claimDays: 20,
        },
      ]);
      const later = { ...shares, validFrom: '2026-12-08', exOffsetBusinessDays: 0 };
      await change('entitlement', [shares, later]);
      assert.deepEqual((await rules()).entitlement, [shares, later]);
      const far = { ...later, exOffsetBusinessDays: 11 };
      const { body } = await propose('entitlement', [shares, far]);
      assert.equal(body.errors[0].pointer, '/rows/1/exOffsetBusinessDays');
    });

    it('set for how long the exchange keeps orders, from a date on', async () => {
      const present = (await rules()).orderLife;
      assert.deepEqual(present, [{ validFrom: BEGINNING }]);
      const rows = [...present, { validFrom: '2099-01-04', longestDays: 0 }];
      await change('order-life', rows);
      assert.deepEqual((await rules()).orderLife, rows);
    });

    it('are version 1 by the system, and the next version by the approver', async () => {
      const rows = [
        { validFrom: BEGINNING, percent: 10 },
        { validFrom: '2026-12-09', percent: '20' },
      ];
      const made = await change('price-band', rows);
      assert.deepEqual([made.appliedVersion, made.decidedBy], [2, 'second']);
      assert.deepEqual(
        made.differences.map(({ pointer }: Json) => pointer),
        ['/rows/1'],
      );
      const path = '/api/v1/system/change/version/list?kind=price-band&subject=NGX:EQUITY';
      const { body } = await desk.caller.get(path);
      assert.deepEqual(
        body.result.map(({ version, madeBy }: Json) => [version, madeBy]),
        [
          [2, 'first'],
          [1, 'system'],
        ],
      );
    });

    it('apply from their date, without a restart', async () => {
      const order = { limitPrice: '29.00' };
      assert.equal((await desk.submit(order)).body.msgCode, 'PRICE_OUTSIDE_BAND');
      await desk.at('11:00', '2026-12-08');
      assert.equal((await desk.submit(order)).body.msgCode, 'PRICE_OUTSIDE_BAND');
      await desk.at('11:00', '2026-12-09');
      assert.equal((await desk.submit(order)).status, 201);
      await desk.at('15:00', '2026-12-08');
      assert.equal(
        (await desk.submit(order)).status,
        201,
        'an order for the 9th, the evening before',
      );
      await desk.at('11:00');
    });

    it('can differ for another asset class', async () => {
      const rows = [
        {
          validFrom: BEGINNING,
          groups: [
            { from: 0, tick: '0.05' },
            { from: 5, tick: 0.05 },
          ],
        },
      ];
      const bond = { exchange: 'NGX', assetClass: 'BOND' };
      const refused = await desk.caller.put('/api/v1/order/exchange/price-tick/propose', {
        ...bond,
        rows,
      });
      assert.equal(refused.body.msgCode, 'MARKET_RULE_PAST');
      const present = (await desk.caller.get(RULE.replace('EQUITY', 'BOND'))).body.priceTick;
      const later = { validFrom: '2026-12-08', groups: [{ from: 0, tick: '0.001' }] };
      await desk.change('order/exchange/price-tick/propose', {
        ...bond,
        rows: [...present, later],
      });
      await desk.at('11:00', '2026-12-08');
      const share = await desk.submit({ limitPrice: '25.01' });
      assert.equal(share.body.msgCode, 'PRICE_OFF_TICK');
      const note = { securityName: 'FG162027S1', limitPrice: '25.001' };
      assert.equal((await desk.submit(note)).status, 201);
      await desk.at('11:00');
    });

    it('set the lot if a security has none', async () => {
      await change('lot-size', [
        { validFrom: BEGINNING, units: 1 },
        { validFrom: '2026-12-08', units: 50 },
      ]);
      await desk.at('11:00', '2026-12-08');
      const odd = { quantityRequested: '110' };
      assert.equal((await desk.submit(odd)).body.msgCode, 'QUANTITY_NOT_WHOLE_LOTS');
      await desk.db.query(sql`update security set lot_size = 10 where name = 'ACCESS'`);
      assert.equal((await desk.submit(odd)).status, 201);
      await desk.db.query(sql`update security set lot_size = 1 where name = 'ACCESS'`);
      await desk.at('11:00');
    });

    it('set the trading hours, and longer ones apply from their date', async () => {
      const [present] = (await rules()).tradingPhases;
      await change('trading-phases', [
        present,
        {
          validFrom: '2026-12-08',
          phases: [
            { from: '09:00', phase: 'continuous' },
            { from: '17:00', phase: 'CLOSED' },
          ],
        },
      ]);
      const immediate = { orderTermName: 'IOC' };
      await desk.at('16:00');
      const code = (await desk.submit(immediate)).body.msgCode;
      assert.equal(code, 'IMMEDIATE_ORDER_NOT_CONTINUOUS');
      await desk.at('16:00', '2026-12-08');
      assert.equal((await desk.submit(immediate)).status, 201);
      await desk.at('11:00');
    });

    it('set the settlement date of a trade', async () => {
      const present = (await rules()).settlementLag;
      await change('settlement-lag', [...present, { validFrom: '2026-12-08', businessDays: 0 }]);
      for (const [date, next, settles] of [
        ['2026-12-07', '2026-12-08', '2026-12-08'],
        ['2026-12-08', '2026-12-09', '2026-12-08'],
      ] as const) {
        await desk.at('11:00', date);
        const { id } = await desk.accepted({ quantityRequested: '50' });
        await desk.take();
        await desk.say(id, '2', { fill: [50, '25.00'] });
        await desk.endOfDay(date, next);
        const [note] = await desk.db.query<{ settlement_date: string }>(
          sql`select settlement_date from contract_note where order_id = ${BigInt(id)}`,
        );
        assert.equal(note?.settlement_date, settles);
      }
      await desk.at('11:00');
    });
  });

  describe('dry run', () => {
    it('writes nothing', async () => {
      const body = { ...SUBJECT, rows: [{ validFrom: BEGINNING, percent: 10 }] };
      const path = '/api/v1/order/exchange/price-band/propose';
      const reply = await desk.caller.put(path, body, { prefer: 'dry-run' });
      // Omits the rule from the 9th, which is allowed because it is not yet in force.
      assert.equal(reply.status, 200, reply.text);
      const { body: list } = await desk.caller.get(
        '/api/v1/system/change/list?kind=price-band&state=PENDING',
      );
      assert.equal(list.count, 0);
    });
  });

  describe('403', () => {
    it('cannot be approved by their proposer', async () => {
      const rows = [{ validFrom: BEGINNING, percent: 10 }];
      const { body } = await propose('price-band', rows);
      const own = await desk.caller.put(`/api/v1/system/change/approve/id/${body.id}`);
      assert.deepEqual([own.status, own.body.msgCode], [403, 'OWN_WORK']);
      await desk.caller.put(`/api/v1/system/change/withdraw/id/${body.id}`);
    });
  });

  describe('422', () => {
    const later = { validFrom: '2026-12-14' };
    const band = { validFrom: BEGINNING, percent: 10 };
    const rows: readonly (readonly [string, string, readonly object[], string])[] = [
      ['a row that has begun', 'price-band', [{ ...band, percent: 15 }], 'MARKET_RULE_PAST'],
      [
        'a row from today',
        'price-band',
        [band, { validFrom: '2026-12-07', percent: 15 }],
        'MARKET_RULE_PAST',
      ],
      ['rows out of order', 'price-band', [{ ...later, percent: 5 }, band], 'MARKET_RULE_WRONG'],
      ['a date twice', 'price-band', [band, band], 'MARKET_RULE_WRONG'],
      ['a band of nothing', 'price-band', [band, { ...later, percent: 0 }], 'MARKET_RULE_WRONG'],
      [
        'an invalid time',
        'trading-phases',
        [{ ...later, phases: [{ from: '24:00', phase: 'CLOSED' }] }],
        'MARKET_RULE_WRONG',
      ],
      [
        'times out of order',
        'trading-phases',
        [
          {
            ...later,
            phases: [
              { from: '10:00', phase: 'CONTINUOUS' },
              { from: '09:30', phase: 'PRE_OPEN' },
            ],
          },
        ],
        'MARKET_RULE_WRONG',
      ],
      [
        'groups that leave prices out',
        'price-tick',
        [{ ...later, groups: [{ from: 5, tick: 0.05 }] }],
        'MARKET_RULE_WRONG',
      ],
      [
        'an increment of nothing',
        'price-tick',
        [{ ...later, groups: [{ from: 0, tick: 0 }] }],
        'MARKET_RULE_WRONG',
      ],
      [
        'a group twice',
        'price-tick',
        [
          {
            ...later,
            groups: [
              { from: 0, tick: 1 },
              { from: '0.0', tick: 2 },
            ],
          },
        ],
        'MARKET_RULE_WRONG',
      ],
    ];
    for (const [what, rule, wish, code] of rows) {
      it(`refuse ${what}: ${code}`, async () => {
        const reply = await propose(rule, wish);
        assert.deepEqual([reply.status, reply.body.msgCode], [422, code], reply.text);
      });
    }

    it('refuse an unknown exchange', async () => {
      const reply = await propose('price-band', [band], { exchange: 'NASD' });
      assert.deepEqual([reply.status, reply.body.msgCode], [422, 'UNKNOWN_REFERENCE']);
    });

    it('refuse an approval of rows that have begun since the proposal', async () => {
      const present = (await rules()).settlementLag;
      const wish = [...present, { validFrom: '2026-12-15', businessDays: 3 }];
      const { body } = await propose('settlement-lag', wish);
      await desk.at('11:00', '2026-12-15');
      const late = await desk.second.put(`/api/v1/system/change/approve/id/${body.id}`);
      assert.deepEqual([late.status, late.body.msgCode], [422, 'MARKET_RULE_PAST']);
      await desk.at('11:00');
    });
  });
});
