// Commits and undoes lead imports.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Outcome } from '../../../platform/http/route.js';
import { changed } from '../../../platform/reference-data/state-step.js';
import { leadUpdated } from '../lead/event.js';
import { capturedEvent, type NewLeads, storeLeads } from '../lead/lead.js';
import { type LeadRow, lockLeads, updateLeadRow } from '../lead/queries.js';
import { recordLeadSteps } from '../lead/step-queries.js';
import { changedImport, leadImportSteps } from './lead-import.js';
import {
  type ImportedLead,
  type LeadImportRow,
  leadsWorkedOn,
  lockImportsOf,
  type RowEnd,
  rowsOfLeadImport,
  updateImportRows,
  updateLeadImport,
} from './queries.js';
import { type CheckedRow, checkRows } from './row.js';

/**
 * Captures the accepted rows and moves the import from PREVIEWED to COMMITTED. The rows are checked
 * again, because records created since the preview can make a row a duplicate. Duplicates are
 * captured only on request.
 */
export async function commitLeadImport(
  work: Work,
  id: bigint,
  duplicates: 'SKIP' | 'CAPTURE',
): Promise<Outcome> {
  const row = await leadImportSteps.lockVisible(work, id, ['PREVIEWED']);
  // Without the lock, concurrent commits of the same file would not see each other's leads.
  await lockImportsOf(work.tx, row.office_id);
  const rows = await rowsOfLeadImport({ context: work.context, db: work.tx }, id);
  const checked = await checkRows(
    work,
    { rows: rows.map(({ cells }) => cells), errors: rows.map(errorOf) },
    row.office_id,
  );
  const wanted = checked.map(({ verdict }) =>
    duplicates === 'CAPTURE' ? verdict !== 'REFUSED' : verdict === 'ACCEPTED',
  );
  const captured = await captureRows(
    work,
    row,
    checked.filter((_, index) => wanted[index]),
  );
  const left = [...captured];
  const ends = rows.map((one, index): RowEnd => {
    const lead = wanted[index] ? left.shift() : undefined;
    return endOf(one, present(checked[index], 'each row has a verdict'), lead);
  });
  await updateImportRows(work.tx, id, ends);
  await updateLeadImport(work.tx, changed(work, row, { state: 'COMMITTED' }));
  return changedImport(work, id, 'committed');
}

// A row refused by the preview remains refused, because its cells may be stored as received.
function errorOf({ verdict, code, member, detail }: ImportedLead) {
  if (verdict !== 'REFUSED' || code === null) return undefined;
  return { code, member, detail: detail ?? '' };
}

async function captureRows(
  work: Work,
  { office_id: officeId }: LeadImportRow,
  checked: readonly CheckedRow[],
): Promise<readonly LeadRow[]> {
  const leads: NewLeads['leads'][number][] = [];
  for (const row of checked) {
    if (row.verdict === 'REFUSED') continue;
    leads.push({ id: await work.context.ids.next(work.tx, 'lead_id'), body: row.body });
  }
  if (leads.length === 0) return [];
  const rows = await storeLeads(work, { leads, officeId, source: 'IMPORT' });
  for (const [index, lead] of rows.entries()) {
    const one = checked[index];
    const matches = one === undefined || one.verdict === 'REFUSED' ? [] : one.matches;
    work.events.push(capturedEvent(lead, matches.filter(({ kind }) => kind !== 'ROW').length));
  }
  return rows;
}

function endOf(row: ImportedLead, checked: CheckedRow, lead: LeadRow | undefined): RowEnd {
  const none = { code: null, member: null, detail: null };
  return {
    ...(checked.verdict === 'REFUSED' ? checked.error : none),
    row_no: row.row_no,
    verdict: checked.verdict,
    matches: checked.verdict === 'REFUSED' ? [] : checked.matches,
    outcome: lead === undefined ? 'SKIPPED' : 'CAPTURED',
    lead_id: lead?.id ?? null,
  };
}

/**
 * Withdraws the captured leads that have not changed and that no user has worked on: they become
 * DEAD and inactive. Other leads are kept, as shown by the outcome of each row. The import moves
 * from COMMITTED to UNDONE.
 */
export async function undoLeadImport(work: Work, id: bigint): Promise<Outcome> {
  const row = await leadImportSteps.lockVisible(work, id, ['COMMITTED']);
  const rows = await rowsOfLeadImport({ context: work.context, db: work.tx }, id);
  const ids = rows.flatMap(({ lead_id: leadId }) => leadId ?? []);
  // New activities also lock the lead, so none can be added while these locks are held.
  const leads = new Map((await lockLeads(work, ids)).map((lead) => [lead.id, lead]));
  const workedOn = await leadsWorkedOn(work.tx, ids);
  const isLeft = (lead: LeadRow) => lead.version === 1n && !workedOn.has(lead.id);
  for (const lead of [...leads.values()].filter(isLeft)) await takeBack(work, lead);
  const ends = rows.map((one): RowEnd => {
    const lead = one.lead_id === null ? undefined : leads.get(one.lead_id);
    if (lead === undefined) return one;
    return { ...one, outcome: isLeft(lead) ? 'UNDONE' : 'KEPT' };
  });
  await updateImportRows(work.tx, id, ends);
  await updateLeadImport(work.tx, changed(work, row, { state: 'UNDONE' }));
  return changedImport(work, id, 'undone');
}

async function takeBack(work: Work, lead: LeadRow): Promise<void> {
  const after = changed(work, lead, { active: false, status: 'DEAD' });
  await updateLeadRow(work, after);
  await recordLeadSteps(work.tx, [{ before: lead.status, after }]);
  const data = { status: after.status, previousStatus: lead.status, consent: false };
  work.events.push(leadUpdated({ id: lead.id, officeId: lead.office_id }, data));
}
