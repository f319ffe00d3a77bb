// Reads deliveries from the Cloud API: the messages and statuses in their envelope.

import type { IncomingMedia, IncomingMessage, Receipt } from '../../modules/crm/index.js';
import { codeIn, itemsIn, memberOf, textIn } from './json-walk.js';

/** A message or a receipt in a delivery, with its time in seconds since 1970. */
export type DeliveryItem = { readonly atSeconds: number } & (
  | { readonly message: IncomingMessage }
  | { readonly receipt: Receipt }
);

/** What a delivery contains for our number, and whether it is only for other numbers. */
interface Delivery {
  readonly items: readonly DeliveryItem[];
  readonly isForeign: boolean;
}

/** Reads a delivery. Skips items for other numbers and items of kinds that we do not use. */
export function readDelivery(body: unknown, phoneNumberId: string): Delivery {
  const values = itemsIn(body, 'entry')
    .flatMap((entry) => itemsIn(entry, 'changes'))
    .filter((change) => textIn(change, 'field') === 'messages')
    .map((change) => memberOf(change, 'value'));
  const ours = values.filter(
    (value) => codeIn(value, 'metadata', 'phone_number_id') === phoneNumberId,
  );
  const items = ours.flatMap((value) => [
    ...itemsIn(value, 'messages').flatMap((message) => messageIn(value, message) ?? []),
    ...itemsIn(value, 'statuses').flatMap((status) => receiptIn(status) ?? []),
  ]);
  const isTheirs = textIn(body, 'object') !== 'whatsapp_business_account';
  return { items, isForeign: isTheirs || (values.length > 0 && ours.length === 0) };
}

function messageIn(value: unknown, message: unknown): DeliveryItem | undefined {
  const providerId = textIn(message, 'id');
  const from = textIn(message, 'from');
  const atSeconds = secondsIn(message);
  if (providerId === undefined || from === undefined || atSeconds === undefined) return undefined;
  const media = mediaIn(message);
  return {
    atSeconds,
    message: {
      channel: 'WHATSAPP',
      providerId,
      from: `+${from.replace(/^\+/, '')}`,
      to: textIn(value, 'metadata', 'display_phone_number') ?? '',
      text: wordsIn(message),
      at: instantOf(atSeconds),
      ...(media === undefined ? {} : { media }),
    },
  };
}

const MEDIA = ['image', 'document', 'audio', 'video', 'sticker'] as const;

function mediaIn(message: unknown): IncomingMedia | undefined {
  for (const kind of MEDIA) {
    const id = textIn(message, kind, 'id');
    if (id === undefined) continue;
    const fileName = textIn(message, kind, 'filename');
    return {
      id,
      mimeType: textIn(message, kind, 'mime_type') ?? 'application/octet-stream',
      ...(fileName === undefined ? {} : { fileName }),
    };
  }
  return undefined;
}

// Returns what a person wrote or chose. If there is no text, returns the type of the message.
function wordsIn(message: unknown): string {
  const type = textIn(message, 'type') ?? 'unknown';
  const words = [
    textIn(message, 'text', 'body'),
    ...MEDIA.map((kind) => textIn(message, kind, 'caption')),
    textIn(message, 'button', 'text'),
    textIn(message, 'interactive', 'button_reply', 'title'),
    textIn(message, 'interactive', 'list_reply', 'title'),
    textIn(message, 'reaction', 'emoji'),
  ].find((each) => each !== undefined);
  if (words !== undefined) return words;
  const place = [codeIn(message, 'location', 'latitude'), codeIn(message, 'location', 'longitude')];
  return place.includes(undefined) ? `[${type}]` : `[${type}] ${place.join(', ')}`;
}

const STATUS: Readonly<Record<string, Receipt['status']>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  played: 'READ',
  failed: 'FAILED',
};

function receiptIn(status: unknown): DeliveryItem | undefined {
  const providerId = textIn(status, 'id');
  const atSeconds = secondsIn(status);
  const known = STATUS[textIn(status, 'status') ?? ''];
  if (providerId === undefined || atSeconds === undefined || known === undefined) return undefined;
  const reference = textIn(status, 'biz_opaque_callback_data');
  const code = codeIn(status, 'errors', 0, 'code');
  const detail =
    textIn(status, 'errors', 0, 'error_data', 'details') ?? textIn(status, 'errors', 0, 'title');
  return {
    atSeconds,
    receipt: {
      ...{ channel: 'WHATSAPP', providerId, status: known, at: instantOf(atSeconds) },
      ...(reference === undefined ? {} : { reference }),
      ...(code === undefined ? {} : { detail: `${code} ${detail ?? ''}`.trim() }),
    },
  };
}

const MAX_SECONDS = 253_402_300_799;

function secondsIn(value: unknown): number | undefined {
  const text = codeIn(value, 'timestamp');
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined;
  return Number(text) > MAX_SECONDS ? undefined : Number(text);
}

function instantOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
