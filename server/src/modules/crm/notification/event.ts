// Events of notification rules and of customers' preferences.

import { Type } from '@sinclair/typebox';
import { eventKinds } from '../../../platform/events/catalogue.js';
import type { DomainEvent } from '../../../platform/events/event.js';
import type { RuleRow } from './rule-queries.js';

/** Builds the event for a change to a rule. */
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

/** Builds the event for a changed preference. Its subject is the customer. */
export function preferenceUpdated(customerId: bigint, officeId: bigint): DomainEvent {
  return { type: 'notification-preference.updated', subjectId: customerId, officeId };
}

const rule = (summary: string) => ({
  summary,
  permission: 'crm.notification-rule.read',
  data: {
    name: Type.String({ description: 'The code of the rule' }),
    eventType: Type.String({ description: 'The event type of the rule' }),
    active: Type.Boolean({ description: 'Whether the rule is active' }),
  },
});

export const notificationEvents = eventKinds({
  'notification-rule.created': rule('A notification rule was created'),
  'notification-rule.updated': rule('A notification rule was changed'),
  'notification-rule.enabled': rule('A notification rule was enabled'),
  'notification-rule.disabled': rule('A notification rule was disabled'),
  'notification-preference.updated': {
    summary: "A customer's notification preferences were changed",
    permission: 'crm.preference.read',
  },
});
