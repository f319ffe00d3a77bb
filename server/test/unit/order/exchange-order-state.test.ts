// Rules for an order with several exchange orders: one test row per rule, without a database.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyEntryReport,
  type EntryView,
  entryEnds,
} from '../../../src/modules/order/rule/exchange-order-state.js';
import {
  type ExecutionReport,
  type OrderProgress,
  type OrdStatus,
  stateOf,
} from '../../../src/modules/order/rule/order-state.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { bookedOrder, requestChange } from './order-progress.js';

const MONDAY = businessDate('2026-11-16');
const FRIDAY = businessDate('2026-11-20');

const TRADED = {
  price: new Decimal('25.00'),
  tradeDate: businessDate('2026-11-24'),
  entryNo: 1,
};

const ENTRY: EntryView = {
  isPast: false,
  isOutlived: true,
  lastDay: MONDAY,
  today: MONDAY,
  isCancelRequested: false,
};

interface Told extends Partial<ExecutionReport> {
  readonly fill?: number;
}

let lastExecId = 0;

function report(ordStatus: OrdStatus, { fill, ...told }: Told = {}): ExecutionReport {
  lastExecId += 1;
  const execId = told.execId ?? `E${lastExecId}`;
  return {
    message: 'EXECUTION_REPORT',
    execId,
    execType: fill === undefined ? ordStatus : 'F',
    ordStatus,
    clOrdId: 'O-1',
    ...(fill === undefined
      ? {}
      : {
          execution: { ...TRADED, execId, kind: 'TRADE', quantity: BigInt(fill) },
        }),
    ...told,
  };
}

/** Returns an accepted order for 100 units with this many filled. */
function working(filled = 0): OrderProgress {
  const accepted = applyEntryReport(bookedOrder('O-1', 'GOOD_TILL'), report('0'), ENTRY);
  return filled === 0 ? accepted : applyEntryReport(accepted, report('1', { fill: filled }), ENTRY);
}

function brief(progress: OrderProgress): string {
  const { orderStatus, fixOrderStatus, quantityFilled, quantityPending } = stateOf(progress);
  return `${orderStatus} ${fixOrderStatus} ${quantityFilled}/${quantityPending}`;
}

function bust(execId: string, ordStatus: OrdStatus): ExecutionReport {
  const execution = {
    ...TRADED,
    execId: 'H',
    kind: 'CANCEL',
    execRefId: execId,
    quantity: 0n,
  } as const;
  return { ...report(ordStatus, { execType: 'H', execId: 'H' }), execution };
}

describe('a report about the current exchange order', () => {
  const rows: readonly (readonly [string, number, OrdStatus, Told, Partial<EntryView>, string])[] =
    [
      ['expired, the order lives on', 40, 'C', {}, {}, 'EXECUTING EXPIRED 40/60'],
      ['expired on its last day', 40, 'C', {}, { isOutlived: false }, 'EXPIRED EXPIRED 40/0'],
      ['done for the last day there', 0, '3', {}, {}, 'EXECUTING DONE_FOR_DAY 0/100'],
      [
        'done for a day of several',
        0,
        '3',
        {},
        { lastDay: FRIDAY },
        'EXECUTING DONE_FOR_DAY 0/100',
      ],
      [
        'calculated, nothing open',
        40,
        'B',
        { leavesQuantity: 0n },
        {},
        'EXECUTING CALCULATED 40/60',
      ],
      ['filled, and with it the order', 40, '2', { fill: 60 }, {}, 'EXECUTED FILLED 100/0'],
      ['filled, and not the order', 40, '2', { fill: 30 }, {}, 'EXECUTING FILLED 70/30'],
      ['cancelled by the exchange', 40, '4', {}, {}, 'CANCELLED CANCELLED 40/0'],
      ['rejected', 0, '8', {}, {}, 'REJECTED REJECTED 0/0'],
      ['rejected after fills', 40, '8', {}, {}, 'CANCELLED REJECTED 40/0'],
    ];
  for (const [what, filled, status, told, view, expected] of rows) {
    it(what, () => {
      const after = applyEntryReport(working(filled), report(status, told), { ...ENTRY, ...view });
      assert.equal(brief(after), expected);
    });
  }

  it('cancels the order if it expired while a cancel was pending', () => {
    const asked = requestChange(working(40), 'O-2');
    const after = applyEntryReport(asked, report('C'), { ...ENTRY, isCancelRequested: true });
    assert.equal(brief(after), 'CANCELLED EXPIRED 40/0');
    assert.equal(after.pendingClOrdId, undefined);
  });

  it('lets a pending replacement lapse if it expired', () => {
    const after = applyEntryReport(requestChange(working(), 'O-2'), report('C'), ENTRY);
    assert.equal(brief(after), 'EXECUTING EXPIRED 0/100');
    assert.equal(after.pendingClOrdId, undefined);
  });

  it('reopens the order for another day if it is a bust of a filled one', () => {
    const filled = applyEntryReport(working(), report('2', { execId: 'T', fill: 100 }), ENTRY);
    assert.equal(brief(applyEntryReport(filled, bust('T', 'C'), ENTRY)), 'EXECUTING EXPIRED 0/100');
  });
});

describe('a report about a past exchange order', () => {
  const past = { ...ENTRY, isPast: true };

  it('changes quantities and no status', () => {
    const after = applyEntryReport(working(40), report('C', { fill: 10 }), past);
    assert.equal(brief(after), 'EXECUTING PARTIALLY_FILLED 50/50');
    assert.equal(brief(applyEntryReport(after, report('4'), past)), brief(after));
  });

  it('fills the order when it fills the rest of it', () => {
    const after = applyEntryReport(working(40), report('C', { fill: 60 }), past);
    assert.equal(brief(after), 'EXECUTED PARTIALLY_FILLED 100/0');
  });

  it('reopens a filled order by a bust, and of an ended one changes only the units', () => {
    const first = applyEntryReport(working(), report('C', { execId: 'T', fill: 40 }), past);
    const filled = applyEntryReport(first, report('2', { fill: 60 }), ENTRY);
    assert.equal(brief(applyEntryReport(filled, bust('T', 'C'), past)), 'EXECUTING FILLED 60/40');
    const cancelled = applyEntryReport(first, report('4'), ENTRY);
    const after = applyEntryReport(cancelled, bust('T', 'C'), past);
    assert.equal(brief(after), 'CANCELLED CANCELLED 0/0');
  });

  it('changes nothing if it is a reject', () => {
    const before = requestChange(working(40), 'O-2');
    const reject = { message: 'CANCEL_REJECT', ordStatus: '2' } as const;
    assert.equal(applyEntryReport(before, reject, past), before);
  });
});

describe('the end of an exchange order', () => {
  const said = (status: OrdStatus, told: Told = {}, view: Partial<EntryView> = {}) =>
    entryEnds(report(status, told), { ...ENTRY, ...view });

  it('is every status that leaves nothing working', () => {
    for (const status of ['2', '4', '8', 'C'] as const) assert.equal(said(status), true, status);
    for (const status of ['0', '1', '6', '7', '9', 'A', 'E'] as const) {
      assert.equal(said(status), undefined, status);
    }
  });

  it('is the end of its last day, and not of an earlier day', () => {
    assert.equal(said('3'), true);
    assert.equal(said('3', {}, { lastDay: FRIDAY }), undefined);
    assert.equal(said('B', { leavesQuantity: 0n }), true);
    assert.equal(said('B', { leavesQuantity: 5n }), undefined);
  });

  it('is undone by a bust that leaves it working, unless a later one exists', () => {
    assert.equal(said('1', { execType: 'H' }), false);
    assert.equal(said('1', { execType: 'H' }, { isPast: true }), undefined);
  });
});
