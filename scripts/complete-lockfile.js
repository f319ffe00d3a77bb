// Completes package-lock.json: npm omits packages for other platforms, and `npm ci` then refuses
// the file everywhere. Each package is locked by its version and by its content hash, which is
// fetched from the registry.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);
const PLATFORM = /-(android|darwin|freebsd|linux|win32)-(arm64|arm|ia32|x64)(-musl)?$/;

/** Node looks for a package inside the importing package, and then in the folders above it. */
function isLocked(place, name) {
  let folder = place;
  while (folder !== '') {
    if (`${folder}/node_modules/${name}` in lock.packages) return true;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
  return `node_modules/${name}` in lock.packages;
}

/**
 * If the registry lacks the package, the script fails, because nothing is locked without a hash.
 */
function integrityOf(version) {
  const told = execFileSync('npm', ['view', version, 'dist.integrity'], { encoding: 'utf8' });
  if (!told.startsWith('sha512-')) throw new Error(`the registry has no hash of ${version}`);
  return told.trim();
}

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = [];
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue;
    const platform = PLATFORM.exec(name);
    if (platform === null) throw new Error(`${name} is missing, and not for another platform`);
    const [, os, cpu, musl] = platform;
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(entry.dev ? { dev: true } : {}),
      ...(musl ? { libc: ['musl'] } : {}),
      license: entry.license,
      optional: true,
      os: [os],
      ...(entry.engines ? { engines: entry.engines } : {}),
    };
    added.push(name);
  }
}
for (const [place, entry] of Object.entries(lock.packages)) {
  const isPackage = place.startsWith('node_modules/') || place.includes('/node_modules/');
  if (!isPackage || entry.link || entry.integrity) continue;
  const [, name] = /.*node_modules\/(.+)$/.exec(place);
  entry.integrity = integrityOf(`${name}@${entry.version}`);
}
const [root, ...rest] = Object.keys(lock.packages).sort();
lock.packages = Object.fromEntries([root, ...rest].map((key) => [key, lock.packages[key]]));
writeFileSync(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
process.stdout.write(`package-lock.json: ${added.length} packages added ${added.join(' ')}\n`);
