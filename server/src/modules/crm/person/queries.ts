// SQL for the people and users that messages and activities refer to.

import type { Database, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Recipient } from './recipient.js';

interface PersonRow {
  readonly officeId: bigint;
  readonly doNotCall: boolean;
}

/** Returns the office and the call flag of a record, or undefined if there is no such record. */
export async function findPersonRow(
  on: Database | Tx,
  { kind, id }: Recipient,
): Promise<PersonRow | undefined> {
  const [row] = await on.query<PersonRow>(
    kind === 'LEAD'
      ? sql`select office_id as "officeId", do_not_call as "doNotCall" from lead where id = ${id}`
      : kind === 'CONTACT'
        ? sql`select office_id as "officeId", do_not_call as "doNotCall"
            from contact where id = ${id}`
        : sql`select office_id as "officeId",
            coalesce((details ->> 'doNotCall')::boolean, false) as "doNotCall"
            from customer where id = ${id}`,
  );
  return row;
}

/** Returns the given users who can log in and can see the office's records. */
export async function activeUsers(
  tx: Tx,
  { ids, officeId }: { readonly ids: readonly bigint[]; readonly officeId: bigint },
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(sql`
    select id from principal
    where kind = 'user' and active and id = any(${ids}::bigint[])
      and (office_ids is null or ${officeId} = any(office_ids))`);
  return new Set(rows.map(({ id }) => id));
}

/** SQL condition: the record belongs to the firm or to one of the given offices. */
export function inScope(column: Sql, offices: readonly bigint[] | undefined): Sql {
  return offices === undefined
    ? sql`true`
    : sql`(${column} is null or ${column} = any(${offices}::bigint[]))`;
}

/**
 * Returns the first active office, or undefined. This office sends firm-wide messages, and receives
 * messages from unknown people.
 */
export async function firstOffice(tx: Tx): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint | null }>(
    sql`select min(id) as id from business_office where active`,
  );
  return row?.id ?? undefined;
}
