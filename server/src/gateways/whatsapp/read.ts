// Reads the items of deliveries from the Cloud API: messages, statuses, and marketing preferences.

import {
  type IncomingMedia,
  isUserId,
  type Reading,
  type Receipt,
  type ReceivedContent,
  type SenderIdentity,
  type StoredItem,
} from '../../modules/crm/index.js';
import { oneLine } from '../../platform/address/name.js';
import { type ErrorMeaning, meaningOf } from './cloud-error.js';
import { codeIn, itemsIn, memberOf, textIn } from './json-walk.js';
import { secondsIn } from './split.js';
import { errorWords, MEDIA, statedIn, wordsOf } from './words.js';

/** Reads one item. An item that cannot be understood is returned as UNREADABLE with the reason. */
export function readWhatsApp({ content }: StoredItem): Reading {
  if (content === null) {
    return unreadable('NOT_A_DELIVERY: the body is not JSON, or has no changes');
  }
  const item: unknown = JSON.parse(content);
  if (memberOf(item, 'message') !== undefined) return readMessage(item);
  if (memberOf(item, 'status') !== undefined) return readStatus(item);
  if (memberOf(item, 'preference') !== undefined) return readPreference(item);
  if (memberOf(item, 'error') !== undefined) {
    return { kind: 'NOTICE', reason: `ACCOUNT_ERROR: ${errorWords(memberOf(item, 'error'))}` };
  }
  return readChange(item);
}

const unreadable = (reason: string): Reading => ({ kind: 'UNREADABLE', reason });

/** Prefixes of account fields, which concern templates, limits and numbers, not people. */
const ACCOUNT_FIELDS = [
  ...['account', 'business', 'message_template', 'phone_number', 'template', 'security'],
  ...['partner', 'payment', 'tracking', 'flows', 'automatic'],
];

function readChange(item: unknown): Reading {
  const field = textIn(item, 'field') ?? '';
  if (ACCOUNT_FIELDS.some((start) => field.startsWith(start))) {
    return { kind: 'NOTICE', reason: `ACCOUNT_NOTICE: ${field}` };
  }
  return unreadable(`UNKNOWN_FIELD: ${field === '' ? 'none' : field}`);
}

interface Sender {
  readonly from: string;
  readonly identity: SenderIdentity | undefined;
}

// Finds the sender by number, or else by user id. WhatsApp omits the number for people with a user
// name.
function senderOf(item: unknown, entry: unknown): Sender | undefined {
  const contact = memberOf(item, 'contacts', 0);
  const number = [codeIn(entry, 'from'), codeIn(entry, 'wa_id'), codeIn(contact, 'wa_id')].find(
    (each) => each !== undefined && /^\+?\d{5,20}$/.test(each),
  );
  const userId = [
    ...[codeIn(entry, 'from_user_id'), codeIn(entry, 'user_id'), codeIn(contact, 'user_id')],
    codeIn(entry, 'from'),
  ].find((each) => each !== undefined && isUserId(each));
  const phone = number === undefined ? undefined : `+${number.replace(/^\+/, '')}`;
  const from = phone ?? userId;
  if (from === undefined) return undefined;
  const previousUserId = codeIn(entry, 'system', 'previous_user_id');
  const identity = userId === undefined ? undefined : { userId, phone, previousUserId };
  return { from, identity };
}

function readMessage(item: unknown): Reading {
  const message = memberOf(item, 'message');
  const providerId = codeIn(message, 'id');
  if (providerId === undefined) return unreadable('NO_ID: the message has no id');
  const sender = senderOf(item, message);
  if (sender === undefined) return unreadable('NO_SENDER: neither a number nor a user id');
  const seconds = secondsIn(message);
  return {
    kind: 'MESSAGE',
    message: {
      ...{ channel: 'WHATSAPP', providerId, ...sender },
      to: codeIn(item, 'metadata', 'display_phone_number') ?? '',
      text: wordsOf(message),
      stated: statedIn(message),
      choice: choiceIn(message),
      at: seconds === undefined ? undefined : instantOf(seconds),
      received: receivedOf(item, message, sender),
      media: mediaIn(message),
    },
  };
}

// Returns the value of the pressed button. Its title is part of the text.
function choiceIn(message: unknown): string | undefined {
  return (
    codeIn(message, 'button', 'payload') ??
    codeIn(message, 'interactive', 'button_reply', 'id') ??
    codeIn(message, 'interactive', 'list_reply', 'id')
  );
}

function mediaIn(message: unknown): IncomingMedia | undefined {
  for (const kind of MEDIA) {
    const id = codeIn(message, kind, 'id');
    if (id === undefined) continue;
    const fileName = textIn(message, kind, 'filename');
    return {
      id,
      mimeType: textIn(message, kind, 'mime_type') ?? 'application/octet-stream',
      ...(fileName === undefined ? {} : { fileName: oneLine(fileName) }),
    };
  }
  return undefined;
}

function receivedOf(item: unknown, message: unknown, { identity }: Sender): ReceivedContent {
  const contact = memberOf(item, 'contacts', 0);
  const type = textIn(message, 'type') ?? 'unknown';
  return {
    type: oneLine(type),
    ...named('userId', identity?.userId),
    ...named('userName', cleaned(textIn(contact, 'profile', 'username'))),
    ...named('profileName', cleaned(textIn(contact, 'profile', 'name'))),
    ...named('groupId', codeIn(message, 'group_id') ?? codeIn(message, 'group', 'id')),
    ...named('refersTo', referredId(message)),
    content: beside(message),
  };
}

const named = (name: string, value: string | undefined) =>
  value === undefined || value === '' ? {} : { [name]: value };

const cleaned = (text: string | undefined) => (text === undefined ? undefined : oneLine(text));

function referredId(message: unknown): string | undefined {
  return (
    codeIn(message, 'context', 'id') ??
    codeIn(message, 'reaction', 'message_id') ??
    codeIn(message, 'edit', 'original_message_id') ??
    codeIn(message, 'revoke', 'original_message_id')
  );
}

const ENVELOPE = new Set(['from', 'id', 'timestamp', 'type', 'text', 'from_user_id']);

// Returns the members of a message other than its envelope and its plain text.
function beside(message: unknown): object {
  const members = typeof message === 'object' && message !== null ? Object.entries(message) : [];
  return Object.fromEntries(members.filter(([name]) => !ENVELOPE.has(name)));
}

const STATUS: Readonly<Record<string, Receipt['status']>> = {
  accepted: 'SENT',
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  played: 'READ',
  failed: 'FAILED',
};

/** Statuses meaning that a message is on its way, and statuses that do not concern its delivery. */
const WITHOUT_EFFECT = new Set([
  'pending',
  'warning',
  'deleted',
  'captured',
  'held_for_quality_assessment',
]);

function readStatus(item: unknown): Reading {
  const status = memberOf(item, 'status');
  const providerId = codeIn(status, 'id');
  if (providerId === undefined) return unreadable('NO_ID: the status has no id');
  const name = (textIn(status, 'status') ?? '').toLowerCase();
  const known = STATUS[name];
  if (known === undefined) {
    return WITHOUT_EFFECT.has(name)
      ? { kind: 'NOTICE', reason: `STATUS_WITHOUT_EFFECT: ${name}` }
      : unreadable(`UNKNOWN_STATUS: ${name === '' ? 'none' : name}`);
  }
  const errors = itemsIn(status, 'errors');
  const seconds = secondsIn(status);
  const detail = errors.map(errorWords).join('; ');
  const meanings = errors.map((error) => meaningOf(codeIn(error, 'code')));
  return {
    kind: 'RECEIPT',
    receipt: {
      ...{ channel: 'WHATSAPP', providerId, status: known },
      at: seconds === undefined ? undefined : instantOf(seconds),
      reference: textIn(status, 'biz_opaque_callback_data'),
      ...(detail === '' ? {} : { detail }),
      refusesMarketing: meanings.includes('MARKETING_REFUSED'),
      channelUnavailable: known === 'FAILED' && isAboutChannel(meanings),
    },
  };
}

// A message with both a recipient error and an account error has failed permanently.
function isAboutChannel(meanings: readonly (ErrorMeaning | undefined)[]): boolean {
  return meanings.length > 0 && meanings.every((meaning) => meaning === 'CHANNEL');
}

const PREFERENCE: Readonly<Record<string, boolean>> = { stop: false, resume: true };

function readPreference(item: unknown): Reading {
  const preference = memberOf(item, 'preference');
  const sender = senderOf(item, preference);
  if (sender === undefined) return unreadable('NO_SENDER: neither a number nor a user id');
  const category = textIn(preference, 'category') ?? '';
  const granted = PREFERENCE[(textIn(preference, 'value') ?? '').toLowerCase()];
  if (category !== 'marketing_messages' || granted === undefined) {
    return unreadable(`UNKNOWN_PREFERENCE: ${category} ${textIn(preference, 'value') ?? ''}`);
  }
  const seconds = secondsIn(preference);
  if (seconds === undefined) return unreadable('NO_TIME: the preference has no time');
  const detail = oneLine(textIn(preference, 'detail') ?? `${category} ${granted}`);
  return {
    kind: 'CONSENT',
    statement: { channel: 'WHATSAPP', ...sender, granted, at: instantOf(seconds), detail },
  };
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
