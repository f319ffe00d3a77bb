// The queue of password checks: sources take turns, and known sources go first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from '../../../src/modules/identity/credential/check-turn.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';

const LIMITS = { atOnceMax: 1, waitingMax: 6, waitingPerSourceMax: 4 };

interface Entered {
  readonly label: string;
  readonly done: Promise<unknown>;
}

/**
 * Returns a queue whose only slot is taken until `open` is called. `order` lists the admitted
 * sources.
 */
function crowd() {
  const inTurn = createTurns(LIMITS);
  const order: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const enter = (label: string, known = false): Entered => {
    const source = label.split(' ')[0] ?? label;
    const done = inTurn({ source, known }, async () => {
      order.push(label);
      await gate;
    }).catch((error: unknown) => error);
    return { label, done };
  };
  return { enter, order, open };
}

const isRefused = async ({ done }: Entered) => {
  const error = await done;
  return error instanceof Problem && error.kind.code === 'RATE_LIMITED';
};

test('sources take turns, regardless of how many attempts each has sent', async () => {
  const { enter, order, open } = crowd();
  const all = ['first', 'a 1', 'a 2', 'a 3', 'b 1', 'c 1'].map((label) => enter(label));
  open();
  await Promise.all(all.map(({ done }) => done));
  assert.deepEqual(order, ['first', 'a 1', 'b 1', 'c 1', 'a 2', 'a 3']);
});

test('known addresses and devices have priority over strangers', async () => {
  const { enter, order, open } = crowd();
  const all = [enter('first'), enter('a 1'), enter('b 1'), enter('person', true)];
  open();
  await Promise.all(all.map(({ done }) => done));
  assert.deepEqual(order, ['first', 'person', 'a 1', 'b 1']);
});

test('a source that floods the queue is refused, and loses its places to others', async () => {
  const { enter, order, open } = crowd();
  const flood = ['first', 'a 1', 'a 2', 'a 3', 'a 4', 'a 5'].map((label) => enter(label));
  const others = ['b 1', 'c 1', 'd 1'].map((label) => enter(label));
  const known = enter('person', true);
  open();
  assert.deepEqual(await Promise.all([...flood, ...others, known].map(isRefused)), [
    ...[false, false, false, true, true, true],
    ...[false, false, false],
    false,
  ]);
  assert.deepEqual(order.slice(0, 3), ['first', 'person', 'a 1']);
});

test('strangers with one waiting attempt each are not displaced by another stranger', async () => {
  const { enter, open } = crowd();
  const all = ['first', 'a', 'b', 'c', 'd', 'e', 'f'].map((label) => enter(label));
  const late = enter('g');
  open();
  assert.equal(await isRefused(late), true);
  assert.ok((await Promise.all(all.map(isRefused))).every((refused) => !refused));
});
