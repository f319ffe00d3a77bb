// Sends the requests that every page needs while the code of the pages is still loading.

import { client } from './client.js';
import { isSignedIn, onSession } from './session.js';

export const SETTINGS_PATH = 'security/own/setting/list';
export const SETTINGS_ASKED = { query: { s: 100 } } as const;

/** A request that every page needs, and its reply. */
interface Asked {
  readonly path: string;
  readonly init: { readonly query?: Readonly<Record<string, number>> };
  readonly reply: Promise<unknown>;
}

let asked: readonly Asked[] | undefined;
// The replies belong to one user, so they are dropped when that user signs out.
onSession(() => {
  if (!isSignedIn()) asked = undefined;
});

/** Sends the requests. */
export function askAhead(): void {
  asked ??= [
    ask('security/session/own', {}),
    ask('system/clock', {}),
    ask(SETTINGS_PATH, SETTINGS_ASKED),
  ];
}

function ask(path: string, init: Asked['init']): Asked {
  const reply = client.request({ method: 'GET', to: path, ...init });
  // The page that needs the reply reports the error.
  reply.catch(() => undefined);
  return { path, init, reply };
}

/** Returns the requests with their replies. Sends them if they have not been sent. */
export function takeAsked(): readonly Asked[] {
  askAhead();
  const taken = asked ?? [];
  asked = undefined;
  return taken;
}
