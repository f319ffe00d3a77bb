// The two kinds of discounted instruments, and their names in paths and messages.

/**
 * The firm's own commercial paper is sold on any day for a chosen tenure. Treasury bills are sold
 * as part of an issue.
 */
export const DISCOUNTED_KINDS = ['DISCOUNTED_INSTRUMENT', 'TREASURY_BILL'] as const;

export type DiscountedKind = (typeof DISCOUNTED_KINDS)[number];

/** The names of a kind in paths, permissions and events, in operation names, and in messages. */
interface KindWords {
  readonly path: string;
  readonly noun: 'discounted-instrument' | 'treasury-bill';
  readonly operation: string;
  readonly text: string;
}

export const KIND_WORDS: Readonly<Record<DiscountedKind, KindWords>> = {
  DISCOUNTED_INSTRUMENT: {
    path: 'discountedinstrument',
    noun: 'discounted-instrument',
    operation: 'DiscountedInstrument',
    text: 'discounted instrument',
  },
  TREASURY_BILL: {
    path: 'treasurybill',
    noun: 'treasury-bill',
    operation: 'TreasuryBill',
    text: 'treasury bill',
  },
};
