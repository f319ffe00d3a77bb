// The keys for personal data. They come from the settings, or from a file in the data folder that
// the first start creates.

import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VAULT } from '../../limits.js';

/** Thrown if this process's keys are missing or invalid, or do not belong to its database. */
export class DataKeyRefused extends Error {}

/** The encryption keys by version, and the index key, which never changes. */
export interface KeyRing {
  readonly sealing: ReadonlyMap<number, Buffer>;
  readonly index: Buffer;
}

/** The sources of the keys. The settings take precedence. */
export interface KeySource {
  readonly dataFolder: string;
  /** The encryption keys as `2:<base64>,1:<base64>`. */
  readonly dataKey?: string | undefined;
  /** The index key as `<base64>`. */
  readonly dataIndexKey?: string | undefined;
}

const FILE = 'data-keys.json';

/** Returns the path of the key file in a data folder. */
export function keyFileIn(dataFolder: string): string {
  return join(dataFolder, FILE);
}

/** True if the keys are in the settings, to which the program cannot add a key. */
export function isInSettings(source: KeySource): boolean {
  return source.dataKey !== undefined || source.dataIndexKey !== undefined;
}

/** Reads the keys from the settings or the file. Undefined if there are none yet. */
export async function readKeyRing(source: KeySource): Promise<KeyRing | undefined> {
  if (isInSettings(source)) return ringOfSettings(source);
  const file = keyFileIn(source.dataFolder);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new DataKeyRefused(`the data keys of ${file} cannot be read`, { cause: error });
  });
  return text === undefined ? undefined : ringOfFile(file, text);
}

function ringOfSettings({ dataKey, dataIndexKey }: KeySource): KeyRing {
  if (dataKey === undefined || dataIndexKey === undefined) {
    throw new DataKeyRefused(
      'COUNTINGHOUSE_DATA_KEY and COUNTINGHOUSE_INDEX_KEY must be set together',
    );
  }
  const sealing = dataKey.split(',').map((entry) => {
    const [version, key, ...rest] = entry.trim().split(':');
    if (rest.length > 0) throw notKeys('COUNTINGHOUSE_DATA_KEY');
    return keyEntry(version, key, 'COUNTINGHOUSE_DATA_KEY');
  });
  return ringOf(sealing, keyBytes(dataIndexKey, 'COUNTINGHOUSE_INDEX_KEY'));
}

function ringOfFile(file: string, text: string): KeyRing {
  const content = jsonOf(file, text);
  const keys: unknown = Reflect.get(content, 'keys');
  if (typeof keys !== 'object' || keys === null) throw notKeys(file);
  const sealing = Object.entries(keys).map(([version, key]) => keyEntry(version, key, file));
  return ringOf(sealing, keyBytes(Reflect.get(content, 'indexKey'), file));
}

function jsonOf(file: string, text: string): object {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null) return content;
  } catch {
    // The parser's message would contain the text, which includes a key.
  }
  throw notKeys(file);
}

type Entry = readonly [version: number, key: Buffer];

function ringOf(entries: readonly Entry[], index: Buffer): KeyRing {
  const sealing = new Map(entries);
  const isRight = entries.length > 0 && sealing.size === entries.length;
  if (!isRight)
    throw new DataKeyRefused('each data key needs a version, and at least one key is required');
  return { sealing, index };
}

function keyEntry(version: string | undefined, key: unknown, where: string): Entry {
  const number = /^[1-9]\d{0,3}$/.test(version ?? '') ? Number(version) : undefined;
  if (number === undefined) throw notKeys(where);
  return [number, keyBytes(key, where)];
}

// An error message must not contain the text, which may be a mistyped key.
function keyBytes(text: unknown, where: string): Buffer {
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  if (bytes.length !== VAULT.keyBytes) throw notKeys(where);
  return bytes;
}

function notKeys(where: string): DataKeyRefused {
  return new DataKeyRefused(
    `${where} does not contain data keys of ${VAULT.keyBytes} bytes in base64`,
  );
}

/**
 * Creates the first keys of a data folder. If another process has created keys in the meantime,
 * those are kept.
 */
export async function makeKeyRing(source: KeySource): Promise<KeyRing> {
  const ring = {
    sealing: new Map([[1, randomBytes(VAULT.keyBytes)]]),
    index: randomBytes(VAULT.keyBytes),
  };
  await mkdir(source.dataFolder, { recursive: true });
  await writeRing(source, ring, async (incoming, file) => {
    await link(incoming, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(incoming, { force: true });
  });
  return (await readKeyRing(source)) ?? ring;
}

/** Adds a key with the next version to the key file of a data folder. */
export async function addKey(source: KeySource, ring: KeyRing, version: number): Promise<KeyRing> {
  const sealing = new Map([...ring.sealing, [version, randomBytes(VAULT.keyBytes)] as const]);
  const grown = { ...ring, sealing };
  await writeRing(source, grown, rename);
  return grown;
}

// The file is written under a temporary name and flushed before it is renamed. Losing a key that
// has encrypted something is worse than having no key.
async function writeRing(
  source: KeySource,
  ring: KeyRing,
  place: (incoming: string, file: string) => Promise<void>,
): Promise<void> {
  const file = keyFileIn(source.dataFolder);
  const incoming = `${file}.${randomBytes(8).toString('hex')}.incoming`;
  const keys = Object.fromEntries(
    [...ring.sealing].map(([version, key]) => [String(version), key.toString('base64')]),
  );
  const text = JSON.stringify({ indexKey: ring.index.toString('base64'), keys }, null, 2);
  try {
    await syncing(await open(incoming, 'wx', 0o600), (handle) => handle.writeFile(`${text}\n`));
    await place(incoming, file);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
  // Windows cannot open folders. Its file system makes names durable without this.
  if (process.platform === 'win32') return;
  await syncing(await open(source.dataFolder, 'r'), async () => undefined);
}

async function syncing(
  handle: FileHandle,
  work: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  try {
    await work(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
