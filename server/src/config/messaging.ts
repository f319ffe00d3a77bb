// Settings of the message gateways.

import { Type } from '@sinclair/typebox';

const text = Type.Optional(Type.String({ minLength: 1 }));

/** A channel without settings sends nothing. Its messages stay queued until they fail. */
export const messagingShape = {
  smtpUrl: Type.Optional(Type.String({ pattern: '^smtps?://[^\\s/]+' })),
  smtpFrom: Type.String({ pattern: '^([^<>]+<)?[^\\s@<>]+@[^\\s@<>]+>?$' }),
  smsUrl: Type.Optional(Type.String({ pattern: '^s?smpp://[^\\s/]+' })),
  /** A phone number, a short code, or up to eleven letters and digits. */
  smsFrom: Type.String({ pattern: '^(\\+?[0-9]{3,15}|[A-Za-z0-9 ]{1,11})$' }),
  whatsappUrl: Type.String({ pattern: '^https?://[^\\s?#]+$' }),
  whatsappPhoneNumberId: Type.Optional(Type.String({ pattern: '^[0-9]+$' })),
  whatsappAccessToken: text,
  whatsappAppSecret: text,
  whatsappVerifyToken: text,
};

/** Reads the settings from the environment. */
export function messagingSettings(environment: Readonly<Record<string, string | undefined>>) {
  const given = (member: string, value: string | undefined) =>
    value === undefined || value === '' ? {} : { [member]: value };
  return {
    ...given('smtpUrl', environment.SMTP_URL),
    smtpFrom: environment.SMTP_FROM || 'Countinghouse <no-reply@localhost>',
    ...given('smsUrl', environment.SMS_SMPP_URL),
    smsFrom: environment.SMS_FROM || 'CTGHOUSE',
    whatsappUrl: environment.WHATSAPP_URL || 'https://graph.facebook.com/v23.0',
    ...given('whatsappPhoneNumberId', environment.WHATSAPP_PHONE_NUMBER_ID),
    ...given('whatsappAccessToken', environment.WHATSAPP_ACCESS_TOKEN),
    ...given('whatsappAppSecret', environment.WHATSAPP_APP_SECRET),
    ...given('whatsappVerifyToken', environment.WHATSAPP_VERIFY_TOKEN),
  };
}

const WHATSAPP = [
  'whatsappPhoneNumberId',
  'whatsappAccessToken',
  'whatsappAppSecret',
  'whatsappVerifyToken',
] as const;

/** Returns an error message if only some of the WhatsApp settings are set: all must be, or none. */
export function contradictionInMessaging(
  settings: Readonly<Partial<Record<(typeof WHATSAPP)[number], string>>>,
): string | undefined {
  const missing = WHATSAPP.filter((member) => settings[member] === undefined);
  if (missing.length === 0 || missing.length === WHATSAPP.length) return undefined;
  return `WhatsApp also needs ${missing.join(', ')}`;
}
