// Operations on accounting periods.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { financeProblems } from '../problems.js';
import { proposePeriod } from './change.js';
import { listPeriods } from './period.js';
import * as shape from './schema.js';

const { PERIOD_WRONG_STATE, PERIOD_NOT_OVER, PERIOD_OUT_OF_ORDER } = financeProblems;

export const periodRoutes: readonly Route[] = [
  list({
    path: 'finance/period/list',
    operation: 'listPeriods',
    summary: 'Accounting periods, newest first',
    description: 'Months since the books began. Earlier months have the state of the first one.',
    permission: 'finance.period.read',
    paging: PAGE_BS,
    query: shape.periodQuery,
    reply: shape.periodRecord,
    run: (call, { query }) => listPeriods(call, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'POST',
    path: 'finance/period/close',
    operation: 'closePeriod',
    summary: 'Propose a soft or hard close of a month',
    description:
      'Another person approves it with system/change/approve. Months are closed in order, after ' +
      'they end; a hard close requires a soft one, and December is hard closed with its year.',
    permission: 'finance.period.close',
    problems: [PERIOD_WRONG_STATE, PERIOD_NOT_OVER, PERIOD_OUT_OF_ORDER],
    body: shape.closePeriodBody,
    reply: changeReply,
    run: (work, { body: { period, mode, reason } }) =>
      proposePeriod(work, { period, state: `${mode}_CLOSED`, reason }),
  }),
  write({
    method: 'POST',
    path: 'finance/period/reopen',
    operation: 'reopenPeriod',
    summary: 'Propose to reopen the latest soft closed month',
    description: 'Another person approves it with system/change/approve.',
    permission: 'finance.period.reopen',
    problems: [PERIOD_WRONG_STATE, PERIOD_OUT_OF_ORDER],
    body: shape.reopenPeriodBody,
    reply: changeReply,
    run: (work, { body: { period, reason } }) =>
      proposePeriod(work, { period, state: 'OPEN', reason }),
  }),
  write({
    method: 'POST',
    path: 'finance/period/close-year',
    operation: 'closeYear',
    summary: 'Propose to close a year whose months are all soft closed',
    description:
      'Another person approves it with system/change/approve. Income and expense of each office ' +
      'and currency go to retained earnings on the last day, and the year is hard closed.',
    permission: 'finance.period.close',
    problems: [PERIOD_WRONG_STATE, PERIOD_OUT_OF_ORDER],
    body: shape.closeYearBody,
    reply: changeReply,
    run: (work, { body: { year, reason } }) =>
      proposePeriod(work, { period: String(year), state: 'HARD_CLOSED', reason }),
  }),
];
