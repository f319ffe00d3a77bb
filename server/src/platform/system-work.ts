// Runs work that no request started, for workers, adapters and the end of day.

import type { Context, Principal, Work } from './context.js';
import type { Tx } from './database/database.js';
import { storeEvents } from './events/queries.js';

/** The principal for all work that the program does without a caller. */
export const SYSTEM: Principal = Object.freeze({
  kind: 'system',
  id: 0n,
  name: 'system',
  permissions: new Set<string>(),
  offices: undefined,
});

/** Runs work in an open transaction and stores its events there. */
export async function workIn<Result>(
  on: { readonly context: Context; readonly tx: Tx; readonly reason: string },
  piece: (work: Work) => Promise<Result>,
): Promise<Result> {
  const { context, tx, reason } = on;
  const work: Work = {
    context,
    tx,
    principal: SYSTEM,
    requestId: reason,
    now: context.clock.now(),
    ifMatch: undefined,
    events: [],
  };
  const result = await piece(work);
  context.eventCatalogue.check(work.events);
  await storeEvents(tx, work.events);
  return result;
}

/** Like `workIn`, but in its own transaction. */
export function systemWork<Result>(
  context: Context,
  reason: string,
  piece: (work: Work) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction((tx) => workIn({ context, tx, reason }, piece));
}
