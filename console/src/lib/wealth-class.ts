// The classes of assets and debts, in the order in which valuations show them.

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
