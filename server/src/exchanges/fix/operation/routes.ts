// The HTTP operations that an operator uses to monitor and control exchange sessions.

import { Type } from '@sinclair/typebox';
import { identityProblems } from '../../../modules/identity/index.js';
import { PAGE_BS, pageBS } from '../../../platform/http/reply/paging.js';
import { namedById } from '../../../platform/http/request/filter.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import { closedObject, wireChoice, wireId, wireText } from '../../../platform/http/shape/wire.js';
import type { Module } from '../../../platform/module.js';
import { RESET_STATES } from '../session/store/reset-queries.js';
import { purgeFixMessages } from './message-purge.js';
import { MessageQuery, MessageRecord, ResetRecord, SessionRecord } from './schema.js';
import {
  askForReset,
  decideOnReset,
  findSession,
  fixMessages,
  fixProblems,
  fixResets,
  fixSessions,
  holdSession,
} from './session.js';

export { fixProblems };

const REASON_LONGEST = 500;

/** The module for exchange sessions over FIX. */
export function fixModule(): Module {
  return {
    name: 'fix',
    summary: 'FIX sessions with exchanges, and their messages',
    routes: [...readRoutes, ...sessionRoutes, ...resetRoutes],
    problems: fixProblems,
    filters: [namedById('FIX session', findSession)],
    jobs: [purgeFixMessages],
  };
}

const bySession = closedObject({ id: wireId({ description: 'The session' }) });
const byReset = closedObject({ id: wireId({ description: 'The reset' }) });

const readRoutes: readonly Route[] = [
  list({
    path: 'system/fix-session/list',
    operation: 'listFixSessions',
    summary: 'State and sequence numbers of the exchange sessions',
    permission: 'system.fix-session.read',
    paging: PAGE_BS,
    reply: SessionRecord,
    run: (call) => fixSessions(call),
  }),
  list({
    path: 'system/fix-session/message/list',
    operation: 'listFixMessages',
    summary: 'Raw FIX messages in both directions, newest first',
    description:
      'All stored messages in both directions, with | between the fields. Passwords are hidden. ' +
      'With `decoded`, `fields` shows each field with its name, and the meaning of coded values.',
    permission: 'system.fix-session.read',
    paging: PAGE_BS,
    query: MessageQuery,
    reply: MessageRecord,
    run: (call, { query }) => fixMessages(call, query),
  }),
  list({
    path: 'system/fix-session/reset/list',
    operation: 'listFixSessionResets',
    summary: 'Resets of sequence numbers: pending, done and rejected, newest first',
    permission: 'system.fix-session.read',
    paging: PAGE_BS,
    query: closedObject({ ...pageBS, state: Type.Optional(wireChoice(RESET_STATES)) }),
    reply: ResetRecord,
    run: (call, { query }) => fixResets(call, query),
  }),
];

const sessionRoutes: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'system/fix-session/logout/id/{id}',
    operation: 'logOutFixSession',
    summary: 'Log a session out and keep it logged out',
    description: 'Orders wait as BOOKED until the session is logged on again.',
    permission: 'system.fix-session.logout',
    params: bySession,
    run: (work, { params }) => holdSession(work, params.id, true),
  }),
  write({
    method: 'PUT',
    path: 'system/fix-session/logon/id/{id}',
    operation: 'logOnFixSession',
    summary: 'Let a session log on again',
    permission: 'system.fix-session.logon',
    params: bySession,
    run: (work, { params }) => holdSession(work, params.id, false),
  }),
];

const resetRoutes: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'system/fix-session/reset/id/{id}',
    operation: 'askForFixSessionReset',
    summary: 'Request a reset of both sequence numbers to 1',
    description: 'Another person must approve it. Agree on it with the exchange first.',
    permission: 'system.fix-session.reset',
    problems: [fixProblems.FIX_RESET_PENDING],
    params: bySession,
    body: closedObject({
      reason: wireText({ description: 'Reason, for the audit log', longest: REASON_LONGEST }),
    }),
    reply: ResetRecord,
    run: (work, { params, body }) => askForReset(work, params.id, body.reason),
  }),
  write({
    method: 'PUT',
    path: 'system/fix-session/reset/approve/id/{id}',
    operation: 'approveFixSessionReset',
    summary: 'Approve a reset of sequence numbers that another person requested',
    description: 'The session disconnects and logs on with number 1 and ResetSeqNumFlag.',
    permission: 'system.fix-session.approve',
    problems: [identityProblems.OWN_WORK, fixProblems.FIX_RESET_DECIDED],
    params: byReset,
    reply: ResetRecord,
    run: (work, { params }) => decideOnReset(work, params.id, { state: 'DONE' }),
  }),
  write({
    method: 'PUT',
    path: 'system/fix-session/reset/reject/id/{id}',
    operation: 'rejectFixSessionReset',
    summary: 'Reject a reset of sequence numbers',
    permission: 'system.fix-session.reject',
    problems: [identityProblems.OWN_WORK, fixProblems.FIX_RESET_DECIDED],
    params: byReset,
    body: closedObject({
      reason: Type.Optional(
        wireText({ description: 'Reason, for the audit log', longest: REASON_LONGEST }),
      ),
    }),
    reply: ResetRecord,
    run: (work, { params, body }) =>
      decideOnReset(work, params.id, { state: 'REJECTED', reason: body.reason }),
  }),
];
