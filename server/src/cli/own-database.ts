// The database of a command that runs without the server: the one in DATABASE_URL, or an embedded
// one.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabaseOf, type Store } from '../app/app.js';
import { readConfig } from '../config/config.js';
import { checkDatabase } from '../platform/database/connection/safety.js';
import { migrate } from '../platform/database/migrate.js';
import { endEach } from '../platform/stop.js';

/**
 * Opens and migrates the database in DATABASE_URL, or an embedded one.
 * @param dataFolder the folder for the embedded database. Default: a temporary folder, which
 * `close` removes
 */
export async function openOwnDatabase(dataFolder: string | undefined): Promise<Store> {
  const isTemporary = dataFolder === undefined && !process.env.DATABASE_URL;
  const folder = isTemporary ? await temporaryFolder() : dataFolder;
  const config = readConfig({
    ...process.env,
    ...(folder === undefined ? {} : { COUNTINGHOUSE_DATA: folder }),
  });
  const remove = async () => {
    if (isTemporary && folder !== undefined) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  const store = await openDatabaseOf(config).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const close = () => endEach(store.close, remove);
  try {
    await checkDatabase(store.db, config.allowUnsafeDatabase);
    await migrate(store.db);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...store, close };
}

// The embedded server may run as another user, who must be able to traverse the folder.
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countinghouse-'));
  await chmod(folder, 0o711);
  return folder;
}
