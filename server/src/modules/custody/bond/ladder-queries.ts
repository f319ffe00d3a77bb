// SQL for the bond ladder: the bonds held, and the sums of expected payments.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import { type EntitlingTerms, entitlementsNow } from '../entitlement/amount-queries.js';
import { CUSTODY } from '../limits.js';
import { type CorporateActionRow, selectEvents } from '../record/queries.js';
import { type BondRow, selectBondsThat } from './queries.js';

/** The portfolios whose bonds are included; undefined members are ignored. */
export interface LadderFilter {
  readonly offices: readonly bigint[] | undefined;
  readonly ownerId: bigint | undefined;
  readonly customerId: bigint | undefined;
  readonly portfolioId: bigint | undefined;
  readonly officeId: bigint | undefined;
}

/** The payments of one event or scheduled date in one currency. Amounts are in minor units. */
export interface LadderSum {
  readonly currency: string;
  readonly portfolios: bigint;
  readonly quantity: bigint;
  readonly interest_minor: bigint;
  readonly principal_minor: bigint;
  readonly tax_minor: bigint;
  readonly withheld_minor: bigint;
  readonly net_minor: bigint;
}

/** A sum of stored entitlements, with its event. */
interface StoredSum
  extends LadderSum,
    Pick<CorporateActionRow, 'id' | 'name' | 'kind' | 'status' | 'ex_date' | 'payment_date'> {
  readonly security_name: string;
}

// SQL condition: portfolio `p` matches the filter.
function included({ offices, ownerId, customerId, portfolioId, officeId }: LadderFilter): Sql {
  return sql`${inOffices(sql`p.office_id`, offices)}
    and (${ownerId ?? null}::bigint is null or p.customer_id = ${ownerId ?? null})
    and (${customerId ?? null}::bigint is null or p.customer_id = ${customerId ?? null})
    and (${portfolioId ?? null}::bigint is null or p.id = ${portfolioId ?? null})
    and (${officeId ?? null}::bigint is null or p.office_id = ${officeId ?? null})`;
}

const SUMS: Sql = sql`count(*) as portfolios, sum(e.eligible_quantity)::bigint as quantity,
  sum(e.gross_minor - e.principal_minor)::bigint as interest_minor,
  sum(e.principal_minor)::bigint as principal_minor, sum(e.tax_minor)::bigint as tax_minor,
  sum(e.withheld_minor)::bigint as withheld_minor, sum(e.net_minor)::bigint as net_minor`;

/** Selects the active bonds that the portfolios hold or have held, in id order. */
export function selectLadderBonds(tx: Tx, filter: LadderFilter): Promise<BondRow[]> {
  return selectBondsThat(
    tx,
    sql`s.active and exists (
      select from holding h join portfolio p on p.id = h.portfolio_id
      where h.security_id = s.id and ${included(filter)})`,
  );
}

/**
 * Selects the announced bond payments whose ex-date is in the future and that are due by a date.
 */
export function selectComingPayments(
  tx: Tx,
  bonds: readonly BondRow[],
  until: BusinessDate,
): Promise<CorporateActionRow[]> {
  return selectEvents(
    tx,
    sql`a.progress = 'OPEN' and a.status in ('ANNOUNCED', 'CONFIRMED')
      and a.kind in ('INTR', 'REDM', 'PCAL', 'MCAL')
      and coalesce(a.payment_date, a.ex_date) <= ${until}
      and a.security_id = any(${bonds.map(({ id }) => id)}::bigint[])`,
  );
}

/** Sums the expected payments of an event by currency, based on the current positions. */
export function sumExpected(
  tx: Tx,
  terms: EntitlingTerms,
  filter: LadderFilter,
): Promise<LadderSum[]> {
  return tx.query<LadderSum>(sql`
    with ${entitlementsNow(terms, included(filter))}
    select e.currency, ${SUMS} from computed e
    where e.state in ('DUE', 'PROVISIONAL') and e.gross_minor > 0
    group by e.currency order by e.currency`);
}

/** Sums the stored, unpaid entitlements to bond payments by event and currency. */
export function sumUnpaid(tx: Tx, filter: LadderFilter, until: BusinessDate): Promise<StoredSum[]> {
  return tx.query<StoredSum>(sql`
    select a.id, a.name, a.kind, a.status, a.ex_date, a.payment_date,
      s.name as security_name,
      e.currency, ${SUMS}
    from corporate_action a
    join security s on s.id = a.security_id
    join entitlement e on e.corporate_action_id = a.id
    join portfolio p on p.id = e.portfolio_id
    where a.kind in ('INTR', 'REDM', 'PCAL', 'MCAL') and a.progress in ('ENTITLED', 'PART_PAID')
      and a.status in ('ANNOUNCED', 'CONFIRMED') and e.state in ('PROVISIONAL', 'DUE')
      and coalesce(a.payment_date, a.ex_date) <= ${until} and ${included(filter)}
    group by a.id, s.name, e.currency order by a.id, e.currency
    limit ${CUSTODY.ladderPaymentsMax + 1}`);
}
