// The schema: SQL files that set up an empty database, in the order of `order.txt`.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../package-folder.js';

interface SchemaFile {
  /** The path relative to the schema folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Schema {
  readonly files: readonly SchemaFile[];
  /** The checksum of the statements alone, so that an edited comment does not change it. */
  readonly checksum: string;
}

/**
 * Reads the schema.
 * @param folder the package whose `schema/` is read
 */
export function readSchema(folder: string = packageFolder()): Schema {
  const files = readOrder(folder).map((path) => ({
    path,
    text: readFileSync(join(folder, 'schema', path), 'utf8'),
  }));
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(`${path}\n${statementsOf(text)}\n`);
  return { files, checksum: hash.digest('hex') };
}

function readOrder(folder: string): string[] {
  const lines = readFileSync(join(folder, 'schema', 'order.txt'), 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function statementsOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('--')).join('\n');
}
