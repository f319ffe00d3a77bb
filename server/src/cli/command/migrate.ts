// `countinghouse migrate`: makes the database or brings it to this version, and ends.

import type { Command } from 'commander';
import { openDatabaseOf } from '../../app/app.js';
import { migrate } from '../../platform/database/migrate.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

/** Adds the command. */
export function migrateCommand(program: Command): void {
  withSharedOptions(
    program
      .command('migrate')
      .description('make an empty database, or apply the migrations that one lacks'),
  ).action(async (options: SharedOptions) => {
    const store = await openDatabaseOf(configFrom(options));
    try {
      const applied = await migrate(store.db);
      const lines =
        applied.length === 0 ? ['nothing to apply'] : applied.map((name) => `applied ${name}`);
      printResult(options, { applied }, lines);
    } finally {
      await store.close();
    }
  });
}
