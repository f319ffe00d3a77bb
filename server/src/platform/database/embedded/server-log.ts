// Limits the size of the server's log, and quotes its end when the server fails.
import { copyFile, open, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './file.js';
import { EMBEDDED } from './limits.js';

/** The path of the log in a data folder. */
export function logFileIn(dataFolder: string): string {
  return path.join(dataFolder, 'server.log');
}

/**
 * Rotates a large log to `server.log.1`. The log is copied and truncated rather than renamed,
 * because the server has it open for appending.
 */
export async function boundLog(file: string): Promise<void> {
  if ((await sizeOf(file)) > EMBEDDED.logBytes) {
    await copyFile(file, `${file}.1`);
    await truncate(file);
  }
}

/** Returns the size of the log in bytes, or 0 if there is none. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) {
      return 0;
    }
    throw error;
  }
}

/** Returns the end of the text that was logged after the first `from` bytes. */
export async function quoteLog(file: string, from: number): Promise<string> {
  const size = await sizeOf(file);
  const start = Math.max(from, size - EMBEDDED.logQuotedBytes);
  const handle = await open(file, 'r');
  try {
    const length = Math.max(0, size - start);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}
