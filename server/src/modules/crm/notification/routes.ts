// The HTTP operations on notification rules, notifications and preferences.

import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { closedObject } from '../../../platform/http/shape/wire.js';
import { ById } from '../member-schema.js';
import { crmProblems } from '../problems.js';
import { listNotifications, replayNotification } from './notification.js';
import { listPreferences, readPreference, updatePreference } from './preference.js';
import { createRule, listRules, readRule, switchRule, updateRule } from './rule.js';
import {
  NotificationList,
  NotificationRecord,
  PreferenceBody,
  PreferenceRecord,
  preferenceExample,
  RuleBody,
  RuleList,
  RuleRecord,
  RuleUpdateBody,
  ruleExample,
} from './schema.js';

const ruleProblems = [
  crmProblems.NOTIFICATION_RULE_REFUSED,
  crmProblems.TEMPLATE_INACTIVE,
  crmProblems.TEMPLATE_NOT_FITTING,
];

const ruleWrites: readonly Route[] = [
  write({
    method: 'POST',
    path: 'crm/notification-rule/create',
    operation: 'createNotificationRule',
    summary: 'Create a rule that sends messages for events',
    permission: 'crm.notification-rule.create',
    scope: 'OFFICE',
    body: RuleBody,
    reply: RuleRecord,
    problems: [crmProblems.NOTIFICATION_RULE_NAME_TAKEN, ...ruleProblems],
    example: { ...ruleExample, active: false },
    run: (work, { body }) => createRule(work, body),
  }),
  write({
    method: 'PUT',
    path: 'crm/notification-rule/update',
    operation: 'updateNotificationRule',
    summary: 'Change the given members of a rule',
    permission: 'crm.notification-rule.update',
    scope: 'OFFICE',
    body: RuleUpdateBody,
    reply: RuleRecord,
    problems: ruleProblems,
    example: { name: 'ORDER-REJECTED', label: 'An order was refused by the exchange' },
    run: (work, { body }) => updateRule(work, body),
  }),
  ...([true, false] as const).map((active) =>
    write({
      method: 'PUT',
      path: `crm/notification-rule/${active ? 'enable' : 'disable'}/id/{id}`,
      operation: active ? 'enableNotificationRule' : 'disableNotificationRule',
      scope: 'OFFICE',
      summary: active ? 'Enable a rule from now on' : 'Disable a rule',
      permission: 'crm.notification-rule.update',
      params: ById,
      reply: RuleRecord,
      run: (work, { params }) => switchRule(work, params.id, active),
    }),
  ),
];

const ruleReads: readonly Route[] = [
  read({
    path: 'crm/notification-rule/id/{id}',
    operation: 'readNotificationRule',
    summary: 'One rule',
    permission: 'crm.notification-rule.read',
    params: ById,
    reply: RuleRecord,
    run: (call, { params }) => readRule(call, params.id),
  }),
  list({
    path: 'crm/notification-rule/list',
    operation: 'listNotificationRules',
    summary: 'Rules, newest first',
    permission: 'crm.notification-rule.read',
    query: RuleList,
    paging: PAGE_BS,
    reply: RuleRecord,
    run: (call, { query }) => listRules(call, query, pageOf(query, PAGE_BS)),
  }),
];

const notifications: readonly Route[] = [
  list({
    path: 'crm/notification/list',
    operation: 'listNotifications',
    summary: 'Notifications of every state, newest first',
    permission: 'crm.notification.read',
    query: NotificationList,
    paging: PAGE_BS,
    reply: NotificationRecord,
    run: (call, { query }) => listNotifications(call, query, pageOf(query, PAGE_BS)),
  }),
  write({
    method: 'PUT',
    path: 'crm/notification/replay/id/{id}',
    operation: 'replayNotification',
    summary: 'Replay a dead notification',
    description: 'Its number of attempts is reset. Find the cause first, in `lastError`.',
    permission: 'crm.notification.replay',
    scope: 'OFFICE',
    params: ById,
    reply: NotificationRecord,
    problems: [crmProblems.NOTIFICATION_WRONG_STATE],
    run: (work, { params }) => replayNotification(work, params.id),
  }),
];

const preferences: readonly Route[] = [
  write({
    method: 'PUT',
    path: 'crm/preference/update',
    operation: 'updatePreference',
    summary: 'Change the channels and the language that a customer prefers',
    permission: 'crm.preference.update',
    scope: 'OFFICE',
    body: PreferenceBody,
    reply: PreferenceRecord,
    example: preferenceExample,
    run: (work, { body }) => updatePreference(work, body),
  }),
  read({
    path: 'crm/preference/id/{id}',
    operation: 'readPreference',
    summary: 'The preferences of one customer',
    permission: 'crm.preference.read',
    params: ById,
    reply: PreferenceRecord,
    run: (call, { params }) => readPreference(call, params.id),
  }),
  list({
    path: 'crm/preference/list',
    operation: 'listPreferences',
    summary: 'The stored preferences of customers',
    permission: 'crm.preference.read',
    query: closedObject({ ...pageBS }),
    paging: PAGE_BS,
    reply: PreferenceRecord,
    run: (call, { query }) => listPreferences(call, pageOf(query, PAGE_BS)),
  }),
];

export const notificationRoutes: readonly Route[] = [
  ...ruleWrites,
  ...ruleReads,
  ...notifications,
  ...preferences,
];
