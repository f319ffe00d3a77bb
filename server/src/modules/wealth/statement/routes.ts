// Operations on statements of wealth.

import { commonProblems } from '../../../platform/http/reply/problem.js';
import { type Route, read } from '../../../platform/http/route.js';
import { financeProblems } from '../../finance/index.js';
import { orderProblems } from '../../order/index.js';
import { wealthProblems } from '../problems.js';
import { previewPdf } from './preview.js';
import { PreviewQuery } from './schema.js';

const periodProblems = [
  commonProblems.UNKNOWN_REFERENCE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.STATEMENT_PERIOD_REFUSED,
  orderProblems.DATE_RANGE_TOO_LONG,
];

/** The operations on statements. */
export const statementRoutes: readonly Route[] = [
  read({
    path: 'wealth/statement/preview/pdf',
    operation: 'previewWealthStatement',
    produces: 'application/pdf',
    summary: 'What a statement of wealth would show',
    description:
      'Marked as a preview, without a number and a seal, and not stored. A period has at most 366 ' +
      'days.',
    permission: 'wealth.statement.read',
    problems: [...periodProblems, financeProblems.STATEMENT_TOO_LONG],
    query: PreviewQuery,
    run: (call, { query }) => previewPdf(call, query),
  }),
];
