// SQL for the holders of a security: the portfolios that hold it, largest holding first.

import type { Database } from '../../../platform/database/database.js';
import { inOffices } from '../../../platform/database/list-query.js';
import { type Sql, sql } from '../../../platform/database/sql.js';
import type { PlacedPage } from '../../../platform/http/reply/paging.js';

/** The holdings to list: those of a security in these offices, except empty ones. */
interface HolderFilter {
  readonly securityId: bigint;
  readonly offices: readonly bigint[] | undefined;
}

/** The sort keys of a holder. */
export interface HolderPlace {
  readonly quantity: bigint;
  readonly portfolioId: bigint;
}

/** A portfolio that holds the security. */
export interface HolderRow {
  readonly portfolio_id: bigint;
  readonly portfolio_name: string;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly customer_label: string;
  readonly quantity: bigint;
  readonly held_quantity: bigint;
  readonly pending_quantity: bigint;
  readonly cost_minor: bigint;
}

function holdersOf({ securityId, offices }: HolderFilter): Sql {
  return sql`
    from holding h
    join portfolio p on p.id = h.portfolio_id
    join customer c on c.id = p.customer_id
    where h.security_id = ${securityId} and h.quantity <> 0
      and ${inOffices(sql`p.office_id`, offices)}`;
}

/** Reads a page of holders, plus one row if there is a next page. */
export function selectHolders(
  db: Database,
  filter: HolderFilter,
  { after, limit, offset }: PlacedPage<HolderPlace>,
): Promise<HolderRow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(-h.quantity, h.portfolio_id) > (${-after.quantity}, ${after.portfolioId})`;
  return db.query<HolderRow>(sql`
    select h.portfolio_id, p.name as portfolio_name, c.id as customer_id,
      c.name as customer_name, c.label as customer_label, h.quantity, h.held_quantity,
      h.pending_quantity, h.cost_minor
    ${holdersOf(filter)} and ${isAfter}
    order by -h.quantity, h.portfolio_id limit ${limit + 1} offset ${offset}`);
}

/** The number of holders, and the sum of their units. */
interface HolderTotal {
  readonly count: bigint;
  readonly quantity: bigint;
}

/** Counts the holders and adds up their units. */
export async function totalHolders(db: Database, filter: HolderFilter): Promise<HolderTotal> {
  const [total] = await db.query<HolderTotal>(sql`
    select count(*) as count, coalesce(sum(h.quantity), 0)::bigint as quantity
    ${holdersOf(filter)}`);
  return total ?? { count: 0n, quantity: 0n };
}
