// SQL that finds the users and API clients who are treated as one person in approvals.

import type { Principal } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

// Ids of users and clients come from the same sequence, so an id alone identifies the principal.
export const isStored = (kind: string): boolean => kind === 'user' || kind === 'client';

/** SQL: selects a principal, and all users to whom its secret was ever shown. */
const handsOf = (id: bigint) => sql`select ${id}::bigint as id
  union select h.holder_id from client_holder h where h.client_id = ${id}`;

/**
 * Returns whether two principals may be the same person. This is the case for the same principal,
 * for a user and an API client whose secret was ever shown to that user, for two clients whose
 * secrets were shown to the same user, and for two users if one has set the other's current
 * password.
 */
export async function mayBeOnePerson(tx: Tx, id: bigint, otherId: bigint): Promise<boolean> {
  const [row] = await tx.query<{ own: boolean }>(sql`
    with mine as (${handsOf(id)}), theirs as (${handsOf(otherId)})
    select exists (select from mine join theirs on theirs.id = mine.id) or exists (
      select from mine, theirs, password_setter s
      where (s.user_id, s.setter_id) in ((mine.id, theirs.id), (theirs.id, mine.id))) as own`);
  return row?.own === true;
}

/** Records that the caller was shown a client's secret. */
export async function addHolder(
  tx: Tx,
  clientId: bigint,
  holder: Pick<Principal, 'kind' | 'id'>,
): Promise<void> {
  if (!isStored(holder.kind)) return;
  await tx.query(sql`
    insert into client_holder (client_id, holder_id)
    select ${clientId}, hands.id from (${handsOf(holder.id)}) hands
    where hands.id <> ${clientId}
    on conflict do nothing`);
}

/** Records that the caller set another user's password and therefore knows it. */
export async function setPasswordSetter(
  tx: Tx,
  userId: bigint,
  setter: Pick<Principal, 'kind' | 'id'>,
): Promise<void> {
  await clearPasswordSetter(tx, userId);
  if (!isStored(setter.kind)) return;
  await tx.query(sql`
    insert into password_setter (user_id, setter_id)
    select ${userId}, hands.id from (${handsOf(setter.id)}) hands
    where hands.id <> ${userId}`);
}

/** Records that a user set their own password. */
export async function clearPasswordSetter(tx: Tx, userId: bigint): Promise<void> {
  await tx.query(sql`delete from password_setter where user_id = ${userId}`);
}
