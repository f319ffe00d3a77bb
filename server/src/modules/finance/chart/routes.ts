// Operations on the chart of accounts and the account mapping.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import {
  listAccountMapping,
  listLedgerCodes,
  proposeAccountMapping,
  proposeLedgerCode,
} from './operation.js';
import * as shape from './schema.js';

export const chartRoutes: readonly Route[] = [
  list({
    path: 'finance/ledger-code/list',
    operation: 'listLedgerCodes',
    summary: 'The chart of accounts',
    permission: 'finance.ledger-code.read',
    paging: PAGE_BS,
    query: shape.chartQuery,
    reply: shape.ledgerCodeRecord,
    run: (call, { query }) => listLedgerCodes(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/ledger-code/propose',
    operation: 'proposeLedgerCode',
    summary: 'Propose a new or changed code in the chart',
    description:
      'Another person approves it with system/change/approve. Class and client money cannot ' +
      'change once the code has accounts.',
    permission: 'finance.ledger-code.propose',
    problems: [financeProblems.LEDGER_CODE_REFUSED],
    body: shape.ledgerCodeProposal,
    reply: changeReply,
    example: { code: 'INC:ADVICE', label: 'Advisory fees', accountClass: 'INCOME' },
    run: (work, { body }) => proposeLedgerCode(work, body),
  }),
  list({
    path: 'finance/account-mapping/list',
    operation: 'listAccountMapping',
    summary: 'Every line of an entry, and the code to which it is booked',
    description:
      'Charges of trades name their accounts in the fee schedules, deposits and loans in their ' +
      'types.',
    permission: 'finance.account-mapping.read',
    paging: PAGE_BS,
    query: shape.chartQuery,
    reply: shape.mappingRecord,
    run: (call, { query }) => listAccountMapping(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/account-mapping/propose',
    operation: 'proposeAccountMapping',
    summary: 'Propose another account for a line of an entry',
    description:
      'Another person approves it with system/change/approve. Later bookings go to the new ' +
      'account; balances on the old one are moved by a journal.',
    permission: 'finance.account-mapping.propose',
    problems: [financeProblems.ACCOUNT_MAPPING_REFUSED],
    body: shape.mappingProposal,
    reply: changeReply,
    example: { entry: 'FUND', line: 'FEE', code: 'INC:COMM' },
    run: (work, { body }) => proposeAccountMapping(work, body),
  }),
];
