// Events of notification rules and of what customers want to be told.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { RuleRow } from './rule-queries.js';

/** The event of one change of a rule. */
export function ruleEvent(
  verb: 'created' | 'updated' | 'enabled' | 'disabled',
  row: RuleRow,
): DomainEvent {
  return {
    type: `notification-rule.${verb}`,
    subjectId: row.id,
    officeId: row.office_id ?? undefined,
    data: { name: row.name, eventType: row.event_type, active: row.active },
  };
}

/** What a customer wants to be told was changed; the subject is the customer. */
export function preferenceUpdated(customerId: bigint, officeId: bigint): DomainEvent {
  return { type: 'notification-preference.updated', subjectId: customerId, officeId };
}

const rule = (summary: string) => ({
  summary,
  permission: 'crm.notification-rule.read',
  data: {
    name: Type.String({ description: 'The code of the rule' }),
    eventType: Type.String({ description: 'The type of event that it tells of' }),
    active: Type.Boolean({ description: 'Whether it tells of them' }),
  },
});

export const notificationEvents = eventKinds({
  'notification-rule.created': rule('A notification rule was made'),
  'notification-rule.updated': rule('A notification rule was changed'),
  'notification-rule.enabled': rule('A notification rule was put in force'),
  'notification-rule.disabled': rule('A notification rule was put out of force'),
  'notification-preference.updated': {
    summary: 'What a customer wants to be told was changed',
    permission: 'crm.preference.read',
  },
});
