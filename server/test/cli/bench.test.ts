// `countinghouse bench`: arguments that it rejects before measuring anything.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { mainProgram } from '../support/process/program.js';

async function refused(...words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...mainProgram(), ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 2, said);
  return said;
}

describe('countinghouse bench', () => {
  it('refuses an unknown measurement and lists the known ones', async () => {
    const said = await refused('bench', '--only', 'order-sumbit');
    assert.match(said, /order-submit, cash-create-post/);
  });

  it('refuses a share of contradictions above one half', async () => {
    const said = await refused('bench-fills', '--contradictions', '51');
    assert.match(said, /must be a whole number from 0 to 50/);
  });
});
