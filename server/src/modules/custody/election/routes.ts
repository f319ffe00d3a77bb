// HTTP operations on elections.

import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { financeProblems } from '../../finance/index.js';
import { orderProblems } from '../../order/index.js';
import { custodyProblems } from '../problems.js';
import { cancelElection, submitElection } from './election.js';
import { electionFile, listElections, readElection } from './list.js';
import * as schema from './schema.js';

const PATH = 'custody/election';
const READ = 'custody.election.read';
const END_ROW =
  'The last row contains END and the number of rows after the header, which is also in ' +
  'X-Row-Count.';

const writes: readonly Route[] = [
  write({
    method: 'POST',
    path: `${PATH}/submit`,
    operation: 'submitElection',
    summary: 'Elect an option of a corporate action for units of a portfolio',
    description:
      'Possible before the deadline. Replaces the portfolio’s election of the same option. ' +
      'Money for a take-up and tendered units are put on hold.',
    permission: 'custody.election.submit',
    scope: 'OFFICE',
    body: schema.ElectionBody,
    reply: schema.ElectionRecord,
    problems: [
      commonProblems.UNKNOWN_REFERENCE,
      custodyProblems.EVENT_WRONG_STATE,
      custodyProblems.ELECTION_DEADLINE_PASSED,
      custodyProblems.ELECTION_REFUSED,
      financeProblems.CUSTOMER_INACTIVE,
      financeProblems.INSUFFICIENT_FUNDS,
      orderProblems.INSUFFICIENT_HOLDING,
      orderProblems.PORTFOLIO_INACTIVE,
    ],
    run: (work, { body }) => submitElection(work, body),
  }),
  write({
    method: 'PUT',
    path: `${PATH}/cancel/id/{id}`,
    operation: 'cancelElection',
    summary: 'Cancel an election before the deadline',
    description: 'Releases its hold. The default option then applies to the units.',
    permission: 'custody.election.cancel',
    scope: 'OFFICE',
    params: schema.ById,
    reply: schema.ElectionRecord,
    problems: [custodyProblems.ELECTION_WRONG_STATE, custodyProblems.ELECTION_DEADLINE_PASSED],
    run: (work, { params }) => cancelElection(work, params.id),
  }),
];

const reads: readonly Route[] = [
  read({
    path: `${PATH}/id/{id}`,
    operation: 'readElection',
    summary: 'One election',
    permission: READ,
    params: schema.ById,
    reply: schema.ElectionRecord,
    run: (call, { params }) => readElection(call, params.id),
  }),
  list({
    path: `${PATH}/list`,
    operation: 'listElections',
    summary: 'Elections, newest first',
    permission: READ,
    query: schema.ElectionListQuery,
    paging: PAGE_BS,
    reply: schema.ElectionRecord,
    run: (call, { query }) => listElections(call, query),
  }),
  ...(['csv', 'xlsx'] as const).map((format) =>
    read({
      path: `${PATH}/list/${format}`,
      operation: format === 'csv' ? 'exportElectionsCsv' : 'exportElectionsXlsx',
      summary: `All elections that match the filters, as ${format.toUpperCase()}`,
      description: `With e and state=INSTRUCTED it is the list for the registrar. ${END_ROW}`,
      permission: READ,
      query: schema.ElectionFilterQuery,
      produces: SHEET_TYPES[format],
      run: (call, { query }) => electionFile(call, query, format),
    }),
  ),
];

/** The operations on elections. */
export const electionRoutes: readonly Route[] = [...writes, ...reads];
