// Builds the console into dist/. With --dev, serves it from its sources against a running server's
// API. Skips the build if no source has changed since the last one.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, createServer } from 'vite';
import { chunkNames } from './chunk.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, 'dist');
const STAMP = join(DIST, 'stamp.txt');

/** Compressing smaller files saves too little to notice. */
const COMPRESSED_FROM_BYTES = 1_024;
const COMPRESSED = new Set(['.js', '.css', '.svg', '.html']);

/** The API server for a console that is served from its sources (`--dev`). */
const API = process.env.COUNTINGHOUSE_URL ?? 'http://127.0.0.1:8080';

const settings = {
  root: HERE,
  base: '/console/',
  configFile: false,
  logLevel: 'warn',
  resolve: {
    // Uses the SDK's source, so that the console can be built before the SDK is compiled.
    alias: { '@countinghouse/sdk': join(HERE, '..', 'sdk', 'src', 'index.ts') },
  },
  server: { proxy: { '/api': API, '/oauth': API, '/problems': API, '/readyz': API } },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: 'es2023',
    // A module preload would be an inline script, which the page's policy forbids.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Libraries warn about server-side rendering, which does not apply here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
};

/** Builds twice, because the first output shows which modules the pages share. */
async function buildInAreas() {
  const plain = await build({ ...settings, build: { ...settings.build, write: false } });
  const groups = [{ debugName: 'areas', name: chunkNames(plain.output) }];
  const rolldownOptions = {
    ...settings.build.rolldownOptions,
    // Each group is self-contained: none of its chunks needs modules from a later chunk.
    output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
  };
  await build({ ...settings, build: { ...settings.build, rolldownOptions } });
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Returns a digest of everything that goes into a build. */
function stampOfSources() {
  const hash = createHash('sha256').update(process.version);
  const folders = [join(HERE, 'src'), join(HERE, 'public'), join(HERE, '..', 'sdk', 'src')];
  const single = [
    'index.html',
    'build.js',
    'chunk.js',
    'package.json',
    'tsconfig.json',
    '../package-lock.json',
  ];
  for (const file of [...folders.flatMap(filesBelow), ...single.map((name) => join(HERE, name))]) {
    hash.update(relative(HERE, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function stampOfBuild() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

function checkTypes() {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const { status } = spawnSync(
    process.execPath,
    [join(dirname(compiler), 'bin', 'tsc'), '-p', HERE],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exit(1);
}

/** Compresses each text file in advance, so that the server does not compress it per request. */
function compressAll() {
  for (const file of filesBelow(DIST)) {
    const content = readFileSync(file);
    if (!COMPRESSED.has(extname(file)) || content.length < COMPRESSED_FROM_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

if (process.argv.includes('--dev')) {
  const server = await createServer(settings);
  await server.listen();
  server.printUrls();
} else {
  const stamp = stampOfSources();
  if (stampOfBuild() !== stamp) {
    checkTypes();
    await buildInAreas();
    compressAll();
    writeFileSync(STAMP, stamp);
  }
}
