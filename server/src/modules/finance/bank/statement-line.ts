// The types for lines and statements in a bank's file.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';

/** A line as sent by the bank. Credits are positive. */
export interface StatementLine {
  readonly lineNo: number;
  readonly bookedOn: BusinessDate;
  readonly amountMinor: bigint;
  readonly reference: string | null;
  readonly description: string | null;
}

/** A line before it is numbered within the file. */
export type UnnumberedLine = Omit<StatementLine, 'lineNo'>;

/** The request member that contains the file. */
export type StatementMember = 'mt940' | 'camt053' | 'file';

/** A statement's bank account, as named by the bank. */
export interface BankAccount {
  /** The statement's bank account; undefined if the statement names none. */
  readonly account: string | undefined;
  readonly currency: string | undefined;
}

/**
 * One statement, or one page of a statement, with its own opening and closing balance. Amounts are
 * in the minor unit; credit balances are positive.
 */
export interface StatementPage {
  /** The row in the file in which the page begins. */
  readonly row: number;
  readonly bankAccount: string | null;
  /** The bank's statement number, and the page's sequence number. */
  readonly number: string | null;
  readonly sequence: string | null;
  readonly openedOn: BusinessDate;
  readonly openingMinor: bigint;
  readonly closedOn: BusinessDate;
  readonly closingMinor: bigint;
  readonly lines: readonly UnnumberedLine[];
}

/** A part of a file that was skipped because it has no effect on the lines. */
export interface FileNote {
  readonly row: number;
  readonly detail: string;
}

/** The content of a bank's file for one account. */
export interface StatementFile {
  readonly pages: readonly StatementPage[];
  readonly notes: readonly FileNote[];
}

/** The account whose statements are read. */
export interface StatementChoice {
  /** The currency of the account in the books. */
  readonly currency: string;
  /** The bank account as named by the bank; required if a file has several. */
  readonly bankAccount?: string | undefined;
  readonly member: StatementMember;
}
