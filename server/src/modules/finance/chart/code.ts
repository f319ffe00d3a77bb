// Codes of the chart of accounts: their classes, their form and their traits.

export const ACCOUNT_CLASSES = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const;

export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/**
 * A code of the firm's accounts, such as `BANK:CLIENT`, or of a member of a family:
 * `FUND:CONTROL:X`. It may be missing from the chart.
 */
export type FirmAccountCode = `${string}:${string}`;

/** Whether a word has the form of a code of the firm's accounts. */
export function isFirmAccountCode(word: string): word is FirmAccountCode {
  return word.includes(':');
}

/** The traits of a code: they apply to all its accounts. */
export interface LedgerCode {
  readonly code: string;
  readonly label: string;
  readonly accountClass: AccountClass;
  /** Its balance is the total of other records. */
  readonly control: boolean;
  /** Whether manual journals may use it. */
  readonly byHand: boolean;
  /** Money owed to customers or held for them, as opposed to the firm's own. */
  readonly clientMoney: boolean;
  /** Accounts of customers, which each posting checks and numbers. */
  readonly inline: boolean;
  /** It has one account per name below the code. */
  readonly family: boolean;
  readonly active: boolean;
}
