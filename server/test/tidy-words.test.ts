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
  { pattern: /\bwhat (came in|went out|comes in|goes out|is left of it)\b/i, write: 'its noun' },
  { pattern: /\bin the same breath\b/i, write: 'at once, in the same transaction' },
  { pattern: /\b(made|begins?|sealed|chained|planned) anew\b/i, write: 'again' },
  { pattern: /\bbrought along\b/i, write: 'transferred in' },
  { pattern: /\bin (full flow|the midst of)\b/i, write: 'under load, during' },
  { pattern: /\b(goes?|went) (on|again) (after|with|until)\b/i, write: 'continues, is sent again' },
  { pattern: /\b(has|have|had|is|are) (ended|failed|closed) for good\b/i, write: 'permanently' },
  { pattern: /\b(fate is true|true fates?)\b/i, write: 'the correct outcome' },
  { pattern: /\bin no (sum|total)\b/i, write: 'not in any sum' },
  { pattern: /\baid to a return\b/i, write: 'helps to prepare a tax return' },
  { pattern: /\bcounts? (together|as money)\b/i, write: 'is added, is treated as' },
  { pattern: /\bas it stands\b/i, write: 'as it is stored, unchanged' },
  { pattern: /\b(gives?|gave) back\b/i, write: 'returns, releases, refunds' },
  { pattern: /\bis all that knows\b/i, write: 'the subject first' },
  { pattern: /\b(the|a) look into a file\b/i, write: 'the inspection' },
  { pattern: /\bleads? somewhere\b/i, write: 'has a target' },
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
