// SQL for endpoints' encrypted secrets.

import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import { SECRET } from './limits.js';

/** An endpoint's encrypted secrets. */
export interface SecretRow {
  readonly id: bigint;
  readonly secret: string;
  readonly previous: string | null;
}

/**
 * Locks the next endpoints after the given id that have a secret not encrypted with the key that
 * has this prefix.
 */
export function lockSecrets(
  tx: Tx,
  { after, prefix }: { readonly after: bigint; readonly prefix: string },
): Promise<SecretRow[]> {
  return tx.query<SecretRow>(sql`
    select id, secret, previous_secret as previous from webhook_endpoint
    where id > ${after} and (not starts_with(secret, ${prefix})
      or not starts_with(previous_secret, ${prefix}))
    order by id limit ${SECRET.sealedPerBatchRows} for update`);
}

export async function updateSecrets(tx: Tx, row: SecretRow): Promise<void> {
  await tx.query(sql`
    update webhook_endpoint set secret = ${row.secret}, previous_secret = ${row.previous}
    where id = ${row.id}`);
}
