// Detects commits that no standby has confirmed. A server with synchronous standbys waits for one
// at each commit. If that wait is cancelled, for example by `statement_timeout`, the server reports
// success with a warning. The commit then exists only on the primary, and a failover loses it.

import type pg from 'pg';

/**
 * The routine in the server's code that raises the warning. The text of the warning depends on the
 * server's language.
 */
const WAIT = 'SyncRepWaitForLSN';

const unconfirmed = new WeakSet<pg.ClientBase>();

/** Watches a connection for these warnings and records them. */
export function noteUnconfirmed(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT) unconfirmed.add(client);
  });
}

/**
 * Returns whether the last statement or commit of a connection was unconfirmed, and clears the
 * record of it.
 */
export function takeUnconfirmed(client: pg.ClientBase): boolean {
  return unconfirmed.delete(client);
}
