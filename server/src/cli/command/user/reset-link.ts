// `countinghouse user reset-link`: works on the database directly, because the user may be the only
// administrator. If a running server uses the embedded database, the command calls that server
// instead.

import type { Command } from 'commander';
import { openDatabaseOf } from '../../../app/app.js';
import { makeLinkOnMachine } from '../../../modules/identity/index.js';
import { systemClock } from '../../../platform/clock.js';
import { DataFolderInUse } from '../../../platform/database/embedded/postgres.js';
import { connect } from '../../api.js';
import { configFrom, printResult, type SharedOptions, withSharedOptions } from '../../setting.js';

interface ShownLink {
  readonly name: string;
  readonly link: string;
}

/** Adds the command to `countinghouse user`. */
export function resetLinkCommand(user: Command): void {
  withSharedOptions(
    user
      .command('reset-link <name>')
      .description('create a link with which a user can set a new password once, within 24 hours'),
  ).action(async (name: string, options: SharedOptions) => {
    const made = await makeHere(name, options);
    if (made === undefined) throw new Error(`There is no active user ${name}.`);
    printResult(options, made, [`user ${made.name}: open this link to set a password`, made.link]);
  });
}

async function makeHere(name: string, options: SharedOptions): Promise<ShownLink | undefined> {
  const config = configFrom(options);
  try {
    const store = await openDatabaseOf(config);
    try {
      return await makeLinkOnMachine({ db: store.db, clock: systemClock, config }, name);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DataFolderInUse) return makeThroughServer(name, options);
    throw error;
  }
}

async function makeThroughServer(
  name: string,
  options: SharedOptions,
): Promise<ShownLink | undefined> {
  const admin = await connect(configFrom(options), 'ADMIN');
  const list = await admin.get('security/user/list', { query: { x: name, s: 500 } });
  const found = list.result.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) return undefined;
  const body = { id: found.id, delivery: 'SHOWN' } as const;
  const { result } = await admin.post('security/user/reset-link', { body });
  return result.link === undefined ? undefined : { name: found.name, link: result.link };
}
