// HTTP operations on custodians.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import { idParams, pageQuery } from '../schema.js';
import { listCustodians, proposeCustodian, readCustodian } from './custodian.js';
import * as shape from './schema.js';

const READ = 'party.custodian.read';

export const custodianRoutes: readonly Route[] = [
  list({
    path: 'partner/custodian/list/active',
    operation: 'listActiveCustodians',
    summary: 'The custodians that can be named in portfolios and their orders',
    permission: READ,
    paging: PAGE_BS,
    query: pageQuery,
    reply: shape.custodianRecord,
    run: (call, { query }) =>
      listCustodians(call, { activeOnly: true, page: pageOf(query, PAGE_BS) }),
  }),
  list({
    path: 'partner/custodian/list',
    operation: 'listCustodians',
    summary: 'Custodians, including inactive ones',
    permission: READ,
    paging: PAGE_BS,
    query: pageQuery,
    reply: shape.custodianRecord,
    run: (call, { query }) =>
      listCustodians(call, { activeOnly: false, page: pageOf(query, PAGE_BS) }),
  }),
  read({
    path: 'partner/custodian/id/{id}',
    operation: 'readCustodian',
    summary: 'One custodian',
    permission: READ,
    params: idParams,
    reply: shape.custodianRecord,
    run: (call, { params }) => readCustodian(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'partner/custodian/propose',
    operation: 'proposeCustodian',
    summary: 'Propose a new or changed custodian',
    description:
      'Send all members. Another person approves it with system/change/approve. ' +
      'Assign it to a portfolio with order/portfolio/custodian/assign.',
    permission: 'party.custodian.propose',
    problems: [partyProblems.CUSTODIAN_REFUSED],
    body: shape.custodianProposal,
    reply: changeReply,
    example: {
      name: 'SAMPLE',
      label: 'Sample Trust Bank',
      depositoryCode: 'STB01',
      partyId: 'STBANK',
      settles: 'OWN',
    },
    run: (work, { body }) => proposeCustodian(work, body),
  }),
];
