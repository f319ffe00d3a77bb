// The commands of the command line, each loaded by its name alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programFor } from '../../../src/cli/command-line.js';

const namesOf = async (word?: string) =>
  (await programFor(word)).commands.map((command) => command.name());

test('every command is found by its name alone, as in the list of all', async () => {
  const all = await namesOf();
  assert.ok(all.length >= 20);
  assert.equal(new Set(all).size, all.length);
  for (const name of all) {
    const alone = await namesOf(name);
    assert.ok(alone.includes(name) && alone.length < 3, `${name} loads ${alone.join(', ')}`);
  }
});

test('all commands are there for a word that is not a command', async () => {
  assert.deepEqual(await namesOf('no-such-command'), await namesOf());
});
