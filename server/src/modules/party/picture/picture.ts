// A customer's picture. Checks the content and stores it under its hash, in the same transaction as
// the customer.

import { oneLine } from '../../../platform/address/name.js';
import { present } from '../../../platform/assert.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import {
  decodeContent,
  refuseAt,
  refuseLarge,
} from '../../../platform/files/attachment-content.js';
import { attachmentProblems } from '../../../platform/files/attachment-problem.js';
import {
  type AttachmentStore,
  AttachmentUnavailable,
  contentHash,
} from '../../../platform/files/attachment-store.js';
import { withoutLineBreaks } from '../../../platform/files/base64.js';
import { contentTypeOf, downloadName } from '../../../platform/files/content-type.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { forbidden } from '../../../platform/http/request/admission.js';
import type { FileReply } from '../../../platform/http/route.js';
import { SEE_PERSONAL_DATA, seesPersonalData } from '../../../platform/http/shape/data-class.js';
import { PARTY } from '../limits.js';
import type { CustomerBody } from '../schema.js';
import {
  insertPicture,
  type PictureRow,
  replacePicture,
  selectPicture,
  selectPictureInOffice,
} from './queries.js';
import { firstScanStatus, requestScan } from './scan.js';

const MEMBER = 'picture';

// Allowed media types, with the default file name for each.
const DEFAULT_NAMES: ReadonlyMap<string | undefined, string> = new Map([
  ['image/jpeg', 'picture.jpg'],
  ['image/png', 'picture.png'],
]);

/** A picture in a request, decoded and checked. */
interface GivenPicture {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly fileName: string;
}

/**
 * Decodes the picture in a request before any row is locked. Returns undefined if there is none.
 * Refuses with ATTACHMENT_TOO_LARGE or ATTACHMENT_NOT_BASE64, and with ATTACHMENT_TYPE_NOT_ALLOWED
 * if the content is neither a JPEG nor a PNG.
 */
export async function decodePicture(body: CustomerBody): Promise<GivenPicture | undefined> {
  if (body.picture === undefined) return undefined;
  const content = { member: MEMBER, text: await withoutLineBreaks(body.picture) };
  refuseLarge(content, PARTY.pictureBytesMax);
  const bytes = await decodeContent(content);
  const mimeType = await contentTypeOf(bytes, '');
  const defaultName = DEFAULT_NAMES.get(mimeType);
  if (mimeType === undefined || defaultName === undefined) {
    const detail = 'must be a JPEG or a PNG';
    throw refuseAt(attachmentProblems.ATTACHMENT_TYPE_NOT_ALLOWED, MEMBER, detail);
  }
  return { bytes, mimeType, fileName: oneLine(body.pictureFileName ?? '') || defaultName };
}

/** The customer whose picture is stored. The caller must have locked or inserted the customer. */
interface Holder {
  readonly customerId: bigint;
  readonly store: AttachmentStore | undefined;
}

/**
 * Stores a picture in place of the current one. The file is written before the commit, so every
 * committed row has its file. If the transaction fails, the file is left unused. Storing the
 * current picture again changes nothing, so a repeated request leaves one row.
 */
export async function savePicture(
  work: Work,
  given: GivenPicture | undefined,
  { customerId, store }: Holder,
): Promise<void> {
  if (given === undefined) return;
  const { bytes, mimeType, fileName } = given;
  const files = present(store, 'the module that serves pictures has a store');
  // A dry run computes the hash without writing the file.
  const sha256 = await (work.tx.dryRun ? contentHash(bytes) : files.put(bytes));
  const scanStatus = firstScanStatus(work);
  const before = await selectPicture(work.tx, customerId);
  const isStored = before?.sha256 === sha256 && before.fileName === fileName;
  const isUnscanned = before?.scanStatus === 'NOT_SCANNED' && scanStatus !== 'NOT_SCANNED';
  if (isStored && !isUnscanned) return;
  const stamp = { by: work.principal.name, at: work.now };
  await replacePicture(work.tx, customerId, stamp);
  const id = await work.context.ids.next(work.tx, 'customer_picture_id');
  const fileSize = BigInt(bytes.length);
  const row = { id, customerId, fileName, mimeType, fileSize, sha256, scanStatus };
  await insertPicture(work.tx, row, stamp);
  await requestScan(work, id);
}

/** Returns the members of a customer's record that describe the picture. */
export function pictureMembers(picture: PictureRow | undefined): object {
  if (picture === undefined) return {};
  return {
    pictureMimeType: picture.mimeType,
    pictureFileName: picture.fileName,
    pictureFileSize: picture.fileSize,
  };
}

/**
 * Returns a warning for each member in a request that differs from the stored picture. Type and
 * size are detected from the content. A name is stored only together with content.
 */
export function pictureWarnings(
  body: CustomerBody,
  stored: PictureRow | undefined,
): readonly IgnoredMember[] {
  const type = body.pictureMimeType?.trim().toLowerCase() ?? '';
  const size = body.pictureFileSize;
  const isTypeIgnored = type !== '' && (TYPE_SYNONYMS[type] ?? type) !== stored?.mimeType;
  const name = oneLine(body.pictureFileName ?? '');
  const isSizeIgnored =
    size !== undefined && !size.isZero() && !size.eq(String(stored?.fileSize ?? 0));
  return [
    ...(isTypeIgnored
      ? [ignoredMember('pictureMimeType', 'the type is detected from the content')]
      : []),
    ...(name !== '' && name !== stored?.fileName
      ? [ignoredMember('pictureFileName', 'a name is stored only with a picture')]
      : []),
    ...(isSizeIgnored
      ? [ignoredMember('pictureFileSize', 'the size is taken from the content')]
      : []),
  ];
}

const TYPE_SYNONYMS: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
};

/**
 * Returns the content of a customer's current picture as a download. Refuses callers who cannot see
 * personal data, and files that the scanner has not reported as clean. Refuses with 404 if there is
 * no such customer or picture, and with 503 if the file is missing.
 */
export async function readPicture(
  call: Call,
  customerId: bigint,
  store: AttachmentStore | undefined,
): Promise<FileReply> {
  if (!seesPersonalData(call.principal)) throw forbidden(SEE_PERSONAL_DATA);
  const found = await selectPictureInOffice(call.db, customerId);
  if (found === undefined || !seesOffice(call.principal, found.officeId)) {
    throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  }
  refuseUnsafe(found);
  const files = present(store, 'the module that serves pictures has a store');
  try {
    return {
      contentType: found.mimeType,
      fileName: downloadName(found.fileName, found.mimeType),
      bytes: await files.get(found.sha256),
    };
  } catch (error) {
    if (!(error instanceof AttachmentUnavailable)) throw error;
    call.context.log.error({ err: error, pictureId: String(found.id) }, 'picture unavailable');
    throw refusal(attachmentProblems.ATTACHMENT_UNAVAILABLE);
  }
}

// Refuses a file that the scanner has not passed, even for the user who stored it.
function refuseUnsafe({ scanStatus }: PictureRow): void {
  const args = [scanStatus];
  if (scanStatus === 'QUARANTINED')
    throw refusal(attachmentProblems.ATTACHMENT_QUARANTINED, { args });
  if (scanStatus === 'INFECTED') throw refusal(attachmentProblems.ATTACHMENT_INFECTED, { args });
}
