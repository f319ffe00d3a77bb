// `countinghouse migrate`: creates the database or migrates it to this version.

import type { Command } from 'commander';
import { openDatabaseOf } from '../../app/app.js';
import { migrate } from '../../platform/database/migrate.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../setting.js';

/** Adds the command. */
export function migrateCommand(program: Command): void {
  withSharedOptions(
    program
      .command('migrate')
      .description('create the tables of an empty database, or apply missing migrations'),
  ).action(async (options: SharedOptions) => {
    const store = await openDatabaseOf(configFrom(options));
    try {
      const applied = await migrate(store.db);
      const lines =
        applied.length === 0
          ? ['No migrations to apply: the database is up to date.']
          : applied.map((name) => `applied ${name}`);
      printResult(options, { applied }, lines);
    } finally {
      await store.close();
    }
  });
}
