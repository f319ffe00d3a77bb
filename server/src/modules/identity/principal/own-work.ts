// Four eyes: nobody decides on what they made themselves, nor on what a program of theirs made.

import type { Principal, Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { identityProblems } from '../problems.js';

/** Who made a record: a person or a program, as the columns of its row say. */
interface Made {
  readonly creator_kind: string;
  readonly creator_id: bigint;
}

/** Refuses with OWN_WORK when the caller, or a program of the caller's, made the record. */
export async function refuseOwnWork(work: Work, made: Made): Promise<void> {
  if (await isOwnWork(work, made)) throw refusal(identityProblems.OWN_WORK);
}

/**
 * Whether the caller and the maker may be one person: the same principal, a user and an API client
 * whose secret the user was ever shown, two clients whose secrets one user was shown, or two users
 * of whom one set the password of the other, who has not changed it since.
 */
export async function isOwnWork({ tx, principal }: Work, made: Made): Promise<boolean> {
  if (made.creator_kind === principal.kind && made.creator_id === principal.id) return true;
  if (!isStored(principal.kind) || !isStored(made.creator_kind)) return false;
  const [row] = await tx.query<{ own: boolean }>(sql`
    with mine as (${handsOf(principal.id)}), theirs as (${handsOf(made.creator_id)})
    select exists (select from mine join theirs on theirs.id = mine.id) or exists (
      select from mine, theirs, password_setter s
      where (s.user_id, s.setter_id) in ((mine.id, theirs.id), (theirs.id, mine.id))) as own`);
  return row?.own === true;
}

/** Notes that the caller has been shown a secret of the client. */
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

/** Notes that the caller has set the password of another user, and is the only other to know it. */
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

/** Notes that a user has set the own password. */
export async function clearPasswordSetter(tx: Tx, userId: bigint): Promise<void> {
  await tx.query(sql`delete from password_setter where user_id = ${userId}`);
}

// Users and clients have their ids from one sequence, so an id alone says who.
const isStored = (kind: string): boolean => kind === 'user' || kind === 'client';

const handsOf = (id: bigint) => sql`select ${id}::bigint as id
  union select h.holder_id from client_holder h where h.client_id = ${id}`;
