// SQL for the trades that changed holdings after a date, read from the exchanges' reports.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { allocateMoney, decimalToMinor } from '../../../platform/money/money.js';
import { type ExecutionRow, toBooked } from '../fill/queries.js';
import type { Execution } from '../rule/execution.js';
import type { HoldingTrade } from '../rule/holding-history.js';
import { tradeValue } from '../rule/price-rule.js';
import { type FilledDay, filledDays } from '../rule/trade-day.js';

/** Identifies a holding within a set of portfolios. */
type HoldingKey = `${bigint}/${bigint}`;

/** Returns the key of a holding. */
export function holdingKey(portfolioId: bigint, securityId: bigint): HoldingKey {
  return `${portfolioId}/${securityId}`;
}

interface FillRow extends ExecutionRow {
  readonly order_id: bigint;
  readonly portfolio_id: bigint;
  readonly security_id: bigint;
  readonly order_type: 'BUY' | 'SELL';
  readonly currency: string;
  readonly instrument_type: string;
  readonly face_value: Decimal | null;
  readonly sold_cost_minor: bigint;
}

/** Requests the trades of the given portfolios after a date. */
interface TradesRequest {
  readonly portfolioIds: readonly bigint[];
  readonly after: BusinessDate;
  /** The maximum number of executions to read. */
  readonly most: number;
}

/**
 * Reads the trades after a date by holding, one per order and trade date. Undefined if there are
 * more executions than the caller allows.
 */
export async function tradesAfter(
  on: Database | Tx,
  requested: TradesRequest,
): Promise<Map<HoldingKey, HoldingTrade[]> | undefined> {
  const rows = await fillsOf(on, requested);
  if (rows.length > requested.most) return undefined;
  const byOrder = new Map<bigint, FillRow[]>();
  for (const row of rows) {
    const known = byOrder.get(row.order_id);
    if (known === undefined) byOrder.set(row.order_id, [row]);
    else known.push(row);
  }
  const charges = await chargesOf(on, [...byOrder.keys()]);
  const trades = new Map<HoldingKey, HoldingTrade[]>();
  for (const [id, fills] of byOrder) {
    const [first] = fills;
    if (first === undefined) continue;
    const key = holdingKey(first.portfolio_id, first.security_id);
    const ofOrder = tradesOfOrder(fills, first, (date) => charges.get(`${id}/${date}`) ?? 0n);
    trades.set(key, [...(trades.get(key) ?? []), ...ofOrder]);
  }
  return trades;
}

// A correction belongs to the date of its fill, so all reports of an order are read.
function fillsOf(on: Database | Tx, requested: TradesRequest): Promise<FillRow[]> {
  return on.query<FillRow>(sql`
    select t.id as order_id, t.portfolio_id, t.security_id, t.order_type, t.currency,
      t.instrument_type, s.face_value, t.sold_cost_minor, e.exec_id, e.kind, e.exec_ref_id,
      e.quantity, e.price, e.trade_date, e.entry_no
    from trade_order t
    join security s on s.id = t.security_id
    join execution_report e on e.order_id = t.id and e.kind is not null
    where t.portfolio_id = any(${[...requested.portfolioIds]}::bigint[]) and exists (
      select from execution_report late
      where late.order_id = t.id and late.kind is not null and late.trade_date > ${requested.after})
    order by t.id, e.id limit ${requested.most + 1}`);
}

async function chargesOf(on: Database | Tx, orderIds: readonly bigint[]) {
  const rows = await on.query<{ key: string; charges_minor: bigint }>(sql`
    select order_id || '/' || trade_date as key, charges_minor from contract_note
    where order_id = any(${[...orderIds]}::bigint[]) and side = 'BUY' and reversed_at is null`);
  return new Map(rows.map((row) => [row.key, row.charges_minor]));
}

function tradesOfOrder(
  fills: readonly FillRow[],
  order: FillRow,
  chargesOn: (date: BusinessDate) => bigint,
): HoldingTrade[] {
  const days = filledDays(fills.map(toBooked)).filter(({ inForce }) => inForce.length > 0);
  const costs = order.order_type === 'SELL' ? soldCosts(days, order) : [];
  return days.map((day, index) => {
    const valueMinor = dealtMinor(day.inForce, order);
    const costMinor =
      order.order_type === 'BUY' ? valueMinor + chargesOn(day.tradeDate) : (costs[index] ?? 0n);
    const { tradeDate } = day;
    return { tradeDate, side: order.order_type, quantity: unitsOf(day), valueMinor, costMinor };
  });
}

// An order stores the total cost of its units. Over several dates, the cost is split by quantity.
function soldCosts(days: readonly FilledDay[], order: FillRow): bigint[] {
  if (days.length === 0) return [];
  const cost = { minor: order.sold_cost_minor, currency: order.currency };
  const shares = days.map((day) => new Decimal(String(unitsOf(day))));
  return allocateMoney(cost, shares).map(({ minor }) => minor);
}

function unitsOf(day: FilledDay): bigint {
  return day.inForce.reduce((sum, fill) => sum + fill.quantity, 0n);
}

function dealtMinor(fills: readonly Execution[], order: FillRow): bigint {
  const bond = { securityType: order.instrument_type, faceValue: order.face_value };
  return fills.reduce((sum, { price, quantity }) => {
    const value = tradeValue(price, quantity, bond);
    return sum + decimalToMinor(value, order.currency, 'HALF_UP');
  }, 0n);
}
