// The HTTP operations on attachments.

import { type Route, read, write } from '../../../platform/http/route.js';
import { ById } from '../member-schema.js';
import type { CrmPorts } from '../port.js';
import { crmProblems } from '../problems.js';
import { readAttachment } from './attachment.js';
import { rescanAttachment } from './scan.js';
import { AttachmentRecord } from './schema.js';

/** The media type of the reply is that of the attachment. */
const ANY_MEDIA_TYPE = '*/*';

export function attachmentRoutes(ports: CrmPorts): readonly Route[] {
  return [
    read({
      path: 'crm/attachment/id/{id}',
      operation: 'readAttachment',
      summary: 'The content of an attachment, as a download',
      produces: ANY_MEDIA_TYPE,
      permission: 'crm.attachment.read',
      params: ById,
      problems: [
        crmProblems.ATTACHMENT_QUARANTINED,
        crmProblems.ATTACHMENT_INFECTED,
        crmProblems.ATTACHMENT_UNAVAILABLE,
      ],
      run: (call, { params }) => readAttachment(call, params.id, ports),
    }),
    write({
      method: 'PUT',
      path: 'crm/attachment/scan/id/{id}',
      operation: 'scanAttachment',
      summary: 'Scan an attachment for viruses again; it is blocked until then',
      permission: 'crm.attachment.scan',
      scope: 'OFFICE',
      params: ById,
      problems: [crmProblems.NO_VIRUS_SCANNER, crmProblems.ATTACHMENT_QUARANTINED],
      reply: AttachmentRecord,
      run: (work, { params }) => rescanAttachment(work, params.id),
    }),
  ];
}
