// Heads of the audit chain. They are stored in this process, in a file, in the log and in an event,
// where someone who edits the database cannot change them. If someone removes the end of the chain,
// the program extends the shortened chain with the correct key. Only an earlier head then reveals
// the removal.

import { appendFile, readFile } from 'node:fs/promises';
import type { Context } from '../../../platform/context.js';
import { storeEvents } from '../../../platform/events/queries.js';
import { lastLink } from './chain-queries.js';
import {
  type AuditHead,
  type ForeignHead,
  foreignHead,
  insertDueHead,
  selectPublishedHeads,
} from './head-queries.js';

/** Thrown if the head file exists but cannot be read. */
export class HeadsUnreadable extends Error {}

/** Stores the heads that one process has seen. */
export interface HeadKeeper {
  /**
   * Stores the current head if the chain still contains the previous one. Otherwise keeps the
   * previous head and logs an error.
   */
  readonly update: (context: Context) => Promise<void>;
  /** Appends the head to the configured `auditHeadFile`, if the head has moved. */
  readonly write: (context: Context) => Promise<void>;
  /** Returns all known heads, from this process, from the file and from the database. */
  readonly all: (context: Context) => Promise<readonly AuditHead[]>;
}

/** Creates the head store of one process. */
export function createHeadKeeper(): HeadKeeper {
  let latest: AuditHead | undefined;
  let written = 0n;
  let isReported = false;
  const ofFile = async (context: Context): Promise<readonly AuditHead[]> => {
    const heads = await readHeads(context.config.auditHeadFile);
    written = heads.at(-1)?.position ?? 0n;
    return heads;
  };
  return {
    update: async (context) => {
      // A new process continues from the last head that its predecessor wrote to the file.
      latest ??= (await ofFile(context)).at(-1);
      // The last link is read before the check. In the other order, a chain that was cut and
      // rebuilt between the two statements would pass as the current one.
      const last = await lastLink(context.db);
      const foreign = latest && (await foreignHead(context.db, [latest]));
      if (foreign === undefined) latest = laterOf(latest, last);
      else if (!isReported) reportForeign(context, foreign);
      isReported = foreign !== undefined;
    },
    write: async ({ config }) => {
      if (config.auditHeadFile === undefined || latest === undefined) return;
      if (latest.position <= written) return;
      await appendFile(config.auditHeadFile, lineOf(latest), { mode: 0o600 });
      written = latest.position;
    },
    all: async (context) => [
      ...(latest === undefined ? [] : [latest]),
      ...(await ofFile(context)),
      ...(await selectPublishedHeads(context.db)),
    ],
  };
}

// Two updates in one process may overlap. This function prevents the head from moving back.
function laterOf(before: AuditHead | undefined, last: AuditHead | undefined) {
  if (before === undefined || last === undefined) return last ?? before;
  return last.position < before.position ? before : last;
}

function reportForeign({ log, metrics }: Context, { position, hash, reason }: ForeignHead): void {
  metrics.events.inc({ name: 'audit_chain_cut' });
  log.error(
    { position: String(position), hash, reason },
    'the audit chain no longer contains an earlier head: entries were changed or removed',
  );
}

const LINE = /^\{"position":"(\d{1,18})","hash":"([0-9a-f]{64})"\}$/;

function lineOf({ position, hash }: AuditHead): string {
  return `${JSON.stringify({ position: String(position), hash })}\n`;
}

// Reads the heads in the file. The last line is incomplete if the process died while writing it.
async function readHeads(file: string | undefined): Promise<readonly AuditHead[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new HeadsUnreadable('the file of audit heads cannot be read', { cause: error });
  });
  return text.split('\n').flatMap((line) => {
    const [, position, hash] = LINE.exec(line) ?? [];
    return position === undefined || hash === undefined
      ? []
      : [{ position: BigInt(position), hash }];
  });
}

/**
 * Publishes the head, as an event and in the log, once the oldest entry or row change not covered
 * by a published head is an hour old. Batches of events do not trigger a publication, because the
 * publication is itself an event. If several nodes call this, only one of them publishes.
 */
export async function publishHead(context: Context): Promise<void> {
  const head = await context.db.transaction(async (tx) => {
    const published = await insertDueHead(tx, context.clock.now());
    if (published === undefined) return undefined;
    const data = { position: String(published.position), hash: published.hash };
    await storeEvents(tx, [{ type: 'audit.head-published', subjectId: published.position, data }]);
    return data;
  });
  if (head !== undefined) context.log.info(head, 'head of the audit chain');
}
