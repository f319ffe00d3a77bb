// SQL for statements: the customer who holds the account, and the office's time zone.

import { present } from '../../../platform/assert.js';
import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';

/** The customer who holds an account. */
export interface Holder {
  readonly name: string;
  readonly label: string;
  /** The nonempty lines of the address. */
  readonly address: readonly string[];
}

export async function holderOf(tx: Tx, customerId: bigint): Promise<Holder> {
  const [row] = await tx.query<{
    name: string;
    label: string;
    address: readonly (string | null)[];
  }>(sql`
    select c.name, c.label,
      json_build_array(c.details ->> 'primaryAddress1', c.details ->> 'primaryAddress2',
        c.details ->> 'primaryCity', c.details ->> 'primaryState',
        c.details ->> 'primaryCountry') as address
    from customer c where c.id = ${customerId}`);
  const { name, label, address } = present(row, 'the customer of an account exists');
  return { name, label, address: address.flatMap((line) => line || []) };
}

export async function timeZoneOf(tx: Tx, officeId: bigint): Promise<string> {
  const [row] = await tx.query<{ time_zone: string }>(
    sql`select time_zone from business_office where id = ${officeId}`,
  );
  return row?.time_zone ?? 'UTC';
}
