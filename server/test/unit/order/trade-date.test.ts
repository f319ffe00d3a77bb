// The trade date of a fill, depending on the dates in its report.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tradeDateOf, tradeDateWaited } from '../../../src/modules/order/fill/trade-date.js';
import type { ExchangeReport } from '../../../src/modules/order/record/exchange-report.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

const ORDER = {
  business_date: businessDate('2026-11-12'),
  today: businessDate('2026-11-17'),
  exchange_time_zone: 'Africa/Lagos',
};

const SAID_NOTHING: ExchangeReport = {
  ...{ exchangeId: 1n, message: 'EXECUTION_REPORT', clOrdId: 'A', origClOrdId: undefined },
  ...{ ordStatus: '1', text: undefined, exchangeOrderId: undefined, execId: 'E', execType: 'F' },
  ...{ execRefId: undefined, lastQuantity: 1n, lastPrice: undefined, leavesQuantity: undefined },
  ...{ cumQuantity: undefined, orderQuantity: undefined, transactAt: undefined, side: undefined },
  ...{ symbol: undefined, isin: undefined, currency: undefined, limitPrice: undefined },
  ...{ averagePrice: undefined, tradeDate: undefined, settlementDate: undefined },
};

const dated = (now: string, stated: { readonly on?: string; readonly at?: string }): string =>
  tradeDateOf(
    ORDER,
    {
      ...SAID_NOTHING,
      transactAt: stated.at,
      tradeDate: stated.on === undefined ? undefined : businessDate(stated.on),
    },
    now,
  );

describe('the trade date of a fill', () => {
  const NOW = '2026-11-17T09:00:00.000Z';

  it("is the TradeDate, even of an earlier day, whatever the transaction's time", () => {
    assert.equal(dated(NOW, { on: '2026-11-16', at: '2026-11-17T08:59:00Z' }), '2026-11-16');
    assert.equal(dated(NOW, { on: '2026-11-17', at: '2026-11-13T10:00:00Z' }), '2026-11-17');
  });

  it('is the day of the transaction at the exchange, if that is an earlier day', () => {
    assert.equal(dated(NOW, { at: '2026-11-13T13:29:00Z' }), '2026-11-13');
    // This is 00:30 in Lagos.
    assert.equal(dated(NOW, { at: '2026-11-15T23:30:00Z' }), '2026-11-16');
  });

  it('is the business date for a fill of the last hour or without a date', () => {
    assert.equal(dated(NOW, {}), '2026-11-17');
    assert.equal(dated(NOW, { at: '2026-11-17T06:00:00Z' }), '2026-11-17');
    assert.equal(dated('2026-11-17T23:30:00Z', { at: '2026-11-17T22:55:00Z' }), '2026-11-17');
    // It is after midnight, but the end of day has not run.
    assert.equal(dated('2026-11-18T07:00:00Z', { at: '2026-11-18T06:59:00Z' }), '2026-11-17');
  });

  it('is not before the order nor after the business date, whatever is stated', () => {
    assert.equal(dated(NOW, { on: '2026-11-11' }), '2026-11-17');
    assert.equal(dated(NOW, { on: '2026-11-18' }), '2026-11-17');
    assert.equal(dated(NOW, { at: '2025-11-13T13:29:00Z' }), '2026-11-17');
  });

  describe('of a fill that was parked as a work item', () => {
    const waited = (receivedAt: string, stated: Partial<ExchangeReport> = {}) =>
      tradeDateWaited(ORDER, { ...SAID_NOTHING, ...stated }, { receivedAt, now: NOW, lastOpen });
    // The 14th and 15th are a weekend.
    const lastOpen = (date: string) => {
      return businessDate(date === '2026-11-15' ? '2026-11-13' : date);
    };
    const YESTERDAY = '2026-11-16T10:00:00.000Z';

    it('is the TradeDate, the day of TransactTime, or the day of receipt', () => {
      const friday = '2026-11-13T13:29:00Z';
      const stated = { tradeDate: businessDate('2026-11-12'), transactAt: friday };
      assert.equal(waited(YESTERDAY, stated), '2026-11-12');
      assert.equal(waited(YESTERDAY, { transactAt: friday }), '2026-11-13');
      assert.equal(waited(YESTERDAY, { transactAt: '2026-11-16T09:59:00Z' }), '2026-11-16');
      assert.equal(waited(YESTERDAY), '2026-11-16');
    });

    it('is the last open day if received on a closed day', () => {
      assert.equal(waited('2026-11-15T10:00:00Z'), '2026-11-13');
    });

    it('is left to the business date if received today', () => {
      assert.equal(waited('2026-11-17T08:00:00Z'), undefined);
    });
  });
});
