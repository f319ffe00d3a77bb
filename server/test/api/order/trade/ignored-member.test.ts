// Warnings about members of an order that are sent with a value but have no effect.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../../../support/app.js';
import { assertBooks } from '../../../support/order.js';
import {
  limitBody,
  type MarketDesk,
  openMarketDesk,
  TRADE_ORDER,
} from '../exchange/market-desk.js';

describe('members of an order that have no effect', () => {
  let desk: MarketDesk;
  before(async () => {
    desk = await openMarketDesk();
  });
  after(async () => {
    await assertBooks(desk);
    await desk.stop();
  });

  const warnedOf = ({ warnings = [] }: Json): string[] =>
    warnings
      .filter(({ code }: Json) => code === 'MEMBER_IGNORED')
      .map(({ pointer }: Json) => pointer);

  const rows: readonly (readonly [what: string, changes: object, pointers: readonly string[]])[] = [
    ['a limit price of a market order', { priceType: 'MARKET', limitPrice: 24.5 }, ['/limitPrice']],
    [
      'both prices of a market order',
      { priceType: 'MARKET', limitPrice: '24.50', stopPrice: '26' },
      ['/limitPrice', '/stopPrice'],
    ],
    ['a stop price of a limit order', { stopPrice: 26.25 }, ['/stopPrice']],
    [
      'a limit price of a stop order',
      { priceType: 'STOP', stopPrice: 26, limitPrice: 26.5 },
      ['/limitPrice'],
    ],
    ['an end of a day order', { orderEndDate: '2026-12-09' }, ['/orderEndDate']],
    ['a value of an order by quantity', { orderValue: 9_000 }, ['/orderValue']],
    [
      'a quantity of an order by value',
      { orderBase: 'VALUE', orderValue: 5_000, quantityRequested: '7' },
      ['/quantityRequested'],
    ],
    ['an exemption of a day order', { doNotAdjust: true }, ['/doNotAdjust']],
    [
      'an exemption of a sell limit',
      { doNotAdjust: 'true', orderType: 'SELL', orderTermName: 'GTC' },
      ['/doNotAdjust'],
    ],
    [
      'an exemption of a buy stop',
      { doNotAdjust: true, priceType: 'STOP', stopPrice: 26, limitPrice: 0, orderTermName: 'GTC' },
      ['/doNotAdjust'],
    ],
    [
      'nothing: an exemption of a buy limit that lasts',
      { doNotAdjust: true, orderTermName: 'GTC' },
      [],
    ],
    ['nothing: no exemption', { doNotAdjust: false }, []],
    ['nothing: zeros', { priceType: 'MARKET', limitPrice: 0, stopPrice: '0', orderValue: 0 }, []],
    ['nothing: empty texts', { priceType: 'MARKET', limitPrice: '', stopPrice: '' }, []],
    ['nothing: the end of the session', { orderEndDate: '2026-12-07' }, []],
    ['nothing: the same value', { orderValue: 2_500 }, []],
    [
      'nothing: the same quantity',
      { orderBase: 'VALUE', orderValue: 5_000, quantityRequested: '200' },
      [],
    ],
    [
      'nothing: prices that count',
      { priceType: 'STOP_LIMIT', stopPrice: 26, limitPrice: 26.5 },
      [],
    ],
  ];
  for (const [what, changes, pointers] of rows) {
    it(`a submit and a validation warn of ${what}`, async () => {
      for (const [path, status] of [
        ['submit', 201],
        ['validate', 200],
      ] as const) {
        const reply = await desk.caller.post(`${TRADE_ORDER}/${path}`, limitBody(changes));
        assert.equal(reply.status, status, reply.text);
        assert.deepEqual(warnedOf(reply.body), pointers);
      }
    });
  }

  it('an amendment warns, before the order is sent and at the exchange', async () => {
    const changes = { quantityRequested: '300', stopPrice: 26 };
    const { id } = await desk.accepted();
    const amend = (body: object) => desk.caller.put(`${TRADE_ORDER}/update`, { id, ...body });
    const booked = await amend(limitBody(changes));
    assert.equal(booked.body.msgCode, 'TRADE_ORDER_UPDATED', booked.text);
    assert.deepEqual(warnedOf(booked.body), ['/stopPrice']);
    await desk.take();
    await desk.say(id, '0');
    const sent = await amend(limitBody({ ...changes, quantityRequested: '400' }));
    assert.equal(sent.body.msgCode, 'TRADE_ORDER_UPDATE_REQUESTED', sent.text);
    assert.deepEqual(warnedOf(sent.body), ['/stopPrice']);
  });

  it('an amendment warns of members that keep their value from the submission', async () => {
    const { id } = await desk.accepted({ orderOrigin: 'WEB' });
    const warned = async (changes: object) => {
      const body = { id, ...limitBody({ orderOrigin: 'WEB', ...changes }) };
      const reply = await desk.caller.put(`${TRADE_ORDER}/update`, body);
      assert.equal(reply.status, 200, reply.text);
      return warnedOf(reply.body);
    };
    assert.deepEqual(await warned({ orderOrigin: 'Dealer' }), ['/orderOrigin']);
    assert.deepEqual(await warned({ orderOrigin: 'web' }), []);
    assert.deepEqual(await warned({ orderDate: '2026-12-01T08:00:00Z' }), ['/orderDate']);
    assert.deepEqual(await warned({ orderValue: 123_456 }), ['/orderValue']);
    const { body: record } = await desk.caller.get(`${TRADE_ORDER}/id/${id}`);
    assert.deepEqual([record.orderOrigin, record.quantityRequested], ['WEB', '100']);
  });

  it('a security type is ignored with a warning if it is not one of ours', async () => {
    const submitted = (instrumentType: string) =>
      desk.caller.post(`${TRADE_ORDER}/submit`, limitBody({ instrumentType }));
    assert.deepEqual(warnedOf((await submitted('Ordinary share')).body), ['/instrumentType']);
    assert.deepEqual(warnedOf((await submitted('equity')).body), []);
    assert.equal((await submitted('RIGHT')).body.msgCode, 'REFERENCE_MISMATCH');
  });

  it('an amendment with the record as it was read has no warning', async () => {
    const { id } = await desk.accepted({ quantityRequested: '500' });
    const { body: record } = await desk.caller.get(`${TRADE_ORDER}/id/${id}`);
    const reply = await desk.caller.put(`${TRADE_ORDER}/update`, {
      ...record,
      quantityRequested: '600',
    });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(warnedOf(reply.body), []);
  });
});
