// Commits that no standby has confirmed. A server with synchronous standbys waits for one at each
// commit. If that wait is cancelled, for example by `statement_timeout`, the server reports success
// with a warning: the commit is only on the primary, and a failover loses it.

import type pg from 'pg';

/**
 * The place in the server's code that raises the warning; its text depends on the server's
 * language.
 */
const WAIT = 'SyncRepWaitForLSN';

const unconfirmed = new WeakSet<pg.ClientBase>();

/** Records such warnings of a connection. */
export function noteUnconfirmed(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT) unconfirmed.add(client);
  });
}

/** True if the last statement or commit of a connection was not confirmed; the flag is cleared. */
export function takeUnconfirmed(client: pg.ClientBase): boolean {
  return unconfirmed.delete(client);
}
