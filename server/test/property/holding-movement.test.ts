// Holdings equal the sum of their movements, for random fills, busts, corrections and corporate
// actions in any order, many of them about earlier dates. A model that knows only the facts in
// force gives the expected figures.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomOf } from '../../src/exchanges/simulator/random.js';
import { INVARIANTS } from '../../src/modules/finance/integrity/integrity.js';
import { applyExchangeReports, type ExchangeReport } from '../../src/modules/order/index.js';
import type { OrderRow } from '../../src/modules/order/record/order.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { bringInstead } from '../support/holding.js';
import { assertBooks } from '../support/order.js';
import { type Desk, openDesk, reportOf } from '../support/order-desk.js';
import {
  type Figures,
  foldFills,
  type ModelEvent,
  type ModelFill,
  type ModelNote,
} from './holding-model.js';

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const;
const ROUNDS = 3;
const ORDERS_A_DAY = 5;
const REPORTS_A_DAY = 24;
/** The number of orders that are filled at once. */
const AT_ONCE = 16;
const OPENING = { quantity: 300n, costMinor: 700_001n } as const;
const PORTFOLIO = '0000000001';
/** The numbers of the invariants about holdings and their movements. */
const OF_HOLDINGS = new Set([30, 31]);

interface Told {
  readonly row: OrderRow;
  readonly day: number;
}

/** A position as read from the books at a given time. */
interface Remembered {
  readonly moment: string;
  readonly byDate: readonly object[];
}

describe('the stock record', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    describe(`round ${round}`, () => {
      let desk: Desk;
      before(async () => {
        desk = await openDesk();
        await desk.receive(10n ** 11n);
        await bringInstead(
          desk.db,
          sql`select p.id as portfolio_id, s.id as security_id,
            ${OPENING.quantity}::bigint as quantity, ${OPENING.costMinor}::bigint as cost_minor
            from portfolio p, security s where p.name = ${PORTFOLIO} and s.name = 'ACCESS'`,
        );
      });
      after(() => desk.stop());

      it('adds up to the holding on each date, now and as known before', async () => {
        const story = new Story(desk, BigInt(round));
        for (const [day, date] of DAYS.entries()) {
          await desk.setDate(date);
          for (let count = 0; count < ORDERS_A_DAY; count += 1) await story.placeOrder(day);
          for (let count = 0; count < REPORTS_A_DAY; count += 1) await story.report(day);
          await story.compare();
          await story.remember();
          const next = DAYS[day + 1];
          if (next !== undefined) await desk.endOfDay(date, next);
          await story.compare();
        }
        await assertInvariants(desk);
        await story.assertRemembered();
        // The corporate actions here have no entitlements, so invariants about entitlements are not
        // checked.
        await story.takeBackAll();
        await story.compare();
        await assertBooks(desk);
        await story.bustAll();
        assert.deepEqual(await story.figures(), { ...OPENING, gainMinor: 0n });
        await assertInvariants(desk);
        await story.assertRemembered();
      });
    });
  }
});

describe('movements of one holding that are booked at once', () => {
  let desk: Desk;
  before(async () => {
    desk = await openDesk();
    await desk.receive(10n ** 11n);
  });
  after(() => desk.stop());

  it('are numbered and dated in the order in which the holding changed', async () => {
    const rows: OrderRow[] = [];
    for (let count = 0; count < AT_ONCE; count += 1) {
      rows.push(await desk.send({ side: count % 2 === 0 ? 'BUY' : 'SELL', quantity: 10 }));
    }
    const fates = await Promise.all(rows.map((row) => desk.say(row, '2', { fill: [10, '24.50'] })));
    assert.deepEqual(new Set(fates), new Set(['APPLIED']));
    await assertInvariants(desk);
    const wrong = await desk.db.query(sql`
      select id from (
        select id, recorded_at, lag(recorded_at)
          over (partition by portfolio_id, security_id order by id) as former
        from holding_movement
      ) m where recorded_at <= former`);
    assert.deepEqual(wrong, []);
    const [booked] = await desk.db.query<{ fills: bigint }>(
      sql`select count(*) as fills from holding_movement where kind in ('BUY', 'SELL')`,
    );
    assert.equal(booked?.fills, BigInt(AT_ONCE));
  });
});

async function assertInvariants({ db }: Desk): Promise<void> {
  for (const { number, name, broken } of INVARIANTS) {
    if (OF_HOLDINGS.has(number)) assert.deepEqual(await db.query(broken), [], name);
  }
}

/** Random reports about orders for one holding, and the expected position. */
class Story {
  readonly #desk: Desk;
  readonly #random: ReturnType<typeof randomOf>;
  readonly #orders: Told[] = [];
  readonly #remembered: Remembered[] = [];
  /** The fills in force, in the order in which they were booked. */
  #fills: ModelFill[] = [];
  /** The corporate actions in force. */
  #events: ModelEvent[] = [];
  #execId = 0;
  #eventId = 0n;

  constructor(desk: Desk, round: bigint) {
    this.#desk = desk;
    this.#random = randomOf('holding-movement', 'round', round);
  }

  async placeOrder(day: number): Promise<void> {
    const random = this.#random;
    const free = await this.#freeUnits();
    const side = free > 0n && random.percent(55) ? 'SELL' : 'BUY';
    const most = side === 'SELL' && free < 200n ? Number(free) : 200;
    const quantity = random.between(1, most);
    this.#orders.push({ row: await this.#desk.send({ side, quantity, term: 'DAY' }), day });
  }

  /**
   * Sends a fill, a bust, a correction, or a bust that arrives before its fill; or books or
   * reverses a corporate action.
   */
  async report(day: number): Promise<void> {
    const draw = this.#random.below(100);
    if (draw >= 88) return this.#meetEvent(day);
    const fill = this.#fills[this.#random.below(Math.max(this.#fills.length, 1))];
    if (fill !== undefined && draw < 14) await this.#bust(fill);
    else if (fill !== undefined && draw < 28) await this.#correct(fill);
    else await this.#fill(day, draw < 34);
  }

  async #meetEvent(day: number): Promise<void> {
    const event = this.#events[this.#random.below(Math.max(this.#events.length, 1))];
    if (event !== undefined && this.#random.percent(40)) return this.#takeBack([event]);
    await this.#book(this.#newEvent(day));
  }

  // A bonus with pending units, a split, or money that lowers the cost.
  #newEvent(day: number): ModelEvent {
    const random = this.#random;
    this.#eventId += 1n;
    const date = DAYS[random.between(0, day)] ?? DAYS[0];
    const none = { date, sourceId: this.#eventId, quantity: 0n, costMinor: 0n, gainMinor: 0n };
    const quantity = BigInt(random.between(1, 60));
    const costMinor = -BigInt(random.between(1, 90_000));
    const gainMinor = BigInt(random.between(0, 5_000)) - 2_500n;
    switch (random.below(3)) {
      case 0:
        return { ...none, quantity, pendingQuantity: quantity };
      case 1:
        return { ...none, quantity: random.percent(70) ? quantity : -1n, pendingQuantity: 0n };
      default:
        return { ...none, costMinor, gainMinor, pendingQuantity: 0n };
    }
  }

  async #book(event: ModelEvent): Promise<void> {
    await this.#desk.db.query(sql`
      select move_holdings(jsonb_build_array(jsonb_build_object('portfolioId', p.id, 'securityId',
        s.id, 'kind', 'BONUS', 'effectiveDate', ${event.date}::text, 'currency', 'NGN',
        'sourceType', 'ENTITLEMENT', 'sourceId', ${event.sourceId}::bigint, 'sourceLine', 1,
        'quantity', ${event.quantity}::bigint, 'costMinor', ${event.costMinor}::bigint,
        'proceedsMinor', 0, 'gainMinor', ${event.gainMinor}::bigint,
        'pendingQuantity', ${event.pendingQuantity}::bigint)))
      from portfolio p, security s where p.name = ${PORTFOLIO} and s.name = 'ACCESS'`);
    this.#events.push(event);
  }

  async #takeBack(events: readonly ModelEvent[]): Promise<void> {
    await this.#desk.db.query(sql`
      select reverse_movements('ENTITLEMENT', ${events.map((each) => each.sourceId)}::bigint[])`);
    this.#events = this.#events.filter((each) => !events.includes(each));
  }

  takeBackAll(): Promise<void> {
    return this.#takeBack([...this.#events]);
  }

  async bustAll(): Promise<void> {
    while (this.#fills.length > 0) {
      const fill = this.#fills[this.#random.below(this.#fills.length)];
      if (fill !== undefined) await this.#bust(fill);
    }
  }

  async #fill(day: number, isBustedFirst: boolean): Promise<void> {
    const told = this.#orders[this.#random.below(this.#orders.length)];
    if (told === undefined) return;
    const { row } = told;
    const open = row.quantity - this.#filledOf(row.id);
    if (open <= 0n) return;
    const quantity = this.#random.between(1, Number(open));
    const date = DAYS[this.#random.between(told.day, day)] ?? DAYS[0];
    const execId = this.#nextExecId();
    const price = this.#price();
    if (isBustedFirst) await this.#say(row, { type: 'H', ref: execId });
    const isWhole = BigInt(quantity) === open;
    await this.#say(row, { execId, fill: [quantity, price], tradeDate: date }, isWhole);
    if (isBustedFirst) return;
    this.#fills.push({
      ...{ orderId: row.id, execId, date, side: row.order_type },
      ...{ quantity: BigInt(quantity), valueMinor: BigInt(quantity) * kobo(price) },
    });
  }

  async #bust(fill: ModelFill): Promise<void> {
    await this.#say(this.#rowOf(fill.orderId), { type: 'H', ref: fill.execId });
    this.#fills = this.#fills.filter((each) => each !== fill);
  }

  async #correct(fill: ModelFill): Promise<void> {
    const execId = this.#nextExecId();
    const quantity = this.#random.between(1, Number(fill.quantity));
    const price = this.#price();
    const said = { type: 'G', ref: fill.execId, execId, fill: [quantity, price] as const };
    await this.#say(this.#rowOf(fill.orderId), said);
    this.#fills = this.#fills.filter((each) => each !== fill);
    const valueMinor = BigInt(quantity) * kobo(price);
    this.#fills.push({ ...fill, execId, quantity: BigInt(quantity), valueMinor });
  }

  // Reports are booked one by one or as a batch.
  async #say(row: OrderRow, said: Parameters<Desk['say']>[2], isWhole = false): Promise<void> {
    const status = isWhole ? '2' : '1';
    if (this.#random.percent(50)) {
      assert.equal(await this.#desk.say(row, status, said), 'APPLIED');
      return;
    }
    const report: ExchangeReport = reportOf(this.#desk.exchangeId, {
      ...{ row, status },
      said: said ?? {},
    });
    const fates = await systemWork(this.#desk.context, 'exchange-report', (work) =>
      applyExchangeReports(work, [report]),
    );
    assert.deepEqual(fates, ['APPLIED']);
  }

  /** Compares the books with the model on each date. */
  async compare(): Promise<void> {
    const notes = await this.#notes();
    const last = DAYS.at(-1) ?? '';
    assert.deepEqual(await this.figures(), this.#model(notes, last));
    const positions = await this.#positions('infinity');
    for (const date of DAYS) {
      const expected = this.#model(notes, date);
      const found = positions.findLast((each) => each.date <= date);
      assert.deepEqual({ ...found, date }, { ...expected, date });
    }
  }

  #model(notes: readonly ModelNote[], until: string): Figures {
    return foldFills(OPENING, this.#fills, { notes, events: this.#events, until });
  }

  /** Stores the facts that are known now. */
  async remember(): Promise<void> {
    const [now] = await this.#desk.db.query<{ moment: string }>(
      sql`select clock_timestamp()::text as moment`,
    );
    const moment = now?.moment ?? assert.fail();
    this.#remembered.push({ moment, byDate: await this.#positions('infinity') });
  }

  async assertRemembered(): Promise<void> {
    for (const { moment, byDate } of this.#remembered) {
      assert.deepEqual(await this.#positions(moment), byDate, moment);
    }
  }

  async figures(): Promise<Figures> {
    const [row] = await this.#desk.db.query<Figures>(sql`
      select quantity, cost_minor as "costMinor", realised_gain_minor as "gainMinor"
      from holding h join portfolio p on p.id = h.portfolio_id
      join security s on s.id = h.security_id
      where p.name = ${PORTFOLIO} and s.name = 'ACCESS'`);
    return row ?? assert.fail();
  }

  #positions(moment: string): Promise<readonly (Figures & { readonly date: string })[]> {
    return this.#desk.db.query(sql`
      select f.effective_date as date, f.quantity, f.cost_minor as "costMinor",
        f.realised_gain_minor as "gainMinor"
      from portfolio p, security s, holding_positions(p.id, s.id, ${moment}::timestamptz) f
      where p.name = ${PORTFOLIO} and s.name = 'ACCESS' order by f.effective_date`);
  }

  #notes(): Promise<ModelNote[]> {
    return this.#desk.db.query<ModelNote>(sql`
      select order_id as "orderId", trade_date as date, charges_minor as "chargesMinor"
      from contract_note where reversed_at is null`);
  }

  async #freeUnits(): Promise<bigint> {
    const [row] = await this.#desk.db.query<{ free: bigint }>(sql`
      select greatest(quantity - held_quantity - pending_quantity, 0) as free from holding h
      join portfolio p on p.id = h.portfolio_id join security s on s.id = h.security_id
      where p.name = ${PORTFOLIO} and s.name = 'ACCESS'`);
    return row?.free ?? 0n;
  }

  #rowOf(orderId: bigint): OrderRow {
    return this.#orders.find(({ row }) => row.id === orderId)?.row ?? assert.fail();
  }

  #filledOf(orderId: bigint): bigint {
    const fills = this.#fills.filter((each) => each.orderId === orderId);
    return fills.reduce((sum, { quantity }) => sum + quantity, 0n);
  }

  #nextExecId(): string {
    this.#execId += 1;
    return `M${this.#execId}`;
  }

  #price(): string {
    return `2${this.#random.between(3, 6)}.${this.#random.between(10, 99)}`;
  }
}

function kobo(price: string): bigint {
  return BigInt(price.replace('.', ''));
}
