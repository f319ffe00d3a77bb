// Units that customers transfer in, booked as movements of the stock record, and their portfolios.

import assert from 'node:assert/strict';
import type { Database, Tx } from '../../src/platform/database/database.js';
import { type Sql, sql } from '../../src/platform/database/sql.js';

/** Adds units to holdings. `lots` selects portfolio_id, security_id, quantity and cost_minor. */
export async function bringUnits(on: Pick<Database | Tx, 'query'>, lots: Sql): Promise<void> {
  await on.query(sql`
    with lot as (${lots}), held as (
      insert into holding (portfolio_id, security_id) select portfolio_id, security_id from lot
      on conflict do nothing
    )
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, currency, source_type, source_id, source_line)
    select l.portfolio_id, l.security_id, 'OPENING', '2000-01-03', l.quantity, l.cost_minor,
      s.currency, 'OPENING', l.portfolio_id, l.security_id * 1000 + (
        select count(*) from holding_movement m
        where m.portfolio_id = l.portfolio_id and m.security_id = l.security_id)
    from lot l join security s on s.id = l.security_id`);
  await refold(on);
}

/** Replaces the units that customers transferred in. `lots` is as for `bringUnits`. */
export async function bringInstead(on: Pick<Database | Tx, 'query'>, lots: Sql): Promise<void> {
  await withdrawUnits(on, lots);
  await bringUnits(on, lots);
}

/** Removes the units that customers transferred in. `holdings` selects their keys. */
export async function withdrawUnits(
  on: Pick<Database | Tx, 'query'>,
  holdings: Sql,
): Promise<void> {
  await on.query(sql`
    insert into holding_movement (portfolio_id, security_id, kind, effective_date, quantity,
      cost_minor, currency, source_type, source_id, reversal_of_id)
    select m.portfolio_id, m.security_id, m.kind, m.effective_date, -m.quantity, -m.cost_minor,
      m.currency, 'OPENING', m.portfolio_id, m.id
    from holding_movement m join (${holdings}) l
      on l.portfolio_id = m.portfolio_id and l.security_id = m.security_id
    where m.kind = 'OPENING' and m.reversal_of_id is null
      and not exists (select from holding_movement r where r.reversal_of_id = m.id)`);
  await refold(on);
}

async function refold(on: Pick<Database | Tx, 'query'>): Promise<void> {
  await on.query(sql`
    select refold_holdings(array_agg(portfolio_id), array_agg(security_id),
      array_agg('-infinity'::date)) from holding`);
}

/** A portfolio, valued with the money of its customer. */
export interface Owner {
  readonly customerId: bigint;
  readonly portfolios: readonly { readonly id: bigint; readonly name: string }[];
  readonly only: { readonly id: bigint; readonly name: string };
  readonly currencies: { readonly currency: string; readonly through: string };
}

/** Reads a portfolio by its code. */
export async function ownerOf(db: Database, name: string): Promise<Owner> {
  const [row] = await db.query<{ id: bigint; customer_id: bigint; currency: string }>(
    sql`select id, customer_id, currency from portfolio where name = ${name}`,
  );
  assert.ok(row);
  const { id, customer_id: customerId, currency } = row;
  const only = { id, name };
  return { customerId, portfolios: [only], only, currencies: { currency, through: currency } };
}
