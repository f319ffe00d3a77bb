// The HTTP operations on templates.

import { PAGE_BS, pageOf, pageOfAll } from '../../../platform/http/reply/paging.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ById } from '../member-schema.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { previewTemplate } from './fill.js';
import {
  PreviewQuery,
  PreviewRecord,
  TemplateBody,
  TemplateList,
  TemplateRecord,
  TemplateUpdateBody,
  templateExample,
  templateUpdateExample,
  VariableQuery,
  VariableRecord,
  VersionList,
  VersionRecord,
} from './schema.js';
import { variablesOf } from './subject.js';
import {
  createTemplate,
  listTemplates,
  listVersions,
  readTemplate,
  updateTemplate,
} from './template.js';

const wordProblems = [
  crmProblems.TEMPLATE_REFUSED,
  crmProblems.TEMPLATE_MALFORMED,
  crmProblems.TEMPLATE_VARIABLE_UNKNOWN,
];

export function templateRoutes(ports: CrmPorts): readonly Route[] {
  return [...templateWrites, ...templateReads(ports)];
}

const templateWrites: readonly Route[] = [
  write({
    method: 'POST',
    path: 'crm/template/create',
    operation: 'createTemplate',
    summary: 'Create a message template; its variables are checked',
    permission: 'crm.template.create',
    scope: 'OFFICE',
    body: TemplateBody,
    reply: TemplateRecord,
    problems: [crmProblems.TEMPLATE_NAME_TAKEN, ...wordProblems],
    example: templateExample,
    run: (work, { body }) => createTemplate(work, body),
  }),
  write({
    method: 'PUT',
    path: 'crm/template/update',
    operation: 'updateTemplate',
    summary: 'Change the given members of a template; changed texts become a new version',
    permission: 'crm.template.update',
    scope: 'OFFICE',
    body: TemplateUpdateBody,
    reply: TemplateRecord,
    problems: wordProblems,
    example: templateUpdateExample,
    run: (work, { body }) => updateTemplate(work, body),
  }),
];

function templateReads(ports: CrmPorts): readonly Route[] {
  return [
    read({
      path: 'crm/template/id/{id}',
      operation: 'readTemplate',
      summary: 'One template with its texts in force',
      permission: 'crm.template.read',
      params: ById,
      reply: TemplateRecord,
      run: (call, { params }) => readTemplate(call, params.id),
    }),
    list({
      path: 'crm/template/list',
      operation: 'listTemplates',
      summary: 'Templates, newest first',
      permission: 'crm.template.read',
      query: TemplateList,
      paging: PAGE_BS,
      reply: TemplateRecord,
      run: (call, { query }) =>
        listTemplates(call, { ...query, holds: query.q }, pageOf(query, PAGE_BS)),
    }),
    read({
      path: 'crm/template/preview/id/{id}',
      operation: 'previewTemplate',
      summary: 'A template filled in with a record or with samples; nothing is sent',
      permission: 'crm.template.read',
      params: ById,
      query: PreviewQuery,
      reply: PreviewRecord,
      run: (call, { params, query }) => previewTemplate(call, { ...query, ...params }, ports),
    }),
    list({
      path: 'crm/template/version/list',
      operation: 'listTemplateVersions',
      summary: 'The versions of a template, newest first',
      permission: 'crm.template.read',
      query: VersionList,
      paging: PAGE_BS,
      reply: VersionRecord,
      run: (call, { query }) => listVersions(call, query.id, pageOf(query, PAGE_BS)),
    }),
    list({
      path: 'crm/template/variable/list',
      operation: 'listTemplateVariables',
      summary: 'The template variables for a kind of record, with samples',
      permission: 'crm.template.read',
      query: VariableQuery,
      paging: PAGE_BS,
      reply: VariableRecord,
      run: async (_, { query }) => pageOfAll(variablesOf(query.relatedTo), pageOf(query, PAGE_BS)),
    }),
  ];
}
