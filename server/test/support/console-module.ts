// Loads a module of the console that imports no other, such as a parser of typed text.

import { runInThisContext } from 'node:vm';
import { transform } from 'esbuild';
import { readSources } from './source.js';

/** @param path the file below `console/src` */
export async function consoleModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const source = readSources().find((each) => each.path === `console/src/${path}`);
  const { code } = await transform(source?.lines.join('\n') ?? '', { loader: 'ts', format: 'cjs' });
  return runInThisContext(`(() => { const module = {}; ${code}; return module.exports; })()`);
}
