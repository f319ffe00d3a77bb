// Writes the audit log as a file, with every entry that matches a filter.

import type { Call } from '../../../platform/context.js';
import type { Cell, Sheet } from '../../../platform/files/sheet.js';
import { AUDIT } from '../limits.js';
import { type AuditFilter, type AuditRow, selectEntries } from './queries.js';

const COLUMNS = [
  { title: 'Entry', width: 10 },
  { title: 'At', width: 26 },
  { title: 'Kind', width: 10 },
  { title: 'Who', width: 24 },
  { title: 'Operation', width: 30 },
  { title: 'Outcome', width: 34 },
  { title: 'Record', width: 12 },
  { title: 'Members changed', width: 16 },
  { title: 'Address', width: 18 },
  { title: 'Request', width: 38 },
  { title: 'Position', width: 10 },
  { title: 'Hash', width: 66 },
] as const;

/**
 * Returns the entries that match a filter as a sheet, newest first. Entries are read page by page
 * while the file is written.
 */
export function auditSheet(call: Call, filter: AuditFilter): Sheet {
  const dates = [filter.from, filter.to].filter((date) => date !== undefined);
  return { name: ['audit', ...dates].join('-'), columns: COLUMNS, rows: rowsOf(call, filter) };
}

async function* rowsOf(call: Call, filter: AuditFilter): AsyncGenerator<readonly Cell[]> {
  let after: bigint | null = null;
  for (;;) {
    const page: AuditRow[] = await selectEntries(call.db, filter, {
      after,
      offset: 0,
      max: AUDIT.exportedAtOnceRows,
    });
    yield* page.map(cellsOf);
    const last = page.at(-1);
    if (last === undefined || page.length < AUDIT.exportedAtOnceRows) return;
    after = last.id;
  }
}

function cellsOf(row: AuditRow): readonly Cell[] {
  return [
    row.id,
    row.at,
    row.principalKind,
    row.principalName,
    row.operation,
    row.msgCode,
    row.subjectId,
    row.changes,
    row.address,
    row.requestId,
    row.position,
    row.hash,
  ];
}
