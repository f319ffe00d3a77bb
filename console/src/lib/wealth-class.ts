// The classes of assets and debts, in the order used in valuations.

export const WEALTH_CLASSES = [
  'EQUITY',
  'BOND',
  'DEPOSIT',
  'PAPER',
  'BILL',
  'FUND',
  'CASH',
  'RECEIVABLE',
  'PAYABLE',
  'LOAN',
] as const;
