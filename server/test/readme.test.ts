// Runs the README's commands unchanged against a fresh demo server. The output must match what the
// README shows.

import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packageFolder } from '../src/platform/package-folder.js';
import { orderIn } from './support/order.js';
import { makePassingFolder } from './support/passing-folder.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from './support/process/server-process.js';
import { assertShown, examplesOf, runCommands } from './support/shell-example.js';

const README = join(packageFolder(), '..', 'README.md');

describe('the README', () => {
  let home: string;
  let server: ServerProcess;
  let port: number;
  before(async () => {
    home = await makePassingFolder('countinghouse-readme-');
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
      const commands = `${setup.commands}\n${example.commands}`;
      const lines = await runCommands(commands, { folder: home, port });
      for (const line of lines) assert.ok(!line.includes('"success":false'), line);
      if (example.reply !== undefined) {
        assertShown(example.reply, JSON.parse(lines.at(-1) ?? ''), example.title);
      }
      // The exchange fills the order while a person is still reading, so the test waits for it.
      if (example.commands.includes('tradeorder/submit')) {
        await orderIn({ as: () => client }, JSON.parse(lines.at(-1) ?? '').id, ['EXECUTED']);
      }
    }
  });
});
