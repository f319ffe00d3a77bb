// Database rows of corporate actions and their options, used in all folders of custody.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Database, Instant, Tx } from '../../../platform/database/database.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { SecurityStatus } from '../../market/index.js';
import type { EventKind, OptionType, Participation } from '../rule/kind.js';

export type { EventKind };

export const EVENT_STATUSES = ['ANNOUNCED', 'CONFIRMED', 'CANCELLED', 'DEFAULTED'] as const;
/** ANNOUNCED: the terms may still change. CONFIRMED: the terms are final, and the event is paid. */
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const EVENT_PROGRESS = ['OPEN', 'ENTITLED', 'PART_PAID', 'PAID', 'CLOSED'] as const;
/** The progress from the ex-date to the last payment. */
export type EventProgress = (typeof EVENT_PROGRESS)[number];

/** A corporate action with the terms in force. */
export interface CorporateActionRow {
  readonly id: bigint;
  readonly name: string;
  readonly label: string;
  readonly kind: EventKind;
  readonly participation: Participation;
  readonly security_id: bigint;
  readonly status: EventStatus;
  readonly progress: EventProgress;
  readonly announcement_date: BusinessDate | null;
  readonly approval_date: BusinessDate | null;
  readonly qualification_date: BusinessDate;
  readonly ex_date: BusinessDate;
  readonly closure_from: BusinessDate | null;
  readonly closure_to: BusinessDate | null;
  readonly payment_date: BusinessDate | null;
  readonly deadline: Instant | null;
  readonly market_deadline: Instant | null;
  readonly withheld_by: 'ISSUER' | 'FIRM';
  readonly issuer_exempts: boolean;
  readonly tax_class: string | null;
  readonly ex_price: Decimal | null;
  readonly order_policy: 'ADJUST' | 'CANCEL' | 'KEEP' | null;
  readonly suspend_from: BusinessDate | null;
  readonly suspend_to: BusinessDate | null;
  readonly new_name: string | null;
  readonly new_isin: string | null;
  readonly new_label: string | null;
  readonly linked_event_id: bigint | null;
  readonly distinct_from_id: bigint | null;
  readonly official_reference: string | null;
  readonly source: string | null;
  readonly terms_version: number;
  readonly entitled_version: number | null;
  readonly claim_days: number;
  readonly register_basis: 'TRADED' | 'SETTLED';
  readonly orders_adjusted_at: Instant | null;
  readonly price_adjusted_at: Instant | null;
  readonly security_changed_at: Instant | null;
  /** The trading status of the security before the event changed it. */
  readonly status_before: SecurityStatus | null;
  readonly suspended_at: Instant | null;
  readonly closed_on: BusinessDate | null;
  readonly version: bigint;
  readonly created_by: string;
  readonly created_at: Instant;
  readonly modified_by: string;
  readonly modified_at: Instant;
}

/** An option that a corporate action offers to holders. */
export interface EventOptionRow {
  readonly corporate_action_id: bigint;
  readonly number: number;
  readonly type: OptionType;
  readonly is_default: boolean;
  readonly cash_per_unit: Decimal | null;
  readonly currency: string | null;
  readonly new_units: bigint | null;
  readonly old_units: bigint | null;
  readonly new_security_id: bigint | null;
  readonly cost_percent: Decimal | null;
  readonly first_day_price: Decimal | null;
  readonly ex_price: Decimal | null;
  readonly price: Decimal | null;
  readonly price_per_100: Decimal | null;
  readonly percent: Decimal | null;
  readonly fractions: 'RDDN' | 'RDUP' | 'STAN' | 'CINL';
  readonly fraction_price: Decimal | null;
  readonly available_date: BusinessDate | null;
}

/** Locks a corporate action; undefined if there is none with this id. */
export async function lockEvent(tx: Tx, id: bigint): Promise<CorporateActionRow | undefined> {
  const [row] = await tx.query<CorporateActionRow>(sql`
    select * from corporate_action where id = ${id} for no key update`);
  return row;
}

/**
 * Like `lockEvent`, but for batches of one event that run at the same time and do not change the
 * event. Everything that calls `lockEvent` waits for them.
 */
export async function shareEvent(tx: Tx, id: bigint): Promise<CorporateActionRow | undefined> {
  const [row] = await tx.query<CorporateActionRow>(sql`
    select * from corporate_action where id = ${id} for share`);
  return row;
}

/** Selects corporate actions that meet a condition on `a`, in id order. */
export function selectEvents(on: Database | Tx, condition: Sql): Promise<CorporateActionRow[]> {
  return on.query<CorporateActionRow>(sql`
    select a.* from corporate_action a where ${condition} order by a.id`);
}

/** Selects the options of corporate actions, by event and number. */
export function selectOptions(
  on: Database | Tx,
  eventIds: readonly bigint[],
): Promise<EventOptionRow[]> {
  return on.query<EventOptionRow>(sql`
    select * from corporate_action_option
    where corporate_action_id = any(${[...eventIds]}::bigint[])
    order by corporate_action_id, number`);
}
