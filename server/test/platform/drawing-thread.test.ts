// Threads that draw: what comes out, what fails, and how many may wait.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DRAWING } from '../../src/limits.js';
import { drawInThread } from '../../src/platform/files/drawing-thread.js';
import { Problem } from '../../src/platform/http/problem.js';

const module = new URL('../support/drawing.js', import.meta.url).href;
const source = module.replace(/\.js$/, import.meta.url.endsWith('.ts') ? '.ts' : '.js');
const draw = (name: string, count = 3) => drawInThread({ module: source, name }, { count });

describe('drawing threads', () => {
  it('hand back the bytes that were drawn', async () => {
    assert.deepEqual(await draw('bytes'), Buffer.from([7, 7, 7]));
    assert.equal((await draw('bytes', 1_000_000)).length, 1_000_000);
  });

  it('hand back a failure, and draw on', async () => {
    await assert.rejects(draw('broken'), /the pen is broken/);
    assert.equal((await draw('bytes')).length, 3);
  });

  it('503: too many drawings wait, and those that do are drawn', async () => {
    const asked = Array.from({ length: DRAWING.waitingMost * 2 }, () => draw('bytes'));
    const answers = await Promise.allSettled(asked);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    assert.ok(refused.length > 0 && refused.length <= DRAWING.waitingMost);
    for (const { reason } of refused) {
      assert.ok(reason instanceof Problem);
      assert.equal(reason.kind.code, 'SERVICE_UNAVAILABLE');
    }
    assert.equal((await draw('bytes')).length, 3);
  });
});
