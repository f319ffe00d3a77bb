// Known devices. A browser in which a user has signed in has a signed cookie. The cookie grants no
// access; it only exempts the device from delays caused by guessers on other devices.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Call, Context } from '../../../platform/context.js';
import { LOGIN } from '../limits.js';

const DAY_MS = 86_400_000;
const ID_BYTES = 16;
// The device's id, the day on which the cookie was set (days since 1970), and the signature of
// both.
const VALUE = /^([\w-]{22})\.(\d{1,6})\.([\w-]{43})$/;

interface Device {
  readonly id: string;
  readonly ageDays: number;
}

/** Returns the device of a request if this user has signed in on it. */
export function deviceOf(
  context: Pick<Context, 'vault' | 'clock'>,
  userId: bigint,
  cookies: string | undefined,
): Device | undefined {
  const [, id, day, signature] = VALUE.exec(valueIn(cookies, nameOf(userId))) ?? [];
  if (id === undefined || day === undefined || signature === undefined) return undefined;
  const expected = Buffer.from(signatureOf(context, userId, `${id}.${day}`));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return undefined;
  const ageDays = today(context) - Number(day);
  return ageDays <= LOGIN.deviceKnownDays ? { id, ageDays } : undefined;
}

/** Sets the known-device cookie in the reply. An existing cookie is renewed once a day. */
export function rememberDevice({ context, request }: Call, userId: bigint): void {
  if (request === undefined) return;
  const known = deviceOf(context, userId, request.credentials.cookie);
  if (known?.ageDays === 0) return;
  const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url');
  const content = `${id}.${today(context)}`;
  const attributes = [
    `${nameOf(userId)}=${content}.${signatureOf(context, userId, content)}`,
    'Path=/',
    `Max-Age=${LOGIN.deviceKnownDays * 86_400}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(context.config.publicUrl?.startsWith('https:') ? ['Secure'] : []),
  ];
  request.setCookie(attributes.join('; '));
}

// Returns the name of a user's cookie. Several users may share a browser, so each has their own
// cookie.
function nameOf(userId: bigint): string {
  return `countinghouse-device-${userId}`;
}

function valueIn(cookies: string | undefined, name: string): string {
  for (const cookie of cookies?.split(';') ?? []) {
    const [key, value = ''] = cookie.split('=', 2);
    if (key?.trim() === name) return value.trim();
  }
  return '';
}

function signatureOf({ vault }: Pick<Context, 'vault'>, userId: bigint, content: string): string {
  return vault.index('login device', `${userId} ${content}`);
}

function today({ clock }: Pick<Context, 'clock'>): number {
  return Math.floor(clock.millis() / DAY_MS);
}
