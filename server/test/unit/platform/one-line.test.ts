// Names must fit on a single line.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { oneLine, withSingleLines } from '../../../src/platform/address/name.js';

describe('a name', () => {
  for (const [what, text, expected] of [
    ['loses line breaks', 'Ada\r\nOkafor', 'Ada Okafor'],
    ['loses control characters', 'Ada\u0000\u0007\u009f Okafor', 'Ada Okafor'],
    ['loses marks that turn the direction', 'invoice\u202efdp.exe\u202c', 'invoicefdp.exe'],
    ['loses isolates and line separators', '\u2066Ada\u2069\u2028Okafor', 'Ada Okafor'],
    [
      'keeps the joiners of Persian and of emoji',
      'می\u200cخواهم 👩\u200d💻',
      'می\u200cخواهم 👩\u200d💻',
    ],
    ['keeps accents, apostrophes and hyphens', "Adé O'Neill-Ọbásanjọ́", "Adé O'Neill-Ọbásanjọ́"],
  ] as const) {
    test(what, () => assert.equal(oneLine(text), expected));
  }

  test('without letters is treated as not given, and other members do not change', () => {
    const body = { firstName: '\u202e\n', lastName: 'A\tB', note: 'two\nlines' };
    const lines: object = withSingleLines(body, new Set(['firstName', 'lastName']));
    assert.deepEqual(lines, { lastName: 'A B', note: 'two\nlines' });
  });
});
