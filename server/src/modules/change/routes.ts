// The HTTP operations on changes to reference data, and the module that contains them.

import { PAGE_BS, pageOf } from '../../platform/http/reply/paging.js';
import { knownIn, namedByCode } from '../../platform/http/request/filter.js';
import { list, type Route, read, write } from '../../platform/http/route.js';
import type { Module } from '../../platform/module.js';
import { identityProblems } from '../identity/index.js';
import { approveChange, rejectChange, withdrawChange } from './change.js';
import { changeProblems as problems } from './problems.js';
import { listChanges, listVersions, readChange } from './read.js';
import * as shape from './schema.js';

/** Builds the change module for the kinds that the given modules declare. */
export function changeModule(modules: readonly Module[]): Module {
  const kinds = new Set(modules.flatMap(({ changes = [] }) => changes).map(({ name }) => name));
  return {
    name: 'change',
    summary: 'Proposed changes to reference data, and their approval',
    routes: [...readRoutes, ...decisionRoutes(modules)],
    problems,
    filters: [namedByCode('kind of change', async (_call, kind) => knownIn(kinds, kind))],
  };
}

const reading = { permission: 'system.change.read', paging: PAGE_BS } as const;

const readRoutes: readonly Route[] = [
  list({
    ...reading,
    path: 'system/change/list',
    operation: 'listReferenceChanges',
    summary: 'Changes to reference data, in any state',
    query: shape.changeQuery,
    reply: shape.changeSummaryReply,
    run: (call, { query }) => listChanges(call, query, pageOf(query, PAGE_BS)),
  }),
  read({
    path: 'system/change/id/{id}',
    operation: 'readReferenceChange',
    summary: 'One change: the record before and after it, and the differences',
    permission: 'system.change.read',
    params: shape.changeParams,
    reply: shape.changeReply,
    run: (call, { params }) => readChange(call, params.id),
  }),
  list({
    ...reading,
    path: 'system/change/version/list',
    operation: 'listReferenceVersions',
    summary:
      'All versions of a reference data record, each with its body, maker, approver and time',
    query: shape.versionQuery,
    reply: shape.versionReply,
    run: (call, { query }) => listVersions(call, query, pageOf(query, PAGE_BS)),
  }),
];

function decisionRoutes(modules: readonly Module[]): readonly Route[] {
  const changes = modules.flatMap((module) => module.changes ?? []);
  const kinds = new Map(changes.map((kind) => [kind.name, kind]));
  const deciding = { params: shape.changeParams, reply: shape.changeReply, method: 'PUT' } as const;
  return [
    write({
      ...deciding,
      path: 'system/change/approve/id/{id}',
      operation: 'approveReferenceChange',
      summary: 'Approve a change that another person proposed; it takes effect immediately',
      permission: 'system.change.approve',
      problems: [identityProblems.OWN_WORK, problems.CHANGE_WRONG_STATE, problems.CHANGE_OUTDATED],
      run: (work, { params }) => approveChange(work, kinds, params.id),
    }),
    write({
      ...deciding,
      path: 'system/change/reject/id/{id}',
      operation: 'rejectReferenceChange',
      summary: 'Reject a change that another person proposed',
      permission: 'system.change.reject',
      problems: [identityProblems.OWN_WORK, problems.CHANGE_WRONG_STATE],
      body: shape.rejectBody,
      run: (work, { params, body }) => rejectChange(work, params.id, body.reason),
    }),
    write({
      ...deciding,
      path: 'system/change/withdraw/id/{id}',
      operation: 'withdrawReferenceChange',
      summary: 'Withdraw your own pending change',
      permission: 'system.change.withdraw',
      problems: [problems.CHANGE_OF_ANOTHER, problems.CHANGE_WRONG_STATE],
      run: (work, { params }) => withdrawChange(work, params.id),
    }),
  ];
}
