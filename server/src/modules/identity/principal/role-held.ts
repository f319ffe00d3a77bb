// Which of some roles the caller holds, where a rule asks for more than a permission.

import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** Whether the caller, a user or an API client, holds one of the roles now. */
export async function holdsRole(
  { tx, principal }: Pick<Work, 'tx' | 'principal'>,
  roles: readonly string[],
): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean }>(sql`
    select exists (select from principal where id = ${principal.id}
      and kind = ${principal.kind} and active and roles && ${[...roles]}::text[]) as holds`);
  return row?.holds === true;
}

/** Whose right is counted: one of the roles, and the office, unless any office will do. */
interface RightSought {
  readonly roles: readonly string[];
  readonly officeId: bigint | null;
}

/**
 * How many different persons could use a right of these roles. A program counts for the persons who
 * know its secret, and as one where nobody was shown it.
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
