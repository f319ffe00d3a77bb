// The channels and purposes of messages.

export const CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP'] as const;

export type Channel = (typeof CHANNELS)[number];

export const PURPOSES = ['SERVICE', 'MARKETING'] as const;

export type Purpose = (typeof PURPOSES)[number];

/** An approved WhatsApp template. It may be sent even when the window for free text is closed. */
export interface WhatsAppTemplate {
  readonly name: string;
  readonly language: string;
  readonly parameters: readonly string[];
}
