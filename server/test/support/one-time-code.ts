// The codes that an authenticator app shows for a second factor.

import { TOTP } from 'otpauth';

/** Returns the code for a base32 secret at the given time, in seconds. */
export function codeAt(secret: string, seconds: number): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 });
}
