// Wire shapes of the ledger and of closed books. Amounts are in the major unit.

import { Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

const amount = (description: string) => wireDecimal({ description });

/** A line in an account's ledger. */
export const ledgerLineReply = closedObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  description: wireText(),
  journalId: wireId(),
  reversalOfJournalId: Type.Optional(wireId({ description: 'The journal that it reverses' })),
  reference: wireText(),
  relatedTo: wireText({ description: 'The kind of record that caused it' }),
  relatedToId: wireId(),
  income: wireFlag({
    description:
      'True for income of a corporate action that was entered by hand (`corpAction`), which is ' +
      'not money that the customer paid in',
  }),
  currency: wireText(),
  transactionDate: wireDate(),
  valueDate: wireDate(),
  debitAmount: amount('Zero for a credit'),
  creditAmount: amount('Zero for a debit'),
  balance: amount("After this line, on the account's normal side"),
  ...stampShape,
});

/** Added to the lines: the account, and the sums of the range. */
export const ledgerSumsShape = {
  accountId: wireId(),
  accountName: wireText(),
  accountLabel: wireText(),
  acctType: wireText(),
  currency: wireText(),
  startDate: Type.Optional(wireDate()),
  endDate: Type.Optional(wireDate()),
  basis: wireChoice(['TRANSACTION', 'VALUE'], { description: 'The dates of the range' }),
  asOf: Type.Optional(wireInstant({ description: 'As known at this moment' })),
  openingBalance: amount('Balance before the range'),
  totalDebits: amount('Of the range'),
  totalCredits: amount('Of the range'),
  closingBalance: amount('Balance after the range'),
};

/** Added to the lines of a statement. */
export const statementShape = {
  customerId: wireId(),
  customerName: wireText(),
  customerLabel: wireText(),
  businessOfficeName: wireText(),
  ...ledgerSumsShape,
};

/** One account in the general ledger. */
export const generalLedgerReply = closedObject({
  businessOfficeName: wireText(),
  ...ledgerSumsShape,
  lines: wireInteger({ description: 'Number of lines in the range' }),
});

/** The client money proof of one office and currency. */
export const clientMoneyMembers = {
  owedToCustomers: amount('Money owed to customers'),
  clientBank: amount("Money at the clients' banks"),
  settlement: amount('At the exchanges and with funds, in settlement'),
  surplus: amount('Money held less money owed; negative if money is missing'),
  covered: wireFlag({ description: 'True if no money is missing' }),
};

export const closedBooksReply = closedObject({
  id: wireId(),
  date: wireDate({ description: 'The closed business date' }),
  businessOfficeName: wireText(),
  currency: wireText(),
  debitBalance: amount('All accounts in debit'),
  creditBalance: amount('All accounts in credit'),
  balanced: wireFlag(),
  ...clientMoneyMembers,
});
