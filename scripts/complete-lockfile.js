// Completes package-lock.json: a registry that lacks a package for another platform makes npm leave
// it out, and `npm ci` then refuses the file everywhere. Such a package is locked by its version
// alone.

import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);
const PLATFORM = /-(android|darwin|freebsd|linux|win32)-(arm64|arm|ia32|x64)(-musl)?$/;

/** Node looks for a package below the one that asks, and then further up. */
function isLocked(place, name) {
  let folder = place;
  while (folder !== '') {
    if (`${folder}/node_modules/${name}` in lock.packages) return true;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
  return `node_modules/${name}` in lock.packages;
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
const [root, ...rest] = Object.keys(lock.packages).sort();
lock.packages = Object.fromEntries([root, ...rest].map((key) => [key, lock.packages[key]]));
writeFileSync(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
process.stdout.write(`package-lock.json: ${added.length} packages added ${added.join(' ')}\n`);
