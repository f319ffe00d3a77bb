// Why a message of an exchange waits for somebody, as work items and their list name it.

/**
 * NOT_BOOKED: booking failed on it for a reason of our own. POISON: it stayed garbled however often
 * it was requested. DISPUTED: the exchange does not know a trade of ours. NEWS: it writes to
 * people. UNSUPPORTED: its type of message is not processed. Those from SIDE_DIFFERS on were
 * booked, and contradict their order. docs/operations/fix.md says what to do with each.
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

/** Why a report could not be booked, or in what it contradicts its order. */
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
