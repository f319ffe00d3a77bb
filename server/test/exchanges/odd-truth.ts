// The invariants that must hold between a server and the odd exchange after any number of kills.

import assert from 'node:assert/strict';
import { sql } from '../../src/platform/database/sql.js';
import type { TestDatabase } from '../support/database.js';
import { startListening } from '../support/process/exchange-process.js';
import { programBeside } from '../support/process/program.js';
import { waitFor } from '../support/wait.js';
import {
  assertSameOrders,
  type BothSides,
  type Counterparty,
  type Fate,
  fatesByName,
} from './kill-stage.js';
import { oddityOf } from './oddity.js';

/** The odd exchange in the form that the kill stage expects. */
export const ODD: Counterparty = {
  amends: false,
  start: (url, port, price) =>
    startListening(url, [...programBeside(import.meta.url, 'odd-exchange'), String(port), price]),
  assertTruth: assertOddTruth,
};

/**
 * Checks that both sides have the same outcomes, each fill is booked once, each contradiction has
 * exactly one work item, no other work items exist, and every received message has an outcome.
 */
async function assertOddTruth(sides: BothSides): Promise<void> {
  const { ours, theirs } = sides;
  await assertSameOrders(sides, fatesThere);
  // Both sides may agree on an order while a frame that repeats or contradicts its reports is still
  // in transit.
  await waitFor('every message to be heard', async () => {
    const [sent, next] = [await nextNumber(theirs, 'out'), await nextNumber(ours, 'in')];
    return next >= sent;
  });
  await waitFor('every message to be booked', async () => (await unbooked(ours)) === 0);
  const orders = await ordersOf(theirs);
  assert.deepEqual(await itemsOf(ours), itemsOfAll(orders));
  assert.deepEqual(await fillsOf(ours), orders.flatMap(unitsOf).sort());
  await assertNoRoll(ours);
}

interface OddRow {
  readonly cl_ord_id: string;
  readonly status: string;
  readonly filled: bigint;
}

function ordersOf({ db }: TestDatabase): Promise<OddRow[]> {
  return db.query<OddRow>(sql`select cl_ord_id, status, filled from odd_order`);
}

async function fatesThere(theirs: TestDatabase): Promise<Record<string, Fate>> {
  const rows = await ordersOf(theirs);
  return fatesByName(
    rows.map(({ cl_ord_id, status, filled }) => ({
      ...{ name: nameOf(cl_ord_id), status, filled: String(filled) },
    })),
  );
}

function nameOf(clOrdId: string): string {
  return clOrdId.split('-')[0] ?? '';
}

/** Returns the sequence number of the session's next message. */
async function nextNumber({ db }: TestDatabase, direction: 'out' | 'in'): Promise<number> {
  const [row] = await db.query<{ out: number; in: number }>(sql`
    select next_out_seq_num as out, next_in_seq_num as in from fix_session
    where 'BROKER1' in (sender_comp_id, target_comp_id)`);
  assert.ok(row);
  return row[direction];
}

async function unbooked({ db }: TestDatabase): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from fix_delivery where outcome is null`,
  );
  return row?.count ?? 0;
}

/**
 * Returns `<order name> <reason>` for each work item. An item without an order takes the order name
 * from its message text.
 */
async function itemsOf({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.query<{ reason: string; text: string; name: string | null }>(sql`
    select u.reason, u.message_text as text, t.name
    from unmatched_report u left join trade_order t on t.id = u.order_id`);
  return rows
    .map(({ reason, text, name }) => `${name ?? /\d{10}(?=-\d)/.exec(text)?.[0]} ${reason}`)
    .sort();
}

function itemsOfAll(orders: readonly OddRow[]): string[] {
  return orders
    .flatMap((order) =>
      oddityOf(order.cl_ord_id, rests(order)).items.map(
        (reason) => `${nameOf(order.cl_ord_id)} ${reason}`,
      ),
    )
    .sort();
}

function rests({ filled }: OddRow): boolean {
  return filled === 0n;
}

/** Returns `<order name> <booked units>` for each order. */
async function fillsOf({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.query<{ name: string; units: bigint }>(sql`
    select t.name, sum(r.quantity)::bigint as units
    from execution_report r join trade_order t on t.id = r.order_id
    where r.kind = 'TRADE' group by 1`);
  return rows.map(({ name, units }) => `${name} ${units}`).sort();
}

function unitsOf({ cl_ord_id, filled }: OddRow): string[] {
  return filled === 0n ? [] : [`${nameOf(cl_ord_id)} ${filled}`];
}

/** Checks that the session's sequence numbers were never reset and that none was too low. */
async function assertNoRoll({ db }: TestDatabase): Promise<void> {
  const rolls = await db.query<{ roll: number }>(
    sql`select roll from fix_session where target_comp_id = 'NGX' and next_out_seq_num > 1`,
  );
  assert.deepEqual(rolls, [{ roll: 1 }]);
  const low = await db.query(sql`
    select from fix_message where convert_from(raw, 'LATIN1') like '%too low%'`);
  assert.equal(low.length, 0);
}
