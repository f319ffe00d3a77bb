// Random secrets of 256 bits. They cannot be guessed, so a plain hash is enough to store them.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const PASSWORD_BYTES = 15;
const CLIENT_NAME = /^client-[0-9a-f]{16}$/;

/** A new secret of an API client, or a new refresh token: 43 characters, safe in a URL. */
export function makeSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** A new password of a user: 20 characters, 120 bits. */
export function makePassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

/** A new client id. User names never have this form, so the form of a name identifies its kind. */
export function makeClientName(): string {
  return `client-${randomBytes(8).toString('hex')}`;
}

/** Whether a name has the form of a client id. */
export function isClientName(name: string): boolean {
  return CLIENT_NAME.test(name);
}

/** The stored form of a secret: its SHA-256 as hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function isSecret(secret: string, storedHash: string): boolean {
  const presented = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(storedHash);
  return presented.length === stored.length && timingSafeEqual(presented, stored);
}
