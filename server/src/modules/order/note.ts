// Contract notes: one stands per order and trade date, with every charge, and the entries of the
// trade date. What was reported about a noted date afterwards reverses the note and issues another.

import { present } from '../../platform/assert.js';
import type { BusinessDate } from '../../platform/calendar/business-date.js';
import type { Work } from '../../platform/context.js';
import { sql } from '../../platform/database/sql.js';
import { Decimal } from '../../platform/money/decimal.js';
import { type Hold, type JournalDraft, postJournals } from '../finance/index.js';
import { assetClassOf, type MarketRules, rulesOf } from '../market/index.js';
import { type Accrual, accruedValue } from './accrued-coupon.js';
import type { TradeCost } from './estimate.js';
import { addCost } from './holding.js';
import { chargeTrade } from './note-charge.js';
import { tradeDateJournal } from './note-journal.js';
import { type PresentNote, presentNote, reversalJournals, storeReversal } from './note-reversal.js';
import { type NoteDraft, storeNotes } from './note-store.js';
import type { Execution } from './order-state.js';
import { tradeValue } from './price-rule.js';
import type { OrderRow } from './record.js';
import { accrualOfTrade, settledBond } from './settled-bond.js';
import { settlementDate } from './settlement-date.js';
import type { TradeDay } from './trade-day.js';

/** What is to be noted, and what the order holds afterwards. */
interface Noting {
  readonly days: readonly TradeDay[];
  /** Set in the statement that takes the money, so that no kobo is counted twice. */
  readonly hold?: Hold | undefined;
}

/**
 * Brings the notes of these trade dates up to what stands of their fills: a first note, another one
 * in its place, or none. Books the entries whatever the account holds, because the trades have
 * happened.
 */
export async function noteDays(work: Work, order: OrderRow, noting: Noting): Promise<void> {
  let holds = noting.hold === undefined ? [] : [noting.hold];
  for (const day of noting.days) {
    await noteDay(work, order, { day, holds });
    holds = [];
  }
  await postJournals(work.tx, [], holds);
}

/** What fills of an order are worth together, unrounded. */
function worthOf(order: OrderRow, fills: readonly Execution[]): Decimal {
  return fills.reduce(
    (sum, { price, quantity }) => sum.plus(tradeValue(price, quantity, bondOf(order))),
    new Decimal(0),
  );
}

/** What fills are worth whose prices times quantities come to this sum, unrounded. */
export function worthOfSum(order: OrderRow, sum: Decimal): Decimal {
  return tradeValue(sum, 1n, bondOf(order));
}

interface DayNoting {
  readonly day: TradeDay;
  readonly holds: readonly Hold[];
}

// Nothing is posted when the fills of the date came to nothing before there was a note.
async function noteDay(work: Work, order: OrderRow, { day, holds }: DayNoting): Promise<void> {
  const present = day.isNoted ? await presentNote(work.tx, order.id, day.tradeDate) : undefined;
  const draft = day.standing.length === 0 ? undefined : await draftOf(work, order, day);
  // Holdings are locked before accounts, as everywhere.
  await moveCharges(work, order, { present, cost: draft?.cost });
  const reversals = present === undefined ? [] : await reversalJournals(work, present, order);
  const drafts: JournalDraft[] = [...reversals];
  if (draft !== undefined) drafts.push(await tradeDateJournal(work, draft));
  const journals = await postJournals(work.tx, drafts, holds);
  if (present !== undefined) await storeReversal(work, present, journals);
  const journalId = draft === undefined ? undefined : journals.at(-1);
  await storeNotes(work, [{ order, day, draft, replacesId: present?.id, journalId }]);
  tellNotes(work, order, { present, draft });
}

async function draftOf(work: Work, order: OrderRow, day: TradeDay): Promise<NoteDraft> {
  const isFirst = await isFirstNote(work, order, day);
  return draftNote(work, order, { day, isFirst, rules: await rulesOf(work.tx, order.exchange_id) });
}

/** The fills of an order's date, and by what they are noted. */
interface DayToNote {
  readonly day: TradeDay;
  /** True when no note of the order stands for an earlier date. */
  readonly isFirst: boolean;
  /** Those of the order's exchange. */
  readonly rules: MarketRules;
}

/** The note of a day, which must have fills that stand, with its charges. */
export async function draftNote(
  work: Work,
  order: OrderRow,
  { day, isFirst, rules }: DayToNote,
): Promise<NoteDraft> {
  const quantity = day.standing.reduce((sum, fill) => sum + fill.quantity, 0n);
  const value = worthOf(order, day.standing);
  const { classes, calendar } = rules;
  const lags = classes[assetClassOf(order.instrument_type)].SETTLEMENT_LAG;
  const accrual = await accrualOf(work, order, day.tradeDate);
  return {
    id: await work.context.ids.next(work.tx, 'contract_note_id'),
    order,
    tradeDate: day.tradeDate,
    settlementDate: settlementDate(day.tradeDate, lags, calendar),
    quantity,
    averagePrice: averageOf(day.standing, quantity),
    accrual,
    cost: await chargeTrade(work, order, {
      side: order.order_type,
      quantity,
      value,
      accrued: accrual && accruedValue(accrual, quantity, bondOf(order)),
      currency: order.currency,
      tradeDate: day.tradeDate,
      securityType: order.instrument_type,
      commissionGroup: order.commission_group_name,
      origin: order.order_origin,
      executionCount: day.standing.length,
      firstNoteOfOrder: isFirst,
    }),
  };
}

async function accrualOf(
  work: Work,
  order: OrderRow,
  tradeDate: BusinessDate,
): Promise<Accrual | undefined> {
  if (order.instrument_type === 'EQUITY') return undefined;
  return accrualOfTrade(await settledBond(work.tx, order), tradeDate);
}

function bondOf(order: OrderRow) {
  return { securityType: order.instrument_type, faceValue: order.face_value };
}

async function isFirstNote(work: Work, order: OrderRow, day: TradeDay): Promise<boolean> {
  const [row] = await work.tx.query<{ first: boolean }>(sql`
    select not exists (
      select from contract_note
      where order_id = ${order.id} and reversed_at is null and trade_date < ${day.tradeDate}
    ) as first`);
  return present(row, 'exists has an answer').first;
}

function averageOf(fills: readonly Execution[], quantity: bigint): Decimal {
  return fills
    .reduce((sum, fill) => sum.plus(fill.price.times(String(fill.quantity))), new Decimal(0))
    .dividedBy(String(quantity));
}

interface Exchanged {
  readonly present: PresentNote | undefined;
  readonly cost: TradeCost | undefined;
}

async function moveCharges(work: Work, order: OrderRow, notes: Exchanged): Promise<void> {
  if (order.order_type !== 'BUY') return;
  const more = (notes.cost?.chargesMinor ?? 0n) - (notes.present?.charges_minor ?? 0n);
  if (more !== 0n) await addCost(work.tx, order, more);
}

interface Told {
  readonly present: PresentNote | undefined;
  readonly draft: NoteDraft | undefined;
}

/** Tells of the note that was reversed and the one that was issued. */
export function tellNotes(work: Work, order: OrderRow, { present, draft }: Told): void {
  const about = { officeId: order.office_id, data: { orderId: order.id } };
  if (present !== undefined) {
    work.events.push({ type: 'contract-note.reversed', subjectId: present.id, ...about });
  }
  if (draft !== undefined) {
    work.events.push({ type: 'contract-note.issued', subjectId: draft.id, ...about });
  }
}
