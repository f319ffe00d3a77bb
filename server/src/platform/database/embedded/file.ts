// File system operations that the launcher needs and Node lacks.
import { chown, lchown, lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { EMBEDDED } from './limits.js';

/** True if an error means that a file does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/**
 * True if an error means that a path cannot be written, such as one in a read-only folder or in
 * another user's folder.
 */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error));
}

/** Returns the system's error code, such as `ENOENT`. Empty if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Returns the message of an error, for use in a sentence. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True if the path exists, even as a broken symbolic link. */
export async function isPresent(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) {
      return false;
    }
    throw error;
  }
}

/** Removes a folder with its content. Does nothing if it does not exist. */
export async function removeFolder(folder: string): Promise<void> {
  const patience = { maxRetries: EMBEDDED.removeAttempts, retryDelay: EMBEDDED.pollMs };
  await rm(folder, { recursive: true, force: true, ...patience });
}

/** Flushes a file's content, or a folder's entries, to disk. */
export async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Changes the owner of a folder and its content, unless the folder already belongs to the user. The
 * folder itself is changed last, so that the next start detects and completes an interrupted
 * change.
 */
export async function giveFolder(
  folder: string,
  to: { readonly uid: number; readonly gid: number },
): Promise<void> {
  if ((await lstat(folder)).uid === to.uid) {
    return;
  }
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(path.join(folder, name), to.uid, to.gid);
  }
  await chown(folder, to.uid, to.gid);
}
