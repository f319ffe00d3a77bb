// Secrets of endpoints at rest: sealed in the place where they are kept, and sealed anew when the
// data key is exchanged.

import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import { sql } from '../../platform/database/sql.js';
import type { SealedTable } from '../../platform/vault/re-encrypt.js';
import type { Vault } from '../../platform/vault/vault.js';
import { SECRET } from './limits.js';
import type { HeldEndpoint } from './sending-queries.js';

// A secret and the one before lie in two columns of one row, and move from the one to the other.
const placeOf = (id: bigint): string => `webhook_endpoint.secret ${id}`;

/** Seals a secret for the row of its endpoint. */
export function sealSecret({ vault }: Context, id: bigint, secret: string): string {
  return vault.seal(placeOf(id), secret);
}

/** The secrets that sign now, the newest first. */
export function secretsOf(
  { vault }: Context,
  { id, secret, previousSecret }: Pick<HeldEndpoint, 'id' | 'secret' | 'previousSecret'>,
): readonly string[] {
  const sealed = previousSecret === null ? [secret] : [secret, previousSecret];
  return sealed.map((each) => vault.open(placeOf(id), each));
}

interface SecretRow {
  readonly id: bigint;
  readonly secret: string;
  readonly previous: string | null;
}

/** The secrets, for the exchange of the data key. */
export const sealedSecrets: SealedTable = {
  name: 'webhook_endpoint',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await tx.query<SecretRow>(sql`
      select id, secret, previous_secret as previous from webhook_endpoint
      where id > ${after} and (not starts_with(secret, ${vault.prefix})
        or not starts_with(previous_secret, ${vault.prefix}))
      order by id limit ${SECRET.sealedPerBatchRows} for update`);
    for (const row of rows) await sealRow(tx, vault, row);
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};

async function sealRow(tx: Tx, vault: Vault, { id, secret, previous }: SecretRow): Promise<void> {
  const anew = (text: string) => vault.seal(placeOf(id), vault.open(placeOf(id), text));
  await tx.query(sql`
    update webhook_endpoint set secret = ${anew(secret)},
      previous_secret = ${previous === null ? null : anew(previous)}
    where id = ${id}`);
}
