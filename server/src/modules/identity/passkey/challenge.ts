// Challenges for passkey logins. A challenge is signed but not stored. Mass requests for challenges
// therefore put no load on the database, and need no rate limit, which could lock users out.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../platform/context.js';
import { PASSKEY } from '../limits.js';

const RANDOM_BYTES = 16;
const CONTENT_BYTES = RANDOM_BYTES + 6;
const BYTES = CONTENT_BYTES + 32;

type Signer = Pick<Context, 'vault' | 'clock'>;

/** Returns a new challenge: random bytes, the expiry time, and a signature of both. */
export function makeLoginChallenge(context: Signer): Uint8Array<ArrayBuffer> {
  const expires = Buffer.alloc(CONTENT_BYTES - RANDOM_BYTES);
  const expiresAtMs = context.clock.millis() + PASSKEY.challengeSeconds * 1_000;
  expires.writeUIntBE(expiresAtMs, 0, expires.length);
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), expires]);
  return new Uint8Array(Buffer.concat([content, signatureOf(context, content)]));
}

/**
 * Returns the remaining time of a challenge; undefined if this server did not create it, or if it
 * has expired.
 */
export function millisLeftOf(context: Signer, challenge: string): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  // Only one encoding of the bytes is accepted, so that each challenge can be used only once.
  if (bytes.length !== BYTES || bytes.toString('base64url') !== challenge) return undefined;
  const content = bytes.subarray(0, CONTENT_BYTES);
  if (!timingSafeEqual(bytes.subarray(CONTENT_BYTES), signatureOf(context, content))) {
    return undefined;
  }
  const expiresAtMs = content.readUIntBE(RANDOM_BYTES, CONTENT_BYTES - RANDOM_BYTES);
  const leftMs = expiresAtMs - context.clock.millis();
  return leftMs > 0 ? leftMs : undefined;
}

function signatureOf({ vault }: Signer, content: Buffer): Buffer {
  return Buffer.from(vault.index('passkey challenge', content.toString('base64url')), 'base64url');
}
