// The webhook of WhatsApp: the handshake, and deliveries that are signed, ours and not stale.

import { Type } from '@sinclair/typebox';
import type { MessageSink } from '../../modules/crm/index.js';
import type { Call, Context } from '../../platform/context.js';
import { checkJsonSize } from '../../platform/http/body/body.js';
import { commonProblems, defineProblems, refusal } from '../../platform/http/reply/problem.js';
import { type FileReply, PUBLIC, type Route, raw, read } from '../../platform/http/route.js';
import { closedObject, openObject, wireInteger, wireText } from '../../platform/http/shape/wire.js';
import { JsonRefused } from '../../platform/json/json.js';
import type { Module } from '../../platform/module.js';
import { WHATSAPP } from '../limits.js';
import { type Told, toldIn } from './webhook-body.js';
import { isSigned } from './webhook-signature.js';

export interface WebhookSettings {
  readonly phoneNumberId: string;
  readonly appSecret: string;
  readonly verifyToken: string;
}

const whatsappProblems = defineProblems({
  DELIVERY_REFUSED: [403, 'The delivery is not signed, not for our number, or stale.'],
});

interface WhatsAppParts {
  /** Undefined where WhatsApp is not set up: every delivery is refused then. */
  readonly settings: WebhookSettings | undefined;
  readonly sink: (context: Context) => MessageSink;
}

/** The module of the webhook. */
export function whatsappModule(parts: WhatsAppParts): Module {
  return {
    name: 'whatsapp',
    summary: 'What the WhatsApp provider sends: messages, receipts and its check',
    routes: routesOf(parts),
    problems: whatsappProblems,
  };
}

function routesOf({ settings, sink }: WhatsAppParts): readonly Route[] {
  return [
    read({
      path: 'webhooks/whatsapp',
      operation: 'verifyWhatsAppWebhook',
      summary: "WhatsApp's handshake: repeats the challenge to who knows our word",
      permission: PUBLIC,
      mount: 'root',
      query: openObject({
        'hub.mode': Type.Optional(wireText({ description: '`subscribe`' })),
        'hub.verify_token': Type.Optional(wireText({ description: 'Our word' })),
        'hub.challenge': Type.Optional(wireText({ description: 'What is to be repeated' })),
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
        'Each message and status counts once, however often and in whatever order it comes. A ' +
        `delivery that is all older than ${WHATSAPP.staleAfterDays} days is refused: WhatsApp ` +
        'stops trying by then, so somebody else repeats it.',
      permission: PUBLIC,
      mount: 'root',
      bodyBytes: WHATSAPP.webhookBodyBytes,
      signedBody: true,
      problems: [whatsappProblems.DELIVERY_REFUSED],
      reply: closedObject({
        received: wireInteger({ description: 'Messages and statuses that were read' }),
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

function shakeHands(settings: WebhookSettings | undefined, said: Handshake): FileReply {
  const { mode, token, challenge } = said;
  const isOurs = mode === 'subscribe' && token === settings?.verifyToken;
  // Only what can be a challenge is repeated: our address is not for others to write on.
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
  const { told, isForeign } = toldIn(parsed(body), settings.phoneNumberId);
  const oldest = call.context.clock.millis() / 1_000 - WHATSAPP.staleAfterDays * 86_400;
  const fresh = told.filter(({ atSeconds }) => atSeconds >= oldest);
  if (isForeign || (told.length > 0 && fresh.length === 0)) {
    throw refusal(whatsappProblems.DELIVERY_REFUSED);
  }
  await store(fresh, sink);
  return { received: fresh.length };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new JsonRefused('the body is not JSON', { cause });
  }
}

// A few at a time: a large delivery is answered in time, and takes no connection from the others.
// One that cannot be stored fails the whole delivery, which then comes again.
async function store(told: readonly Told[], sink: MessageSink): Promise<void> {
  for (let start = 0; start < told.length; start += WHATSAPP.storedAtOnce) {
    await Promise.all(
      told
        .slice(start, start + WHATSAPP.storedAtOnce)
        .map((one) => ('message' in one ? sink.receive(one.message) : sink.tell(one.receipt))),
    );
  }
}
