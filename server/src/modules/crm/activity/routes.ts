// The HTTP operations on activities.

import { Type } from '@sinclair/typebox';
import { parseInstant } from '../../../platform/calendar/wire-date.js';
import { PAGE_BS, placedPageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ById } from '../member-schema.js';
import { crmProblems } from '../problems.js';
import {
  cancelActivity,
  completeActivity,
  createActivity,
  listActivities,
  readActivity,
  updateActivity,
} from './activity.js';
import type { ActivityPlace } from './queries.js';
import {
  ActivityBody,
  ActivityList,
  ActivityRecord,
  ActivityUpdateBody,
  activityExample,
  CancelBody,
  CompleteBody,
} from './schema.js';

const { ACTIVITY_WRONG_STATE, DO_NOT_CALL } = crmProblems;
const { REFERENCE_MISMATCH, UNKNOWN_REFERENCE } = commonProblems;

const changing = {
  method: 'PUT',
  permission: 'crm.activity.update',
  reply: ActivityRecord,
} as const;

const activityWrites: readonly Route[] = [
  write({
    method: 'POST',
    path: 'crm/activity/create',
    operation: 'createActivity',
    summary: 'Plan an activity with a lead, contact or customer, or record a past one',
    permission: 'crm.activity.create',
    scope: 'OFFICE',
    body: ActivityBody,
    reply: ActivityRecord,
    problems: [UNKNOWN_REFERENCE, DO_NOT_CALL],
    example: activityExample,
    run: (work, { body }) => createActivity(work, body),
  }),
  write({
    ...changing,
    path: 'crm/activity/update',
    operation: 'updateActivity',
    scope: 'OFFICE',
    summary: 'Change the given members of an activity',
    description:
      'If it was completed or cancelled, only subject, description and outcome can change.',
    body: ActivityUpdateBody,
    problems: [ACTIVITY_WRONG_STATE, REFERENCE_MISMATCH, UNKNOWN_REFERENCE, DO_NOT_CALL],
    run: (work, { body }) => updateActivity(work, body),
  }),
  write({
    ...changing,
    path: 'crm/activity/complete/id/{id}',
    operation: 'completeActivity',
    scope: 'OFFICE',
    summary: 'Complete an activity, and plan a follow-up',
    description:
      'The follow-up is about the same record as the activity. It is assigned to the same user ' +
      'unless the request names another.',
    params: ById,
    body: CompleteBody,
    extra: { followUp: Type.Optional(ActivityRecord) },
    problems: [ACTIVITY_WRONG_STATE, UNKNOWN_REFERENCE, DO_NOT_CALL],
    run: (work, { params, body }) => completeActivity(work, params.id, body),
  }),
  write({
    ...changing,
    path: 'crm/activity/cancel/id/{id}',
    operation: 'cancelActivity',
    scope: 'OFFICE',
    summary: 'Cancel an activity',
    params: ById,
    body: CancelBody,
    problems: [ACTIVITY_WRONG_STATE],
    run: (work, { params, body }) => cancelActivity(work, params.id, body.outcome),
  }),
];

function placeIn([id = '', dueAt = '']: readonly string[]): ActivityPlace | undefined {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  return { id: BigInt(id), dueAt: parseInstant(dueAt) };
}

export const activityRoutes: readonly Route[] = [
  ...activityWrites,
  read({
    path: 'crm/activity/id/{id}',
    operation: 'readActivity',
    summary: 'One activity',
    permission: 'crm.activity.read',
    params: ById,
    reply: ActivityRecord,
    run: (call, { params }) => readActivity(call, params.id),
  }),
  list({
    path: 'crm/activity/list',
    operation: 'listActivities',
    summary: 'Activities, newest first or by due time',
    permission: 'crm.activity.read',
    query: ActivityList,
    paging: PAGE_BS,
    reply: ActivityRecord,
    run: (call, { query }) => listActivities(call, query, placedPageOf(query, PAGE_BS, placeIn)),
  }),
];
