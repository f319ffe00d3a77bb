// Undoes an import of certificates by undoing the certificates that it created.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { changed, stateSteps } from '../../../platform/reference-data/state-step.js';
import { undoRecorded } from '../certificate/certificate.js';
import { certificateEvent } from '../certificate/event.js';
import { selectCertificate } from '../certificate/queries.js';
import { wealthProblems } from '../problems.js';
import { lockImport, markOutcomes, selectRows, updateImport } from './queries.js';
import { changedImport, isVisibleImport } from './record.js';

const steps = stateSteps({
  lock: ({ tx }: Work, id: bigint) => lockImport(tx, id),
  isVisible: isVisibleImport,
  stateOf: ({ state }) => state,
  wrongState: wealthProblems.CERTIFICATE_IMPORT_WRONG_STATE,
});

/**
 * Undoes an import (IMPORTED → UNDONE). Undoes the certificates that it created, unless they were
 * undone earlier. The rows show which certificates this step has undone.
 */
export async function undoImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await steps.lockVisible(work, id, ['IMPORTED']);
  const rows = await selectRows(work.tx, id);
  const own = rows.flatMap(({ verdict, certificate_id: certificateId }) =>
    verdict === 'IMPORTED' && certificateId !== null ? [certificateId] : [],
  );
  const undone: bigint[] = [];
  for (const certificateId of own.toSorted(byId)) {
    if (!(await undoRecorded(work, certificateId, `Undo of import ${codeOf(id)}`))) continue;
    const shown = present(await selectCertificate(work.tx, certificateId), 'it was just undone');
    work.events.push(certificateEvent('undone', shown));
    undone.push(certificateId);
  }
  await markOutcomes(work.tx, id, undone);
  await updateImport(work.tx, changed(work, row, { state: 'UNDONE' }));
  return changedImport(work, id, { done: 'undone', certificates: undone.length });
}

function byId(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other);
}
