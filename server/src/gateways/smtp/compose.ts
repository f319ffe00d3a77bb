// Encodes e-mails in a background process, because encoding their attachments takes most of the
// time. This file is separate because the background process loads it with all its imports.

import { BACKGROUND } from '../../limits.js';
import { assert } from '../../platform/assert.js';
import { makeInBackground } from '../../platform/files/background.js';

/**
 * An address with its display name. The library would parse a plain string, but not this object.
 */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** An e-mail as plain data. */
export interface Mail {
  readonly from: Mailbox;
  readonly to: Mailbox;
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
  /**
   * A plain Uint8Array instead of a Buffer, because the input to a background process is copied.
   */
  readonly content: Uint8Array;
}

/** Encodes an e-mail in a background process. Refuses with 503 if the process's queue is full. */
export function composeInBackground(mail: Mail): Promise<Buffer> {
  return makeInBackground(
    { module: import.meta.url, name: 'composeMail' },
    mail,
    BACKGROUND.mailTimeoutMs,
  );
}

/** Returns the raw e-mail (RFC 5322). */
export async function composeMail(mail: Mail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const writer = createTransport({
    ...{ streamTransport: true, buffer: true, newline: 'windows' },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  const { message } = await writer.sendMail({
    ...mail,
    envelope: envelopeOf(mail),
    attachments: attachmentsOf(mail),
  });
  assert(Buffer.isBuffer(message), 'a mail that is buffered is bytes');
  return message;
}

/** Returns the envelope: one sender and one recipient, regardless of the headers. */
export function envelopeOf({ from, to }: Mail) {
  return { from: { ...from }, to: [{ ...to }] };
}

/** Returns an e-mail's files in nodemailer's format, without copying their content. */
export function attachmentsOf({ attachments }: Mail) {
  return attachments.map(({ content: { buffer, byteOffset, byteLength }, ...file }) => ({
    ...file,
    content: Buffer.from(buffer, byteOffset, byteLength),
  }));
}
