// SQL of the types of discounted instruments and the issues of treasury bills.

import type { Database, Tx } from '../../platform/database/database.js';
import { countRows } from '../../platform/database/list-query.js';
import { type Sql, sql } from '../../platform/database/sql.js';
import type { PageRequest } from '../../platform/http/paging.js';
import { toJson } from '../../platform/json.js';
import type { DiscountedKind } from './discounted-kind.js';
import type { DiscountedTypeRow, NewDiscountedType } from './discounted-type.js';
import type { Stamp } from './stamp.js';

export async function insertDiscountedType(
  tx: Tx,
  type: NewDiscountedType,
  stamp: Stamp,
): Promise<void> {
  await tx.query(sql`
    insert into discounted_instrument_type (id, kind, name, label, currency, amount_least_minor,
      amount_most_minor, amount_multiple_minor, quotation, rate, rate_least, rate_most,
      termination_rate_least, termination_rate_most, day_count, price_decimals, price_rounding,
      tax_class, allowed_tenures, default_tenure, auction_date, settlement_date, maturity_date,
      holiday_convention, exchange_id, created_by, created_at, modified_by, modified_at)
    select ${stamp.id}, r.kind, r.name, r.label, r.currency, r.amount_least_minor,
      r.amount_most_minor, r.amount_multiple_minor, r.quotation, r.rate, r.rate_least, r.rate_most,
      r.termination_rate_least, r.termination_rate_most, r.day_count, r.price_decimals,
      r.price_rounding, r.tax_class, r.allowed_tenures, r.default_tenure, r.auction_date,
      r.settlement_date, r.maturity_date, r.holiday_convention, r.exchange_id, ${stamp.by},
      ${stamp.at}, ${stamp.by}, ${stamp.at}
    from jsonb_populate_record(null::discounted_instrument_type, ${toJson(type)}::jsonb) r`);
}

// Nothing is bought of an issue that has matured.
function onOffer(kind: DiscountedKind): Sql {
  return sql`active and kind = ${kind} and (maturity_date is null
    or maturity_date > (select business_date from business_day))`;
}

export function selectActiveDiscountedTypes(
  on: Database,
  kind: DiscountedKind,
  page: PageRequest,
): Promise<DiscountedTypeRow[]> {
  return on.query(sql`
    select * from discounted_instrument_type
    where ${onOffer(kind)} and (${page.after}::bigint is null or id > ${page.after})
    order by id limit ${page.limit + 1} offset ${page.offset}`);
}

export function countDiscountedTypes(on: Database, kind: DiscountedKind): Promise<bigint> {
  return countRows(
    on,
    sql`
    select count(*) as count from discounted_instrument_type where ${onOffer(kind)}`,
  );
}

/** Those of a kind with this code, or with this label where no code is given, in any case. */
export function selectDiscountedTypes(
  on: Database | Tx,
  kind: DiscountedKind,
  named: { readonly name: string | undefined; readonly label: string | undefined },
): Promise<DiscountedTypeRow[]> {
  const by =
    named.name === undefined
      ? sql`lower(label) = lower(${named.label})`
      : sql`upper(name) = upper(${named.name})`;
  return on.query(sql`
    select * from discounted_instrument_type where kind = ${kind} and ${by} limit 2`);
}

export async function selectDiscountedType(
  on: Tx,
  id: bigint,
): Promise<DiscountedTypeRow | undefined> {
  const [row] = await on.query<DiscountedTypeRow>(
    sql`select * from discounted_instrument_type where id = ${id}`,
  );
  return row;
}
