// Mutated files: each row is read correctly, or refused with its place. No file is read partly or
// wrongly.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import iconv from 'iconv-lite';
import { randomOf } from '../../../src/exchanges/simulator/random.js';
import { IMPORTS, readFor } from './read.js';
import { type Given, isRow, SHAPES, type Written } from './table-of.js';

type Random = ReturnType<typeof randomOf>;

/** Mutated files: 300 in `npm test`. */
const FILES = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? 300);

const pick = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[random.below(items.length)] ?? items[0];

const pad = (number: number) => String(number).padStart(2, '0');

const DAYS: readonly [
  (y: number, m: number, d: number) => string,
  ...((y: number, m: number, d: number) => string)[],
] = [
  (y, m, d) => `${y}-${pad(m)}-${pad(d)}`,
  (y, m, d) => `${pad(d)}/${pad(m)}/${y}`,
  (y, m, d) => `${pad(d)}.${pad(m)}.${y}`,
  (y, m, d) => `${y}${pad(m)}${pad(d)}`,
  (y, m, d) => `${d}-${MONTHS[m - 1]}-${y}`,
  (y, m, d) => `${pad(m)}/${pad(d)}/${y}`,
  (y, m, d) => `${y}-${pad(m)}-${pad(d)} 10:30:00`,
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const AMOUNTS: readonly [
  (digits: string, part: string) => string,
  ...((digits: string, part: string) => string)[],
] = [
  (digits, part) => `${digits}.${part}`,
  (digits, part) => `${digits},${part}`,
  (digits, part) => `${grouped(digits, ',')}.${part}`,
  (digits, part) => `${grouped(digits, '.')},${part}`,
  (digits, part) => `${grouped(digits, '\u00a0')},${part}`,
  (digits, part) => `${grouped(digits, "'")}.${part}`,
];
const grouped = (digits: string, by: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, by);

/** Damages one cell so that it matches no other value. */
type Damage = (row: Written) => Written;

const DAMAGES: readonly [Damage, ...Damage[]] = [
  (row) => ({ ...row, amount: '#N/A' }),
  (row) => ({ ...row, amount: '2.34803E+12' }),
  (row) => ({ ...row, amount: `${row.amount}x` }),
  (row) => ({ ...row, amount: `${row.amount.replace(/\d{2}$/, '')}.,5` }),
  (row) => ({ ...row, amount: `${row.amount} USD` }),
  (row) => ({ ...row, day: '45000' }),
  (row) => ({ ...row, day: '1990' }),
  (row) => ({ ...row, day: '31/02/2026' }),
  (row) => ({ ...row, day: `${row.day}/7` }),
];

interface Mutated {
  readonly given: readonly Given[];
  readonly bytes: Buffer;
  /** The index of the damaged row. */
  readonly damaged: number | undefined;
}

function mutatedFile(random: Random, name: (typeof IMPORTS)[number]): Mutated {
  const shape = SHAPES[name];
  const [day, amount] = [pick(random, DAYS), pick(random, AMOUNTS)];
  const given = Array.from({ length: 2 + random.below(12) }, (_, index) => ({
    date: [2020 + random.below(6), 1 + random.below(12), 1 + random.below(28)] as const,
    minor: BigInt(1 + random.below(10 ** (2 + random.below(9)))),
    text: `Müller ${index}`,
  }));
  const rows = given.map(({ date, minor, text }): Written => {
    const digits = String(minor).padStart(3, '0');
    return { day: day(...date), amount: amount(digits.slice(0, -2), digits.slice(-2)), text };
  });
  const damaged = random.below(2) === 0 ? undefined : random.below(rows.length);
  if (damaged !== undefined) {
    const row = rows[damaged];
    const harmed = row && pick(random, DAMAGES)(row);
    if (harmed !== undefined) rows[damaged] = harmed;
  }
  const delimiter = pick(random, [',', ';', '\t', '|']);
  const quote = (cell: string) =>
    cell.includes(delimiter) || random.below(5) === 0 ? `"${cell}"` : cell;
  const table = [shape.header, ...rows.map(shape.cells)].map((cells) =>
    cells.map(quote).join(delimiter),
  );
  const width = shape.header.length - 1;
  const around = {
    before: pick(random, [[], ['Report of the day'], [`sep=${delimiter}`], ['A', '', 'B']]),
    after: pick(random, [[], [delimiter.repeat(width)], ['*** END ***'], ['', '']]),
  };
  const lines = [...around.before, ...table, ...around.after];
  if (random.below(3) === 0) lines.splice(2 + around.before.length, 0, delimiter.repeat(width));
  const text = lines.map((line) => line + pick(random, ['\n', '\r\n'])).join('');
  const encoding = pick(random, ['utf8', 'win1252', 'utf-16', 'utf-16le']);
  const bytes = iconv.encode(text, encoding, { addBOM: encoding === 'utf-16' });
  return {
    given: given.map(({ date: [y, m, d], ...row }) => ({
      ...row,
      day: `${y}-${pad(m)}-${pad(d)}`,
    })),
    bytes,
    damaged,
  };
}

describe('a mutated file of rows', () => {
  it('is read correctly, or refused with row, column and cell', async () => {
    const tally = { right: 0, rows: 0, files: 0 };
    for (let round = 0; round < FILES; round += 1) {
      const name = IMPORTS[round % IMPORTS.length] ?? 'BANK';
      const random = randomOf('row-file', `mutation ${name}`, BigInt(round));
      const { given, bytes, damaged } = mutatedFile(random, name);
      const read = await readFor(name, { file: bytes.toString('base64') });
      const shown = `round ${round} ${name}:\n${bytes.toString('latin1')}\n${String(read)}`;
      if (typeof read === 'string') {
        assert.match(read, /row \d+, column|line \d+ /, shown);
        tally.files += 1;
        continue;
      }
      assert.equal(read.rows.length, given.length, shown);
      for (const [index, row] of given.entries()) {
        const found: unknown = read.rows[index];
        if (typeof found === 'string') {
          const isUnclear = /contradicts other cells|the format of the other|can mean .* or /.test(
            found,
          );
          assert.ok(index === damaged || isUnclear, `${found}\n${shown}`);
          assert.match(found, /row \d+, column ".+", cell ".+"/, shown);
          tally.rows += 1;
        } else {
          assert.ok(isRow(found, SHAPES[name], row), `row ${index} differs in ${shown}`);
          assert.notEqual(index, damaged, `a damaged row was read in ${shown}`);
          tally.right += 1;
        }
      }
    }
    console.log(
      `PROOF ${FILES} mutated files: ${tally.right} rows right, ${tally.rows} rows and ` +
        `${tally.files} files refused, 0 wrong`,
    );
    assert.ok(tally.right > tally.rows);
  });
});
