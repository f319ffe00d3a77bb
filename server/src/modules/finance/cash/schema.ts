// Wire shapes of a cash transaction in replies. Amounts are in the major unit.

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
import {
  FEE_TYPES,
  TRANSACTION_METHODS,
  TRANSACTION_STATES,
  TRANSACTION_TYPES,
  WITHHELD_BY,
} from '../schema.js';

const given = Type.Optional;

const accountMembers = {
  cashAccountId: wireId(),
  cashAccountName: wireText(),
  contraAcctId: given(wireId({ description: 'The contra account' })),
  contraAcctName: given(wireText()),
  processingFeeAcctId: given(wireId({ description: 'The fee account' })),
  processingFeeAcctName: given(wireText()),
  earlyWithdrawalAcctName: given(wireText()),
  counterPartyCashAccount: given(wireText({ description: 'TRANSFER: the receiving account' })),
  counterPartyPartnerName: given(wireText()),
};

const conversionMembers = {
  counterPartyCurrency: given(wireText({ description: 'The receiving currency of a conversion' })),
  counterPartyAmount: given(wireDecimal({ description: 'The received amount' })),
  exchangeRate: given(wireDecimal()),
  exchangeRatePair: given(
    wireText({ description: 'The pair of the rate, such as USD/NGN for naira per dollar' }),
  ),
  exchangeRateDate: given(wireDate()),
};

const approvalMembers = {
  approvalPolicyName: given(wireText()),
  approvalPolicyVersion: given(wireInteger()),
  approvalsNeeded: wireInteger({ description: 'Number of approvals that the policy requires' }),
  approverRoles: Type.Array(wireText(), {
    description: 'An approver needs one of these roles; if empty, any role that may approve',
  }),
  approvedBy: given(wireId({ description: 'The last approver' })),
  approvedDttm: given(wireInstant()),
  journalFingerprint: given(wireText({ description: 'Fingerprint of the approved journal' })),
  decisionReason: given(wireText({ description: 'Reason for the decision' })),
  reversalAskedBy: given(wireText({ description: 'The person who requested the reversal' })),
  reversalAskedDttm: given(wireInstant()),
};

/** A cash transaction in replies to writes, and in lists. */
export const cashTransactionReply = closedObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  batchName: given(wireText()),
  transactionDate: wireInstant(),
  bookingDate: given(wireDate({ description: 'Transaction date of the journal' })),
  valueDate: given(wireInstant({ description: 'The date from which the money is available' })),
  transState: wireChoice(TRANSACTION_STATES),
  businessOfficeId: wireText({ description: 'The id as text' }),
  businessOfficeName: wireText(),
  transType: wireChoice(TRANSACTION_TYPES),
  transMethod: wireChoice(TRANSACTION_METHODS),
  partnerId: given(wireId({ description: 'The customer' })),
  partnerName: given(wireText()),
  partnerLabel: given(wireText()),
  description: given(wireText()),
  currency: wireText(),
  amount: wireDecimal(),
  processingFees: given(wireDecimal({ description: 'The fee as an amount or a percentage' })),
  processingFeeType: given(wireChoice(FEE_TYPES)),
  processingFeeAmount: wireDecimal({ description: 'The fee as an amount' }),
  ...accountMembers,
  ...conversionMembers,
  earlyWithdrawalRate: given(wireDecimal({ description: 'Rate in percent' })),
  earlyWithdrawalAmount: wireDecimal(),
  maxNoOfDebits: given(wireInteger()),
  noOfExecutedDebits: wireInteger(),
  reference: given(wireText()),
  bankStmtCleared: wireFlag({ description: 'True if a bank statement shows the transaction' }),
  corpAction: wireFlag({ description: 'True for income of a corporate action' }),
  agentName: given(wireText({ description: 'The agent whose commission is paid' })),
  taxClass: given(wireText({ description: 'Class of the withholding tax' })),
  taxWithheldBy: given(wireChoice(WITHHELD_BY)),
  taxAmount: given(wireDecimal({ description: 'Tax withheld from the amount, which is gross' })),
  netAmount: given(
    wireDecimal({ description: 'The amount less the tax; the fee is not deducted' }),
  ),
  taxAcctName: given(wireText({ description: 'The account to which the tax is booked' })),
  ...approvalMembers,
  transProcessorResponse: given(
    wireText({ description: "The payment processor's reply, as sent" }),
  ),
  transactionProcessor: given(wireText({ description: 'The payment gateway, by code' })),
  paymentGatewayId: given(wireId({ description: 'The payment gateway, by id' })),
  journalId: given(wireId({ description: 'The journal of the transaction itself' })),
  reversalJournalId: given(wireId({ description: 'The journal of the reversal' })),
  ...stampShape,
});

const comingJournal = closedObject({
  fingerprint: given(wireText({ description: 'Fingerprint to send with the approval' })),
  transactionDate: given(
    wireDate({ description: 'The transaction date if posted on the current business date' }),
  ),
  valueDate: given(wireDate()),
  lines: Type.Array(
    closedObject({
      accountName: wireText(),
      accountLabel: given(
        wireText({
          description:
            'Absent in a dry run, before the account is opened, and if the ' +
            'caller cannot see its office',
        }),
      ),
      currency: wireText(),
      debitAmount: wireDecimal(),
      creditAmount: wireDecimal(),
    }),
  ),
});

/**
 * Added to the record in a step's dry run: the journal that this step, or a later one, will write.
 */
export const triedJournalShape = given(comingJournal);

/** A cash transaction in the reply of a single read. */
export const cashTransactionDetail = closedObject({
  ...cashTransactionReply.properties,
  approvals: Type.Array(
    closedObject({
      approvedBy: wireId(),
      approvedByName: wireText(),
      approvedDttm: wireInstant(),
      fingerprint: wireText({ description: 'Fingerprint of the checked journal' }),
    }),
  ),
  journal: given(comingJournal),
});

/** Totals of waiting cash transactions. */
export const waitingCashReply = closedObject({
  count: wireInteger({ description: 'All waiting transactions' }),
  result: Type.Array(
    closedObject({
      transType: wireChoice(TRANSACTION_TYPES),
      transState: wireChoice(TRANSACTION_STATES, {
        description: 'PENDING: waits for a decision; APPROVED: waits for posting',
      }),
      currency: wireText(),
      count: wireInteger({ description: 'Transactions of this type and state in this currency' }),
      amount: wireDecimal({ description: 'Sum of their amounts' }),
      oldestDttm: wireInstant({ description: 'When the oldest one was entered' }),
    }),
  ),
});
