// An entry of the audit log for what the program does by itself; the write pipeline makes its own.

import type { Principal, Work } from '../context.js';
import { sql } from '../database/sql.js';

/** Who did what to which record. */
interface AuditEntry {
  readonly principal: Principal;
  readonly operation: string;
  readonly subjectId?: bigint;
  readonly msgCode: string;
}

/** Writes an entry in the transaction of what it tells. */
export async function recordAudit(
  { tx, now, requestId }: Pick<Work, 'tx' | 'now' | 'requestId'>,
  { principal, operation, subjectId, msgCode }: AuditEntry,
): Promise<void> {
  await tx.query(sql`
    insert into audit_entry (at, principal_kind, principal_id, principal_name, operation,
      subject_id, msg_code, request_id)
    values (${now}, ${principal.kind}, ${principal.id}, ${principal.name}, ${operation},
      ${subjectId ?? null}, ${msgCode}, ${requestId})`);
}
