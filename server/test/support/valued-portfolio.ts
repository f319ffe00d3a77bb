// What a valuation over a range needs to know of a portfolio, for tests without requests.

import assert from 'node:assert/strict';
import type { Database } from '../../src/platform/database/database.js';
import { sql } from '../../src/platform/database/sql.js';

/** A portfolio, valued with the money of its customer. */
export interface Owner {
  readonly customerId: bigint;
  readonly portfolios: readonly { readonly id: bigint; readonly name: string }[];
  readonly only: { readonly id: bigint; readonly name: string };
  readonly currencies: { readonly currency: string; readonly through: string };
}

/** Reads a portfolio by its code. */
export async function ownerOf(db: Database, name: string): Promise<Owner> {
  const [row] = await db.query<{ id: bigint; customer_id: bigint; currency: string }>(
    sql`select id, customer_id, currency from portfolio where name = ${name}`,
  );
  assert.ok(row);
  const { id, customer_id: customerId, currency } = row;
  const only = { id, name };
  return { customerId, portfolios: [only], only, currencies: { currency, through: currency } };
}
