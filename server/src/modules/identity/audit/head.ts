// Heads of the audit chain, kept where who edits the database does not change them: in this
// process, in a file, in the log and in an event. The program itself would chain anew what somebody
// cut off, under the right key; only a head of before tells that.

import { appendFile, readFile } from 'node:fs/promises';
import type { Context } from '../../../platform/context.js';
import type { Database } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { storeEvents } from '../../../platform/events/queries.js';
import { AUDIT } from '../limits.js';

/** A position of the chain and the hash of its link. */
export interface AuditHead {
  readonly position: bigint;
  readonly hash: string;
}

/** A head that the chain does not have (any more). */
interface ForeignHead extends AuditHead {
  readonly reason: 'HEAD_DIFFERS' | 'HEAD_MISSING';
}

/** The lowest of these heads that the chain does not have; undefined if it has them all. */
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

/** Thrown where the file of the settings is there and cannot be read. */
export class HeadsUnreadable extends Error {}

/** The heads that one process keeps. */
export interface HeadKeeper {
  /**
   * Takes up the present head, if the chain still has the one before it. Else the one before stays,
   * and the log tells it.
   */
  readonly look: (context: Context) => Promise<void>;
  /** Appends the head to the file of the settings, when it moved. */
  readonly write: (context: Context) => Promise<void>;
  /** All that are kept: of this process, of the file, and those published in the database. */
  readonly all: (context: Context) => Promise<readonly AuditHead[]>;
}

/** Makes the keeper of one process. */
export function createHeadKeeper(): HeadKeeper {
  let kept: AuditHead | undefined;
  let written = 0n;
  let told = false;
  const ofFile = async (context: Context): Promise<readonly AuditHead[]> => {
    const heads = await readHeads(context.config.auditHeadFile);
    written = heads.at(-1)?.position ?? 0n;
    return heads;
  };
  return {
    look: async (context) => {
      // A process that starts goes on from what the one before it has written.
      kept ??= (await ofFile(context)).at(-1);
      const foreign = kept && (await foreignHead(context.db, [kept]));
      if (foreign === undefined) kept = (await lastLink(context.db)) ?? kept;
      else if (!told) tellForeign(context, foreign);
      told = foreign !== undefined;
    },
    write: async ({ config }) => {
      if (config.auditHeadFile === undefined || kept === undefined) return;
      if (kept.position <= written) return;
      await appendFile(config.auditHeadFile, lineOf(kept), { mode: 0o600 });
      written = kept.position;
    },
    all: async (context) => [
      ...(kept === undefined ? [] : [kept]),
      ...(await ofFile(context)),
      ...(await context.db.query<AuditHead>(sql`select position, hash from audit_head`)),
    ],
  };
}

function tellForeign({ log, metrics }: Context, { position, hash, reason }: ForeignHead): void {
  metrics.events.inc({ name: 'audit_chain_cut' });
  log.error(
    { position: String(position), hash, reason },
    'the audit chain does not have a head that it had: somebody changed or removed entries',
  );
}

async function lastLink(db: Database): Promise<AuditHead | undefined> {
  const [link] = await db.query<AuditHead>(
    sql`select position, hash from audit_chain order by position desc limit 1`,
  );
  return link;
}

const LINE = /^\{"position":"(\d{1,18})","hash":"([0-9a-f]{64})"\}$/;

function lineOf({ position, hash }: AuditHead): string {
  return `${JSON.stringify({ position: String(position), hash })}\n`;
}

// The last line may be half of one, where the process died in it.
async function readHeads(file: string | undefined): Promise<readonly AuditHead[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new HeadsUnreadable('the file of heads cannot be read', { cause: error });
  });
  return text.split('\n').flatMap((line) => {
    const [, position, hash] = LINE.exec(line) ?? [];
    return position === undefined || hash === undefined
      ? []
      : [{ position: BigInt(position), hash }];
  });
}

/**
 * Publishes the head as an event and in the log, when the oldest entry or row change that no
 * published head covers is an hour old. Batches of events do not count, because the publication is
 * an event itself. Any number of nodes may ask; one publishes.
 */
export async function publishHead(context: Context): Promise<void> {
  const head = await context.db.transaction(async (tx) => {
    const now = context.clock.now();
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
    if (published === undefined) return undefined;
    const data = { position: String(published.position), hash: published.hash };
    await storeEvents(tx, [{ type: 'audit.head-published', subjectId: published.position, data }]);
    return data;
  });
  if (head !== undefined) context.log.info(head, 'head of the audit chain');
}
