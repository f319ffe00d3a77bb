// Links of the audit chain: the text that each link's hash covers, built from the current rows.

import { createHmac } from 'node:crypto';
import type { Database } from '../../../platform/database/database.js';
import { AUDIT } from '../limits.js';
import { type Batch, batchesAt } from './batch-queries.js';
import { type StoredLink, selectLinks } from './chain-queries.js';
import type { LinkedSource } from './source-queries.js';

/** The value used as the previous hash of the first link. */
export const FIRST_HASH = '0'.repeat(64);

/** Returns the hash of a link, over the previous link's hash and the text that the link covers. */
export function linkHash(key: Buffer, before: string, text: string): string {
  return createHmac('sha256', key).update(before).update('\n').update(text).digest('hex');
}

/** Returns the text that a batch's link covers. */
export function batchText(batch: Batch): string {
  const { source, afterTransactionId, afterId, lastTransactionId, lastId } = batch;
  const places = [afterTransactionId, String(afterId), lastTransactionId, String(lastId)];
  return JSON.stringify(['rows', source, ...places, batch.rowIds, batch.rowMarks, batch.digest]);
}

export interface Link extends Omit<StoredLink, 'source'> {
  readonly source: LinkedSource | undefined;
}

/** Reads links starting at a position, as many as fit in one page with all their rows. */
export async function linksFrom(
  db: Database,
  sources: readonly LinkedSource[],
  position: bigint,
): Promise<{ readonly links: readonly Link[]; readonly isEnd: boolean }> {
  const stored = await selectLinks(db, position);
  const page = pageOf(stored);
  const texts = new Map<bigint, string>();
  for (const source of sources) {
    const ofSource = page.filter((link) => link.source === source.name);
    const positions = ofSource.map((link) => link.position);
    if (positions.length === 0) continue;
    const batches = await batchesAt(db, source, positions);
    for (const batch of batches) texts.set(batch.position, batchText(batch));
  }
  const links = page.map((link) => ({
    ...link,
    text: link.text ?? texts.get(link.position) ?? null,
    source: sources.find(({ name }) => name === link.source),
  }));
  return { links, isEnd: stored.length < AUDIT.batchRows && page.length === stored.length };
}

// Always returns at least one link, even if it covers more rows than fit in a page.
function pageOf(stored: readonly StoredLink[]): readonly StoredLink[] {
  let rows = 0;
  const end = stored.findIndex((link, index) => {
    rows += link.rows;
    return index > 0 && rows > AUDIT.rowsPerPageMax;
  });
  return end < 0 ? stored : stored.slice(0, end);
}
