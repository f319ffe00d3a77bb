// Operations that list withheld tax.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import { orderProblems } from '../../order/index.js';
import { wealthProblems } from '../problems.js';
import { deductionFile, listDeductions } from './list.js';
import * as schema from './schema.js';

const permission = 'wealth.withholding.read';
const problems = [wealthProblems.VALUATION_DATE_REFUSED, orderProblems.DATE_RANGE_TOO_LONG];

/** The operations on deductions. */
export const withholdingRoutes: readonly Route[] = [
  list({
    path: 'wealth/withholding/list',
    operation: 'listWithholding',
    summary: 'Tax withheld from income, with its certificates',
    description:
      'Covers interest on deposits, the gain on commercial paper and bills, fund income, ' +
      'dividends and coupons, by date. A correction is the difference from the tax withheld ' +
      'earlier. `remitBy` is the 21st of the following month.',
    permission,
    problems,
    query: schema.DeductionQuery,
    paging: PAGE_BS,
    reply: schema.DeductionRecord,
    extra: schema.deductionSums,
    run: (call, { query }) => listDeductions(call, query, pageOf(query, PAGE_BS)),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `wealth/withholding/${format}`,
      operation: format === 'csv' ? 'exportWithholdingCsv' : 'exportWithholdingXlsx',
      summary: `Tax withheld from income, as ${format.toUpperCase()}`,
      description: 'Contains all deductions of the customer or of the firm between two dates.',
      permission,
      problems,
      query: schema.DeductionFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => deductionFile(call, query, format),
    }),
  ),
];
