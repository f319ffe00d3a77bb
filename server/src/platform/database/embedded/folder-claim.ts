// Claims a data folder for one program at a time. The claim ends when the program dies.
import { link, mkdir, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataFolderInUse } from './data-folder-in-use.js';
import { codeOf, isMissing } from './file.js';
import { EMBEDDED } from './limits.js';
import { isAlive, type ProcessIdentity } from './process-identity.js';

/**
 * The holder of a claim: the program that uses the server, and the supervisor that runs the server.
 */
type Claim = { readonly owner: ProcessIdentity; readonly supervisor: ProcessIdentity };

/** Releases the folder after an orderly stop, even if the program keeps running. */
export type ReleaseClaim = () => Promise<void>;

const CLAIM_NAME = /^claim-(\d+)$/;

// Node has no file lock that the kernel releases when its holder dies. Removing the lock file of a
// dead holder is a race, because the file may already belong to a new holder. Claims are therefore
// numbered, and a number is never reused. Each newcomer creates the next number with a hard link,
// which only one of them can do. Only files below the newest number are ever removed. The newest
// claim is held as long as its processes are alive.

/**
 * Claims the data folder. Waits until the supervisor of a dead program has shut down.
 * @throws DataFolderInUse if a running program holds the folder, or a dead program's supervisor
 * does not end.
 */
export async function claimFolder(dataFolder: string, claim: Claim): Promise<ReleaseClaim> {
  const folder = path.join(dataFolder, 'claim');
  await mkdir(folder, { recursive: true, mode: 0o711 });
  for (let attempt = 0; attempt < EMBEDDED.claimAttempts; attempt += 1) {
    const number = await newestNumber(folder);
    await refuseWhileHeld(path.join(folder, `claim-${number}`), claim, dataFolder);
    if (await makeClaim(folder, number + 1, claim)) {
      await removeOlder(folder, number + 1);
      return () => writeFile(path.join(folder, `claim-${number + 1}`), '');
    }
  }
  throw new DataFolderInUse(
    `Too many programs are claiming the data folder ${dataFolder} at the same time.`,
  );
}

async function newestNumber(folder: string): Promise<number> {
  const names = await readdir(folder);
  return names.reduce((newest, name) => Math.max(newest, numberOf(name)), 0);
}

function numberOf(name: string): number {
  return Number(CLAIM_NAME.exec(name)?.[1] ?? 0);
}

async function refuseWhileHeld(file: string, mine: Claim, dataFolder: string): Promise<void> {
  const held = await readClaim(file);
  if (held === undefined) {
    return;
  }
  const bySelf = held.owner.pid === mine.owner.pid;
  if (isAlive(held.owner) && !(bySelf && !isAlive(held.supervisor))) {
    throw new DataFolderInUse(
      `The data folder ${dataFolder} is in use by process ${held.owner.pid}. Stop that program ` +
        'first, or use another data folder.',
    );
  }
  const deadline = performance.now() + EMBEDDED.predecessorWaitMs;
  while (isAlive(held.supervisor)) {
    if (performance.now() > deadline) {
      throw new DataFolderInUse(
        `The data folder ${dataFolder} is still being closed by process ${held.supervisor.pid}, ` +
          `whose program ended ${EMBEDDED.predecessorWaitMs / 1_000} seconds ago or more.`,
      );
    }
    await sleep(EMBEDDED.pollMs);
  }
}

async function makeClaim(folder: string, number: number, claim: Claim): Promise<boolean> {
  const draft = path.join(folder, `draft-${claim.supervisor.pid}`);
  const file = path.join(folder, `claim-${number}`);
  await writeFile(draft, JSON.stringify(claim));
  try {
    await link(draft, file);
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  } finally {
    await unlinkIfPresent(draft);
  }
  // A slow newcomer may have created a number that was already used and removed.
  if ((await newestNumber(folder)) > number) {
    await unlinkIfPresent(file);
    return false;
  }
  return true;
}

async function removeOlder(folder: string, number: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (numberOf(name) < number) {
      await unlinkIfPresent(path.join(folder, name));
    }
  }
}

/**
 * Returns undefined if the claim was released, or damaged by a power loss, which its holder cannot
 * have survived.
 */
async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isClaim(value) ? value : undefined;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function isClaim(value: unknown): value is Claim {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    'supervisor' in value &&
    isIdentity(value.owner) &&
    isIdentity(value.supervisor)
  );
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    'startMark' in value &&
    Number.isInteger(value.pid) &&
    typeof value.startMark === 'string'
  );
}

async function unlinkIfPresent(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
}
