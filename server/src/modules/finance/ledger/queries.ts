// SQL for the ledger: posts journals, holds money, locks funds, and folds.

import { LEDGER } from '../../../limits.js';
import { assert, present } from '../../../platform/assert.js';
import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { arrayOf } from '../../../platform/database/array.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';

/**
 * One side of a journal. `amountMinor` is positive for a debit, negative for a credit, never zero.
 */
export interface LineDraft {
  readonly accountId: bigint;
  readonly amountMinor: bigint;
}

/** A journal to post. Its lines must sum to zero per currency; zero lines are dropped. */
export interface JournalDraft {
  readonly officeId: bigint;
  readonly transactionDate: BusinessDate;
  readonly valueDate: BusinessDate;
  readonly narration: string;
  /** The kind of record that caused the journal, such as `CASH_TRANSACTION`; its id is separate. */
  readonly sourceType: string;
  readonly sourceId: bigint;
  readonly reversalOfId?: bigint;
  /**
   * True for an event that must be booked even if the account cannot pay, such as a fill. The
   * account may then fall below its floor, and nothing more can be spent. Never set this for a
   * caller's request.
   */
  readonly force?: boolean;
  /** True if the journal may be dated in a soft-closed period. */
  readonly intoSoftClosed?: boolean;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly lines: readonly LineDraft[];
}

/** A hold: money reserved for one record, such as an order. */
export interface Hold {
  readonly accountId: bigint;
  readonly sourceType: string;
  readonly sourceId: bigint;
  /** The hold's new total; zero releases it. */
  readonly amountMinor: bigint;
  /** Like a journal's `force`. */
  readonly force?: boolean;
}

/** Returns the posting as a row source, for statements that also change the caller's record. */
export function postJournalsCall(
  tx: Pick<Tx, 'dryRun'>,
  drafts: readonly JournalDraft[],
  holds: readonly Hold[],
): Sql {
  const lines = linesInOrder(drafts);
  assert(lines.length <= LEDGER.linesPerCallMax, 'one call posts a limited number of lines');
  for (const hold of holds) assert(hold.amountMinor >= 0n, 'a hold is not negative');
  return sql`post_journals(${headsOf(drafts)}::jsonb,
    ${arrayOf(lines.map((line) => line.draftNo))}::integer[],
    ${arrayOf(lines.map((line) => line.lineNo))}::integer[],
    ${arrayOf(lines.map((line) => line.accountId))}::bigint[],
    ${arrayOf(lines.map((line) => line.amountMinor))}::bigint[],
    ${forcedAccounts(drafts)}::bigint[], ${toJson(holds)}::jsonb, ${tx.dryRun}::boolean)`;
}

// Numbers are sent as strings and members are listed one by one, so that JSON.stringify can be
// used: it takes a sixth of the time of `toJson`.
function headsOf(drafts: readonly JournalDraft[]): string {
  return JSON.stringify(
    drafts.map((draft) => ({
      officeId: String(draft.officeId),
      transactionDate: draft.transactionDate,
      valueDate: draft.valueDate,
      narration: draft.narration,
      sourceType: draft.sourceType,
      sourceId: String(draft.sourceId),
      reversalOfId: draft.reversalOfId === undefined ? undefined : String(draft.reversalOfId),
      intoSoftClosed: draft.intoSoftClosed,
      createdBy: draft.createdBy,
      createdAt: draft.createdAt,
    })),
  );
}

interface NumberedLine {
  readonly accountId: bigint;
  readonly amountMinor: bigint;
  readonly draftNo: number;
  readonly lineNo: number;
}

// Sorts lines by account, as post_journals reads them. The sort is stable, so an account's lines
// stay in draft and line order.
function linesInOrder(drafts: readonly JournalDraft[]): NumberedLine[] {
  const lines: NumberedLine[] = [];
  for (const [index, draft] of drafts.entries()) {
    let lineNo = 0;
    for (const { accountId, amountMinor } of draft.lines) {
      if (amountMinor === 0n) continue;
      lineNo += 1;
      lines.push({ accountId, amountMinor, draftNo: index + 1, lineNo });
    }
    assert(lineNo >= 2, 'a journal has at least two lines');
  }
  return lines.sort((one, other) => compareIds(one.accountId, other.accountId));
}

function compareIds(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function forcedAccounts(drafts: readonly JournalDraft[]): bigint[] {
  const forced = drafts.filter((draft) => draft.force === true);
  return [...new Set(forced.flatMap((draft) => draft.lines.map((line) => line.accountId)))];
}

/**
 * Returns an expression that sets unforced holds for many records of one kind. The database locks
 * the accounts in order.
 */
export function setHoldsCall(sourceType: string, holds: readonly Omit<Hold, 'sourceType'>[]): Sql {
  for (const hold of holds) assert(hold.amountMinor >= 0n, 'a hold is not negative');
  assert(
    holds.every(({ force }) => force !== true),
    'holds of many records are not forced',
  );
  return sql`
    set_holds(${sourceType}, ${arrayOf(holds.map(({ sourceId }) => sourceId))}::bigint[],
      ${arrayOf(holds.map(({ accountId }) => accountId))}::bigint[],
      ${arrayOf(holds.map(({ amountMinor }) => amountMinor))}::bigint[])`;
}

/** Sets unforced holds for many records of one kind; zero releases a hold. */
export async function upsertHolds(
  tx: Tx,
  sourceType: string,
  holds: Parameters<typeof setHoldsCall>[1],
): Promise<void> {
  await tx.query(sql`select ${setHoldsCall(sourceType, holds)}`);
}

/** Selects a journal's lines in order. */
export function linesOfJournal(
  tx: Tx,
  journalId: bigint,
): Promise<{ account_id: bigint; amount_minor: bigint }[]> {
  return tx.query(sql`
    select account_id, amount_minor from journal_line where journal_id = ${journalId}
    order by line_no`);
}

/** The amounts that a locked account may spend, in minor units. */
interface Funds {
  /** The balance less holds. */
  readonly availableMinor: bigint;
  /** The amount that can still be held; null if there is no limit. */
  readonly roomMinor: bigint | null;
  /** The amount by which the account may be below its floor, because holds were forced. */
  readonly forcedMinor: bigint;
}

/**
 * Locks these accounts in order of id and reads them. With `SKIP`, does not wait: accounts that
 * another transaction has locked are missing from the result.
 */
export async function lockFunds(
  tx: Tx,
  accountIds: readonly bigint[],
  locked: 'SKIP' | 'WAIT',
): Promise<Map<bigint, Funds>> {
  if (accountIds.length === 0) return new Map();
  const rows = await tx.query<Funds & { readonly id: bigint }>(sql`
    select account_id as id, balance_minor - held_minor as "availableMinor",
      balance_minor - held_minor - floor_minor + forced_minor as "roomMinor",
      forced_minor as "forcedMinor"
    from account_balance where account_id = any(${[...accountIds]}::bigint[])
    order by account_id for update ${locked === 'SKIP' ? sql`skip locked` : sql``}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Posts journals and sets holds in one statement; returns the journal ids in the given order. */
export async function insertJournals(
  tx: Tx,
  drafts: readonly JournalDraft[],
  holds: readonly Hold[],
): Promise<bigint[]> {
  const call = postJournalsCall(tx, drafts, holds);
  const rows = await tx.query<{ journal_id: bigint }>(
    sql`select journal_id from ${call} order by ordinal`,
  );
  return rows.map((row) => row.journal_id);
}

/** Sets one record's hold; zero releases it. */
export async function upsertHold(tx: Tx, hold: Hold): Promise<void> {
  const { sourceType, sourceId, accountId, amountMinor, force = false } = hold;
  await tx.query(sql`
    select set_hold(${sourceType}, ${sourceId}, ${accountId}, ${amountMinor}, ${force}::boolean)`);
}

/** Folds up to this many journal numbers; returns how many it processed. */
export async function foldJournals(db: Database, journalsMax: number): Promise<bigint> {
  const [row] = await db.query<{ folded: bigint }>(
    sql`select fold_ledger(${journalsMax}) as folded`,
  );
  return present(row, 'fold_ledger returns one row').folded;
}
