// Wire shapes of bank statements.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
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
import { BANK_STATEMENT } from '../limits.js';
import { TRANSACTION_TYPES } from '../schema.js';

const column = (description: string) =>
  Type.Optional(wireText({ description, longest: BANK_STATEMENT.columnLength }));

/** Which columns of the file to read; the file's first row is the header. */
const columns = closedObject({
  date: wireText({ description: 'Booking date', longest: BANK_STATEMENT.columnLength }),
  amount: column('Signed amount: credits are positive'),
  debit: column('Debits, if the file has two columns'),
  credit: column('Credits, if the file has two columns'),
  direction: column('The word for a debit or a credit, if amounts have no sign'),
  reference: column('Reference'),
  description: column('Text'),
});

export const bankStatementBody = closedObject({
  contraAcctName: wireText({ description: "The firm's account of the bank account, by code" }),
  fileName: Type.Optional(wireText({ description: 'The name of the file, for people' })),
  csv: Type.Optional(
    wireText({
      description: 'The file as CSV, read by `columns` or by usual names of columns',
      longest: BANK_STATEMENT.fileCharactersMax,
    }),
  ),
  file: fileBytes,
  columns: Type.Optional(columns),
  mapping: headerMapping,
  reading: statedReading,
  mt940: Type.Optional(
    wireText({
      description:
        'The file as MT940, instead of CSV. Each statement in it must be in the currency of the ' +
        'account and lead from its opening to its closing balance',
      longest: BANK_STATEMENT.fileCharactersMax,
    }),
  ),
  camt053: Type.Optional(
    wireText({
      description:
        'The file as camt.053 of ISO 20022 in any version, instead of CSV; with the conditions ' +
        'of MT940. Entries that are not booked are left out. A collective entry becomes one line ' +
        'per transaction if their amounts add up to it',
      longest: BANK_STATEMENT.xmlCharactersMax,
    }),
  ),
  dateFormat: Type.Optional(wireChoice(DATE_FORMATS, { description: 'As in `reading`' })),
  decimalComma: Type.Optional(
    wireFlag({ description: 'True for 1.234,56; false for 1,234.56; absent: found' }),
  ),
});
export type BankStatementBody = Static<typeof bankStatementBody>;

export const bankStatementQuery = closedObject({ ...pageBS });

export const bankLineQuery = closedObject({
  ...pageBS,
  statementId: Type.Optional(wireId({ description: 'Only of this statement' })),
  a: Type.Optional(wireId({ description: 'Only of this account' })),
  matched: Type.Optional(wireFlag({ description: 'Only matched lines, or only open ones' })),
});
export type BankLineQuery = Static<typeof bankLineQuery>;

export const unclearedQuery = closedObject({
  ...pageBS,
  a: wireId({ description: 'The contra account' }),
});

export const bankMatchBody = openObject({
  lineId: wireId({ description: 'The line of the statement' }),
  cashTransactionId: wireId({ description: 'The matching posted cash transaction' }),
});
export type BankMatchBody = Static<typeof bankMatchBody>;

export const bankStatementReply = closedObject({
  id: wireId(),
  name: wireText(),
  state: wireChoice(['IMPORTED', 'UNDONE']),
  accountId: wireId(),
  accountName: wireText(),
  currency: wireText(),
  fileName: Type.Optional(wireText()),
  lineCount: wireInteger(),
  doubledCount: wireInteger({ description: 'Lines that an earlier import has' }),
  matchedCount: wireInteger(),
  ...stampShape,
});

/** Added to the record: how the file was read and, in a dry run, its lines. */
export const bankLinesRead = {
  ...usedReadings,
  lines: Type.Optional(
    Type.Array(
      closedObject({
        lineNo: wireInteger({ description: 'In the file' }),
        bookedOn: wireDate(),
        amount: wireDecimal({ description: 'Positive: money came in' }),
        reference: Type.Optional(wireText()),
        description: Type.Optional(wireText()),
      }),
      { description: 'In a dry run: every line as read' },
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
  amount: wireDecimal({ description: 'Positive: money came in' }),
  currency: wireText(),
  reference: Type.Optional(wireText()),
  description: Type.Optional(wireText()),
  cashTransactionId: Type.Optional(wireId({ description: 'The matched transaction' })),
  cashTransactionName: Type.Optional(wireText()),
  ofReversal: Type.Optional(wireFlag({ description: 'The line is the reversal' })),
  matchedBy: Type.Optional(wireText()),
  matchedDttm: Type.Optional(wireInstant()),
});

export const bankMatchReply = closedObject({
  ...bankLineReply.properties,
  bankStmtCleared: wireFlag({ description: 'Whether it is on a bank statement' }),
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
});

export const bankSuggestionReply = closedObject({
  ...bankLineReply.properties,
  suggestions: Type.Array(
    closedObject({
      ...unclearedReply.properties,
      sameReference: wireFlag(),
      ofReversal: wireFlag({ description: 'The line would be the reversal' }),
    }),
    { description: 'Best first' },
  ),
});
