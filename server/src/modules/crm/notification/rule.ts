// Creates, changes, enables, disables and reads notification rules, which send messages for events.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { changed, visibleRows } from '../../../platform/reference-data/state-step.js';
import { refuseForeignScope, scopeFor, seesScope } from '../person/office-scope.js';
import { crmProblems } from '../problems.js';
import { idGiven, keyGiven, refuseOwnId } from '../record.js';
import { templateCode } from '../template/check.js';
import { ruleEvent } from './event.js';
import { channelsOf, notifiableEvent, refuseWrongRule } from './rule-check.js';
import {
  claimRuleName,
  countRules,
  findRule,
  insertRule,
  listRuleRows,
  lockRule,
  type RuleFilter,
  type RuleKey,
  type RuleRow,
  updateRuleRow,
} from './rule-queries.js';
import type { RuleChange, RuleDraft } from './schema.js';

/**
 * Creates a rule, which is active immediately unless `active` is false. Refuses with
 * INVALID_REQUEST (an id is given, or the code is malformed), UNKNOWN_REFERENCE,
 * NOTIFICATION_RULE_NAME_TAKEN, and for the same reasons as `refuseWrongRule` and `channelsOf`.
 */
export async function createRule(work: Work, body: RuleDraft): Promise<Outcome> {
  refuseOwnId(body.id);
  const name = templateCode(body.name);
  const officeId = await scopeFor(work, body);
  if (!(await claimRuleName(work.tx, name, officeId))) {
    throw refusal(crmProblems.NOTIFICATION_RULE_NAME_TAKEN, { args: ['TAKEN', name] });
  }
  const row = await storeRule(work, { ...body, name, officeId });
  work.events.push(ruleEvent('created', row));
  const location = `crm/notification-rule/id/${row.id}`;
  return { ...outcomeOf('NOTIFICATION_RULE_CREATED', row), created: true, location };
}

/** Stores a new rule. The caller has claimed its code. */
export async function storeRule(
  work: Work,
  draft: RuleDraft & { readonly officeId: bigint | null },
): Promise<RuleRow> {
  const event = notifiableEvent(draft.eventType);
  const row = {
    id: await work.context.ids.next(work.tx, 'notification_rule_id'),
    name: draft.name,
    label: draft.label ?? draft.name,
    active: draft.active ?? true,
    office_id: draft.officeId,
    event_type: draft.eventType,
    conditions: draft.conditions ?? [],
    recipient: draft.recipient,
    permission: draft.permission ?? null,
    deliver: draft.deliver ?? ('FIRST' as const),
    attach_document: draft.attachDocument ?? false,
    ...batchingOf(draft),
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
  refuseWrongRule(work, { ...row, channels: draft.channels });
  return insertRule(work.tx, { ...row, channels: await channelsOf(work, draft.channels, event) });
}

/**
 * Changes the given members of a rule. Pending notifications follow the changed rule, but are not
 * sent if its event type has changed. Refuses with DOCUMENT_NOT_FOUND, FORBIDDEN (a firm-wide rule,
 * if the caller is restricted to an office), PRECONDITION_FAILED, and for the same reasons as
 * `refuseWrongRule` and `channelsOf`.
 */
export async function updateRule(work: Work, body: RuleChange): Promise<Outcome> {
  const before = await ruleRows.lockVisible(work, keyGiven(body));
  refuseFixed(before, body);
  const proposal = {
    ...before,
    label: body.label ?? before.label,
    active: body.active ?? before.active,
    event_type: body.eventType ?? before.event_type,
    conditions: body.conditions ?? before.conditions,
    recipient: body.recipient ?? before.recipient,
    permission: permissionOf(before, body),
    deliver: body.deliver ?? before.deliver,
    attach_document: body.attachDocument ?? before.attach_document,
    ...batchingOf(body, before),
  };
  const wanted = body.channels ?? [...before.channels];
  refuseWrongRule(work, { ...proposal, channels: wanted });
  const channels = await channelsOf(work, wanted, notifiableEvent(proposal.event_type));
  const after = await storeChange(work, before, { ...proposal, channels });
  work.events.push(ruleEvent('updated', after));
  return outcomeOf('NOTIFICATION_RULE_UPDATED', after);
}

type Batching = Pick<RuleRow, 'gather' | 'gather_minutes' | 'gather_time'>;

// Returns the batching members. If the mode changes, the members of the previous mode are removed.
function batchingOf(body: Omit<RuleChange, 'id'>, before?: Batching): Batching {
  const gather = body.gather ?? before?.gather ?? 'AT_ONCE';
  const former = gather === before?.gather ? before : undefined;
  return {
    gather,
    gather_minutes: body.gatherMinutes ?? former?.gather_minutes ?? null,
    gather_time: body.gatherTime ?? former?.gather_time ?? null,
  };
}

// Returns the required permission. It is removed if the recipient is no longer APPROVERS.
function permissionOf(before: RuleRow, body: RuleChange): string | null {
  if (body.permission !== undefined) return body.permission;
  return (body.recipient ?? before.recipient) === 'APPROVERS' ? before.permission : null;
}

function refuseFixed(before: RuleRow, body: RuleChange): void {
  const office = idGiven(body.businessOfficeId);
  const isSame = body.name === undefined || body.name.trim().toUpperCase() === before.name;
  if (isSame && (office === undefined || office === before.office_id)) return;
  const member = isSame ? 'businessOfficeId' : 'name';
  throw refuseMember(crmProblems.NOTIFICATION_RULE_REFUSED, member, 'cannot be changed');
}

function storeChange(work: Work, before: RuleRow, proposal: RuleRow): Promise<RuleRow> {
  const row = changed(work, before, proposal);
  const isAnew = !before.active || proposal.event_type !== before.event_type;
  return updateRuleRow(work.tx, row, { enabledAnew: proposal.active && isAnew });
}

/**
 * Enables or disables a rule. A repeated request changes nothing. No messages are sent for events
 * from before the rule was enabled. Refuses with DOCUMENT_NOT_FOUND, FORBIDDEN and
 * PRECONDITION_FAILED.
 */
export async function switchRule(work: Work, id: bigint, active: boolean): Promise<Outcome> {
  const before = await ruleRows.lockVisible(work, { id });
  const msgCode = active ? 'NOTIFICATION_RULE_ENABLED' : 'NOTIFICATION_RULE_DISABLED';
  if (before.active === active) return outcomeOf(msgCode, before);
  const after = await storeChange(work, before, { ...before, active });
  work.events.push(ruleEvent(active ? 'enabled' : 'disabled', after));
  return outcomeOf(msgCode, after);
}

// Checks in this order: DOCUMENT_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED.
const ruleRows = visibleRows({
  lock: async (work: Work, key: RuleKey) => {
    const rule = await lockRule(work.tx, key, work.principal.offices);
    if (rule !== undefined) refuseForeignScope(work, rule.office_id);
    return rule;
  },
  isVisible: () => true,
});

function outcomeOf(msgCode: string, rule: RuleRow): Outcome {
  const { id, name, version } = rule;
  return { msgCode, id, name, version, result: ruleRecord(rule) };
}

function ruleRecord(rule: RuleRow): object {
  return {
    id: rule.id,
    name: rule.name,
    label: rule.label,
    active: rule.active,
    eventType: rule.event_type,
    conditions: rule.conditions,
    recipient: rule.recipient,
    permission: rule.permission ?? undefined,
    deliver: rule.deliver,
    channels: rule.channels,
    attachDocument: rule.attach_document,
    gather: rule.gather,
    gatherMinutes: rule.gather_minutes ?? undefined,
    gatherTime: rule.gather_time ?? undefined,
    enabledFromDttm: rule.enabled_from,
    businessOfficeId: rule.office_id ?? undefined,
    ...shownStamp(rule),
  };
}

/** Reads one rule, or refuses with DOCUMENT_NOT_FOUND. */
export async function readRule(call: Call, id: bigint): Promise<object> {
  const rule = await findRule(call.db, id);
  if (rule === undefined || !seesScope(call.principal, rule.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return versioned(ruleRecord(rule), rule.version);
}

/** Lists the rules that the caller can see, newest first. */
export async function listRules(
  call: Call,
  filter: Omit<RuleFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: RuleFilter = { ...filter, offices: call.principal.offices };
  const count = await countRules(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listRuleRows(call.db, scoped, page), page);
  return { count, result: rows.map(ruleRecord), nextAfter };
}
