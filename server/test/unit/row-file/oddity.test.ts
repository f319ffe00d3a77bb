// Odd workbooks and text files, as real programs and people make them: each is read as the sender
// sees it, or refused with row, column and cell.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { PRICE_TABLE } from '../../../src/modules/market/price-import/csv.js';
import { columnsNotRead, fileGiven } from '../../../src/platform/row-file/import-rows.js';
import { columnsRead } from '../../../src/platform/row-file/mapping.js';
import { type BookCell, workbookOf } from '../../support/workbook.js';
import { type ImportName, readFor } from './read.js';

const SHEET = 'xl/worksheets/sheet1.xml';

const read = async (name: ImportName | 'YIELD', bytes: Buffer, more: object = {}) => {
  const file = await readFor(name, { file: bytes.toString('base64'), ...more });
  return typeof file === 'string' ? file : file.rows;
};

function changed(book: Buffer, path: string, change: (xml: string) => string): Buffer {
  const parts = unzipSync(book);
  const xml = new TextDecoder().decode(parts[path]);
  return Buffer.from(zipSync({ ...parts, [path]: strToU8(change(xml)) }));
}

const PEOPLE = ['firstName', 'birthDate', 'annualIncome'];
const LEADS = ['firstName', 'lastName', 'mobilePhone'];
const DAY = { day: 46_027 };

const people = (...rows: readonly (readonly BookCell[])[]) => workbookOf({ P: [PEOPLE, ...rows] });
const ADA = { firstName: 'Ada', birthDate: '2026-01-05', annualIncome: '22.5' };

const shown = (rows: Awaited<ReturnType<typeof read>>): unknown =>
  typeof rows === 'string'
    ? rows
    : rows.map((row) =>
        typeof row === 'string'
          ? row
          : Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
      );

describe('an odd workbook', () => {
  it('is read without its hidden sheets, unless one is named', async () => {
    const book = changed(
      workbookOf({
        Old: [PEOPLE, ['Old', DAY, 99]],
        New: [PEOPLE, ['Ada', DAY, 22.5]],
      }),
      'xl/workbook.xml',
      (xml) => xml.replace('name="Old"', 'name="Old" state="veryHidden"'),
    );
    assert.deepEqual(shown(await read('LEAD', book)), [ADA]);
    const named = shown(await read('LEAD', book, { reading: { sheet: 'Old' } }));
    assert.deepEqual(named, [{ ...ADA, firstName: 'Old', annualIncome: '99' }]);
    const allHidden = changed(book, 'xl/workbook.xml', (xml) =>
      xml.replace('name="New"', 'name="New" state="hidden"'),
    );
    assert.match(String(await read('LEAD', allHidden)), /without visible sheets/);
  });

  it('is refused in a row whose cell is merged with the row above', async () => {
    const book = changed(people(['Ada', DAY, 22.5], [null, { day: 46_028 }, 23]), SHEET, (xml) =>
      xml.replace(
        '</sheetData>',
        '</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
      ),
    );
    const rows = await read('LEAD', book);
    assert.ok(Array.isArray(rows), String(rows));
    assert.match(String(rows[1]), /row 2, column "firstName", cell "\(merged with A2\)".*row 3/);
  });

  it('is read with a title that is merged over the columns', async () => {
    const title = changed(
      workbookOf({ P: [['People'], PEOPLE, ['Ada', DAY, 22.5]] }),
      SHEET,
      (xml) =>
        xml.replace(
          '</sheetData>',
          '</sheetData><mergeCells><mergeCell ref="A1:C1"/></mergeCells>',
        ),
    );
    assert.deepEqual(shown(await read('LEAD', title)), [ADA]);
  });

  it('is read with rich, phonetic, shared and escaped texts', async () => {
    const rich = changed(people(['Ada', DAY, 22.5]), SHEET, (xml) =>
      xml.replace(
        '<is><t>Ada</t></is>',
        '<is><r><rPr><b/></rPr><t>A</t></r><r><t>da</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is>',
      ),
    );
    assert.deepEqual(shown(await read('LEAD', rich)), [ADA]);
    const shared = people([{ shared: 'Ada_x000D_' }, DAY, 22.5]);
    assert.deepEqual(shown(await read('LEAD', shared)), [ADA]);
  });

  it('is read with invisible characters and rows that only look empty', async () => {
    const spaced = workbookOf({
      P: [
        ['\u200bfirstName\u00a0', 'birthDate\u2060', ' annualIncome '],
        ['\u00a0Ada\u200b', DAY, '22.5\u200b'],
        ['\u200b', '\u00a0', null],
        [null, null, null],
        [' ', '', ''],
      ],
    });
    assert.deepEqual(shown(await read('LEAD', spaced)), [ADA]);
  });

  it('is refused in a cell with an error, a flag or a formula without result', async () => {
    const book = changed(
      people(
        ['Ada', DAY, { error: '#DIV/0!' }],
        ['Ada', DAY, { flag: true }],
        ['Ada', DAY, 7],
        ['Ada', { day: -5 }, 8],
        ['Ada', 46_027, 9],
      ),
      SHEET,
      (xml) => xml.replace('<v>7</v>', '<f>SUM(A1:A9)</f>'),
    );
    const rows = await read('LEAD', book);
    assert.ok(Array.isArray(rows), String(rows));
    const places = [
      /"annualIncome", cell "#DIV\/0!"/,
      /"annualIncome", cell "true"/,
      /formula without result/,
    ];
    for (const [at, place] of places.entries()) assert.match(String(rows[at]), place);
    assert.match(String(rows[3]), /row 4, column "birthDate", cell "-5"/);
    assert.match(String(rows[4]), /row 5, column "birthDate", cell "46027"/);
  });

  it('is read as it shows percentages, and refused for them in other columns', async () => {
    const rates = workbookOf({
      P: [
        ['issue', 'date', 'rate'],
        ['NTB', DAY, { fraction: 0.1675 }],
        ['NTB', DAY, 16.75],
        ['NTB', DAY, '16,75 %'],
        ['NTB', DAY, { fraction: 0.07 }],
      ],
    });
    const rateOf = (rate: string) => ({ issue: 'NTB', date: '2026-01-05', rate });
    assert.deepEqual(
      shown(await read('YIELD', rates)),
      ['16.75', '16.75', '16.75', '7'].map(rateOf),
    );
    const incomes = await read('LEAD', people(['Ada', DAY, { fraction: 0.225 }]));
    assert.match(String(incomes), /"annualIncome", cell "22.5%": is a percentage, not a number/);
  });

  it('is refused for a repeated column, by name', async () => {
    const book = workbookOf({
      P: [
        [...PEOPLE, 'annualIncome'],
        ['Ada', DAY, 22.5, 23],
      ],
    });
    assert.match(String(await read('LEAD', book)), /annualIncome/);
  });
});

describe('an odd text file', () => {
  const lead = [{ firstName: 'José', lastName: 'Ojo', mobilePhone: '+2348035550101' }];
  const rowsOf = (delimiter: string, end: string) =>
    [LEADS, ['José', 'Ojo', '+2348035550101']].map((row) => row.join(delimiter)).join(end) + end;

  it('is read in each usual encoding, delimiter and line end', async () => {
    for (const encoding of ['utf8', 'utf-16le', 'utf-16be', 'win1252']) {
      for (const addBOM of encoding === 'win1252' ? [false] : [true, false]) {
        for (const delimiter of [',', ';', '\t']) {
          for (const end of ['\n', '\r\n', '\r']) {
            const bytes = iconv.encode(rowsOf(delimiter, end), encoding, { addBOM });
            const label = JSON.stringify([encoding, addBOM, delimiter, end]);
            assert.deepEqual(shown(await read('LEAD', bytes)), lead, label);
          }
        }
      }
    }
  });

  it('is read without the empty columns of lines that end with delimiters', async () => {
    const batch = 'partnerName,amount,,\n0000000001,12.50,,\n';
    const row = { partnerName: '0000000001', amount: '12.50' };
    assert.deepEqual(shown(await read('BATCH', Buffer.from(batch))), [row]);
    const filled = batch.replace('12.50,,', '12.50,,7');
    assert.match(String(await read('BATCH', Buffer.from(filled))), /has the column \(column 4\)/);
    const { headers } = await fileGiven(
      { csv: 'Security,Date,Open,High,Low,Close,,\nA,,,,,,,' },
      PRICE_TABLE,
    );
    assert.deepEqual(columnsNotRead(headers), []);
    assert.deepEqual(columnsRead(headers).length, 6);
  });

  it('is read with percentages in each decimal format, if its column has percentages', async () => {
    const rate = async (text: string) =>
      shown(await read('YIELD', Buffer.from(`issue;date;rate\nNTB;2026-01-05;${text}\n`)));
    for (const text of ['16.75%', '16,75 %', '16.75']) {
      assert.deepEqual(await rate(text), [{ issue: 'NTB', date: '2026-01-05', rate: '16.75' }]);
    }
    assert.match(String(await rate('16.75%%')), /cell "16.75%%": is not a number/);
    const price = 'security,date,open,high,low,close\nA,2026-01-05,1,1,1,98.5%\n';
    assert.match(
      String(await read('PRICE', Buffer.from(price))),
      /"close", cell "98.5%": is a perc/,
    );
  });

  it('is read with quotes, and refused with a NUL or an open quote', async () => {
    const quoted = `firstName,lastName,mobilePhone\n"José","Ojo","+2348035550101"\n`;
    assert.deepEqual(shown(await read('LEAD', Buffer.from(quoted))), lead);
    const broken = [quoted.replace('Ojo', 'O\u0000jo'), quoted.replace('"Ojo"', '"Ojo')];
    for (const text of broken) {
      const said = await read('LEAD', Buffer.from(text));
      const refusals =
        typeof said === 'string' ? [said] : said.filter((row) => typeof row === 'string');
      assert.ok(refusals.length > 0, JSON.stringify(said));
    }
  });
});
