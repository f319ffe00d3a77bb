// Events of cash, accounts and the ledger; no personal data beyond ids.

import { Type } from '@sinclair/typebox';
import {
  absentOr,
  type EventDeclaration,
  eventId,
  eventKinds,
} from '../../platform/events/catalogue.js';

const transType = Type.String({ description: 'Whether money comes in or goes out' });
const journalId = absentOr(eventId('The journal that was posted last, where one was'));

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
    lines: Type.Integer({ description: 'How many lines of it were new' }),
    matched: Type.Integer({ description: 'How many of them are matched' }),
  },
});

const manualJournal = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.journal.read',
  data: { journalId, reversalOf: absentOr(eventId('The journal that it takes back')) },
});

const journalImport = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.journal.read',
  data: {
    state: Type.String({ description: 'The state of the import after it' }),
    journals: Type.Integer({ description: 'How many journals it holds' }),
  },
});

const period = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.period.read',
  data: {
    period: Type.String({ description: 'A month as 2026-01, or a year as 2026' }),
    journals: Type.Integer({ description: 'How many closing journals were posted' }),
  },
});

const closedBooks = (summary: string): EventDeclaration => ({
  summary,
  permission: 'finance.integrity.read',
  data: {
    date: Type.String({ description: 'The date of the books', format: 'date' }),
    currency: Type.String({ description: 'ISO 4217' }),
  },
});

export const financeEvents = eventKinds({
  'account.opened': { summary: 'An account was opened', permission: 'finance.account.read' },
  'cash-transaction.created': {
    summary: 'A cash transaction was captured',
    permission: 'finance.cash-transaction.read',
    data: { transType, state: Type.String({ description: 'Its first state' }) },
  },
  'cash-transaction.partly-approved': cashTransaction('One of several approvals was given'),
  'cash-transaction.approved': cashTransaction('A cash transaction was approved'),
  'cash-transaction.rejected': cashTransaction('A cash transaction was rejected'),
  'cash-transaction.cancelled': cashTransaction('A cash transaction was cancelled'),
  'cash-transaction.posted': cashTransaction('A cash transaction was posted: the money moved'),
  'cash-transaction.available': cashTransaction('Its value date came: what it brought is free'),
  'cash-transaction.reversal-asked': cashTransaction('A posted one is to be taken back'),
  'cash-transaction.kept': cashTransaction('The reversal that was asked for is not to be'),
  'cash-transaction.reversed': cashTransaction('A posted cash transaction was taken back'),
  'cash-transaction.cleared': clearing('A bank statement shows a posted cash transaction'),
  'cash-transaction.uncleared': clearing('A match with a bank statement was taken back'),
  'bank-statement.imported': bankStatement('A bank statement was imported'),
  'bank-statement.matched': bankStatement('A bank statement was matched again'),
  'bank-statement.undone': bankStatement('The import of a bank statement was taken back'),
  'manual-journal.created': manualJournal('A journal was made by hand and waits'),
  'manual-journal.posted': manualJournal('A second person posted a journal made by hand'),
  'manual-journal.rejected': manualJournal('A second person rejected a journal made by hand'),
  'manual-journal.cancelled': manualJournal('Who made a journal by hand took it back'),
  'journal-import.created': journalImport('A file of journals was read and waits'),
  'journal-import.posted': journalImport('A second person posted the journals of a file'),
  'journal-import.rejected': journalImport('A second person rejected a file of journals'),
  'journal-import.cancelled': journalImport('Who sent a file of journals took it back'),
  'journal-import.undo-requested': journalImport('Posted journals of a file are to be reversed'),
  'journal-import.undo-rejected': journalImport('The reversal of a file was refused'),
  'journal-import.undone': journalImport('The journals of a file were reversed'),
  'accounting-period.soft-closed': period('A period takes only late entries'),
  'accounting-period.hard-closed': period('A period takes no entries'),
  'accounting-period.reopened': period('A period takes entries again'),
  'closed-books.unbalanced': closedBooks('Debits and credits of a closed day differ'),
  'closed-books.uncovered': closedBooks("Client money at a day's close is not all at the bank"),
});
