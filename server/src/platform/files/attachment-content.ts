// Files in requests, which are sent as base64 in a member of the body.

import { type Problem, type ProblemKind, refusal } from '../http/reply/problem.js';
import { attachmentProblems } from './attachment-problem.js';
import { base64Size, decodeBase64 } from './base64.js';

/** A file in a request: the member that contains it, and its base64 without line breaks. */
export interface EncodedContent {
  /** The path of the member in the body, such as `attachmentsWS/0/base64Attachment`. */
  readonly member: string;
  readonly text: string;
}

/** Creates a problem about a member. The detail begins with the member's name. */
export function refuseAt(kind: ProblemKind, member: string, detail: string): Problem {
  return refusal(kind, {
    detail: `${member} ${detail}`,
    args: [member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}

/** Refuses with ATTACHMENT_TOO_LARGE. Computes the size without decoding. */
export function refuseLarge({ member, text }: EncodedContent, bytesMax: number): void {
  const size = base64Size(text);
  if (size === undefined || size <= bytesMax) return;
  const detail = `must have at most ${bytesMax} bytes`;
  throw refuseAt(attachmentProblems.ATTACHMENT_TOO_LARGE, member, detail);
}

/** Decodes a file of at least one byte. Refuses with ATTACHMENT_NOT_BASE64. */
export async function decodeContent({ member, text }: EncodedContent): Promise<Buffer> {
  const bytes = text === '' ? undefined : await decodeBase64(text);
  if (bytes !== undefined) return bytes;
  const detail = 'must be base64 with padding';
  throw refuseAt(attachmentProblems.ATTACHMENT_NOT_BASE64, member, detail);
}
