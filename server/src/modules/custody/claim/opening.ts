// Opens market claims found by an end-of-day step or an import.

import type { Work } from '../../../platform/context.js';
import { codeOf } from '../../../platform/ids.js';
import type { CorporateActionRow } from '../record/queries.js';
import { claimEvent } from '../settlement/claim-event.js';
import { insertClaims, type NewClaim } from './queries.js';

/** A claim to open. */
export type OpenedClaim = Omit<NewClaim, 'id' | 'name' | 'corporate_action_id'>;

/** Opens claims for an event that the caller has locked. */
export async function openClaims(
  work: Work,
  event: Pick<CorporateActionRow, 'id' | 'name'>,
  claims: readonly OpenedClaim[],
): Promise<void> {
  const ids = await work.context.ids.take(work.tx, 'market_claim_id', claims.length);
  const rows = claims.flatMap((claim, index): NewClaim[] => {
    const id = ids[index];
    const of = { corporate_action_id: event.id };
    return id === undefined ? [] : [{ ...claim, ...of, id, name: codeOf(id) }];
  });
  await insertClaims(work.tx, rows, { by: work.principal.name, at: work.now });
  for (const row of rows) work.events.push(claimEvent('opened', row, event.name));
}
