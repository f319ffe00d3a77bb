// Corporate actions at a desk: terms that come into force without a second person, and the
// resulting entitlements.

import assert from 'node:assert/strict';
import { deliverEntitlements } from '../../src/modules/custody/entitlement/delivery.js';
import { entitleWithDependents } from '../../src/modules/custody/entitlement/entitle.js';
import { EventBody } from '../../src/modules/custody/event/schema.js';
import { recordCorporateAction } from '../../src/modules/custody/index.js';
import { INVARIANTS } from '../../src/modules/finance/integrity/integrity.js';
import { businessDate } from '../../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../../src/platform/calendar/business-day.js';
import { type Sql, sql } from '../../src/platform/database/sql.js';
import { compileBody } from '../../src/platform/http/shape/schema.js';
import { parseJson } from '../../src/platform/json/json.js';
import { systemWork } from '../../src/platform/system-work.js';
import type { Desk } from './order-desk.js';

const readTerms = compileBody(EventBody);

/** Where events are created: a desk, or a whole program. */
type Place = Pick<Desk, 'context' | 'db'>;

/** An entitlement as stored, with its amounts in minor units. */
export interface StoredEntitlement {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly option_number: number;
  readonly revision: number;
  readonly state: string;
  readonly eligible_quantity: bigint;
  readonly gross_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
  readonly cash_in_lieu_minor: bigint;
  readonly new_units: bigint;
  readonly pending_units: bigint;
  readonly gain_minor: bigint;
}

/** A holding in the books. */
export interface StoredHolding {
  readonly quantity: bigint;
  readonly cost_minor: bigint;
  readonly realised_gain_minor: bigint;
  readonly pending_quantity: bigint;
}

/**
 * Brings an event's terms into force. `terms` is the JSON of a proposal. Returns the event's id.
 */
export async function recordEvent(desk: Place, name: string, terms: object): Promise<bigint> {
  const body = readTerms(parseJson(JSON.stringify(terms)));
  await systemWork(desk.context, 'test', (work) => recordCorporateAction(work, { name, body }));
  const [row] = await desk.db.query<{ id: bigint }>(sql`
    select id from corporate_action where name = ${name}`);
  assert.ok(row);
  return row.id;
}

/** Entitles the holders of an event, as its job does. */
export async function entitleNow(desk: Place, eventId: bigint): Promise<void> {
  await entitleWithDependents({
    context: desk.context,
    eventId,
    reason: 'test',
    dateOf: currentBusinessDate,
  });
  // A desk runs no jobs, and an event with a pending job accepts no further terms.
  await desk.db.query(sql`delete from job where kind = 'corporate-action.entitle'`);
}

/** Delivers approved units, as the end of day does on the day before a date. */
export async function deliverNow(desk: Desk, next: string): Promise<void> {
  const date = businessDate(next);
  await deliverEntitlements.run(desk.context, { closing: date, next: date });
}

/** Returns an event's entitlements, ordered by portfolio and revision. */
export function entitlementsOf(desk: Desk, eventId: bigint): Promise<StoredEntitlement[]> {
  return desk.db.query<StoredEntitlement>(sql`
    select e.*, p.name as portfolio_name from entitlement e
    join portfolio p on p.id = e.portfolio_id where e.corporate_action_id = ${eventId}
    order by e.portfolio_id, e.option_number, e.revision`);
}

/** Returns a portfolio's holding of a security. */
export async function holdingIn(
  desk: Desk,
  portfolio: string,
  security: string,
): Promise<StoredHolding> {
  const [row] = await desk.db.query<StoredHolding>(sql`
    select h.quantity, h.cost_minor, h.realised_gain_minor, h.pending_quantity
    from holding h join portfolio p on p.id = h.portfolio_id
    join security s on s.id = h.security_id
    where p.name = ${portfolio} and s.name = ${security}`);
  return row ?? { quantity: 0n, cost_minor: 0n, realised_gain_minor: 0n, pending_quantity: 0n };
}

/** Asserts that all invariants of the books hold, except those that a desk does not satisfy. */
export async function assertIntegrity(desk: Desk, from = 30): Promise<void> {
  for (const { number, name, broken } of INVARIANTS) {
    if (number < from) continue;
    assert.deepEqual(await desk.db.query(broken), [], `${number}: ${name}`);
  }
}

/** Returns the numbers of the invariants that a change would break. The change is undone. */
export async function brokenAfter(desk: Desk, change: Sql): Promise<number[]> {
  const broken: number[] = [];
  const undone = new Error('undone');
  await desk.db
    .transaction(async (tx) => {
      await tx.query(change);
      for (const invariant of INVARIANTS) {
        if (invariant.number < 30) continue;
        const found = await tx.query(invariant.broken);
        if (found.length > 0) broken.push(invariant.number);
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return broken;
}
