// Random secrets of 256 bits. They cannot be guessed, so storing a plain hash is enough.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const PASSWORD_BYTES = 15;
const CLIENT_NAME = /^client-[0-9a-f]{16}$/;

/** Returns a new secret for an API client, or a new refresh token: 43 characters, URL-safe. */
export function makeSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns a new password for a user: 20 characters, 120 bits. */
export function makePassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}

/**
 * Returns a new client id. User names never have this form, so the form alone distinguishes them.
 */
export function makeClientName(): string {
  return `client-${randomBytes(8).toString('hex')}`;
}

/** Returns whether a name has the form of a client id. */
export function isClientName(name: string): boolean {
  return CLIENT_NAME.test(name);
}

/** Returns a secret's stored form: its SHA-256 in hexadecimal. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares a secret with its stored hash in constant time. */
export function isSecret(secret: string, storedHash: string): boolean {
  const presented = Buffer.from(hashSecret(secret));
  const stored = Buffer.from(storedHash);
  return presented.length === stored.length && timingSafeEqual(presented, stored);
}
