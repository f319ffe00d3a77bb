// The link by which the receiver of a mail ends such mails: where it leads, and where it stands.

import type { Config } from '../../../config/config.js';
import type { OutgoingMessage } from '../channel/gateway.js';

/** The page of a message's token, at the address by which the world reaches this server. */
export function unsubscribeUrl(config: Config, token: string): string {
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return `${base.replace(/\/+$/, '')}/unsubscribe/${token}`;
}

/** The message with the link at its end, in both of its forms, unless its writer put it in. */
export function withUnsubscribeLink(message: OutgoingMessage, url: string): OutgoingMessage {
  const { text, html } = message;
  return {
    ...message,
    unsubscribeUrl: url,
    text: text.includes(url) ? text : `${text}\n\n-- \nTo get no more of these mails: ${url}\n`,
    html: html === undefined || html.includes(url) ? html : withLine(html, url),
  };
}

function withLine(html: string, url: string): string {
  const line = `<p><small><a href="${url}">Get no more of these mails</a></small></p>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? `${html}\n${line}\n` : `${html.slice(0, end)}${line}\n${html.slice(end)}`;
}
