// The code that an app on a telephone shows for a second factor.

import { TOTP } from 'otpauth';

/** The code of a secret (base32), so many seconds from now. */
export function codeAt(secret: string, seconds: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 });
}
