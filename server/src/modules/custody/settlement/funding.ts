// Pure functions that decide whether an event's money at an office is sufficient.

import type { FundingChange, FundingKey, FundingNeed, FundingRow } from './funding-queries.js';
import { partOf } from './paying.js';

/** The state of a funding row. */
export type FundingState =
  /** The money was received, or nothing is due. */
  | 'FUNDED'
  /** Two people have approved payment by the firm before the registrar pays. */
  | 'ADVANCED'
  /** The money received is less than the amount due. No holder of the office is paid. */
  | 'UNDERFUNDED'
  /** The money received is more than the amount due. Holders are paid, and the excess remains. */
  | 'FUNDING_DIFFERS';

/** Returns the balance of a funding row on CA:CONTROL, in minor units. */
export function controlOf(row: FundingRow): bigint {
  return row.received_minor - row.paid_minor - row.rounding_minor;
}

/**
 * Returns the shortfall, in minor units, for paying everything that is due and repaying the firm's
 * advance; negative if more was received.
 */
export function gapOf(need: FundingNeed): bigint {
  return need.open_minor + need.advanced_minor - controlOf(need);
}

/**
 * Returns the amount to write off, in minor units; positive if the registrar paid more. The
 * registrar rounds once per register account, and we once per portfolio. Each of n portfolios may
 * therefore differ by half a minor unit, and their total by at most ⌈n / 2⌉. Nothing is written off
 * before money is received. If fewer portfolios remain, the excess write-off is undone.
 */
export function roundingOf(need: FundingNeed): bigint {
  const surplus = -gapOf(need);
  const most = (need.portfolios + 1n) / 2n;
  const isRounding = abs(need.rounding_minor + surplus) <= most;
  if (need.received_minor > 0n && isRounding) return surplus;
  return abs(need.rounding_minor) > most ? -need.rounding_minor : 0n;
}

/** Returns the state of a funding row, after possible write-offs. */
export function fundingState(need: FundingNeed): FundingState {
  const gap = gapOf(need) + roundingOf(need);
  if (gap === 0n) return 'FUNDED';
  if (gap < 0n) return 'FUNDING_DIFFERS';
  return gap <= need.advance_limit_minor ? 'ADVANCED' : 'UNDERFUNDED';
}

/** Returns whether the money for everything that is due was received. */
export function isReceived(need: FundingNeed): boolean {
  return ['FUNDED', 'FUNDING_DIFFERS'].includes(fundingState(need));
}

/**
 * Returns how much of the firm's advance can be repaid now, in minor units. Money that is still due
 * to customers is not used.
 */
export function repayable(need: FundingNeed): bigint {
  const due = need.open_minor > 0n ? need.open_minor : 0n;
  const free = controlOf(need) - due;
  const less = free < need.advanced_minor ? free : need.advanced_minor;
  return less > 0n ? less : 0n;
}

/** Sums payments in minor units. Returns one change for each funding row. */
export function paidByPart(
  payments: readonly (readonly [part: FundingKey, minor: bigint])[],
): (FundingChange & { readonly paid: bigint })[] {
  const sums = new Map<string, FundingKey & { paid: bigint }>();
  for (const [part, minor] of payments) {
    const { office_id, currency } = part;
    const sum = sums.get(partOf(part)) ?? { office_id, currency, paid: 0n };
    sum.paid += minor;
    sums.set(partOf(part), sum);
  }
  return [...sums.values()];
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
