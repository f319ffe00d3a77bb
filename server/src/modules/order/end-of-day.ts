// The order module's part of the end of a day: expire, note, settle. Each step finds its own work
// again, so a second run, or one after a crash, does only what is left.

import { assert } from '../../platform/assert.js';
import type { Context, Work } from '../../platform/context.js';
import { countRows } from '../../platform/database/list-query.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { ClosingDay, EndOfDayStep, StepProgress } from '../../platform/end-of-day/step.js';
import { systemWork } from '../../platform/system-work.js';
import { type JournalDraft, postJournals } from '../finance/index.js';
import { ORDER } from './limits.js';
import { type DueNote, settlementJournal } from './note/journal.js';
import { lockForNotes } from './note/lock.js';
import { moveSettlements } from './note/settlement-follow.js';
import { tradeDaysOf } from './report/execution.js';
import { isFinal } from './rule/order-state.js';
import { daysWithNews } from './rule/trade-day.js';
import { type OrderRow, orderEvent, SELECT_ORDER } from './trade/record.js';
import { noteOrder, releaseOrders } from './trade/release.js';
import { withdrawInstructions } from './trade/write.js';

/** The steps in their order. */
export const orderEndOfDay: readonly EndOfDayStep[] = [
  inBatches('expire-orders', ordersToExpire, expireOrders),
  inBatches('issue-contract-notes', ordersToNote, noteOrders),
  inBatches('settle-trades', notesToSettle, settleTrades),
];

function ordersToExpire(day: ClosingDay): Sql {
  return sql`select count(*) as count from trade_order
    where order_status in ('BOOKED', 'EXECUTING') and expire_date < ${day.next}`;
}

function ordersToNote(day: ClosingDay): Sql {
  return sql`select count(distinct order_id) as count from order_trade_day
    where has_news and trade_date <= ${day.closing}`;
}

function notesToSettle(day: ClosingDay): Sql {
  return sql`select count(*) as count from contract_note
    where settled_at is null and reversed_at is null and settlement_date <= ${day.next}`;
}

type Batch = (work: Work, day: ClosingDay) => Promise<number>;

/** A step that does a batch per transaction; `toDo` counts what its batches would find. */
function inBatches(name: string, toDo: (day: ClosingDay) => Sql, batch: Batch): EndOfDayStep {
  return {
    name,
    expected: async ({ db }, day) => Number(await countRows(db, toDo(day))),
    skipsNone: true,
    run: (context, day, progress) => runBatches({ context, day, batch }, progress),
  };
}

interface Batches {
  readonly context: Context;
  readonly day: ClosingDay;
  readonly batch: Batch;
}

async function runBatches(
  { context, day, batch }: Batches,
  progress?: StepProgress,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < ORDER.batchesPerStepMax; round += 1) {
    const done = await systemWork(context, `end-of-day ${day.closing}`, async (work) => {
      const records = await batch(work, day);
      await progress?.count(work.tx, records);
      return records;
    });
    total += done;
    if (done === 0) break;
  }
  return total;
}

// An order that outlived its term is ended by us also where the exchange's word has not come; a
// late fill is still booked, because quantities follow executions. A term that ends on a day
// without business ends with the business day before.
async function expireOrders(work: Work, day: ClosingDay): Promise<number> {
  const rows = await work.tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.order_status in ('BOOKED', 'EXECUTING') and t.expire_date < ${day.next}
    order by t.id limit ${ORDER.ordersPerBatch} for update of t`);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await releaseOrders(work, rows);
  for (const row of rows) work.events.push(orderEvent('trade-order.expired', row));
  await withdrawInstructions(work, ids);
  await work.tx.query(sql`
    update trade_order set order_status = 'EXPIRED', quantity_pending = 0, pending_cl_ord_id = null,
      status_at = ${work.now}, version = version + 1, modified_by = ${work.principal.name},
      modified_at = ${work.now}
    where id = any(${ids}::bigint[])`);
  return rows.length;
}

// Orders that live on, and ended ones with fills that no note has seen, such as those whose charges
// depend on what was bought and sold the same day.
async function noteOrders(work: Work, day: ClosingDay): Promise<number> {
  const rows = await work.tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id in (
      select order_id from order_trade_day
      where has_news and trade_date <= ${day.closing}
      group by order_id order by order_id limit ${ORDER.ordersPerBatch}
    ) order by t.id for update of t`);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const days = await tradeDaysOf(work.tx, ids);
  await lockForNotes(
    work,
    rows.map((order) => ({ order, days: daysWithNews(days.get(order.id)) })),
  );
  for (const row of rows) {
    const after = isFinal(row.order_status) ? 'ENDED' : 'LIVE';
    await noteOrder(work, row, { days: days.get(row.id) ?? [], after, at: 'DAY_END' });
  }
  return rows.length;
}

// A calendar that was changed a moment ago may have left notes that are no longer due.
async function settleTrades(work: Work, day: ClosingDay): Promise<number> {
  const moved = await moveSettlements(
    work,
    sql`n.id in (
      select d.id from contract_note d
      where d.settled_at is null and d.reversed_at is null and d.settlement_date <= ${day.next}
      order by d.settlement_date, d.id limit ${ORDER.notesPerBatch})`,
  );
  return moved > 0 ? moved : settleDue(work, day);
}

async function settleDue(work: Work, day: ClosingDay): Promise<number> {
  const notes = await work.tx.query<DueNote>(sql`
    select n.id, n.name, n.office_id, n.currency, n.side, n.consideration_minor, n.accrued_minor,
      n.net_minor, n.cash_account_id, a.unsettled_account_id
    from contract_note n join account a on a.id = n.cash_account_id
    where n.settled_at is null and n.reversed_at is null and n.settlement_date <= ${day.next}
    order by n.settlement_date, n.id limit ${ORDER.notesPerBatch} for update of n`);
  if (notes.length === 0) return 0;
  const drafts: JournalDraft[] = [];
  for (const note of notes) drafts.push(await settlementJournal(work, note, day.next));
  const journals = await postJournals(work.tx, drafts);
  assert(journals.length === notes.length, 'each note has its journal');
  await work.tx.query(sql`
    update contract_note n set settled_at = ${work.now}, settlement_journal_id = s.journal,
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    from unnest(${notes.map((note) => note.id)}::bigint[], ${journals}::bigint[]) as s(id, journal)
    where n.id = s.id`);
  for (const note of notes) {
    work.events.push({
      type: 'contract-note.settled',
      subjectId: note.id,
      officeId: note.office_id,
    });
  }
  return notes.length;
}
