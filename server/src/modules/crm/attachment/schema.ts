// Wire shapes of message attachments.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { classified } from '../data-class.js';
import { CRM } from '../limits.js';
import { flag, note, reference, text } from '../member-schema.js';
import { RELATED_KINDS } from '../person/related-kind.js';

/** The record that a message or an attachment is about. */
export const relatedMembers = {
  relatedTo: Type.Optional(
    wireChoice(RELATED_KINDS, { description: 'Kind of the related record. Default: CONTACT' }),
  ),
  relatedToId: reference('Id of the related record'),
};

const describedMembers = {
  active: flag('If false, the attachment is withdrawn'),
  batchCode: text('Batch'),
  category: text('Category'),
  subCategory: text('Subdivision of the category'),
  description: note('Description of the content'),
  fileName: text('Name of the file'),
  label: text('Display text. Default: the file name'),
  text: note('Text about the file'),
  type: text('Type of document'),
  workflowNotes: note('Notes'),
  ...relatedMembers,
};

const attachmentMembers = classified({
  id: reference('If 0 or absent, adds a new attachment; otherwise changes the one with this id'),
  name: text('Code assigned by the server'),
  base64Attachment: Type.Optional(
    wireText({
      description:
        'The content in base64 (RFC 4648 section 4, padded). Line breaks and spaces are skipped, ' +
        'including when they are encoded as %20, %0A or %0D',
      longest: CRM.base64LengthMax,
    }),
  ),
  fileMimeType: text(
    'Media type. The stored one is detected from the content; a different value causes a warning',
  ),
  fileSize: Type.Optional(
    wireDecimal({
      description:
        'Size in bytes. The stored size is that of the content; a different value causes a warning',
    }),
  ),
  ...describedMembers,
});

/** An attachment in a request from a client of the original API. Unknown members are ignored. */
export const AttachmentShape = openObject(attachmentMembers);

/** An attachment in a request to our own paths. Unknown members are refused. */
export const StrictAttachmentShape = closedObject(attachmentMembers);

export type AttachmentBody = Static<typeof AttachmentShape>;

const { base64Attachment: _, ...shownMembers } = attachmentMembers;

/** An attachment as the API returns it, without its content. */
export const AttachmentRecord = openObject({
  ...shownMembers,
  ...stampShape,
  ...classifyAll(
    {
      scanStatus: text('NOT_SCANNED while no virus scanner is configured'),
      scanResult: text('Name of the virus, or the reason why a received file is in quarantine'),
      scannedDttm: Type.Optional(wireInstant({ description: 'Time of the scan' })),
      sha256: text('SHA-256 of the content, in hexadecimal'),
    },
    'internal',
  ),
});
