// SQL that finds customers' portfolios by name.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { Holders } from '../../party/index.js';

/** Selects the ids of portfolios, keyed by customer id and portfolio name, separated by a slash. */
export async function selectPortfolioIds(
  tx: Tx,
  { customerIds }: Holders,
  names: readonly string[],
): Promise<Map<string, bigint>> {
  if (names.length === 0) return new Map();
  const rows = await tx.query<{ id: bigint; name: string; customer_id: bigint }>(sql`
    select id, name, customer_id from portfolio
    where name = any(${[...names]}::text[]) and customer_id = any(${[...customerIds]}::bigint[])`);
  return new Map(rows.map(({ id, name, customer_id }) => [`${customer_id}/${name}`, id]));
}
