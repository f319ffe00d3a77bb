// Creates a cash transaction with its first state, its hold and its row.

import { assert } from '../../../platform/assert.js';
import { dateOfInstant } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { blaming, commonProblems, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { type ApprovalNeed, approvalNeedOf, type NeedQuestion } from '../approval/need.js';
import { isUnconfirmed, refuseTakenReference } from '../gateway/payment.js';
import { refusingOverdraft } from '../ledger/overdraft.js';
import { setHoldsCall } from '../ledger/queries.js';
import type { FinancePorts } from '../port.js';
import { financeProblems } from '../problems.js';
import type { CashTransactionBody } from '../schema.js';
import type { Booking } from './booking-date.js';
import { conversionMembers } from './conversion.js';
import { type CashTransactionDraft, draftCashTransaction } from './draft.js';
import { type CashTransactionRequest, withoutZeroIds } from './draft-request.js';
import { type CashJournal, cashJournalOf, cashJournalRecord, withTriedJournal } from './journal.js';
import { insertCashTransactions, type LoadedCashTransaction } from './queries.js';
import { cashTransactionRecord } from './record.js';

/** The source type of cash transactions' holds and journals. */
export const CASH_TRANSACTION_SOURCE = 'CASH_TRANSACTION';

/**
 * Stores a new cash transaction: APPROVED if its maker may also approve it and no other approval is
 * needed (`approvalNeedOf`), otherwise PENDING. An outgoing amount is held immediately, so that it
 * cannot be spent twice. Refuses with 422 for unknown references, invalid members and insufficient
 * funds.
 */
export async function createCashTransaction(
  work: Work,
  body: CashTransactionBody,
  { ports, place }: { readonly ports: FinancePorts; readonly place?: BatchPlace | undefined },
): Promise<Outcome> {
  const request = newRequest(body);
  const draft = await draftCashTransaction(work, request, { ports });
  await refuseTakenReference(work, draft.gateway, request);
  const need = await approvalNeedOf(work, needQuestionOf(request, draft));
  const id = await work.context.ids.next(work.tx, 'cash_transaction_id');
  const made = await madeRow(work, { id, request, draft, need, place });
  const duplicates = await storeCreated(work.tx, [made.row]);
  return createdOutcome(work, made, duplicates.get(id));
}

/** Returns the request for a new transaction. Refuses a request that has an id. */
export function newRequest(body: CashTransactionBody): CashTransactionRequest {
  if (body.id !== undefined && body.id !== 0n) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'id', 'is assigned by the server');
  }
  return withoutZeroIds(body);
}

/** Returns the attributes of a draft that determine which approvals it needs. */
export function needQuestionOf(
  request: CashTransactionRequest,
  draft: CashTransactionDraft,
): NeedQuestion {
  return {
    officeId: draft.cash.office_id,
    currency: draft.cash.currency,
    transType: request.transType,
    amountMinor: draft.amountMinor,
    chargesMinor: draft.feeMinor + draft.earlyWithdrawal.chargeMinor,
    valueDate: valueDateOf(request, draft),
    threshold: draft.cash,
    isUnconfirmed: isUnconfirmed(draft.gateway, request),
  };
}

/** A new transaction before it is stored. */
export interface Made {
  readonly row: LoadedCashTransaction;
  readonly journal: CashJournal;
  /** The warning for a transaction that would not be booked on the requested date. */
  readonly warning: Booking['warning'];
}

/** Returns the row of a new transaction and the journal that it will write. */
export async function madeRow(work: Work, creation: Creation): Promise<Made> {
  const created = createdRow(work, creation);
  const journal = await cashJournalOf(work, created);
  const { warning } = creation.draft.dated;
  return { row: withFingerprint(created, journal), journal, warning };
}

/** Stores rows and holds outgoing amounts in one statement; returns duplicates by row id. */
export async function storeCreated(
  tx: Tx,
  rows: readonly LoadedCashTransaction[],
): Promise<Map<bigint, bigint>> {
  const holds = rows
    .filter((row) => heldMinor(row) > 0n)
    .map((row) => ({
      accountId: row.cash_account_id,
      sourceId: row.id,
      amountMinor: heldMinor(row),
    }));
  const call = holds.length === 0 ? undefined : setHoldsCall(CASH_TRANSACTION_SOURCE, holds);
  return blaming(financeProblems.INSUFFICIENT_FUNDS, 'amount', () =>
    refusingOverdraft(() => insertCashTransactions(tx, rows, call)),
  );
}

/** Returns the outcome of a stored transaction and sends its event. */
export function createdOutcome(work: Work, made: Made, duplicate: bigint | undefined) {
  const { row, journal } = made;
  work.events.push({
    type: 'cash-transaction.created',
    subjectId: row.id,
    officeId: row.office_id,
    data: { state: row.state, transType: row.trans_type },
  });
  // The fingerprint covers the name, which does not exist in a dry run.
  const { lines } = cashJournalRecord(journal);
  return withTriedJournal(work, outcomeOf(made, duplicate), { record: { lines }, row });
}

function outcomeOf({ row, warning }: Made, duplicate: bigint | undefined): Outcome {
  const { id } = row;
  const warnings = [
    ...(duplicate === undefined ? [] : [duplicateWarning(duplicate)]),
    ...(warning === undefined ? [] : [warning]),
  ];
  return {
    msgCode: 'CASH_TRANSACTION_CREATED',
    id,
    name: row.name,
    created: true,
    location: `finance/cash-transaction/id/${id}`,
    result: cashTransactionRecord(row),
    version: row.version,
    ...(warnings.length === 0 ? {} : { extra: { warnings } }),
  };
}

/** The members of a transaction that determine its outgoing amount. */
type Outgoing = Pick<
  LoadedCashTransaction,
  'trans_type' | 'amount_minor' | 'fee_minor' | 'early_withdrawal_minor'
>;

/** Returns the amount that a transaction holds on its account until it is posted or ends. */
export function heldMinor(row: Outgoing): bigint {
  if (row.trans_type === 'RECEIPT') return 0n;
  return row.amount_minor + row.fee_minor + row.early_withdrawal_minor;
}

function valueDateOf({ valueDate }: CashTransactionRequest, { cash }: CashTransactionDraft) {
  return valueDate === undefined ? undefined : dateOfInstant(valueDate, cash.time_zone);
}

// A transaction that is approved immediately is posted with exactly this journal; a conversion is
// posted only at its stored rate. The journal is built for other transactions too, so that the
// maker sees if an account is missing.
function withFingerprint(
  row: LoadedCashTransaction,
  { fingerprint }: CashJournal,
): LoadedCashTransaction {
  const isSet = row.state === 'APPROVED' || row.converted_minor !== null;
  return isSet ? { ...row, journal_fingerprint: fingerprint } : row;
}

function duplicateWarning(id: bigint) {
  return {
    code: 'LOOKS_LIKE_REPEAT',
    detail: `cash transaction ${codeOf(id)} has the same account, type and amount`,
    id,
  };
}

/** A transaction's position in its batch. */
export interface BatchPlace {
  readonly row: number;
  readonly hash: string;
}

interface Creation {
  readonly id: bigint;
  readonly request: CashTransactionRequest;
  readonly draft: CashTransactionDraft;
  readonly need: ApprovalNeed;
  readonly place: BatchPlace | undefined;
}

function createdRow(work: Work, creation: Creation): LoadedCashTransaction {
  const { id, request, draft, need, place } = creation;
  const approved = need.atOnce;
  assert(draft.amountMinor > 0n, 'a checked amount is positive');
  return {
    id,
    // A dry run has no id yet. The placeholder satisfies the type and is never stored.
    name: codeOf(id),
    active: true,
    state: approved ? 'APPROVED' : 'PENDING',
    transaction_at: request.transactionDate ?? work.now,
    requested_date: draft.dated.requested,
    value_at: request.valueDate ?? null,
    trans_type: request.transType,
    trans_method: request.transMethod ?? 'ECHANNEL',
    amount_minor: draft.amountMinor,
    fee_minor: draft.feeMinor,
    ...describedMembers(request, draft),
    ...earlyMembers(draft),
    ...taxMembers(draft),
    ...namedMembers(request, draft),
    ...needMembers(need),
    batch_row: place?.row ?? null,
    batch_row_hash: place?.hash ?? null,
    ...accountMembers(draft),
    ...conversionMembers(draft.conversion),
    creator_kind: work.principal.kind,
    creator_id: work.principal.id,
    approved_by: approved ? work.principal.id : null,
    approved_at: approved ? work.now : null,
    journal_fingerprint: null,
    reversal_asked_kind: null,
    reversal_asked_id: null,
    reversal_asked_by: null,
    reversal_asked_at: null,
    decision_reason: null,
    journal_id: null,
    reversal_journal_id: null,
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}

function describedMembers(request: CashTransactionRequest, { gateway }: CashTransactionDraft) {
  return {
    batch_name: request.batchName ?? null,
    description: request.description ?? null,
    reference: request.reference ?? null,
    processing_fees: request.processingFees ?? null,
    processing_fee_type:
      request.processingFees === undefined ? null : (request.processingFeeType ?? 'FLAT'),
    bank_stmt_cleared: false,
    corp_action: request.corpAction ?? false,
    processor_response: request.transProcessorResponse ?? null,
    transaction_processor: gateway?.name ?? null,
    payment_gateway_id: gateway?.id ?? null,
  };
}

// An account that the request does not name is mapped at each step, so it follows changes to the
// mapping until posting. A gateway's suspense account is not mapped.
function namedMembers(request: CashTransactionRequest, draft: CashTransactionDraft) {
  const { contraAcctId, contraAcctName, processingFeeAcctId, processingFeeAcctName } = request;
  const isSuspense = draft.gateway !== undefined && request.transType === 'RECEIPT';
  const isContraFixed = isSuspense || (contraAcctId ?? contraAcctName) !== undefined;
  return {
    contra_named: draft.contra ? isContraFixed : null,
    fee_named: draft.feeAccount
      ? (processingFeeAcctId ?? processingFeeAcctName) !== undefined
      : null,
  };
}

function earlyMembers({ earlyWithdrawal, earlyWithdrawalAccount }: CashTransactionDraft) {
  return {
    early_withdrawal_rate: earlyWithdrawal.rate,
    early_withdrawal_minor: earlyWithdrawal.chargeMinor,
    early_withdrawal_account_id: earlyWithdrawalAccount?.id ?? null,
    early_withdrawal_account_name: earlyWithdrawalAccount?.name ?? null,
    max_no_of_debits: earlyWithdrawal.maxNoOfDebits,
    no_of_executed_debits: earlyWithdrawal.executedDebits,
  };
}

function taxMembers({ withholding, taxAccount }: CashTransactionDraft) {
  return {
    tax_minor: withholding.minor,
    tax_account_id: taxAccount?.id ?? null,
    tax_account_name: taxAccount?.name ?? null,
    tax_class: withholding.taxClass,
    tax_withheld_by: withholding.withheldBy,
    agent_name: withholding.agentName,
  };
}

function needMembers({ policy, approvals, roles }: ApprovalNeed) {
  return {
    approval_policy: policy?.name ?? null,
    approval_policy_version: policy?.version ?? null,
    approvals_needed: approvals,
    approver_roles: roles,
  };
}

function accountMembers({ cash, counterparty, contra, feeAccount }: CashTransactionDraft) {
  return {
    office_id: cash.office_id,
    office_name: cash.office_name,
    time_zone: cash.time_zone,
    office_currency: cash.office_currency,
    four_eyes_threshold_minor: cash.four_eyes_threshold_minor,
    currency: cash.currency,
    customer_id: cash.customer_id,
    customer_name: cash.customer_name,
    customer_label: cash.customer_label,
    customer_active: true,
    cash_account_id: cash.id,
    cash_account_name: cash.name,
    cash_account_active: cash.active,
    contra_account_id: contra?.id ?? null,
    contra_account_name: contra?.name ?? null,
    fee_account_id: feeAccount?.id ?? null,
    fee_account_name: feeAccount?.name ?? null,
    counterparty_account_id: counterparty?.id ?? null,
    counterparty_account_name: counterparty?.name ?? null,
    counterparty_account_active: counterparty?.active ?? null,
    counterparty_office_id: counterparty?.office_id ?? null,
    counterparty_currency: counterparty?.currency ?? null,
    counterparty_customer_name: counterparty?.customer_name ?? null,
    counterparty_customer_active: counterparty === undefined ? null : true,
    posted_date: null,
    posted_value_date: null,
  };
}
