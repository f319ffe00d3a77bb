// SQL for changes that corporate actions make to a security itself.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { SecurityStatus } from './queries.js';

interface Stamp {
  readonly by: string;
  readonly at: string;
}

/** The new terms of a security; absent terms stay unchanged. */
interface NewNames {
  readonly name?: string | undefined;
  readonly isin?: string | undefined;
  readonly label?: string | undefined;
}

/**
 * Gives a security another code, ISIN or label. Its former code and ISIN remain as aliases, so it
 * can still be found by them. Returns the former code, or undefined if nothing changed.
 * @param lastDay the last date of the former code
 */
export async function renameSecurity(
  tx: Tx,
  securityId: bigint,
  renaming: { readonly names: NewNames; readonly lastDay: BusinessDate; readonly stamp: Stamp },
): Promise<string | undefined> {
  const { names, lastDay, stamp } = renaming;
  const [before] = await tx.query<{ name: string; isin: string | null }>(sql`
    select name, isin from security where id = ${securityId} for update`);
  if (before === undefined) return undefined;
  const former = [
    ...(names.name === undefined || names.name === before.name
      ? []
      : [{ kind: 'NAME', alias: before.name }]),
    ...(names.isin === undefined || before.isin === null || names.isin === before.isin
      ? []
      : [{ kind: 'ISIN', alias: before.isin }]),
  ];
  await tx.query(sql`
    insert into security_alias (alias, alias_kind, security_id, valid_to)
    select f.alias, f.kind, ${securityId}, ${lastDay}
    from unnest(${former.map(({ alias }) => alias)}::text[],
      ${former.map(({ kind }) => kind)}::text[]) f (alias, kind)
    on conflict (alias_kind, alias) do update set security_id = excluded.security_id,
      valid_to = excluded.valid_to`);
  // If a security returns to a former code, that code no longer needs an alias.
  await tx.query(sql`
    delete from security_alias where security_id = ${securityId}
      and (alias_kind = 'NAME' and alias = ${names.name ?? null}
        or alias_kind = 'ISIN' and alias = ${names.isin ?? null})`);
  const changed = await tx.query(sql`
    update security set name = coalesce(${names.name ?? null}, name),
      isin = coalesce(${names.isin ?? null}, isin), label = coalesce(${names.label ?? null}, label),
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${securityId} and (name, coalesce(isin, ''), label) is distinct from
      (coalesce(${names.name ?? null}, name), coalesce(${names.isin ?? null}, isin, ''),
        coalesce(${names.label ?? null}, label))
    returning 1 as changed`);
  return changed.length === 0 ? undefined : before.name;
}

/**
 * Sets the trading status of a security that is in one of the given states. Returns the previous
 * status, or undefined if the security was in none of these states.
 */
export async function moveSecurityStatus(
  tx: Tx,
  securityId: bigint,
  move: {
    readonly from: readonly string[];
    readonly to: SecurityStatus;
    readonly stamp: Stamp;
  },
): Promise<SecurityStatus | undefined> {
  const { from, to, stamp } = move;
  const [changed] = await tx.query<{ status: SecurityStatus }>(sql`
    with before as (
      select id, status from security
      where id = ${securityId} and status = any(${[...from]}::text[]) for no key update)
    update security s set status = ${to}, version = s.version + 1, modified_by = ${stamp.by},
      modified_at = ${stamp.at}
    from before b where s.id = b.id returning b.status`);
  return changed?.status;
}
