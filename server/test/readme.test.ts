// The README's own lines, run as they stand against a fresh demo server; what they print is what
// the README says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { packageFolder } from '../src/platform/files/package-folder.js';
import { orderIn } from './support/order.js';
import { freePort, type ServerProcess, startServerProcess } from './support/server-process.js';

interface Example {
  readonly title: string;
  readonly commands: string;
  /** The reply to the last command of the block, shortened. */
  readonly reply: unknown;
}

const README = join(packageFolder(), '..', 'README.md');

describe('the README', () => {
  let home: string;
  let server: ServerProcess;
  let port: number;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'countinghouse-readme-'));
    port = await freePort();
    server = await startServerProcess(join(home, 'data'), port);
  });
  after(async () => {
    await server.end('SIGTERM');
    await rm(home, { recursive: true, force: true });
  });

  it('shows the two commands, and seven operations that answer as printed', async () => {
    const text = await readFile(README, 'utf8');
    assert.match(text, /npm ci && npm start/);
    assert.match(text, /npm ci && npm test/);
    const client = await server.as('CLIENT');
    const [setup, ...examples] = examplesOf(text);
    assert.ok(setup);
    assert.ok(examples.filter(({ reply }) => reply !== undefined).length >= 7);
    for (const example of examples) {
      const printed = await run(`${setup.commands}\n${example.commands}`);
      const lines = printed.split('\n').filter((line) => line !== '');
      for (const line of lines) assert.ok(!line.includes('"success":false'), line);
      if (example.reply !== undefined) {
        assertShown(example.reply, JSON.parse(lines.at(-1) ?? ''), example.title);
      }
      // The order is filled by the exchange while a reader reads on.
      if (example.commands.includes('tradeorder/submit')) {
        await orderIn({ as: () => client }, JSON.parse(lines.at(-1) ?? '').id, ['EXECUTED']);
      }
    }
  });

  // Each curl prints without a line break, so one is added behind it.
  async function run(commands: string): Promise<string> {
    const script = commands
      .replaceAll(':8080', `:${port}`)
      .replaceAll('curl -s', "curl -s -w '\\n'");
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
      cwd: home,
      timeout: 30_000,
    });
    return stdout;
  }
});

function examplesOf(text: string): Example[] {
  const blocks = [...text.matchAll(/```(sh|json)\n([\s\S]*?)```/g)];
  const examples: Example[] = [];
  blocks.forEach(([, language, content], index) => {
    if (language !== 'sh' || content === undefined) return;
    const next = blocks[index + 1];
    const reply = next?.[1] === 'json' ? JSON.parse(next[2] ?? '') : undefined;
    examples.push({ title: content.split('\n')[0] ?? '', commands: content, reply });
  });
  return examples;
}

// Every member that is shown is in the reply with this value; the reply may have more.
function assertShown(shown: unknown, actual: unknown, where: string): void {
  if (typeof shown !== 'object' || shown === null) {
    assert.deepEqual(actual, shown, where);
    return;
  }
  assert.ok(typeof actual === 'object' && actual !== null, where);
  for (const [name, value] of Object.entries(shown)) {
    assertShown(value, Reflect.get(actual, name), `${where} ${name}`);
  }
}
