// The few questions and orders to the file system that the launcher needs and Node does not have.
import { chown, lchown, lstat, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { EMBEDDED } from './limits.js';

/** Whether an error says that a file is not there. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/**
 * Whether an error says that a place may not be written, as a read-only or another user's folder.
 */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error));
}

/** The system's code of an error, such as `ENOENT`; empty when it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What an error says, for a sentence that quotes it. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether something is at this path; a broken symbolic link counts. */
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

/** Removes a folder and all in it; one that is not there is fine. */
export async function removeFolder(folder: string): Promise<void> {
  const patience = { maxRetries: EMBEDDED.removeAttempts, retryDelay: EMBEDDED.pollMs };
  await rm(folder, { recursive: true, force: true, ...patience });
}

/** Puts a file's content, or a folder's list of names, on the disk before going on. */
export async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives a folder and all in it to a user, unless the folder is already theirs. The folder itself
 * comes last, so that a kill half-way is noticed and made good by the next start.
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
