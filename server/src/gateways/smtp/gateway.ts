// Sends e-mail over SMTP, one e-mail per message, and maps the server's response to an outcome.

import type { Gateway, OpenGateway, OutgoingMessage } from '../../modules/crm/index.js';
import { emailKey } from '../../platform/address/email.js';
import { singleLine } from '../../platform/address/name.js';
import { SMTP } from '../limits.js';
import {
  attachmentsOf,
  composeInBackground,
  envelopeOf,
  type Mail,
  type Mailbox,
} from './compose.js';
import { outcomeOf } from './outcome.js';

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

async function openSmtp({ url, from: sender }: SmtpSettings): Promise<OpenGateway> {
  const from = mailboxOf(sender);
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: SMTP.connectionsMax,
    // Only our sender decides whether to retry.
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
      // The rules were checked for exactly this address, not for another spelling of it.
      if (emailKey(message.to) !== message.to) {
        return { kind: 'PERMANENT', reason: 'the recipient is not an e-mail address' };
      }
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
function messageIdOf({ reference }: OutgoingMessage, from: Mailbox): string {
  return `<${reference}@${from.address.split('@').at(-1)}>`;
}

// Splits the sender in the settings, whose format was checked at startup.
function mailboxOf(text: string): Mailbox {
  const [, name = '', address = text] = /^\s*"?([^"<]*)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return { name: singleLine(name).trim(), address: address.trim() };
}

/**
 * Returns the e-mail with its envelope. It is already encoded (`raw`), unless its files are large:
 * such an e-mail is encoded while it is sent.
 */
async function composed(mail: Mail) {
  const size = mail.attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  const envelope = envelopeOf(mail);
  if (size > SMTP.composedBytesMax) return { ...mail, envelope, attachments: attachmentsOf(mail) };
  const { messageId } = mail;
  return { raw: await composeInBackground(mail), envelope, messageId };
}

async function mailOf(message: OutgoingMessage, from: Mailbox): Promise<Mail> {
  const { to, subject, text, html, files, unsubscribeUrl } = message;
  const attachments = await Promise.all(
    files.map(async ({ fileName, mimeType, read }) => ({
      ...{ filename: singleLine(fileName), contentType: mimeType, content: await read() },
    })),
  );
  return {
    ...{ from, to: { name: '', address: to }, subject: singleLine(subject ?? '') },
    ...{ text, attachments },
    ...(html === undefined ? {} : { html }),
    messageId: messageIdOf(message, from),
    headers: {
      // Automatic responders do not reply to e-mails with this header (RFC 3834).
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
