// Links of the audit chain: what the hash of one covers, recomputed from the rows as they are now.

import { createHmac } from 'node:crypto';
import type { Database } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { AUDIT } from '../limits.js';
import { textsOfBatches } from './batch.js';
import { type LinkedSource, momentText } from './source.js';

export const FIRST_HASH = '0'.repeat(64);

/** The hash of a link: of the one before it and of the text that it covers. */
export function linkHash(key: Buffer, before: string, text: string): string {
  return createHmac('sha256', key).update(before).update('\n').update(text).digest('hex');
}

/**
 * The text of an entry `e`, with what its transaction changed. Everything is text, so that the hash
 * does not depend on how a driver reads a type.
 */
export const entryText: Sql = sql`jsonb_build_array(e.id::text, e.transaction_id::text,
  ${momentText(sql`e.at`)}, e.principal_kind,
  e.principal_id::text, e.principal_name, e.operation, e.subject_id::text, e.msg_code, e.request_id,
  e.address)::text || coalesce((
    select jsonb_agg(jsonb_build_array(d.id::text, d.table_name, d.record_id::text, d.currency,
      d.changes) order by d.id)::text
    from audit_change d where d.transaction_id = e.transaction_id), '')`;

interface StoredLink {
  readonly position: bigint;
  readonly hash: string;
  readonly keyVersion: number;
  /** Of an entry; null where the link covers a batch, or where its entry is gone. */
  readonly text: string | null;
  /** The source of a batch and the number of its rows; null and 0 where there is no batch. */
  readonly source: string | null;
  readonly rows: number;
}

export interface Link extends Omit<StoredLink, 'source'> {
  readonly source: LinkedSource | undefined;
}

/** Links from a position on, so many that their rows fit into one page. */
export async function linksFrom(
  db: Database,
  sources: readonly LinkedSource[],
  position: bigint,
): Promise<{ readonly links: readonly Link[]; readonly isEnd: boolean }> {
  const stored = await db.query<StoredLink>(sql`
    select c.position, c.hash, c.key_version as "keyVersion",
      case when e.id is not null then ${entryText} end as text,
      b.source, coalesce(cardinality(b.row_ids), 0) as rows
    from audit_chain c
      left join audit_entry e on e.id = c.audit_entry_id
      left join audit_batch b on b.position = c.position
    where c.position >= ${position} order by c.position limit ${AUDIT.batchRows}`);
  const page = pageOf(stored);
  const texts = new Map<bigint, string>();
  for (const source of sources) {
    const positions = page.filter((link) => link.source === source.name);
    if (positions.length === 0) continue;
    const ofSource = await textsOfBatches(
      db,
      source,
      positions.map((link) => link.position),
    );
    for (const [at, text] of ofSource) texts.set(at, text);
  }
  const links = page.map((link) => ({
    ...link,
    text: link.text ?? texts.get(link.position) ?? null,
    source: sources.find(({ name }) => name === link.source),
  }));
  return { links, isEnd: stored.length < AUDIT.batchRows && page.length === stored.length };
}

// At least one link, however many rows it covers.
function pageOf(stored: readonly StoredLink[]): readonly StoredLink[] {
  let rows = 0;
  const end = stored.findIndex((link, index) => {
    rows += link.rows;
    return index > 0 && rows > AUDIT.rowsPerPageMax;
  });
  return end < 0 ? stored : stored.slice(0, end);
}
