// Commits that no standby has confirmed. A server with synchronous standbys waits for one at each
// commit. If that wait is cancelled, as by `statement_timeout`, the server answers that the commit
// is done and adds a warning: the commit is on the primary alone, and a failover loses it.

import type pg from 'pg';

/** The place in the server that gives the warning; its text depends on the server's language. */
const WAIT = 'SyncRepWaitForLSN';

const unconfirmed = new WeakSet<pg.ClientBase>();

/** Notes such warnings of a connection. */
export function noteUnconfirmed(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT) unconfirmed.add(client);
  });
}

/** Whether the last statement or commit of a connection was not confirmed; asked for once. */
export function takeUnconfirmed(client: pg.ClientBase): boolean {
  return unconfirmed.delete(client);
}
