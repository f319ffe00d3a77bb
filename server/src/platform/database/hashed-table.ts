// Lists the hashed tables from the schema files, because a person with database access could remove
// a table from a stored list.

import { readSchema } from './schema.js';

/** A table whose changes are recorded in row_change. See `hash_rows_of`. */
export interface HashedTable {
  readonly name: string;
  /** The columns of the primary key, which identify a record. */
  readonly keyColumns: readonly string[];
  /** The columns that the hash omits. */
  readonly leftOut: readonly string[];
}

const CALL = /^select hash_rows_of\('(\w+)',\s+'([^']+)'(?:,\s+'([^']+)')?\);$/gm;

let known: readonly HashedTable[] | undefined;

/** All hashed tables, in the order of the schema. */
export function hashedTables(): readonly HashedTable[] {
  known ??= readSchema().files.flatMap(({ text }) =>
    [...text.matchAll(CALL)].map(([, name = '', keyColumns, leftOut]) => ({
      name,
      keyColumns: columnsOf(keyColumns),
      leftOut: columnsOf(leftOut),
    })),
  );
  return known;
}

function columnsOf(list = ''): readonly string[] {
  return list.split(/,\s*/).filter((column) => column !== '');
}
