// Protects messages that WhatsApp delivered. Their text, addresses, start time and files never
// change.

import { contentHash } from '../../../platform/files/attachment-store.js';
import { type Problem, refusal } from '../../../platform/http/reply/problem.js';
import { SYSTEM } from '../../../platform/system-work.js';
import type { GivenAttachment } from '../attachment/attachment.js';
import type { AttachmentRow } from '../attachment/queries.js';
import { crmProblems } from '../problems.js';
import { idGiven } from '../record.js';
import type { MessageRow } from './queries.js';
import type { Message } from './schema.js';

/** The members of an update, and the attachments that it changes or adds. */
interface Update {
  readonly body: Message;
  readonly attachments: readonly GivenAttachment[];
}

/**
 * If an update changes delivered content, refuses it with MESSAGE_WRONG_STATE and the status.
 * Unchanged values are accepted, because clients of the original API send all members back. Returns
 * the attachments. Contents that are already stored are omitted, so that they are not scanned
 * again.
 */
export async function checkEvidence(
  before: MessageRow,
  files: readonly AttachmentRow[],
  { body, attachments }: Update,
): Promise<readonly GivenAttachment[]> {
  if (before.received === null) return attachments;
  const stored: readonly (readonly [member: keyof Message, value: string | null])[] = [
    ['body', before.body],
    ['from', before.from_address],
    ['to', before.to_address],
    ['startDttm', before.started_at],
  ];
  const changed: string[] = stored
    .filter(([member, value]) => (body[member] ?? value) !== value)
    .map(([member]) => member);
  const kept: GivenAttachment[] = [];
  for (const attachment of attachments) {
    const { bytes, pointer } = attachment;
    const file = receivedFile(attachment, files);
    kept.push(file === undefined ? attachment : { ...attachment, bytes: undefined });
    if (file === undefined || bytes === undefined) continue;
    if ((await contentHash(bytes)) !== file.sha256) changed.push(`${pointer}/base64Attachment`);
  }
  if (changed.length > 0) throw changedEvidence(changed, before);
  return kept;
}

function receivedFile(
  { body }: GivenAttachment,
  files: readonly AttachmentRow[],
): AttachmentRow | undefined {
  const id = idGiven(body.id);
  return files.find((file) => file.id === id && file.created_by === SYSTEM.name);
}

function changedEvidence(members: readonly string[], { status }: MessageRow): Problem {
  const { code } = crmProblems.MESSAGE_WRONG_STATE;
  const detail = 'cannot change, because the message was received';
  return refusal(crmProblems.MESSAGE_WRONG_STATE, {
    detail: `${members[0]} ${detail}`,
    args: [status],
    errors: members.map((member) => ({ pointer: `/${member}`, code, detail })),
  });
}
