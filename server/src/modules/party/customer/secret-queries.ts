// SQL for customers' encrypted numbers.

import type { Tx } from '../../../platform/database/database.js';
import { sql } from '../../../platform/database/sql.js';
import type { CustomerMembers } from './record.js';

/** The columns that contain the numbers: encrypted texts and digests. `details` is JSON. */
export interface SealedColumns {
  readonly bvnCode: string | null;
  readonly bvnIndex: string | null;
  readonly details: string;
  readonly identificationIndex: string | null;
}

interface RowToSeal {
  readonly id: bigint;
  readonly bvnCode: string | null;
  readonly details: CustomerMembers['details'];
}

/**
 * Locks the next customers after the given id whose numbers are not all encrypted with the key that
 * has this prefix.
 */
export function lockToSeal(
  tx: Tx,
  { after, prefix, limit }: { after: bigint; prefix: string; limit: number },
): Promise<RowToSeal[]> {
  return tx.query<RowToSeal>(sql`
    select id, bvn_code as "bvnCode", details from customer
    where id > ${after} and (not starts_with(bvn_code, ${prefix})
      or not starts_with(details ->> 'identificationNumber', ${prefix})
      or not starts_with(details ->> 'taxIdentificationNumber', ${prefix}))
    order by id limit ${limit} for update`);
}

export async function updateSealed(tx: Tx, id: bigint, columns: SealedColumns): Promise<void> {
  await tx.query(sql`
    update customer set bvn_code = ${columns.bvnCode}, bvn_index = ${columns.bvnIndex},
      details = ${columns.details}::jsonb, identification_index = ${columns.identificationIndex}
    where id = ${id}`);
}
