// The channels, purposes and sources of consent.

export const CONSENT_CHANNELS = ['EMAIL', 'SMS', 'WHATSAPP', 'CALL', 'SHARE'] as const;

export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

export const CONSENT_PURPOSES = ['ALL', 'MARKETING'] as const;

export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export const CONSENT_SOURCES = [
  'STAFF',
  'CLIENT',
  'IMPORT',
  'CONVERSION',
  'UNSUBSCRIBE_LINK',
  'KEYWORD',
  'BUTTON',
  'PROVIDER_SETTING',
  'PROVIDER',
] as const;

export type ConsentSource = (typeof CONSENT_SOURCES)[number];

export type SuppressionReason = 'BOUNCED' | 'KEYWORD' | 'UNSUBSCRIBED' | 'STAFF';
