// SQL for changes to contract notes: the note in force, its reversal, and its order's total.

import { present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** The note in force for a trade date, and its journals. */
export interface PresentNote {
  readonly id: bigint;
  readonly name: string;
  readonly charges_minor: bigint;
  readonly net_minor: bigint;
  readonly journal_id: bigint;
  readonly settlement_journal_id: bigint | null;
}

/** Locks the note in force for a trade date of an order; undefined if there is none. */
export async function presentNote(
  tx: Tx,
  orderId: bigint,
  tradeDate: BusinessDate,
): Promise<PresentNote | undefined> {
  const [note] = await tx.query<PresentNote>(sql`
    select id, name, charges_minor, net_minor, journal_id, settlement_journal_id
    from contract_note
    where order_id = ${orderId} and trade_date = ${tradeDate} and reversed_at is null for update`);
  return note;
}

/** Marks a note as reversed, with the journals in the order returned by `reversalJournals`. */
export async function storeReversal(
  work: Work,
  note: PresentNote,
  journals: readonly bigint[],
): Promise<void> {
  const settled = note.settlement_journal_id !== null;
  await work.tx.query(sql`
    update contract_note set active = false, reversed_at = ${work.now},
      settlement_reversal_journal_id = ${settled ? (journals[0] ?? null) : null},
      reversal_journal_id = ${journals[settled ? 1 : 0] ?? null},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = ${note.id}`);
}

/** A line on a note, as charged. */
interface ChargedLine {
  readonly code: string;
  readonly on_code: string | null;
  readonly amount_minor: bigint;
}

/** Reads a note's charges in line order. */
export function chargesOfNote(tx: Tx, noteId: bigint): Promise<ChargedLine[]> {
  return tx.query<ChargedLine>(sql`
    select code, on_code, amount_minor from contract_note_charge
    where contract_note_id = ${noteId} order by line_no`);
}

/** Adds an amount, which may be negative, to the total of an order's notes. */
export async function addToNotedTotal(tx: Tx, orderId: bigint, moreMinor: bigint): Promise<void> {
  await tx.query(sql`
    update trade_order set noted_total_minor = noted_total_minor + ${moreMinor}::bigint
    where id = ${orderId}`);
}

/** Reads the account that holds the proceeds for a cash account until settlement. */
export async function unsettledAccountOf(tx: Tx, cashAccountId: bigint): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select unsettled_account_id as id from account where id = ${cashAccountId}`);
  return present(row, 'a cash account has its unsettled account').id;
}
