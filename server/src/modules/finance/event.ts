// Events of cash, accounts and the ledger; they contain no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import {
  absentOr,
  type EventDeclaration,
  eventId,
  eventKinds,
} from '../../platform/events/catalogue.js';

const transType = Type.String({ description: 'Direction of the money' });
const journalId = absentOr(eventId('The last posted journal, if any'));

const cashTransaction = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.cash-transaction.read',
  data: { transType, journalId },
});

const clearing = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.bank-statement.read',
  data: { bankLineId: eventId('The line of the bank statement') },
});

const bankStatement = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.bank-statement.read',
  data: {
    lines: Type.Integer({ description: 'Number of new lines' }),
    matched: Type.Integer({ description: 'Number of matched lines' }),
    gaps: Type.Integer({
      description: 'Number of statements that do not continue the previous one',
    }),
  },
});

const manualJournal = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.journal.read',
  data: { journalId, reversalOf: absentOr(eventId('The journal that this journal reverses')) },
});

const journalImport = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.journal.read',
  data: {
    state: Type.String({ description: 'The state of the import after the event' }),
    journals: Type.Integer({ description: 'Number of journals in the import' }),
  },
});

const period = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.period.read',
  data: {
    period: Type.String({ description: 'A month, such as 2026-01, or a year, such as 2026' }),
    journals: Type.Integer({ description: 'Number of closing journals posted' }),
  },
});

const closedBooks = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.integrity.read',
  data: {
    date: Type.String({ description: 'The closed business date', format: 'date' }),
    currency: Type.String({ description: 'ISO 4217' }),
  },
});

export const financeEvents = eventKinds({
  'account.opened': { summary: 'An account was opened', permission: 'finance.account.read' },
  'cash-transaction.created': {
    summary: 'A cash transaction was created',
    permission: 'finance.cash-transaction.read',
    data: { transType, state: Type.String({ description: 'Its first state' }) },
  },
  'cash-transaction.partly-approved': cashTransaction(
    'One of several required approvals of a cash transaction was given',
  ),
  'cash-transaction.approved': cashTransaction('A cash transaction was approved'),
  'cash-transaction.rejected': cashTransaction('A cash transaction was rejected'),
  'cash-transaction.cancelled': cashTransaction('A cash transaction was cancelled'),
  'cash-transaction.posted': cashTransaction(
    'A cash transaction was posted, so the money has moved',
  ),
  'cash-transaction.available': cashTransaction(
    'The value date of a cash transaction has been reached, so its money is available',
  ),
  'cash-transaction.reversal-asked': cashTransaction(
    'The reversal of a posted cash transaction was requested',
  ),
  'cash-transaction.kept': cashTransaction(
    'The requested reversal of a cash transaction was declined',
  ),
  'cash-transaction.reversed': cashTransaction('A posted cash transaction was reversed'),
  'cash-transaction.cleared': clearing('A bank statement shows a posted cash transaction'),
  'cash-transaction.uncleared': clearing('A match with a bank statement was undone'),
  'bank-statement.imported': bankStatement('A bank statement was imported'),
  'bank-statement.refused': {
    summary: 'A bank statement was refused because of its rows, which are in the error file',
    permission: 'finance.bank-statement.read',
    data: { refused: Type.Integer({ description: 'Number of refused rows' }) },
  },
  'bank-statement.matched': bankStatement('A bank statement was matched again'),
  'bank-statement.undone': bankStatement('The import of a bank statement was undone'),
  'manual-journal.created': manualJournal('A manual journal was created and is pending'),
  'manual-journal.posted': manualJournal('A second person posted a manual journal'),
  'manual-journal.rejected': manualJournal('A second person rejected a manual journal'),
  'manual-journal.cancelled': manualJournal('The maker of a manual journal cancelled it'),
  'journal-import.created': journalImport('A file of journals was imported and is pending'),
  'journal-import.posted': journalImport('A second person posted the journals of a file'),
  'journal-import.rejected': journalImport('A second person rejected a file of journals'),
  'journal-import.cancelled': journalImport('The maker of a journal import cancelled it'),
  'journal-import.undo-requested': journalImport('The reversal of a posted file was requested'),
  'journal-import.undo-rejected': journalImport('The reversal of a posted file was rejected'),
  'journal-import.undone': journalImport('The journals of a file were reversed'),
  'accounting-period.soft-closed': period('A period accepts adjustments only'),
  'accounting-period.hard-closed': period('A period no longer accepts entries'),
  'accounting-period.reopened': period('A period accepts entries again'),
  'closed-books.unbalanced': closedBooks('Debits and credits of a closed day differ'),
  'closed-books.uncovered': closedBooks("Client money was not fully covered at a day's close"),
});
