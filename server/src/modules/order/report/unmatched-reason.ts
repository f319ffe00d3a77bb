// Why a message of an exchange waits for a person, as work items and their list show it.

/**
 * NOT_BOOKED: booking failed for a reason of our own. POISON: it stayed garbled at every
 * repetition. DISPUTED: the exchange does not know a trade of ours. NEWS: a text for people.
 * UNSUPPORTED: a message type that is not processed. SIDE_DIFFERS and later ones: booked, but
 * contradicting the order. docs/operations/fix.md explains what to do with each.
 */
export const UNMATCHED_REASONS = [
  'UNKNOWN_ORDER',
  'MALFORMED',
  'NOT_AT_EXCHANGE',
  'NOT_BOOKED',
  'POISON',
  'DISPUTED',
  'NEWS',
  'UNSUPPORTED',
  'DUPLICATE_EXECUTION_SUSPECTED',
  'FILLS_DIFFER',
  'SIDE_DIFFERS',
  'SYMBOL_DIFFERS',
  'CURRENCY_DIFFERS',
  'QUANTITY_DIFFERS',
  'AVERAGE_PRICE_DIFFERS',
  'PRICE_BEYOND_LIMIT',
  'OVERFILLED',
  'UNKNOWN_EXECUTION_REFERENCE',
  'SETTLEMENT_DATE_DIFFERS',
] as const;

/** Why a report could not be booked, or how it contradicts its order. */
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
