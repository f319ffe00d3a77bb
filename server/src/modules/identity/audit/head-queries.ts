// SQL for the heads of the audit chain.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { AUDIT } from '../limits.js';

/** A position in the chain and the hash of the link at that position. */
export interface AuditHead {
  readonly position: bigint;
  readonly hash: string;
}

/** A head that does not match the chain. */
export interface ForeignHead extends AuditHead {
  readonly reason: 'HEAD_DIFFERS' | 'HEAD_MISSING';
}

/** Finds the lowest of the given heads that does not match the chain; undefined if all match. */
export async function foreignHead(
  db: Database,
  heads: readonly AuditHead[],
): Promise<ForeignHead | undefined> {
  const [row] = await db.query<{ position: bigint; hash: string; found: boolean }>(sql`
    select h.position, h.hash, c.hash is not null as found
    from unnest(${heads.map(({ position }) => String(position))}::bigint[],
      ${heads.map(({ hash }) => hash)}::text[]) as h(position, hash)
      left join audit_chain c on c.position = h.position
    where c.hash is distinct from h.hash
    order by h.position limit 1`);
  if (row === undefined) return undefined;
  const { position, hash, found } = row;
  return { position, hash, reason: found ? 'HEAD_DIFFERS' : 'HEAD_MISSING' };
}

/** Reads all published heads. */
export function selectPublishedHeads(db: Database): Promise<AuditHead[]> {
  return db.query<AuditHead>(sql`select position, hash from audit_head`);
}

/** Stores the head as published if a publication is due; otherwise returns undefined. */
export async function insertDueHead(tx: Tx, now: Instant): Promise<AuditHead | undefined> {
  const [published] = await tx.query<AuditHead>(sql`
      insert into audit_head (position, hash, published_at)
      select last.position, last.hash, ${now}
      from (select position, hash from audit_chain order by position desc limit 1) last
      where (select coalesce(e.at, b.linked_at) from audit_chain c
          left join audit_entry e on e.id = c.audit_entry_id
          left join audit_batch b on b.position = c.position
        where c.position > coalesce((select max(position) from audit_head), 0)
          and (e.id is not null or b.source = 'row_change')
        order by c.position limit 1)
        <= ${now}::timestamptz - make_interval(secs => ${AUDIT.publishEverySeconds})
      on conflict (position) do nothing
      returning position, hash`);
  return published;
}
