// HTTP operations on business offices and customer groups: reads, lists, and change proposals.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { changeProblems, changeReply } from '../../change/index.js';
import { partyProblems } from '../problems.js';
import { idParams, pageQuery } from '../schema.js';
import { proposeOffice } from './change.js';
import { proposeGroup } from './group-change.js';
import { listGroups, listOffices, readGroup, readOffice } from './office.js';
import { groupProposal, groupReply, officeProposal, officeReply } from './schema.js';

const READ_OFFICE = 'party.business-office.read';
const READ_GROUP = 'party.customer-group.read';

/** All routes for business offices and customer groups. */
export const officeRoutes: readonly Route[] = [
  list({
    path: 'partner/businessoffice/list/active',
    operation: 'listActiveBusinessOffices',
    summary: 'Active business offices',
    permission: READ_OFFICE,
    paging: PAGE_BS,
    query: pageQuery,
    reply: officeReply,
    run: (call, { query }) => listOffices(call, { page: pageOf(query, PAGE_BS), activeOnly: true }),
  }),
  list({
    path: 'partner/businessoffice/list',
    operation: 'listBusinessOffices',
    summary: 'Business offices, including inactive ones',
    permission: READ_OFFICE,
    paging: PAGE_BS,
    query: pageQuery,
    reply: officeReply,
    run: (call, { query }) =>
      listOffices(call, { page: pageOf(query, PAGE_BS), activeOnly: false }),
  }),
  read({
    path: 'partner/businessoffice/id/{id}',
    operation: 'readBusinessOffice',
    summary: 'One business office',
    permission: READ_OFFICE,
    params: idParams,
    reply: officeReply,
    run: (call, { params }) => readOffice(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'partner/businessoffice/propose',
    operation: 'proposeBusinessOffice',
    summary: 'Propose a business office',
    description:
      'A new office, or a new version of the office with this code. Send all members. A second ' +
      "person approves the change. The firm's accounts there are opened by their first postings.",
    permission: 'party.business-office.propose',
    problems: [
      partyProblems.OFFICE_REFUSED,
      changeProblems.CODE_TAKEN,
      partyProblems.OFFICE_IN_USE,
    ],
    body: officeProposal,
    reply: changeReply,
    example: {
      name: 'KANO',
      label: 'Kano office',
      currency: 'NGN',
      timeZone: 'Africa/Lagos',
      fourEyesThreshold: 10000000,
    },
    run: (work, { body }) => proposeOffice(work, body),
  }),
  list({
    path: 'partner/customergroup/list/active',
    operation: 'listActiveCustomerGroups',
    summary: 'Active customer groups',
    permission: READ_GROUP,
    paging: PAGE_BS,
    query: pageQuery,
    reply: groupReply,
    run: (call, { query }) => listGroups(call, { page: pageOf(query, PAGE_BS), activeOnly: true }),
  }),
  list({
    path: 'partner/customergroup/list',
    operation: 'listCustomerGroups',
    summary: 'Customer groups, including inactive ones',
    permission: READ_GROUP,
    paging: PAGE_BS,
    query: pageQuery,
    reply: groupReply,
    run: (call, { query }) => listGroups(call, { page: pageOf(query, PAGE_BS), activeOnly: false }),
  }),
  read({
    path: 'partner/customergroup/id/{id}',
    operation: 'readCustomerGroup',
    summary: 'One customer group',
    permission: READ_GROUP,
    params: idParams,
    reply: groupReply,
    run: (call, { params }) => readGroup(call, params.id),
  }),
  write({
    method: 'PUT',
    path: 'partner/customergroup/propose',
    operation: 'proposeCustomerGroup',
    summary: 'Propose a customer group',
    description:
      'A new group, or a new version of the group with this code. Send all members. A second ' +
      'person approves the change. Fee schedules and order limits name it by its code.',
    permission: 'party.customer-group.propose',
    problems: [
      partyProblems.CUSTOMER_GROUP_REFUSED,
      changeProblems.CODE_TAKEN,
      partyProblems.CUSTOMER_GROUP_IN_USE,
    ],
    body: groupProposal,
    reply: changeReply,
    example: { name: 'FAMILY', label: 'Families' },
    run: (work, { body }) => proposeGroup(work, body),
  }),
];
