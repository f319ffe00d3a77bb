// Ends the delays for a user's logins, from the command line on the server.

import type { Clock } from '../../../platform/clock.js';
import type { Database } from '../../../platform/database/database.js';
import { recordAudit } from '../../../platform/http/queries.js';
import { SYSTEM } from '../../../platform/system-work.js';
import { findPrincipalByName } from '../principal/queries.js';
import { clearDelaysOf } from './delay-queries.js';

/**
 * Deletes a user's failed logins and writes an audit entry. Returns undefined if there is no such
 * user.
 */
export function unlockUser(
  on: { readonly db: Database; readonly clock: Clock },
  name: string,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  return on.db.transaction(async (tx) => {
    const user = await findPrincipalByName(tx, name);
    if (user?.kind !== 'user') return undefined;
    await clearDelaysOf(tx, { kind: 'user', id: user.id });
    await clearDelaysOf(tx, { kind: 'second-factor', id: user.id });
    const work = { tx, now: on.clock.now(), requestId: 'command line' };
    const entry = { operation: 'unlockUser', subjectId: user.id, msgCode: 'USER_UNLOCKED' };
    await recordAudit(work, { ...entry, principal: SYSTEM });
    return { id: user.id, name: user.name };
  });
}
