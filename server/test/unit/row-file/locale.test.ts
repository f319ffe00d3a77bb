// Amounts in the formats of 14 locales: every import reads them exactly or refuses them.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomOf } from '../../../src/exchanges/simulator/random.js';
import { IMPORTS, type ImportName, readFor } from './read.js';
import { type Given, isRow, SHAPES } from './table-of.js';

const LOCALES = [
  ...['en-US', 'en-IN', 'en-ZA', 'de-DE', 'de-CH', 'fr-FR', 'nl-NL', 'es-ES', 'pt-BR', 'pl-PL'],
  ...['sv-SE', 'ar-EG', 'hi-IN-u-nu-deva', 'it-CH'],
];

const STYLES: readonly Intl.NumberFormatOptions[] = [
  {},
  { minimumFractionDigits: 2 },
  { minimumFractionDigits: 2, useGrouping: false },
  { style: 'currency', currency: 'NGN' },
  { style: 'currency', currency: 'NGN', currencySign: 'accounting' },
  { style: 'currency', currency: 'NGN', currencyDisplay: 'code' },
];

/** Amounts per import and locale: 200 in `npm test`. */
const AMOUNTS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? 200);
const ROWS_MAX = 40;

interface Tally {
  exact: number;
  refused: number;
  readonly wrong: string[];
}

async function tallyOf(name: ImportName, locale: string): Promise<Tally> {
  const random = randomOf('row-file', `${name} ${locale}`, 1n);
  const shape = SHAPES[name];
  const tally: Tally = { exact: 0, refused: 0, wrong: [] };
  for (let done = 0; done < AMOUNTS; ) {
    const style = STYLES[random.below(STYLES.length)] ?? {};
    const format = new Intl.NumberFormat(locale, style);
    const given = Array.from({ length: 1 + random.below(ROWS_MAX) }, (_, index): Given => {
      const size = 10 ** (1 + random.below(10));
      const whole = random.below(2) === 0 ? 1 : 100;
      const minor = BigInt(1 + random.below(size)) * BigInt(whole);
      const isNegative = shape.hasNegatives && random.below(4) === 0;
      return { day: '2026-01-31', minor: isNegative ? -minor : minor, text: `T${index}` };
    });
    done += given.length;
    const lines = given.map(({ day, minor, text }) =>
      shape
        .cells({ day, text, amount: format.format(Number(minor) / 100) })
        .map((cell) => `"${cell}"`)
        .join(';'),
    );
    const file = Buffer.from([shape.header.join(';'), ...lines].join('\n')).toString('base64');
    const read = await readFor(name, { file });
    for (const [index, row] of given.entries()) {
      const found = typeof read === 'string' ? read : read.rows[index];
      if (typeof found === 'string') tally.refused += 1;
      else if (isRow(found, shape, row)) tally.exact += 1;
      else tally.wrong.push(`${lines[index]} was read as ${Object.values(found ?? {}).join(' ')}`);
    }
  }
  return tally;
}

describe('an amount in the format of a locale', () => {
  for (const name of IMPORTS) {
    it(`is read exactly or refused by ${name}`, async () => {
      const tallies = await Promise.all(LOCALES.map((locale) => tallyOf(name, locale)));
      const exact = tallies.reduce((sum, tally) => sum + tally.exact, 0);
      const refused = tallies.reduce((sum, tally) => sum + tally.refused, 0);
      assert.deepEqual(
        tallies.flatMap(({ wrong }) => wrong.slice(0, 3)),
        [],
      );
      console.log(`PROOF ${name}: ${exact} amounts exact, ${refused} refused, 0 wrong`);
      // A file of leads or prices has no currency, so half of the styles are refused.
      assert.ok(exact * 2 > refused, 'at least a third of the amounts is read');
    });
  }
});
