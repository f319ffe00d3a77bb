// Made by sdk/scripts/generate.js: the writes that take no Idempotency-Key.

/** They are not repeated after a broken connection, because they may have been done. */
export const UNKEYED_WRITES: ReadonlySet<string> = new Set([
  'POST security/request/access-token',
  'POST /oauth/token',
  'POST /oauth/revoke',
  'POST demo/sign-in',
  'POST security/login/customer',
  'POST security/passkey/begin',
  'POST security/passkey/finish',
  'POST /unsubscribe/{token}',
  'POST /webhooks/whatsapp',
  'POST demo/inbox/reply',
  'PUT system/clock',
]);
