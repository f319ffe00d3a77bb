// SQL for the users who receive notifications.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { NOTIFICATION } from '../limits.js';

export interface UserRow {
  readonly id: bigint;
  readonly label: string;
  readonly email_address: string | null;
  readonly roles: readonly string[];
}

/** Selects an active user by id. Returns a list of one user, or an empty list. */
export function findActiveUser(tx: Tx, id: bigint): Promise<UserRow[]> {
  return tx.query<UserRow>(sql`
    select id, label, email_address, roles from principal
    where id = ${id} and kind = 'user' and active`);
}

/** Selects the active users who can see the office, except the given one. */
export function listActiveUsers(
  tx: Tx,
  { officeId, except }: { readonly officeId: bigint | undefined; readonly except: bigint },
): Promise<UserRow[]> {
  return tx.query<UserRow>(sql`
    select id, label, email_address, roles from principal
    where kind = 'user' and active and id <> ${except}
      and (office_ids is null or ${officeId ?? null}::bigint = any(office_ids))
    order by id limit ${NOTIFICATION.usersMax}`);
}
