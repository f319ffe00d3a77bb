// The message gateways in the settings. For other channels, a demonstration uses built-in gateways.

import type { Config } from '../../config/config.js';
import { demoInboxModule } from '../../demo/inbox.js';
import { demoPost } from '../../demo/post.js';
import { smsGateway } from '../../gateways/sms/gateway.js';
import { smsReader } from '../../gateways/sms/read.js';
import { smtpGateway } from '../../gateways/smtp/gateway.js';
import { whatsappGateway } from '../../gateways/whatsapp/gateway.js';
import { type WebhookSettings, whatsappModule } from '../../gateways/whatsapp/module.js';
import { readWhatsApp } from '../../gateways/whatsapp/read.js';
import { type Gateway, type Intake, messageIntake } from '../../modules/crm/index.js';
import type { PartyPorts } from '../../modules/party/index.js';
import type { Context } from '../../platform/context.js';
import type { Module } from '../../platform/module.js';

/** The message gateways and their modules. */
interface Messaging {
  readonly gateways: readonly Gateway[];
  /** Stores and reads deliveries that arrive at the gateways and the webhook. */
  readonly intake: Intake;
  /** The modules with the gateways' operations. */
  readonly modules: readonly Module[];
}

/** Returns a gateway for each channel in the settings or the demonstration. */
export function messagingOf(context: Context, party: PartyPorts): Messaging {
  const { config } = context;
  const configured = configuredGateways(config);
  const channels = new Set(configured.map(({ channel }) => channel));
  const post = config.demo ? demoPost(context) : undefined;
  const builtIn = post?.gateways.filter(({ channel }) => !channels.has(channel)) ?? [];
  const settings = whatsappOf(config) ?? post?.webhook;
  const intake = messageIntake({
    party,
    readers: { SMS: smsReader(config.homeCountry), WHATSAPP: readWhatsApp },
  });
  return {
    gateways: [...configured, ...builtIn],
    intake,
    modules: [
      whatsappModule({ settings, sink: intake.sink }),
      ...(post === undefined ? [] : [demoInboxModule(post)]),
    ],
  };
}

function configuredGateways(config: Config): readonly Gateway[] {
  const { smtpUrl, smtpFrom, smsUrl, smsFrom, homeCountry: home } = config;
  const whatsapp = whatsappOf(config);
  return [
    ...(smtpUrl === undefined ? [] : [smtpGateway({ url: smtpUrl, from: smtpFrom })]),
    ...(smsUrl === undefined ? [] : [smsGateway({ url: smsUrl, from: smsFrom, home })]),
    ...(whatsapp === undefined ? [] : [whatsappGateway(whatsapp)]),
  ];
}

type WhatsAppSettings = WebhookSettings & {
  readonly url: string;
  readonly accessToken: string;
};

// Either all of these settings are set or none.
function whatsappOf(config: Config): WhatsAppSettings | undefined {
  const {
    whatsappUrl: url,
    whatsappPhoneNumberId: phoneNumberId,
    whatsappAccessToken: accessToken,
    whatsappAppSecret: appSecret,
    whatsappVerifyToken: verifyToken,
  } = config;
  if (!phoneNumberId || !accessToken || !appSecret || !verifyToken) return undefined;
  return { url, phoneNumberId, accessToken, appSecret, verifyToken };
}
