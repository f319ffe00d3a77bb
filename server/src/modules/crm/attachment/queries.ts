// SQL statements for attachments, one function per statement.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { RelatedKind } from '../person/related-kind.js';

export interface AttachmentRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string | null;
  readonly active: boolean;
  readonly message_id: bigint;
  readonly related_to: RelatedKind | null;
  readonly related_to_id: bigint | null;
  readonly batch_code: string | null;
  readonly category: string | null;
  readonly sub_category: string | null;
  readonly description: string | null;
  readonly text: string | null;
  readonly type: string | null;
  readonly workflow_notes: string | null;
  readonly file_name: string | null;
  readonly file_mime_type: string;
  readonly file_size: bigint;
  readonly sha256: string;
  readonly scan_status: 'NOT_SCANNED' | 'QUARANTINED' | 'CLEAN' | 'INFECTED';
  /** Name of the virus, if one was found. */
  readonly scan_result: string | null;
  readonly scanned_at: Instant | null;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

export async function insertAttachment(tx: Tx, row: AttachmentRow): Promise<void> {
  await tx.query(sql`
    insert into attachment
    select (jsonb_populate_record(null::attachment, ${toJson(row)}::jsonb)).*`);
}

/** Updates an attachment. The caller has locked its message. */
export async function updateAttachmentRow(tx: Tx, row: AttachmentRow): Promise<void> {
  await tx.query(sql`
    update attachment set (label, active, related_to, related_to_id, batch_code, category,
        sub_category, description, text, type, workflow_notes, file_name, file_mime_type, file_size,
        sha256, scan_status, scan_result, scanned_at, modified_by, modified_at) =
      (select n.label, n.active, n.related_to, n.related_to_id, n.batch_code, n.category,
        n.sub_category, n.description, n.text, n.type, n.workflow_notes, n.file_name,
        n.file_mime_type, n.file_size, n.sha256, n.scan_status, n.scan_result, n.scanned_at,
        n.modified_by, n.modified_at
       from jsonb_populate_record(null::attachment, ${toJson(row)}::jsonb) n)
    where id = ${row.id}`);
}

/** Locks a message's attachments. The caller has locked the message. */
export async function lockAttachments(tx: Tx, messageId: bigint): Promise<AttachmentRow[]> {
  return tx.query<AttachmentRow>(sql`
    select * from attachment where message_id = ${messageId} order by id for update`);
}

/** Lists the attachments of the given messages, oldest first. */
export async function listAttachments(
  on: Database | Tx,
  messageIds: readonly bigint[],
): Promise<AttachmentRow[]> {
  return on.query<AttachmentRow>(sql`
    select * from attachment where message_id = any(${messageIds}) order by created_at, abs(id)`);
}

/** Reads an attachment together with its message's office. */
export async function findAttachment(
  db: Database,
  id: bigint,
): Promise<(AttachmentRow & { readonly office_id: bigint }) | undefined> {
  const [row] = await db.query<AttachmentRow & { readonly office_id: bigint }>(sql`
    select a.*, m.office_id from attachment a join whatsapp_message m on m.id = a.message_id
    where a.id = ${id} and a.active`);
  return row;
}
