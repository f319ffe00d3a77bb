// Replies that become stale when a bank statement changes.

/** Prefixes of the paths that a match, a booking or an undo makes stale. */
export const STATEMENT_TOUCHED = [
  'finance/bank-statement',
  'finance/cash-transaction',
  'finance/journal',
] as const;
