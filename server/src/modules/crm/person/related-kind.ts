// The kinds of record that messages and attachments can be about.

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
