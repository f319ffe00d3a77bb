// Codes of the chart of accounts: their classes, their form and their traits.

export const ACCOUNT_CLASSES = ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'] as const;

export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/**
 * A code of the firm's accounts, such as `BANK:CLIENT`, or of a family with its name:
 * `FUND:CONTROL:X`. Whether the chart has it is data.
 */
export type FirmAccountCode = `${string}:${string}`;

/** Whether a word has the form of a code of the firm's accounts. */
export function isFirmAccountCode(word: string): word is FirmAccountCode {
  return word.includes(':');
}

/** What the chart says of the accounts of one code. */
export interface LedgerCode {
  readonly code: string;
  readonly label: string;
  readonly accountClass: AccountClass;
  /** The total of records that are kept elsewhere. */
  readonly control: boolean;
  /** Whether journals made by hand may use it. */
  readonly byHand: boolean;
  /** What customers are owed, or what lies for them; all else is the firm's own. */
  readonly clientMoney: boolean;
  /** Accounts of customers, checked and numbered by each posting. */
  readonly inline: boolean;
  /** One account for each name below the code. */
  readonly family: boolean;
  readonly active: boolean;
}
