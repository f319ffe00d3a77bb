// Creates the database cluster (the server's data files) either completely or not at all.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './command.js';
import { giveFolder, isPresent, removeFolder, syncToDisk } from './file.js';
import { type ChosenLaunchMode, commandIn } from './launch-mode.js';
import { EMBEDDED } from './limits.js';

/** The path of the cluster in a data folder. */
export function clusterFolderIn(dataFolder: string): string {
  return path.join(dataFolder, 'cluster');
}

/**
 * The parameters for creating a cluster. `withSync` is false only in tests, whose data may be lost.
 */
type ClusterOrder = {
  readonly dataFolder: string;
  readonly chosen: ChosenLaunchMode;
  readonly withSync: boolean;
  readonly ending: AbortSignal;
};

/**
 * Ensures that there is a cluster that this server can open and that belongs to the server's user.
 * @returns true if this call created the cluster.
 * @throws Error if the cluster has another major version or cannot be created.
 */
export async function prepareCluster(order: ClusterOrder): Promise<boolean> {
  const cluster = clusterFolderIn(order.dataFolder);
  await removeFolder(`${cluster}.init`);
  if (!(await isPresent(cluster))) {
    await makeCluster(order, cluster);
    return true;
  }
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== order.chosen.majorVersion) {
    throw new Error(
      `The data folder ${order.dataFolder} was made by PostgreSQL ${version}, but this is ` +
        `PostgreSQL ${order.chosen.majorVersion}. Move the data with pg_dump and pg_restore.`,
    );
  }
  await giveFolder(cluster, order.chosen.launch.fileOwner);
  return false;
}

async function makeCluster(order: ClusterOrder, cluster: string): Promise<void> {
  const { launch, binaries } = order.chosen;
  const nursery = `${cluster}.init`;
  await mkdir(nursery, { mode: 0o700 });
  await giveFolder(nursery, launch.fileOwner);
  // The inner name is always new, so an `initdb` that outlives its killed supervisor writes into a
  // removed folder rather than into its successor's.
  const unfinished = path.join(nursery, randomUUID());
  const command = commandIn(launch, binaries.initdb, initArguments(unfinished, order.withSync));
  const limits = { waitMs: EMBEDDED.initWaitMs, ending: order.ending };
  const result = await runCommand({ ...command, ...limits });
  if (result.exitCode !== 0) {
    await removeFolder(nursery);
    throw new Error(`PostgreSQL's initdb failed: ${result.complaint}`);
  }
  // initdb has already synced its files. The directory entry must be synced, too, before the folder
  // becomes the cluster.
  await syncToDisk(nursery);
  await rename(unfinished, cluster);
  await syncToDisk(order.dataFolder);
  await removeFolder(nursery);
}

function initArguments(folder: string, withSync: boolean): readonly string[] {
  // PostgreSQL's own collation does not depend on the machine's C library, whose updates could
  // corrupt a sorted index. Not every system provides C.UTF-8.
  const systemLocale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const locale = [
    `--locale=${systemLocale}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const encoding = ['--encoding=UTF8', ...locale, '--data-checksums'];
  // Trust authentication is safe because only the owner of the private socket folder can reach the
  // server.
  const access = ['--username=postgres', '--auth=trust', '--no-instructions'];
  return ['-D', folder, ...encoding, ...access, ...(withSync ? [] : ['--no-sync'])];
}
