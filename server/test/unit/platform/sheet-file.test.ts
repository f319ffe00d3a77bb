// Tables as CSV and XLSX: numbers remain numbers, strings remain strings, and rows are counted.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { Type } from '@sinclair/typebox';
import { parse } from 'csv-parse/sync';
import { XLSX } from '../../../src/limits.js';
import { businessDate } from '../../../src/platform/calendar/business-date.js';
import { type Cell, memberCells, type SheetFormat } from '../../../src/platform/files/sheet.js';
import { sheetFile } from '../../../src/platform/files/sheet-file.js';
import { writeXlsx } from '../../../src/platform/files/xlsx-file.js';
import { Decimal } from '../../../src/platform/money/decimal.js';
import { unzip, xlsxRows } from '../../support/xlsx.js';

const COLUMNS = ['one', 'two', 'three'].map((title) => ({ title, width: 10 }));

async function fileOf(format: SheetFormat, rows: readonly (readonly Cell[])[]) {
  async function* all() {
    yield* rows;
  }
  const reply = await sheetFile({ name: 'test', columns: COLUMNS, rows: all() }, format);
  assert.ok(reply.bytes instanceof Readable);
  const bytes = await buffer(reply.bytes);
  assert.equal(bytes.length, reply.byteLength);
  return { ...reply, bytes };
}

async function csvOf(rows: readonly (readonly Cell[])[]): Promise<string[][]> {
  const { bytes } = await fileOf('csv', rows);
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  return parse(bytes.toString('utf8'), { bom: true, record_delimiter: '\r\n' });
}

const HARMFUL = [
  ...['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\tx', '\rx', '\n=x', ' =1', '＝1', '＠x'],
  ...['=HYPERLINK("https://example.com","x")'],
];
const HARMLESS = ['', 'a=b', '1-2', 'naïve, "quoted"', 'two\nlines', 'ẹ̀kọ́'];

describe('a file of a table', () => {
  it('begins with titles and ends with the number of rows between', async () => {
    const csv = await csvOf([
      ['a', 1n, null],
      ['b', 2n, null],
    ]);
    assert.deepEqual(csv, [
      ['one', 'two', 'three'],
      ['a', '1', ''],
      ['b', '2', ''],
      ['END', '2', ''],
    ]);
    const { bytes, rowCount, fileName } = await fileOf('xlsx', [['a', 1n, null]]);
    const rows = xlsxRows(bytes);
    assert.deepEqual([rows.length, rowCount, fileName], [3, 1n, 'test.xlsx']);
    assert.equal(rows.at(-1)?.get('A')?.text, 'END');
    assert.equal(rows.at(-1)?.get('B')?.digits, '1');
  });

  it('has no text that a spreadsheet would treat as a formula', async () => {
    const rows = [...HARMFUL, ...HARMLESS].map((text): Cell[] => [text, null, null]);
    const shown = (await csvOf(rows)).slice(1, -1).map(([text]) => text);
    assert.deepEqual(shown, [...HARMFUL.map((text) => `'${text}`), ...HARMLESS]);
    const sheet = xlsxRows((await fileOf('xlsx', rows)).bytes).slice(1, -1);
    for (const [index, text] of HARMFUL.entries()) {
      assert.equal(sheet[index]?.get('A')?.text, `'${text.replace('\r', '_x000D_')}`);
    }
  });

  it('as XLSX shows that a text is longer than a cell, and cuts no character', async () => {
    const longest = `${'a'.repeat(XLSX.cellCharactersMax - 2)}😀`;
    const texts = [longest, `${longest}b`, `${'a'.repeat(XLSX.cellCharactersMax)}`];
    const { bytes } = await fileOf(
      'xlsx',
      texts.map((text): Cell[] => [text, null, null]),
    );
    const shown = xlsxRows(bytes).slice(1, -1);
    assert.deepEqual(
      shown.map((row) => row.get('A')?.text),
      [longest, `${'a'.repeat(XLSX.cellCharactersMax - 2)}…`, texts[2]],
    );
  });

  it('as CSV keeps a text of several lines in its cell, wherever a reader ends rows', async () => {
    const texts = ['two\nLINE,forged', 'two\r=1+1', 'two\r\nlines', 'two\n\nlines', 'ends\n'];
    const { bytes } = await fileOf(
      'csv',
      texts.map((text): Cell[] => [text, null, 1n]),
    );
    const read = parse(bytes, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] });
    assert.deepEqual(
      read.slice(1, -1),
      texts.map((text) => [text, '', '1']),
    );
  });

  it('has numbers as numbers, negative ones too, with the decimals of their currency', async () => {
    const amounts: Cell[] = [
      { minor: -5n, currency: 'NGN' },
      { minor: 1_234n, currency: 'JPY' },
      { minor: 1_234_567n, currency: 'KWD' },
    ];
    assert.deepEqual((await csvOf([amounts]))[1], ['-0.05', '1234', '1234.567']);
    const row = xlsxRows((await fileOf('xlsx', [amounts])).bytes)[1];
    assert.deepEqual(
      [...(row?.values() ?? [])],
      [
        { digits: '-0.05', style: 4 },
        { digits: '1234', style: 3 },
        { digits: '1234.567', style: 5 },
      ],
    );
  });

  it('shows all decimals of a price or a rate in a spreadsheet', async () => {
    const formats = unzip((await fileOf('xlsx', [])).bytes).get('xl/styles.xml') ?? '';
    const codes = [...formats.matchAll(/formatCode="([^"]*)"/g)].map(([, code]) => code);
    assert.deepEqual(codes.slice(1), ['#,##0.000', '#,##0.0000', '#,##0.0000##########']);
    const texts = ['22.6', '-0.57', '1500', '14.625', '1530.2251', '0.000123456'];
    for (const [index, style] of [4, 4, 3, 5, 6, 7].entries()) {
      const digits = texts[index] ?? '';
      const { bytes } = await fileOf('xlsx', [[new Decimal(digits), null, null]]);
      assert.deepEqual(xlsxRows(bytes)[1]?.get('A'), { digits, style });
    }
  });

  it('has the dates and quantities of a wire record as dates and numbers', async () => {
    const record = {
      ...{ priceDate: '2026-03-31', settledOn: '2024-02-29', accountOpened: '1988-07-14' },
      ...{ quantity: '12000', newUnits: '-3', quantityFilled: '10.0625', rate: 0.125, days: 3 },
      ...{ label: '2026-03-31', name: '0000000012', date: 'unknown', quantityText: 'ten' },
    };
    const members = Object.keys(record);
    const day = Type.Optional(Type.String({ format: 'date' }));
    const days = { priceDate: day, settledOn: day, accountOpened: day, date: day };
    const shape = Type.Object({ ...days, label: Type.String(), quantity: Type.String() });
    const cells = memberCells(record, members, shape);
    const row = xlsxRows((await fileOf('xlsx', [cells])).bytes)[1];
    const shown = [...(row?.values() ?? [])].map(({ digits, text }) => digits ?? `text ${text}`);
    assert.deepEqual(shown, [
      ...['46112', '45351', '32338', '12000', '-3', '10.0625', '0.125', '3'],
      ...['text 2026-03-31', 'text 0000000012', 'text unknown', 'text ten'],
    ]);
    const inThrees = Array.from({ length: 4 }, (_, at) => cells.slice(3 * at, 3 * at + 3));
    const csv = (await csvOf(inThrees)).slice(1, -1).flat();
    assert.deepEqual(csv, Object.values(record).map(String));
  });

  it('loses no digit of a number that a spreadsheet cannot hold', async () => {
    const amounts: Cell[] = [
      { minor: 999_999_999_999_999n, currency: 'NGN' },
      { minor: 1_234_567_890_123_456n, currency: 'NGN' },
      null,
    ];
    assert.equal((await csvOf([amounts]))[1]?.[1], '12345678901234.56');
    const row = xlsxRows((await fileOf('xlsx', [amounts])).bytes)[1];
    assert.equal(row?.get('A')?.digits, '9999999999999.99');
    assert.equal(row?.get('B')?.text, '12345678901234.56');
  });

  it('has days as days', async () => {
    const days = ['1900-03-01', '2026-03-31', '2024-02-29'].map(businessDate);
    const row: Cell[] = days.map((date) => ({ date }));
    assert.deepEqual((await csvOf([row]))[1], days);
    const cells = xlsxRows((await fileOf('xlsx', [row])).bytes)[1];
    const serials = [...(cells?.values() ?? [])].map(({ digits }) => digits);
    assert.deepEqual(serials, ['61', '46112', '45351']);
  });

  it('may be wider than the alphabet', async () => {
    const row = Array.from({ length: 80 }, (_, index): Cell => BigInt(index));
    const cells = xlsxRows((await fileOf('xlsx', [row])).bytes)[1];
    assert.deepEqual(
      ['A', 'Z', 'AA', 'AZ', 'BA', 'CB'].map((at) => cells?.get(at)?.digits),
      ['0', '25', '26', '51', '52', '79'],
    );
  });

  it('as XLSX has every part, each of them XML, and the same bytes for the same rows', async () => {
    const rows: Cell[][] = [['<&>"\u0000\u0007_x0041_\uffff', null, null]];
    const { bytes } = await fileOf('xlsx', rows);
    const parts = unzip(bytes);
    assert.deepEqual([...parts.keys()].sort(), [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const cell = xlsxRows(bytes)[1]?.get('A')?.text;
    assert.equal(cell, '<&>"_x0000__x0007__x005F_x0041__xFFFF_');
    assert.deepEqual((await fileOf('xlsx', rows)).bytes, bytes);
  });

  it('as XLSX has the name of the table on its tabs, as far as spreadsheets allow it', async () => {
    const limits = { rowsPerSheetMax: 3, bytesPerSheetMax: 1_000_000 };
    for (const [name, expected] of [
      ['orders-2026-01-02', ['orders-2026-01-02', 'orders-2026-01-02-2']],
      ['ledger-0000000001:BANK/CLIENT:NGN-x', ['ledger-0000000001-BANK-CLIENT-N']],
    ] as const) {
      const chunks: Uint8Array[] = [];
      const rows = Readable.from(expected.length === 1 ? [] : [['a'], ['b'], ['c']]);
      const sink = async (bytes: AsyncIterable<Uint8Array>) => {
        for await (const chunk of bytes) chunks.push(chunk);
      };
      await writeXlsx({ name, columns: COLUMNS, rows }, sink, limits);
      const workbook = unzip(Buffer.concat(chunks)).get('xl/workbook.xml') ?? '';
      const tabs = [...workbook.matchAll(/<sheet name="([^"]*)"/g)].map(([, tab]) => tab);
      assert.deepEqual(tabs, expected);
    }
  });

  it('as XLSX continues on the next sheet after the maximum rows or bytes of one', async () => {
    const texts = Array.from({ length: 7 }, (_, at) => `row ${at} ${'é'.repeat(70_000)}`);
    for (const [limits, sheets] of [
      [{ rowsPerSheetMax: 3, bytesPerSheetMax: 1_000_000_000 }, 4],
      // A cell stores 65 KB of each string, so two cells exceed the limit.
      [{ rowsPerSheetMax: 1_000, bytesPerSheetMax: 100_000 }, 4],
      [{ rowsPerSheetMax: 1_000, bytesPerSheetMax: 1_000_000_000 }, 1],
    ] as const) {
      const chunks: Uint8Array[] = [];
      const rows = Readable.from(texts.map((text): Cell[] => [text, null, 1n]));
      const count = await writeXlsx(
        { name: 'x', columns: COLUMNS, rows },
        async (bytes) => {
          for await (const chunk of bytes) chunks.push(chunk);
        },
        limits,
      );
      const file = Buffer.concat(chunks);
      const read = Array.from({ length: sheets + 1 }, (_, at) => xlsxRows(file, at + 1));
      assert.deepEqual(read[sheets], [], 'there is no further sheet');
      const cells = read.flatMap((sheet) => sheet.slice(1).map((row) => row.get('A')?.text));
      const shown = texts.map((text) => `${text.slice(0, 32_766)}…`);
      assert.deepEqual([cells, count], [[...shown, 'END'], 7n]);
    }
  });

  it('is a failure, not half a file, when its rows fail', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      async function* broken(): AsyncGenerator<Cell[]> {
        yield ['a', null, null];
        throw new TypeError('no more rows');
      }
      const writing = sheetFile({ name: 'x', columns: COLUMNS, rows: broken() }, format);
      await assert.rejects(writing, /no more rows/);
    }
  });
});
