// Verifies and signs webhooks as defined by the Standard Webhooks specification.

import { WEBHOOK } from './limits.js';
import type { ApiEvent } from './operation.js';

/** The reason why a message is rejected. */
export type WebhookFault = 'HEADER_MISSING' | 'TIME_OUTSIDE_TOLERANCE' | 'SIGNATURE_WRONG';

/** Thrown if a message is not from the server or is too old. Answer the request with 400. */
export class WebhookError extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.fault = fault;
  }
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A received message. */
export interface WebhookRequest {
  readonly headers: HeaderValues;
  /** The raw body. A body that was parsed and serialized again would not match the signature. */
  readonly body: string | Uint8Array;
}

export interface WebhookOptions {
  /**
   * The maximum age of a message, and how far in the future its time may be, in seconds. Default:
   * 300.
   */
  readonly toleranceSeconds?: number | undefined;
  /** The current time, for tests. */
  readonly nowMs?: number | undefined;
}

/** A verified message. */
export interface WebhookMessage {
  /** Every delivery of a message has this id. Store it, and handle each id only once. */
  readonly id: string;
  readonly sentAtSeconds: number;
  readonly event: ApiEvent;
  /** True for a ping or a requested sample, which do not report a real event. */
  readonly test: boolean;
}

/**
 * Verifies a message and returns its event. Throws WebhookError. `secrets` is the endpoint's secret
 * (`whsec_…`), or both secrets during a rotation.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  { headers, body }: WebhookRequest,
  { toleranceSeconds = WEBHOOK.toleranceSeconds, nowMs = Date.now() }: WebhookOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const sentAtSeconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // Written this way, the condition also rejects a time that is not a number.
  if (!(Math.abs(nowMs / 1_000 - sentAtSeconds) <= toleranceSeconds)) {
    throw new WebhookError(
      'TIME_OUTSIDE_TOLERANCE',
      'the time of the message is outside the tolerance',
    );
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const content = contentOf({ id, timestamp }, bytes);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (await isSignedBy(secret, signatures, content)) {
      const event = JSON.parse(new TextDecoder().decode(bytes));
      return { id, sentAtSeconds, event, test: event.test === true };
    }
  }
  throw new WebhookError('SIGNATURE_WRONG', 'no signature of the message matches this secret');
}

/** Returns the three headers of a signed message, for testing receivers and for forwarding. */
export async function signWebhook(
  secret: string,
  message: { readonly id: string; readonly sentAtSeconds: number; readonly body: string },
): Promise<Readonly<Record<string, string>>> {
  const { id, body } = message;
  const timestamp = String(message.sentAtSeconds);
  const content = contentOf({ id, timestamp }, new TextEncoder().encode(body));
  const signature = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), content);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

// WebCrypto compares in constant time. String comparison does not.
async function isSignedBy(
  secret: string,
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await keyOf(secret, 'verify');
  for (const signature of signatures) {
    const [version, text = ''] = signature.split(',', 2);
    const bytes = version === 'v1' ? bytesOf(text) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return true;
  }
  return false;
}

function keyOf(secret: string, usage: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined) throw new TypeError('a secret must be whsec_ followed by base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

function contentOf(
  { id, timestamp }: { readonly id: string; readonly timestamp: string },
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

function headerOf(headers: HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueIn(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('HEADER_MISSING', `the message has no header ${name}`);
}

// Node's headers are in lower case. Other platforms keep the original case.
function valueIn(headers: Exclude<HeaderValues, Headers>, name: string): unknown {
  return Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
