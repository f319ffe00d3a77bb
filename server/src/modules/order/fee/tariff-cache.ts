// A process's own copy of the fee schedules. Stored versions never change, so the copy is valid
// until a newer version is stored.

import type { Context, Work } from '../../../platform/context.js';
import type { Tariff } from './tariff.js';
import { readTariff } from './tariff-queries.js';

const kept = new WeakMap<Context['db'], Tariff>();

/**
 * Returns the tariff with this stamp, or a newer one. Do not call this in a transaction that adds a
 * version: the cache would keep that version even after a rollback.
 */
export async function tariffAt(
  { context, tx }: Pick<Work, 'context' | 'tx'>,
  stamp: bigint,
): Promise<Tariff> {
  const known = kept.get(context.db);
  if (known !== undefined && known.stamp >= stamp) return known;
  const read = await readTariff(tx);
  const newest = kept.get(context.db);
  if (newest === undefined || newest.stamp < read.stamp) kept.set(context.db, read);
  return read;
}
