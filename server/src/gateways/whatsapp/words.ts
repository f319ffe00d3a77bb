// The text of a received message: everything that the person wrote, chose, ordered or sent, as
// text.

import { oneLine } from '../../platform/address/name.js';
import { WHATSAPP } from '../limits.js';
import { codeIn, itemsIn, memberOf, textIn } from './json-walk.js';

export const MEDIA = ['image', 'document', 'audio', 'video', 'sticker'] as const;

/**
 * Returns the text of a message. For a message without text, returns its type in brackets, followed
 * by its content.
 */
export function wordsOf(message: unknown): string {
  const words = [ownWords(message), referralWords(message), productWords(message)];
  const text = words.filter((each) => each !== '').join('\n');
  return shortened(text);
}

/** Returns a message's own text, or the title of the pressed button. */
export function statedIn(message: unknown): string {
  const interactive = memberOf(message, 'interactive');
  const title =
    textIn(interactive, 'button_reply', 'title') ?? textIn(interactive, 'list_reply', 'title');
  return title ?? ownWords(message);
}

function shortened(text: string): string {
  const most = WHATSAPP.textCharactersMax;
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

type Words = (content: unknown, message: unknown) => string;

const WORDS: Readonly<Record<string, Words>> = {
  text: (text) => textIn(text, 'body') ?? '',
  button: (button) => textIn(button, 'text') ?? textIn(button, 'payload') ?? '[button]',
  interactive: interactiveWords,
  order: orderWords,
  contacts: (_, message) =>
    itemsIn(message, 'contacts').map(contactWords).join('\n') || '[contacts]',
  location: locationWords,
  reaction: (reaction) => textIn(reaction, 'emoji') || '[reaction removed]',
  system: systemWords,
  edit: (edit) => ownWords(memberOf(edit, 'message')),
  revoke: () => '[message deleted by the sender]',
  unsupported: (content, message) => unsupportedWords('unsupported', content, message),
  unknown: (content, message) => unsupportedWords('unknown', content, message),
  errors: (content, message) => unsupportedWords('unknown', content, message),
};

function ownWords(message: unknown): string {
  const type = textIn(message, 'type') ?? 'unknown';
  const content = memberOf(message, type);
  if (MEDIA.some((kind) => kind === type)) return mediaWords(type, content);
  const words = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  if (words !== undefined) return words(content, message);
  return [`[${oneLine(type)}]`, valuesOf(content), errorsOf(message)].filter(Boolean).join(' ');
}

function mediaWords(type: string, content: unknown): string {
  const caption = textIn(content, 'caption');
  if (caption !== undefined) return caption;
  const name = textIn(content, 'filename');
  return name === undefined ? `[${type}]` : `[${type}] ${oneLine(name)}`;
}

function interactiveWords(content: unknown): string {
  const chosen = memberOf(content, 'button_reply') ?? memberOf(content, 'list_reply');
  if (chosen !== undefined) {
    const description = textIn(chosen, 'description');
    const title = textIn(chosen, 'title') ?? codeIn(chosen, 'id') ?? '[interactive]';
    return description === undefined || description === '' ? title : `${title}\n${description}`;
  }
  const flow = memberOf(content, 'nfm_reply');
  if (flow === undefined) return `[interactive] ${valuesOf(content)}`.trim();
  const answers = valuesOf(parsedOf(textIn(flow, 'response_json')), '\n');
  return [textIn(flow, 'body') ?? `[${textIn(flow, 'name') ?? 'form'}]`, answers]
    .filter((each) => each !== '')
    .join('\n');
}

// A form's answers are JSON stored as text. Text that is not JSON is shown unchanged.
function parsedOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function orderWords(order: unknown): string {
  const lines = itemsIn(order, 'product_items').map((item) => {
    const price = [codeIn(item, 'item_price'), codeIn(item, 'currency')].filter(Boolean).join(' ');
    const name = codeIn(item, 'product_retailer_id') ?? '?';
    return `${codeIn(item, 'quantity') ?? '?'} × ${name}${price === '' ? '' : ` at ${price}`}`;
  });
  const catalog = codeIn(order, 'catalog_id');
  return [
    textIn(order, 'text') ?? '',
    `[order${catalog === undefined ? '' : ` from catalogue ${catalog}`}]`,
    ...lines,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function contactWords(card: unknown): string {
  const name = textIn(card, 'name', 'formatted_name') ?? textIn(card, 'name', 'first_name') ?? '';
  const reach = [
    ...itemsIn(card, 'phones').flatMap((each) => codeIn(each, 'phone') ?? codeIn(each, 'wa_id')),
    ...itemsIn(card, 'emails').flatMap((each) => codeIn(each, 'email')),
    textIn(card, 'org', 'company'),
    ...itemsIn(card, 'urls').flatMap((each) => codeIn(each, 'url')),
  ].filter((each) => each !== undefined && each !== '');
  return `[contact] ${[oneLine(name), ...reach].join(', ')}`;
}

function locationWords(place: unknown): string {
  const where = [codeIn(place, 'latitude'), codeIn(place, 'longitude')].filter(Boolean).join(', ');
  const names = [textIn(place, 'name'), textIn(place, 'address'), textIn(place, 'url')];
  return ['[location]', where, ...names].filter(Boolean).join(' ');
}

function systemWords(system: unknown, message: unknown): string {
  const old =
    codeIn(system, 'customer') ?? codeIn(system, 'previous_user_id') ?? codeIn(message, 'from');
  const next =
    codeIn(system, 'wa_id') ?? codeIn(system, 'new_wa_id') ?? codeIn(system, 'user_id') ?? '';
  const body = textIn(system, 'body') ?? `[${textIn(system, 'type') ?? 'system'}]`;
  const isChange = /chang/.test(textIn(system, 'type') ?? '') && next !== '';
  return isChange ? `${body}\n[changed from ${shownId(old ?? '?')} to ${shownId(next)}]` : body;
}

const shownId = (id: string) => (/^\d+$/.test(id) ? `+${id}` : id);

function unsupportedWords(type: string, content: unknown, message: unknown): string {
  return [`[${type}]`, valuesOf(content), errorsOf(message)]
    .filter((each) => each !== '')
    .join(' ');
}

function errorsOf(message: unknown): string {
  return itemsIn(message, 'errors').map(errorWords).join('; ');
}

/** Returns an error of the provider as text: its code and its most specific description. */
export function errorWords(error: unknown): string {
  const words =
    textIn(error, 'error_data', 'details') ?? textIn(error, 'message') ?? textIn(error, 'title');
  return [codeIn(error, 'code'), words].filter(Boolean).join(' ');
}

function referralWords(message: unknown): string {
  const referral = memberOf(message, 'referral');
  if (referral === undefined) return '';
  const words = ['headline', 'body', 'source_url']
    .flatMap((name) => textIn(referral, name) ?? [])
    .filter((text) => text !== '');
  const source = textIn(referral, 'source_type') ?? 'ad';
  return `[from ${source === 'ad' ? 'an ad' : `a ${source}`}] ${words.map(oneLine).join(' – ')}`;
}

function productWords(message: unknown): string {
  const product = memberOf(message, 'context', 'referred_product');
  if (product === undefined) return '';
  return `[about product] ${valuesOf(product)}`;
}

/** Returns the values of JSON as `name: value` in order, at most a few hundred. */
function valuesOf(value: unknown, separator = ', '): string {
  return leavesOf(value, '').slice(0, WHATSAPP.valuesShownMax).join(separator);
}

function leavesOf(value: unknown, path: string): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value !== 'object') return [path === '' ? String(value) : `${path}: ${value}`];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = Array.isArray(value) ? path : path === '' ? name : `${path}.${name}`;
    return leavesOf(inner, at);
  });
}
