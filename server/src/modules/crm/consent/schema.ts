// Wire shapes of consent and suppressed addresses.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { classifyAll } from '../../../platform/http/shape/data-class.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInstant,
} from '../../../platform/http/shape/wire.js';
import { CHANNELS } from '../channel/channel.js';
import { email, note, reference, text } from '../member-schema.js';
import { RECIPIENT_KINDS } from '../person/recipient.js';
import { CONSENT_CHANNELS, CONSENT_PURPOSES, CONSENT_SOURCES } from './kind.js';

const who = {
  recipientType: Type.Optional(wireChoice(RECIPIENT_KINDS, { description: 'Kind of record' })),
  recipientId: reference('Id of the record'),
};

export const ConsentBody = closedObject({
  ...who,
  address: email('E-mail address or number, for EMAIL, SMS and WHATSAPP; with or without a record'),
  channel: wireChoice(CONSENT_CHANNELS, { description: 'Channel or use' }),
  purpose: Type.Optional(
    wireChoice(CONSENT_PURPOSES, {
      description: 'ALL (the default), or MARKETING for marketing only',
    }),
  ),
  granted: wireFlag({ description: 'True if consent is given, false if it is withdrawn' }),
  note: note('How the person made the statement'),
});

export type ConsentBody = Static<typeof ConsentBody>;

/** A consent statement. */
export const ConsentSaid = openObject({
  ...who,
  ...classifyAll({ address: text('Address to which it applies') }, 'confidential'),
  channel: wireChoice(CONSENT_CHANNELS),
  purpose: wireChoice(CONSENT_PURPOSES),
  granted: wireFlag(),
  source: wireChoice(CONSENT_SOURCES),
  note: note('How the person made the statement'),
});

export const ConsentRecord = openObject({
  id: wireId(),
  ...ConsentSaid.properties,
  createdBy: text('User or client that recorded it'),
  createdDttm: wireInstant(),
});

export const ConsentList = closedObject({
  ...pageBS,
  ...who,
  recipientId: naming('recipient', who.recipientId),
  channel: Type.Optional(wireChoice(CONSENT_CHANNELS, { description: 'Filter by channel' })),
  ...classifyAll({ address: email('Filter by address') }, 'confidential'),
});

export const SuppressionRecord = openObject({
  channel: wireChoice(CHANNELS),
  ...classifyAll({ address: text('Suppressed address') }, 'confidential'),
  purpose: wireChoice(CONSENT_PURPOSES, { description: 'ALL, or MARKETING for marketing only' }),
  reason: text('BOUNCED, KEYWORD, UNSUBSCRIBED or STAFF'),
  createdBy: text('User or client that added it'),
  createdDttm: wireInstant(),
});

export const SuppressionList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(CHANNELS, { description: 'Filter by channel' })),
  ...classifyAll({ address: email('Filter by address') }, 'confidential'),
});

export const consentExample = {
  address: '+2348035550199',
  channel: 'SMS',
  granted: false,
  note: 'Stated on the phone',
};
