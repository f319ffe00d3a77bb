// External workbooks: the content of their cells, and hostile or broken workbooks.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { lookIntoFile } from '../../../src/platform/row-file/look.js';
import { workbookOf } from '../../support/workbook.js';

const rowsOf = async (bytes: Buffer) => {
  const { rows } = await lookIntoFile({ file: bytes.toString('base64') });
  return rows.map(({ cells }) => cells);
};

/** Changes the XML of one part of a workbook. */
function changed(book: Buffer, path: string, change: (xml: string) => string): Buffer {
  const parts = unzipSync(book);
  const xml = new TextDecoder().decode(parts[path]);
  return Buffer.from(zipSync({ ...parts, [path]: strToU8(change(xml)) }));
}

const SHEET = 'xl/worksheets/sheet1.xml';
const book = workbookOf({
  One: [
    ['Name', 'Value'],
    [{ shared: 'a' }, 1],
  ],
});

describe('a workbook', () => {
  it('has dates by the formats of their cells, from 1900 or 1904', async () => {
    const sheets = {
      One: [
        ['Day', 'Value'],
        [{ day: 46_027 }, 46_027],
        [{ day: 59.9 }, 1],
      ],
    };
    assert.deepEqual(await rowsOf(workbookOf(sheets)), [
      ['2026-01-05', '46027'],
      ['1900-02-28', '1'],
    ]);
    const [first] = await rowsOf(workbookOf(sheets, { is1904: true }));
    assert.deepEqual(first, ['2030-01-06', '46027']);
    const times = workbookOf(sheets, { dateFormat: '[h]:mm:ss' });
    assert.deepEqual((await rowsOf(times))[0], ['46027', '46027']);
    const quoted = workbookOf(sheets, { dateFormat: '0.00&quot; days&quot;' });
    assert.deepEqual((await rowsOf(quoted))[0], ['46027', '46027']);
  });

  it('has numbers with at most 15 digits, without an exponent', async () => {
    const numbers = [0.1 + 0.2, 1e21, 1234567890123456, -0.5];
    const cells = await rowsOf(workbookOf({ One: [['A', 'B', 'C', 'D'], numbers] }));
    assert.deepEqual(cells, [['0.3', '1000000000000000000000', '1234567890123460', '-0.5']]);
  });

  it('is refused if a string is missing, or if it is cut off', async () => {
    const cases: readonly (readonly [Buffer, RegExp])[] = [
      [changed(book, SHEET, (xml) => xml.replace('<v>0</v>', '<v>7</v>')), /does not have/],
      [changed(book, SHEET, (xml) => xml.slice(0, -30)), /is not a workbook/],
      [changed(book, SHEET, (xml) => xml.replace('<worksheet', '<!DOCTYPE x><worksheet')), /type/],
      [changed(book, 'xl/workbook.xml', () => '<workbook/>'), /without visible sheets/],
      [Buffer.from(zipSync({ 'word/document.xml': strToU8('<a/>') })), /but not a workbook/],
      [book.subarray(0, book.length / 2), /workbook/],
    ];
    for (const [bytes, detail] of cases) await assert.rejects(rowsOf(bytes), detail);
  });

  it('is refused if it unpacks to too much, or has a cell far to the right', async () => {
    const bomb = changed(book, SHEET, (xml) => xml.replace('</row>', `</row>${' '.repeat(7e7)}`));
    assert.ok(bomb.length < 200_000);
    await assert.rejects(rowsOf(bomb), /unpacks to more than/);
    const wide = changed(book, SHEET, (xml) => xml.replace('r="B2"', 'r="XFD2"'));
    await assert.rejects(rowsOf(wide), /beyond column 1000 in row 2/);
  });

  it('shows formulas by their results, and those without one as errors', async () => {
    const formula = changed(book, SHEET, (xml) => xml.replace('<v>1</v>', '<f>1+1</f><v>2</v>'));
    assert.deepEqual(await rowsOf(formula), [['a', '2']]);
    const bare = changed(book, SHEET, (xml) => xml.replace('<v>1</v>', '<f>1+1</f>'));
    assert.deepEqual(await rowsOf(bare), [['a', '(formula without result)']]);
  });
});
