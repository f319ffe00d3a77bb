// Who is signed in: tokens that all tabs of this browser share, renewed by one tab at a time.

import { createClient } from '@countinghouse/sdk';
import { signByPasskey } from './passkey.js';

const KEY = 'countinghouse.session';
/** A token is renewed this long before it ends, so that none ends on its way. */
const RENEWED_BEFORE_MS = 30_000;

interface Session {
  readonly access: string;
  readonly endsAtMs: number;
  readonly refresh: string;
  readonly refreshEndsAtMs: number;
}

interface Tokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_expires_in: number;
}

/** Where the API is: the server that served this page. */
export const SERVER = window.location.origin;

const nobody = createClient({ baseUrl: SERVER });
/** Tries once: a person who has to wait is told so, and is not kept waiting without a word. */
const atTheDoor = createClient({ baseUrl: SERVER, attempts: 1 });
const listeners = new Set<() => void>();

/** Tells when somebody signed in or out, in this tab or another. */
export function onSession(listener: () => void): () => void {
  const other = (event: StorageEvent) => {
    if (event.key === KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', other);
  };
}

export function isSignedIn(): boolean {
  const session = stored();
  return session !== undefined && session.refreshEndsAtMs > Date.now();
}

/** What a person signs in with; the code where a second factor is on. */
interface SignInValues {
  readonly username: string;
  readonly password: string;
  readonly code?: string | undefined;
}

export async function signIn(body: SignInValues): Promise<void> {
  keep(await atTheDoor.post('security/request/access-token', { body }));
}

/** Signs in by a passkey of the device: it names the person and proves who holds it. */
export async function signInByPasskey(): Promise<void> {
  const response = await signByPasskey(await nobody.post('security/passkey/begin', { body: {} }));
  keep(await atTheDoor.post('security/passkey/finish', { body: { response } }));
}

/** Ends the session here at once, and on the server when it can be reached. */
export async function signOut(): Promise<void> {
  const session = stored();
  forget();
  if (session === undefined) return;
  await nobody.post('/oauth/revoke', { body: { token: session.refresh } }).catch(() => undefined);
}

/** A token that is good for the next request. Ends the session when there can be none. */
export async function accessToken(): Promise<string> {
  const session = stored();
  if (session !== undefined && session.endsAtMs - RENEWED_BEFORE_MS > Date.now()) {
    return session.access;
  }
  return navigator.locks.request(KEY, renew);
}

// A refresh token serves once: whoever waited for the lock finds what the one before it got.
async function renew(): Promise<string> {
  const session = stored();
  if (session === undefined) throw new SignedOut();
  if (session.endsAtMs - RENEWED_BEFORE_MS > Date.now()) return session.access;
  try {
    const body = { grant_type: 'refresh_token', refresh_token: session.refresh };
    return keep(await nobody.post('/oauth/token', { body })).access;
  } catch (error) {
    if (isRefusal(error)) forget();
    throw error;
  }
}

/** The session ended: the page shows the sign-in again. */
class SignedOut extends Error {
  constructor() {
    super('signed out');
    this.name = 'SignedOut';
  }
}

/** Forgets a session that the server has ended. */
export function forget(): void {
  localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function isRefusal(error: unknown): boolean {
  const status: unknown = Object(error).status;
  return status === 400 || status === 401;
}

function keep(tokens: Tokens): Session {
  const now = Date.now();
  const session: Session = {
    access: tokens.access_token,
    endsAtMs: now + tokens.expires_in * 1_000,
    refresh: tokens.refresh_token,
    refreshEndsAtMs: now + tokens.refresh_expires_in * 1_000,
  };
  localStorage.setItem(KEY, JSON.stringify(session));
  for (const listener of listeners) listener();
  return session;
}

function stored(): Session | undefined {
  const text = localStorage.getItem(KEY);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
