// How many passwords can be guessed per day under the limits. SECURITY.md quotes these numbers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LOGIN, SECOND_FACTOR } from '../../../src/modules/identity/limits.js';
import type { Pace } from '../../../src/modules/identity/login/delay-queries.js';
import { projectFolder } from '../../support/source.js';

const DAY_SECONDS = 86_400;

/**
 * Returns the daily guesses for one name from one address or device: some at once, then after
 * growing delays.
 */
function guessesOfOneSource(): number {
  let guesses: number = LOGIN.freeFailures;
  let delay: number = LOGIN.delayFirstSeconds;
  for (let at = delay; at < DAY_SECONDS; at += delay) {
    guesses += 1;
    delay = Math.min(LOGIN.delayMaxSeconds, delay * 2);
  }
  return guesses;
}

/**
 * Returns the daily guesses under a rate limit: some at once, then at a steady rate that slows down
 * after many.
 */
function guessesAtPace(pace: Pace): number {
  const seconds = DAY_SECONDS + pace.aheadSeconds;
  const fast = Math.min(pace.slowAfter, Math.floor(seconds / pace.everySeconds) + 1);
  const slowly = Math.floor((seconds - fast * pace.everySeconds) / pace.slowEverySeconds);
  return fast + Math.max(0, slowly);
}

test('the numbers of guesses in SECURITY.md follow from the limits', () => {
  const name = guessesAtPace(LOGIN.strangers);
  // Two limits apply at this rate: to codes sent with a correct password, and to codes checked
  // ahead of a delayed password.
  const code = 2 * guessesAtPace(LOGIN.codes);
  const codesTaken = 2 * SECOND_FACTOR.stepsAside + 1;
  const codeChance = (100 * code * codesTaken) / 10 ** SECOND_FACTOR.digits;
  const quoted = [
    ['one name, from one address or device', guessesOfOneSource()],
    ['one name, from any number of addresses', name],
    ['all names of staff, from one address', guessesAtPace(LOGIN.address)],
    ['all of a hundred names, from any number of addresses', 100 * name],
    ['codes of one second factor, by a caller who has the password', code],
  ] as const;
  const page = readFileSync(join(projectFolder(), 'SECURITY.md'), 'utf8');
  for (const [label, figure] of quoted) {
    const row = `| ${label} | ${figure.toLocaleString('en-US')} |`;
    assert.ok(page.includes(row), `SECURITY.md lacks: ${row}`);
  }
  assert.ok(page.includes(`${codeChance.toFixed(1)}%`), `SECURITY.md lacks ${codeChance}%`);
  // The time to try half of all 60-bit passwords, one after another.
  const years = 2 ** 59 / (name * 365);
  assert.ok(years > 100_000_000_000, `${years} years`);
});
