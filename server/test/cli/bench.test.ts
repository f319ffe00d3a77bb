// `countinghouse bench`: arguments that it rejects before measuring anything.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { mainProgram } from '../support/process/program.js';

describe('countinghouse bench', () => {
  it('refuses an unknown measurement and lists the known ones', async () => {
    const child = spawn(process.execPath, [...mainProgram(), 'bench', '--only', 'order-sumbit'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    const [code] = await once(child, 'close');
    assert.equal(code, 2, said);
    assert.match(said, /order-submit, cash-create-post/);
  });
});
