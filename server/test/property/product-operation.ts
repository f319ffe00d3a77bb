// The operations that random customers and staff perform on products, and how often each occurs.

import fc from 'fast-check';
import { OPTIONS, SIDES } from './fund-model.js';
import { BILL_ISSUES, BILL_UNIT, type PaperKind } from './paper-model.js';
import { ROLLOVERS, TERM_KINDS } from './term-model.js';

/**
 * How many of the latest items a step can choose from, among either all items or those still
 * running.
 */
export const RECENT = 12;

const customer = fc.nat({ max: 2 });
const amount = fc.bigInt({ min: 10_000n, max: 150_000_000n });
const tenure = fc.integer({ min: 1, max: 30 });
const which = fc.nat({ max: 2 * RECENT - 1 });
const price = fc.bigInt({ min: 900_000n, max: 1_100_000n });
const bills = fc.bigInt({ min: 1n, max: 3_000n }).map((units) => units * BILL_UNIT);
const one = fc.constant;

const cash = fc.oneof(
  { weight: 6, arbitrary: moves('receive') },
  { weight: 3, arbitrary: moves('spend') },
  // Drains cash, so that there is none for a loan on its payment date.
  { weight: 2, arbitrary: fc.record({ kind: one('drain' as const), customer }) },
);

function moves<Kind extends 'receive' | 'spend'>(kind: Kind) {
  const small = fc.bigInt({ min: 1n, max: 90_000_000n });
  return fc.record({ kind: one(kind), customer, amount: small });
}

const terms = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: one('place' as const),
      product: fc.constantFrom('END' as const, ...TERM_KINDS),
      ...{ customer, face: amount, tenure, rollover: fc.constantFrom(...ROLLOVERS) },
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: one('terminateTerm' as const), which }) },
);

const papers = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: one('buy' as const),
      product: fc.constantFrom<PaperKind>('PAPER', 'BILL'),
      ...{ customer, tenure, issue: fc.nat({ max: BILL_ISSUES.length - 1 }) },
      rollover: fc.constantFrom(...ROLLOVERS),
      face: fc.oneof(amount, bills, bills),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: one('terminatePaper' as const),
      ...{ which, percent: fc.constantFrom(1n, 33n, 50n, 100n, 101n) },
    }),
  },
);

const fund = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: one('order' as const),
      ...{ customer, amount, side: fc.constantFrom(...SIDES) },
      option: fc.constantFrom(undefined, ...OPTIONS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'approveOrder' as const,
        'approveOrder' as const,
        'rejectOrder' as const,
      ),
      which,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: one('value' as const),
      // `AWAITED` means the day whose price the longest-waiting order needs.
      ...{ price, daysBack: fc.constantFrom('AWAITED' as const, 0, 1, 2, 3, 5, 7) },
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: one('distribute' as const),
      // The smallest amount buys no unit or is less than a kobo. The largest exceeds the price of a
      // unit.
      perUnit: fc.oneof(fc.bigInt({ min: 1n, max: 50_000n }), fc.constantFrom(1n, 1_050_000n)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        ...(['approveIncome', 'approveIncome', 'approveIncome', 'rejectIncome'] as const),
      ),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: one('settleFund' as const),
      direction: fc.constantFrom('PAYMENT' as const, 'RECEIPT' as const),
      percent: fc.constantFrom(40n, 100n, 101n),
    }),
  },
);

/** One operation. Amounts are as in the models; `which` is an index into the latest items. */
export const operation = fc.oneof(
  { weight: 5, arbitrary: cash },
  { weight: 11, arbitrary: terms },
  { weight: 6, arbitrary: papers },
  { weight: 12, arbitrary: fund },
  // On a day without a timely price, orders and income wait.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: one('close' as const),
      ...{ price, isValued: fc.boolean() },
    }),
  },
);
export type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never;
export type OperationOf<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

const kinds = <Name extends string>(words: readonly string[], names: readonly Name[]): string[] =>
  names.flatMap((name) => words.map((word) => `${word} ${name}`));

/** All effects that a sufficiently long run must produce. */
export const EFFECTS: readonly string[] = [
  ...['receive', 'spend', 'drain', 'value', 'distribute'],
  ...['approve distribution', 'distribution before its time', 'reject distribution'],
  ...kinds(['place', 'terminate', 'mature'], TERM_KINDS),
  ...kinds(['interest'], ['PAID', 'ADDED', 'LENT-PAID', 'LENT-ADDED']),
  ...kinds(['claw back'], ['AHEAD', 'PAID', 'LENT-AHEAD']),
  ...kinds(
    ['overdue', 'repay overdue'],
    TERM_KINDS.filter((kind) => kind.startsWith('LENT')),
  ),
  ...kinds(
    ['roll over'],
    ROLLOVERS.filter((rule) => rule !== 'NONE'),
  ),
  ...kinds(['buy', 'terminate a part of', 'terminate all of', 'mature'], ['PAPER', 'BILL']),
  ...kinds(['continue', 'cannot continue'], ['PAPER', 'BILL']),
  ...kinds(['order', 'approve', 'reject PENDING', 'reject APPROVED', 'deal'], SIDES),
  ...kinds(['income'], OPTIONS),
  ...['income REINVEST too small for a unit', 'income waits', 'income that waited'],
  ...['value late', 'join a later day', 'find no fresh value'],
  ...kinds(['fund'], ['PAYMENT', 'RECEIPT']),
  ...kinds(
    ['refuse'],
    ['spend', 'place', 'terminateTerm', 'buy', 'terminatePaper', 'order', 'distribute'],
  ),
  ...kinds(['refuse'], ['approveOrder', 'rejectOrder', 'approveIncome', 'value', 'settleFund']),
];
