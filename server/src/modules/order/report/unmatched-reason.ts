// The reasons why a person must review a message from an exchange, as shown in work items and their
// list.

/**
 * NOT_BOOKED: booking failed because of an internal error. POISON: the message was garbled every
 * time it was sent. DISPUTED: the exchange does not recognise one of our trades. NEWS: a message
 * for people to read. UNSUPPORTED: a message type that is not processed. SIDE_DIFFERS and later
 * ones: the report was booked but contradicts the order. docs/operations/fix.md explains what to do
 * with each.
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
  'RIGHTS_ENDED',
] as const;

/** The reason why a report could not be booked, or how it contradicts its order. */
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
