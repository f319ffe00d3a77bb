// The order module's part of the end of a day: expire, note, settle. Each step finds its own work again,
// so a second run, or one after a crash, does only what is left.

import type { Context, Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import type { ClosingDay, EndOfDayStep } from '../../platform/http/module.js';
import { systemWork } from '../../platform/system-work.js';
import { firmAccount, type JournalDraft, postJournals } from '../finance/index.js';
import { ORDER } from './limit.js';
import { issueNotes } from './note.js';
import { releaseHolds } from './order-hold.js';
import { withdrawInstruction } from './order-write.js';
import { type OrderRow, SELECT_ORDER } from './record.js';
import { orderEvent } from './trade-order.js';

/** The steps in their order. */
export const orderEndOfDay: readonly EndOfDayStep[] = [
  { name: 'expire-orders', run: (context, day) => inBatches(context, day, expireOrders) },
  { name: 'issue-contract-notes', run: (context, day) => inBatches(context, day, noteLiveOrders) },
  { name: 'settle-trades', run: (context, day) => inBatches(context, day, settleTrades) },
];

type Batch = (work: Work, day: ClosingDay) => Promise<number>;

async function inBatches(context: Context, day: ClosingDay, batch: Batch): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await systemWork(context, `end-of-day ${day.closing}`, (work) => batch(work, day));
    total += done;
    if (done === 0) return total;
  }
}

// An order that outlived its term is ended by us also where the exchange's word has not come; a late
// fill is still booked, because quantities follow executions.
async function expireOrders(work: Work, day: ClosingDay): Promise<number> {
  const rows = await work.tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.order_status in ('BOOKED', 'EXECUTING') and t.expire_date <= ${day.closing}
    order by t.id limit ${ORDER.ordersPerBatch} for update of t`);
  for (const row of rows) {
    await withdrawInstruction(work.tx, row.id);
    await issueNotes(work, row);
    await releaseHolds(work.tx, row);
    work.events.push(orderEvent('trade-order.expired', row));
  }
  await work.tx.query(sql`
    update trade_order set order_status = 'EXPIRED', quantity_pending = 0, status_at = ${work.now},
      version = version + 1, modified_by = ${work.principal.name}, modified_at = ${work.now}
    where id = any(${rows.map((row) => row.id)}::bigint[])`);
  return rows.length;
}

async function noteLiveOrders(work: Work, day: ClosingDay): Promise<number> {
  const rows = await work.tx.query<OrderRow>(sql`${SELECT_ORDER}
    where t.id in (
      select order_id from execution_report
      where contract_note_id is null and kind is not null and trade_date <= ${day.closing}
      order by order_id limit ${ORDER.ordersPerBatch}
    ) order by t.id for update of t`);
  let noted = 0;
  for (const row of rows) noted += await issueNotes(work, row);
  return noted;
}

interface DueNote {
  readonly id: bigint;
  readonly name: string;
  readonly office_id: bigint;
  readonly currency: string;
  readonly side: 'BUY' | 'SELL';
  readonly consideration_minor: bigint;
  readonly net_minor: bigint;
  readonly cash_account_id: bigint;
  readonly unsettled_account_id: bigint;
}

async function settleTrades(work: Work, day: ClosingDay): Promise<number> {
  const notes = await work.tx.query<DueNote>(sql`
    select n.id, n.name, n.office_id, n.currency, n.side, n.consideration_minor, n.net_minor,
      n.cash_account_id, a.unsettled_account_id
    from contract_note n join account a on a.id = n.cash_account_id
    where n.settled_at is null and n.settlement_date <= ${day.next}
    order by n.settlement_date, n.id limit ${ORDER.notesPerBatch} for update of n`);
  if (notes.length === 0) return 0;
  const drafts: JournalDraft[] = [];
  for (const note of notes) drafts.push(await settlementJournal(work, note, day));
  const journals = await postJournals(work.tx, drafts);
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

async function settlementJournal(
  work: Work,
  note: DueNote,
  day: ClosingDay,
): Promise<JournalDraft> {
  const key = { officeId: note.office_id, currency: note.currency };
  const bank = await firmAccount(work, { ...key, code: 'BANK:CLIENT' });
  const clearing = await firmAccount(work, { ...key, code: 'CLEAR:CSCS' });
  const paid = note.side === 'BUY' ? note.consideration_minor : -note.consideration_minor;
  const released =
    note.side === 'BUY'
      ? []
      : [
          { accountId: note.unsettled_account_id, amountMinor: note.net_minor },
          { accountId: note.cash_account_id, amountMinor: -note.net_minor },
        ];
  return {
    officeId: note.office_id,
    transactionDate: day.next,
    valueDate: day.next,
    narration: `Settlement of contract note ${note.name}`,
    sourceType: 'CONTRACT_NOTE',
    sourceId: note.id,
    createdBy: work.principal.name,
    createdAt: work.now,
    lines: [
      { accountId: clearing, amountMinor: paid },
      { accountId: bank, amountMinor: -paid },
      ...released,
    ],
  };
}
