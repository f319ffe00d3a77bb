// Corporate actions and entitlements stored directly, for tests of later steps.

import assert from 'node:assert/strict';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

/**
 * The terms of an event. By default it is a confirmed cash dividend with entitlements that have not
 * been paid.
 */
export interface StoredEvent {
  readonly kind?: string;
  readonly status?: string;
  readonly progress?: string;
  readonly exDate?: string;
  readonly paymentDate?: string | null;
  readonly cashPerUnit?: string | null;
  readonly withheldBy?: 'ISSUER' | 'FIRM';
  readonly fractions?: string;
  readonly fractionPrice?: string | null;
  readonly claimDays?: number;
}

let number = 0;

/** Adds a share to an exchange, which is created on first use. Returns its id. */
export async function addShare(db: Database, name: string): Promise<bigint> {
  await db.query(sql`
    insert into exchange (id, name, label, currency, time_zone)
    values (1, 'NGX', 'Exchange', 'NGN', 'Africa/Lagos') on conflict do nothing`);
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into security (id, exchange_id, name, label, security_type, currency, created_by,
      created_at, modified_by, modified_at)
    select nextval('security_id'), e.id, ${name}, ${name}, 'EQUITY', 'NGN', 'test', now(), 'test',
      now() from exchange e where e.name = 'NGX' returning id`);
  assert.ok(row);
  return row.id;
}

/** Stores an event of a security with one cash option. */
export async function addEvent(
  db: Database,
  securityId: bigint,
  terms: StoredEvent = {},
): Promise<{ id: bigint; name: string }> {
  number += 1;
  const name = `EV${number}`;
  const exDate = terms.exDate ?? '2026-01-02';
  const paymentDate = terms.paymentDate === undefined ? '2026-01-05' : terms.paymentDate;
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into corporate_action (id, name, label, kind, participation, security_id, status,
      progress, entitled_version, qualification_date, ex_date, payment_date, withheld_by,
      claim_days, register_basis, created_by, created_at, modified_by, modified_at)
    values (nextval('corporate_action_id'), ${name}, ${`Event ${number}`}, ${terms.kind ?? 'DVCA'},
      'MAND', ${securityId}, ${terms.status ?? 'CONFIRMED'}, ${terms.progress ?? 'ENTITLED'},
      1, ${exDate}, ${exDate}, ${paymentDate}, ${terms.withheldBy ?? 'ISSUER'},
      ${terms.claimDays ?? 20}, 'TRADED', 'test', now(), 'test', now()) returning id`);
  assert.ok(row);
  await db.query(sql`
    insert into corporate_action_option (corporate_action_id, number, type, is_default,
      cash_per_unit, currency, fractions, fraction_price)
    values (${row.id}, 1, 'CASH', true, ${terms.cashPerUnit ?? null}::numeric, 'NGN',
      ${terms.fractions ?? 'RDDN'}, ${terms.fractionPrice ?? null}::numeric)`);
  return { id: row.id, name };
}

/** The amounts of an entitlement, in minor units. */
export interface StoredEntitlement {
  readonly units?: bigint;
  readonly gross: bigint;
  readonly withheld?: bigint;
  readonly tax?: bigint;
  readonly cashInLieu?: bigint;
  readonly fraction?: string;
  readonly route?: 'FIRM' | 'DIRECT';
  readonly state?: string;
  readonly currency?: string;
}

/**
 * Stores the next revision of an event's entitlement for a customer's first portfolio. The previous
 * revision is superseded. Returns its id.
 */
export async function entitle(
  db: Database,
  key: { readonly eventId: bigint; readonly customerId: number },
  amounts: StoredEntitlement,
): Promise<bigint> {
  const { gross, withheld = 0n, cashInLieu = 0n } = amounts;
  await db.query(sql`
    update entitlement set state = 'SUPERSEDED'
    where corporate_action_id = ${key.eventId} and customer_id = ${key.customerId}
      and state not in ('SUPERSEDED', 'CANCELLED')`);
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into entitlement (id, corporate_action_id, option_number, portfolio_id, revision,
      customer_id, office_id, state, terms_version, eligible_quantity, currency, gross_minor,
      tax_minor, withheld_minor, net_minor, fraction, cash_in_lieu_minor, route, recorded_at)
    select nextval('entitlement_id'), ${key.eventId}, 1, p.id, 1 + (
        select count(*) from entitlement e
        where e.corporate_action_id = ${key.eventId} and e.portfolio_id = p.id),
      p.customer_id, p.office_id, ${amounts.state ?? 'DUE'}, 1, ${amounts.units ?? 100n},
      ${amounts.currency ?? 'NGN'}, ${gross}, ${amounts.tax ?? withheld}, ${withheld},
      ${gross - withheld}, ${amounts.fraction ?? '0'}::numeric, ${cashInLieu},
      ${amounts.route ?? 'FIRM'}, now()
    from portfolio p where p.customer_id = ${key.customerId} order by p.id limit 1
    returning id`);
  assert.ok(row, 'the customer has a portfolio');
  return row.id;
}
