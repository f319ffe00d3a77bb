// The conditions at the end of each day of the simulated year: the books' invariants hold, and
// units and entitlements equal the model's.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json } from '../app.js';
import type { YearDesk } from './desk.js';
import {
  type ElectedUnits,
  type ExpectedEntitlement,
  foldWorld,
  minorOf,
  positionKey,
  type UnitChange,
  type World,
} from './model.js';

/**
 * Asserts that all invariants hold and that clients' money is at the bank, except for the debts of
 * customers with an account below zero.
 */
export async function assertSound(desk: YearDesk, date: string): Promise<void> {
  const { body } = await desk.as('FINANCE').get('/api/v1/finance/integrity');
  const broken = body.invariants.filter(({ holds }: Json) => !holds);
  assert.deepEqual(broken, [], date);
  const [owed] = await desk.db.query<{ minor: bigint }>(sql`
    select coalesce(sum(least(b.balance_minor, 0)), 0)::bigint as minor
    from account a join account_balance b on b.account_id = a.id where a.customer_id is not null`);
  const surplus = body.clientMoney.reduce((sum: number, proof: Json) => sum + proof.surplus, 0);
  // Fees remain with the clients' money until the trade settles.
  assert.ok(Math.round(surplus * 100) >= Number(owed?.minor), `client money on ${date}`);
}

/** Reads the units that take-ups, allotments and lapsed rights have moved. */
export function electionChanges({ db }: YearDesk): Promise<UnitChange[]> {
  return db.query<UnitChange>(sql`
    select m.portfolio_id as "portfolioId", m.security_id as "securityId",
      m.effective_date as date, m.quantity
    from holding_movement m
    where m.source_type = 'ELECTION' and m.quantity <> 0 and m.reversal_of_id is null
      and not exists (select from holding_movement r where r.reversal_of_id = m.id)`);
}

/**
 * Reads the elections that were sent to registrars. For a tender, only accepted units are included.
 */
export function electedUnits({ db }: YearDesk): Promise<ElectedUnits[]> {
  return db.query<ElectedUnits>(sql`
    select e.corporate_action_id as "eventId", e.portfolio_id as "portfolioId",
      e.option_number as option, case a.kind when 'TEND'
        then coalesce(e.allotted_quantity, e.quantity) else e.quantity end as quantity
    from election e join corporate_action a on a.id = e.corporate_action_id
    where a.kind <> 'EXRI' and e.state in ('INSTRUCTED', 'SETTLED', 'PART_SETTLED')
    order by e.id`);
}

/**
 * Asserts that holdings and entitlements equal the model's on a date. Returns how many entitlements
 * were compared.
 */
export async function assertAsModel(desk: YearDesk, world: World, date: string): Promise<number> {
  const expected = foldWorld(world, date);
  const units = new Map([...expected.units].filter(([, quantity]) => quantity !== 0n));
  assert.deepEqual(await holdings(desk), sorted(units), `units on ${date}`);
  const stored = await entitlements(desk);
  const due = expected.entitlements.toSorted(inOrder);
  assert.deepEqual(stored, due, `entitlements on ${date}`);
  assertTotals(world, stored);
  return stored.length;
}

const sorted = (units: ReadonlyMap<string, bigint>) => [...units].sort();

async function holdings({ db }: YearDesk): Promise<[string, bigint][]> {
  const rows = await db.query<{ portfolio_id: bigint; security_id: bigint; quantity: bigint }>(sql`
    select portfolio_id, security_id, quantity from holding where quantity <> 0`);
  return rows
    .map(({ portfolio_id: portfolio, security_id: security, quantity }): [string, bigint] => [
      positionKey(portfolio, security),
      quantity,
    ])
    .sort();
}

async function entitlements({ db }: YearDesk): Promise<ExpectedEntitlement[]> {
  const rows = await db.query<ExpectedEntitlement>(sql`
    select e.corporate_action_id as "eventId", e.portfolio_id as "portfolioId",
      e.option_number::integer as option, e.eligible_quantity as eligible,
      e.gross_minor as gross, e.withheld_minor as withheld, e.reinvested_minor as reinvested,
      e.cash_in_lieu_minor as "inLieu", e.new_units as "newUnits", e.old_units as "oldUnits"
    from entitlement e
    where e.state not in ('SUPERSEDED', 'CANCELLED') and e.eligible_quantity <> 0`);
  return rows.toSorted(inOrder);
}

function inOrder(one: ExpectedEntitlement, other: ExpectedEntitlement): number {
  return (
    Number(one.eventId - other.eventId) ||
    Number(one.portfolioId - other.portfolioId) ||
    one.option - other.option
  );
}

// The registrar rounds only once, but we round once per portfolio.
function assertTotals({ events }: World, stored: readonly ExpectedEntitlement[]): void {
  for (const event of events) {
    for (const { number, income, principal, leaves } of event.options) {
      const rows = stored.filter((row) => row.eventId === event.id && row.option === number);
      const sum = (of: (row: ExpectedEntitlement) => bigint) =>
        rows.reduce((total, row) => total + (row.eligible < 0n ? -of(row) : of(row)), 0n);
      const paidFor = sum(leaves === undefined ? eligible : leaving);
      const whole = minorOf(sum(eligible), income) + minorOf(paidFor, principal);
      const difference = sum(({ gross }) => gross) - whole;
      const most = BigInt(rows.length + 1);
      assert.ok(difference <= most && -difference <= most, `event ${event.id}: ${difference}`);
    }
  }
}

const absolute = (units: bigint) => (units < 0n ? -units : units);
const eligible = (row: ExpectedEntitlement) => absolute(row.eligible);
const leaving = (row: ExpectedEntitlement) => absolute(row.oldUnits);
