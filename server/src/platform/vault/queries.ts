// SQL for data keys.

import type { Database, Instant, Tx } from '../database/database.js';
import { sql } from '../database/sql.js';

type KeyPurpose = 'SEAL' | 'INDEX';

export interface KeyRow {
  readonly purpose: KeyPurpose;
  readonly version: number;
  readonly proof: string;
  readonly sealsFrom: Instant;
  readonly replacedAt: Instant | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
}

/** Reads all keys that ever encrypted or indexed data of this database, newest first. */
export function selectKeys(on: Database | Tx): Promise<KeyRow[]> {
  return on.query<KeyRow>(sql`
    select purpose, version, proof, seals_from as "sealsFrom", replaced_at as "replacedAt",
      created_by as "createdBy", created_at as "createdAt"
    from data_key order by purpose desc, version desc`);
}

/** Locks the keys, so that concurrent rotations and node starts run one after another. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('countinghouse data keys'))`);
}

interface NewKey {
  readonly purpose: KeyPurpose;
  readonly version: number;
  readonly proof: string;
  readonly sealsInMs: number;
  readonly createdBy: string;
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.query(sql`
    insert into data_key (purpose, version, proof, seals_from, created_by, created_at)
    values (${key.purpose}, ${key.version}, ${key.proof},
      clock_timestamp() + ${key.sealsInMs} * interval '1 millisecond', ${key.createdBy}, now())`);
}

/** Marks keys older than this version as replaced, because later keys now encrypt all rows. */
export async function markReplaced(on: Database | Tx, version: number): Promise<void> {
  await on.query(sql`
    update data_key set replaced_at = now()
    where purpose = 'SEAL' and version < ${version} and replaced_at is null`);
}

/** Reads the names of the tables whose old rows are already encrypted. */
export async function selectSealed(on: Database): Promise<ReadonlySet<string>> {
  const rows = await on.query<{ name: string }>(sql`select name from data_sealing`);
  return new Set(rows.map(({ name }) => name));
}

export async function markSealed(on: Database, name: string): Promise<void> {
  await on.query(sql`
    insert into data_sealing (name, done_at) values (${name}, now()) on conflict do nothing`);
}
