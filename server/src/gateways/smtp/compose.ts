// Writes mails: encoding the files takes longer than all else that the program does for a mail. A
// module of its own, because a background process loads it with all that it imports.

import { assert } from '../../platform/assert.js';
import { makeInBackground } from '../../platform/files/background.js';

/** A mail as data. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly MailFile[];
}

interface MailFile {
  readonly filename: string;
  readonly contentType: string;
  /** A background process gets no Buffer: its input was copied. */
  readonly content: Uint8Array;
}

/** Writes a mail in a background process. Refuses with 503 when too much waits there. */
export function composeInBackground(mail: Mail): Promise<Buffer> {
  return makeInBackground({ module: import.meta.url, name: 'composeMail' }, mail);
}

/** The mail as it is sent (RFC 5322). */
export async function composeMail(mail: Mail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const writer = createTransport({
    ...{ streamTransport: true, buffer: true, newline: 'windows' },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const { message } = await writer.sendMail({ ...mail, attachments: attachmentsOf(mail) });
  assert(Buffer.isBuffer(message), 'a mail that is buffered is bytes');
  return message;
}

/** The files of a mail as nodemailer wants them; no content is copied. */
export function attachmentsOf({ attachments }: Mail) {
  return attachments.map(({ content: { buffer, byteOffset, byteLength }, ...file }) => ({
    ...file,
    content: Buffer.from(buffer, byteOffset, byteLength),
  }));
}
