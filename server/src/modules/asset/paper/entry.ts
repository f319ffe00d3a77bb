// Ledger entries of discounted instruments and treasury bills: the lines for placements, daily
// accruals, terminations and maturities.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { EntryFrame } from '../deposit/ledger-entry.js';
import { type EntryLine, withClientMoney } from '../instrument/client-money.js';
import type { DiscountedKind } from './kind.js';
import type { DiscountedRow } from './record.js';

/** The columns of an instrument that its ledger entries need. */
type DiscountedSubject = Pick<
  DiscountedRow,
  'id' | 'kind' | 'name' | 'office_id' | 'currency' | 'init_account_id' | 'termination_account_id'
>;

/**
 * A face value that is terminated or matures, in minor units. `accrued` is the discount accrued on
 * it in the ledger. If it rolls over into another instrument, `child` contains the cost of that
 * instrument and the cash debited for it beyond the proceeds.
 */
interface DiscountedEnding {
  readonly cost: bigint;
  readonly accrued: bigint;
  readonly proceeds: bigint;
  readonly tax: bigint;
  readonly child?: { readonly cost: bigint; readonly debited: bigint };
}

/**
 * Returns the lines of a placement, which debit the customer for the cost. For its own commercial
 * paper, the firm then owes the cost, and the money leaves the clients' bank account. A bill is
 * bought with the client money, and the firm owes the customer the bill.
 */
export function placementLines(subject: DiscountedSubject, cost: bigint): EntryLine[] {
  const paid = { account: subject.init_account_id, amountMinor: cost };
  return withClientMoney([paid, ...begunLines(subject.kind, cost)]);
}

function begunLines(kind: DiscountedKind, cost: bigint): EntryLine[] {
  return kind === 'DISCOUNTED_INSTRUMENT'
    ? [{ account: 'DISCOUNTED_INSTRUMENT/PLACEMENT', amountMinor: -cost }]
    : [
        { account: 'TREASURY_BILL/PLACEMENT', amountMinor: -cost },
        { account: 'TREASURY_BILL/HOLDING', amountMinor: cost },
        { account: 'TREASURY_BILL/BANK', amountMinor: -cost },
      ];
}

/**
 * Returns the lines for the discount earned over one or more days. For its own commercial paper,
 * the discount is the firm's expense. For a bill, the treasury pays the discount, so the firm has
 * neither income nor expense: the bill and the firm's debt for it grow by the same amount.
 */
export function discountAccrualLines(kind: DiscountedKind, amountMinor: bigint): EntryLine[] {
  return kind === 'DISCOUNTED_INSTRUMENT'
    ? [
        { account: 'DISCOUNTED_INSTRUMENT/DISCOUNT', amountMinor },
        { account: 'DISCOUNTED_INSTRUMENT/DISCOUNT_PAYABLE', amountMinor: -amountMinor },
      ]
    : [
        { account: 'TREASURY_BILL/HOLDING', amountMinor },
        { account: 'TREASURY_BILL/PLACEMENT', amountMinor: -amountMinor },
      ];
}

/**
 * Returns the lines for a face value that matures or is terminated early. They settle its cost and
 * accrued discount, and pay the customer the proceeds less tax. For its own commercial paper, the
 * firm bears any difference between book value and proceeds. A bill is sold or redeemed for exactly
 * the proceeds. If a child follows, the same journal starts it, and the customer is paid only the
 * remainder.
 */
export function discountEndingLines(
  subject: DiscountedSubject,
  ending: DiscountedEnding,
): EntryLine[] {
  const { cost, accrued, proceeds, tax, child = { cost: 0n, debited: 0n } } = ending;
  const paidOut = proceeds - tax - child.cost + child.debited;
  const carried = cost + accrued;
  const lines: EntryLine[] =
    subject.kind === 'DISCOUNTED_INSTRUMENT'
      ? [
          { account: 'DISCOUNTED_INSTRUMENT/PLACEMENT', amountMinor: cost },
          { account: 'DISCOUNTED_INSTRUMENT/DISCOUNT_PAYABLE', amountMinor: accrued },
          { account: 'DISCOUNTED_INSTRUMENT/DISCOUNT', amountMinor: proceeds - carried },
        ]
      : [
          { account: 'TREASURY_BILL/BANK', amountMinor: proceeds },
          { account: 'TREASURY_BILL/HOLDING', amountMinor: -carried },
          { account: 'TREASURY_BILL/PLACEMENT', amountMinor: carried },
        ];
  return withClientMoney([
    ...lines,
    { account: `${subject.kind}/TAX`, amountMinor: -tax },
    ...begunLines(subject.kind, child.cost),
    { account: subject.termination_account_id, amountMinor: -paidOut },
    { account: subject.init_account_id, amountMinor: child.debited },
  ]);
}

/** Returns the header of a journal for one instrument. */
export function discountedFrame(
  subject: DiscountedSubject,
  date: BusinessDate,
  narration: string,
): EntryFrame {
  return {
    officeId: subject.office_id,
    currency: subject.currency,
    date,
    narration: `${narration} ${subject.name}`,
    sourceType: subject.kind,
    sourceId: subject.id,
  };
}
