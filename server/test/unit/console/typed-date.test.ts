// The golden table of the dates that a person may type, in English and French.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleModule } from '../../support/console-module.js';

/** A Wednesday. */
const TODAY = '2026-11-25';
const namesOf = (locale: string, options: object, days: readonly Date[]) =>
  days.map((day) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(day));
const wordsOf = (locale: string, today: string) => ({
  months: namesOf(
    locale,
    { month: 'long' },
    Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2024, at, 1))),
  ),
  // 1 January 2024 was a Monday.
  weekdays: namesOf(
    locale,
    { weekday: 'long' },
    Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2024, 0, at + 1))),
  ),
  today,
});

const BOTH = [
  ['25/11', '2026-11-25'],
  ['28/11', '2026-11-28'],
  ['5/1', '2026-01-05'],
  ['25/11/2025', '2025-11-25'],
  ['25/11/27', '2027-11-25'],
  ['25.11.2026', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['25 nov', '2026-11-25'],
  ['25 nov. 2025', '2025-11-25'],
  ['25 Nov 2026', '2026-11-25'],
  ['t', '2026-11-25'],
  ['T', '2026-11-25'],
  ['t-1', '2026-11-24'],
  ['t+2', '2026-11-27'],
  ['t+3', '2026-11-30'],
  ['t-3', '2026-11-20'],
  ['+3', '2026-11-28'],
  ['+7', '2026-12-02'],
  ['-25', '2026-10-31'],
  ['29/02/2028', '2028-02-29'],
  ['31/11', 'NO_SUCH_DAY'],
  ['29/02/2026', 'NO_SUCH_DAY'],
  ['11/25', 'FORM'],
  ['0/11', 'FORM'],
  ['25/11/0002', 'FORM'],
  ['25', 'FORM'],
  ['soon', 'FORM'],
  ['+99999', 'FORM'],
  ['', 'FORM'],
] as const;

const LANGUAGES = [
  [
    wordsOf('en', 'today'),
    [
      ['today', '2026-11-25'],
      ['mon', '2026-11-30'],
      ['Wednesday', '2026-12-02'],
      ['1st december', '2026-12-01'],
      ['3 mar', '2026-03-03'],
      ['lun', 'FORM'],
    ],
  ],
  [
    wordsOf('fr', 'aujourd’hui'),
    [
      ["aujourd'hui", '2026-11-25'],
      ['lun', '2026-11-30'],
      ['1er déc', '2026-12-01'],
      ['3 fevr.', '2026-02-03'],
      ['14 juil. 2026', '2026-07-14'],
      ['14 jui', 'FORM'],
      ['mon', 'FORM'],
    ],
  ],
] as const;

test('a date is read as the golden table says', async () => {
  const { readDate } = await consoleModule('lib/typed-date.ts');
  assert.ok(typeof readDate === 'function');
  for (const [words, own] of LANGUAGES) {
    for (const [typed, expected] of [...BOTH, ...own]) {
      const read: unknown = readDate(typed, TODAY, words);
      assert.equal(
        Object(read).day ?? Object(read).fault,
        expected,
        `“${typed}” where today is ${words.today}`,
      );
    }
  }
});

test('a weekday name typed before a weekend skips it', async () => {
  const { readDate } = await consoleModule('lib/typed-date.ts');
  assert.ok(typeof readDate === 'function');
  const english = LANGUAGES[0][0];
  assert.deepEqual(readDate('t+1', '2026-11-27', english), { day: '2026-11-30' });
  assert.deepEqual(readDate('t-1', '2026-11-30', english), { day: '2026-11-27' });
  assert.deepEqual(readDate('t-1', '2026-11-29', english), { day: '2026-11-27' });
});
