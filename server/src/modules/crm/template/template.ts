// Creates, changes and reads message templates. Changed texts create a new version.

import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { toJson } from '../../../platform/json/json.js';
import { changed, visibleRows } from '../../../platform/reference-data/state-step.js';
import { refuseForeignScope, scopeFor, seesScope } from '../person/office-scope.js';
import { crmProblems } from '../problems.js';
import { idGiven, keyGiven, refuseOwnId } from '../record.js';
import { refuseWrongTexts, templateCode } from './check.js';
import { templateEvent } from './event.js';
import {
  claimTemplateName,
  countTemplates,
  findTemplate,
  insertTemplate,
  insertVersion,
  listTemplateRows,
  listVersionRows,
  lockTemplate,
  type Template,
  type TemplateFilter,
  type TemplateKey,
  type TemplateRow,
  type Texts,
  updateTemplateRow,
  type VersionRow,
} from './queries.js';
import type { TemplateChange, TemplateDraft } from './schema.js';

/**
 * Creates a template with its first version. Refuses with INVALID_REQUEST (an id is given, or the
 * code is malformed), UNKNOWN_REFERENCE (office), TEMPLATE_NAME_TAKEN, and for the same reasons as
 * `refuseWrongTexts`.
 */
export async function createTemplate(work: Work, body: TemplateDraft): Promise<Outcome> {
  refuseOwnId(body.id);
  const name = templateCode(body.name);
  const officeId = await scopeFor(work, body);
  if (!(await claimTemplateName(work.tx, name, officeId))) {
    throw refusal(crmProblems.TEMPLATE_NAME_TAKEN, { args: ['TAKEN', name] });
  }
  const texts = { default_language: body.defaultLanguage ?? 'en', contents: body.contents };
  refuseWrongTexts({ channel: body.channel, relatedTo: body.relatedTo, texts });
  const row = newRow(work, { ...body, name, officeId }, await nextId(work));
  await storeTemplate(work, row, texts);
  work.events.push(templateEvent('created', row));
  const location = `crm/template/id/${row.id}`;
  return { ...outcomeOf('TEMPLATE_CREATED', { ...row, ...texts }), created: true, location };
}

/** Stores a new template with its first version. The caller has checked the texts. */
export async function storeTemplate(work: Work, row: TemplateRow, texts: Texts): Promise<void> {
  await insertTemplate(work.tx, row);
  await insertVersion(work.tx, row, texts);
}

export function nextId(work: Work): Promise<bigint> {
  return work.context.ids.next(work.tx, 'template_id');
}

type NewTemplate = Omit<TemplateDraft, 'id' | 'contents' | 'defaultLanguage'> & {
  readonly officeId: bigint | null;
};

/** Builds the row of a new template. */
export function newRow(work: Work, draft: NewTemplate, id: bigint): TemplateRow {
  return {
    id,
    name: draft.name,
    label: draft.label ?? draft.name,
    active: true,
    office_id: draft.officeId,
    channel: draft.channel,
    related_to: draft.relatedTo,
    purpose: draft.purpose ?? 'SERVICE',
    content_version: 1,
    version: 1n,
    created_by: work.principal.name,
    created_at: work.now,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}

/**
 * Changes the given members of a template. Changed texts create a new version; older versions are
 * kept. Refuses with DOCUMENT_NOT_FOUND, FORBIDDEN (a firm-wide template, if the caller is
 * restricted to an office), PRECONDITION_FAILED, TEMPLATE_REFUSED (a fixed member), and for the
 * same reasons as `refuseWrongTexts`.
 */
export async function updateTemplate(work: Work, body: TemplateChange): Promise<Outcome> {
  const before = await templateRows.lockVisible(work, keyGiven(body));
  refuseFixed(before, body);
  const texts: Texts = {
    default_language: body.defaultLanguage ?? before.default_language,
    contents: body.contents ?? before.contents,
  };
  const { channel, related_to: relatedTo } = before;
  refuseWrongTexts({ channel, relatedTo, texts });
  const { default_language, contents } = before;
  const isNew = toJson(texts) !== toJson({ default_language, contents });
  const after = changed(work, before, {
    ...texts,
    label: body.label ?? before.label,
    active: body.active ?? before.active,
    purpose: body.purpose ?? before.purpose,
    content_version: before.content_version + (isNew ? 1 : 0),
  });
  await updateTemplateRow(work.tx, after);
  if (isNew) await insertVersion(work.tx, after, texts);
  work.events.push(templateEvent('updated', after));
  return outcomeOf('TEMPLATE_UPDATED', after);
}

// Checks in this order: DOCUMENT_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED.
const templateRows = visibleRows({
  lock: async (work: Work, key: TemplateKey) => {
    const id = await lockTemplate(work.tx, { ...key, offices: work.principal.offices });
    if (id === undefined) return undefined;
    const template = present(await findTemplate(work.tx, { id }), 'a locked template is there');
    refuseForeignScope(work, template.office_id);
    return template;
  },
  isVisible: () => true,
});

// Refuses to change the channel or record kind, because rules and campaigns depend on both.
function refuseFixed(before: Template, body: TemplateChange): void {
  const fixed = [
    ['name', body.name?.trim().toUpperCase(), before.name],
    ['channel', body.channel, before.channel],
    ['relatedTo', body.relatedTo, before.related_to],
    ['businessOfficeId', idGiven(body.businessOfficeId), before.office_id],
  ] as const;
  const changed = fixed.find(([, wish, is]) => wish !== undefined && wish !== is);
  if (changed === undefined) return;
  throw refuseMember(crmProblems.TEMPLATE_REFUSED, changed[0], 'cannot be changed');
}

function outcomeOf(msgCode: string, template: Template): Outcome {
  const { id, name, version } = template;
  return { msgCode, id, name, version, result: templateRecord(template) };
}

/** Returns a template as the API returns it. */
function templateRecord(template: Template): object {
  return {
    id: template.id,
    name: template.name,
    label: template.label,
    active: template.active,
    channel: template.channel,
    relatedTo: template.related_to,
    purpose: template.purpose,
    defaultLanguage: template.default_language,
    contents: template.contents,
    contentVersion: template.content_version,
    businessOfficeId: template.office_id ?? undefined,
    ...shownStamp(template),
  };
}

/** Reads one template, or refuses with DOCUMENT_NOT_FOUND. */
export async function readTemplate(call: Call, id: bigint): Promise<object> {
  const template = await visibleTemplate(call, id);
  return versioned(templateRecord(template), template.version);
}

/** Finds a template that the caller can see, or refuses with DOCUMENT_NOT_FOUND. */
export async function visibleTemplate(call: Call, id: bigint): Promise<Template> {
  const template = await findTemplate(call.db, { id });
  if (template === undefined || !seesScope(call.principal, template.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  return template;
}

/** Lists the templates that the caller can see, newest first. */
export async function listTemplates(
  call: Call,
  filter: Omit<TemplateFilter, 'offices'>,
  page: PageRequest,
): Promise<Page<object>> {
  const scoped: TemplateFilter = { ...filter, offices: call.principal.offices };
  const count = await countTemplates(call.db, scoped);
  const { rows, nextAfter } = pageFrom(await listTemplateRows(call.db, scoped, page), page);
  return { count, result: rows.map(templateRecord), nextAfter };
}

/** Lists the versions of a template that the caller can see, newest first. */
export async function listVersions(
  call: Call,
  templateId: bigint,
  page: PageRequest,
): Promise<Page<object>> {
  const template = await visibleTemplate(call, templateId);
  const found = await listVersionRows(call.db, template.id, page);
  const { rows, nextAfter } = pageFrom(found, page);
  return { count: template.content_version, result: rows.map(versionRecord), nextAfter };
}

function versionRecord(row: VersionRow): object {
  return {
    id: row.id,
    defaultLanguage: row.default_language,
    contents: row.contents,
    createdBy: row.created_by,
    createdDttm: row.created_at,
  };
}
