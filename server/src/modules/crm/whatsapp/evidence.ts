// Protects messages that WhatsApp delivered: their text, addresses, start and files never change.

import { type IgnoredMember, ignoredMember } from '../../../platform/http/reply/warning.js';
import { SYSTEM } from '../../../platform/system-work.js';
import type { GivenAttachment } from '../attachment/attachment.js';
import type { AttachmentRow } from '../attachment/queries.js';
import { idGiven } from '../record.js';
import type { MessageRow } from './queries.js';
import type { Message } from './schema.js';

/** The members of an update, and the attachments that it changes or adds. */
interface Update {
  readonly body: Message;
  readonly attachments: readonly GivenAttachment[];
}

/**
 * Removes changes to delivered content from an update, and returns a warning for each removed
 * member. Unchanged members cause no warning. Such an update is not refused, because clients of the
 * original API send all members back.
 */
export function withoutEvidence(
  before: MessageRow,
  files: readonly AttachmentRow[],
  { body, attachments }: Update,
): Update & { readonly warnings: readonly IgnoredMember[] } {
  if (before.received === null) return { body, attachments, warnings: [] };
  const {
    direction: _direction,
    body: _words,
    from: _from,
    to: _to,
    startDttm: _start,
    ...rest
  } = body;
  const stored: readonly (readonly [member: keyof Message, value: string | null])[] = [
    ['direction', before.direction],
    ['body', before.body],
    ['from', before.from_address],
    ['to', before.to_address],
    ['startDttm', before.started_at],
  ];
  const changed = stored.flatMap(([member, value]) =>
    (body[member] ?? value) === value ? [] : [ignoredMember(member, 'the message was received')],
  );
  const received = new Set(
    files.filter((file) => file.created_by === SYSTEM.name).map(({ id }) => id),
  );
  const isEvidence = ({ body: file }: GivenAttachment) =>
    received.has(idGiven(file.id) ?? 0n) && file.base64Attachment !== undefined;
  return {
    body: rest,
    attachments: attachments.filter((each) => !isEvidence(each)),
    warnings: [
      ...changed,
      ...attachments
        .filter(isEvidence)
        .map(({ pointer }) =>
          ignoredMember(`${pointer}/base64Attachment`, 'the file was received'),
        ),
    ],
  };
}
