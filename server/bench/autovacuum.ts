// Vacuums and analyses a new database as autovacuum would have done for a database of its size.

import type pg from 'pg';

/** Autovacuum analyses a table once it has this many rows. */
const MIN_ROWS = 50;

/**
 * Vacuums and analyses the tables that autovacuum would have processed. A table without rows is
 * left as in a new database. After an ANALYZE, the planner would consider it empty, and foreign key
 * checks would scan the whole table as it grows.
 */
export async function vacuumAsUsual(client: pg.Client): Promise<void> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_stat_user_tables where n_live_tup >= $1`,
    [MIN_ROWS],
  );
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`);
}
