// Examples in documentation pages: blocks of shell commands, each followed by the reply that the
// page shows.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Example {
  readonly title: string;
  readonly commands: string;
  /** The shortened reply that the page shows for the block's last command that prints one. */
  readonly reply: unknown;
}

/** Returns the blocks of a page in order. */
export function examplesOf(text: string): Example[] {
  const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, language, commands = ''], index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    const reply = next?.[1] === 'json' ? JSON.parse(next[2] ?? '') : undefined;
    return [{ title: commands.split('\n')[0] ?? '', commands, reply }];
  });
}

// A page may close thirty business days while other tests use the processor.
const PAGE_TIMEOUT_MS = 180_000;

/** Runs commands unchanged against a server on this port. Returns the printed lines. */
export async function runCommands(
  commands: string,
  on: { readonly folder: string; readonly port: number },
): Promise<string[]> {
  // curl prints no trailing line break, so one is added.
  const script = commands
    .replaceAll(':8080', `:${on.port}`)
    .replaceAll('curl -s', "curl -s -w '\\n'");
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: on.folder,
    timeout: PAGE_TIMEOUT_MS,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

const BORDER = 'end of a block';

/**
 * Runs all blocks of a page in one shell, so that later blocks have the variables of earlier ones.
 * @returns what each block printed
 */
export async function runPage(
  examples: readonly Example[],
  on: { readonly folder: string; readonly port: number },
): Promise<readonly (readonly string[])[]> {
  const script = examples.map(({ commands }) => `${commands}\necho; echo '${BORDER}'`).join('\n');
  const printed: string[][] = [[]];
  for (const line of await runCommands(script, on)) {
    if (line === BORDER) printed.push([]);
    else printed.at(-1)?.push(line);
  }
  return printed.slice(0, -1);
}

/**
 * Checks that every shown field is in the reply with the shown value. The reply may have more
 * fields.
 */
export function assertShown(shown: unknown, actual: unknown, where: string): void {
  if (typeof shown !== 'object' || shown === null) {
    assert.deepEqual(actual, shown, where);
    return;
  }
  assert.ok(typeof actual === 'object' && actual !== null, where);
  if (Array.isArray(shown) && shown.length === 0) assert.deepEqual(actual, [], where);
  for (const [name, value] of Object.entries(shown)) {
    assertShown(value, Reflect.get(actual, name), `${where} ${name}`);
  }
}
