// Header mappings of row files. Users save their own, and can use those of colleagues.

import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageOfAll } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal } from '../../../platform/http/reply/problem.js';
import type { Outcome, Page } from '../../../platform/http/route.js';
import type { MappedHeader } from '../../../platform/row-file/mapping.js';
import type { StatedReading } from '../../../platform/row-file/reading.js';
import { ROW_MAPPING } from '../limits.js';
import { identityProblems } from '../problems.js';
import {
  countRowMappings,
  deleteRowMapping,
  type ImportKind,
  listRowMappings,
  putRowMapping,
  type RowMappingRow,
} from './queries.js';

interface NewMapping {
  readonly kind: ImportKind;
  readonly label: string;
  readonly mapping: readonly MappedHeader[];
  readonly reading?: StatedReading | undefined;
}

/** Lists the mappings that the caller may use for a kind of import, with the caller's own first. */
export async function rowMappings(
  { db, principal }: Call,
  kind: ImportKind,
  page: PageRequest,
): Promise<Page<object>> {
  const rows = await listRowMappings(db, principal, kind);
  return pageOfAll(
    rows.map((row) => recordOf(row, principal.id)),
    page,
  );
}

/** Saves a mapping. Replaces the caller's mapping with this name. Refuses with TOO_MANY_KEPT. */
export async function saveRowMapping(work: Work, request: NewMapping): Promise<Outcome> {
  const { context, tx, principal, now } = work;
  const id = await context.ids.next(tx, 'row_mapping_id');
  const reading = request.reading ?? null;
  const stored = await putRowMapping(tx, {
    ...request,
    reading,
    id,
    principalId: principal.id,
    now,
  });
  const row = present(stored, 'the mapping was just written');
  const count = await countRowMappings(tx, principal.id);
  if (count > ROW_MAPPING.perUserMax) {
    throw refusal(identityProblems.TOO_MANY_KEPT, { args: [String(count)] });
  }
  return {
    msgCode: 'ROW_MAPPING_SAVED',
    id: row.id,
    name: row.label,
    result: recordOf(row, principal.id),
  };
}

/** Removes one of the caller's mappings. Mappings of other users are not found. */
export async function removeRowMapping({ tx, principal }: Work, id: bigint): Promise<Outcome> {
  const removed = await deleteRowMapping(tx, { id, principalId: principal.id });
  if (removed === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return { msgCode: 'ROW_MAPPING_REMOVED', id, name: removed.label };
}

function recordOf(row: RowMappingRow, viewer: bigint) {
  return {
    id: row.id,
    kind: row.kind,
    label: row.label,
    mapping: row.mapping,
    reading: row.reading ?? undefined,
    own: row.principal_id === viewer,
    owner: row.owner,
    createdDttm: row.created_at,
    lastModifiedDttm: row.modified_at,
  };
}
