// Wire shapes of a cash transaction as it is answered. Amounts are of the major unit.

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
} from '../schema.js';

const given = Type.Optional;

const accountMembers = {
  cashAccountId: wireId(),
  cashAccountName: wireText(),
  contraAcctId: given(wireId({ description: 'The other side' })),
  contraAcctName: given(wireText()),
  processingFeeAcctId: given(wireId({ description: 'Where the fee goes' })),
  processingFeeAcctName: given(wireText()),
  earlyWithdrawalAcctName: given(wireText()),
  counterPartyCashAccount: given(wireText({ description: 'TRANSFER: the receiving account' })),
  counterPartyPartnerName: given(wireText()),
};

const conversionMembers = {
  counterPartyCurrency: given(wireText({ description: 'Of a transfer that converts' })),
  counterPartyAmount: given(wireDecimal({ description: 'What arrives there' })),
  exchangeRate: given(wireDecimal()),
  exchangeRatePair: given(wireText({ description: 'Such as USD/NGN: naira for a dollar' })),
  exchangeRateDate: given(wireDate()),
};

const approvalMembers = {
  approvalPolicyName: given(wireText()),
  approvalPolicyVersion: given(wireInteger()),
  approvalsNeeded: wireInteger({ description: 'How many persons its policy asks for' }),
  approverRoles: Type.Array(wireText(), { description: 'Empty: any who may approve' }),
  approvedBy: given(wireId({ description: 'The last who approved' })),
  approvedDttm: given(wireInstant()),
  journalFingerprint: given(wireText({ description: 'Of the journal that was approved' })),
  decisionReason: given(wireText({ description: 'Why it was decided so' })),
  reversalAskedBy: given(wireText({ description: 'Who asked for its reversal' })),
  reversalAskedDttm: given(wireInstant()),
};

/** A cash transaction as writes and lists answer it. */
export const cashTransactionReply = closedObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText(),
  label: wireText(),
  batchName: given(wireText()),
  transactionDate: wireInstant(),
  valueDate: given(wireInstant({ description: 'From when its money counts' })),
  transState: wireChoice(TRANSACTION_STATES),
  businessOfficeId: wireText({ description: 'As text' }),
  businessOfficeName: wireText(),
  transType: wireChoice(TRANSACTION_TYPES),
  transMethod: wireChoice(TRANSACTION_METHODS),
  partnerId: given(wireId({ description: 'The customer' })),
  partnerName: given(wireText()),
  partnerLabel: given(wireText()),
  description: given(wireText()),
  currency: wireText(),
  amount: wireDecimal(),
  processingFees: given(wireDecimal({ description: 'An amount, or a percentage' })),
  processingFeeType: given(wireChoice(FEE_TYPES)),
  processingFeeAmount: wireDecimal({ description: 'What it comes to' }),
  ...accountMembers,
  ...conversionMembers,
  earlyWithdrawalRate: given(wireDecimal({ description: 'In percent' })),
  earlyWithdrawalAmount: wireDecimal(),
  maxNoOfDebits: given(wireInteger()),
  noOfExecutedDebits: wireInteger(),
  reference: given(wireText()),
  bankStmtCleared: wireFlag({ description: 'The bank has shown it' }),
  corpAction: wireFlag(),
  ...approvalMembers,
  transProcessorResponse: given(wireText()),
  transactionProcessor: given(wireText()),
  paymentGatewayId: given(wireId()),
  journalId: given(wireId({ description: 'What posted it' })),
  reversalJournalId: given(wireId({ description: 'What took it back' })),
  ...stampShape,
});

const comingJournal = closedObject({
  fingerprint: given(wireText({ description: 'To give with the approval' })),
  lines: Type.Array(
    closedObject({
      accountName: wireText(),
      accountLabel: given(
        wireText({
          description: 'Absent in a dry run, before it is opened, and of an office not seen',
        }),
      ),
      currency: wireText(),
      debitAmount: wireDecimal(),
      creditAmount: wireDecimal(),
    }),
  ),
});

/** What the dry run of a step has beside the record: the journal that it writes or leads to. */
export const triedJournalShape = given(comingJournal);

/** A cash transaction read by itself. */
export const cashTransactionDetail = closedObject({
  ...cashTransactionReply.properties,
  approvals: Type.Array(
    closedObject({
      approvedBy: wireId(),
      approvedByName: wireText(),
      approvedDttm: wireInstant(),
      fingerprint: wireText({ description: 'Of the journal that was seen' }),
    }),
  ),
  journal: given(comingJournal),
});
