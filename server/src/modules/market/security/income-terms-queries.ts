// SQL that changes bonds: income terms, face values, defaults and maturity.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Instant, Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import { toJson } from '../../../platform/json/json.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import type { CouponDayCount, SecurityMembers } from './queries.js';

/** The terms from which a bond's income is computed. */
export interface IncomeTerms
  extends Pick<SecurityMembers, 'faceValue' | 'couponRate' | 'maturityDate' | 'issueDate'> {
  readonly dayCount: CouponDayCount;
  readonly couponsPerYear: number;
}

interface Stamp {
  readonly id: bigint;
  readonly by: string;
  readonly at: Instant;
}

/**
 * Locks a bond's terms until the transaction ends. Records that refer to the bond can still be
 * inserted.
 */
export async function lockIncomeTerms(tx: Tx, securityId: bigint): Promise<void> {
  await tx.query(sql`select id from security where id = ${securityId} for no key update`);
}

/** Stores the income terms of a bond. */
export async function updateIncomeTerms(tx: Tx, terms: IncomeTerms, stamp: Stamp): Promise<void> {
  await tx.query(sql`
    update security set face_value = ${terms.faceValue?.toFixed() ?? null}::numeric,
      coupon_rate = ${terms.couponRate?.toFixed() ?? null}::numeric,
      maturity_date = ${terms.maturityDate}, issue_date = ${terms.issueDate},
      day_count = ${terms.dayCount}, coupons_per_year = ${terms.couponsPerYear},
      version = version + 1, modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id}`);
}

/** A face value with its start date, and the corporate action that caused it. */
interface NewFaceValue {
  readonly validFrom: BusinessDate;
  readonly faceValue: Decimal;
  readonly eventName: string;
}

/** Replaces the changed face values of a bond. Rows that do not change are not rewritten. */
export async function replaceFaceValues(
  tx: Tx,
  securityId: bigint,
  faces: readonly NewFaceValue[],
): Promise<void> {
  await tx.query(sql`
    delete from security_face_value where security_id = ${securityId}
      and valid_from <> all(${faces.map(({ validFrom }) => validFrom)}::date[])`);
  await tx.query(sql`
    insert into security_face_value as f (security_id, valid_from, face_value, event_name)
    select ${securityId}, n."validFrom", n."faceValue", n."eventName"
    from jsonb_to_recordset(${toJson(faces)}::jsonb)
      as n ("validFrom" date, "faceValue" numeric, "eventName" text)
    on conflict (security_id, valid_from) do update
      set face_value = excluded.face_value, event_name = excluded.event_name
      where (f.face_value, f.event_name) is distinct from
        (excluded.face_value, excluded.event_name)`);
}

/**
 * Sets the first date on which a bond accrues no interest, or null if it accrues interest. Returns
 * whether the date changed.
 */
export async function storeFlatFrom(
  tx: Tx,
  flatFrom: BusinessDate | null,
  stamp: Stamp,
): Promise<boolean> {
  const changed = await tx.query(sql`
    update security set trades_flat_from = ${flatFrom}, version = version + 1,
      modified_by = ${stamp.by}, modified_at = ${stamp.at}
    where id = ${stamp.id} and trades_flat_from is distinct from ${flatFrom}
    returning 1 as changed`);
  return changed.length > 0;
}

/** Reactivates a security. Returns whether it was inactive. */
export async function reactivateSecurity(tx: Tx, stamp: Stamp): Promise<boolean> {
  const changed = await tx.query(sql`
    update security set active = true, version = version + 1, modified_by = ${stamp.by},
      modified_at = ${stamp.at}
    where id = ${stamp.id} and not active returning 1 as changed`);
  return changed.length > 0;
}

/** Deactivates securities. Returns the codes of those that were active. */
export async function deactivateSecurities(
  tx: Tx,
  securityIds: readonly bigint[],
  stamp: Omit<Stamp, 'id'>,
): Promise<{ readonly id: bigint; readonly name: string }[]> {
  return tx.query(sql`
    update security set active = false, version = version + 1, modified_by = ${stamp.by},
      modified_at = ${stamp.at}
    where id = any(${[...securityIds]}::bigint[]) and active returning id, name`);
}
