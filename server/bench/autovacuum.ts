// What autovacuum has done by the time at which a database is as large as a measured one.

import type pg from 'pg';

/** Rows of a table from which on autovacuum analyses it by itself. */
const MIN_ROWS = 50;

/**
 * Vacuums and analyses the tables that autovacuum would have come to. One without rows stays as a
 * new database has it: analysed, it would seem to stay empty, and checks of foreign keys would read
 * all of it however large it grows.
 */
export async function vacuumAsUsual(client: pg.Client): Promise<void> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_stat_user_tables where n_live_tup >= $1`,
    [MIN_ROWS],
  );
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`);
}
