// Which of some roles the caller holds, where a rule asks for more than a permission.

import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';

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
