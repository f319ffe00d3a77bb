// SQL for the terms that determine the charges of a sale from a portfolio.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Decimal } from '../../../platform/money/decimal.js';

/** A position's seller and security. */
export interface SellerRow {
  readonly portfolioId: bigint;
  readonly securityId: bigint;
  readonly securityType: string;
  readonly faceValue: Decimal | null;
  readonly currency: string;
  readonly exchangeId: bigint;
  readonly officeId: bigint;
  /** The name of the customer's group; empty if the customer has no group. */
  readonly commissionGroup: string;
}

/** Selects the terms of positions as of a date. */
export function selectSellers(
  tx: Tx,
  positions: readonly { readonly portfolioId: bigint; readonly securityId: bigint }[],
  date: BusinessDate,
): Promise<SellerRow[]> {
  return tx.query(sql`
    select p.id as "portfolioId", s.id as "securityId", s.security_type as "securityType",
      face_value_on(s.id, ${date}) as "faceValue", s.currency, s.exchange_id as "exchangeId",
      p.office_id as "officeId", coalesce(g.name, '') as "commissionGroup"
    from unnest(${positions.map(({ portfolioId }) => portfolioId)}::bigint[],
      ${positions.map(({ securityId }) => securityId)}::bigint[])
      as k (portfolio_id, security_id)
    join portfolio p on p.id = k.portfolio_id
    join customer c on c.id = p.customer_id
    left join customer_group g on g.id = c.group_id
    join security s on s.id = k.security_id`);
}
