// SQL that reads which principals have a role, for rules that need more than a permission.

import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** Returns whether a user or an API client currently has one of the roles. */
export async function holdsRole(
  { tx, principal }: Pick<Work, 'tx' | 'principal'>,
  roles: readonly string[],
): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean }>(sql`
    select exists (select from principal where id = ${principal.id}
      and kind = ${principal.kind} and active and roles && ${[...roles]}::text[]) as holds`);
  return row?.holds === true;
}

/** A right that any of the roles grants in an office; a null office means any office. */
interface RightSought {
  readonly roles: readonly string[];
  readonly officeId: bigint | null;
}

/**
 * Counts the different people who can use a right that the roles grant. For an API client, counts
 * the users who know its secret, or one person if its secret was shown to no user.
 */
export async function countPersons(tx: Tx, { roles, officeId }: RightSought): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    with able as (
      select id from principal
      where active and roles && ${[...roles]}::text[]
        and (${officeId}::bigint is null or office_ids is null or ${officeId} = any (office_ids))
    )
    select count(distinct coalesce(h.holder_id, a.id)) as count
    from able a left join client_holder h on h.client_id = a.id`);
  return Number(row?.count ?? 0n);
}
