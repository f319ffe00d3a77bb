// A desk for an event's whole life: the trades before it, the steps of each day, and its
// cancellation. It compares the books with those before the event.

import assert from 'node:assert/strict';
import { applyExchangeReport } from '../../../src/modules/order/index.js';
import type { OrderRow } from '../../../src/modules/order/record/order.js';
import { SELECT_ORDER } from '../../../src/modules/order/record/queries.js';
import {
  addBusinessDays,
  previousBusinessDay,
} from '../../../src/platform/calendar/business-calendar.js';
import type { BusinessDate } from '../../../src/platform/calendar/business-date.js';
import { sql } from '../../../src/platform/database/sql.js';
import { systemWork } from '../../../src/platform/system-work.js';
import type { Json, TestReply } from '../../support/app.js';
import { closeDays } from '../../support/end-of-day.js';
import { type EventKey, openYearDesk, type YearDesk } from '../../support/event-year/desk.js';
import { bringUnits } from '../../support/holding.js';
import { reportOf } from '../../support/order-desk.js';

export const CUSTODY = '/api/v1/custody';

/** All non-zero balances, holdings and holds, as text, keyed by name. */
export type Books = ReadonlyMap<string, string>;

/** The members that the next version of an event keeps. */
const KEPT = [
  ...['name', 'kind', 'securityName', 'label', 'qualificationDate', 'exDate', 'paymentDate'],
  ...['deadline', 'linkedEventName', 'withheldBy', 'issuerExempts', 'source', 'options'],
] as const;

export interface WalkDesk extends YearDesk {
  /** Returns the date that is this many business days after the business date. */
  day(later?: number): BusinessDate;
  /** Closes business days and returns the new business date. */
  closeDay(count?: number): Promise<BusinessDate>;
  /**
   * Moves the business date without an end of day to the day before a date, and closes that day.
   */
  closeUntil(until: BusinessDate): Promise<void>;
  /** Gives units of a security to the holder with the given index. */
  give(place: number, securityId: bigint, units: readonly [bigint, bigint]): Promise<void>;
  /** Submits an order for the holder with this index. */
  order(place: number, body: object): Promise<Json>;
  /** Submits an order that the exchange fills at the given price on the business date. */
  trade(place: number, body: object, price: string): Promise<Json>;
  readOrder(id: number): Promise<Json>;
  /** Quantity, pending quantity, cost and gain of the holder with this index, in minor units. */
  holding(place: number, securityId: bigint): Promise<readonly bigint[]>;
  /** The entitlement of the holder with this index. */
  entitled(event: EventKey, place: number): Promise<Json>;
  /** The lines of the journals that paid the holder with this index; a debit is positive. */
  lines(event: EventKey, place: number): Promise<[string, bigint][]>;
  /** Receives the money that is missing for an event, and then pays the event. */
  pay(event: EventKey): Promise<void>;
  /** Cancels an event, reverses its payments, and returns the money to the registrar. */
  cancel(event: EventKey): Promise<void>;
  books(): Promise<Books>;
  sound(): Promise<void>;
}

export async function openWalkDesk(start: BusinessDate): Promise<WalkDesk> {
  const desk = await openYearDesk(start);
  let date = start;
  const holderAt = (place: number) => desk.holders[place] ?? assert.fail('no such holder');
  const day = (later = 0) => addBusinessDays(date, later, desk.calendar);
  const readOrder = async (id: number) =>
    (await desk.as('DEALER').get(`/api/v1/order/tradeorder/id/${id}`)).body;
  const order = (place: number, body: object) =>
    submit(desk, { portfolioName: holderAt(place).name, ...body });
  const closeDay = async (count = 1) => {
    for (let closed = 0; closed < count; closed += 1) {
      desk.setTime(date, '18:00');
      await closeDays(desk.as('ADMIN'));
      date = day(1);
      desk.setTime(date, '09:00');
      await desk.finishJobs();
    }
    return date;
  };
  return {
    ...desk,
    day,
    order,
    readOrder,
    closeDay,
    closeUntil: async (until) => {
      date = previousBusinessDay(until, desk.calendar);
      await desk.skipUntil(date);
      await closeDay();
    },
    give: (place, securityId, [units, costMinor]) =>
      bringUnits(
        desk.db,
        sql`select ${holderAt(place).id}::bigint as portfolio_id,
          ${securityId}::bigint as security_id, ${units}::bigint as quantity,
          ${costMinor}::bigint as cost_minor`,
      ),
    trade: async (place, body, price) => {
      const { id } = await order(place, body);
      await fill(desk, { id, price, date });
      return readOrder(id);
    },
    holding: async (place, securityId) => {
      const [row] = await desk.db.query<Record<string, bigint>>(sql`
        select quantity, pending_quantity as pending, cost_minor as cost,
          realised_gain_minor as gain
        from holding where portfolio_id = ${holderAt(place).id} and security_id = ${securityId}`);
      return Object.values(row ?? {});
    },
    entitled: async ({ id }, place) => {
      const path = `${CUSTODY}/entitlement/list?e=${id}&p=${holderAt(place).id}`;
      const { body } = await desk.as('FINANCE').get(path);
      return body.result[0];
    },
    lines: (event, place) => linesOf(desk, event, holderAt(place).id),
    pay: async (event) => {
      await moveMoney(desk, event, 'RECEIPT');
      await requestPayment(desk, event);
    },
    cancel: (event) => cancel(desk, event),
    books: () => booksOf(desk),
    sound: () => assertInvariants(desk),
  };
}

async function submit(desk: YearDesk, body: object): Promise<Json> {
  const reply = await desk.as('CLIENT').post('/api/v1/order/tradeorder/submit', {
    ...{ orderOrigin: 'API', orderTermName: 'DAY', ...body },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.result;
}

async function cancel(desk: YearDesk, event: EventKey): Promise<void> {
  const proposed = await propose(desk, event, 'CANCELLED');
  assert.equal(proposed.status, 201, proposed.text);
  const path = `/api/v1/system/change/approve/id/${proposed.body.id}`;
  const approved = await desk.as('APPROVER').put(path);
  assert.equal(approved.status, 200, approved.text);
  await desk.finishJobs();
  await requestPayment(desk, event);
  await moveMoney(desk, event, 'PAYMENT');
}

async function assertInvariants(desk: YearDesk): Promise<void> {
  const { body } = await desk.as('FINANCE').get('/api/v1/finance/integrity');
  assert.deepEqual(
    body.invariants.filter(({ holds }: Json) => !holds),
    [],
  );
}

interface Filling {
  readonly id: number;
  readonly price: string;
  readonly date: BusinessDate;
}

async function fill(desk: YearDesk, { id, price, date }: Filling): Promise<void> {
  const [row] = await desk.db.query<OrderRow>(sql`${SELECT_ORDER} where t.id = ${id}`);
  assert.ok(row);
  const quantity = Number(row.quantity);
  const isFilled = { fill: [quantity, price], cum: quantity, leaves: 0, tradeDate: date } as const;
  const sayings = [
    ['0', {}],
    ['2', isFilled],
  ] as const;
  for (const [status, said] of sayings) {
    const report = {
      ...reportOf(desk.exchangeId, { row, status, said }),
      transactAt: `${date}T09:31:07.250Z`,
    };
    const applied: string = await systemWork(desk.context, 'exchange-report', (work) =>
      applyExchangeReport(work, report),
    );
    assert.equal(applied, 'APPLIED');
  }
}

async function linesOf(
  { db }: YearDesk,
  event: EventKey,
  portfolioId: bigint,
): Promise<[string, bigint][]> {
  const rows = await db.query<{ code: string; minor: bigint }>(sql`
    select a.acct_type as code, l.amount_minor as minor
    from entitlement e join journal j on j.source_type = 'ENTITLEMENT' and j.source_id = e.id
    join journal_line l on l.journal_id = j.id join account a on a.id = l.account_id
    where e.corporate_action_id = ${event.id} and e.portfolio_id = ${portfolioId}
    order by j.id, l.line_no`);
  return rows.map(({ code, minor }) => [code, minor]);
}

async function propose(desk: YearDesk, { id }: EventKey, status: string): Promise<TestReply> {
  const { body } = await desk.as('OPERATIONS').get(`${CUSTODY}/corporate-action/id/${id}`);
  const kept = KEPT.flatMap((member) => (body[member] === undefined ? [] : [member]));
  const terms = Object.fromEntries(kept.map((member) => [member, body[member]]));
  const next = { ...terms, status, reason: 'the issuer' };
  return desk.as('OPERATIONS').put(`${CUSTODY}/corporate-action/propose`, next);
}

// A 409 is accepted, because some events pay nothing.
async function requestPayment(desk: YearDesk, { id }: EventKey): Promise<void> {
  const paid = await desk.as('OPERATIONS').put(`${CUSTODY}/corporate-action/pay/id/${id}`, {});
  assert.ok([200, 409].includes(paid.status), paid.text);
  await desk.finishJobs();
}

// Receives the missing money, or returns the remaining money, at each office.
async function moveMoney(
  desk: YearDesk,
  { id, name }: EventKey,
  direction: 'RECEIPT' | 'PAYMENT',
): Promise<void> {
  const path = `${CUSTODY}/event-settlement/due/list?e=${id}`;
  const { body } = await desk.as('FINANCE').get(path);
  for (const { businessOfficeName, missing, balance } of body.result) {
    const amount = direction === 'RECEIPT' ? missing : balance;
    if (amount > 0) await desk.settle({ eventName: name, businessOfficeName, direction, amount });
  }
}

async function booksOf({ db }: YearDesk): Promise<Books> {
  const rows = await db.query<{ name: string; value: string }>(sql`
    select a.name, concat_ws(' ', b.balance_minor, b.held_minor, b.forced_minor) as value
    from account a join account_balance b on b.account_id = a.id
    where b.inline and (b.balance_minor <> 0 or b.held_minor <> 0 or b.forced_minor <> 0)
    union all
    select a.name, sum(l.amount_minor)::text from account a
    join journal_line l on l.account_id = a.id where not a.inline
    group by a.name having sum(l.amount_minor) <> 0
    union all
    select p.name || ' ' || s.name, concat_ws(' ', h.quantity, h.pending_quantity,
      h.held_quantity, h.cost_minor, h.realised_gain_minor)
    from holding h join portfolio p on p.id = h.portfolio_id
    join security s on s.id = h.security_id
    where h.quantity <> 0 or h.cost_minor <> 0 or h.realised_gain_minor <> 0
      or h.pending_quantity <> 0 or h.held_quantity <> 0
    order by 1`);
  return new Map(rows.map(({ name, value }) => [name, value]));
}
