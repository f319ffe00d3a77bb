// Alarms with the same cause are combined into one line per minute, and none is lost.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldAlarms } from '../../../src/exchanges/fix/adapter/alarm-fold.js';
import type { SessionKey } from '../../../src/exchanges/fix/session/config.js';

const KEY: SessionKey = {
  beginString: 'FIX.4.4',
  senderCompId: 'BROKER',
  targetCompId: 'NGX',
  qualifier: '',
};

function stage() {
  const lines: string[] = [];
  const timers = new Set<() => void>();
  const clock = {
    nowMs: () => 0,
    after: (_: number, call: () => void) => {
      timers.add(call);
      return () => timers.delete(call);
    },
  };
  const folded = foldAlarms(clock, (_, text) => lines.push(text));
  const passMinute = () => {
    for (const call of [...timers]) {
      timers.delete(call);
      call();
    }
  };
  return { lines, timers, passMinute, ...folded };
}

describe('folded alarms', () => {
  it('write the first alarm at once, and the others of a minute as one counted line', () => {
    const { alarm, lines, passMinute, timers } = stage();
    for (let number = 1; number <= 4_005; number += 1) alarm(KEY, `message ${number} is late`);
    assert.deepEqual(lines, ['message 1 is late']);
    passMinute();
    assert.deepEqual(lines.slice(1), ['message 4005 is late (4004 times within a minute)']);
    alarm(KEY, 'message 7 is late');
    passMinute();
    assert.deepEqual(lines.slice(2), ['message 7 is late']);
    passMinute();
    assert.equal(timers.size, 0);
    alarm(KEY, 'message 8 is late');
    assert.deepEqual(lines.slice(3), ['message 8 is late']);
  });

  it('keep causes and sessions apart', () => {
    const { alarm, lines } = stage();
    alarm(KEY, 'message 1 is late');
    alarm(KEY, 'message 1 is garbled');
    alarm({ ...KEY, qualifier: 'drop-copy' }, 'message 1 is late');
    assert.equal(lines.length, 3);
  });

  it('write the remaining alarms when they stop, and leave no timer', () => {
    const { alarm, lines, stop, timers } = stage();
    for (const number of [1, 2, 3]) alarm(KEY, `message ${number} is late`);
    stop();
    assert.deepEqual(lines, ['message 1 is late', 'message 3 is late (2 times within a minute)']);
    assert.equal(timers.size, 0);
  });

  it('are not folded beyond two hundred causes', () => {
    const { alarm, lines } = stage();
    const causes = Array.from({ length: 300 }, (_, at) => 'x'.repeat(at + 1));
    for (const cause of [...causes, ...causes]) alarm(KEY, cause);
    assert.equal(lines.length, 400);
  });
});
