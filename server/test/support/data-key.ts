// Data keys for tests. They are the same in all processes, so that processes can share databases.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { keyFileIn } from '../../src/platform/vault/key-ring.js';

const SEALS = Buffer.alloc(32, 'tests seal').toString('base64');
const FINDS = Buffer.alloc(32, 'tests find').toString('base64');

export const TEST_KEYS = { dataKey: `1:${SEALS}`, dataIndexKey: FINDS } as const;

/** Writes the test keys to the key file of a data folder. */
export async function writeTestKeys(dataFolder: string): Promise<void> {
  const content = { indexKey: FINDS, keys: { 1: SEALS } };
  await writeFile(keyFileIn(dataFolder), JSON.stringify(content));
}

/**
 * Returns the key settings for a data folder. Returns no settings if the folder has its own keys.
 */
export function keysFor(dataFolder: string | undefined): Partial<typeof TEST_KEYS> {
  const hasFile = dataFolder !== undefined && existsSync(keyFileIn(dataFolder));
  return hasFile ? {} : TEST_KEYS;
}
