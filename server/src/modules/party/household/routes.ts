// HTTP operations on households.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeReply } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import { idParams, pageQuery } from '../schema.js';
import { listHouseholds, proposeHousehold, readHousehold } from './household.js';
import * as shape from './schema.js';

const READ = 'party.household.read';

export const householdRoutes: readonly Route[] = [
  list({
    path: 'partner/household/list/active',
    operation: 'listActiveHouseholds',
    summary: 'Active households',
    description: 'Contains only households of which the caller can see every member.',
    permission: READ,
    paging: PAGE_BS,
    query: pageQuery,
    reply: shape.householdRecord,
    run: (call, { query }) => listHouseholds(call, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'partner/household/id/{id}',
    operation: 'readHousehold',
    summary: 'One household',
    permission: READ,
    params: idParams,
    reply: shape.householdRecord,
    run: (call, { params }) => readHousehold(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'partner/household/propose',
    operation: 'proposeHousehold',
    summary: 'Propose a new or changed household',
    description:
      'The list of members must be complete and include former members. A second person approves ' +
      'it. A customer belongs to one household at a time, and each member must have consented ' +
      'to be shown with the others.',
    permission: 'party.household.propose',
    problems: [commonProblems.UNKNOWN_REFERENCE, partyProblems.HOUSEHOLD_REFUSED],
    body: shape.householdProposal,
    reply: changeReply,
    example: {
      name: 'OBI-FAMILY',
      label: 'Obi family',
      members: [{ customerId: 1, from: '2026-01-01', consent: 'LETTER-17' }],
    },
    run: (work, { body }) => proposeHousehold(work, body),
  }),
];
