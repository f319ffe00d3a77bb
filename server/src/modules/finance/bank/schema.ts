// Wire shapes of bank statements.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  naming,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { DATE_FORMATS } from '../../../platform/row-file/date.js';
import { headerMapping } from '../../../platform/row-file/mapping.js';
import { fileBytes, statedReading, usedReadings } from '../../../platform/row-file/reading.js';
import { BANK_STATEMENT, JOURNAL } from '../limits.js';
import { TRANSACTION_TYPES } from '../schema.js';

const column = (description: string) =>
  Type.Optional(wireText({ description, longest: BANK_STATEMENT.columnLength }));

/** The columns of the file to read. The file's first row is the header. */
const columns = closedObject({
  date: wireText({ description: 'Booking date', longest: BANK_STATEMENT.columnLength }),
  amount: column('Signed amount: credits are positive'),
  debit: column('Debits, if the file has two columns'),
  credit: column('Credits, if the file has two columns'),
  direction: column('The debit/credit mark, if amounts have no sign'),
  reference: column('Reference'),
  description: column('Text'),
});

export const bankStatementBody = closedObject({
  contraAcctName: wireText({
    description: "The firm's ledger account for the bank account, by code",
  }),
  fileName: Type.Optional(wireText({ description: 'The display name of the file' })),
  csv: Type.Optional(
    wireText({
      description: 'The file as CSV, read by `columns` or by common column names',
      longest: BANK_STATEMENT.fileCharactersMax,
    }),
  ),
  file: fileBytes,
  columns: Type.Optional(columns),
  mapping: headerMapping,
  reading: statedReading,
  bankAccount: Type.Optional(
    wireText({
      description:
        'The bank account as named in the file; required if an MT940 or camt.053 file has ' +
        'statements for several accounts; only its statements are imported',
      longest: BANK_STATEMENT.bankAccountLength,
    }),
  ),
  mt940: Type.Optional(
    wireText({
      description:
        'The file as MT940, instead of CSV. Each statement in it must be in the currency of the ' +
        'account, and its lines must lead from its opening to its closing balance',
      longest: BANK_STATEMENT.fileCharactersMax,
    }),
  ),
  camt053: Type.Optional(
    wireText({
      description:
        'The file as camt.053 of ISO 20022 in any version, instead of CSV. The conditions of ' +
        'MT940 apply. Entries that are not booked are left out. A collective entry becomes one ' +
        'line per transaction if their amounts add up to it',
      longest: BANK_STATEMENT.xmlCharactersMax,
    }),
  ),
  dateFormat: Type.Optional(
    wireChoice(DATE_FORMATS, { description: 'Date format; same as in `reading`' }),
  ),
  decimalComma: Type.Optional(
    wireFlag({ description: 'True for 1.234,56; false for 1,234.56; detected if absent' }),
  ),
});
export type BankStatementBody = Static<typeof bankStatementBody>;

export const bankStatementQuery = closedObject({ ...pageBS });

export const bankLineQuery = closedObject({
  ...pageBS,
  statementId: naming(
    'bank statement',
    Type.Optional(wireId({ description: 'Only lines of this import' })),
  ),
  a: naming(
    'account',
    Type.Optional(wireId({ description: 'Only this bank account, by id of its ledger account' })),
  ),
  matched: Type.Optional(
    wireFlag({ description: 'If true, only matched lines; if false, only open lines' }),
  ),
});
export type BankLineQuery = Static<typeof bankLineQuery>;

export const unclearedQuery = closedObject({
  ...pageBS,
  a: wireId({ description: 'The contra account' }),
});

export const pageQuery = closedObject({
  ...pageBS,
  statementId: naming(
    'bank statement',
    Type.Optional(wireId({ description: 'Only statements of this import' })),
  ),
  a: naming(
    'account',
    Type.Optional(wireId({ description: 'Only this bank account, by id of its ledger account' })),
  ),
  gap: Type.Optional(
    wireFlag({
      description:
        'If true, only statements that do not continue the previous one; if false, only the others',
    }),
  ),
});
export type PageQuery = Static<typeof pageQuery>;

export const reconciliationQuery = closedObject({
  a: wireId({ description: "The firm's ledger account for the bank account" }),
  d: Type.Optional(wireDate({ description: 'Last date; default: the business date' })),
});
export type ReconciliationQuery = Static<typeof reconciliationQuery>;

export const bankMatchBody = closedObject({
  lineId: wireId({ description: 'The statement line' }),
  cashTransactionId: wireId({ description: 'The matching posted cash transaction' }),
});
export type BankMatchBody = Static<typeof bankMatchBody>;

export const bankJournalMatchBody = closedObject({
  lineId: wireId({ description: 'The statement line' }),
  journalId: wireId({ description: 'The journal that moves the account by the same amount' }),
});
export type BankJournalMatchBody = Static<typeof bankJournalMatchBody>;

export const bankBookBody = closedObject({
  lineId: wireId({ description: 'The statement line' }),
  kind: wireChoice(['CHARGE', 'INTEREST', 'TRANSFER'], {
    description:
      'The template: CHARGE and INTEREST are booked to the accounts of the account mapping ' +
      '(BANK_LINE), a TRANSFER to `counterAcctName`',
  }),
  counterAcctName: Type.Optional(
    wireText({ description: "For a TRANSFER: the firm's other account, by code" }),
  ),
  narration: Type.Optional(
    wireText({
      description: "Narration in the ledger; default: the line's text",
      longest: JOURNAL.narrationLength,
    }),
  ),
});
export type BankBookBody = Static<typeof bankBookBody>;

export const bankStatementReply = closedObject({
  id: wireId(),
  name: wireText(),
  state: wireChoice(['IMPORTED', 'UNDONE', 'REFUSED'], {
    description: 'REFUSED: nothing was imported; the error file has the refused rows',
  }),
  accountId: wireId(),
  accountName: wireText(),
  currency: wireText(),
  fileName: Type.Optional(wireText()),
  lineCount: wireInteger(),
  doubledCount: wireInteger({ description: 'Number of lines already imported earlier' }),
  matchedCount: wireInteger(),
  refusedCount: wireInteger({ description: 'Number of refused rows, which are in the error file' }),
  pageCount: wireInteger({ description: "The bank's statements in the file; 0 for CSV" }),
  gapCount: wireInteger({
    description: 'Number of statements that do not continue the previous one',
  }),
  bankAccount: Type.Optional(wireText({ description: 'The account, as named by the bank' })),
  openingBalance: Type.Optional(
    wireDecimal({ description: 'Opening balance of the first statement' }),
  ),
  closingBalance: Type.Optional(
    wireDecimal({ description: 'Closing balance of the last statement' }),
  ),
  ...stampShape,
});

/** Added to the record: how the file was read and, in a dry run, its lines. */
export const bankLinesRead = {
  ...usedReadings,
  lines: Type.Optional(
    Type.Array(
      closedObject({
        lineNo: wireInteger({ description: 'Line number in the file' }),
        bookedOn: wireDate(),
        amount: wireDecimal({ description: 'Positive for incoming money' }),
        reference: Type.Optional(wireText()),
        description: Type.Optional(wireText()),
      }),
      { description: 'Every line as read; only in a dry run' },
    ),
  ),
};

export const bankLineReply = closedObject({
  id: wireId(),
  statementId: wireId(),
  lineNo: wireInteger(),
  accountId: wireId(),
  accountName: wireText(),
  bookedOn: wireDate(),
  amount: wireDecimal({ description: 'Positive for incoming money' }),
  currency: wireText(),
  reference: Type.Optional(wireText()),
  description: Type.Optional(wireText()),
  cashTransactionId: Type.Optional(wireId({ description: 'The matched transaction' })),
  cashTransactionName: Type.Optional(wireText()),
  ofReversal: Type.Optional(
    wireFlag({ description: 'True if the line shows the reversal of the transaction' }),
  ),
  journalDraftId: Type.Optional(wireId({ description: 'The manual journal that books the line' })),
  journalState: Type.Optional(
    wireChoice(['PENDING', 'POSTED'], {
      description: 'State of the journal; if POSTED, the line is matched',
    }),
  ),
  journalId: Type.Optional(wireId({ description: 'The posted journal' })),
  matchedBy: Type.Optional(wireText()),
  matchedDttm: Type.Optional(wireInstant()),
});

/** A bank statement, or one page of it, as returned in replies. */
export const pageReply = closedObject({
  id: wireId(),
  statementId: wireId({ description: 'The import' }),
  statementName: wireText(),
  accountId: wireId(),
  accountName: wireText(),
  currency: wireText(),
  bankAccount: Type.Optional(wireText({ description: 'The account, as named by the bank' })),
  number: Type.Optional(wireText({ description: "The bank's statement number" })),
  sequence: Type.Optional(wireText({ description: 'Page number within the statement' })),
  openedOn: wireDate(),
  openingBalance: wireDecimal(),
  closedOn: wireDate(),
  closingBalance: wireDecimal(),
  gap: Type.Optional(
    wireChoice(['GAP', 'OVERLAP'], {
      description:
        'GAP: the preceding statement is missing; OVERLAP: another statement covers the same days',
    }),
  ),
  expectedBalance: Type.Optional(
    wireDecimal({ description: 'The closing balance of the previous statement' }),
  ),
  ledgerBalance: wireDecimal({
    description: 'Ledger balance of the account when the statement closed',
  }),
  difference: wireDecimal({ description: 'Closing balance less ledger balance' }),
});

export const reconciliationReply = closedObject({
  accountId: wireId(),
  accountName: wireText(),
  currency: wireText(),
  closedOn: Type.Optional(wireDate({ description: 'Closing date of the last statement' })),
  statementBalance: Type.Optional(wireDecimal({ description: 'Closing balance of the statement' })),
  ledgerBalance: Type.Optional(wireDecimal({ description: 'Ledger balance on the closing date' })),
  difference: Type.Optional(wireDecimal({ description: 'Statement balance less ledger balance' })),
  openLineCount: Type.Optional(
    wireInteger({ description: 'Number of lines that are missing from the books' }),
  ),
  openLineAmount: Type.Optional(wireDecimal()),
  unclearedCount: Type.Optional(
    wireInteger({ description: 'Number of posted cash transactions that are on no statement' }),
  ),
  unclearedAmount: Type.Optional(wireDecimal()),
  unexplained: Type.Optional(
    wireDecimal({ description: 'Difference less open lines plus uncleared transactions' }),
  ),
  gapCount: Type.Optional(
    wireInteger({
      description:
        'Number of statements, up to the last one, that do not continue the previous one',
    }),
  ),
});

export const bankMatchReply = closedObject({
  ...bankLineReply.properties,
  bankStmtCleared: wireFlag({ description: 'True if a bank statement shows the transaction' }),
});

export const unclearedReply = closedObject({
  id: wireId({ description: 'The cash transaction' }),
  name: wireText(),
  transType: wireChoice(TRANSACTION_TYPES),
  amount: wireDecimal(),
  currency: wireText(),
  postedOn: wireDate(),
  reference: Type.Optional(wireText()),
  description: Type.Optional(wireText()),
  partnerName: Type.Optional(wireText()),
  partnerLabel: Type.Optional(wireText({ description: "The customer's name" })),
});

export const bankSuggestionReply = closedObject({
  ...bankLineReply.properties,
  suggestions: Type.Array(
    closedObject({
      ...unclearedReply.properties,
      sameReference: wireFlag(),
      ofReversal: wireFlag({
        description: "True if the line would match the transaction's reversal",
      }),
    }),
    { description: 'Matching transactions, best first' },
  ),
  journals: Type.Array(
    closedObject({
      journalId: wireId(),
      narration: wireText(),
      postedOn: wireDate(),
      relatedTo: wireText({ description: 'The kind of record that caused the journal' }),
    }),
    { description: 'Journals of the account with the same amount, nearest first' },
  ),
});
