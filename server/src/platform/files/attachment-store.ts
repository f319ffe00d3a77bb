// Stores files by content. The name is the SHA-256 of the bytes, so identical files are stored
// once.

import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from '../assert.js';
import { othersTurn } from '../concurrency/turn.js';

/** The SHA-256 of a file in lower-case hexadecimal. */
type ContentHash = string;

/** Thrown if a stored file is missing, truncated or changed. */
export class AttachmentUnavailable extends Error {}

export interface AttachmentStore {
  /**
   * Stores the bytes and returns their hash. When the promise resolves, the file survives a crash,
   * so a row that refers to it may be committed. Storing the same bytes again has no effect.
   */
  put(bytes: Uint8Array): Promise<ContentHash>;
  /** Reads the bytes with this hash and verifies them. Throws AttachmentUnavailable. */
  get(hash: ContentHash): Promise<Buffer>;
}

const HASH = /^[0-9a-f]{64}$/;

/** Number of bytes hashed before other requests are served. */
const SLICE_BYTES = 1_048_576;

/** Computes the hash under which these bytes are stored. */
export async function contentHash(bytes: Uint8Array): Promise<ContentHash> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.byteLength; start += SLICE_BYTES) {
    if (start > 0) await othersTurn();
    hash.update(bytes.subarray(start, start + SLICE_BYTES));
  }
  return hash.digest('hex');
}

/**
 * Opens the store in `<dataFolder>/attachments`, outside any folder that a web server serves. A
 * file has the path `aa/bb/<hash>`, where the folders are named after the first four digits of the
 * hash.
 */
export function openAttachmentStore(dataFolder: string): AttachmentStore {
  const root = join(dataFolder, 'attachments');
  const pathOf = (hash: ContentHash): string => {
    assert(HASH.test(hash), 'a content hash has 64 hexadecimal digits');
    return join(root, hash.slice(0, 2), hash.slice(2, 4), hash);
  };
  return {
    put: async (bytes) => {
      const hash = await contentHash(bytes);
      await storeFile({ root, path: pathOf(hash), bytes });
      return hash;
    },
    get: async (hash) => {
      const bytes = await readFile(pathOf(hash)).catch((cause: unknown) => {
        throw new AttachmentUnavailable('a stored file cannot be read', { cause });
      });
      const isWhole = (await contentHash(bytes)) === hash;
      if (!isWhole) throw new AttachmentUnavailable('a stored file is damaged');
      return bytes;
    },
  };
}

interface NewFile {
  readonly root: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

// The file is written under a temporary name and then renamed, so that the file with its final name
// is always complete.
async function storeFile({ root, path, bytes }: NewFile): Promise<void> {
  await makeFolder(dirname(path), root);
  if ((await sizeOf(path)) !== bytes.byteLength) {
    const incoming = join(root, `${randomUUID()}.incoming`);
    try {
      await writeDurably(incoming, bytes);
      await rename(incoming, path);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }
  // Synced even if the file already existed, because the process that renamed it may not have
  // synced it yet.
  await syncFolder(dirname(path));
}

// A new folder is durable once its parent has been synced. At most two levels and the root are new.
async function makeFolder(folder: string, root: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  await syncFolder(dirname(folder));
  await syncFolder(root);
  await syncFolder(dirname(root));
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await closing(file, async () => {
    await file.writeFile(bytes);
    await file.sync();
  });
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders. Its file system makes names durable without this.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await closing(folder, () => folder.sync());
}

async function closing(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await file.close();
  }
}
