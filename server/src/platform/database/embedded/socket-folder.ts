// Finds a private folder for the server's Unix socket with a path that is short enough for the
// system.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { giveFolder, removeFolder } from './file.js';
import type { FileOwner } from './launch-mode.js';
import { EMBEDDED } from './limits.js';

/** The port has no meaning without TCP, but it is part of the socket's name. */
export const SOCKET_PORT = 5432;

/** The name that PostgreSQL gives to its socket. */
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

const PREFIX = 'countinghouse-';

/**
 * A folder that only its owner can access. `remove` deletes it if it was created outside the data
 * folder.
 */
type SocketFolder = { readonly folder: string; readonly remove: () => Promise<void> };

/** The possible places for the socket. `before` is its folder at the previous start. */
type SocketPlace = {
  readonly runFolder: string;
  readonly owner: FileOwner;
  readonly before: string | undefined;
};

/**
 * Creates the folder inside the data folder, or in the system's temporary folder if the path is too
 * long. Call it only while holding the folder's claim, after a left-over server has ended.
 */
export async function makeSocketFolder(place: SocketPlace): Promise<SocketFolder> {
  const { runFolder, owner, before } = place;
  if (fits(runFolder)) {
    // A killed server leaves this file behind, and its process number may now belong to another
    // process.
    await rm(path.join(runFolder, `${SOCKET_NAME}.lock`), { force: true });
    return { folder: runFolder, remove: async () => undefined };
  }
  const folder = await makeTemporaryFolder(before);
  await giveFolder(folder, owner);
  return { folder, remove: () => removeFolder(folder) };
}

/** An existing folder is never reused, because another user may have created it. */
async function makeTemporaryFolder(before: string | undefined): Promise<string> {
  if (before === undefined || !isTemporarySocketFolder(before)) {
    return mkdtemp(path.join(temporaryFolder(), PREFIX));
  }
  await mkdir(before, { mode: 0o700 });
  return before;
}

/** True if the folder was created outside a data folder. */
export function isTemporarySocketFolder(folder: string): boolean {
  return path.dirname(folder) === temporaryFolder() && path.basename(folder).startsWith(PREFIX);
}

function temporaryFolder(): string {
  return fits(path.join(tmpdir(), `${PREFIX}XXXXXX`)) ? tmpdir() : '/tmp';
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, SOCKET_NAME)) <= EMBEDDED.socketPathBytes;
}
