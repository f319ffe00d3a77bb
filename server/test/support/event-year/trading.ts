// Random trading at an exchange that makes mistakes: reports arrive days late or twice, and fills
// are withdrawn or corrected.

import assert from 'node:assert/strict';
import type { Random } from '../../../src/exchanges/simulator/random.js';
import { UNROUTED } from '../../../src/modules/order/exchange/session-route.js';
import { applyExchangeReport, takeInstructions } from '../../../src/modules/order/index.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../src/modules/order/record/queries.js';
import { addBusinessDays } from '../../../src/platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import { DailyExchange, type Filled, type Spoken } from '../../property/daily-exchange.js';
import { reportOf } from '../order-desk.js';
import type { Holder, YearDesk } from './desk.js';
import type { UnitChange } from './model.js';
import type { Listed } from './terms.js';

/**
 * The number of business days within which fills of an order can be late, withdrawn or corrected.
 */
const FAULT_DAYS = 4;
const ORDERS_A_DAY = 2;

/** A report, and the date of the event that it reports. */
interface Sent extends Spoken {
  readonly on: BusinessDate;
}

/** An order, the exchange's side of it, and its reports that have not arrived yet. */
interface Working {
  readonly row: OrderRow;
  readonly holder: Holder;
  readonly security: Listed;
  readonly exchange: DailyExchange;
  readonly enteredOn: BusinessDate;
  readonly line: Sent[];
  /** The date until which the exchange's reports about the order are delayed. */
  silentUntil: BusinessDate;
  readonly isForDay: boolean;
  readonly filledOn: Map<string, BusinessDate>;
  /** Maps the ExecID of a correction to that of the original fill. */
  readonly firstOf: Map<string, string>;
}

/** How often each fault occurred. */
export interface FaultCounts {
  orders: number;
  fills: number;
  late: number;
  repeated: number;
  busted: number;
  corrected: number;
  /** Fills that a person flagged as traded cum or ex contrary to their date. */
  flagged: number;
}

export class Trading {
  readonly counts: FaultCounts = {
    ...{ orders: 0, fills: 0, late: 0, repeated: 0, busted: 0, corrected: 0, flagged: 0 },
  };
  readonly #desk: YearDesk;
  readonly #random: Random;
  readonly #orders: Working[] = [];
  /** Received fills that are in force, by ExecID. */
  readonly #fills = new Map<string, UnitChange>();

  constructor(desk: YearDesk, random: Random) {
    this.#desk = desk;
    this.#random = random;
  }

  /** The fills in force whose reports have arrived. */
  fills(): UnitChange[] {
    return [...this.#fills.values()];
  }

  /** One day of trading in these securities. */
  async trade(date: BusinessDate, securities: readonly Listed[]): Promise<void> {
    for (let count = 0; count < ORDERS_A_DAY; count += 1) await this.#enter(date, securities);
    await this.#takeInstructions(date);
    for (const order of this.#recent(date)) this.#meet(order, date);
    await this.#hear(date);
    await this.#flag(date);
  }

  // A person flags a fill as traded cum or ex. Its later corrections keep the flag.
  async #flag(date: BusinessDate): Promise<void> {
    const random = this.#random;
    const recent = this.#recent(date);
    const order = recent[random.below(Math.max(1, recent.length))];
    const known = order?.exchange.fills.filter(({ execId }) => this.#fills.has(execId)) ?? [];
    const execId = known[random.below(Math.max(1, known.length))]?.execId;
    if (order === undefined || execId === undefined || !random.percent(50)) return;
    const fill = this.#fills.get(execId);
    assert.ok(fill, 'the fill is in force');
    const flag = random.percent(50) ? 'CUM' : 'EX';
    const reply = await this.#desk.as('ADMIN').put('/api/v1/order/tradeorder/execution/flag', {
      ...{ orderId: Number(order.row.id), flag, reason: 'agreed' },
      execId: order.firstOf.get(execId) ?? execId,
    });
    assert.equal(reply.status, 200, reply.text);
    this.#fills.set(execId, { ...fill, flag });
    this.counts.flagged += 1;
  }

  /** Ends the day at the exchange. */
  async endDay(date: BusinessDate): Promise<void> {
    await this.#takeInstructions(date);
    for (const order of this.#orders) {
      if (order.isForDay) order.exchange.endDay();
      this.#collect(order, date);
    }
    await this.#hear(date);
  }

  /** Delivers everything that is late. */
  async hearAll(date: BusinessDate): Promise<void> {
    for (const order of this.#orders) order.silentUntil = date;
    await this.#hear(date);
  }

  #recent(date: BusinessDate): Working[] {
    const since = addBusinessDays(date, -FAULT_DAYS, this.#desk.calendar);
    return this.#orders.filter(({ enteredOn }) => enteredOn >= since);
  }

  async #enter(date: BusinessDate, securities: readonly Listed[]): Promise<void> {
    const random = this.#random;
    const security = securities[random.below(securities.length)];
    const holder = this.#desk.holders[random.below(this.#desk.holders.length)];
    if (security === undefined || holder === undefined) return;
    const [position] = await this.#desk.db.query<{ free: bigint; last: string | null }>(sql`
      select coalesce((select h.quantity - h.held_quantity - h.pending_quantity from holding h
          where h.portfolio_id = ${holder.id} and h.security_id = ${security.id}), 0)::bigint
          as free,
        (select q.last::text from security_price q where q.security_id = ${security.id}) as last`);
    const free = Number(position?.free ?? 0n);
    if (position?.last === undefined || position.last === null) return;
    const isSale = free > 0 && random.percent(45);
    const isForDay = random.percent(70);
    const reply = await this.#desk.as('CLIENT').post('/api/v1/order/tradeorder/submit', {
      ...{ portfolioName: holder.name, securityName: security.name, orderOrigin: 'API' },
      ...{ orderType: isSale ? 'SELL' : 'BUY', priceType: 'LIMIT', limitPrice: position.last },
      quantityRequested: String(random.between(1, isSale ? Math.min(free, 300) : 300)),
      orderTermName: isForDay ? 'DAY' : 'GTC',
    });
    // The security may be suspended or delisted.
    if (reply.status === 422) return;
    assert.equal(reply.status, 201, reply.text);
    const { db } = this.#desk;
    const [row] = await db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${reply.body.id}`);
    assert.ok(row);
    this.counts.orders += 1;
    const silentUntil = random.percent(25)
      ? addBusinessDays(date, random.between(1, FAULT_DAYS), this.#desk.calendar)
      : date;
    this.#orders.push({
      ...{ row, holder, security, isForDay, silentUntil, enteredOn: date },
      ...{ exchange: new DailyExchange(`${row.name}E`), line: [] },
      ...{ filledOn: new Map(), firstOf: new Map() },
    });
  }

  async #takeInstructions(date: BusinessDate): Promise<void> {
    const { db, context } = this.#desk;
    const taken = await db.transaction((tx) => takeInstructions(tx, UNROUTED, context.clock.now()));
    for (const instruction of taken) {
      const order = this.#orders.find(({ row }) => instruction.clOrdId.startsWith(`${row.name}-`));
      assert.ok(order, instruction.clOrdId);
      order.exchange.take(instruction);
      this.#collect(order, date);
    }
  }

  // Randomly fills the order at the exchange, and may then bust or correct one of its fills.
  #meet(order: Working, date: BusinessDate): void {
    const random = this.#random;
    const { exchange } = order;
    if (exchange.working() > 0 && random.percent(70)) exchange.fill(random.between(1, 250));
    const fill = exchange.fills[random.below(Math.max(1, exchange.fills.length))];
    if (fill !== undefined && random.percent(12)) this.#withdraw(order, fill);
    this.#collect(order, date);
  }

  #withdraw({ exchange }: Working, fill: Filled): void {
    if (this.#random.percent(50) || fill.quantity === 1) exchange.bust(fill);
    else exchange.correct(fill, this.#random.between(1, fill.quantity - 1));
  }

  #collect({ exchange, line }: Working, on: BusinessDate): void {
    for (const spoken of exchange.line.splice(0)) line.push({ ...spoken, on });
  }

  async #hear(date: BusinessDate): Promise<void> {
    for (const order of this.#orders) {
      if (order.silentUntil > date) continue;
      for (const sent of order.line.splice(0)) {
        if (sent.on < date) this.counts.late += 1;
        await this.#apply(order, sent);
        if (sent.said.type === 'I' || !this.#random.percent(10)) continue;
        this.counts.repeated += 1;
        await this.#report(order, sent);
      }
    }
  }

  async #apply(order: Working, sent: Sent): Promise<void> {
    const { said } = sent;
    const corrected = said.ref === undefined ? undefined : this.#fills.get(said.ref);
    const filledOn = (said.ref && order.filledOn.get(said.ref)) || sent.on;
    assert.equal(await this.#report(order, sent), 'APPLIED', JSON.stringify(said));
    if (said.ref !== undefined) {
      assert.ok(corrected, `${said.ref} was heard before`);
      this.#fills.delete(said.ref);
      if (said.type === 'H') this.counts.busted += 1;
      else this.counts.corrected += 1;
    }
    if (said.fill === undefined || said.execId === undefined) return;
    if (said.ref === undefined) this.counts.fills += 1;
    const quantity = BigInt(said.fill[0]) * (order.row.order_type === 'SELL' ? -1n : 1n);
    order.filledOn.set(said.execId, filledOn);
    if (said.ref !== undefined) {
      order.firstOf.set(said.execId, order.firstOf.get(said.ref) ?? said.ref);
    }
    const place = { portfolioId: order.holder.id, securityId: order.security.id };
    const settlesOn = addBusinessDays(filledOn, 1, this.#desk.calendar);
    const flag = corrected?.flag;
    this.#fills.set(said.execId, { ...place, date: filledOn, settlesOn, quantity, flag });
  }

  // A report about a fill has the fill's trade date.
  #report(order: Working, { status, said, on }: Sent): Promise<string> {
    const tradeDate = (said.ref && order.filledOn.get(said.ref)) || on;
    const dated = said.fill === undefined ? said : { ...said, tradeDate };
    const report = {
      ...reportOf(this.#desk.exchangeId, { row: order.row, status, said: dated }),
      transactAt: `${tradeDate}T09:31:07.250Z`,
    };
    return systemWork(this.#desk.context, 'exchange-report', (work) =>
      applyExchangeReport(work, report),
    );
  }
}
