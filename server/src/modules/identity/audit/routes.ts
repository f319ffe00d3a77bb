// Routes of the audit log: its entries, what they changed, as a file, and the proof of its chain.

import type { Static } from '@sinclair/typebox';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import type { Guard } from '../principal/guard.js';
import { refuseBoundToOffices } from '../principal/read.js';
import { identityProblems } from '../problems.js';
import * as shape from '../schema.js';
import { type AuditFilter, listAudit, readAuditEntry } from './audit.js';
import { type AuditHead, HeadsUnreadable } from './head.js';
import { verifyAuditChain } from './proof.js';
import { proveRows } from './row-proof.js';
import { auditSheet } from './sheet.js';

const PERMISSION = 'identity.audit.read';
const FORMATS = ['csv', 'xlsx'] as const;

function filterOf(query: Static<typeof shape.auditFileQuery>): AuditFilter {
  const { sd: from, ed: to, u: user, e: event, r: subjectId, k: kind, a: address } = query;
  return { from, to, user, event, subjectId, kind, address };
}

// A position says nothing without its hash, nor a hash without its position.
function headOf(query: Static<typeof shape.verifyQuery>): readonly AuditHead[] {
  const { headPosition: position, headHash: hash } = query;
  if (position === undefined && hash === undefined) return [];
  if (position === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'headPosition', 'headHash needs it');
  }
  if (hash === undefined) {
    throw refuseMember(commonProblems.INVALID_REQUEST, 'headHash', 'headPosition needs it');
  }
  return [{ position, hash: hash.toLowerCase() }];
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

/** The routes of the audit log; its proof holds the chain against the heads that are kept. */
export const auditRoutes = ({
  auditHeads: heads,
  auditSources: sources,
}: Pick<Guard, 'auditHeads' | 'auditSources'>): readonly Route[] => [
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
    description:
      'The chain covers the entries of the log, the row changes of all hashed tables, events, ' +
      'and journals. Also holds it against its heads: those that this server ' +
      'keeps, those published, and the one that is given. A head kept elsewhere shows that ' +
      'nothing before it was made anew.',
    problems: [identityProblems.AUDIT_HEADS_UNREADABLE],
    permission: PERMISSION,
    query: shape.verifyQuery,
    reply: shape.verifyReply,
    run: async (call, { query }) => {
      refuseBoundToOffices(call);
      const given = headOf(query);
      const kept = await heads.all(call.context).catch((error: unknown) => {
        if (!(error instanceof HeadsUnreadable)) throw error;
        call.context.log.error({ err: error }, 'the file of audit heads cannot be read');
        throw refusal(identityProblems.AUDIT_HEADS_UNREADABLE);
      });
      const asked = { from: query.from ?? 1n, heads: [...given, ...kept], sources };
      const report = await verifyAuditChain(call.context, asked);
      // What was just proved is from now on what this process has seen.
      if (report.valid) await heads.look(call.context);
      return report;
    },
  }),
  read({
    path: 'security/audit/verify/rows',
    operation: 'verifyRows',
    summary:
      'Compare the rows of all hashed tables with their last row changes; names what differs',
    description:
      'Finds rows that were edited, removed or inserted behind the program. `verifyAudit` proves ' +
      'the row changes themselves. Tables are read in slices: go on with `nextFrom` until there ' +
      'is none.',
    permission: PERMISSION,
    query: shape.verifyRowsQuery,
    reply: shape.verifyRowsReply,
    run: (call, { query }) => {
      refuseBoundToOffices(call);
      return proveRows(call.db, query.from);
    },
  }),
];
