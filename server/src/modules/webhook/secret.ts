// The secrets of endpoints. They are encrypted in their columns, and re-encrypted when the data key
// is rotated.

import type { Context } from '../../platform/context.js';
import type { Tx } from '../../platform/database/database.js';
import type { SealedTable } from '../../platform/vault/re-encrypt.js';
import type { Vault } from '../../platform/vault/vault.js';
import type { SecretRow } from './secret-queries.js';
import { lockSecrets, updateSecrets } from './secret-queries.js';
import type { HeldEndpoint } from './sending-queries.js';

// The context of the encryption. A secret and its predecessor are in two columns of one row and may
// move between them, so both share one context.
const placeOf = (id: bigint): string => `webhook_endpoint.secret ${id}`;

/** Encrypts a secret for its endpoint's row. */
export function sealSecret({ vault }: Context, id: bigint, secret: string): string {
  return vault.seal(placeOf(id), secret);
}

/** Returns the secrets that currently sign messages, newest first. */
export function secretsOf(
  { vault }: Context,
  { id, secret, previousSecret }: Pick<HeldEndpoint, 'id' | 'secret' | 'previousSecret'>,
): readonly string[] {
  const sealed = previousSecret === null ? [secret] : [secret, previousSecret];
  return sealed.map((each) => vault.open(placeOf(id), each));
}

/** The encrypted columns, for re-encryption when the data key is rotated. */
export const sealedSecrets: SealedTable = {
  name: 'webhook_endpoint',
  sealNext: async ({ tx, vault }, after) => {
    const rows = await lockSecrets(tx, { after, prefix: vault.prefix });
    for (const row of rows) await sealRow(tx, vault, row);
    return { last: rows.at(-1)?.id, rows: rows.length };
  },
};

async function sealRow(tx: Tx, vault: Vault, { id, secret, previous }: SecretRow): Promise<void> {
  const anew = (text: string) => vault.seal(placeOf(id), vault.open(placeOf(id), text));
  await updateSecrets(tx, {
    id,
    secret: anew(secret),
    previous: previous === null ? null : anew(previous),
  });
}
