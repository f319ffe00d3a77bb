// Reads one corporate action: its terms, versions, entitlements and money.

import type { Call } from '../../../platform/context.js';
import { onSnapshot } from '../../../platform/database/snapshot.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import { versioned } from '../../../platform/http/route.js';
import { versionsOf } from '../../change/index.js';
import { CUSTODY } from '../limits.js';
import { selectListedEvent, sumEntitlements, sumFunding } from './list-queries.js';
import { selectNamedOptions } from './queries.js';
import { entitlementSumRecord, eventRecord, fundingRecord } from './record.js';

/** Reads one event. Its sums include only the caller's offices. */
export function readEvent(call: Call, id: bigint): Promise<object> {
  const { offices } = call.principal;
  return onSnapshot(call.db, async (tx) => {
    const row = await selectListedEvent(tx, id);
    if (row === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
    const record = {
      ...eventRecord(row, await selectNamedOptions(tx, [id])),
      versions: await versionsOf(
        tx,
        { kind: 'corporate-action', subject: row.name },
        CUSTODY.versionsShownMax,
      ),
      entitlements: (await sumEntitlements(tx, id, offices)).map(entitlementSumRecord),
      funding: (await sumFunding(tx, id, offices)).map(fundingRecord),
    };
    return versioned(record, row.version);
  });
}
