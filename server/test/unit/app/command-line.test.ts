// The commands of the command line: each name loads its command separately.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programFor } from '../../../src/cli/command-line.js';

const namesOf = async (word?: string) =>
  (await programFor(word)).commands.map((command) => command.name());

test('every command can be loaded separately by its name', async () => {
  const all = await namesOf();
  assert.ok(all.length >= 20);
  assert.equal(new Set(all).size, all.length);
  for (const name of all) {
    const alone = await namesOf(name);
    assert.ok(alone.includes(name) && alone.length < 3, `${name} loads ${alone.join(', ')}`);
  }
});

test('an unknown word loads all commands', async () => {
  assert.deepEqual(await namesOf('no-such-command'), await namesOf());
});
