// The mark by which a delivery of the Cloud API shows that it comes from there.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** `sha256=` and the HMAC-SHA256 of the raw body, under the secret of our app. */
export function signatureOf(body: Uint8Array, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** Whether the signature is that of these very bytes; takes as long for a near miss as for any. */
export function isSigned(
  body: Uint8Array,
  signature: string,
  { appSecret }: { readonly appSecret: string },
): boolean {
  const right = Buffer.from(signatureOf(body, appSecret), 'latin1');
  const given = Buffer.from(signature, 'latin1');
  return given.length === right.length && timingSafeEqual(given, right);
}
