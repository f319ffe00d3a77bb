// Operations on cash transactions.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { anyQuery } from '../../../platform/http/shape/wire.js';
import { identityProblems } from '../../identity/index.js';
import type { FinancePorts } from '../port.js';
import { financeProblems } from '../problems.js';
import {
  cashDecisionBody,
  cashTransactionApprovalBody,
  cashTransactionBody,
  cashTransactionListQuery,
  idParams,
} from '../schema.js';
import { approveCashTransaction, rejectCashTransaction } from './approval.js';
import { cashBatchRoutes } from './batch-routes.js';
import { createCashTransaction } from './create.js';
import { createCashTransactions } from './group.js';
import { postCashTransaction, postCashTransactions } from './posting.js';
import { keepCashTransaction, reverseCashTransaction } from './reversal.js';
import {
  cashTransactionDetail,
  cashTransactionReply,
  triedJournalShape,
  waitingCashReply,
} from './schema.js';
import {
  cancelCashTransaction,
  listCashTransactionPage,
  readCashTransaction,
} from './transaction.js';
import { summariseWaitingCash } from './waiting.js';

const {
  JOURNAL_DATE_REFUSED,
  INSUFFICIENT_FUNDS,
  ACCOUNT_INACTIVE,
  CUSTOMER_INACTIVE,
  CURRENCY_MISMATCH,
  WRONG_KIND_OF_ACCOUNT,
  SAME_ACCOUNT,
  CASH_TRANSACTION_WRONG_STATE,
  JOURNAL_CHANGED,
  APPROVED_BEFORE,
  APPROVER_ROLE_NEEDED,
  REVERSAL_NOT_ASKED,
  EARLY_WITHDRAWAL_REFUSED,
  AMOUNT_NOT_POSITIVE,
  AMOUNT_TOO_LARGE,
  CONTROL_ACCOUNT,
  PERIOD_CLOSED,
  PROCESSING_FEE_REFUSED,
  TRANSACTION_TYPE_UNSUPPORTED,
  EXCHANGE_RATE_MISSING,
  CONVERSION_REFUSED,
} = financeProblems;
const { OWN_WORK } = identityProblems;

/** The journal that this step, or a later one, will write; added to the record in a dry run. */
const tried = { journal: triedJournalShape };

const posting = {
  summary: 'Post an approved cash transaction',
  description: 'A second call is refused: 409 with msgArgs ["POSTED"], and no second movement.',
  permission: 'finance.cash-transaction.post',
  problems: [
    CASH_TRANSACTION_WRONG_STATE,
    JOURNAL_CHANGED,
    ACCOUNT_INACTIVE,
    CONTROL_ACCOUNT,
    CUSTOMER_INACTIVE,
    PERIOD_CLOSED,
    EXCHANGE_RATE_MISSING,
    INSUFFICIENT_FUNDS,
  ],
  params: idParams,
};

const cashTransactionWrites = (ports: FinancePorts): readonly Route[] => [
  write({
    method: 'POST',
    path: 'finance/cash-transaction/create',
    operation: 'createCashTransaction',
    query: anyQuery,
    summary: 'Create a cash transaction',
    description:
      'APPROVED immediately if the caller may approve and the approval policy requires no other ' +
      'person, or, without a policy, if the amount is below the four-eyes threshold of the ' +
      'office; otherwise PENDING. An outgoing amount is held until it is posted or ends. A ' +
      'TRANSFER to an account of the same customer in another currency converts at the rate of ' +
      'the day.',
    permission: 'finance.cash-transaction.create',
    scope: 'OFFICE',
    problems: [
      TRANSACTION_TYPE_UNSUPPORTED,
      AMOUNT_NOT_POSITIVE,
      AMOUNT_TOO_LARGE,
      CURRENCY_MISMATCH,
      WRONG_KIND_OF_ACCOUNT,
      CONTROL_ACCOUNT,
      ACCOUNT_INACTIVE,
      CUSTOMER_INACTIVE,
      SAME_ACCOUNT,
      PROCESSING_FEE_REFUSED,
      EARLY_WITHDRAWAL_REFUSED,
      EXCHANGE_RATE_MISSING,
      CONVERSION_REFUSED,
      JOURNAL_DATE_REFUSED,
      INSUFFICIENT_FUNDS,
    ],
    body: cashTransactionBody,
    example: {
      transType: 'RECEIPT',
      transMethod: 'BANK_TRANSFER',
      partnerName: '0000000001',
      currency: 'NGN',
      amount: 50000,
      description: 'First funding',
    },
    reply: cashTransactionReply,
    extra: { warnings, ...tried },
    run: (work, { body }) => createCashTransaction(work, body, { ports }),
    runBatch: createCashTransactions(ports),
  }),
  write({
    ...posting,
    method: 'PUT',
    path: 'finance/cash-transaction/post/id/{id}',
    operation: 'postCashTransaction',
    query: anyQuery,
    scope: 'OFFICE',
    reply: cashTransactionReply,
    extra: { warnings, ...tried },
    run: (work, { params }) => postCashTransaction(work, params.id),
    runBatch: postCashTransactions,
  }),
  write({
    ...posting,
    method: 'POST',
    path: 'finance/cash-transaction/post/{id}',
    operation: 'postCashTransactionOriginal',
    query: anyQuery,
    scope: 'OFFICE',
    reply: cashTransactionReply,
    extra: { warnings, ...tried },
    run: (work, { params }) => postCashTransaction(work, params.id),
    runBatch: postCashTransactions,
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/approve/id/{id}',
    operation: 'approveCashTransaction',
    summary: 'Approve a pending cash transaction',
    description:
      'APPROVED with the last approval that its policy requires; PENDING until then. ' +
      '`fingerprint` is that of the journal that the approver saw.',
    permission: 'finance.cash-transaction.approve',
    scope: 'OFFICE',
    problems: [
      CASH_TRANSACTION_WRONG_STATE,
      JOURNAL_CHANGED,
      ACCOUNT_INACTIVE,
      CONTROL_ACCOUNT,
      EXCHANGE_RATE_MISSING,
      OWN_WORK,
      APPROVED_BEFORE,
      APPROVER_ROLE_NEEDED,
    ],
    params: idParams,
    body: cashTransactionApprovalBody,
    reply: cashTransactionReply,
    extra: tried,
    run: (work, { params, body }) => approveCashTransaction(work, params.id, body.fingerprint),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/reject/id/{id}',
    operation: 'rejectCashTransaction',
    summary: 'Reject a pending cash transaction',
    permission: 'finance.cash-transaction.reject',
    scope: 'OFFICE',
    problems: [CASH_TRANSACTION_WRONG_STATE, OWN_WORK],
    params: idParams,
    body: cashDecisionBody,
    reply: cashTransactionReply,
    run: (work, { params, body }) => rejectCashTransaction(work, params.id, body.reason),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/cancel/id/{id}',
    operation: 'cancelCashTransaction',
    summary: 'Cancel a cash transaction that is not posted',
    permission: 'finance.cash-transaction.cancel',
    scope: 'OFFICE',
    problems: [CASH_TRANSACTION_WRONG_STATE],
    params: idParams,
    reply: cashTransactionReply,
    run: (work, { params }) => cancelCashTransaction(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/reverse/id/{id}',
    operation: 'reverseCashTransaction',
    summary: 'Reverse a posted cash transaction',
    description:
      'If a new transaction of its kind and amount would need a second person, the first call ' +
      'requests the reversal (CASH_TRANSACTION_REVERSAL_ASKED, still POSTED), and a call by ' +
      'another person reverses.',
    permission: 'finance.cash-transaction.reverse',
    scope: 'OFFICE',
    problems: [CASH_TRANSACTION_WRONG_STATE, OWN_WORK, APPROVER_ROLE_NEEDED, INSUFFICIENT_FUNDS],
    params: idParams,
    reply: cashTransactionReply,
    extra: tried,
    run: (work, { params }) => reverseCashTransaction(work, params.id),
  }),
  write({
    method: 'PUT',
    path: 'finance/cash-transaction/keep/id/{id}',
    operation: 'keepCashTransaction',
    summary: 'Decline the requested reversal of a posted cash transaction',
    permission: 'finance.cash-transaction.reverse',
    scope: 'OFFICE',
    problems: [CASH_TRANSACTION_WRONG_STATE, REVERSAL_NOT_ASKED],
    params: idParams,
    body: cashDecisionBody,
    reply: cashTransactionReply,
    run: (work, { params, body }) => keepCashTransaction(work, params.id, body.reason),
  }),
];

const cashTransactionReads: readonly Route[] = [
  read({
    path: 'finance/cash-transaction/id/{id}',
    operation: 'readCashTransaction',
    summary: 'Read a cash transaction',
    permission: 'finance.cash-transaction.read',
    params: idParams,
    reply: cashTransactionDetail,
    run: (call, { params }) => readCashTransaction(call, params.id),
  }),
  read({
    path: 'finance/cash-transaction/waiting/summary',
    operation: 'summariseWaitingCash',
    summary: 'Totals of cash transactions that are waiting for a decision or for posting',
    description: 'By type, state and currency, with the time of the oldest one.',
    permission: 'finance.cash-transaction.read',
    reply: waitingCashReply,
    run: (call) => summariseWaitingCash(call),
  }),
  list({
    path: 'finance/cash-transaction/list',
    operation: 'listCashTransactions',
    summary: 'List cash transactions',
    permission: 'finance.cash-transaction.read',
    paging: PAGE_BS,
    query: cashTransactionListQuery,
    reply: cashTransactionReply,
    run: (call, { query }) => listCashTransactionPage(call, query, pageOf(query, PAGE_BS)),
  }),
];

/** Every operation on cash transactions. */
export const cashTransactionRoutes = (ports: FinancePorts): readonly Route[] => [
  ...cashTransactionWrites(ports),
  ...cashTransactionReads,
  ...cashBatchRoutes(ports),
];
