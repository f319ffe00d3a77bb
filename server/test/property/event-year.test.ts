// A year of corporate actions of every kind. The exchange makes mistakes, some trades are cum or ex
// contrary to their dates, and units move between portfolios. At the end of each day all invariants
// hold, and units and entitlements equal those of a model that knows only the terms, the fills in
// force and the transfers.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Random, randomOf } from '../../src/exchanges/simulator/random.js';
import { addBusinessDays, nextBusinessDay } from '../../src/platform/calendar/business-calendar.js';
import { type BusinessDate, businessDate } from '../../src/platform/calendar/business-date.js';
import { sql } from '../../src/platform/database/sql.js';
import { closeDays } from '../support/end-of-day.js';
import { BONDS, bondEvents, bondModels, LateCoupon } from '../support/event-year/bonds.js';
import {
  assertAsModel,
  assertSound,
  electedUnits,
  electionChanges,
} from '../support/event-year/check.js';
import { endClaims } from '../support/event-year/claims.js';
import { openYearDesk, type YearDesk } from '../support/event-year/desk.js';
import { EventLife } from '../support/event-year/life.js';
import type { UnitChange, World } from '../support/event-year/model.js';
import { KIND_PLANS, type KindPlan, type Listed } from '../support/event-year/terms.js';
import { Trading } from '../support/event-year/trading.js';
import { Transfers } from '../support/event-year/transfers.js';
import { sayProof } from '../support/proof.js';

/** `SIMULATED_MONTHS=12` runs the whole year. */
const MONTHS = Number(process.env.SIMULATED_MONTHS ?? 2);
const SEED = process.env.COUNTINGHOUSE_SEED ?? '20261126';
const DAYS = Math.floor((MONTHS * 249) / 12);
/**
 * The number of events, of which three concern bonds. Coupons and redemptions are added to these.
 */
const EVENTS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? 11);
const SHARE_EVENTS = EVENTS - 3;
/** The number of business days at the end on which no event is announced. */
const QUIET_DAYS = 20;
const START = businessDate('2027-01-04');

describe(`${MONTHS} months of corporate actions from seed ${SEED}`, () => {
  let desk: YearDesk;
  before(async () => {
    desk = await openYearDesk(START);
  });
  after(() => desk?.stop());

  it('agree with the model at the end of each day', async () => {
    const year = new Year(desk);
    await year.open();
    for (let day = 0; day < DAYS; day += 1) await year.live();
    await year.end();
  });
});

class Year {
  readonly #desk: YearDesk;
  readonly #random: Random = randomOf(SEED, 'event-year', 0n);
  readonly #trading: Trading;
  readonly #transfers: Transfers;
  readonly #lateCoupon: LateCoupon;
  readonly #lives: EventLife[] = [];
  readonly #bonds: Listed[] = [];
  readonly #traded: Listed[] = [];
  readonly #opening: UnitChange[] = [];
  #date: BusinessDate = START;
  #compared = 0;

  constructor(desk: YearDesk) {
    this.#desk = desk;
    this.#lateCoupon = new LateCoupon(desk, 'CALLED');
    this.#trading = new Trading(desk, randomOf(SEED, 'trading', 0n));
    this.#transfers = new Transfers(desk, randomOf(SEED, 'transfers', 0n));
  }

  /** Lists the securities, gives units to the holders, and generates the events of the year. */
  async open(): Promise<void> {
    for (const name of ['ALFA', 'BETA']) this.#traded.push(await this.#share(name));
    const maturityDate = MONTHS < 4 ? '2027-02-26' : '2027-10-29';
    for (const bond of BONDS) {
      const isFederal = bond.name === 'FEDERAL';
      const dates = { maturityDate: isFederal ? maturityDate : '2029-04-30' };
      const id = await this.#desk.list({ ...bond, ...dates });
      this.#bonds.push({ name: bond.name, id });
      await this.#bring(id, 90);
    }
    for (let place = 0; place < SHARE_EVENTS; place += 1) await this.#plan(place);
  }

  async #share(name: string, most = 3_000): Promise<Listed> {
    const id = await this.#desk.list({ name, securityType: 'EQUITY', previousClose: 250 });
    if (most > 0) await this.#bring(id, most);
    return { name, id };
  }

  async #bring(securityId: bigint, most: number): Promise<void> {
    const random = this.#random;
    const units = () => (random.percent(25) ? 0 : random.between(1, most));
    const brought = await this.#desk.bring(securityId, units);
    for (const [portfolioId, quantity] of brought) {
      this.#opening.push({ portfolioId, securityId, date: '2000-01-03', quantity });
    }
  }

  // Events come in pairs, so that many have their ex-date on the same day.
  async #plan(place: number): Promise<void> {
    const plan = KIND_PLANS[place % KIND_PLANS.length];
    const pair = place - (place % 2);
    const days = Math.floor(((DAYS - QUIET_DAYS) * pair) / SHARE_EVENTS) + 1;
    const announced = addBusinessDays(START, days, this.#desk.calendar);
    if (plan === undefined) return;
    const subject = await this.#subjectOf(plan, place, announced);
    this.#lives.push(new EventLife(this.#desk, this.#random, { plan, subject, announced }));
  }

  async #subjectOf(plan: KindPlan, place: number, announced: BusinessDate) {
    const known = (at: number) => this.#traded[at % 2] ?? assert.fail('two shares are listed');
    const pair = Math.floor(place / 2);
    const security = plan.isAlone ? await this.#share(`SOLO${place}`) : known(pair);
    if (plan.isAlone) this.#traded.push(security);
    const other = plan.kind === 'SOFF' ? await this.#share(`SPUN${place}`, 0) : known(pair + 1);
    if (plan.kind !== 'RHTS') return { security, other, right: undefined };
    const name = `RIGHT${place}`;
    const tradableTo = addBusinessDays(announced, 6, this.#desk.calendar);
    const dates = { tradableFrom: announced, tradableTo };
    const terms = { name, securityType: 'RIGHT', previousClose: 3, ...dates };
    const right = { name, id: await this.#desk.list(terms) };
    this.#traded.push(right);
    return { security, other, right };
  }

  /** Runs one business day and its end of day. */
  async live(): Promise<void> {
    const date = this.#date;
    const desk = this.#desk;
    desk.setTime(date, '09:00');
    await desk.approveIncome();
    for (const { bond, on, terms } of bondEvents(desk, START, DAYS)) {
      if (on === date) await desk.announce({ securityName: bond, ...terms });
    }
    await this.#lateCoupon.act(date);
    for (const life of this.#lives) await life.act(date);
    await this.#fundBonds();
    await endClaims(desk, this.#random);
    const securities = [...this.#traded, ...this.#bonds];
    await this.#trading.trade(date, securities);
    await this.#transfers.act(date, securities);
    await this.#close();
  }

  async #close(): Promise<void> {
    const next = nextBusinessDay(this.#date, this.#desk.calendar);
    await this.#trading.endDay(this.#date);
    this.#desk.setTime(this.#date, '18:00');
    await closeDays(this.#desk.as('ADMIN'));
    await this.#desk.finishJobs();
    this.#date = next;
    await assertSound(this.#desk, next);
    this.#compared = await assertAsModel(this.#desk, await this.#world(), next);
  }

  async #world(): Promise<World> {
    const desk = this.#desk;
    const ofShares = this.#lives.flatMap((life) => life.model() ?? []);
    const moved = [...this.#trading.fills(), ...this.#transfers.changes()];
    return {
      events: [...ofShares, ...(await bondModels(desk, this.#bonds))],
      changes: [...this.#opening, ...moved, ...(await electionChanges(desk))],
      elections: await electedUnits(desk),
      exempt: new Set(desk.holders.flatMap(({ id, isExempt }) => (isExempt ? [id] : []))),
    };
  }

  // Bond income arrives in full, a day after it is due.
  async #fundBonds(): Promise<void> {
    const path = '/api/v1/custody/event-settlement/due/list?state=UNDERFUNDED&s=100';
    const { body } = await this.#desk.as('FINANCE').get(path);
    for (const { eventName, kind, paymentDate, businessOfficeName, missing } of body.result) {
      const isOfBond = ['INTR', 'REDM', 'PCAL', 'MCAL'].includes(kind);
      if (!isOfBond || paymentDate > this.#date) continue;
      const about = { eventName, businessOfficeName, direction: 'RECEIPT' };
      await this.#desk.settle({ ...about, amount: missing });
    }
  }

  /** Delivers all late reports, and returns a summary of the year. */
  async end(): Promise<void> {
    await this.#trading.hearAll(this.#date);
    await this.#close();
    const { counts } = this.#trading;
    const { refused, ...transfers } = this.#transfers.counts;
    for (const [kind, count] of Object.entries({ ...counts, ...transfers })) {
      assert.ok(count > 0, kind);
    }
    const { db } = this.#desk;
    assert.deepEqual(await db.query(sql`select reason from unmatched_report`), []);
    const kinds = await db.query<{ kind: string; events: bigint }>(sql`
      select kind, count(*) as events from corporate_action group by kind order by kind`);
    const [moved] = await db.query<{ movements: bigint; revisions: bigint; closed: bigint }>(sql`
      select (select count(*) from holding_movement) as movements,
        (select count(*) from entitlement) as revisions,
        (select count(*) from corporate_action where progress = 'CLOSED') as closed`);
    const byKind = kinds.map(({ kind, events }) => `${events} ${kind}`).join(', ');
    sayProof(`event year, seed ${SEED}, events ${byKind}`, {
      ...{ days: DAYS, entitlements: this.#compared, revisions: moved?.revisions ?? 0n },
      ...{ movements: moved?.movements ?? 0n, 'closed events': moved?.closed ?? 0n },
      ...{ orders: counts.orders, fills: counts.fills, late: counts.late, differences: 0 },
      ...this.#fates(),
      ...{ busted: counts.busted, corrected: counts.corrected, repeated: counts.repeated },
      ...{ flagged: counts.flagged, 'free transfers': transfers.free + transfers.earlier },
      ...{ 'transfers dated back': transfers.earlier, 'paid transfers': transfers.paid },
      'refused transfers': refused,
    });
    if (MONTHS >= 12) this.#assertAllKinds(kinds.map(({ kind }) => kind));
  }

  /** The number of events by how they ended. */
  #fates(): Record<string, number> {
    const fates = this.#lives.flatMap(({ fate, isChanged }) =>
      fate !== undefined && (isChanged || fate === 'LATE') ? [fate.toLowerCase()] : [],
    );
    const count = (fate: string) => fates.filter((each) => each === fate).length;
    return Object.fromEntries([...new Set(fates)].map((fate) => [`${fate} events`, count(fate)]));
  }

  #assertAllKinds(found: readonly string[]): void {
    const ofShares = KIND_PLANS.flatMap(({ kind }) => (kind === 'RHTS' ? ['RHDI', 'EXRI'] : kind));
    const ofBonds = ['INTR', 'REDM', 'PCAL', 'MCAL', 'DFLT'];
    assert.deepEqual(found, [...ofShares, ...ofBonds].sort());
  }
}
