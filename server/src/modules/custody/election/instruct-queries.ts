// SQL that instructs elections, and moves their rights and shares.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { EventKind } from '../rule/kind.js';

/** Selects the confirmed events that are past their deadline and have elections to instruct. */
export function selectToInstruct(
  on: Database,
  now: Instant,
): Promise<{ readonly id: bigint; readonly kind: EventKind }[]> {
  return on.query(sql`
    select a.id, a.kind from corporate_action a
    where a.status = 'CONFIRMED' and a.progress not in ('OPEN', 'CLOSED') and a.deadline <= ${now}
      and exists (select from election e
        where e.corporate_action_id = a.id and e.state in ('SUBMITTED', 'INSTRUCTED'))
    order by a.ex_date, a.id`);
}

/** An election to instruct, with the rights on hand. */
export interface InstructedRow {
  readonly id: bigint;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly option_number: number;
  readonly quantity: bigint;
  readonly additional_quantity: bigint;
  readonly held_minor: bigint;
  readonly currency: string;
  readonly cash_account_id: bigint | null;
  readonly account_office_id: bigint | null;
  /** Rights that the portfolio holds and has not put on sale. */
  readonly on_hand: bigint;
}

/**
 * Locks the next pending elections of an event, with their holdings, by portfolio. The caller has
 * locked the event.
 */
export async function lockSubmitted(
  tx: Tx,
  event: { readonly id: bigint; readonly security_id: bigint },
  most: number,
): Promise<InstructedRow[]> {
  await tx.query(sql`
    select from holding h where h.security_id = ${event.security_id} and h.portfolio_id in (
      select e.portfolio_id from election e
      where e.corporate_action_id = ${event.id} and e.state = 'SUBMITTED'
      order by e.id limit ${most})
    order by h.portfolio_id for no key update`);
  return tx.query<InstructedRow>(sql`
    select e.id, e.portfolio_id, e.customer_id, e.office_id, e.option_number, e.quantity,
      e.additional_quantity, e.held_minor, e.currency, e.cash_account_id,
      c.office_id as account_office_id,
      coalesce(h.quantity - h.held_quantity, 0)::bigint as on_hand
    from election e
    left join account c on c.id = e.cash_account_id
    left join holding h on h.portfolio_id = e.portfolio_id and h.security_id = ${event.security_id}
    where e.corporate_action_id = ${event.id} and e.state = 'SUBMITTED'
    order by e.id limit ${most}`);
}

/** The values to store when an election is instructed. Amounts are in minor units. */
export interface Instruction {
  readonly id: bigint;
  readonly state: 'INSTRUCTED' | 'SETTLED' | 'LAPSED';
  readonly quantity: bigint;
  readonly additional: bigint;
  readonly paidMinor: bigint;
  /** The part of the amount that pays for the rights. */
  readonly costMinor: bigint;
  readonly newUnits: bigint;
  readonly journalId: bigint | null;
}

interface Stored {
  readonly by: string;
  readonly at: Instant;
  /** The security of the new units; null if there are none. */
  readonly newSecurityId: bigint | null;
}

/** Stores the outcome of elections at the deadline. */
export async function storeInstructions(
  tx: Tx,
  rows: readonly Instruction[],
  { by, at, newSecurityId }: Stored,
): Promise<void> {
  await tx.query(sql`
    update election e set state = r.state, quantity = r.quantity,
      additional_quantity = case when r.state = 'LAPSED' then e.additional_quantity
        else r.additional end,
      held_minor = 0, paid_minor = r."paidMinor", new_units = r."newUnits",
      pending_units = r."newUnits", journal_id = r."journalId",
      new_security_id = case when r."newUnits" > 0 then ${newSecurityId}::bigint end,
      instructed_at = ${at}, version = e.version + 1, modified_by = ${by}, modified_at = ${at}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, state text, quantity bigint,
      additional bigint, "paidMinor" bigint, "newUnits" bigint, "journalId" bigint)
    where e.id = r.id`);
}

/** The securities that a take-up moves, and the date of the movements. */
interface Moved {
  readonly rightId: bigint;
  readonly shareId: bigint;
  readonly date: BusinessDate;
}

/**
 * Takes up rights: removes the rights, and adds shares at the cost of the rights plus the price
 * paid. The shares are pending until the depository credits them.
 */
export async function moveTakenUp(
  tx: Tx,
  rows: readonly Instruction[],
  { rightId, shareId, date }: Moved,
): Promise<void> {
  const taken = rows.filter(({ quantity, state }) => quantity > 0n && state !== 'LAPSED');
  if (taken.length === 0) return;
  await tx.query(sql`
    with taken as (
      select r.*, e.portfolio_id, h.quantity as units, h.cost_minor
      from jsonb_to_recordset(${toJson(taken)}::jsonb) as r (id bigint, quantity bigint,
        "costMinor" bigint, "newUnits" bigint)
      join election e on e.id = r.id
      join holding h on h.portfolio_id = e.portfolio_id and h.security_id = ${rightId}
    ), valued as (
      select t.*, ratio_of(t.cost_minor, t.quantity, t.units)::bigint as part from taken t
    ), move as (
      select v.id, v.portfolio_id, m.* from valued v cross join lateral (values
        (1, ${rightId}::bigint, -v.quantity, -v.part, 0::bigint),
        (2, ${shareId}::bigint, v."newUnits", v."costMinor" + v.part, v."newUnits")
      ) as m (line, security_id, quantity, cost_minor, pending)
    )
    select move_holdings(jsonb_agg(jsonb_build_object('portfolioId', m.portfolio_id,
      'securityId', m.security_id, 'kind', 'TAKE_UP', 'effectiveDate', ${date}::date,
      'currency', s.currency, 'sourceType', 'ELECTION', 'sourceId', m.id, 'sourceLine', m.line,
      'quantity', m.quantity, 'costMinor', m.cost_minor, 'proceedsMinor', 0, 'gainMinor', 0,
      'pendingQuantity', m.pending)))
    from move m join security s on s.id = m.security_id`);
}
