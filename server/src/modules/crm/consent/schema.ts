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
  recipientId: reference('The record'),
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
  granted: wireFlag({ description: 'False: withdrawn' }),
  note: note('How the person made the statement'),
});

export type ConsentBody = Static<typeof ConsentBody>;

/** A statement about consent. */
export const ConsentSaid = openObject({
  ...who,
  ...classifyAll({ address: text('The address that it applies to') }, 'confidential'),
  channel: wireChoice(CONSENT_CHANNELS),
  purpose: wireChoice(CONSENT_PURPOSES),
  granted: wireFlag(),
  source: wireChoice(CONSENT_SOURCES),
  note: note('How the person stated it'),
});

export const ConsentRecord = openObject({
  id: wireId(),
  ...ConsentSaid.properties,
  createdBy: text('Who recorded it'),
  createdDttm: wireInstant(),
});

export const ConsentList = closedObject({
  ...pageBS,
  ...who,
  recipientId: naming('recipient', who.recipientId),
  channel: Type.Optional(wireChoice(CONSENT_CHANNELS, { description: 'Only this channel' })),
  ...classifyAll({ address: email('Only for this address') }, 'confidential'),
});

export const SuppressionRecord = openObject({
  channel: wireChoice(CHANNELS),
  ...classifyAll({ address: text('Suppressed address') }, 'confidential'),
  purpose: wireChoice(CONSENT_PURPOSES, { description: 'ALL, or only marketing' }),
  reason: text('BOUNCED, KEYWORD, UNSUBSCRIBED or STAFF'),
  createdBy: text('Who added it'),
  createdDttm: wireInstant(),
});

export const SuppressionList = closedObject({
  ...pageBS,
  channel: Type.Optional(wireChoice(CHANNELS, { description: 'Only this channel' })),
  ...classifyAll({ address: email('Only this address') }, 'confidential'),
});

export const consentExample = {
  address: '+2348035550199',
  channel: 'SMS',
  granted: false,
  note: 'Stated on the phone',
};
