// SQL that computes possible entitlements without storing them.

import type { Database, Tx } from '../../../platform/database/database.js';
import { countRows, inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { type EntitlingTerms, eligibleUnits, entitlementsNow } from './amount-queries.js';
import { ENTITLEMENT_NAMES, type EntitlementAmountsRow } from './list-queries.js';

/** A page of portfolios, by id. */
export interface PreviewPage {
  readonly offices: readonly bigint[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

type PreviewRow = Omit<
  EntitlementAmountsRow,
  'event_name' | 'kind' | 'ex_date' | 'payment_date' | 'security_name'
>;

// SQL condition: portfolio `p` had units of the event's security before the ex-date.
function eligible(terms: EntitlingTerms, offices: PreviewPage['offices']): Sql {
  return sql`from holding h join portfolio p on p.id = h.portfolio_id
    where h.security_id = ${terms.event.security_id} and ${inOffices(sql`p.office_id`, offices)}
      and ${eligibleUnits(terms)} <> 0`;
}

/** Computes the possible entitlements of a page of portfolios. */
export function previewRows(
  on: Database | Tx,
  terms: EntitlingTerms,
  { offices, limit, offset }: PreviewPage,
): Promise<PreviewRow[]> {
  const holders = sql`h.portfolio_id = any(array(
    select h.portfolio_id ${eligible(terms, offices)}
    order by h.portfolio_id limit ${limit} offset ${offset}))`;
  return on.query<PreviewRow>(sql`
    with ${entitlementsNow(terms, holders)}
    select e.*, p.name as portfolio_name, c.name as customer_name, f.name as office_name,
      n.name as new_security_name
    from computed e ${ENTITLEMENT_NAMES}
    order by e.portfolio_id, e.option_number`);
}

/** Counts the portfolios with a possible entitlement. */
export function countEligible(
  on: Database | Tx,
  terms: EntitlingTerms,
  offices: PreviewPage['offices'],
): Promise<bigint> {
  return countRows(on, sql`select count(*) as count ${eligible(terms, offices)}`);
}

/** The sums of possible entitlements by option and currency, in minor units. */
export interface PreviewTotal {
  readonly option_number: number;
  readonly currency: string;
  readonly portfolios: bigint;
  readonly eligible_quantity: bigint;
  readonly gross_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
  readonly new_units: bigint;
  readonly cash_in_lieu_minor: bigint;
}

/** Computes the sums of the possible entitlements of all holders. */
export function previewTotals(
  on: Database | Tx,
  terms: EntitlingTerms,
  offices: PreviewPage['offices'],
): Promise<PreviewTotal[]> {
  return on.query<PreviewTotal>(sql`
    with ${entitlementsNow(terms, inOffices(sql`p.office_id`, offices))}
    select option_number, currency, count(*) as portfolios,
      sum(eligible_quantity)::bigint as eligible_quantity, sum(gross_minor)::bigint as gross_minor,
      sum(tax_minor)::bigint as tax_minor, sum(withheld_minor)::bigint as withheld_minor,
      sum(net_minor)::bigint as net_minor, sum(new_units)::bigint as new_units,
      sum(cash_in_lieu_minor)::bigint as cash_in_lieu_minor
    from computed group by 1, 2 order by 1, 2`);
}
