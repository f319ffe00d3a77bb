// Operations on gains and lots.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import { orderProblems } from '../../order/index.js';
import { fileRoutes } from '../list-file.js';
import { wealthProblems } from '../problems.js';
import { CustomerById, PortfolioById } from '../valuation/schema.js';
import { listLots, pageOfLots } from './lot-list.js';
import { gainsOfCustomer, gainsOfPortfolio } from './report.js';
import * as schema from './schema.js';
import { gainFile } from './sheet.js';

const RULES =
  'A disposal is a sale, the cover of a short sale, a corporate action that pays for units or ' +
  'cost, an early termination of commercial paper or a bill, or a redemption of fund units. ' +
  'Its gain is net of purchase and sale charges. Income, discount and distributions are not ' +
  'gains. A late fill, a bust or a late corporate action changes the gains of later sales.';

const FILE =
  ' Under FIFO, there is a row for each lot. The last row contains END and the number of rows ' +
  'after the header, which is also in X-Row-Count.';

const PERMISSION = 'wealth.valuation.read';

const fileProblems = [
  wealthProblems.GAINS_TOO_LARGE,
  wealthProblems.VALUATION_DATE_REFUSED,
  wealthProblems.VALUATION_TOO_LARGE,
  orderProblems.DATE_RANGE_TOO_LONG,
];
const problems = [...fileProblems, orderProblems.FEE_SCHEDULE_MISSING];

const FORMATS = ['csv', 'xlsx'] as const;

const lotProblems = [
  commonProblems.DOCUMENT_NOT_FOUND,
  wealthProblems.GAINS_TOO_LARGE,
  wealthProblems.VALUATION_DATE_REFUSED,
];

/** The operations on gains and lots. */
export const gainRoutes: readonly Route[] = [
  read({
    path: 'wealth/gain/customer/id/{id}',
    operation: 'gainsOfCustomer',
    summary: "A customer's gains: disposals, open and closed positions",
    description: `Covers all portfolios and everything outside them. ${RULES}`,
    permission: PERMISSION,
    problems,
    params: CustomerById,
    query: schema.GainQuery,
    reply: schema.CustomerGains,
    run: (call, { params, query }) => gainsOfCustomer(call, params.id, query),
  }),
  read({
    path: 'wealth/gain/portfolio/id/{id}',
    operation: 'gainsOfPortfolio',
    summary: "A portfolio's gains: disposals, open and closed positions",
    description: RULES,
    permission: PERMISSION,
    problems,
    params: PortfolioById,
    query: schema.GainQuery,
    reply: schema.PortfolioGains,
    run: (call, { params, query }) => gainsOfPortfolio(call, params.id, query),
  }),
  ...FORMATS.flatMap((format) => [
    read({
      path: `wealth/gain/customer/id/{id}/${format}`,
      operation: `gainsOfCustomer${format === 'csv' ? 'Csv' : 'Xlsx'}`,
      summary: `The disposals of a customer, as ${format.toUpperCase()}`,
      description: `${RULES}${FILE}`,
      permission: PERMISSION,
      problems: fileProblems,
      params: CustomerById,
      query: schema.GainFileQuery,
      produces: SHEET_TYPES[format],
      run: (call, { params, query }) => gainFile('CUSTOMER', format)(call, params.id, query),
    }),
    read({
      path: `wealth/gain/portfolio/id/{id}/${format}`,
      operation: `gainsOfPortfolio${format === 'csv' ? 'Csv' : 'Xlsx'}`,
      summary: `The disposals of a portfolio, as ${format.toUpperCase()}`,
      description: `${RULES}${FILE}`,
      permission: PERMISSION,
      problems: fileProblems,
      params: PortfolioById,
      query: schema.GainFileQuery,
      produces: SHEET_TYPES[format],
      run: (call, { params, query }) => gainFile('PORTFOLIO', format)(call, params.id, query),
    }),
  ]),
  list({
    path: 'wealth/lot/list',
    operation: 'listLots',
    summary: 'The open lots of a portfolio on a date, oldest first',
    description:
      'Lists units by acquisition date, in FIFO order. A bonus, a split or a merger does not ' +
      'change the dates. Units sold short are lots with negative quantity and cost.',
    permission: PERMISSION,
    problems: lotProblems,
    query: schema.LotQuery,
    reply: schema.LotRecord,
    paging: PAGE_BS,
    run: (call, { query }) => listLots(call, query, pageOf(query, PAGE_BS)),
  }),
  ...fileRoutes({
    path: 'wealth/lot/list',
    subject: 'Lots',
    name: 'lots',
    summary: 'The open lots of a portfolio on a date, oldest first',
    permission: PERMISSION,
    problems: lotProblems,
    query: schema.LotFilters,
    record: schema.LotRecord,
    page: pageOfLots,
  }),
];
