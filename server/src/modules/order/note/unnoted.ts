// The cost or proceeds of fills without a contract note, estimated with the charges of their date.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { isBond, rulesOf } from '../../market/index.js';
import type { Holders } from '../../party/index.js';
import { bondOf, placeOf, tradeOfDay } from '../fee/order-charge.js';
import type { Tariff } from '../fee/tariff.js';
import { readTariff } from '../fee/tariff-queries.js';
import { costOf, scheduleToCharge } from '../fee/trade-cost.js';
import { tradeDaysOf } from '../fill/queries.js';
import { accrualAt, settledBond } from '../portfolio/settled-bond.js';
import type { OrderRow } from '../record/order.js';
import { selectOrders } from '../record/queries.js';
import { accruedValue } from '../rule/accrued-interest.js';
import { settlementOf } from '../rule/settlement-date.js';
import type { TradeDay } from '../rule/trade-day.js';
import { settledFills } from './note.js';
import { selectUnnotedDays } from './unnoted-queries.js';

/** The fills of an order on one date that are not on its contract notes yet. */
interface UnnotedTrade {
  readonly orderId: bigint;
  readonly customerId: bigint;
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly tradeDate: BusinessDate;
  readonly name: string;
  readonly label: string;
  readonly currency: string;
  /**
   * The amount in minor units that the customer will receive; negative if the customer will pay it.
   */
  readonly minor: bigint;
}

/**
 * Returns the expected proceeds or cost of customers' fills up to a date, in addition to the notes
 * in force. Charges per order, per day and for day trades are estimated as if the customer had no
 * other fills.
 */
export async function unnotedTrades(
  tx: Tx,
  holders: Holders,
  date: BusinessDate,
): Promise<UnnotedTrade[]> {
  const due = await selectUnnotedDays(tx, holders, date);
  if (due.length === 0) return [];
  const ids = [...new Set(due.map(({ orderId }) => orderId))];
  const orders = new Map((await selectOrders(tx, ids)).map((order) => [order.id, order]));
  const days = await tradeDaysOf(tx, ids);
  const tariff = await readTariff(tx);
  const trades: UnnotedTrade[] = [];
  for (const { orderId, customerId, tradeDate, notedMinor } of due) {
    const order = orders.get(orderId);
    const day = days.get(orderId)?.find((each) => each.tradeDate === tradeDate);
    if (order === undefined || day === undefined) continue;
    const netMinor = day.fills === 0 ? 0n : await netOf(tx, order, { day, tariff });
    const minor = order.order_type === 'SELL' ? netMinor - notedMinor : notedMinor - netMinor;
    const { name, label, currency, portfolio_id: portfolioId, security_id: securityId } = order;
    if (minor !== 0n) {
      const subject = { orderId, customerId, portfolioId, securityId };
      trades.push({ ...subject, tradeDate, name, label, currency, minor });
    }
  }
  return trades;
}

async function netOf(
  tx: Tx,
  order: OrderRow,
  { day, tariff }: { readonly day: TradeDay; readonly tariff: Tariff },
): Promise<bigint> {
  const trade = tradeOfDay(order, day);
  const schedule = scheduleToCharge(tariff, trade, placeOf(order));
  if (!isBond(order.instrument_type)) return costOf(trade, schedule).netMinor;
  const rules = await rulesOf(tx, order.exchange_id);
  const settlement = settlementOf(settledFills(order, day), rules);
  const accrual = accrualAt(await settledBond(tx, order), settlement.date);
  const accrued = accruedValue(accrual, trade.quantity, bondOf(order));
  return costOf({ ...trade, accrued }, schedule).netMinor;
}
