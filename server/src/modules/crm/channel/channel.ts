// The channels of messages and the purposes for which they are sent.

export const CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP'] as const;

export type Channel = (typeof CHANNELS)[number];

export const PURPOSES = ['SERVICE', 'MARKETING'] as const;

export type Purpose = (typeof PURPOSES)[number];

/** An approved template of WhatsApp, which may be sent at any time. */
export interface WhatsAppTemplate {
  readonly name: string;
  readonly language: string;
  readonly parameters: readonly string[];
}
