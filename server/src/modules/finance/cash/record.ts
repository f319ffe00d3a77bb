// Wire record of a cash transaction: every member of the specification, and the people who made,
// decided on and changed the transaction.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { codeOf } from '../../../platform/ids.js';
import { formatMoney, minorToDecimal } from '../../../platform/money/money.js';
import type { ApprovalRow } from '../approval/queries.js';
import type { LoadedCashTransaction } from './queries.js';

/** Builds the record. Amounts are decimals in the major unit; absent members are undefined. */
export function cashTransactionRecord(row: LoadedCashTransaction) {
  const money = { minor: row.amount_minor, currency: row.currency };
  return {
    id: row.id,
    active: row.active,
    name: row.name,
    label: `${row.trans_type} ${formatMoney(money)} ${row.customer_name ?? row.cash_account_name}`,
    batchName: given(row.batch_name),
    transactionDate: row.transaction_at,
    bookingDate: given(row.posted_date),
    valueDate: row.value_at ?? postedValueDate(row),
    transState: row.state,
    businessOfficeId: String(row.office_id),
    businessOfficeName: row.office_name,
    transType: row.trans_type,
    transMethod: row.trans_method,
    partnerId: row.customer_id,
    partnerName: given(row.customer_name),
    partnerLabel: given(row.customer_label),
    description: given(row.description),
    currency: row.currency,
    amount: minorToDecimal(row.amount_minor, row.currency),
    processingFees: given(row.processing_fees),
    processingFeeType: given(row.processing_fee_type),
    processingFeeAmount: minorToDecimal(row.fee_minor, row.currency),
    ...accountMembers(row),
    earlyWithdrawalRate: given(row.early_withdrawal_rate),
    maxNoOfDebits: given(row.max_no_of_debits),
    noOfExecutedDebits: row.no_of_executed_debits,
    reference: given(row.reference),
    bankStmtCleared: row.bank_stmt_cleared,
    corpAction: row.corp_action,
    ...taxMembers(row),
    earlyWithdrawalAmount: minorToDecimal(row.early_withdrawal_minor, row.currency),
    approvalPolicyName: given(row.approval_policy),
    approvalPolicyVersion: given(row.approval_policy_version),
    approvalsNeeded: row.approvals_needed,
    approverRoles: row.approver_roles,
    approvedBy: given(row.approved_by),
    approvedDttm: given(row.approved_at),
    transProcessorResponse: given(row.processor_response),
    transactionProcessor: given(row.transaction_processor),
    paymentGatewayId: given(row.payment_gateway_id),
    journalFingerprint: given(row.journal_fingerprint),
    decisionReason: given(row.decision_reason),
    reversalAskedBy: given(row.reversal_asked_by),
    reversalAskedDttm: given(row.reversal_asked_at),
    journalId: given(row.journal_id),
    reversalJournalId: given(row.reversal_journal_id),
    ...shownStamp(row),
  };
}

// If the client gave no value date, it is unknown until posting. A date is shown as midnight UTC,
// as clients send it.
function postedValueDate({ posted_value_date: date }: LoadedCashTransaction): string | undefined {
  return date === null ? undefined : `${date}T00:00:00.000Z`;
}

function accountMembers(row: LoadedCashTransaction) {
  return {
    cashAccountId: row.cash_account_id,
    cashAccountName: row.cash_account_name,
    contraAcctId: given(row.contra_account_id),
    contraAcctName: given(row.contra_account_name),
    processingFeeAcctId: given(row.fee_account_id),
    processingFeeAcctName: given(row.fee_account_name),
    earlyWithdrawalAcctName: given(row.early_withdrawal_account_name),
    counterPartyCashAccount: given(row.counterparty_account_name),
    counterPartyPartnerName: given(row.counterparty_customer_name),
    ...conversionMembers(row),
  };
}

// `netAmount` is the amount less the tax. It includes any fee, so the customer may receive less.
function taxMembers(row: LoadedCashTransaction) {
  if (row.tax_class === null) return { agentName: given(row.agent_name) };
  return {
    agentName: given(row.agent_name),
    taxClass: row.tax_class,
    taxWithheldBy: given(row.tax_withheld_by),
    taxAmount: minorToDecimal(row.tax_minor, row.currency),
    netAmount: minorToDecimal(row.amount_minor - row.tax_minor, row.currency),
    taxAcctName: given(row.tax_account_name),
  };
}

function conversionMembers(row: LoadedCashTransaction) {
  const { converted_minor: minor, counterparty_currency: to, exchange_rate_base: base } = row;
  if (minor === null || to === null || base === null) return {};
  const pair = base === to ? [to, row.currency] : [row.currency, to];
  return {
    counterPartyCurrency: to,
    counterPartyAmount: minorToDecimal(minor, to),
    exchangeRate: given(row.exchange_rate),
    exchangeRatePair: pair.join('/'),
    exchangeRateDate: given(row.exchange_rate_date),
  };
}

/** Returns the wire record of an approval. */
export function approvalRecord(row: ApprovalRow) {
  return {
    approvedBy: row.approver_id,
    approvedByName: row.approver_name,
    approvedDttm: row.approved_at,
    fingerprint: row.fingerprint,
  };
}

/** Returns the narration of the transaction's journals; it contains the transaction's code. */
export function narrationOf(row: LoadedCashTransaction): string {
  return `${row.description ?? usualWords(row)} (${codeOf(row.id)})`;
}

// Customers read this text on their statements, such as "Receipt by bank transfer".
function usualWords(row: LoadedCashTransaction): string {
  if (row.corp_action) return 'Income of a corporate action';
  if (row.agent_name !== null) return 'Commission of an agent';
  const { trans_type: type, trans_method: method } = row;
  const how = method === 'ECHANNEL' ? 'electronic channel' : method.toLowerCase().replace('_', ' ');
  return `${type.charAt(0)}${type.slice(1).toLowerCase()} by ${how}`;
}

function given<Value>(value: Value | null): Value | undefined {
  return value ?? undefined;
}
