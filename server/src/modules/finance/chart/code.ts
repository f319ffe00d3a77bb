// Codes in the chart of accounts: their classes, format and traits.

export const ACCOUNT_CLASSES = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const;

export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/**
 * A code of the firm's accounts, such as `BANK:CLIENT`, or of one account in a family, such as
 * `FUND:CONTROL:X`. It may be missing from the chart.
 */
export type FirmAccountCode = `${string}:${string}`;

/** Returns whether a word has the format of a firm account code. */
export function isFirmAccountCode(word: string): word is FirmAccountCode {
  return word.includes(':');
}

/** A code's traits, which apply to all its accounts. */
export interface LedgerCode {
  readonly code: string;
  readonly label: string;
  readonly accountClass: AccountClass;
  /** True if the balance is the total of other records. */
  readonly control: boolean;
  /** True if manual journals may use the code. */
  readonly byHand: boolean;
  /** True for money owed to customers or held for them; false for the firm's own. */
  readonly clientMoney: boolean;
  /** True for customers' accounts, which each posting checks and numbers. */
  readonly inline: boolean;
  /** True if there is one account per name below the code. */
  readonly family: boolean;
  readonly active: boolean;
}
