// Sends e-mail over SMTP, one e-mail per message, and maps the server's response to an outcome.

import type { NodemailerError } from 'nodemailer';
import type {
  Gateway,
  OpenGateway,
  OutgoingMessage,
  SendOutcome,
} from '../../modules/crm/index.js';
import { Problem } from '../../platform/http/reply/problem.js';
import { SMTP } from '../limits.js';
import { attachmentsOf, composeInBackground, type Mail } from './compose.js';

interface SmtpSettings {
  /**
   * `smtp://user:password@host:587` (uses STARTTLS if offered), or `smtps://…` for TLS from the
   * start.
   */
  readonly url: string;
  /** The sender of e-mails, such as `Firm <no-reply@firm.example>`. */
  readonly from: string;
}

/** Returns the gateway for e-mail. Connections open with the first e-mail and are reused. */
export function smtpGateway(settings: SmtpSettings): Gateway {
  return {
    channel: 'EMAIL',
    atOnceMax: SMTP.connectionsMax,
    open: () => openSmtp(settings),
  };
}

async function openSmtp({ url, from }: SmtpSettings): Promise<OpenGateway> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: SMTP.connectionsMax,
    // Only our sender decides about retries.
    maxRequeues: 0,
    connectionTimeout: SMTP.connectTimeoutMs,
    greetingTimeout: SMTP.connectTimeoutMs,
    socketTimeout: SMTP.silenceTimeoutMs,
    idleTimeout: SMTP.idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    ready: () => true,
    send: async (message, signal) => {
      try {
        const mail = await mailOf(message, from);
        await transport.sendMail({ ...(await composed(mail)), signal });
        return { kind: 'SENT', providerId: mail.messageId };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: async () => transport.close(),
  };
}

/** Returns the message id, the same in every attempt, so that a mailbox can drop duplicates. */
function messageIdOf({ reference }: OutgoingMessage, from: string): string {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return `<${reference}@${domain}>`;
}

/**
 * Returns the e-mail as bytes with its envelope. An e-mail with large files is encoded while it is
 * sent.
 */
async function composed(mail: Mail) {
  const size = mail.attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  if (size > SMTP.composedBytesMax) return { ...mail, attachments: attachmentsOf(mail) };
  const { from, to, messageId } = mail;
  return { raw: await composeInBackground(mail), envelope: { from, to }, messageId };
}

async function mailOf(message: OutgoingMessage, from: string): Promise<Mail> {
  const { to, subject, text, html, files, unsubscribeUrl } = message;
  const attachments = await Promise.all(
    files.map(async ({ fileName, mimeType, read }) => ({
      ...{ filename: fileName, contentType: mimeType, content: await read() },
    })),
  );
  return {
    ...{ from, to, subject: subject ?? '', text, attachments },
    ...(html === undefined ? {} : { html }),
    messageId: messageIdOf(message, from),
    headers: {
      // Automatic responders do not reply to such e-mails (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined ? {} : unsubscribing(unsubscribeUrl)),
    },
  };
}

// Returns the headers that let mail programs unsubscribe with one click (RFC 2369 and RFC 8058).
function unsubscribing(url: string) {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

const CONNECTION_ERRORS = new Set([
  'ECONFIG',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EOAUTH2',
  'EPROXY',
]);

function outcomeOf(error: unknown): SendOutcome {
  // The encoding queue is full, so all e-mails wait. This is not a failed attempt.
  if (error instanceof Problem)
    return { kind: 'UNAVAILABLE', reason: `the mail was not encoded: ${error.message}` };
  if (!isMailError(error)) return { kind: 'TEMPORARY', reason: reasonOf(error) };
  const reason = reasonOf(error);
  const { responseCode: code, command } = error;
  const isConnectionError = command === 'CONN' || CONNECTION_ERRORS.has(error.code ?? '');
  if (isConnectionError || code === 421) return { kind: 'UNAVAILABLE', reason };
  // If the connection breaks after the text was sent, the e-mail may have been delivered.
  if (code === undefined) return { kind: 'UNKNOWN', reason };
  // 503 means a wrong order of commands, not a problem with the e-mail.
  if (code < 500 || code === 503) return { kind: 'TEMPORARY', reason };
  return { kind: 'PERMANENT', reason, badAddress: isBadAddress(error) };
}

// Returns whether the error is about the address (RFC 3463, class 5.1). A bare 550 is not enough,
// because servers also send it for spam.
function isBadAddress({ command, response }: NodemailerError): boolean {
  return command === 'RCPT TO' && /^55[013][ -]5\.1\.\d/.test(response ?? '');
}

function isMailError(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error;
}

// Returns the reason to store with the attempt. The server's response may contain the address, so
// it is not logged.
function reasonOf(error: unknown): string {
  if (!isMailError(error)) return error instanceof Error ? error.message : 'unknown';
  return error.response ?? `${error.code ?? error.name}: ${error.message}`;
}
