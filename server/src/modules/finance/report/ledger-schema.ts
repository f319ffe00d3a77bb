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
  reversalOfJournalId: Type.Optional(
    wireId({ description: "The journal that this line's journal reverses" }),
  ),
  reference: wireText(),
  relatedTo: wireText({ description: 'The kind of record that caused the journal' }),
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
  balance: amount("Balance after this line, on the account's normal side"),
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
  basis: wireChoice(['TRANSACTION', 'VALUE'], {
    description: 'The kind of dates that the range selects',
  }),
  asOf: Type.Optional(
    wireInstant({ description: 'Moment up to which stored records are included' }),
  ),
  openingBalance: amount('Balance before the range'),
  totalDebits: amount('Sum of the debits in the range'),
  totalCredits: amount('Sum of the credits in the range'),
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
  settlement: amount('Money in settlement at the exchanges and with funds'),
  surplus: amount('Money held less money owed; negative if money is missing'),
  covered: wireFlag({ description: 'True if no money is missing' }),
};

export const closedBooksReply = closedObject({
  id: wireId(),
  date: wireDate({ description: 'The closed business date' }),
  businessOfficeName: wireText(),
  currency: wireText(),
  debitBalance: amount('Sum of the accounts in debit'),
  creditBalance: amount('Sum of the accounts in credit'),
  balanced: wireFlag(),
  ...clientMoneyMembers,
});
