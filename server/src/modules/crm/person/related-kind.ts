// The kinds of record that a message, an attachment or an activity can be about.

/** Kinds of record that a message or an attachment may be about. */
export const RELATED_KINDS = [
  'CONTACT',
  'LEAD',
  'CUSTOMER',
  'ACCOUNT',
  'TRADE_ORDER',
  'CASH_TRANSACTION',
  'TERM_INSTRUMENT',
  'DISCOUNTED_INSTRUMENT',
  'TREASURY_BILL',
  'FUND_TRANSACTION',
  'CONTRACT_NOTE',
] as const;

export type RelatedKind = (typeof RELATED_KINDS)[number];
