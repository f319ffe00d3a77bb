// SQL statements for scanning attachments, one function per statement.

import { present } from '../../../platform/assert.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { AttachmentRow } from './queries.js';

/** Locks an attachment for the rest of the transaction, and returns its message's office. */
export async function lockAttachment(
  tx: Tx,
  id: bigint,
): Promise<(AttachmentRow & { readonly office_id: bigint }) | undefined> {
  const [row] = await tx.query<AttachmentRow & { readonly office_id: bigint }>(sql`
    select a.*, m.office_id from attachment a join whatsapp_message m on m.id = a.message_id
    where a.id = ${id} and a.active for update of a`);
  return row;
}

/** Moves a file back into quarantine. */
export async function quarantineAttachment(
  tx: Tx,
  { id, by, at }: { readonly id: bigint; readonly by: string; readonly at: Instant },
): Promise<AttachmentRow> {
  const [row] = await tx.query<AttachmentRow>(sql`
    update attachment set scan_status = 'QUARANTINED', scan_result = null, scanned_at = null,
      modified_by = ${by}, modified_at = ${at}
    where id = ${id} returning *`);
  return present(row, 'the caller has locked it');
}

/** Stores the scan result, unless the content has been replaced since the scan started. */
export async function settleScan(
  db: Database,
  verdict: {
    readonly id: bigint;
    readonly sha256: string;
    readonly status: 'CLEAN' | 'INFECTED';
    readonly infection: string | undefined;
  },
): Promise<void> {
  await db.query(sql`
    update attachment set scan_status = ${verdict.status}, scanned_at = now(),
      scan_result = ${verdict.infection ?? null}
    where id = ${verdict.id} and sha256 = ${verdict.sha256} and scan_status = 'QUARANTINED'`);
}
