// Routes of the audit log: entries, changes, exported files, and the proof of the chain.

import type { Static } from '@sinclair/typebox';
import { sheetFile } from '../../../platform/files/sheet-file.js';
import { SHEET_TYPES } from '../../../platform/http/reply/media-type.js';
import { PAGE_BS, pageOf } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { list, type Route, read } from '../../../platform/http/route.js';
import { identityProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { listAudit, readAuditEntry, refuseBoundToOffices } from './entry.js';
import { type HeadKeeper, HeadsUnreadable } from './head.js';
import type { AuditHead } from './head-queries.js';
import { verifyAuditChain } from './proof.js';
import type { AuditFilter } from './queries.js';
import { proveRows } from './row-proof.js';
import * as shape from './schema.js';
import { auditSheet } from './sheet.js';
import type { LinkedSource } from './source-queries.js';

const PERMISSION = 'identity.audit.read';
const FORMATS = ['csv', 'xlsx'] as const;

function filterOf(query: Static<typeof shape.auditFileQuery>): AuditFilter {
  const { sd: from, ed: to, u: user, e: event, r: subjectId, k: kind, a: address } = query;
  return { from, to, user, event, subjectId, kind, address };
}

// Returns the head given in a query, which needs both a position and a hash.
function headOf(query: Static<typeof shape.verifyQuery>): readonly AuditHead[] {
  const { headPosition: position, headHash: hash } = query;
  if (position === undefined && hash === undefined) return [];
  if (position === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'headPosition',
      'is required if headHash is given',
    );
  }
  if (hash === undefined) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'headHash',
      'is required if headPosition is given',
    );
  }
  return [{ position, hash: hash.toLowerCase() }];
}

const files: readonly Route[] = FORMATS.map((format) =>
  read({
    path: `security/audit/list/${format}`,
    operation: format === 'csv' ? 'exportAuditCsv' : 'exportAuditXlsx',
    summary: `Audit log entries that match the filters, as ${format.toUpperCase()}`,
    permission: PERMISSION,
    query: shape.auditFileQuery,
    produces: SHEET_TYPES[format],
    run: (call, { query }) => {
      refuseBoundToOffices(call);
      return sheetFile(auditSheet(call, filterOf(query)), format);
    },
  }),
);

interface Proving {
  readonly auditHeads: HeadKeeper;
  readonly auditSources: readonly LinkedSource[];
}

/** Returns the audit log's routes. */
export const auditRoutes = ({
  auditHeads: heads,
  auditSources: sources,
}: Proving): readonly Route[] => [
  list({
    path: 'security/audit/list',
    operation: 'listAudit',
    summary: 'Entries of the audit log, newest first',
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
    summary: 'One entry of the audit log, with the changed members',
    permission: PERMISSION,
    params: idParams,
    reply: shape.auditEntryReply,
    run: (call, { params }) => {
      refuseBoundToOffices(call);
      return readAuditEntry(call, params.id);
    },
  }),
  read({
    path: 'security/audit/verify',
    operation: 'verifyAudit',
    summary: 'Recompute the hash chain of the audit log, and find the first broken position',
    description:
      'The chain covers the entries of the log, the row changes of all hashed tables, events, ' +
      'and journals. It is also compared with its heads: the stored heads of this server, the ' +
      'published heads, and the given head. A head stored elsewhere proves that nothing before ' +
      'it was rewritten.',
    problems: [identityProblems.AUDIT_HEADS_UNREADABLE],
    permission: PERMISSION,
    query: shape.verifyQuery,
    reply: shape.verifyReply,
    run: async (call, { query }) => {
      refuseBoundToOffices(call);
      const given = headOf(query);
      const stored = await heads.all(call.context).catch((error: unknown) => {
        if (!(error instanceof HeadsUnreadable)) throw error;
        call.context.log.error({ err: error }, 'the file of audit heads cannot be read');
        throw refusal(identityProblems.AUDIT_HEADS_UNREADABLE);
      });
      const proof = { from: query.from ?? 1n, heads: [...given, ...stored], sources };
      const report = await verifyAuditChain(call.context, proof);
      // Stores the current head, so that this process can later detect a shortened chain.
      if (report.valid) await heads.update(call.context);
      return report;
    },
  }),
  read({
    path: 'security/audit/verify/rows',
    operation: 'verifyRows',
    summary:
      'Compare the rows of all hashed tables with their last row changes, and list differences',
    description:
      'Finds rows that were edited, removed or inserted outside the program. `verifyAudit` ' +
      'proves the row changes themselves. Tables are read in slices; continue with `nextFrom` ' +
      'until it is absent.',
    permission: PERMISSION,
    query: shape.verifyRowsQuery,
    reply: shape.verifyRowsReply,
    run: (call, { query }) => {
      refuseBoundToOffices(call);
      return proveRows(call.db, query.from);
    },
  }),
];
