// Temporary folders for one run of the test command.

import { access, constants, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The in-memory file system of Linux. */
const MEMORY = '/dev/shm';

const LIMIT = {
  /**
   * Minimum free memory, in bytes, for using an in-memory folder: twice what a run of all tests
   * needs.
   */
  roomBytes: 4 * 1024 ** 3,
  /** The age at which the folder of a killed run counts as abandoned, in milliseconds. */
  forsakenAfterMs: 86_400_000,
} as const;

/**
 * Creates a folder for files that need not outlive the run. It is in memory if there is room,
 * because a database has a thousand small files and every test file has a database.
 * @param prefix start of the folder's name; leftovers of killed runs in memory with this prefix are
 * removed
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

/** Returns the free memory, capped by the container's limit if there is one. */
function freeMemory(): number {
  const most = process.constrainedMemory();
  return most > 0 ? Math.min(most, freemem()) : freemem();
}

/** The magic number of Linux's tmpfs file system. */
const TMPFS = 0x01021994;

/** Removes folders that older runs left behind. */
export async function removeForsaken(folders: string, prefix = ''): Promise<void> {
  for (const name of await readdir(folders)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(folders, name);
    // Another run may end and remove its own folder at the same time.
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined || found.mtimeMs > Date.now() - LIMIT.forsakenAfterMs) continue;
    // The folder may belong to another user.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
