// Checks the content of message attachments and stores it under its hash. The metadata is stored in
// the same transaction as the message.

import { oneLine } from '../../../platform/address/name.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import {
  decodeContent,
  type EncodedContent,
  refuseAt,
  refuseLarge,
} from '../../../platform/files/attachment-content.js';
import {
  type AttachmentStore,
  AttachmentUnavailable,
  contentHash,
} from '../../../platform/files/attachment-store.js';
import { withoutLineBreaks } from '../../../platform/files/base64.js';
import { contentTypeOf, downloadName } from '../../../platform/files/content-type.js';
import { counted } from '../../../platform/http/reply/counted.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import type { FileReply } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { CRM } from '../limits.js';
import { holdChangedRelated, type RelatedColumns } from '../person/related.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { idGiven } from '../record.js';
import {
  type AttachmentRow,
  findAttachment,
  insertAttachment,
  lockAttachments,
  updateAttachmentRow,
} from './queries.js';
import { firstScanStatus, requestScan } from './scan.js';
import type { AttachmentBody } from './schema.js';

/** An attachment in a request, with its decoded content, if any. */
export interface GivenAttachment {
  readonly body: AttachmentBody;
  readonly pointer: string;
  readonly bytes: Buffer | undefined;
}

/**
 * Decodes the contents in a request before any row is read. Line breaks in the base64 are removed
 * first, because clients insert them. Refuses with ATTACHMENT_TOO_LARGE (the size is computed
 * before decoding) and ATTACHMENT_NOT_BASE64, and refuses a new attachment without content.
 */
export async function decodeAttachments(
  bodies: readonly AttachmentBody[] | undefined,
): Promise<readonly GivenAttachment[]> {
  const given: EncodedAttachment[] = [];
  for (const [index, body] of (bodies ?? []).entries()) {
    const pointer = `attachmentsWS/${index}`;
    const base64 = body.base64Attachment;
    const text = base64 === undefined ? undefined : await withoutLineBreaks(base64);
    const content = text === undefined ? undefined : { member: contentAt(pointer), text };
    given.push({ body, pointer, content });
  }
  for (const { content } of given) {
    if (content !== undefined) refuseLarge(content, CRM.attachmentBytesMax);
  }
  const decoded: GivenAttachment[] = [];
  for (const { content, ...one } of given) {
    if (content === undefined && idGiven(one.body.id) === undefined) {
      const detail = 'is required for a new attachment';
      throw refuseAt(commonProblems.INVALID_REQUEST, contentAt(one.pointer), detail);
    }
    decoded.push({ ...one, bytes: content && (await decodeContent(content)) });
  }
  return decoded;
}

const contentAt = (pointer: string) => `${pointer}/base64Attachment`;

/** An attachment in a request, with its encoded content, if any. */
interface EncodedAttachment {
  readonly body: AttachmentBody;
  readonly pointer: string;
  readonly content: EncodedContent | undefined;
}

/** The message that the attachments belong to. The caller has locked it. */
interface Holder {
  readonly messageId: bigint;
  readonly ports: CrmPorts;
}

/**
 * Adds the attachments without an id and changes those with one. Files are written before the
 * commit, so every committed row has its file. If the transaction fails, its files are left unused.
 * Returns a warning for each size or media type that does not match the content. Refuses with
 * TOO_MANY_ATTACHMENTS, UNKNOWN_REFERENCE and ATTACHMENT_TYPE_NOT_ALLOWED.
 */
export async function saveAttachments(
  work: Work,
  given: readonly GivenAttachment[],
  holder: Holder,
): Promise<readonly IgnoredMember[]> {
  if (given.length === 0) return [];
  const stored = await lockAttachments(work.tx, holder.messageId);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const added = given.filter(({ body }) => idGiven(body.id) === undefined).length;
  if (stored.length + added > CRM.attachmentsPerMessageMax) {
    throw refuseAt(
      crmProblems.TOO_MANY_ATTACHMENTS,
      'attachmentsWS',
      `would bring the message to more than ${CRM.attachmentsPerMessageMax} attachments`,
    );
  }
  const checked = [];
  for (const attachment of given) {
    const id = idGiven(attachment.body.id);
    const before = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && before === undefined) {
      throw refuseAt(
        commonProblems.UNKNOWN_REFERENCE,
        `${attachment.pointer}/id`,
        'is not an attachment of this message',
      );
    }
    const { pointer, body } = attachment;
    const after = relatedAfter(body, before);
    const related = await holdChangedRelated(work, { pointer, before, after }, holder.ports);
    const mimeType = await allowedType(attachment, before);
    checked.push({ attachment, before, related, mimeType });
  }
  for (const one of checked) await saveAttachment(work, one, holder);
  return checked.flatMap(ignoredFacts);
}

// Clients send the octet-stream type if they do not know the actual type, so it causes no warning.
function ignoredFacts({ attachment, before, mimeType }: CheckedAttachment): IgnoredMember[] {
  const { body, bytes, pointer } = attachment;
  const size = BigInt(bytes?.length ?? before?.file_size ?? 0);
  const { fileMimeType: type = '', fileSize = size } = body;
  const isOtherType = !['', mimeType, 'application/octet-stream'].includes(type.toLowerCase());
  const isOtherSize = ![`${size}`, '0'].includes(String(fileSize));
  return [
    ...(isOtherType
      ? [ignoredMember(`${pointer}/fileMimeType`, `the content is ${mimeType}`)]
      : []),
    ...(isOtherSize
      ? [ignoredMember(`${pointer}/fileSize`, `the content has ${counted(size, 'byte')}`)]
      : []),
  ];
}

function relatedAfter(body: AttachmentBody, before: AttachmentRow | undefined): RelatedColumns {
  const id = idGiven(body.relatedToId) ?? before?.related_to_id ?? null;
  const kind = body.relatedTo ?? before?.related_to ?? (id === null ? null : 'CONTACT');
  return { related_to: kind, related_to_id: id };
}

async function allowedType(
  { body, bytes, pointer }: GivenAttachment,
  before: AttachmentRow | undefined,
): Promise<string> {
  if (bytes === undefined) return before?.file_mime_type ?? '';
  const found = await contentTypeOf(bytes, body.fileMimeType ?? '');
  if (found !== undefined) return found;
  throw refuseAt(
    crmProblems.ATTACHMENT_TYPE_NOT_ALLOWED,
    contentAt(pointer),
    'has content whose type is not allowed or differs from the given type',
  );
}

interface CheckedAttachment {
  readonly attachment: GivenAttachment;
  readonly before: AttachmentRow | undefined;
  readonly related: RelatedColumns;
  readonly mimeType: string;
}

async function saveAttachment(
  work: Work,
  checked: CheckedAttachment,
  { messageId, ports }: Holder,
): Promise<void> {
  const { attachment, before } = checked;
  const row = await changedRow(work, { ...checked, messageId });
  const content = await contentColumns(work, attachment.bytes, ports.attachments);
  if (before) await updateAttachmentRow(work.tx, { ...row, ...content });
  else await insertAttachment(work.tx, { ...row, ...content });
  if (attachment.bytes !== undefined) await requestScan(work, row.id);
}

// Returns the content columns. A dry run computes them without writing the file.
async function contentColumns(
  work: Work,
  bytes: Buffer | undefined,
  store: AttachmentStore,
): Promise<Partial<AttachmentRow>> {
  if (bytes === undefined) return {};
  return {
    sha256: await (work.tx.dryRun ? contentHash(bytes) : store.put(bytes)),
    file_size: BigInt(bytes.length),
    scan_status: firstScanStatus(work),
    scan_result: null,
    scanned_at: null,
  };
}

/** A refused file from a provider. */
interface RefusedFile {
  readonly bytes: Buffer;
  readonly fileName: string | undefined;
  readonly mimeType: string;
  readonly batchCode: string;
  readonly reason: string;
}

/**
 * Stores a received but refused file in quarantine, with the reason. The file is never served or
 * scanned.
 */
export async function quarantineRefused(
  work: Work,
  file: RefusedFile,
  { messageId, ports }: Holder,
): Promise<void> {
  const { bytes, fileName, mimeType, batchCode, reason } = file;
  await insertAttachment(work.tx, {
    ...(await blankRow(work, messageId)),
    ...{ file_name: fileName === undefined ? null : oneLine(fileName), batch_code: batchCode },
    ...{ file_mime_type: oneLine(mimeType), file_size: BigInt(bytes.length) },
    sha256: await (work.tx.dryRun ? contentHash(bytes) : ports.attachments.put(bytes)),
    ...{ scan_status: 'QUARANTINED', scan_result: reason },
  });
}

async function changedRow(
  work: Work,
  change: CheckedAttachment & { readonly messageId: bigint },
): Promise<AttachmentRow> {
  const { body } = change.attachment;
  const before = change.before ?? (await blankRow(work, change.messageId));
  return {
    ...before,
    label: body.label ?? before.label,
    active: body.active ?? before.active,
    ...change.related,
    batch_code: body.batchCode ?? before.batch_code,
    category: body.category ?? before.category,
    sub_category: body.subCategory ?? before.sub_category,
    description: body.description ?? before.description,
    text: body.text ?? before.text,
    type: body.type ?? before.type,
    workflow_notes: body.workflowNotes ?? before.workflow_notes,
    file_name: body.fileName === undefined ? before.file_name : oneLine(body.fileName),
    file_mime_type: change.mimeType,
    modified_by: work.principal.name,
    modified_at: work.now,
  };
}

async function blankRow(work: Work, messageId: bigint): Promise<AttachmentRow> {
  const id = await work.context.ids.next(work.tx, 'attachment_id');
  return {
    ...{ id, name: codeOf(id), label: null, active: true },
    ...{ message_id: messageId, related_to: null, related_to_id: null, batch_code: null },
    ...{ category: null, sub_category: null, description: null, text: null, type: null },
    ...{ workflow_notes: null, file_name: null, file_mime_type: '', file_size: 0n, sha256: '' },
    ...{ scan_status: 'NOT_SCANNED', scan_result: null, scanned_at: null },
    ...{ created_by: work.principal.name, created_at: work.now },
    ...{ modified_by: work.principal.name, modified_at: work.now },
  };
}

/**
 * Returns the content of an attachment as a download. Refuses with 404 if it does not exist, and
 * with 503 if its file is missing. Also refuses a file that the scanner has not reported as clean.
 */
export async function readAttachment(call: Call, id: bigint, ports: CrmPorts): Promise<FileReply> {
  const found = await findAttachment(call.db, id);
  if (found === undefined || !seesOffice(call.principal, found.office_id)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  refuseUnsafe(found);
  const contentType = found.file_mime_type;
  try {
    return {
      contentType,
      fileName: downloadName(found.file_name ?? undefined, contentType),
      bytes: await ports.attachments.get(found.sha256),
    };
  } catch (error) {
    if (!(error instanceof AttachmentUnavailable)) throw error;
    call.context.log.error({ err: error, attachmentId: String(id) }, 'attachment unavailable');
    throw refusal(crmProblems.ATTACHMENT_UNAVAILABLE);
  }
}

// Refuses a file that the scanner has not passed, even for the user who stored it.
function refuseUnsafe({ scan_status: status, scan_result: reason }: AttachmentRow): void {
  if (status === 'QUARANTINED') {
    const detail = reason === null ? {} : { detail: `the file was refused: ${reason}` };
    throw refusal(crmProblems.ATTACHMENT_QUARANTINED, { args: [status], ...detail });
  }
  if (status === 'INFECTED') throw refusal(crmProblems.ATTACHMENT_INFECTED, { args: [status] });
}
