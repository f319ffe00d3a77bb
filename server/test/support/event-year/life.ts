// The life of one corporate action: announced, perhaps late; elected, paid in parts, delivered;
// perhaps corrected or cancelled.

import assert from 'node:assert/strict';
import type { Random } from '../../../src/exchanges/simulator/random.js';
import { addBusinessDays } from '../../../src/platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../app.js';
import type { EventKey, YearDesk } from './desk.js';
import type { EventModel } from './model.js';
import type { Fate, KindPlan, Options, Subject } from './terms.js';

/** The kinds of events that give holders something in addition to their units. */
const FLAGGED_KINDS: ReadonlySet<string> = new Set([
  ...['DVCA', 'DVSE', 'DVOP', 'DRIP', 'BONU', 'RHTS'],
]);

/** The ways in which the registrar's money may arrive. */
const FUNDING = ['WHOLE', 'SHORT', 'IN_PARTS', 'IN_EXCESS'] as const;

/** The dates of an event. A correction or a cancellation may come at any time after the notice. */
interface Dates {
  readonly announced: BusinessDate;
  readonly confirmed: BusinessDate;
  readonly ex: BusinessDate;
  readonly deadline: BusinessDate;
  readonly payment: BusinessDate;
  readonly changed: BusinessDate;
  readonly delivered: BusinessDate;
}

const CUSTODY = '/api/v1/custody';

export class EventLife {
  readonly plan: KindPlan;
  readonly subject: Subject;
  dates: Dates;
  readonly fate: Fate | undefined;
  readonly #desk: YearDesk;
  readonly #random: Random;
  readonly #funding: (typeof FUNDING)[number];
  readonly #members: Json;
  /** True once the event has been corrected, cancelled, extended or postponed. */
  isChanged = false;
  #options: Options;
  #event: EventKey | undefined;
  /** The event in which holders exercise the rights of a rights issue. */
  #call: EventKey | undefined;
  #status = 'ANNOUNCED';
  #receipts = 0;

  constructor(
    desk: YearDesk,
    random: Random,
    about: { readonly plan: KindPlan; readonly subject: Subject; readonly announced: BusinessDate },
  ) {
    const { plan, subject, announced } = about;
    this.#desk = desk;
    this.#random = random;
    this.plan = plan;
    this.subject = subject;
    const fates = plan.fates;
    this.fate = random.percent(75) ? fates[random.below(fates.length)] : undefined;
    this.dates = this.#datesFrom(announced);
    this.#funding = FUNDING[random.below(FUNDING.length)] ?? 'WHOLE';
    this.#members = plan.members?.(random, subject) ?? {};
    this.#options = plan.options(random, subject);
  }

  #datesFrom(announced: BusinessDate): Dates {
    const after = (date: BusinessDate, least: number, most: number) =>
      addBusinessDays(date, this.#random.between(least, most), this.#desk.calendar);
    const ex = this.fate === 'LATE' ? after(announced, -4, -1) : after(announced, 2, 5);
    const latest = ex > announced ? ex : announced;
    const deadline = after(latest, 1, 4);
    const isMoved = this.fate === 'EXTENDED' || this.fate === 'POSTPONED';
    const payment = after(deadline, isMoved ? 4 : 1, 5);
    return {
      ...{ announced, ex, deadline, payment },
      confirmed: this.#random.percent(50) ? announced : after(announced, 1, 3),
      changed: this.#changedOn({ announced, latest, deadline }),
      // Rights are delivered immediately, so that they can be sold.
      delivered: this.plan.kind === 'RHTS' ? after(latest, 1, 1) : after(payment, 0, 4),
    };
  }

  #changedOn(about: Record<'announced' | 'latest' | 'deadline', BusinessDate>): BusinessDate {
    const after = (date: BusinessDate, days: number) =>
      addBusinessDays(date, days, this.#desk.calendar);
    if (this.fate === 'EXTENDED') return after(about.deadline, 1);
    if (this.fate === 'POSTPONED') return after(about.latest, this.#random.between(-1, 1));
    return after(about.announced, this.#random.between(1, 14));
  }

  /** Performs the manual actions for the event that are due on a date. */
  async act(date: BusinessDate): Promise<void> {
    const { announced, confirmed, changed, deadline, payment, delivered } = this.dates;
    if (date < announced) return;
    if (date === announced) {
      await this.#propose(confirmed === announced ? 'CONFIRMED' : 'ANNOUNCED');
    } else if (date === confirmed && this.#status === 'ANNOUNCED') {
      await this.#propose('CONFIRMED');
    }
    if (date === changed) await this.#change(date);
    if (this.plan.hasChoice && this.#status !== 'CANCELLED' && date <= deadline) {
      await this.#elect();
    }
    for (const event of this.#events()) {
      if (date > deadline) await this.#allot(event);
      if (date >= delivered) await this.#deliver(event, date);
      if (date > payment || date > changed) await this.#fund(event);
    }
  }

  /** The event in the model's form. Undefined if it is not announced or is cancelled. */
  model(): EventModel | undefined {
    if (this.#event === undefined || this.#status === 'CANCELLED') return undefined;
    const { withheldBy = 'ISSUER', issuerExempts = false } = this.#members;
    return {
      ...{ id: this.#event.id, securityId: this.subject.security.id },
      ...{ exDate: this.dates.ex, options: this.#options.model },
      movesOn: this.plan.movesWhenPaid === true ? this.dates.payment : this.dates.ex,
      isTaxed: this.plan.isTaxed === true,
      followsFlags: FLAGGED_KINDS.has(this.plan.kind),
      isTaxedForAll: withheldBy === 'ISSUER' && issuerExempts !== true,
    };
  }

  #events(): EventKey[] {
    return [this.#event, this.#call].flatMap((event) => (event === undefined ? [] : [event]));
  }

  async #propose(status: string): Promise<void> {
    const { plan, subject, dates } = this;
    if (plan.kind === 'RHTS' && this.#event !== undefined) return this.#proposeRights(status);
    const options = this.#options.wire;
    this.#event = await this.#desk.announce({
      ...(this.#event === undefined ? {} : { name: this.#event.name }),
      ...{ kind: plan.kind, securityName: subject.security.name, status },
      ...{ exDate: dates.ex, ...this.#members },
      ...(plan.isUnpaid === true ? {} : { paymentDate: dates.payment }),
      ...(plan.hasChoice === true ? { deadline: `${dates.deadline}T14:00:00Z` } : {}),
      ...(options.length === 0 ? {} : { options }),
    });
    this.#status = status;
    if (plan.kind === 'RHTS') this.#call = await this.#findCall(this.#event);
  }

  async #findCall({ id }: EventKey): Promise<EventKey> {
    const [call] = await this.#desk.db.query<EventKey>(sql`
      select id, name from corporate_action where linked_event_id = ${id}`);
    assert.ok(call, 'a rights issue has a call on its rights');
    return call;
  }

  // Proposes the next version of both events of a rights issue, with the terms that the API
  // returns.
  async #proposeRights(status: string): Promise<void> {
    for (const { id, name } of this.#events()) {
      const { body } = await this.#desk.as('ADMIN').get(`${CUSTODY}/corporate-action/id/${id}`);
      const { kind, securityName, exDate, label, options, linkedEventName } = body;
      const isCall = kind === 'EXRI';
      await this.#desk.announce({
        ...{ kind, securityName, exDate, label, options, linkedEventName, name, status },
        ...(isCall ? { deadline: `${this.dates.deadline}T14:00:00Z` } : {}),
      });
    }
    this.#status = status;
  }

  async #change(date: BusinessDate): Promise<void> {
    if (this.#event === undefined || (await this.#isClosed(this.#event))) return;
    this.isChanged = true;
    const { calendar } = this.#desk;
    const later = (day: BusinessDate) => addBusinessDays(day, 3, calendar);
    const { ex, deadline, payment } = this.dates;
    const status = date >= this.dates.confirmed ? 'CONFIRMED' : 'ANNOUNCED';
    switch (this.fate) {
      case 'CANCELLED':
        return this.#propose('CANCELLED');
      case 'CORRECTED':
        this.#options = this.plan.options(this.#random, this.subject);
        return this.#propose(status);
      case 'EXTENDED':
        this.dates = { ...this.dates, deadline: later(deadline), payment: later(payment) };
        return this.#propose(status);
      case 'POSTPONED':
        this.dates = { ...this.dates, ex: later(ex), payment: later(payment) };
        return this.#propose(status);
      case 'LATE':
      case undefined:
        this.isChanged = false;
    }
  }

  async #isClosed({ id }: EventKey): Promise<boolean> {
    const [row] = await this.#desk.db.query<{ progress: string }>(
      sql`select progress from corporate_action where id = ${id}`,
    );
    return row?.progress === 'CLOSED';
  }

  async #elect(): Promise<void> {
    const event = this.#call ?? this.#event;
    if (event === undefined) return;
    const most = this.#call === undefined ? 2 : 1;
    for (const holder of this.#desk.holders) {
      if (!this.#random.percent(25)) continue;
      const quantity = this.#random.between(1, 400);
      const isMore = this.#call !== undefined && this.#random.percent(40);
      const reply = await this.#desk.as('DEALER').post(`${CUSTODY}/election/submit`, {
        ...{ eventName: event.name, portfolioName: holder.name, quantity: String(quantity) },
        optionNumber: this.#random.between(1, most),
        ...(isMore ? { additionalQuantity: String(this.#random.between(1, 90)) } : {}),
      });
      // The holder may have fewer units, or too little money.
      assert.ok([201, 422].includes(reply.status), reply.text);
      if (reply.status !== 201 || !this.#random.percent(15)) continue;
      const cancel = `${CUSTODY}/election/cancel/id/${reply.body.id}`;
      const cancelled = await this.#desk.as('DEALER').put(cancel);
      assert.equal(cancelled.status, 200, cancelled.text);
    }
  }

  // The registrar reports the accepted units of a tender, or the allotment of the units applied
  // for.
  async #allot({ id }: EventKey): Promise<void> {
    const waiting = await this.#desk.db.query<{ id: bigint; units: bigint }>(sql`
      select e.id, case when a.kind = 'TEND' then e.quantity else e.additional_quantity end as units
      from election e join corporate_action a on a.id = e.corporate_action_id
      join corporate_action_option o on o.corporate_action_id = a.id and o.number = e.option_number
      where a.id = ${id} and a.status = 'CONFIRMED' and e.state = 'INSTRUCTED'
        and e.allotted_quantity is null
        and (a.kind = 'TEND' and o.percent is null and o.type = 'CASH'
          or e.additional_quantity > 0)
      order by e.id`);
    if (waiting.length === 0) return;
    const rows = waiting.map(({ id: election, units }) => ({
      election: String(election),
      allotted: String(this.#random.between(0, Number(units))),
    }));
    await this.#desk.byTwo({
      ...{ method: 'post', path: `${CUSTODY}/election/allotment/import?e=${id}` },
      ...{ body: { rows }, approval: `${CUSTODY}/election/allotment/approve/id` },
    });
  }

  async #deliver({ id }: EventKey, date: BusinessDate): Promise<void> {
    const [pending] = await this.#desk.db.query<{ units: bigint }>(sql`
      select coalesce(sum(pending_units), 0)::bigint as units from (
        select pending_units from entitlement where corporate_action_id = ${id}
          and state not in ('SUPERSEDED', 'CANCELLED') and moved_at is not null
        union all
        select pending_units from election where corporate_action_id = ${id}) p`);
    const [proposed] = await this.#desk.db.query(sql`
      select from event_delivery where corporate_action_id = ${id}
        and state in ('PENDING', 'APPROVED')`);
    if ((pending?.units ?? 0n) === 0n || proposed !== undefined) return;
    await this.#desk.byTwo({
      ...{ method: 'put', path: `${CUSTODY}/corporate-action/deliver/propose` },
      ...{ body: { id: String(id), date } },
      approval: `${CUSTODY}/corporate-action/deliver/approve/id`,
    });
  }

  /** Brings an event's money closer to the amount due, in the way chosen for this event. */
  async #fund(event: EventKey): Promise<void> {
    if ((await this.#isClosed(event)) || (await this.#isAllotting(event))) return;
    const list = `${CUSTODY}/event-settlement/due/list?e=${event.id}`;
    const { body } = await this.#desk.as('FINANCE').get(list);
    for (const part of body.result) await this.#fundPart(event, part);
  }

  // Until the allotment, the event keeps the payment for units that will not be allotted.
  async #isAllotting({ id }: EventKey): Promise<boolean> {
    const waiting = await this.#desk.db.query(sql`
      select from election where corporate_action_id = ${id} and additional_quantity > 0
        and state in ('SUBMITTED', 'INSTRUCTED') and allotted_quantity is null`);
    return waiting.length > 0;
  }

  async #fundPart(event: EventKey, part: Json): Promise<void> {
    const { missing, balance, businessOfficeName } = part;
    const about = { eventName: event.name, businessOfficeName, currency: 'NGN' };
    if (missing > 0) {
      this.#receipts += 1;
      const amount = this.#receipts > 4 ? missing : this.#amountFor(missing);
      await this.#desk.settle({ ...about, direction: 'RECEIPT', amount });
    } else if (missing < 0 && balance > 0 && this.#status !== 'ANNOUNCED') {
      const amount = Math.min(-missing, balance);
      await this.#desk.settle({ ...about, direction: 'PAYMENT', amount });
    }
  }

  #amountFor(missing: number): number {
    const part = Math.max(0.01, Math.floor(missing * this.#random.between(20, 95)) / 100);
    switch (this.#funding) {
      case 'SHORT':
      case 'IN_PARTS':
        return part;
      case 'IN_EXCESS':
        return Math.round((missing + part) * 100) / 100;
      case 'WHOLE':
        return missing;
    }
  }
}
