// Signatures by the Standard Webhooks specification: HMAC-SHA-256 over id, time and body.

import { createHmac, randomBytes } from 'node:crypto';
import { SECRET } from './limits.js';

const PREFIX = 'whsec_';

/** A new secret of an endpoint, in the form that its receiver stores. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET.bytes).toString('base64');
}

/** The message that is signed. */
interface Message {
  /** Equal in every attempt, so that receivers can detect duplicates. */
  readonly id: string;
  readonly body: string;
}

/**
 * The headers of one attempt.
 * @param atSeconds the present moment, in whole seconds since 1970: receivers refuse old ones
 * @param secrets one, or two during a rotation; a receiver accepts either signature
 */
export function signedHeaders(
  { id, body }: Message,
  atSeconds: number,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signed = `${id}.${atSeconds}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
