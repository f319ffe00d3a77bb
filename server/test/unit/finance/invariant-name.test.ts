// The console can show an invariant in the reader's language only if the console's catalogues
// contain the invariant's number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVARIANTS } from '../../../src/modules/finance/integrity/integrity.js';
import { readSources } from '../../support/source.js';

for (const language of ['en', 'fr']) {
  test(`the console has a name for every invariant in ${language}`, () => {
    const path = `console/src/language/${language}/invariant.ts`;
    const text =
      readSources()
        .find((source) => source.path === path)
        ?.lines.join('\n') ?? '';
    const named = [...text.matchAll(/'invariant\.(\d+)'/g)].map(([, number]) => Number(number));
    assert.deepEqual(
      named,
      INVARIANTS.map(({ number }) => number),
    );
  });
}
