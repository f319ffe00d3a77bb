// SQL for WhatsApp's user ids.

import type { Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { SenderIdentity } from '../channel/inbound.js';

/** Stores a user id. If no phone number was received, a known number is kept. */
export async function insertIdentity(
  tx: Tx,
  { userId, phone, previousUserId }: SenderIdentity,
): Promise<void> {
  await tx.query(sql`
    insert into whatsapp_identity as i (user_id, phone, previous_user_id, seen_at)
    values (${userId}, ${phone ?? null}, ${previousUserId ?? null}, clock_timestamp())
    on conflict (user_id) do update set phone = coalesce(excluded.phone, i.phone),
      previous_user_id = coalesce(excluded.previous_user_id, i.previous_user_id),
      seen_at = excluded.seen_at`);
}

/** Removes a phone number from other user ids, because the number now belongs to another user. */
export async function releasePhone(tx: Tx, { userId, phone }: SenderIdentity): Promise<void> {
  await tx.query(sql`
    update whatsapp_identity set phone = null
    where phone = ${phone ?? null} and user_id <> ${userId}`);
}

export async function phoneOf(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ phone: string | null }>(
    sql`select phone from whatsapp_identity where user_id = ${userId}`,
  );
  return row?.phone ?? undefined;
}

/**
 * Selects all addresses of the people with the given addresses: the given ones, and these people's
 * user ids and phone numbers. Phone numbers from Argentina are selected in both forms.
 */
export function addressesOf(addresses: Sql): Sql {
  return sql`(select unnest(${addresses})
    union select user_id from whatsapp_identity where phone = any(${addresses})
    union select unnest(array[phone, regexp_replace(phone, '^\\+549(\\d{10})$', '+54\\1')])
      from whatsapp_identity where user_id = any(${addresses})
    union select previous_user_id from whatsapp_identity
      where user_id = any(${addresses}) or phone = any(${addresses}))`;
}
