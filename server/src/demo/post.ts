// The demonstration's own mail server, SMS centre and WhatsApp. They are real servers on the
// loopback address, to which the gateways connect as they would to a provider.

import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  deliveryOf,
  type FakeCloudApi,
  type ReceivedWhatsApp,
  startFakeCloudApi,
} from '../gateways/fake/cloud-api.js';
import { type ReceivedMail, startFakeMailServer } from '../gateways/fake/mail-server.js';
import {
  type FakeSmsCentre,
  type ReceivedSms,
  startFakeSmsCentre,
} from '../gateways/fake/sms-centre.js';
import { smsGateway } from '../gateways/sms/gateway.js';
import { smtpGateway } from '../gateways/smtp/gateway.js';
import { whatsappGateway } from '../gateways/whatsapp/gateway.js';
import type { WebhookSettings } from '../gateways/whatsapp/module.js';
import type { Gateway, OpenGateway } from '../modules/crm/index.js';
import type { Context } from '../platform/context.js';
import { insertMessage } from './inbox-queries.js';

/** The demonstration's WhatsApp number. */
const DISPLAY_NUMBER = '2347005550100';
const PHONE_NUMBER_ID = '100000000000001';
const STATUS_DELAY_MS = 50;
const OWN_REPLY_MS = 5_000;

/** A message from a customer to the firm. */
interface Written {
  readonly from: string;
  readonly text: string;
}

export interface DemoPost {
  readonly gateways: readonly Gateway[];
  readonly webhook: WebhookSettings;
  /** Sets our server's URL. WhatsApp delivers to the webhook there. */
  listening(url: string): void;
  /** Sends a message as a customer. Returns false if no gateway accepts it. */
  writeText(written: Written): Promise<boolean>;
  writeWhatsApp(written: Written): Promise<boolean>;
}

interface Post {
  readonly context: Context;
  readonly secrets: WebhookSettings & { readonly accessToken: string };
  url: string | undefined;
  centre: FakeSmsCentre | undefined;
  closing: boolean;
}

/** Creates the servers, which start when the gateways are opened. */
export function demoPost(context: Context): DemoPost {
  // Only this process knows these secrets, and they change at every start.
  const post: Post = {
    context,
    secrets: {
      phoneNumberId: PHONE_NUMBER_ID,
      accessToken: randomUUID(),
      appSecret: randomUUID(),
      verifyToken: randomUUID(),
    },
    ...{ url: undefined, centre: undefined, closing: false },
  };
  return {
    gateways: [mailGateway(post), textGateway(post), cloudGateway(post)],
    webhook: post.secrets,
    listening: (url) => {
      post.url = url;
    },
    writeText: async ({ from, text }) => {
      const message = { from: from.replace(/^\+/, ''), to: context.config.smsFrom, text };
      return (await post.centre?.fromPhone(message)) ?? false;
    },
    writeWhatsApp: ({ from, text }) =>
      deliver(post, {
        messages: [
          {
            ...{ from: from.replace(/^\+/, ''), id: `wamid.${randomUUID()}`, type: 'text' },
            ...{ timestamp: secondsNow(context), text: { body: text } },
          },
        ],
      }),
  };
}

// The server stops with the gateway that is connected to it.
function withServer(open: OpenGateway, server: { close(): Promise<void> }): OpenGateway {
  return {
    ...open,
    close: async () => {
      await open.close();
      await server.close();
    },
  };
}

function mailGateway({ context }: Post): Gateway {
  const { smtpFrom } = context.config;
  return {
    ...smtpGateway({ url: '', from: smtpFrom }),
    open: async (tools, sink) => {
      const server = await startFakeMailServer({ onMail: (mail) => keepMail(context, mail) });
      const gateway = smtpGateway({ url: server.url, from: smtpFrom });
      return withServer(await gateway.open(tools, sink), server);
    },
  };
}

async function keepMail({ db }: Context, { from, to, raw }: ReceivedMail): Promise<void> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw);
  for (const address of to) {
    await insertMessage(db, {
      ...{ channel: 'EMAIL', from_address: from, to_address: address },
      ...{ subject: mail.subject ?? null, body: mail.text ?? '', html: mail.html ?? null },
      reference: `${mail.messageId ?? randomUUID()} ${address}`,
      files: mail.attachments.map(({ filename, mimeType }) => ({
        ...{ fileName: filename ?? 'file', mimeType },
      })),
    });
  }
}

function textGateway(post: Post): Gateway {
  const { context } = post;
  const { smsFrom: from, homeCountry: home } = context.config;
  return {
    ...smsGateway({ url: '', from, home }),
    open: async (tools, sink) => {
      const joining = new Map<string, string[]>();
      const centre = await startFakeSmsCentre({
        ...{ systemId: 'demo', password: randomUUID(), nextId: () => randomUUID() },
        deliversAll: true,
        onMessage: (text) => keepText(context, joining, text),
      });
      post.centre = centre;
      const gateway = smsGateway({ url: centre.url, from, home });
      return withServer(await gateway.open(tools, sink), centre);
    },
  };
}

// Joins the parts of a long message, as a phone does.
async function keepText(
  { db }: Context,
  joining: Map<string, string[]>,
  received: ReceivedSms,
): Promise<number> {
  const { from, to, text, part = '1/1', reference } = received;
  const [number = 1, total = 1] = part.split('/').map(Number);
  const key = `${to} ${reference}`;
  const parts = joining.get(key) ?? [];
  parts[number - 1] = text;
  joining.set(key, parts);
  if (number < total) return 0;
  joining.delete(key);
  const body = parts.join('');
  // The sender's reference is short and is reused, so the key includes a digest of the text.
  const digest = createHash('sha256').update(body).digest('base64url');
  await insertMessage(db, {
    ...{ channel: 'SMS', from_address: from, to_address: `+${to}`, subject: null, html: null },
    ...{ body, reference: `${key} ${digest}`, files: [] },
  });
  return 0;
}

function cloudGateway(post: Post): Gateway {
  const { secrets } = post;
  const settings = (url: string) => ({ ...secrets, url });
  return {
    ...whatsappGateway(settings('')),
    open: async (tools, sink) => {
      const server: FakeCloudApi = await startFakeCloudApi({
        ...{ ...secrets, nextId: () => `wamid.${randomUUID()}` },
        onMessage: async (message) => {
          const file = server.media.get(message.mediaId ?? '');
          await keepWhatsApp(post.context, message, file);
          void reportStatus(post, message);
          return undefined;
        },
      });
      const open = await whatsappGateway(settings(server.url)).open(tools, sink);
      return withServer(open, {
        close: async () => {
          post.closing = true;
          await server.close();
        },
      });
    },
  };
}

async function keepWhatsApp(
  { db }: Context,
  { to, text, reference, wamid }: ReceivedWhatsApp,
  file: { readonly fileName: string; readonly mimeType: string } | undefined,
): Promise<void> {
  const files = file === undefined ? [] : [{ fileName: file.fileName, mimeType: file.mimeType }];
  await insertMessage(db, {
    ...{ channel: 'WHATSAPP', from_address: `+${DISPLAY_NUMBER}`, to_address: `+${to}` },
    ...{ subject: null, body: text, html: null, reference: reference ?? wamid, files },
  });
}

// Acts like a phone that is switched on. The message is sent and, a moment later, delivered.
async function reportStatus(post: Post, { wamid, to, reference }: ReceivedWhatsApp): Promise<void> {
  for (const status of ['sent', 'delivered']) {
    await pause(STATUS_DELAY_MS, undefined, { ref: false });
    if (post.closing) return;
    const report = { id: wamid, status, timestamp: secondsNow(post.context), recipient_id: to };
    await deliver(post, { statuses: [{ ...report, biz_opaque_callback_data: reference }] });
  }
}

async function deliver(
  { url, secrets, context }: Post,
  delivery: Parameters<typeof deliveryOf>[1],
): Promise<boolean> {
  if (url === undefined) return false;
  const { body, signature } = deliveryOf(
    { ...secrets, displayPhoneNumber: DISPLAY_NUMBER },
    delivery,
  );
  try {
    const response = await fetch(`${url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body,
      signal: AbortSignal.timeout(OWN_REPLY_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch (error) {
    context.log.warn({ err: error }, 'the demonstration could not deliver');
    return false;
  }
}

function secondsNow({ clock }: Context): string {
  return String(Math.floor(clock.millis() / 1_000));
}
