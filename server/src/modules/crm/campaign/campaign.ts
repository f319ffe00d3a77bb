// Creates, changes, estimates and reads campaigns.

import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import type { ProblemKind } from '../../../platform/http/reply/problem.js';
import { commonProblems, type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { changed, stateSteps } from '../../../platform/reference-data/state-step.js';
import { CAMPAIGN } from '../limits.js';
import { refuseForeignScope, scopeFor, seesScope } from '../person/office-scope.js';
import { crmProblems } from '../problems.js';
import { idGiven, refuseOwnId } from '../record.js';
import { findTemplate, type Template } from '../template/queries.js';
import { AUDIENCE_MEMBERS, estimateAudience, withGroupCode } from './audience.js';
import { unknownInAudience } from './audience-queries.js';
import { campaignEvent } from './event.js';
import {
  type CampaignFilter,
  type CampaignResults,
  type CampaignRow,
  countAudience,
  countCampaigns,
  findCampaign,
  insertCampaign,
  listCampaignRows,
  listRecipientRows,
  lockCampaign,
  type RecipientRow,
  readResults,
  updateCampaignRow,
} from './queries.js';
import type { Audience, CampaignChange, CampaignDraft } from './schema.js';

/**
 * Creates a campaign. Nothing is sent until the campaign is started. Refuses with INVALID_REQUEST
 * (an id is given), UNKNOWN_REFERENCE (office, template, people), TEMPLATE_INACTIVE,
 * TEMPLATE_NOT_FITTING and CAMPAIGN_REFUSED (a filter that does not exist for this kind of
 * audience).
 */
export async function createCampaign(work: Work, body: CampaignDraft): Promise<Outcome> {
  refuseOwnId(body.id);
  const officeId = await scopeFor(work, body);
  const audience = await withGroupCode(work.tx, body.audience);
  await refuseUnknownFilter(work, { audience, office_id: officeId });
  const template = await templateFor(work, body, audience);
  const id = await work.context.ids.next(work.tx, 'campaign_id');
  const row: CampaignRow = {
    id,
    name: codeOf(id),
    label: body.label,
    active: true,
    office_id: officeId,
    status: 'DRAFT',
    template_id: template.id,
    audience_kind: audience.kind,
    audience,
    throttle_per_minute: body.throttlePerMinute ?? CAMPAIGN.throttlePerMinuteDefault,
    scheduled_at: body.scheduledDttm ?? null,
    started_at: null,
    next_at: null,
    ended_at: null,
    audience_count: null,
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
  await refuseWrongAudience(work, row);
  await insertCampaign(work.tx, row);
  work.events.push(campaignEvent('created', row));
  const location = `crm/campaign/id/${id}`;
  return { ...outcomeOf('CAMPAIGN_CREATED', row), created: true, location };
}

/**
 * Changes the given members of a campaign. While it is a DRAFT, all members can change. Afterwards,
 * only the label and pace can change until the campaign ends. Refuses with DOCUMENT_NOT_FOUND,
 * FORBIDDEN (a firm-wide campaign, if the caller is restricted to an office), PRECONDITION_FAILED,
 * CAMPAIGN_WRONG_STATE, and for the same reasons as `createCampaign`.
 */
export async function updateCampaign(work: Work, body: CampaignChange): Promise<Outcome> {
  const before = await campaignSteps.lockVisible(work, body.id);
  refuseLate(before, body);
  const audience = await withGroupCode(work.tx, body.audience ?? before.audience);
  if (body.audience !== undefined) await refuseUnknownFilter(work, { ...before, audience });
  const isNew = body.templateId ?? body.templateName ?? body.audience;
  const named = body.templateId ?? body.templateName;
  const request = named === undefined ? { templateId: before.template_id } : body;
  const template = isNew === undefined ? undefined : await templateFor(work, request, audience);
  const after = changed(work, before, {
    label: body.label ?? before.label,
    audience,
    audience_kind: audience.kind,
    template_id: template?.id ?? before.template_id,
    throttle_per_minute: body.throttlePerMinute ?? before.throttle_per_minute,
    scheduled_at: body.scheduledDttm ?? before.scheduled_at,
  });
  if (body.audience !== undefined) await refuseWrongAudience(work, after);
  await updateCampaignRow(work.tx, after);
  work.events.push(campaignEvent('updated', after));
  return outcomeOf('CAMPAIGN_UPDATED', after);
}

function refuseLate(before: CampaignRow, body: CampaignChange): void {
  const { status } = before;
  const plan = [body.audience, body.templateId, body.templateName, body.scheduledDttm];
  const isPlan = plan.some((member) => member !== undefined);
  if (status === 'DRAFT' || (!isPlan && status !== 'COMPLETED' && status !== 'CANCELLED')) return;
  throw campaignSteps.wrongState(before);
}

/**
 * Locks a campaign that the caller may change. DOCUMENT_NOT_FOUND takes precedence over FORBIDDEN.
 */
export const campaignSteps = stateSteps({
  lock: async (work: Work, id: bigint) => {
    const row = await lockCampaign(work.tx, id);
    if (row !== undefined) refuseForeignScope(work, row.office_id);
    return row;
  },
  isVisible: () => true,
  stateOf: ({ status }) => status,
  wrongState: crmProblems.CAMPAIGN_WRONG_STATE,
  detailOf: () => undefined,
});

async function templateFor(
  work: Work,
  request: Pick<CampaignDraft, 'templateId' | 'templateName'>,
  audience: Audience,
): Promise<Template> {
  const { offices } = work.principal;
  const key = { id: idGiven(request.templateId), name: request.templateName, offices };
  const member = key.id === undefined && key.name !== undefined ? 'templateName' : 'templateId';
  const template = await findTemplate(work.tx, key);
  if (template === undefined || !seesScope(work.principal, template.office_id)) {
    throw refuse(commonProblems.UNKNOWN_REFERENCE, member, 'is not a template that you can see');
  }
  if (!template.active) {
    throw refuse(crmProblems.TEMPLATE_INACTIVE, member, 'is inactive');
  }
  if (template.related_to !== audience.kind) {
    const own = `${template.related_to} records`;
    const detail = `must be a template for ${audience.kind} records, not for ${own}`;
    throw refuse(crmProblems.TEMPLATE_NOT_FITTING, member, detail);
  }
  return template;
}

async function refuseWrongAudience(work: Work, row: CampaignRow): Promise<void> {
  const { kind, ids, ...filter } = row.audience;
  const members = AUDIENCE_MEMBERS[kind];
  const strange = Object.keys(filter).find((member) => !members.some((known) => known === member));
  if (strange !== undefined) {
    throw refuse(
      crmProblems.CAMPAIGN_REFUSED,
      `audience/${strange}`,
      `is not a filter for a ${kind}`,
    );
  }
  if (ids === undefined) return;
  const found = await countAudience(work.tx, { ...row, audience: { kind, ids } });
  if (found === new Set(ids).size) return;
  const detail = `must contain only active ${kind} records of the office`;
  throw refuse(commonProblems.UNKNOWN_REFERENCE, 'audience/ids', detail);
}

async function refuseUnknownFilter(
  work: Work,
  row: Pick<CampaignRow, 'audience' | 'office_id'>,
): Promise<void> {
  const { audience, office_id: officeId } = row;
  const unknown = await unknownInAudience(work.tx, { audience, officeId });
  if (unknown === undefined) return;
  const detail = 'is not a record of the office';
  throw refuse(commonProblems.UNKNOWN_REFERENCE, `audience/${unknown}`, detail);
}

function refuse(kind: ProblemKind, member: string, detail: string): Problem {
  return refusal(kind, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}

/** Builds the reply to a write on a campaign. */
export function outcomeOf(msgCode: string, row: CampaignRow): Outcome {
  return { msgCode, id: row.id, name: row.name, version: row.version, result: campaignRecord(row) };
}

function campaignRecord(row: CampaignRow): object {
  return {
    id: row.id,
    name: row.name,
    label: row.label,
    status: row.status,
    templateId: row.template_id,
    audience: row.audience,
    throttlePerMinute: row.throttle_per_minute,
    scheduledDttm: row.scheduled_at ?? undefined,
    startedDttm: row.started_at ?? undefined,
    endedDttm: row.ended_at ?? undefined,
    audienceCount: row.audience_count ?? undefined,
    businessOfficeId: row.office_id ?? undefined,
    ...shownStamp(row),
  };
}

async function visibleCampaign(call: Call, id: bigint): Promise<CampaignRow> {
  const row = await findCampaign(call.db, id);
  if (row === undefined || !seesScope(call.principal, row.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return row;
}

/** Reads one campaign with the results of its messages, or refuses with DOCUMENT_NOT_FOUND. */
export async function readCampaign(call: Call, id: bigint): Promise<object> {
  const row = await visibleCampaign(call, id);
  const results = await readResults(call.db, id);
  const record = { ...campaignRecord(row), results: results && resultsRecord(results) };
  return versioned(record, row.version);
}

function resultsRecord({ left_out: leftOut, ...results }: CampaignResults): object {
  return { ...results, leftOut };
}

/** Lists the campaigns that the caller can see, newest first. */
export async function listCampaigns(
  call: Call,
  filter: Omit<CampaignFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: CampaignFilter = { ...filter, offices: call.principal.offices };
  const count = await countCampaigns(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listCampaignRows(call.db, scoped, page), page);
  return { count, result: rows.map(campaignRecord), nextAfter };
}

/**
 * Estimates how many people a campaign would reach now, and how many messages each rule would
 * suppress. Refuses with DOCUMENT_NOT_FOUND.
 */
export async function estimateCampaign(call: Call, id: bigint): Promise<object> {
  const row = await visibleCampaign(call, id);
  const template = await findTemplate(call.db, { id: row.template_id });
  const estimate = await estimateAudience(
    call.db,
    { audience: row.audience, officeId: row.office_id },
    { channel: template?.channel ?? 'EMAIL', now: call.now },
  );
  const suppressed = [...estimate.suppressed].map(([rule, count]) => ({ rule, count }));
  return { ...estimate, suppressed };
}

/** Lists a campaign's recipients in the order of their messages. */
export async function listRecipients(
  call: Call,
  campaignId: bigint,
  page: PageRequest,
): Promise<Page<object>> {
  const campaign = await visibleCampaign(call, campaignId);
  const { rows, nextAfter } = pageFrom(await listRecipientRows(call.db, campaignId, page), page);
  return { count: campaign.audience_count ?? 0, result: rows.map(recipientRecord), nextAfter };
}

function recipientRecord(row: RecipientRow): object {
  return {
    id: row.id,
    recordId: row.record_id,
    messageId: row.message_id ?? undefined,
    status: row.status ?? (row.left_out === null ? 'WAITING' : 'LEFT_OUT'),
    rule: row.rule ?? row.left_out ?? undefined,
  };
}
