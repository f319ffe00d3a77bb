// SQL that selects the payments and reversals of an event, and stores their outcome.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import { arrayOf } from '../../../platform/database/array.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { CorporateActionRow, EventKind } from '../record/queries.js';
import {
  BY_FIRM,
  CASH,
  OPEN,
  OWN_TAX,
  takeBacksOf,
  WAITS_FOR_PRICE,
  WITH_PRIOR,
} from './amount-queries.js';
import type { FundingKey } from './funding-queries.js';

/** An entitlement with the amounts to book, in minor units. */
export interface PayRow {
  readonly id: bigint;
  readonly kind: EventKind;
  readonly security_name: string;
  readonly is_bond: boolean;
  readonly portfolio_id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
  readonly currency: string;
  readonly eligible_quantity: bigint;
  readonly new_units: bigint;
  readonly cash_per_unit: Decimal | null;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly cash_in_lieu_minor: bigint;
  readonly by_firm: boolean;
  readonly waits_for_price: boolean;
  /**
   * The payment to the customer and the tax that the firm withholds, less the amounts already
   * booked.
   */
  readonly cash_change_minor: bigint;
  readonly tax_change_minor: bigint;
  /** The customer's cash account in the currency; null if there is none. */
  readonly account_id: bigint | null;
  readonly account_active: boolean | null;
  readonly account_office_id: bigint | null;
  /** The last journal of earlier revisions. */
  readonly prior_journal_id: bigint | null;
  readonly reason: string | null;
}

const NAMED: Sql = sql`
  join corporate_action a on a.id = e.corporate_action_id
  join corporate_action_option o on o.corporate_action_id = e.corporate_action_id
    and o.number = e.option_number
  join security s on s.id = a.security_id
  left join account c on c.customer_id = e.customer_id and c.currency = e.currency
    and c.acct_type = 'CUSTOMER_CASH'`;

const COLUMNS: Sql = sql`e.id, a.kind, s.name as security_name,
  s.security_type in ('BOND_NAT', 'BOND_CORP') as is_bond,
  e.portfolio_id, e.customer_id, e.office_id, e.currency, e.eligible_quantity, e.new_units,
  o.cash_per_unit, e.gross_minor, e.tax_minor, e.cash_in_lieu_minor, e.reason,
  ${WAITS_FOR_PRICE} as waits_for_price, c.id as account_id, c.active as account_active,
  c.office_id as account_office_id`;

/** The entitlements of an event to select. */
interface PayBatch {
  readonly event: Pick<CorporateActionRow, 'id'>;
  readonly after: bigint;
  /** The last entitlement of the range, if there is a limit. */
  readonly through?: bigint | undefined;
  readonly most: number;
  /**
   * The offices and currencies for which the event's money is sufficient. The firm does not pay
   * other holders.
   */
  readonly funded: readonly FundingKey[];
}

const MAX_ID = 9_223_372_036_854_775_807n;

/** Divides the next due entitlements of an event into ranges. Returns the last id of each. */
export async function nextDue(
  on: Database,
  eventId: bigint,
  {
    after,
    most,
    ranges,
  }: { readonly after: bigint; readonly most: number; readonly ranges: number },
): Promise<bigint[]> {
  const rows = await on.query<{ through: bigint }>(sql`
    select max(d.id) as through from (
      select id, (row_number() over (order by id) - 1) / ${most} as part from entitlement
      where corporate_action_id = ${eventId} and state = 'DUE' and id > ${after}
      order by id limit ${most * ranges}
    ) d group by d.part order by d.part`);
  return rows.map(({ through }) => through);
}

/**
 * Selects the entitlements that the registrar pays and those for which the firm has the money, by
 * id.
 */
export function selectPayable(tx: Tx, batch: PayBatch): Promise<PayRow[]> {
  const funded = toJson(batch.funded.map(({ office_id, currency }) => ({ office_id, currency })));
  return tx.query<PayRow>(sql`
    select ${COLUMNS}, ${BY_FIRM} as by_firm, prior.journal_id as prior_journal_id,
      ${CASH} - coalesce(prior.paid_minor, 0) as cash_change_minor,
      ${OWN_TAX} - coalesce(prior.tax_minor, 0) as tax_change_minor
    from entitlement e ${NAMED} ${WITH_PRIOR}
    where e.corporate_action_id = ${batch.event.id} and e.state = 'DUE' and e.id > ${batch.after}
      and e.id <= coalesce(${batch.through ?? null}::bigint, ${MAX_ID}::bigint)
      and (not ${BY_FIRM} or (e.office_id, e.currency) in (
        select k.office_id, k.currency
        from jsonb_to_recordset(${funded}::jsonb) as k (office_id bigint, currency text)))
    order by e.id limit ${batch.most} for no key update of e`);
}

/**
 * Selects revisions that lower amounts already paid by the firm, in id order. They need no money.
 */
export function selectLowered(
  tx: Tx,
  { event, after, most }: Omit<PayBatch, 'funded'>,
): Promise<PayRow[]> {
  return tx.query<PayRow>(sql`
    select ${COLUMNS}, true as by_firm, prior.journal_id as prior_journal_id,
      ${CASH} - coalesce(prior.paid_minor, 0) as cash_change_minor,
      ${OWN_TAX} - coalesce(prior.tax_minor, 0) as tax_change_minor
    from entitlement e ${NAMED} ${WITH_PRIOR}
    where e.corporate_action_id = ${event.id} and e.state = 'DUE' and e.revision > 1
      and e.id > ${after} and ${BY_FIRM} and ${OPEN} <= 0
      and (prior.paid_minor <> 0 or prior.tax_minor <> 0)
    order by e.id limit ${most} for no key update of e`);
}

/** An entitlement whose whole payment is reversed. */
export interface TakeBackRow extends PayRow {
  /** The journal of the payment; null unless it is the only one and can be reversed unchanged. */
  readonly reversible_journal_id: bigint | null;
}

/** Selects paid amounts that are no longer due to customers and were not reversed, in id order. */
export function selectTakeBacks(tx: Tx, eventId: bigint, most: number): Promise<TakeBackRow[]> {
  return tx.query<TakeBackRow>(sql`
    select ${COLUMNS}, true as by_firm, e.journal_id as prior_journal_id,
      -b.paid_minor as cash_change_minor, -b.tax_minor as tax_change_minor,
      case when not e.advanced and e.paid_minor = b.paid_minor and e.paid_tax_minor = b.tax_minor
        and e.reversed_on is null and not exists (
          select from entitlement p
          where p.corporate_action_id = e.corporate_action_id and p.portfolio_id = e.portfolio_id
            and p.option_number = e.option_number and p.id <> e.id and p.journal_id is not null)
        then e.journal_id end as reversible_journal_id
    from (${takeBacksOf([eventId])}) b join entitlement e on e.id = b.id ${NAMED}
    order by e.id limit ${most} for no key update of e`);
}

/** The payment of an entitlement. Amounts are in minor units. */
export interface PaidRow {
  readonly id: bigint;
  readonly cashMinor: bigint;
  readonly taxMinor: bigint;
  readonly journalId: bigint | null;
  readonly advanced: boolean;
}

/** Stores the payment date of entitlements that were paid. */
export async function storePaid(tx: Tx, on: BusinessDate, rows: readonly PaidRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    update entitlement e set state = 'PAID', paid_on = ${on}, reason = null,
      paid_minor = e.paid_minor + p.cash_minor, paid_tax_minor = e.paid_tax_minor + p.tax_minor,
      journal_id = p.journal_id, advanced = p.advanced
    from unnest(${arrayOf(rows.map(({ id }) => id))}::bigint[],
      ${arrayOf(rows.map(({ cashMinor }) => cashMinor))}::bigint[],
      ${arrayOf(rows.map(({ taxMinor }) => taxMinor))}::bigint[],
      ${arrayOf(rows.map(({ journalId }) => journalId))}::bigint[],
      ${arrayOf(rows.map(({ advanced }) => advanced))}::boolean[]
    ) as p (id, cash_minor, tax_minor, journal_id, advanced)
    where e.id = p.id`);
}

/** Records that payments of entitlements were reversed on a date. */
export async function storeTakenBack(
  tx: Tx,
  on: BusinessDate,
  rows: readonly Omit<PaidRow, 'advanced'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    update entitlement e set reversed_on = ${on}, reversal_journal_id = p."journalId",
      paid_minor = e.paid_minor + p."cashMinor",
      paid_tax_minor = e.paid_tax_minor + p."taxMinor"
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as p (id bigint, "cashMinor" bigint,
      "taxMinor" bigint, "journalId" bigint)
    where e.id = p.id`);
}

/** Stores the reasons why due entitlements are not paid. Unchanged reasons are not written. */
export async function storeReasons(
  tx: Tx,
  rows: readonly { readonly id: bigint; readonly reason: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    update entitlement e set reason = r.reason
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, reason text)
    where e.id = r.id and e.reason is distinct from r.reason`);
}

/** A reversed amount that the customer had already spent. */
export interface ShortRow {
  readonly id: bigint;
  readonly name: string;
  readonly portfolioId: bigint;
  readonly customerId: bigint;
  readonly officeId: bigint;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly journalId: bigint;
  readonly reason: string;
}

/** Opens market claims for reversals that have left an account below zero. */
export async function insertShortClaims(
  tx: Tx,
  rows: readonly ShortRow[],
  made: { readonly eventId: bigint; readonly by: string; readonly at: Instant },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into market_claim (id, name, corporate_action_id, portfolio_id, customer_id, office_id,
      kind, direction, amount_minor, currency, state, reason, journal_id, books, created_by,
      created_at, modified_by, modified_at)
    select r.id, r.name, ${made.eventId}, r."portfolioId", r."customerId", r."officeId", 'SHORT',
      'PAYABLE', r."amountMinor", r.currency, 'OPEN', r.reason, r."journalId", false,
      ${made.by}, ${made.at}, ${made.by}, ${made.at}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, name text,
      "portfolioId" bigint, "customerId" bigint, "officeId" bigint, "amountMinor" bigint,
      currency text, "journalId" bigint, reason text)`);
}
