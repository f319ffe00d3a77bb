// Problems of files in requests. Each module that stores files includes them in its catalogue.

import { defineProblems } from '../http/reply/problem.js';

export const attachmentProblems = defineProblems({
  ATTACHMENT_NOT_BASE64: [400, 'The content of the attachment is not valid base64.'],
  ATTACHMENT_INFECTED: [403, 'The attachment is infected.'],
  ATTACHMENT_QUARANTINED: [409, 'The attachment has not been scanned for viruses yet.'],
  ATTACHMENT_TOO_LARGE: [413, 'The attachment is too large.'],
  ATTACHMENT_TYPE_NOT_ALLOWED: [422, 'The type of the attachment is not allowed.'],
  ATTACHMENT_UNAVAILABLE: [503, 'The content of the attachment is temporarily unavailable.'],
});
