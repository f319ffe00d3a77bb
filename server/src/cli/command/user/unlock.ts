// `countinghouse user unlock`: works on the database directly, because the user may be the only
// administrator. If a running server uses the embedded database, the command calls that server
// instead.

import type { Command } from 'commander';
import { openDatabaseOf } from '../../../app/app.js';
import { unlockUser } from '../../../modules/identity/index.js';
import { systemClock } from '../../../platform/clock.js';
import { DataFolderInUse } from '../../../platform/database/embedded/postgres.js';
import { connect } from '../../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../../setting.js';

interface Unlocked {
  readonly id: bigint;
  readonly name: string;
}

/** Adds the command to `countinghouse user`. */
export function unlockCommand(user: Command): void {
  withSharedOptions(
    user
      .command('unlock <name>')
      .description('reset failed logins, so that the next login is not delayed'),
  ).action(async (name: string, options: SharedOptions) => {
    const unlocked = await unlockHere(name, options);
    if (unlocked === undefined) throw new Error(`There is no user ${name}.`);
    printResult(options, unlocked, [`user ${unlocked.name}: failed logins have been reset`]);
  });
}

async function unlockHere(name: string, options: SharedOptions): Promise<Unlocked | undefined> {
  try {
    const store = await openDatabaseOf(configFrom(options));
    try {
      return await unlockUser({ db: store.db, clock: systemClock }, name);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DataFolderInUse) return unlockThroughServer(name, options);
    throw error;
  }
}

async function unlockThroughServer(
  name: string,
  options: SharedOptions,
): Promise<Unlocked | undefined> {
  const admin = await connect(configFrom(options), 'ADMIN');
  const list = await admin.get('security/user/list', { query: { x: name, s: 500 } });
  const found = list.result.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) return undefined;
  await admin.put('security/user/update', { body: { id: found.id, unlock: true } });
  return { id: BigInt(found.id), name: found.name };
}
