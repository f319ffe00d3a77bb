// Challenges of logins by passkey. A challenge is signed and not stored, so that requests for many
// of them cost the database nothing, and need no limit that could lock a user out.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../platform/context.js';
import { PASSKEY } from '../limits.js';

const RANDOM_BYTES = 16;
const CONTENT_BYTES = RANDOM_BYTES + 6;
const BYTES = CONTENT_BYTES + 32;

type Signer = Pick<Context, 'vault' | 'clock'>;

/** A new challenge: random bytes, the time at which it expires, and a signature of both. */
export function makeLoginChallenge(context: Signer): Uint8Array<ArrayBuffer> {
  const expires = Buffer.alloc(CONTENT_BYTES - RANDOM_BYTES);
  const expiresAtMs = context.clock.millis() + PASSKEY.challengeSeconds * 1_000;
  expires.writeUIntBE(expiresAtMs, 0, expires.length);
  const content = Buffer.concat([randomBytes(RANDOM_BYTES), expires]);
  return new Uint8Array(Buffer.concat([content, signatureOf(context, content)]));
}

/** The remaining time of a challenge; undefined if it was not made here, or has expired. */
export function millisLeftOf(context: Signer, challenge: string): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  // Only one spelling of the bytes is accepted, so that each challenge is accepted once.
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
