// WhatsApp's webhook: its handshake, and its signed deliveries for our phone number.

import { Type } from '@sinclair/typebox';
import type { MessageSink } from '../../modules/crm/index.js';
import type { Call, Context } from '../../platform/context.js';
import { checkJsonSize } from '../../platform/http/body/body.js';
import { commonProblems, defineProblems, refusal } from '../../platform/http/reply/problem.js';
import { type FileReply, PUBLIC, type Route, raw, read } from '../../platform/http/route.js';
import { closedObject, openObject, wireInteger, wireText } from '../../platform/http/shape/wire.js';
import type { Module } from '../../platform/module.js';
import { WHATSAPP } from '../limits.js';
import { splitDelivery } from './split.js';
import { isSigned } from './webhook-signature.js';

export interface WebhookSettings {
  readonly phoneNumberId: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

const whatsappProblems = defineProblems({
  DELIVERY_REFUSED: [403, 'The delivery is unsigned, for another number, or too old.'],
});

interface WhatsAppParts {
  /**
   * The webhook's settings. If WhatsApp is not configured, they are undefined and every delivery is
   * refused.
   */
  readonly settings: WebhookSettings | undefined;
  readonly sink: (context: Context) => MessageSink;
}

/** Builds the webhook's module. */
export function whatsappModule(parts: WhatsAppParts): Module {
  return {
    name: 'whatsapp',
    summary: 'Deliveries from WhatsApp: messages, receipts and the verification of the webhook',
    routes: routesOf(parts),
    problems: whatsappProblems,
  };
}

function routesOf({ settings, sink }: WhatsAppParts): readonly Route[] {
  return [
    read({
      path: 'webhooks/whatsapp',
      operation: 'verifyWhatsAppWebhook',
      summary: "WhatsApp's handshake: repeats the challenge to a caller with our verify token",
      permission: PUBLIC,
      mount: 'root',
      query: openObject({
        'hub.mode': Type.Optional(wireText({ description: '`subscribe`' })),
        'hub.verify_token': Type.Optional(wireText({ description: 'Our verify token' })),
        'hub.challenge': Type.Optional(
          wireText({ description: 'The text that the reply must echo' }),
        ),
      }),
      produces: 'text/plain',
      problems: [commonProblems.FORBIDDEN],
      run: async (_call, { query }) =>
        shakeHands(settings, {
          mode: query['hub.mode'],
          token: query['hub.verify_token'],
          challenge: query['hub.challenge'],
        }),
    }),
    raw({
      method: 'POST',
      path: 'webhooks/whatsapp',
      operation: 'receiveWhatsAppDelivery',
      summary: 'Messages and statuses that WhatsApp delivers, signed with the secret of our app',
      description:
        'The delivery is stored before the reply, and each message and status has its effect ' +
        'once, however often and in whatever order it arrives. Unknown content is stored, and ' +
        'listed by `crm/inbound/list`. A ' +
        `delivery is refused if everything in it is older than ${WHATSAPP.staleAfterDays} days: ` +
        'WhatsApp has stopped retrying by then, so another sender repeats it.',
      permission: PUBLIC,
      mount: 'root',
      bodyBytes: WHATSAPP.webhookBodyBytes,
      signedBody: true,
      problems: [whatsappProblems.DELIVERY_REFUSED],
      reply: closedObject({
        received: wireInteger({ description: 'Messages and statuses that were stored' }),
      }),
      run: (call) => receive(call, settings, sink(call.context)),
    }),
  ];
}

interface Handshake {
  readonly mode: string | undefined;
  readonly token: string | undefined;
  readonly challenge: string | undefined;
}

function shakeHands(settings: WebhookSettings | undefined, given: Handshake): FileReply {
  const { mode, token, challenge } = given;
  const isOurs = mode === 'subscribe' && settings !== undefined && token === settings.verifyToken;
  // Echoes only text that can be a challenge, so that no other content appears at our address.
  if (!isOurs || challenge === undefined || !/^[\w.-]{1,200}$/.test(challenge)) {
    throw refusal(commonProblems.FORBIDDEN);
  }
  return { contentType: 'text/plain; charset=utf-8', bytes: Buffer.from(challenge) };
}

async function receive(
  call: Call,
  settings: WebhookSettings | undefined,
  sink: MessageSink,
): Promise<object> {
  const body = call.request?.rawBody;
  const signature = call.request?.header('x-hub-signature-256') ?? '';
  if (settings === undefined || body === undefined || !isSigned(body, signature, settings)) {
    throw refusal(whatsappProblems.DELIVERY_REFUSED);
  }
  checkJsonSize(body, WHATSAPP.webhookJsonValuesMax);
  const split = splitDelivery(body, settings.phoneNumberId);
  const oldest = call.context.clock.millis() / 1_000 - WHATSAPP.staleAfterDays * 86_400;
  if (split.isForeign || (split.newestSeconds ?? oldest) < oldest) {
    throw refusal(whatsappProblems.DELIVERY_REFUSED);
  }
  const lanes = await sink.store(split.delivery);
  await sink.read(lanes);
  return { received: split.delivery.items.length };
}
