// The published SDK package: its contents and dependencies, and its types against the API.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packageFolder } from '../../src/platform/package-folder.js';
import { expectSdkTypes } from '../support/sdk-type.js';

const SDK = join(packageFolder(), '..', 'sdk');
const require = createRequire(join(SDK, 'package.json'));

function runProgram(file: string, ...words: readonly string[]) {
  const options = { cwd: SDK, encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], options);
  return { status, said: `${stdout}${stderr}`, stdout };
}

describe('the package of the SDK', () => {
  it('has types generated from the documents of the API', () => expectSdkTypes());

  it('contains its code and its types, and nothing else', () => {
    const npm = process.env.npm_execpath ?? npmBesideNode();
    const { status, said, stdout } = runProgram(npm, 'pack', '--dry-run', '--json', '--offline');
    assert.equal(status, 0, said);
    const [packed] = JSON.parse(stdout);
    const files: string[] = packed.files.map(({ path }: { path: string }) => path);
    const others = files.filter((path) => !/^dist\/.*\.(js|js\.map|d\.ts)$/.test(path));
    assert.deepEqual(others.sort(), ['README.md', 'package.json']);
    for (const file of ['index.js', 'index.d.ts', 'generated/api.d.ts']) {
      assert.ok(files.includes(`dist/${file}`), `${file} is missing`);
    }
  });

  it('needs no other package, and no feature that browsers lack', () => {
    const manifest = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'));
    assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
    assert.deepEqual(Object.keys(manifest.peerDependencies ?? {}), []);
    const program = join(SDK, 'src');
    for (const file of readdirSync(program).filter((name) => name.endsWith('.ts'))) {
      const text = readFileSync(join(program, file), 'utf8');
      for (const [, from] of text.matchAll(/from '([^']+)'/g)) assert.match(from ?? '', /^\.\//);
      assert.doesNotMatch(text, /\b(process|Buffer|require|__dirname)\b/, file);
    }
  });

  // Uses the compiler in the SDK's folder, which is older than the repository's.
  it('has examples, and a README, that compile', async () => {
    const compiler = require.resolve('typescript/lib/tsc.js');
    const folder = await mkdtemp(join(tmpdir(), 'countinghouse-sdk-readme-'));
    try {
      await writeReadme(folder);
      const { status, said } = runProgram(compiler, '-p', folder);
      assert.equal(status, 0, said);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('can be imported by its name, and exposes only its public interface', () => {
    assert.match(require.resolve('@countinghouse/sdk'), /dist\/index\.js$/);
    assert.throws(() => require.resolve('@countinghouse/sdk/dist/send.js'), /not defined/);
  });
});

// Names that the README's blocks use without declaring them.
const GIVEN = `import type { Client } from '@countinghouse/sdk';
declare global {
  const client: Client;
  const clientId: string;
  const clientSecret: string;
  const secret: string;
  const rawBody: string;
  const request: { readonly headers: Headers };
  const lastIdOfMine: number;
  const order: Parameters<typeof client.post<'order/tradeorder/submit'>>[1]['body'];
  const askForMoney: () => Promise<void>;
  const show: (record: object) => void;
  const book: (data: { readonly orderId: number }) => Promise<void>;
  const remember: (id: number) => Promise<void>;
}
`;

/** Writes each block of the README as a separate module, to be compiled in strict mode. */
async function writeReadme(folder: string): Promise<void> {
  const text = readFileSync(join(SDK, 'README.md'), 'utf8');
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  assert.ok(blocks.length >= 6, `${blocks.length} blocks`);
  const options = {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'nodenext', types: ['node'] },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    // Skips checking the compiler's own types, but checks the SDK's.
    skipDefaultLibCheck: true,
    ...{ lib: ['es2023', 'dom'], paths: { '@countinghouse/sdk': [join(SDK, 'dist/index.d.ts')] } },
  };
  const files = {
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...options, typeRoots: [join(SDK, '..', 'node_modules', '@types')] },
      include: ['.', join(SDK, 'examples')],
    }),
    'given.d.ts': GIVEN,
    ...Object.fromEntries(blocks.map((code, at) => [`block-${at}.ts`, `${code}\nexport {};\n`])),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

function npmBesideNode(): string {
  const prefix = join(process.execPath, '..', '..');
  return join(prefix, 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
}
