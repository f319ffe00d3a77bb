// The code that an authenticator app shows for a second factor.

import { TOTP } from 'otpauth';

/** The code of a secret (base32), in this many seconds. */
export function codeAt(secret: string, seconds: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 });
}
