// SQL for the terms of corporate actions and for related events.

import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { CorporateActionRow, EventKind, EventOptionRow } from '../record/queries.js';

type On = Database | Tx;

/** Reads an event by name; undefined if there is none. */
export async function selectEventNamed(
  on: On,
  name: string,
): Promise<CorporateActionRow | undefined> {
  const [row] = await on.query<CorporateActionRow>(sql`
    select * from corporate_action where name = ${name}`);
  return row;
}

/** Locks an event by name until the transaction ends; undefined if there is none. */
export async function lockEventNamed(
  tx: Tx,
  name: string,
): Promise<CorporateActionRow | undefined> {
  const [row] = await tx.query<CorporateActionRow>(sql`
    select * from corporate_action where name = ${name} for no key update`);
  return row;
}

/**
 * SQL: the name of the event to which event `a` is linked. Either of the two may store the link.
 */
export const LINKED_NAME: Sql = sql`
  coalesce((select l.name from corporate_action l where l.id = a.linked_event_id),
    (select l.name from corporate_action l where l.linked_event_id = a.id order by l.id limit 1))`;

/** Reads the names of the security and the events that an event refers to. */
export async function selectEventNames(on: On, event: CorporateActionRow) {
  const [row] = await on.query<{
    security_name: string;
    linked_name: string | null;
    distinct_name: string | null;
  }>(sql`
    select (select name from security where id = a.security_id) as security_name,
      ${LINKED_NAME} as linked_name,
      (select name from corporate_action where id = a.distinct_from_id) as distinct_name
    from corporate_action a where a.id = ${event.id}`);
  return row ?? { security_name: '', linked_name: null, distinct_name: null };
}

/** An option, with the code of the security of its new units. */
export type NamedOption = EventOptionRow & { readonly new_security_name: string | null };

/** Reads the options of events, by event and number. */
export function selectNamedOptions(on: On, eventIds: readonly bigint[]): Promise<NamedOption[]> {
  return on.query<NamedOption>(sql`
    select o.*, s.name as new_security_name
    from corporate_action_option o left join security s on s.id = o.new_security_id
    where o.corporate_action_id = any(${[...eventIds]}::bigint[])
    order by o.corporate_action_id, o.number`);
}

/** Reads the events of a kind, security and ex-date that are not cancelled, oldest first. */
export function selectSameEvents(
  on: On,
  like: {
    readonly kind: EventKind;
    readonly securityId: bigint;
    readonly exDate: string;
    readonly otherThan: bigint | null;
  },
): Promise<CorporateActionRow[]> {
  return on.query<CorporateActionRow>(sql`
    select * from corporate_action
    where security_id = ${like.securityId} and kind = ${like.kind} and ex_date = ${like.exDate}
      and status <> 'CANCELLED' and id is distinct from ${like.otherThan}::bigint
    order by id`);
}

/** Reads another event that has the same issuer reference and is not cancelled. */
export async function selectEventWithReference(
  on: On,
  reference: string,
  otherThan: bigint | null,
): Promise<CorporateActionRow | undefined> {
  const [row] = await on.query<CorporateActionRow>(sql`
    select * from corporate_action
    where official_reference = ${reference} and status <> 'CANCELLED'
      and id is distinct from ${otherThan}::bigint`);
  return row;
}

/** Reads the security that has or had an ISIN; undefined if there is none. */
export async function selectSecurityWithIsin(on: On, isin: string): Promise<bigint | undefined> {
  const [row] = await on.query<{ id: bigint }>(sql`
    select id from security where isin = ${isin}
    union all
    select security_id from security_alias where alias_kind = 'ISIN' and alias = ${isin}`);
  return row?.id;
}

/**
 * Reads the highest number of an option that has an entitlement or an election; 0 if there is none.
 */
export async function selectLastOptionUsed(on: On, eventId: bigint): Promise<number> {
  const [row] = await on.query<{ number: number }>(sql`
    select greatest(
      (select max(option_number) from entitlement where corporate_action_id = ${eventId}),
      (select max(option_number) from election where corporate_action_id = ${eventId}), 0)
      as number`);
  return row?.number ?? 0;
}

/**
 * Returns whether an event has any payment or settlement. An event with a choice becomes PAID
 * without any payment if no holder makes an election.
 */
export async function isPaymentBegun(on: On, eventId: bigint): Promise<boolean> {
  const [row] = await on.query<{ begun: boolean }>(sql`
    select exists (select from entitlement
        where corporate_action_id = ${eventId}
          and (state = 'PAID' or paid_on is not null or paid_minor <> 0 or paid_tax_minor <> 0))
      or exists (select from election
        where corporate_action_id = ${eventId}
          and state in ('SETTLED', 'PART_SETTLED')) as begun`);
  return row?.begun ?? true;
}

/** The event columns that are set from its terms. */
export type EventColumns = Omit<
  CorporateActionRow,
  | 'progress'
  | 'tax_class'
  | 'entitled_version'
  | 'orders_adjusted_at'
  | 'price_adjusted_at'
  | 'security_changed_at'
  | 'status_before'
  | 'suspended_at'
  | 'closed_on'
  | 'version'
  | 'created_by'
  | 'created_at'
  | 'modified_by'
  | 'modified_at'
>;

interface Stamp {
  readonly by: string;
  readonly at: Instant;
}

/**
 * Stores an event or its next terms. The tax class remains that of the security when the event was
 * created. A new deadline reopens an event that is PAID because no holder made an election.
 */
export async function storeEvent(tx: Tx, event: EventColumns, { by, at }: Stamp): Promise<void> {
  await tx.query(sql`
    insert into corporate_action as a (id, name, label, kind, participation, security_id, status,
      announcement_date, approval_date, qualification_date, ex_date, closure_from, closure_to,
      payment_date, deadline, market_deadline, withheld_by, issuer_exempts, tax_class, ex_price,
      order_policy, suspend_from, suspend_to, new_name, new_isin, new_label, linked_event_id,
      distinct_from_id, official_reference, source, terms_version, claim_days, register_basis,
      created_by, created_at, modified_by, modified_at)
    select r.id, r.name, r.label, r.kind, r.participation, r.security_id, r.status,
      r.announcement_date, r.approval_date, r.qualification_date, r.ex_date, r.closure_from,
      r.closure_to, r.payment_date, r.deadline, r.market_deadline, r.withheld_by,
      r.issuer_exempts, s.tax_class, r.ex_price, r.order_policy, r.suspend_from, r.suspend_to,
      r.new_name, r.new_isin, r.new_label, r.linked_event_id, r.distinct_from_id,
      r.official_reference, r.source, r.terms_version, r.claim_days, r.register_basis,
      ${by}, ${at}, ${by}, ${at}
    from jsonb_populate_record(null::corporate_action, ${toJson(event)}::jsonb) r
    join security s on s.id = r.security_id
    on conflict (id) do update set label = excluded.label,
      participation = excluded.participation, status = excluded.status,
      announcement_date = excluded.announcement_date, approval_date = excluded.approval_date,
      qualification_date = excluded.qualification_date, ex_date = excluded.ex_date,
      closure_from = excluded.closure_from, closure_to = excluded.closure_to,
      payment_date = excluded.payment_date, deadline = excluded.deadline,
      market_deadline = excluded.market_deadline, withheld_by = excluded.withheld_by,
      issuer_exempts = excluded.issuer_exempts, ex_price = excluded.ex_price,
      order_policy = excluded.order_policy, suspend_from = excluded.suspend_from,
      suspend_to = excluded.suspend_to, new_name = excluded.new_name,
      new_isin = excluded.new_isin, new_label = excluded.new_label,
      linked_event_id = excluded.linked_event_id, distinct_from_id = excluded.distinct_from_id,
      official_reference = excluded.official_reference, source = excluded.source,
      terms_version = excluded.terms_version, claim_days = excluded.claim_days,
      register_basis = excluded.register_basis,
      progress = case when a.progress = 'PAID' and excluded.deadline <> a.deadline
        then 'ENTITLED' else a.progress end,
      version = a.version + 1, modified_by = excluded.modified_by,
      modified_at = excluded.modified_at`);
}

/** Stores the options of an event. Existing options are replaced by number. */
export async function storeOptions(
  tx: Tx,
  eventId: bigint,
  options: readonly Omit<EventOptionRow, 'corporate_action_id'>[],
): Promise<void> {
  await tx.query(sql`
    delete from corporate_action_option
    where corporate_action_id = ${eventId} and number > ${options.length}`);
  // Clears the default first, because the constraint allows only one default at any time.
  await tx.query(sql`
    update corporate_action_option set is_default = false
    where corporate_action_id = ${eventId} and is_default`);
  await tx.query(sql`
    insert into corporate_action_option (corporate_action_id, number, type, is_default,
      cash_per_unit, currency, new_units, old_units, new_security_id, cost_percent,
      first_day_price, ex_price, price, price_per_100, percent, fractions, fraction_price,
      available_date)
    select ${eventId}, r.number, r.type, r.is_default, r.cash_per_unit, r.currency, r.new_units,
      r.old_units, r.new_security_id, r.cost_percent, r.first_day_price, r.ex_price, r.price,
      r.price_per_100, r.percent, r.fractions, r.fraction_price, r.available_date
    from jsonb_populate_recordset(null::corporate_action_option, ${toJson(options)}::jsonb) r
    on conflict (corporate_action_id, number) do update set type = excluded.type,
      is_default = excluded.is_default, cash_per_unit = excluded.cash_per_unit,
      currency = excluded.currency, new_units = excluded.new_units,
      old_units = excluded.old_units, new_security_id = excluded.new_security_id,
      cost_percent = excluded.cost_percent, first_day_price = excluded.first_day_price,
      ex_price = excluded.ex_price, price = excluded.price,
      price_per_100 = excluded.price_per_100, percent = excluded.percent,
      fractions = excluded.fractions, fraction_price = excluded.fraction_price,
      available_date = excluded.available_date`);
}
