// The HTTP operations on lead imports.

import { HTTP, ROW_FILE } from '../../../limits.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems } from '../../../platform/http/reply/problem.js';
import { warnings } from '../../../platform/http/reply/warning.js';
import { list, type Route, read, write } from '../../../platform/http/route.js';
import { ROW_FORMS, usedReadings } from '../../../platform/row-file/reading.js';
import { ById } from '../member-schema.js';
import { crmProblems } from '../problems.js';
import { commitLeadImport, undoLeadImport } from './decision.js';
import { importLeads, leadImportErrors, listLeadImports, readLeadImport } from './lead-import.js';
import {
  CommitBody,
  ImportBody,
  ImportList,
  ImportQuery,
  ImportReply,
  ImportSummary,
} from './schema.js';

const permission = 'crm.lead.import';
const deciding = { method: 'PUT', params: ById, reply: ImportReply, permission } as const;

export const leadImportRoutes: readonly Route[] = [
  write({
    method: 'POST',
    path: 'crm/lead/import',
    operation: 'importLeads',
    scope: 'OFFICE',
    summary: 'Check a file of leads; nothing is captured before the commit',
    description:
      'The columns have the names of lead members, or their usual names in exports; `mapping` ' +
      'assigns other names. Every row gets a verdict: ACCEPTED, DUPLICATE with its matches, ' +
      'or REFUSED with the invalid member, and warnings such as PHONE_NOT_READ. `columns` ' +
      `shows how each header was read, and a warning lists the unread ones. ${ROW_FORMS}`,
    permission,
    problems: [commonProblems.UNKNOWN_REFERENCE, crmProblems.CONSENT_COLUMN_NOT_MAPPED],
    bodyBytes: ROW_FILE.bodyBytes,
    jsonValuesMax: HTTP.importJsonValuesMax,
    consumes: ['text/csv'],
    query: ImportQuery,
    body: ImportBody,
    reply: ImportReply,
    extra: { warnings, ...usedReadings },
    run: (work, { body, query }) => importLeads(work, { ...body, ...query }),
  }),
  write({
    ...deciding,
    path: 'crm/lead/import/commit/id/{id}',
    operation: 'commitLeadImport',
    scope: 'OFFICE',
    summary: 'Capture the leads of an import',
    problems: [crmProblems.LEAD_IMPORT_WRONG_STATE],
    body: CommitBody,
    run: (work, { params, body }) => commitLeadImport(work, params.id, body.duplicates ?? 'SKIP'),
  }),
  write({
    ...deciding,
    path: 'crm/lead/import/undo/id/{id}',
    operation: 'undoLeadImport',
    scope: 'OFFICE',
    summary: 'Withdraw the leads of an import that no user has worked on',
    description:
      'They become DEAD and inactive. Leads that users have worked on are kept, as their rows ' +
      'show.',
    problems: [crmProblems.LEAD_IMPORT_WRONG_STATE],
    run: (work, { params }) => undoLeadImport(work, params.id),
  }),
  read({
    path: 'crm/lead/import/id/{id}',
    operation: 'readLeadImport',
    summary: 'A lead import, with the verdict and the outcome of each row',
    permission: 'crm.lead.read',
    params: ById,
    reply: ImportReply,
    run: (call, { params }) => readLeadImport(call, params.id),
  }),
  read({
    path: 'crm/lead/import/errors/id/{id}',
    operation: 'readLeadImportErrors',
    summary: 'The rows of an import that did not become leads, as CSV with the reasons',
    permission,
    produces: 'text/csv',
    params: ById,
    run: (call, { params }) => leadImportErrors(call, params.id),
  }),
  list({
    path: 'crm/lead/import/list',
    operation: 'listLeadImports',
    summary: 'Lead imports, newest first',
    permission: 'crm.lead.read',
    paging: PAGE_BS,
    query: ImportList,
    reply: ImportSummary,
    run: (call, { query }) => listLeadImports(call, query.state, pageOf(query, PAGE_BS)),
  }),
];
