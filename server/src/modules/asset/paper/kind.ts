// The two kinds of discounted instruments: what one calls them, and what tells them apart.

/** A firm's own paper, sold any day for a tenure, and bills of the treasury, sold by issue. */
export const DISCOUNTED_KINDS = ['DISCOUNTED_INSTRUMENT', 'TREASURY_BILL'] as const;

export type DiscountedKind = (typeof DISCOUNTED_KINDS)[number];

/** What a kind is called in paths, permissions and events, in operation names, and by people. */
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
