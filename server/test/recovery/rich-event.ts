// Corporate actions for the rich day: one whose holders are due to be entitled and paid, one whose
// units are due to be delivered, one that can be closed, one that renames its security, one with
// rights that are taken up or lapse, an offer whose holders are reminded of its deadline, and a
// bond whose coupon is announced.

import assert from 'node:assert/strict';
import { submitElection } from '../../src/modules/custody/election/election.js';
import { lockEvent } from '../../src/modules/custody/record/queries.js';
import { payEvent } from '../../src/modules/custody/settlement/pay.js';
import { postSettlement } from '../../src/modules/custody/settlement/posting.js';
import {
  decideSettlement,
  insertSettlement,
} from '../../src/modules/custody/settlement/queries.js';
import { receiveFromRegistrar } from '../../src/modules/custody/settlement/registrar.js';
import { present } from '../../src/platform/assert.js';
import {
  addDays,
  addMonths,
  type BusinessDate,
} from '../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { entitleNow, recordEvent } from '../support/corporate-action.js';
import type { Desk } from '../support/order-desk.js';
import { addShare } from '../support/stored-event.js';

/** The money received for the dividend that is due, which is more than enough. */
const RECEIVED_MINOR = 10_000_000_000n;

const terms = (kind: string, security: string, on: BusinessDate) => ({
  ...{ kind, securityName: security, status: 'CONFIRMED', label: `${kind} ${security}` },
  ...{ exDate: on, source: 'test' },
});

const cash = { number: 1, type: 'CASH', isDefault: true, cashPerUnit: 0.5, currency: 'NGN' };
const units = { number: 1, type: 'SECU', isDefault: true, newUnits: 1, oldUnits: 10 };

/**
 * Stores events before the day begins. The firm itself pays the income of every second portfolio. A
 * dividend is paid and can be closed, another is due on the next day and is funded, and the new
 * units of a bonus issue have been credited. Every second holder of rights takes some of them up.
 * No holder has answered an offer whose deadline is the next day.
 */
export async function makeEvents(desk: Desk, next: BusinessDate): Promise<void> {
  await desk.db.query(sql`
    update portfolio set income_route = 'FIRM' where id in (
      select id from (select id, row_number() over (order by id) as place from portfolio) p
      where p.place % 2 = 0)`);
  const [first, second, third, fourth] = await heldSecurities(desk);
  assert.ok(first && second && third && fourth, 'four shares are held');
  await makeClosable(desk, first);
  await makeDue(desk, second, next);
  await makeDeliverable(desk, third, next);
  await recordEvent(desk, 'RICH-NAME', { ...terms('CHAN', fourth, next), newLabel: 'Renamed' });
  // The bond's next coupon falls due within the announcement period.
  const maturity = addMonths(addDays(next, 25), 48);
  await desk.db.query(sql`
    update security set maturity_date = ${maturity}, issue_date = null where id = (
      select min(id) from security where security_type = 'BOND_NAT')`);
  await makeCall(desk, first);
  await makeOffer(desk, first, next);
}

async function heldSecurities(desk: Desk): Promise<string[]> {
  const rows = await desk.db.query<{ name: string }>(sql`
    select s.name from holding h join security s on s.id = h.security_id
    where s.security_type = 'EQUITY' and h.quantity > 0
    group by s.name order by count(*) desc, s.name limit 4`);
  return rows.map(({ name }) => name);
}

async function makeClosable(desk: Desk, security: string): Promise<void> {
  const { context } = desk;
  const today = await currentBusinessDate(desk.db);
  const stated = { ...terms('DVCA', security, today), paymentDate: today, options: [cash] };
  const eventId = await recordEvent(desk, 'RICH-PAID', stated);
  await entitleNow(desk, eventId);
  await receiveFromRegistrar(context, eventId, today);
  await payEvent({ context, eventId, reason: 'test', dateOf: currentBusinessDate });
  await desk.db.query(sql`update corporate_action set claim_days = 1 where id = ${eventId}`);
}

// Gives one holder an exemption, so that the tax withheld by the issuer results in a claim.
async function makeDue(desk: Desk, security: string, next: BusinessDate): Promise<void> {
  await desk.db.query(sql`
    insert into withholding_exemption (customer_id, instrument_class, certificate, valid_from)
    select p.customer_id, 'DIVIDEND', 'RICH', '2020-01-01'
    from holding h join portfolio p on p.id = h.portfolio_id
    join security s on s.id = h.security_id
    where s.name = ${security} and h.quantity > 0 order by p.id limit 1`);
  const stated = { ...terms('DVCA', security, next), paymentDate: next, options: [cash] };
  const eventId = await recordEvent(desk, 'RICH-DUE', stated);
  const [office] = await desk.db.query<{ office_id: bigint }>(sql`
    select p.office_id from holding h join portfolio p on p.id = h.portfolio_id
    join security s on s.id = h.security_id
    where s.name = ${security} and p.income_route = 'FIRM' order by p.id limit 1`);
  const { office_id } = present(office, 'the firm pays a holder');
  await systemWork(desk.context, 'test', async (work) => {
    const event = present(await lockEvent(work.tx, eventId), 'the event exists');
    const date = await currentBusinessDate(work.tx);
    const id = await work.context.ids.next(work.tx, 'event_settlement_id');
    const received = {
      ...{ id, name: 'RICH', corporate_action_id: eventId, office_id, bank_office_id: office_id },
      ...{ direction: 'RECEIPT' as const, amount_minor: RECEIVED_MINOR, currency: 'NGN' },
      ...{ value_date: date, reference: null, creator_kind: 'system', creator_id: 0n },
    };
    const made = { by: 'test', at: work.now };
    await insertSettlement(work.tx, received, made);
    const { journalId } = await postSettlement(work, received, { event, date });
    await decideSettlement(work.tx, { id, state: 'POSTED', journalId }, made);
  });
}

async function makeDeliverable(desk: Desk, security: string, next: BusinessDate): Promise<void> {
  const today = await currentBusinessDate(desk.db);
  const stated = { ...terms('BONU', security, today), options: [units] };
  const eventId = await recordEvent(desk, 'RICH-BONUS', stated);
  await entitleNow(desk, eventId);
  await desk.db.query(sql`
    insert into event_delivery (id, corporate_action_id, delivery_date, state, creator_kind,
      creator_id, created_by, created_at, modified_by, modified_at)
    values (nextval('event_delivery_id'), ${eventId}, ${next}, 'APPROVED', 'system', 0, 'test',
      now(), 'test', now())`);
}

async function makeOffer(desk: Desk, share: string, next: BusinessDate): Promise<void> {
  const eventId = await recordEvent(desk, 'RICH-OFFER', {
    ...terms('TEND', share, await currentBusinessDate(desk.db)),
    ...{ deadline: `${addDays(next, 1)}T13:00:00Z`, paymentDate: addMonths(next, 1) },
    options: [
      { ...cash, isDefault: false },
      { number: 2, type: 'NOAC', isDefault: true },
    ],
  });
  await entitleNow(desk, eventId);
}

const RIGHTS = 10n;

// The deadline passes once the elections are made.
async function makeCall(desk: Desk, share: string): Promise<void> {
  const { db, context } = desk;
  const today = await currentBusinessDate(db);
  const rightId = await addShare(db, 'RICHRT');
  await db.query(sql`
    update security set security_type = 'RIGHT', tradable_from = '2020-01-01',
      tradable_to = '2020-01-02' where id = ${rightId}`);
  await db.query(sql`
    select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', p.id,
      'securityId', ${rightId}::bigint, 'kind', 'RIGHTS', 'effectiveDate', ${today}::date,
      'currency', 'NGN', 'sourceType', 'ELECTION', 'sourceId', -p.id, 'sourceLine', 1,
      'quantity', ${RIGHTS}::bigint, 'costMinor', 700, 'proceedsMinor', 0, 'gainMinor', 0,
      'pendingQuantity', 0)))
    from portfolio p join holding h on h.portfolio_id = p.id
    join security s on s.id = h.security_id where s.name = ${share} and h.quantity > 0`);
  const taken = { newUnits: 1, oldUnits: 1, newSecurityName: share, price: 0.05 };
  const eventId = await recordEvent(desk, 'RICH-CALL', {
    ...terms('EXRI', 'RICHRT', today),
    deadline: '2099-01-01T00:00:00Z',
    options: [
      { number: 1, type: 'EXER', isDefault: false, currency: 'NGN', ...taken },
      { number: 2, type: 'LAPS', isDefault: true },
    ],
  });
  const holders = await db.query<{ name: string }>(sql`
    select p.name from holding h join portfolio p on p.id = h.portfolio_id
    where h.security_id = ${rightId} order by p.id`);
  for (const { name } of holders.filter((_, place) => place % 2 === 0)) {
    const elected = { eventId, portfolioName: name, optionNumber: 1, quantity: RIGHTS / 2n };
    await systemWork(context, 'test', (work) => submitElection(work, elected));
  }
  await db.query(sql`
    update corporate_action set deadline = '2020-01-01', progress = 'ENTITLED'
    where id = ${eventId}`);
}
