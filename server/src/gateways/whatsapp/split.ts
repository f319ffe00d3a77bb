// Splits a signed delivery of the Cloud API into its items, before it is stored.

import { createHash } from 'node:crypto';
import type { Delivery, DeliveryItem } from '../../modules/crm/index.js';
import { codeIn, itemsIn, memberOf, textIn } from './json-walk.js';

/** A delivery with the facts that decide whether it is accepted. */
interface SplitDelivery {
  readonly delivery: Delivery;
  /** True if the delivery is only for other numbers, or not from WhatsApp. */
  readonly isForeign: boolean;
  /** The time of the newest item in seconds since 1970; undefined if no item has a time. */
  readonly newestSeconds: number | undefined;
}

/** The lists in a change whose entries become items, each mapped to the name of one entry. */
const LISTS = {
  messages: 'message',
  statuses: 'status',
  user_preferences: 'preference',
  errors: 'error',
} as const;

type ListName = keyof typeof LISTS;

const LIST_NAMES: readonly ListName[] = ['messages', 'statuses', 'user_preferences', 'errors'];

/** A part of a delivery, with its time and the id that determines its order. */
interface Part {
  readonly item: DeliveryItem;
  readonly seconds?: number | undefined;
}

/**
 * Splits a delivery. A delivery of unknown shape is one item, so that it is stored and becomes a
 * work item. Changes for other numbers are skipped.
 */
export function splitDelivery(body: Buffer, phoneNumberId: string): SplitDelivery {
  const digest = createHash('sha256').update(body).digest('hex');
  const json = jsonOf(body);
  const changes = itemsIn(json, 'entry').flatMap((entry) => itemsIn(entry, 'changes'));
  const ours = changes.filter((change) => isOurs(change, phoneNumberId));
  const parts = ours.flatMap(partsOf);
  const items = parts.map(({ item }) => item);
  const times = parts.flatMap(({ seconds }) => seconds ?? []);
  const isTheirs = json !== undefined && textIn(json, 'object') !== 'whatsapp_business_account';
  return {
    delivery: {
      ...{ channel: 'WHATSAPP', body, digest },
      items: items.length === 0 ? [{ sender: digest }] : items,
    },
    isForeign: isTheirs || (changes.length > 0 && ours.length === 0),
    newestSeconds: times.length === 0 ? undefined : Math.max(...times),
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

// A change without a number concerns the whole account, so it is ours.
function isOurs(change: unknown, phoneNumberId: string): boolean {
  const number = codeIn(change, 'value', 'metadata', 'phone_number_id');
  return number === undefined || number === phoneNumberId;
}

function partsOf(change: unknown): readonly Part[] {
  const field = textIn(change, 'field') ?? '';
  const value = memberOf(change, 'value');
  const parts = LIST_NAMES.flatMap((list) =>
    itemsIn(value, list).map((entry): Part => {
      const sender = senderOf(list, entry);
      const content = JSON.stringify({
        ...{ field, metadata: memberOf(value, 'metadata') },
        ...{ contacts: contactsOf(value, entry), [LISTS[list]]: entry },
      });
      return { item: { content, sender: sender ?? field }, seconds: secondsIn(entry) };
    }),
  );
  if (parts.length > 0) return parts;
  return [{ item: { content: JSON.stringify({ field, value }), sender: field } }];
}

function senderOf(list: ListName, entry: unknown): string | undefined {
  switch (list) {
    case 'messages':
      return codeIn(entry, 'from_user_id') ?? codeIn(entry, 'from') ?? codeIn(entry, 'id');
    case 'user_preferences':
      return codeIn(entry, 'user_id') ?? codeIn(entry, 'wa_id');
    case 'statuses':
      return codeIn(entry, 'id');
    case 'errors':
      return undefined;
    default:
      return list satisfies never;
  }
}

// Returns an entry's contacts: those with one of its ids or, if there are none, all contacts.
function contactsOf(value: unknown, entry: unknown): readonly unknown[] {
  const contacts = itemsIn(value, 'contacts');
  const ids = ['from', 'from_user_id', 'wa_id', 'user_id', 'recipient_id', 'recipient_user_id'];
  const own = new Set(ids.flatMap((name) => codeIn(entry, name) ?? []));
  const found = contacts.filter((contact) =>
    ['wa_id', 'user_id'].some((name) => own.has(codeIn(contact, name) ?? '')),
  );
  return found.length > 0 || contacts.length > 1 ? found : contacts;
}

const MAX_SECONDS = 253_402_300_799;

/** Returns the time of an entry in seconds since 1970. */
export function secondsIn(value: unknown): number | undefined {
  const text = codeIn(value, 'timestamp');
  if (text === undefined || !/^\d{1,12}$/.test(text)) return undefined;
  return Number(text) > MAX_SECONDS ? undefined : Number(text);
}
