// The HTTP operations on lead assignments.

import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ById } from '../member-schema.js';
import { crmProblems } from '../problems.js';
import { assignLeads } from './assign.js';
import {
  createAssignment,
  listAssignments,
  readAssignment,
  updateAssignment,
} from './assignment.js';
import {
  AssignBody,
  AssignmentBody,
  AssignmentList,
  AssignmentRecord,
  AssignmentUpdateBody,
  AssignReply,
} from './assignment-schema.js';

const { REFERENCE_MISMATCH, UNKNOWN_REFERENCE } = commonProblems;
const { LEAD_ASSIGNMENT_TAKEN } = crmProblems;

export const leadAssignmentRoutes: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'crm/lead/assign',
    operation: 'assignLeads',
    summary:
      'Assign leads to one user, or round-robin by the rules; the reply contains an outcome ' +
      'for each lead',
    permission: 'crm.lead.assign',
    scope: 'OFFICE',
    body: AssignBody,
    reply: AssignReply,
    run: (work, { body }) => assignLeads(work, body),
  }),
  write({
    method: 'POST',
    path: 'crm/lead-assignment/create',
    operation: 'createLeadAssignment',
    summary: "Create a rule that assigns an office's new leads from a source to users round-robin",
    description: 'A lead captured without a user is assigned to the next user who can log in.',
    permission: 'crm.lead-assignment.create',
    scope: 'OFFICE',
    body: AssignmentBody,
    reply: AssignmentRecord,
    problems: [UNKNOWN_REFERENCE, LEAD_ASSIGNMENT_TAKEN],
    run: (work, { body }) => createAssignment(work, body),
  }),
  write({
    method: 'PUT',
    path: 'crm/lead-assignment/update',
    operation: 'updateLeadAssignment',
    summary: 'Change the given members of an assignment rule',
    permission: 'crm.lead-assignment.update',
    scope: 'OFFICE',
    body: AssignmentUpdateBody,
    reply: AssignmentRecord,
    problems: [UNKNOWN_REFERENCE, REFERENCE_MISMATCH, LEAD_ASSIGNMENT_TAKEN],
    run: (work, { body }) => updateAssignment(work, body),
  }),
  read({
    path: 'crm/lead-assignment/id/{id}',
    operation: 'readLeadAssignment',
    summary: 'One assignment rule',
    permission: 'crm.lead-assignment.read',
    params: ById,
    reply: AssignmentRecord,
    run: (call, { params }) => readAssignment(call, params.id),
  }),
  list({
    path: 'crm/lead-assignment/list',
    operation: 'listLeadAssignments',
    summary: 'Assignment rules, newest first',
    permission: 'crm.lead-assignment.read',
    query: AssignmentList,
    paging: PAGE_BS,
    reply: AssignmentRecord,
    run: (call, { query }) => listAssignments(call, query.active, pageOf(query, PAGE_BS)),
  }),
];
