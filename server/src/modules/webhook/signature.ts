// Signatures according to the Standard Webhooks specification: HMAC-SHA-256 over id, time and body.

import { createHmac, randomBytes } from 'node:crypto';
import { SECRET } from './limits.js';

const PREFIX = 'whsec_';

/** Returns a new endpoint secret, in the format in which its receiver stores it. */
export function makeSecret(): string {
  return PREFIX + randomBytes(SECRET.bytes).toString('base64');
}

/** The message to sign. */
interface Message {
  /** Identical in every attempt, so that receivers can detect duplicates. */
  readonly id: string;
  readonly body: string;
}

/**
 * Returns the headers of one attempt.
 * @param atSeconds the current time in whole seconds since 1970; receivers reject old times
 * @param secrets one secret, or two during a rotation; a receiver accepts either signature
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
