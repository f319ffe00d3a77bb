// Settlement dates: the two dates on which trades from different Nigerian settlement cycles settled
// together, and the limits of the table.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NGX_SETTLEMENT_LAGS } from '../../../src/modules/market/rule/ngx-rule.js';
import { settlementDate } from '../../../src/modules/order/rule/settlement-date.js';
import { calendarOf } from '../../../src/platform/calendar/business-calendar.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';

const settles = (date: string, holidays: string[] = []) =>
  settlementDate(businessDate(date), NGX_SETTLEMENT_LAGS, calendarOf(holidays));

describe('the settlement date on NGX', () => {
  it('of 27 and 28 November 2025 is 2 December 2025 for both', () => {
    assert.equal(settles('2025-11-27'), '2025-12-02');
    assert.equal(settles('2025-11-28'), '2025-12-02');
  });

  it('of 29 May and 1 June 2026 is 2 June 2026 for both', () => {
    assert.equal(settles('2026-05-29'), '2026-06-02');
    assert.equal(settles('2026-06-01'), '2026-06-02');
  });

  it('follows the cycle of the trade date: T+3, T+2, T+1', () => {
    assert.equal(settles('2020-03-02'), '2020-03-05');
    assert.equal(settles('2026-03-02'), '2026-03-04');
    assert.equal(settles('2026-06-02'), '2026-06-03');
  });

  it('skips weekends and holidays', () => {
    assert.equal(settles('2026-04-02', ['2026-04-03', '2026-04-06']), '2026-04-08');
    assert.equal(settles('2026-06-05'), '2026-06-08');
  });

  it('needs a table that covers the trade date', () => {
    const table = [{ validFrom: businessDate('2026-01-01'), businessDays: 1 }];
    assert.throws(() => settlementDate(businessDate('2025-12-31'), table, calendarOf([])));
  });
});
