// SQL for the performance kinds of booked lines. A line without a row is a FLOW.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { PerformanceKind } from './performance-kind.js';

/** A booked line and its kind. */
interface BookedKind {
  readonly journalId: bigint;
  readonly lineNo: number;
  readonly kind: PerformanceKind | null | undefined;
}

/** Stores the kinds of booked lines. */
export async function storePerformance(tx: Tx, lines: readonly BookedKind[]): Promise<void> {
  const kinds = lines.filter(({ kind }) => kind && kind !== 'FLOW');
  if (kinds.length === 0) return;
  await tx.query(sql`
    insert into journal_performance (journal_id, line_no, kind)
    select * from unnest(${kinds.map(({ journalId }) => journalId)}::bigint[],
      ${kinds.map(({ lineNo }) => lineNo)}::smallint[],
      ${kinds.map(({ kind }) => kind ?? 'FLOW')}::text[])`);
}

/** Gives each reversal line the kind of the line that it reverses. */
export async function copyPerformance(tx: Tx, reversalIds: readonly bigint[]): Promise<void> {
  await tx.query(sql`
    insert into journal_performance (journal_id, line_no, kind)
    select r.id, p.line_no, p.kind
    from journal r join journal_performance p on p.journal_id = r.reversal_of_id
    where r.id = any(${reversalIds}::bigint[])`);
}

/** Selects the kinds of a journal's lines, by line number. */
export async function performanceOfJournal(
  tx: Tx,
  journalId: bigint,
): Promise<ReadonlyMap<number, PerformanceKind>> {
  const rows = await tx.query<{ line_no: number; kind: PerformanceKind }>(sql`
    select line_no, kind from journal_performance where journal_id = ${journalId}`);
  return new Map(rows.map(({ line_no, kind }) => [line_no, kind]));
}
