// The signature that proves that a delivery comes from the Cloud API.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns `sha256=` and the HMAC-SHA256 of the raw body, keyed with our app's secret. */
export function signatureOf(body: Uint8Array, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** Returns whether the signature matches these bytes. Compares in constant time. */
export function isSigned(
  body: Uint8Array,
  signature: string,
  { appSecret }: { readonly appSecret: string },
): boolean {
  const right = Buffer.from(signatureOf(body, appSecret), 'latin1');
  const given = Buffer.from(signature, 'latin1');
  return given.length === right.length && timingSafeEqual(given, right);
}
