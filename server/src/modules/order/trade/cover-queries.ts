// SQL that takes locks for one transaction's new orders without waiting for other transactions.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** The ids of the lockable records that an order refers to, by kind. */
export interface FreeReferences {
  readonly offices: ReadonlySet<bigint>;
  readonly customers: ReadonlySet<bigint>;
  readonly portfolios: ReadonlySet<bigint>;
  readonly securities: ReadonlySet<bigint>;
}

/** The ids of the records that orders refer to, by kind. */
type Referenced = Readonly<Record<keyof FreeReferences, readonly bigint[]>>;

/**
 * Takes the locks needed by an order's foreign keys, on those records that no other transaction is
 * changing. Without these locks, the insert, and with it the whole batch, would wait for the other
 * transaction.
 */
export async function lockReferenced(tx: Tx, ids: Referenced): Promise<FreeReferences> {
  const [row] = await tx.query<Readonly<Record<keyof FreeReferences, readonly string[]>>>(sql`
    select
      array(select id from business_office
        where id = any(${[...ids.offices]}::bigint[])
        order by id for key share skip locked) as offices,
      array(select id from customer where id = any(${[...ids.customers]}::bigint[])
        order by id for key share skip locked) as customers,
      array(select id from portfolio where id = any(${[...ids.portfolios]}::bigint[])
        order by id for key share skip locked) as portfolios,
      array(select id from security where id = any(${[...ids.securities]}::bigint[])
        order by id for key share skip locked) as securities`);
  const { offices, customers, portfolios, securities } = present(
    row,
    'a select of values has a row',
  );
  return {
    offices: new Set(offices.map(BigInt)),
    customers: new Set(customers.map(BigInt)),
    portfolios: new Set(portfolios.map(BigInt)),
    securities: new Set(securities.map(BigInt)),
  };
}
