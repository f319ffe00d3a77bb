// The channels and purposes of messages.

export const CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP'] as const;

export type Channel = (typeof CHANNELS)[number];

export const PURPOSES = ['SERVICE', 'MARKETING'] as const;

export type Purpose = (typeof PURPOSES)[number];

/** An approved WhatsApp template, which may be sent even outside the window for free text. */
export interface WhatsAppTemplate {
  readonly name: string;
  readonly language: string;
  readonly parameters: readonly string[];
}
