// Converts attachments to their wire form.

import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { withoutAbsent } from '../record.js';
import type { AttachmentRow } from './queries.js';

/** Returns an attachment as the API returns it, without its content. */
export function attachmentRecord(row: AttachmentRow): object {
  return withoutAbsent({
    id: row.id,
    name: row.id < 0n ? null : row.name,
    label: row.label ?? row.file_name ?? row.name,
    active: row.active,
    batchCode: row.batch_code,
    category: row.category,
    subCategory: row.sub_category,
    description: row.description,
    text: row.text,
    type: row.type,
    workflowNotes: row.workflow_notes,
    relatedTo: row.related_to,
    relatedToId: row.related_to_id,
    fileName: row.file_name,
    fileMimeType: row.file_mime_type,
    fileSize: row.file_size,
    sha256: row.sha256,
    scanStatus: row.scan_status,
    scanResult: row.scan_result,
    scannedDttm: row.scanned_at,
    ...shownStamp(row),
  });
}
