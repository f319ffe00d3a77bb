// The replies that a change to a bank statement makes stale.

/** Prefixes of the paths that a match, a booking or an undo makes stale. */
export const STATEMENT_TOUCHED = [
  'finance/bank-statement',
  'finance/cash-transaction',
  'finance/journal',
] as const;
