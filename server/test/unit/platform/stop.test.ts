// Stopping in stages: a step that fails or hangs does not delay the others.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { createLog } from '../../../src/platform/log/log.js';
import { endEach, isSettledWithin, stopInStages } from '../../../src/platform/stop.js';

const log = createLog('silent');
const SOON_MS = 60_000;

function recorder() {
  const ended: string[] = [];
  const step = (name: string) => ({ name, run: async () => void ended.push(name) });
  return { ended, step };
}

it('ends the stages one after another and reports that all ended', async () => {
  const { ended, step } = recorder();
  const slow = {
    name: 'slow',
    run: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push('slow');
    },
  };
  const stages = [
    { untilMs: SOON_MS, steps: [slow, step('quick')] },
    { untilMs: SOON_MS, steps: [step('last')] },
  ];
  assert.equal(await stopInStages(stages, log), true);
  assert.deepEqual(ended, ['quick', 'slow', 'last']);
});

it('continues after a step that rejects and one that throws at once', async () => {
  const { ended, step } = recorder();
  const rejecting = { name: 'rejecting', run: () => Promise.reject(new Error('away')) };
  const throwing = {
    name: 'throwing',
    run: (): Promise<void> => {
      throw new Error('wrong');
    },
  };
  const stages = [
    { untilMs: SOON_MS, steps: [throwing, rejecting, step('beside')] },
    { untilMs: SOON_MS, steps: [step('after')] },
  ];
  assert.equal(await stopInStages(stages, log), false);
  assert.deepEqual(ended, ['beside', 'after']);
});

it('abandons a step that hangs, and begins no stage later for it', async () => {
  const { ended, step } = recorder();
  const hanging = { name: 'hanging', run: () => new Promise(() => undefined) };
  const stages = [
    { untilMs: 30, steps: [hanging, step('beside')] },
    { untilMs: 20, steps: [step('after')] },
    { untilMs: SOON_MS, steps: [step('last')] },
  ];
  assert.equal(await stopInStages(stages, log), false);
  assert.deepEqual(ended, ['beside', 'after', 'last']);
});

it('does not end the program when a step that was abandoned fails later', async () => {
  const late = new AbortController();
  const work = once(late.signal, 'abort').then(() => {
    throw new Error('too late');
  });
  assert.equal(await isSettledWithin(work, 1), false);
  late.abort();
  await new Promise((resolve) => setImmediate(resolve));
});

it('ends all parts of a step, and fails with the error of the first part that failed', async () => {
  const { ended, step } = recorder();
  const failing = (name: string) => () => Promise.reject(new Error(name));
  const ending = endEach(step('a').run, failing('first'), step('b').run, failing('second'));
  await assert.rejects(ending, /first/);
  assert.deepEqual(ended, ['a', 'b']);
});
