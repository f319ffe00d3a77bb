// Folders of one run of the test command.

import { access, constants, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory that Linux has. */
const MEMORY = '/dev/shm';

const LIMIT = {
  /** In memory, with this much still free beside it: twice the need of a run of all tests. */
  roomBytes: 4 * 1024 ** 3,
  /** The age at which the folder of a killed run is abandoned. */
  forsakenAfterMs: 86_400_000,
} as const;

/**
 * Creates a folder for files that need not outlive the run: in memory if there is room, because a
 * database is a thousand small files, and every test file has one.
 * @param prefix of its name; remains of killed runs in memory under it are removed
 */
export async function makePassingFolder(prefix: string): Promise<string> {
  if (!(await hasRoomInMemory())) return mkdtemp(join(tmpdir(), prefix));
  await removeForsaken(MEMORY, prefix);
  return mkdtemp(join(MEMORY, prefix));
}

async function hasRoomInMemory(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { type, bavail, bsize } = await statfs(MEMORY);
    return type === TMPFS && Math.min(bavail * bsize, freeMemory()) >= LIMIT.roomBytes;
  } catch {
    return false;
  }
}

/** The limit of a container differs from the free memory of the machine. */
function freeMemory(): number {
  const most = process.constrainedMemory();
  return most > 0 ? Math.min(most, freemem()) : freemem();
}

/** Linux's number of the tmpfs file system. */
const TMPFS = 0x01021994;

/** Removes the folders that older runs left behind. */
export async function removeForsaken(folders: string, prefix = ''): Promise<void> {
  for (const name of await readdir(folders)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(folders, name);
    // Another run may end, and remove its own, meanwhile.
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || found.mtimeMs > Date.now() - LIMIT.forsakenAfterMs) continue;
    // It may belong to another user.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
