// The unsubscribe link in e-mails.

import type { Config } from '../../../config/config.js';
import type { OutgoingMessage } from '../channel/gateway.js';

/** Returns the URL of a message's unsubscribe page, under the server's public URL. */
export function unsubscribeUrl(config: Config, token: string): string {
  const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return `${base.replace(/\/+$/, '')}/unsubscribe/${token}`;
}

/** Appends the link to the text and the HTML unless they already contain it. */
export function withUnsubscribeLink(message: OutgoingMessage, url: string): OutgoingMessage {
  const { text, html } = message;
  return {
    ...message,
    unsubscribeUrl: url,
    text: text.includes(url) ? text : `${text}\n\n-- \nUnsubscribe from these e-mails: ${url}\n`,
    html: html === undefined || html.includes(url) ? html : withLine(html, url),
  };
}

function withLine(html: string, url: string): string {
  const line = `<p><small><a href="${url}">Unsubscribe from these e-mails</a></small></p>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? `${html}\n${line}\n` : `${html.slice(0, end)}${line}\n${html.slice(end)}`;
}
