// Contract notes. Each order has one note in force per trade date, with every charge and the
// trade-date entries. If a later report concerns a date that already has a note, that note is
// reversed and a new one is issued.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { type Hold, type JournalDraft, postJournals } from '../../finance/index.js';
import { isBond, type MarketRules, rulesOf } from '../../market/index.js';
import { agentEarning } from '../agent/earning.js';
import { hasSpan } from '../fee/charge-rule.js';
import { bondOf, tradeOfDay } from '../fee/order-charge.js';
import type { TradeCost } from '../fee/trade-cost.js';
import { lockHoldings } from '../portfolio/holding.js';
import { noteCharges } from '../portfolio/movement-queries.js';
import { accrualAt, settledBond } from '../portfolio/settled-bond.js';
import type { OrderRow } from '../record/order.js';
import { type Accrual, accruedValue } from '../rule/accrued-interest.js';
import { settlementOf } from '../rule/settlement-date.js';
import type { TradeDay } from '../rule/trade-day.js';
import { chargeTrade } from './charge.js';
import { type NoteDraft, tradeDateJournal } from './journal.js';
import { lockForOwnNotes } from './lock.js';
import {
  addToNotedTotal,
  chargesOfNote,
  type PresentNote,
  presentNote,
  storeReversal,
} from './queries.js';
import { reversalJournals } from './reversal.js';
import { markNoted, storeNotes } from './store-queries.js';

/** The dates for which to issue notes, and the order's hold afterwards. */
interface Noting {
  readonly days: readonly TradeDay[];
  /** All dates of the order's fills. */
  readonly all: readonly TradeDay[];
  /**
   * The hold is set in the statement that posts the money, so that no amount is both held and
   * posted.
   */
  readonly hold?: Hold | undefined;
}

/**
 * Brings the notes of the given trade dates in line with their fills: issues a first note, replaces
 * a note, or reverses one. Entries are posted even if the balance is insufficient, because the
 * trades have already happened.
 */
export async function noteDays(work: Work, order: OrderRow, noting: Noting): Promise<void> {
  let holds = noting.hold === undefined ? [] : [noting.hold];
  await lockForOwnNotes(work, { order, days: noting.days });
  for (const day of noting.days) {
    await noteDay(work, order, { day, all: noting.all, holds });
    holds = [];
  }
  await postJournals(work.tx, [], holds);
  await carryCharges(work, order, noting);
}

interface DayNoting {
  readonly day: TradeDay;
  readonly all: readonly TradeDay[];
  readonly holds: readonly Hold[];
}

// If all fills of the date were busted before a note was issued, nothing is posted.
async function noteDay(work: Work, order: OrderRow, noting: DayNoting): Promise<void> {
  const { day, all, holds } = noting;
  const present = day.isNoted ? await presentNote(work.tx, order.id, day.tradeDate) : undefined;
  const draft = day.fills === 0 ? undefined : await draftOf(work, order, { day, all });
  await exchangeNotes(work, order, { day, present, draft, holds });
}

/** The note to reverse and the note to issue. Either may be absent. */
interface NoteExchange extends Exchange {
  readonly day: TradeDay;
  readonly holds: readonly Hold[];
}

async function exchangeNotes(work: Work, order: OrderRow, exchange: NoteExchange): Promise<void> {
  const { day, present, draft, holds } = exchange;
  // Holdings are always locked before accounts.
  await moveCharges(work, order, { present, draft });
  await moveTotal(work, order, { present, draft });
  const reversals = present === undefined ? [] : await reversalJournals(work, present, order);
  const drafts: JournalDraft[] = [...reversals];
  if (draft !== undefined) drafts.push(await tradeDateJournal(work, draft));
  const journals = await postJournals(work.tx, drafts, holds);
  if (present !== undefined) await storeReversal(work, present, journals);
  const journalId = draft === undefined ? undefined : journals.at(-1);
  if (draft !== undefined) {
    await storeNotes(work, [{ order, draft, replacesId: present?.id, journalId }]);
  }
  await markNoted(work.tx, { orderId: order.id, tradeDate: day.tradeDate, noteId: draft?.id });
  raiseNoteEvents(work, order, { present, draft });
}

// If all fills of a date were busted, its note is reversed, including its share of the per-order
// charges. That share moves to the last remaining note.
async function carryCharges(work: Work, order: OrderRow, { days, all }: Noting): Promise<void> {
  if (!days.some((day) => day.isNoted && day.fills === 0)) return;
  const isNoted = (day: TradeDay) => day.isNoted || days.includes(day);
  const last = all.findLast((day) => day.fills > 0 && isNoted(day));
  if (last === undefined) return;
  const present = await presentNote(work.tx, order.id, last.tradeDate);
  const draft = await draftOf(work, order, { day: last, all });
  if (present === undefined || !hasSpan(draft.cost.tariff, 'ORDER')) return;
  if (await isChargedAs(work.tx, present.id, draft.cost)) return;
  await exchangeNotes(work, order, { day: last, present, draft, holds: [] });
}

async function isChargedAs(tx: Tx, noteId: bigint, { charges }: TradeCost): Promise<boolean> {
  const rows = await chargesOfNote(tx, noteId);
  return (
    rows.length === charges.length &&
    rows.every(({ code, on_code, amount_minor }, index) => {
      const line = charges[index];
      const isSame = line?.code === code && (line.onCode ?? null) === on_code;
      return isSame && line.amount.minor === amount_minor;
    })
  );
}

async function draftOf(
  work: Work,
  order: OrderRow,
  days: Pick<DayToNote, 'day' | 'all'>,
): Promise<NoteDraft> {
  return draftNote(work, order, { ...days, rules: await rulesOf(work.tx, order.exchange_id) });
}

/** The fills of an order on one date, and the rules for its note. */
interface DayToNote {
  readonly day: TradeDay;
  /** All dates of the order's fills. */
  readonly all: readonly TradeDay[];
  /** The rules of the order's exchange. */
  readonly rules: MarketRules;
}

/** Drafts the note for a day with its charges. The day must have fills in force. */
export async function draftNote(
  work: Work,
  order: OrderRow,
  { day, all, rules }: DayToNote,
): Promise<NoteDraft> {
  const trade = tradeOfDay(order, day);
  const { quantity } = trade;
  const settlement = settlementOf(settledFills(order, day), rules);
  const accrual = await accrualOf(work, order, settlement.date);
  const cost = await chargeTrade(work, order, {
    trade: { ...trade, accrued: accrual && accruedValue(accrual, quantity, bondOf(order)) },
    days: all,
  });
  return {
    id: await work.context.ids.next(work.tx, 'contract_note_id'),
    order,
    tradeDate: day.tradeDate,
    settlementDate: settlement.date,
    statedSettlementDate: settlement.stated,
    quantity,
    averagePrice: day.value.dividedBy(String(quantity)),
    accrual,
    cost,
    agent: await agentEarning(work.tx, order, { cost, tradeDate: day.tradeDate }),
  };
}

async function accrualOf(
  work: Work,
  order: OrderRow,
  settlesAt: BusinessDate,
): Promise<Accrual | undefined> {
  if (!isBond(order.instrument_type)) return undefined;
  return accrualAt(await settledBond(work.tx, order), settlesAt);
}

/** Returns the data that determine the settlement date of an order's trade date. */
export function settledFills(
  order: Pick<OrderRow, 'instrument_type'>,
  { tradeDate, stated }: Pick<TradeDay, 'tradeDate' | 'stated'>,
) {
  return {
    securityType: order.instrument_type,
    tradeDate,
    stated: [...stated.keys()],
  };
}

interface Exchange {
  readonly present: PresentNote | undefined;
  readonly draft: NoteDraft | undefined;
}

async function moveCharges(work: Work, order: OrderRow, notes: Exchange): Promise<void> {
  const { present, draft } = notes;
  if (order.custodian_settles) return;
  const holdings = await lockHoldings(work.tx, [order]);
  const former = present && (await noteCharges(work.tx, present.id));
  if (present !== undefined && former !== undefined) {
    holdings.reverseCharges(order, present.id, former);
  }
  if (draft !== undefined) {
    const { tradeDate, cost } = draft;
    holdings.charge(order, { noteId: draft.id, tradeDate, chargesMinor: cost.chargesMinor });
  }
  await holdings.store();
}

async function moveTotal(work: Work, order: OrderRow, notes: Exchange): Promise<void> {
  const more = (notes.draft?.cost.netMinor ?? 0n) - (notes.present?.net_minor ?? 0n);
  await addToNotedTotal(work.tx, order.id, more);
}

/** Raises the events for the reversed note and for the issued note. */
export function raiseNoteEvents(work: Work, order: OrderRow, { present, draft }: Exchange): void {
  const data = { orderId: order.id, hasCustodian: order.custodian_name !== null };
  const about = { officeId: order.office_id, data };
  if (present !== undefined) {
    work.events.push({ type: 'contract-note.reversed', subjectId: present.id, ...about });
  }
  if (draft !== undefined) {
    work.events.push({ type: 'contract-note.issued', subjectId: draft.id, ...about });
  }
}
