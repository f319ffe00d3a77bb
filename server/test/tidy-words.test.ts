// Plain English in comments, pages, problem texts and console words. Lists phrases that readers had
// to decode, each with its replacement. docs/style.md explains why. The list grows whenever a
// reader stumbles.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from './support/source.js';

interface Phrase {
  readonly pattern: RegExp;
  readonly write: string;
}

const PHRASES: readonly Phrase[] = [
  { pattern: /\bwho(m)?ever\b/i, write: 'the caller, the user, a person who …' },
  // In quotes it may be a name, such as the operating system user `nobody`.
  {
    pattern: /(?<![`'"/@.])\b([Nn]obody|[Ss]omebody)\b(?![`'"@.])/,
    write: 'no user, another user, a person',
  },
  { pattern: /\bfor want of\b/i, write: 'because … is missing; insufficient …' },
  { pattern: /\b(is|are|was|were|be) told\b/i, write: 'is sent, is notified, receives' },
  {
    pattern: /\bwhat (becomes|became|has become|came|comes) of\b/i,
    write: 'the outcome, the result',
  },
  { pattern: /(?<!\bthere )\bis none\b/i, write: 'is not a …; there is no …' },
  { pattern: /(^|[.!?]) By itself\b/, write: 'the subject first' },
  { pattern: /(^|[.!?:]|\/\/|\*) The same[,.]/, write: 'its noun again' },
  { pattern: /\bas it is kept\b/i, write: 'as stored' },
  { pattern: /\b(stands|stand) in force\b/i, write: 'applies, is in force' },
  { pattern: /\bnever counts\b/i, write: 'never applies' },
  { pattern: /\bwhat is asked for\b/i, write: 'the request' },
];

/** This file is exempt because it contains the phrases that it forbids. */
const SELF = 'server/test/tidy-words.test.ts';

const written = readSources().filter(
  ({ path }) => /\.(ts|tsx|sql|md|sh)$/.test(path) && path !== SELF,
);

for (const { pattern, write } of PHRASES) {
  test(`no text uses ${pattern.source}`, () => {
    const found = written.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
    );
    assert.deepEqual(found, [], `write: ${write}`);
  });
}
