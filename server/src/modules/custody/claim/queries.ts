// SQL for market claims, one function per statement.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PageRequest } from '../../../platform/http/reply/paging.js';
import { toJson } from '../../../platform/json/json.js';
import type { ClaimDirection } from '../rule/claim.js';

export const CLAIM_KINDS = ['CUM_EX', 'SHORT', 'TAX_RECLAIM', 'REGISTRAR_DIFFERENCE'] as const;
/** The cause of a claim. */
export type ClaimKind = (typeof CLAIM_KINDS)[number];

export const CLAIM_STATES = [
  'OPEN',
  'SETTLING',
  'WAIVING',
  'SETTLED',
  'WAIVED',
  'CANCELLED',
] as const;
/**
 * SETTLING and WAIVING are pending approval. CANCELLED: the cause of the claim no longer exists.
 */
export type ClaimState = (typeof CLAIM_STATES)[number];

/** A claim to store. */
export interface NewClaim {
  readonly id: bigint;
  readonly name: string;
  readonly corporate_action_id: bigint;
  readonly portfolio_id: bigint | null;
  readonly customer_id: bigint | null;
  readonly office_id: bigint;
  readonly kind: ClaimKind;
  readonly direction: ClaimDirection;
  readonly order_id: bigint | null;
  readonly trade_date: BusinessDate | null;
  readonly quantity: bigint;
  /** The units of the trade flagged cum or ex contrary to their trade date; default: 0. */
  readonly cum_quantity?: bigint;
  readonly ex_quantity?: bigint;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly reason: string | null;
  readonly entitlement_id: bigint | null;
  readonly registrar_file_id: bigint | null;
  /** False if settling the claim moves no money, because the money has already moved. */
  readonly books: boolean;
}

/** A claim with the names of its related records, and the customer's account in its currency. */
export interface ClaimRow extends NewClaim {
  readonly cum_quantity: bigint;
  readonly ex_quantity: bigint;
  readonly event_name: string;
  readonly event_label: string;
  readonly event_kind: string;
  readonly security_name: string;
  readonly portfolio_name: string | null;
  readonly customer_name: string | null;
  readonly office_name: string;
  readonly order_name: string | null;
  readonly state: ClaimState;
  readonly journal_id: bigint | null;
  readonly account_id: bigint | null;
  readonly account_active: boolean | null;
  readonly account_office_id: bigint | null;
  readonly asked_kind: string | null;
  readonly asked_id: bigint | null;
  readonly asked_by: string | null;
  readonly asked_at: Instant | null;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly decision_reason: string | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

const SELECT: Sql = sql`
  select m.*, a.name as event_name, a.label as event_label, a.kind as event_kind,
    s.name as security_name, p.name as portfolio_name, c.name as customer_name,
    f.name as office_name, o.name as order_name, t.id as account_id,
    t.active as account_active, t.office_id as account_office_id
  from market_claim m
  join corporate_action a on a.id = m.corporate_action_id
  join security s on s.id = a.security_id
  join business_office f on f.id = m.office_id
  left join portfolio p on p.id = m.portfolio_id
  left join customer c on c.id = m.customer_id
  left join trade_order o on o.id = m.order_id
  left join account t on t.customer_id = m.customer_id and t.currency = m.currency
    and t.acct_type = 'CUSTOMER_CASH'`;

export async function selectClaim(on: Database | Tx, id: bigint): Promise<ClaimRow | undefined> {
  const [row] = await on.query<ClaimRow>(sql`${SELECT} where m.id = ${id}`);
  return row;
}

/** Locks a claim's event, then the claim. Returns the claim, or undefined if there is none. */
export async function lockClaim(tx: Tx, id: bigint): Promise<ClaimRow | undefined> {
  await tx.query(sql`
    select a.id from corporate_action a
    where a.id = (select corporate_action_id from market_claim where id = ${id})
    for no key update`);
  await tx.query(sql`select id from market_claim where id = ${id} for update`);
  return selectClaim(tx, id);
}

/** Stores open claims. */
export async function insertClaims(
  tx: Tx,
  rows: readonly NewClaim[],
  made: { readonly by: string; readonly at: Instant },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(sql`
    insert into market_claim (id, name, corporate_action_id, portfolio_id, customer_id, office_id,
      kind, direction, order_id, trade_date, quantity, cum_quantity, ex_quantity, amount_minor,
      currency, state, reason, entitlement_id, registrar_file_id, books, created_by, created_at,
      modified_by, modified_at)
    select r.id, r.name, r.corporate_action_id, r.portfolio_id, r.customer_id, r.office_id, r.kind,
      r.direction, r.order_id, r.trade_date, r.quantity, coalesce(r.cum_quantity, 0),
      coalesce(r.ex_quantity, 0), r.amount_minor, r.currency, 'OPEN',
      r.reason, r.entitlement_id, r.registrar_file_id, r.books, ${made.by}, ${made.at}, ${made.by},
      ${made.at}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (id bigint, name text,
      corporate_action_id bigint, portfolio_id bigint, customer_id bigint, office_id bigint,
      kind text, direction text, order_id bigint, trade_date date, quantity bigint,
      cum_quantity bigint, ex_quantity bigint,
      amount_minor bigint, currency text, reason text, entitlement_id bigint,
      registrar_file_id bigint, books boolean)`);
}

/** The next state of a claim that the caller has locked. */
export interface ClaimStep {
  readonly state: ClaimState;
  /** The person who requests the step; undefined leaves the stored request unchanged. */
  readonly asked?: { readonly kind: string; readonly id: bigint } | undefined;
  readonly isDecision: boolean;
  readonly reason: string | undefined;
  readonly journalId?: bigint | undefined;
}

/** Stores the next state of a claim. */
export async function storeStep(
  tx: Tx,
  id: bigint,
  { step, by, at }: { readonly step: ClaimStep; readonly by: string; readonly at: Instant },
): Promise<void> {
  const { state, asked, isDecision, reason = null, journalId = null } = step;
  await tx.query(sql`
    update market_claim set state = ${state},
      asked_kind = coalesce(${asked?.kind ?? null}::text, asked_kind),
      asked_id = coalesce(${asked?.id ?? null}::bigint, asked_id),
      asked_by = case when ${asked !== undefined} then ${by} else asked_by end,
      asked_at = case when ${asked !== undefined} then ${at}::timestamptz else asked_at end,
      decided_by = case when ${isDecision} then ${by} end,
      decided_at = case when ${isDecision} then ${at}::timestamptz end,
      decision_reason = case when ${isDecision} then ${reason} end,
      reason = case when ${asked !== undefined} then coalesce(${reason}, reason) else reason end,
      journal_id = coalesce(${journalId}::bigint, journal_id),
      version = version + 1, modified_by = ${by}, modified_at = ${at}
    where id = ${id}`);
}

/** A portfolio that a claim can be opened for. */
export interface ClaimPortfolio {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly office_id: bigint;
}

/** Finds a portfolio by its code. */
export async function portfolioOfCode(tx: Tx, name: string): Promise<ClaimPortfolio | undefined> {
  const [row] = await tx.query<ClaimPortfolio>(sql`
    select id, customer_id, office_id from portfolio where name = ${name}`);
  return row;
}

/** A trade: the quantity that an order bought or sold on a date. */
export interface ClaimTrade {
  readonly order_id: bigint;
  readonly trade_date: BusinessDate;
  readonly order_type: 'BUY' | 'SELL';
  readonly security_id: bigint;
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly quantity: bigint;
}

/** Selects the trades of an order, or its trade on a date. */
export function selectTrades(
  tx: Tx,
  named: { readonly order: string; readonly date: BusinessDate | undefined },
): Promise<ClaimTrade[]> {
  return tx.query<ClaimTrade>(sql`
    select o.id as order_id, d.trade_date, o.order_type, o.security_id, o.portfolio_id,
      p.name as portfolio_name, d.quantity
    from trade_order o join order_trade_day d on d.order_id = o.id
    join portfolio p on p.id = o.portfolio_id
    where o.name = ${named.order} and d.quantity > 0
      and (${named.date ?? null}::date is null or d.trade_date = ${named.date ?? null})
    order by d.trade_date`);
}

/** Finds an event's claim for a trade. */
export async function claimOfTrade(
  tx: Tx,
  eventId: bigint,
  trade: Pick<ClaimTrade, 'order_id' | 'trade_date'>,
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(sql`
    select name from market_claim
    where corporate_action_id = ${eventId} and order_id = ${trade.order_id}
      and trade_date = ${trade.trade_date} and state <> 'CANCELLED'`);
  return row?.name;
}

/** Filters for listing claims; undefined members are ignored. */
export interface ClaimFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly eventId: bigint | undefined;
  readonly portfolioId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly officeId: bigint | undefined;
  readonly kind: ClaimKind | undefined;
  readonly direction: ClaimDirection | undefined;
  readonly state: ClaimState | undefined;
}

function matching(filter: ClaimFilter): Sql {
  const { eventId, portfolioId, customerId, officeId, kind, direction, state } = filter;
  return sql`${inOffices(sql`m.office_id`, filter.offices)}
    and (${eventId ?? null}::bigint is null or m.corporate_action_id = ${eventId ?? null})
    and (${portfolioId ?? null}::bigint is null or m.portfolio_id = ${portfolioId ?? null})
    and (${customerId ?? null}::bigint is null or m.customer_id = ${customerId ?? null})
    and (${officeId ?? null}::bigint is null or m.office_id = ${officeId ?? null})
    and (${kind ?? null}::text is null or m.kind = ${kind ?? null})
    and (${direction ?? null}::text is null or m.direction = ${direction ?? null})
    and (${state ?? null}::text is null or m.state = ${state ?? null})`;
}

/** Selects claims, newest first, plus one extra row to detect a next page. */
export function selectClaims(
  on: Database | Tx,
  filter: ClaimFilter,
  page: Pick<PageRequest, 'after' | 'limit' | 'offset'>,
): Promise<ClaimRow[]> {
  return on.query(sql`${SELECT}
    where ${matching(filter)} and (${page.after}::bigint is null or m.id < ${page.after})
    order by m.id desc limit ${page.limit + 1} offset ${page.offset}`);
}

export function countClaims(on: Database, filter: ClaimFilter): Promise<bigint> {
  return countRows(on, sql`select count(*) from market_claim m where ${matching(filter)}`);
}
