// The signed-in session. All tabs of this browser share its tokens, and only one tab renews them at
// a time.

import { createClient } from '@countinghouse/sdk';
import { dropDrafts } from './draft.js';
import { signByPasskey } from './passkey.js';

const KEY = 'countinghouse.session';
/** Redirects to the user's start page after sign-in. */
const FIRST_ADDRESS = '/console/';
/** How long before its expiry a token is renewed, so that it does not expire during a request. */
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

/** The API is on the server that served this page. */
export const SERVER = window.location.origin;

const anonymous = createClient({ baseUrl: SERVER });
/** Does not retry, because the page shows the waiting time instead. */
const atTheDoor = createClient({ baseUrl: SERVER, attempts: 1 });
const listeners = new Set<() => void>();

/** Calls the listener after a sign-in or sign-out in any tab. */
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

/** The credentials of a sign-in. The code is required if the user has a second factor. */
interface SignInValues {
  readonly username: string;
  readonly password: string;
  readonly code?: string | undefined;
}

export async function signIn(body: SignInValues): Promise<void> {
  keep(await atTheDoor.post('security/request/access-token', { body }));
}

export type About = Awaited<ReturnType<typeof readAbout>>;

/** Reads the firm's and the program's names. Does not require a sign-in. */
export function readAbout() {
  return anonymous.get('console/about');
}

export type DemoRole = NonNullable<About['demoRoles']>[number];

/** Signs in to a demonstration on this machine as the demonstration user of a role. */
export async function signInToDemonstration(role: DemoRole): Promise<void> {
  keep(await atTheDoor.post('demo/sign-in', { body: { role } }));
}

/** Signs in with a passkey. The passkey identifies the user. */
export async function signInByPasskey(): Promise<void> {
  const response = await signByPasskey(
    await anonymous.post('security/passkey/begin', { body: {} }),
  );
  keep(await atTheDoor.post('security/passkey/finish', { body: { response } }));
}

/** Ends the session in this browser immediately, and on the server if it can be reached. */
export async function signOut(): Promise<void> {
  const session = stored();
  forget();
  // The next user starts on their own first page, and cannot see the previous user's input.
  dropDrafts();
  window.history.replaceState({}, '', FIRST_ADDRESS);
  if (session === undefined) return;
  await anonymous
    .post('/oauth/revoke', { body: { token: session.refresh } })
    .catch(() => undefined);
}

/** Returns a token for the next request. Ends the session if no token can be obtained. */
export async function accessToken(): Promise<string> {
  const session = stored();
  if (session !== undefined && session.endsAtMs - RENEWED_BEFORE_MS > Date.now()) {
    return session.access;
  }
  return navigator.locks.request(KEY, renew);
}

// A refresh token works only once. A tab that waited for the lock uses the token that another tab
// obtained.
async function renew(): Promise<string> {
  const session = stored();
  if (session === undefined) throw new SignedOut();
  if (session.endsAtMs - RENEWED_BEFORE_MS > Date.now()) return session.access;
  try {
    const body = { grant_type: 'refresh_token', refresh_token: session.refresh };
    return keep(await anonymous.post('/oauth/token', { body })).access;
  } catch (error) {
    if (isRefusal(error)) forget();
    throw error;
  }
}

/** Thrown to end the session, so that the sign-in is shown. */
class SignedOut extends Error {
  constructor() {
    super('signed out');
    this.name = 'SignedOut';
  }
}

/** Discards a session that the server has ended. */
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
