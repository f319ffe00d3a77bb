// Order holds: as long as an order is live, a buy holds money and a sell holds units. The hold
// depends only on the order's state, so it can be set again after any message, in any sequence.

import { type BusinessDate, daysBetween } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { refusalAt } from '../../../platform/http/reply/problem.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { type Hold, setHolds } from '../../finance/index.js';
import {
  bondOf,
  type ChargedOrder,
  chargedDays,
  notedAs,
  placeOf,
  tradeOfDay,
  worthOfSum,
} from '../fee/order-charge.js';
import type { Tariff } from '../fee/tariff.js';
import {
  costOf,
  dearestCost,
  hasFractions,
  scheduleToCharge,
  type Trade,
} from '../fee/trade-cost.js';
import { changeHeldUnits, type HeldUnits } from '../portfolio/holding-queries.js';
import { orderProblems } from '../problems.js';
import type { OrderRow } from '../record/order.js';
import { tradeValue } from '../rule/price-rule.js';
import { dealtOn, type TradeDay } from '../rule/trade-day.js';

/** The source type of order holds. */
export const ORDER_HOLD = 'TRADE_ORDER';

/** The owner of the held money or units. */
type Holder = Pick<
  OrderRow,
  'id' | 'order_type' | 'portfolio_id' | 'security_id' | 'cash_account_id' | 'custodian_settles'
>;

/** An order's quantity, and its worst possible fill price. */
interface OpenTerms {
  readonly quantity: bigint;
  readonly worstPrice: Decimal;
  /**
   * The maximum interest that a bond can have accrued when a fill settles, per 100; zero for a
   * share.
   */
  readonly worstAccrued: Decimal;
  /**
   * The maximum number of dates on which the order may be filled until its last day, including
   * dates that have a note.
   */
  readonly tradeDatesMax: number;
  /** The order's last day. */
  readonly expireDate: BusinessDate;
}

type TermColumn = 'quantity' | 'worst_price' | 'worst_accrued' | 'trade_dates_max' | 'expire_date';

/** Returns the stored terms of an order or its replacement. */
export function termsOf(row: Pick<OrderRow, TermColumn>): OpenTerms {
  return {
    quantity: row.quantity,
    worstPrice: row.worst_price,
    worstAccrued: row.worst_accrued,
    tradeDatesMax: row.trade_dates_max,
    expireDate: row.expire_date,
  };
}

/** The data that determine the units held for an order. */
export interface OpenState {
  readonly isLive: boolean;
  readonly quantityFilled: bigint;
  readonly terms: OpenTerms;
  /**
   * The requested new terms. Until the exchange answers, the more expensive terms determine the
   * hold.
   */
  readonly replacement?: OpenTerms | undefined;
}

/** The data that determine the money held for an order. */
export interface HoldState extends OpenState {
  /** The dates whose fills have a contract note, including those that get one with this change. */
  readonly noted: readonly TradeDay[];
  /** The dates whose fills have no note, even after this change. */
  readonly unnoted: readonly TradeDay[];
}

/**
 * Returns the units that an order holds in this state: the open quantity of a live sell, or zero if
 * a custodian delivers them.
 */
export function unitsNeeded(order: Holder, state: OpenState): bigint {
  if (!state.isLive || order.order_type === 'BUY' || order.custodian_settles) return 0n;
  return maxOf(state, (terms) => openOf(terms, state));
}

/** The columns of an order that its totals depend on. */
type HeldOrder = ChargedOrder & Pick<OrderRow, 'today'>;

/** An order's totals, excluding its notes, in minor units. */
export interface OrderTotals {
  /**
   * For a buy, the hold, which is the maximum that the order may still cost: the open quantity at
   * the worst price and the fills without a note at their own prices, plus the charges of all
   * future notes. For a sell, the minimum that the order may still yield.
   */
  readonly openMinor: bigint;
  /**
   * The fills at their prices and the open quantity at the worst price, without charges. For a buy
   * with a pending replacement, the more expensive terms are used.
   */
  readonly valueMinor: bigint;
}

/**
 * Returns an order's totals in this state. An ended order has only fills, whose note may not be
 * issued until the end of the day. No units are treated as day-traded, because this is not certain
 * before the end of the day.
 */
export function totalsOf(order: HeldOrder, state: HoldState, tariff: Tariff): OrderTotals {
  const need = (terms: OpenTerms) => stillToNote(order, { ...state, terms }, tariff);
  const value = (terms: OpenTerms) => filledAndOpen(order, state, terms);
  // A requested replacement of a buy is included in the day's limit even before the exchange
  // accepts it.
  const isBuy = order.order_type === 'BUY';
  return {
    openMinor: isBuy ? maxOf(state, need) : need(state.terms),
    valueMinor: isBuy ? maxOf(state, value) : value(state.terms),
  };
}

// Each date has its own note, and each note rounds its consideration.
function filledAndOpen(order: HeldOrder, state: HoldState, terms: OpenTerms): bigint {
  const { noted, unnoted } = state;
  const open = tradeValue(terms.worstPrice, openOf(terms, state), bondOf(order));
  return [...noted, ...unnoted]
    .map((day) => worthOfSum(order, day.value))
    .concat(open)
    .reduce((sum, value) => sum + decimalToMinor(value, order.currency, 'HALF_UP'), 0n);
}

function maxOf(state: OpenState, need: (terms: OpenTerms) => bigint): bigint {
  const now = need(state.terms);
  const requested = state.replacement === undefined ? 0n : need(state.replacement);
  return requested > now ? requested : now;
}

function openOf(terms: OpenTerms, state: OpenState): bigint {
  if (!state.isLive) return 0n;
  const open = terms.quantity - state.quantityFilled;
  return open > 0n ? open : 0n;
}

// Returns the amount that is not on a note yet, including charges. Fills on a past date have one
// note, under that date's schedule. Today's fills may share their note with later fills.
function stillToNote(order: HeldOrder, state: HoldState, tariff: Tariff): bigint {
  const open = openOf(state.terms, state);
  const dealt = state.unnoted.filter(({ fills }) => fills > 0);
  if (open === 0n && dealt.length === 0) return 0n;
  const isOver = ({ tradeDate }: TradeDay) => open === 0n || tradeDate < order.today;
  const over = dealt.filter(isOver);
  const ofOrder = chargedDays(order, state.noted, tariff);
  let minor = 0n;
  for (const day of over) {
    const trade = { ...tradeOfDay(order, day), ofOrder: [...ofOrder] };
    const accrued = tradeValue(state.terms.worstAccrued, day.quantity, bondOf(order));
    const schedule = scheduleToCharge(tariff, trade, placeOf(order));
    minor += costOf({ ...trade, accrued }, schedule).netMinor;
    ofOrder.push(notedAs(trade, schedule));
  }
  if (open === 0n) return minor;
  const present = dealt.filter((day) => !isOver(day));
  const trade = { ...tradeToCome(order, state, { open, present, over: over.length }), ofOrder };
  const schedule = scheduleToCharge(tariff, trade, placeOf(order));
  const life = { tariff, last: state.terms.expireDate, place: placeOf(order) };
  return minor + dearestCost(trade, schedule, life).netMinor;
}

interface ToCome {
  readonly open: bigint;
  /** Today's date, if it has fills without a note. */
  readonly present: readonly TradeDay[];
  /** The number of earlier dates that have fills without a note. */
  readonly over: number;
}

// Returns the open quantity as a single trade made today, split across the maximum number of notes
// that can still be issued.
function tradeToCome(order: HeldOrder, state: HoldState, toCome: ToCome): Trade {
  const { open, present } = toCome;
  const { worstPrice, worstAccrued } = state.terms;
  const dealt = dealtOn(present);
  const quantity = dealt.quantity + open;
  const bond = bondOf(order);
  const notesMax = notesToCome(order, state, { ...toCome, quantity });
  return {
    side: order.order_type,
    quantity,
    value: worthOfSum(order, dealt.value).plus(tradeValue(worstPrice, open, bond)),
    accrued: tradeValue(worstAccrued, quantity, bond),
    currency: order.currency,
    tradeDate: order.today,
    securityType: order.instrument_type,
    commissionGroup: order.commission_group_name,
    origin: order.order_origin,
    // The number of future executions is unknown. One per date is assumed.
    executionCount: dealt.fills + notesMax,
    notesMax,
    hasFractions: hasFractions([...present.map((day) => day.value), worstPrice], {
      ...bond,
      currency: order.currency,
    }),
  };
}

// Returns the maximum number of notes that can still be issued. Business days were counted only
// when the terms were set, and past dates without a fill get no note, so the remaining calendar
// days limit the number as well. Each unit is on exactly one note, so there cannot be more notes
// than units.
function notesToCome(
  order: HeldOrder,
  { noted, terms }: HoldState,
  { quantity, over }: ToCome & { readonly quantity: bigint },
): number {
  const past = noted.filter(({ fills }) => fills > 0);
  const isTodayNoted = past.some(({ tradeDate }) => tradeDate === order.today);
  const left = daysBetween(order.today, terms.expireDate) + (isTodayNoted ? 0 : 1);
  const dates = Math.max(Math.min(terms.tradeDatesMax - past.length - over, left), 1);
  return quantity < BigInt(dates) ? Number(quantity) : dates;
}

/**
 * Returns a buy's hold with a new amount, for the ledger. If a custodian pays, none of the
 * customer's money is held.
 */
export function cashHold(order: Holder, totalMinor: bigint, force: boolean): Hold {
  const source = { sourceType: ORDER_HOLD, sourceId: order.id };
  const amountMinor = order.custodian_settles ? 0n : totalMinor;
  return { ...source, accountId: order.cash_account_id, amountMinor, force };
}

/**
 * Sets the holds of buys, at callers' request. Refuses with INSUFFICIENT_FUNDS if less is
 * available.
 */
export function setCashHolds(tx: Tx, holds: readonly Hold[]): Promise<void> {
  return setHolds(tx, ORDER_HOLD, holds);
}

/**
 * Holds units for new sells, at callers' request. If too few are free, refuses all of them with
 * INSUFFICIENT_HOLDING.
 */
export function holdUnits(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  return moveUnits(tx, orders, 1n);
}

/** Releases the units of sells that were not filled at all. */
export function releaseUnits(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  return moveUnits(tx, orders, -1n);
}

function moveUnits(tx: Tx, orders: readonly OrderRow[], sign: 1n | -1n): Promise<void> {
  const sells = orders.filter((order) => order.order_type === 'SELL' && !order.custodian_settles);
  return moveHeldUnits(
    tx,
    sells.map((order) => ({ order, by: sign * order.quantity })),
  );
}

/** A change in the units held for a sell. */
interface UnitMove {
  readonly order: Pick<OrderRow, 'portfolio_id' | 'security_id'>;
  readonly by: bigint;
}

/**
 * Changes the units held for sells, at callers' request. If too few are free, refuses all of them
 * with INSUFFICIENT_HOLDING.
 */
export async function moveHeldUnits(tx: Tx, moves: readonly UnitMove[]): Promise<void> {
  const sums = new Map<string, HeldUnits>();
  for (const { order, by } of moves) {
    const { portfolio_id, security_id } = order;
    const key = `${portfolio_id} ${security_id}`;
    sums.set(key, { portfolio_id, security_id, units: (sums.get(key)?.units ?? 0n) + by });
  }
  const held = [...sums.values()].filter(({ units }) => units !== 0n);
  if (held.length === 0) return;
  if ((await changeHeldUnits(tx, held)) < held.length)
    throw refusalAt(orderProblems.INSUFFICIENT_HOLDING, 'quantityRequested');
}
