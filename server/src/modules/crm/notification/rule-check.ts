// Checks the event, recipient and templates of a notification rule before it is stored.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { commonProblems, type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { nearestWord } from '../../../platform/nearest-word.js';
import { seesScope } from '../person/office-scope.js';
import { crmProblems } from '../problems.js';
import { idGiven } from '../record.js';
import { findTemplate } from '../template/queries.js';
import {
  hasAssignee,
  hasCustodian,
  hasCustomer,
  hasDocument,
  hasMaker,
  NOTIFIABLE_EVENTS,
  type NotifiableEvent,
} from './notifiable-event.js';
import type { RuleChannel, RuleRow } from './rule-queries.js';
import type { RuleDraft } from './schema.js';

/**
 * Returns the event of a rule. If the type does not exist, refuses with NOTIFICATION_RULE_REFUSED
 * and suggests the most similar type.
 */
export function notifiableEvent(eventType: string): NotifiableEvent {
  const found = NOTIFIABLE_EVENTS.get(eventType);
  if (found !== undefined) return found;
  const nearest = nearestWord(eventType, NOTIFIABLE_EVENTS.keys());
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw refuseRule('eventType', `is not an event type that rules can use${hint}`);
}

/** Checks a rule's event, conditions and recipient. Refuses with NOTIFICATION_RULE_REFUSED. */
export function refuseWrongRule(
  work: Work,
  rule: Pick<
    RuleRow,
    'event_type' | 'conditions' | 'recipient' | 'permission' | 'attach_document'
  > &
    GatheringRule,
): void {
  const { kind } = notifiableEvent(rule.event_type);
  refuseWrongConditions(work, rule);
  const { recipient } = rule;
  if (recipient === 'CUSTOMER' && !hasCustomer(kind)) {
    throw refuseRule('recipient', `cannot be CUSTOMER, because a ${kind} has no customer`);
  }
  if (recipient === 'ASSIGNED_USER' && !hasAssignee(kind)) {
    throw refuseRule(
      'recipient',
      `cannot be ASSIGNED_USER, because a ${kind} has no assigned user`,
    );
  }
  if (recipient === 'MAKER' && !hasMaker(kind)) {
    throw refuseRule('recipient', `cannot be MAKER, because the maker of a ${kind} is not known`);
  }
  if (recipient === 'CUSTODIAN' && !hasCustodian(kind)) {
    throw refuseRule('recipient', `cannot be CUSTODIAN, because a ${kind} has no custodian`);
  }
  if ((recipient === 'APPROVERS') !== (rule.permission !== null)) {
    throw refuseRule('permission', 'is required for APPROVERS and not allowed otherwise');
  }
  if (rule.permission !== null && !/^[a-z-]+\.[a-z-]+\.(approve|reject)$/.test(rule.permission)) {
    throw refuseRule(
      'permission',
      'must be a permission to approve or reject, such as finance.journal.approve',
    );
  }
  if (rule.attach_document && !hasDocument(kind)) {
    throw refuseRule('attachDocument', `must be false, because a ${kind} has no document`);
  }
  refuseWrongGathering(rule);
}

type GatheringRule = Pick<RuleRow, 'recipient' | 'gather' | 'gather_minutes' | 'gather_time'> & {
  readonly channels: readonly { readonly channel: RuleChannel['channel'] }[];
};

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function refuseWrongGathering(rule: GatheringRule): void {
  const { gather, gather_minutes: minutes, gather_time: time } = rule;
  if ((gather === 'MINUTES') !== (minutes !== null)) {
    throw refuseRule('gatherMinutes', 'is required for MINUTES and not allowed otherwise');
  }
  if ((gather === 'TIME_OF_DAY') !== (time !== null)) {
    throw refuseRule('gatherTime', 'is required for TIME_OF_DAY and not allowed otherwise');
  }
  if (time !== null && !TIME.test(time)) {
    throw refuseRule('gatherTime', `must be a time of day such as 15:30, not ${time}`);
  }
  if (gather === 'AT_ONCE') return;
  if (rule.recipient !== 'CUSTOMER') {
    throw refuseRule('gather', 'must be AT_ONCE unless the recipient is CUSTOMER');
  }
  if (rule.channels.some(({ channel }) => channel !== 'EMAIL')) {
    throw refuseRule('gather', 'must be AT_ONCE unless EMAIL is the only channel');
  }
}

function refuseWrongConditions(
  work: Work,
  { event_type, conditions }: Pick<RuleRow, 'event_type' | 'conditions'>,
): void {
  const declared = work.context.eventCatalogue.kinds.find(({ type }) => type === event_type);
  const members = Object.keys(present(declared, 'a notifiable event is declared').data);
  conditions.forEach(({ member }, index) => {
    if (members.includes(member)) return;
    const there = members.length === 0 ? 'none' : members.join(', ');
    throw refuseRule(
      `conditions/${index}/member`,
      `is not a field of the event. Fields of the event: ${there}`,
    );
  });
}

/**
 * Returns a rule's channels with their templates. Refuses with NOTIFICATION_RULE_REFUSED (a channel
 * listed twice), UNKNOWN_REFERENCE, TEMPLATE_INACTIVE and TEMPLATE_NOT_FITTING.
 */
export async function channelsOf(
  work: Work,
  drafts: RuleDraft['channels'],
  { kind }: NotifiableEvent,
): Promise<readonly RuleChannel[]> {
  const channels: RuleChannel[] = [];
  for (const [index, draft] of drafts.entries()) {
    const at = `channels/${index}`;
    if (channels.some(({ channel }) => channel === draft.channel)) {
      throw refuseRule(`${at}/channel`, 'appears twice');
    }
    const { offices } = work.principal;
    const key = { id: idGiven(draft.templateId), name: draft.templateName, offices };
    const named = key.id !== undefined || key.name !== undefined;
    const isByName = named && key.id === undefined;
    const member = `${at}/${isByName ? 'templateName' : 'templateId'}`;
    const template = named ? await findTemplate(work.tx, key) : undefined;
    if (template === undefined || !seesScope(work.principal, template.office_id)) {
      throw refuse(commonProblems.UNKNOWN_REFERENCE, member, 'is not a template that you can see');
    }
    if (!template.active) throw refuse(crmProblems.TEMPLATE_INACTIVE, member, 'is inactive');
    if (template.channel !== draft.channel || template.related_to !== kind) {
      const own = `${template.channel} and ${template.related_to} records`;
      const detail = `must be a template for ${draft.channel} and ${kind} records, not for ${own}`;
      throw refuse(crmProblems.TEMPLATE_NOT_FITTING, member, detail);
    }
    channels.push({ channel: draft.channel, templateId: template.id });
  }
  return channels;
}

function refuseRule(member: string, detail: string): Problem {
  return refuse(crmProblems.NOTIFICATION_RULE_REFUSED, member, detail);
}

function refuse(kind: ProblemKind, member: string, detail: string): Problem {
  return refusal(kind, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}
