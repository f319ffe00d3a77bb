// Slots: how many tasks run at once, which runs next, which is refused, and the effect of failures.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import { Slots } from '../../../src/platform/http/request/slots.js';

const LIMITS = { atOnceMax: 3, atOncePerCallerMax: 2, waitingPerCallerMax: 2, waitingMax: 4 };

/** Returns slots, the tasks in the order in which they started, and a function that ends them. */
function stage() {
  const slots = new Slots(LIMITS);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (caller: string, name: string) =>
    slots.run(caller, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { slots, began, ask, end };
}

const refusedWith = (status: number) => (error: unknown) =>
  error instanceof Problem &&
  error.kind.status === status &&
  error.details.retryAfterSeconds !== undefined;

describe('slots', () => {
  it('leave one for another caller, however many the first one requests', async () => {
    const { began, ask, end } = stage();
    const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
    asked.push(ask('b', 'b1'));
    await turn();
    assert.deepEqual(began, ['a1', 'a2', 'b1']);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await end(name);
    assert.deepEqual(await Promise.all(asked), ['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  it('take turns between the callers that wait', async () => {
    const { began, ask, end } = stage();
    const asked = ['a1', 'a2'].map((name) => ask('a', name));
    asked.push(ask('b', 'b1'), ask('a', 'a3'), ask('a', 'a4'), ask('b', 'b2'), ask('c', 'c1'));
    await turn();
    await end('a1');
    await end('b1');
    await end('a2');
    assert.deepEqual(began.slice(3).sort(), ['a3', 'b2', 'c1']);
    for (const name of ['a3', 'b2', 'c1', 'a4']) await end(name);
    assert.equal((await Promise.all(asked)).length, 7);
  });

  it('refuse with 429 beyond the limit of a caller, and with 503 beyond the total', async () => {
    const { ask, end } = stage();
    const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name));
    await assert.rejects(ask('a', 'a5'), refusedWith(429));
    asked.push(ask('b', 'b1'), ask('b', 'b2'), ask('b', 'b3'));
    await assert.rejects(ask('c', 'c1'), refusedWith(503));
    for (let round = 0; round < 7; round += 1) {
      for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) await end(name);
    }
    await Promise.all(asked);
    const again = ask('c', 'c2');
    await turn();
    await end('c2');
    assert.equal(await again, 'c2');
  });

  it('are free again after work that fails, at once or later', async () => {
    const { slots } = stage();
    for (let time = 0; time < 20; time += 1) {
      const failing = slots.run('a', () => {
        if (time % 2 === 0) throw new TypeError('at once');
        return Promise.reject(new TypeError('later'));
      });
      await assert.rejects(failing, TypeError);
    }
    assert.equal(await slots.run('a', async () => 'served'), 'served');
  });
});
