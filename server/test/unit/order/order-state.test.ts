// Deriving an order's state: one test per row of the status table, and the rules for events.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { BookedExecution } from '../../../src/modules/order/rule/execution.js';
import { NO_EXECUTIONS, withExecution } from '../../../src/modules/order/rule/execution-sum.js';
import {
  applyReport,
  type ExecutionReport,
  type OrderProgress,
  type OrderReport,
  type OrdStatus,
  stateOf,
} from '../../../src/modules/order/rule/order-state.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { bookedOrder, deriveOrderState, requestChange } from './order-progress.js';

let lastExecId = 0;

function report(ordStatus: OrdStatus, more: Partial<ExecutionReport> = {}): ExecutionReport {
  lastExecId += 1;
  const execId = more.execId ?? `E${lastExecId}`;
  const execType = more.execType ?? (more.execution === undefined ? ordStatus : 'F');
  return {
    message: 'EXECUTION_REPORT',
    ...more,
    execId,
    execType,
    ordStatus,
    clOrdId: more.clOrdId ?? 'C1',
  };
}

const TRADED = { tradeDate: businessDate('2026-11-24'), entryNo: 1 };

function fill(execId: string, quantity: number, price = '25.00'): BookedExecution {
  const figures = { quantity: BigInt(quantity), price: new Decimal(price) };
  return { execId, kind: 'TRADE', ...figures, ...TRADED };
}

function unitsOf(executions: readonly BookedExecution[]): bigint {
  return executions.reduce(withExecution, NO_EXECUTIONS).quantity;
}

function traded(ordStatus: OrdStatus, execution: BookedExecution): ExecutionReport {
  const execType = { TRADE: 'F', CORRECT: 'G', CANCEL: 'H' }[execution.kind];
  return report(ordStatus, { execId: execution.execId, execType, execution });
}

function derive(reports: OrderReport[], duration: OrderProgress['duration'] = 'DAY') {
  return deriveOrderState(bookedOrder('C1', duration), reports);
}

function brief(state: ReturnType<typeof stateOf>): string {
  const { orderStatus, fixOrderStatus, quantityFilled, quantityPending } = state;
  return `${orderStatus} ${fixOrderStatus} ${quantityFilled}/${quantityPending}`;
}

const pendingNew = () => report('A');
const accepted = () => report('0');
const half = () => traded('1', fill('F1', 40));
const whole = () => traded('2', fill('F2', 60, '26.00'));

const ROWS: readonly [string, () => OrderReport[], OrderProgress['duration'], string][] = [
  ['no answer yet', () => [], 'DAY', 'BOOKED NA 0/100'],
  ['A pending new', () => [pendingNew()], 'DAY', 'BOOKED PENDING_NEW 0/100'],
  ['0 new', () => [pendingNew(), accepted()], 'DAY', 'EXECUTING NEW 0/100'],
  ['D accepted for bidding', () => [report('D')], 'DAY', 'EXECUTING ACCEPTED_FOR_BIDDING 0/100'],
  ['1 partially filled', () => [accepted(), half()], 'DAY', 'EXECUTING PARTIALLY_FILLED 40/60'],
  ['2 filled', () => [accepted(), half(), whole()], 'DAY', 'EXECUTED FILLED 100/0'],
  [
    'B calculated with nothing left',
    () => [accepted(), half(), report('B', { leavesQuantity: 0n })],
    'DAY',
    'EXECUTED CALCULATED 40/0',
  ],
  [
    'B calculated with a rest',
    () => [accepted(), half(), report('B', { leavesQuantity: 60n })],
    'GOOD_TILL',
    'EXECUTING CALCULATED 40/60',
  ],
  ['3 of a day order', () => [accepted(), half(), report('3')], 'DAY', 'EXPIRED DONE_FOR_DAY 40/0'],
  [
    '3 of a good-till order',
    () => [accepted(), half(), report('3')],
    'GOOD_TILL',
    'EXECUTING DONE_FOR_DAY 40/60',
  ],
  ['4 cancelled, no fills', () => [accepted(), report('4')], 'DAY', 'CANCELLED CANCELLED 0/0'],
  [
    '4 cancelled, fills',
    () => [accepted(), half(), report('4')],
    'DAY',
    'CANCELLED CANCELLED 40/0',
  ],
  [
    '5 replaced',
    () => [accepted(), report('5', { clOrdId: 'C2', orderQuantity: 200n })],
    'DAY',
    'EXECUTING REPLACED 0/200',
  ],
  [
    'ExecType 5',
    () => [accepted(), half(), report('1', { execType: '5', clOrdId: 'C2', orderQuantity: 80n })],
    'DAY',
    'EXECUTING PARTIALLY_FILLED 40/40',
  ],
  ['6 pending cancel', () => [accepted(), report('6')], 'DAY', 'EXECUTING PENDING_CANCEL 0/100'],
  ['6 before new', () => [pendingNew(), report('6')], 'DAY', 'BOOKED PENDING_CANCEL 0/100'],
  ['E pending replace', () => [accepted(), report('E')], 'DAY', 'EXECUTING PENDING_REPLACE 0/100'],
  ['7 stopped', () => [accepted(), report('7')], 'DAY', 'EXECUTING STOPPED 0/100'],
  ['9 suspended', () => [accepted(), report('9')], 'DAY', 'EXECUTING SUSPENDED 0/100'],
  ['8 rejected at once', () => [report('8')], 'DAY', 'REJECTED REJECTED 0/0'],
  ['8 rejected after new', () => [accepted(), report('8')], 'DAY', 'REJECTED REJECTED 0/0'],
  ['C expired', () => [accepted(), report('C')], 'DAY', 'EXPIRED EXPIRED 0/0'],
  ['C expired with fills', () => [accepted(), half(), report('C')], 'DAY', 'EXPIRED EXPIRED 40/0'],
];

describe('the status table', () => {
  for (const [name, reports, duration, expected] of ROWS) {
    it(`reads ${name} as ${expected}`, () => {
      assert.equal(brief(derive(reports(), duration)), expected);
    });
  }
});

describe('quantities', () => {
  it('include the average price of the executions', () => {
    const state = derive([accepted(), half(), whole()]);
    assert.equal(state.averagePrice?.toString(), '25.6');
    assert.equal(derive([accepted()]).averagePrice, undefined);
  });

  it('include a repeated execution once', () => {
    const twice = half();
    assert.equal(brief(derive([accepted(), twice, twice])), 'EXECUTING PARTIALLY_FILLED 40/60');
    const progress = applyReport(applyReport(bookedOrder('C1', 'DAY'), twice), twice);
    assert.equal(stateOf(progress).quantityFilled, 40n);
  });

  it('follow a correction and a bust', () => {
    const correct = { ...fill('G1', 30, '24.00'), kind: 'CORRECT', execRefId: 'F1' } as const;
    const bust = { ...fill('H1', 0), kind: 'CANCEL', execRefId: 'F1' } as const;
    const corrected = derive([accepted(), half(), traded('1', correct)]);
    assert.equal(brief(corrected), 'EXECUTING PARTIALLY_FILLED 30/70');
    assert.equal(corrected.averagePrice?.toString(), '24');
    assert.equal(brief(derive([accepted(), half(), traded('0', bust)])), 'EXECUTING NEW 0/100');
  });

  it('follow a correction of a correction, named by either id, and a bust of it', () => {
    const original = fill('F1', 40);
    const first = { ...fill('G1', 30), kind: 'CORRECT', execRefId: 'F1' } as const;
    const chained = { ...fill('G2', 20), kind: 'CORRECT', execRefId: 'G1' } as const;
    const direct = { ...fill('G2', 20), kind: 'CORRECT', execRefId: 'F1' } as const;
    const bust = { ...fill('H1', 0), kind: 'CANCEL', execRefId: 'F1' } as const;
    assert.equal(unitsOf([original, first, chained]), 20n);
    assert.equal(unitsOf([original, first, direct]), 20n);
    assert.equal(unitsOf([original, first, chained, bust]), 0n);
    assert.equal(unitsOf([first, original]), 30n);
    assert.equal(unitsOf([bust, original]), 0n);
  });

  it('are defined even if corrections refer to each other in a cycle', () => {
    const one = { ...fill('G1', 1), kind: 'CORRECT', execRefId: 'G2' } as const;
    const other = { ...fill('G2', 1), kind: 'CORRECT', execRefId: 'G1' } as const;
    assert.equal(unitsOf([one, other]), 1n);
    const third = { ...fill('G3', 7), kind: 'CORRECT', execRefId: 'G1' } as const;
    assert.equal(unitsOf([one, other, third]), 7n);
  });
});

describe('event rules', () => {
  it('a fill may cross a pending cancel, and the rejected cancel restores the status', () => {
    const reject = { message: 'CANCEL_REJECT', ordStatus: '1' } as const;
    const crossing = traded('6', fill('F1', 40));
    const before = [accepted(), report('6', { clOrdId: 'C2' }), crossing];
    assert.equal(brief(derive(before)), 'EXECUTING PENDING_CANCEL 40/60');
    assert.equal(brief(derive([...before, reject])), 'EXECUTING PARTIALLY_FILLED 40/60');
  });

  it('a cancel reject for an unknown order rejects nothing and overwrites no fill', () => {
    const unknown = { message: 'CANCEL_REJECT', ordStatus: '8' } as const;
    const live = [accepted(), half(), report('6', { clOrdId: 'C2' }), unknown];
    assert.equal(brief(derive(live)), 'EXECUTING PARTIALLY_FILLED 40/60');
    assert.equal(brief(derive([accepted(), half(), whole(), unknown])), 'EXECUTED FILLED 100/0');
  });

  it('the ClOrdID in force changes on 4 and 5 and is restored by a reject', () => {
    const sent = requestChange(bookedOrder('C1', 'DAY'), 'C2');
    assert.equal(sent.clOrdId, 'C1');
    assert.deepEqual(sent.clOrdIds, ['C1', 'C2']);
    const pending = applyReport(sent, report('E', { clOrdId: 'C2' }));
    assert.equal(pending.clOrdId, 'C1');
    assert.equal(pending.pendingClOrdId, 'C2');
    const refused = applyReport(pending, { message: 'CANCEL_REJECT', ordStatus: '0' });
    assert.equal(refused.clOrdId, 'C1');
    assert.equal(refused.pendingClOrdId, undefined);
    const replaced = applyReport(pending, report('0', { execType: '5', clOrdId: 'C2' }));
    assert.equal(replaced.clOrdId, 'C2');
    assert.equal(replaced.pendingClOrdId, undefined);
    assert.deepEqual(replaced.clOrdIds, ['C1', 'C2']);
  });

  it('a late fill or bust on a cancelled order leaves it cancelled and changes quantities', () => {
    const bust = { ...fill('H1', 0), kind: 'CANCEL', execRefId: 'F1' } as const;
    const late = [accepted(), report('4'), half()];
    assert.equal(brief(derive(late)), 'CANCELLED CANCELLED 40/0');
    assert.equal(brief(derive([...late, traded('4', bust)])), 'CANCELLED CANCELLED 0/0');
  });

  it('a bust of a filled order reopens it', () => {
    const bust = { ...fill('H1', 0), kind: 'CANCEL', execRefId: 'F2' } as const;
    const state = derive([accepted(), half(), whole(), traded('1', bust)]);
    assert.equal(brief(state), 'EXECUTING PARTIALLY_FILLED 40/60');
  });

  it('a replace below the filled quantity ends with the filled quantity', () => {
    const below = report('1', { execType: '5', clOrdId: 'C2', orderQuantity: 30n });
    assert.equal(brief(derive([accepted(), half(), below])), 'EXECUTED PARTIALLY_FILLED 40/0');
  });

  it('a replace that raises the quantity reopens an order that a fill had crossed', () => {
    const above = report('1', { execType: '5', clOrdId: 'C2', orderQuantity: 120n });
    const state = derive([accepted(), half(), whole(), above]);
    assert.equal(brief(state), 'EXECUTING PARTIALLY_FILLED 100/20');
  });

  it('a partly filled order is cancelled, never rejected', () => {
    const state = derive([accepted(), half(), report('8')]);
    assert.equal(brief(state), 'CANCELLED REJECTED 40/0');
  });

  it('a late report does not reopen an ended order', () => {
    for (const end of ['4', '8', 'C'] as const) {
      const ended = derive([accepted(), report(end)]);
      assert.deepEqual(derive([accepted(), report(end), report('0'), report('A')]), ended);
    }
  });

  it('a status report changes the status and adds no fills', () => {
    const status = report('0', { execType: 'I', execId: '0' });
    const again = report('6', { execType: 'I', execId: '0' });
    assert.equal(brief(derive([status, again])), 'EXECUTING PENDING_CANCEL 0/100');
  });

  it('a done-for-day good-till order works again in the next session', () => {
    const state = derive([accepted(), report('3'), report('0', { execType: 'D' })], 'GOOD_TILL');
    assert.equal(brief(state), 'EXECUTING NEW 0/100');
  });
});

describe('any sequence of reports', () => {
  const ordStatuses: readonly OrdStatus[] = [
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    'A',
    'B',
    'C',
    'D',
    'E',
  ];
  const statuses = fc.constantFrom(...ordStatuses);
  const fills = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 });

  it('never rejects a filled order and leaves nothing pending once final', () => {
    fc.assert(
      fc.property(fc.array(statuses, { maxLength: 12 }), fills, (sequence, quantities) => {
        const reports: OrderReport[] = sequence.map((ordStatus, index) => {
          const quantity = quantities[index];
          if (quantity === undefined) return report(ordStatus);
          return traded(ordStatus, fill(`P${index}`, quantity));
        });
        const state = derive(reports);
        if (state.quantityFilled > 0n) assert.notEqual(state.orderStatus, 'REJECTED');
        const working = state.orderStatus === 'EXECUTING' || state.orderStatus === 'BOOKED';
        if (!working) assert.equal(state.quantityPending, 0n);
      }),
    );
  });

  it('gives the same quantities in any sequence of executions', () => {
    fc.assert(
      fc.property(fills, fc.nat({ max: 5 }), (quantities, turn) => {
        const executions = quantities.map((quantity, index) => fill(`Q${index}`, quantity));
        const turned = [...executions.slice(turn), ...executions.slice(0, turn)];
        assert.equal(unitsOf(turned), unitsOf(executions));
      }),
    );
  });
});
