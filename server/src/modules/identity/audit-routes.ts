// Routes of the audit log: its entries, what they changed, as a file, and the proof of its chain.

import type { Static } from '@sinclair/typebox';
import { SHEET_TYPES, sheetFile } from '../../platform/files/sheet-file.js';
import { PAGE_BS, pageOf } from '../../platform/http/paging.js';
import { list, type Route, read } from '../../platform/http/route.js';
import { type AuditFilter, listAudit, readAuditEntry } from './audit.js';
import { verifyAuditChain } from './audit-chain.js';
import { auditSheet } from './audit-sheet.js';
import { refuseBoundToOffices } from './principal-read.js';
import * as shape from './schema.js';

const PERMISSION = 'identity.audit.read';
const FORMATS = ['csv', 'xlsx'] as const;

function filterOf(query: Static<typeof shape.auditFileQuery>): AuditFilter {
  const { sd: from, ed: to, u: user, e: event, r: subjectId, k: kind, a: address } = query;
  return { from, to, user, event, subjectId, kind, address };
}

const files: readonly Route[] = FORMATS.map((format) =>
  read({
    path: `security/audit/list/${format}`,
    operation: format === 'csv' ? 'exportAuditCsv' : 'exportAuditXlsx',
    summary: `The entries of the audit log that a filter selects, as ${format.toUpperCase()}`,
    permission: PERMISSION,
    query: shape.auditFileQuery,
    produces: SHEET_TYPES[format],
    run: (call, { query }) => {
      refuseBoundToOffices(call);
      return sheetFile(auditSheet(call, filterOf(query)), format);
    },
  }),
);

export const auditRoutes: readonly Route[] = [
  list({
    path: 'security/audit/list',
    operation: 'listAudit',
    summary: 'Who did what, newest first',
    permission: PERMISSION,
    paging: PAGE_BS,
    query: shape.auditQuery,
    reply: shape.auditReply,
    run: (call, { query }) => {
      refuseBoundToOffices(call);
      return listAudit(call, filterOf(query), pageOf(query, PAGE_BS));
    },
  }),
  ...files,
  read({
    path: 'security/audit/id/{id}',
    operation: 'readAuditEntry',
    summary: 'One entry of the audit log, with what it changed, member by member',
    permission: PERMISSION,
    params: shape.idParams,
    reply: shape.auditEntryReply,
    run: (call, { params }) => {
      refuseBoundToOffices(call);
      return readAuditEntry(call, params.id);
    },
  }),
  read({
    path: 'security/audit/verify',
    operation: 'verifyAudit',
    summary: 'Recompute the hash chain of the audit log; names the first broken position',
    permission: PERMISSION,
    query: shape.verifyQuery,
    reply: shape.verifyReply,
    run: (call, { query }) => {
      refuseBoundToOffices(call);
      return verifyAuditChain(call.db, query.from ?? 1n);
    },
  }),
];
