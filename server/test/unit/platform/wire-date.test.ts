// The five date formats of the API: which strings are accepted, how they are read, and which are
// refused.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseInstant, parseOrderDate } from '../../../src/platform/calendar/wire-date.js';

describe('an instant', () => {
  it('is read from a date, a timestamp with any offset, or epoch milliseconds', () => {
    const rows = [
      ['2026-01-05', '2026-01-05T00:00:00.000Z'],
      ['2026-01-05T10:11:12.345Z', '2026-01-05T10:11:12.345Z'],
      ['2026-01-05T10:11:12Z', '2026-01-05T10:11:12.000Z'],
      ['2026-01-05T10:11Z', '2026-01-05T10:11:00.000Z'],
      ['2026-01-05 10:11:12.5+01:00', '2026-01-05T09:11:12.500Z'],
      ['2026-01-05T00:30:00+0100', '2026-01-04T23:30:00.000Z'],
      ['2026-01-05T23:30:00-05', '2026-01-06T04:30:00.000Z'],
      ['2026-01-05T10:11:12.345678Z', '2026-01-05T10:11:12.345Z'],
      ['1767607872345', '2026-01-05T10:11:12.345Z'],
      ['0', '1970-01-01T00:00:00.000Z'],
      ['-10000000000', '1969-09-07T06:13:20.000Z'],
      ['10000000000', '1970-04-26T17:46:40.000Z'],
      ['31536000000', '1971-01-01T00:00:00.000Z'],
    ] as const;
    for (const [text, instant] of rows) assert.equal(parseInstant(text), instant, text);
  });

  it('is refused when the day, hour or offset does not exist or is missing', () => {
    const days = ['2026-02-30', '2026-02-30T10:00:00Z', '1899-01-01', '2200-01-01T00:00:00Z'];
    const hours = ['2026-01-05T25:00:00Z', '2026-01-05T24:00:00Z', '2026-01-05T10:60:00Z'];
    const seconds = [
      '2026-01-05T10:00:60Z',
      '2026-01-05T10:00:00+25:00',
      '2026-01-05T10:00:00+01:60',
    ];
    const zoneless = ['2026-01-05T10:00:00', '2026-01-05T10:00', '2026-01-05T'];
    const numbers = ['1e12', '1.5', '00', '-0', '9999999999999999', '99999999999999', 'NaN'];
    const edges = ['1900-01-01', '1900-01-01T23:59:59Z', '2199-12-31', '2199-12-31T00:00:00Z'];
    const others = ['', ' ', 'today', '01/02/2026', '2026-01-05T10:00:00Z ', '05-01-2026'];
    for (const text of [days, hours, seconds, zoneless, numbers, edges, others].flat()) {
      assert.equal(parseInstant(text), undefined, JSON.stringify(text));
    }
  });

  it('is refused for a year, a serial date of a spreadsheet and a date without hyphens', () => {
    for (const text of ['1990', '-1', '1', '45989', '202611', '20261128', '19900101']) {
      assert.equal(parseInstant(text), undefined, text);
    }
  });

  it('is refused for epoch seconds, which would be a date in 1970', () => {
    for (const text of ['1795858200', '9999999999', '631152000', '-315619200', '-9999999999']) {
      assert.equal(parseInstant(text), undefined, text);
      for (const order of ['DAY_FIRST', 'MONTH_FIRST'] as const) {
        assert.equal(parseOrderDate(text, order), undefined, text);
      }
    }
  });

  it('never causes an exception, and is read back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String)), (text) => {
        const instant = parseInstant(text);
        if (instant !== undefined) assert.equal(parseInstant(instant), instant);
      }),
    );
  });
});

describe('an order date', () => {
  it('that is unambiguous is read whatever the configured order', () => {
    for (const order of ['DAY_FIRST', 'MONTH_FIRST'] as const) {
      assert.equal(parseOrderDate('25/08/2020', order), '2020-08-25T00:00:00.000Z');
      assert.equal(parseOrderDate('08/25/2020', order), '2020-08-25T00:00:00.000Z');
      assert.equal(parseOrderDate('2020-08-25', order), '2020-08-25T00:00:00.000Z');
      assert.equal(parseOrderDate('5/5/2020', order), '2020-05-05T00:00:00.000Z');
    }
  });

  it('that is ambiguous is read in the configured order', () => {
    assert.equal(parseOrderDate('03/04/2026', 'DAY_FIRST'), '2026-04-03T00:00:00.000Z');
    assert.equal(parseOrderDate('03/04/2026', 'MONTH_FIRST'), '2026-03-04T00:00:00.000Z');
  });

  it('that does not exist is refused', () => {
    for (const text of ['13/13/2026', '30/02/2026', '02/30/2026', '00/01/2026', '1/1/26']) {
      assert.equal(parseOrderDate(text, 'DAY_FIRST'), undefined, text);
    }
  });
});
